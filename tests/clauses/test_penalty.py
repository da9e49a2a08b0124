"""S0 on 包牌: what a violation costs is what was given at the table, and nothing else (RULEBOOK §6)."""

from __future__ import annotations

import pytest

from erqishi_logs.audit import audit_record
from erqishi_logs.rules import load_rules
from tests.audit.table import record
from tests.clauses.played import WAIT, three

EATS = "二四八八九九十十貳貳叄叄捌捌肆肆陸陸拾玖"
PASSED = "打 甲 三; 翻 乙 伍; 翻 丙 一; 翻 甲 三; 吃 乙 二四; {penalty}打 乙 玖; 和 丙"
ROWS = [
    ("s0_158 a violation that nobody punished costs nothing", "", (0, -120, 120)),
    ("s0_158 s0_159 包牌 costs 20 to each", "包 乙 吃過張 20; ", (20, -160, 140)),
    ("s0_158 as much as was given", "包 乙 吃過張 10; ", (10, -140, 130)),
]


@pytest.mark.parametrize(("penalty", "pay"), [row[1:] for row in ROWS], ids=[row[0] for row in ROWS])
def test_what_a_violation_costs(penalty: str, pay: tuple[int, ...]) -> None:
    verdict = audit_record(
        record("leshan", three(乙=EATS, 丙=WAIT), PASSED.format(penalty=penalty)), load_rules("leshan")
    )
    assert (verdict.pay, [finding.code for finding in verdict.findings]) == (pay, ["chi_guozhang"])
