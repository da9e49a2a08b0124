"""The settlements that published online games record (P), from the deal to the payment."""

from __future__ import annotations

import msgspec
import pytest

from erqishi_logs.audit import audit_record
from erqishi_logs.rules import load_preset
from tests.audit.table import record, told
from tests.clauses.played import three

#: 乙 takes four dui, the last by 丙's discard: with 貳柒拾 二七十 五五五 16 和, with 五五五 二七十 and 玖玖 13 和.
SIXTEEN = "貳柒拾二七十五五五一一三三八八九九壹肆陸"
THIRTEEN = "玖玖三三二七十五五五一一八八九九壹肆陸拾"
CALLED = "翻 丙 貳; 對 丙; 打 丙 九; 和 乙"
TAKEN = "打 甲 一; 對 乙; 打 乙 壹; 翻 丙 三; 對 乙; 打 乙 肆; 翻 丙 八; 對 乙; 打 乙 陸"
#: 12 和; waits for 拾.
TWELVE = "壹壹壹五五五二七十一二三六七八伍陸柒捌玖"

SETTLED = [
    (
        "16和 坤, 抬炮, three players, stake 2: +24",
        SIXTEEN,
        f"{TAKEN}; {CALLED}",
        None,
        2,
        (16, ("kun",)),
        [0, 24, -24],
    ),
    (
        "13和 坤 圈, 抬炮, stake 2: +24",
        THIRTEEN,
        f"{TAKEN}; 翻 丙 玖; 對 乙; 打 乙 拾; {CALLED}",
        9,
        2,
        (13, ("kun", "quan")),
        [0, 24, -24],
    ),
    (
        "12和 on a flip, no title: +2, the others -1",
        TWELVE,
        "打 甲 九; 翻 乙 拾; 和 乙",
        None,
        1,
        (12, ()),
        [-1, 2, -1],
    ),
]


@pytest.mark.parametrize(
    ("yi", "events", "quan", "stake", "counted", "pay"), [r[1:] for r in SETTLED], ids=[r[0] for r in SETTLED]
)
def test_p_settlements(
    yi: str, events: str, quan: int | None, stake: int, counted: tuple[int, tuple[str, ...]], pay: list[int]
) -> None:
    hand = msgspec.structs.replace(record("app-leshan", three(乙=yi), events, quan=quan), stake=stake)
    verdict = audit_record(hand, load_preset("app-leshan"))
    assert told(hand) == []
    assert (verdict.hushu, verdict.titles) == counted
    assert list(verdict.pay or ()) == pay
