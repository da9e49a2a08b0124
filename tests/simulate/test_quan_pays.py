"""圈自負 in the simulator: a 小家's flip won on makes the 圈 or not, and the audit counts the same (S1-080)."""

from __future__ import annotations

from random import Random

import pytest

from erqishi_logs.audit import audit_record
from erqishi_logs.games import ERQISHI
from erqishi_logs.rules import load_rules
from erqishi_logs.simulate.desk import Desk
from erqishi_logs.simulate.sitting import pay_of
from tests.audit.table import record
from tests.clauses.played import four

#: 27 和 of a gun, to which 玖 is the 樁子; 21 和, of which 玖 makes a dui of the 圈.
PAIR = "壹壹壹壹 貳柒拾 五五五 六七八 三三三 二二二 玖玖"
DUI = "壹壹壹 貳柒拾 五五五 六七八 三三三 伍陸柒 玖玖玖"


@pytest.mark.parametrize(("melds", "pay"), [(PAIR, [-54, 162, -54, -54]), (DUI, [0, 252, 0, -252])])
def test_s1_080_only_a_dui_or_kai_makes_the_quan(melds: str, pay: list[int]) -> None:
    rules = load_rules("quan-raw", ["quan_pays_alone=yes"])
    played = record(
        "quan-raw",
        four(乙=melds.replace(" ", "")[:-1]),
        f"打 甲 四; 翻 乙 四; 翻 丙 九; 翻 丁 玖; 和 乙: {melds}",
        quan=9,
    )
    desk = Desk(ERQISHI, rules, 4, 0, 9, Random(1))
    for event in played.events[:-1]:
        desk.push(event)
    counted = audit_record(played, rules)
    played.events[-1].total = counted.total
    desk.push(played.events[-1])
    assert (list(pay_of(desk)), list(counted.pay or ())) == (pay, pay)
