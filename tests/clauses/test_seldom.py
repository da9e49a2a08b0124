"""What is seldom played: options that no preset combines, acts that two codes might claim (RULEBOOK §4 to §7)."""

from __future__ import annotations

import msgspec
import pytest

from erqishi_logs.audit import audit_record
from erqishi_logs.rules import load_rules
from tests.audit.table import record
from tests.clauses.played import LOOSE, WAIT, Played, fill, four, names, three

TWO_X = "一一二三二三貳貳叄叄伍伍捌捌玖玖柒柒拾拾"
PLAY = [
    Played(
        "s1_135 s0_157 a chi let go bars a win that is none, and there is no total to exceed",
        "leshan",
        three(乙=LOOSE),
        "打 甲 五; 翻 乙 二; 翻 丙 五; 和 乙",
        ["hu_guozhang 乙 3 <0", "zha_hu 乙 3"],
        house="guozhang_scope=kind",
    ),
    Played(
        "s0_139 four cards laid wrongly are no gun",
        "leshan",
        three(乙="五五五五一二三九九十壹壹貳叄伍柒柒捌玖拾"),
        "打 甲 一; 吃 乙 二三 擺 一壹壹貳; 打 乙 拾",
        ["san_da_yi 乙 1"],
    ),
    Played(
        "s1_166 what can be laid must be",
        "leshan",
        three(乙=TWO_X),
        "打 甲 一; 吃 乙 二三; 打 乙 玖",
        ["note youbai_bubai 乙 1 <1"],
        house="bai_impossible=allow",
    ),
    Played(
        "s1_166 what cannot may be kept",
        "leshan",
        three(乙=TWO_X),
        "打 甲 一; 吃 乙 二三 擺 一二三; 打 乙 玖",
        [],
        house="bai_impossible=allow",
    ),
    Played(
        "s0_034 elsewhere it may not",
        "leshan",
        three(乙=TWO_X),
        "打 甲 一; 吃 乙 二三 擺 一二三; 打 乙 玖",
        ["chi_cuo 乙 1"],
    ),
    Played("s2_040 假八塊 is eight", "quan", three(甲=fill("二四七八九十") + "五"), "八塊 甲; 翻 乙 一", []),
    Played(
        "s2_040 not twelve", "quan", three(甲=fill("二四七八九十") + "五"), "十二塊 甲; 翻 乙 一", ["cuo_bakuai 甲 0"]
    ),
    Played("s2_040 the dealer's alone", "quan", three(乙=fill("四六二七九")), "打 甲 五; 八塊 乙", ["cuo_bakuai 乙 1"]),
    Played(
        "s2_040 with one card too many he does not win",
        "quan",
        three(甲=WAIT + "一"),
        "八塊 甲; 翻 乙 九; 和 甲",
        ["zha_hu 甲 2"],
    ),
    Played(
        "s0_160 after a void win the card is live again",
        "leshan",
        three(丙=WAIT),
        "打 甲 九; 和 乙; 包 乙 和數不夠 20; 和 丙",
        [],
    ),
    Played(
        "s0_160 who lets it go then has passed it",
        "leshan",
        three(丙=WAIT),
        "打 甲 九; 和 乙; 包 乙 和數不夠 20; 翻 乙 九; 和 丙",
        ["hu_guozhang 丙 4 <0"],
    ),
    Played(
        "s0_160 not after 詐和",
        "leshan",
        three(丙=WAIT),
        "打 甲 九; 和 乙; 包 乙 詐和 20; 和 丙",
        ["fault after_end 丙 3 <1"],
    ),
    Played(
        "s2_120 there 和數不夠 ends it, too",
        "quan",
        three(丙=WAIT),
        "打 甲 九; 和 乙; 包 乙 和數不夠 20; 和 丙",
        ["fault after_end 丙 3 <1"],
    ),
]


@pytest.mark.parametrize("row", PLAY, ids=names(PLAY))
def test_seldom_played(row: Played) -> None:
    assert row.got == sorted(row.expected)


#: 伍伍五 and 肆伍陸: three 伍, but no dui of it.
NO_DUI = "壹壹壹三三三貳柒拾二七十伍伍五肆陸四五六"
#: 伍伍 to be made a dui by 伍.
DUI = "壹壹壹三三三貳柒拾二七十伍伍六七八九九玖"


@pytest.mark.parametrize(
    ("hand", "pay"),
    [(NO_DUI, (-18, 54, -18, -18)), (DUI, (0, 252, 0, -252))],
    ids=["s1_074 no dui of it: as usual", "s1_074 s1_080 a dui of it: he alone"],
)
def test_s1_074_who_pays_for_the_quan_card(hand: str, pay: tuple[int, ...]) -> None:
    flipped = "打 甲 九; 翻 乙 玖; 翻 丙 捌; 翻 丁 伍; 和 乙"
    if hand == DUI:
        flipped = "打 甲 一; 翻 乙 四; 翻 丙 捌; 翻 丁 伍; 和 乙"
    played = record("quan-raw", four(乙=hand, 丁="八捌"), flipped, house="quan_pays_alone=yes", quan=5)
    verdict = audit_record(msgspec.structs.replace(played, pay=pay), load_rules("quan-raw", played.house or ()))
    assert (verdict.pay, [f.code for f in verdict.findings]) == (pay, [])
