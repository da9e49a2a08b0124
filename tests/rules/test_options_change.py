"""Every option changes a result: a hand for each, what it gives without the option and with it, the clause."""

from __future__ import annotations

import os
import re
from itertools import islice
from typing import TYPE_CHECKING

import pytest

from erqishi_logs.errors import RuleError
from erqishi_logs.rules import load_preset, load_rules
from erqishi_logs.rules.difference import diff_rules
from erqishi_logs.simulate import iter_hands
from tests.rules.change_count import CHANGES as COUNTING
from tests.rules.change_play import CHANGES as PLAYING
from tests.simulate.clean import TABLES, check_hand

if TYPE_CHECKING:
    from pathlib import Path

    from tests.rules.change import Change

CHANGES = [*PLAYING, *COUNTING]
IDS = [f"{change.clause} {change.base} {change.house}" for change in CHANGES]
#: What nothing plays yet: the one option that every rule set refuses to change.
NOT_YET = {"wilds": "wilds=4"}
#: Hands of each rule set that an option makes, half of them with a seat that plays anything legal.
HANDS = 12 * int(os.environ.get("ERQISHI_SOAK", "1"))


@pytest.mark.parametrize("change", CHANGES, ids=IDS)
def test_an_option_changes_the_result(change: Change) -> None:
    without, with_it = change.rules
    assert (change.ask(without), change.ask(with_it)) == (change.before, change.after)
    assert change.before != change.after
    assert list(diff_rules(without, with_it)) == [change.option]


def test_no_option_is_without_such_a_hand() -> None:
    options = [option for option in load_preset("leshan").options() if option != "game"]
    assert sorted({*(change.option for change in CHANGES), *NOT_YET}) == sorted(options)
    assert not NOT_YET.keys() & {change.option for change in CHANGES}


@pytest.mark.parametrize("house", NOT_YET.values(), ids=NOT_YET)
def test_what_is_not_there_yet_is_refused(house: str) -> None:
    with pytest.raises(RuleError, match="not there yet"):
        load_rules("leshan", [house])


def test_every_change_cites_what_there_is(shared: Path) -> None:
    rules = shared / "rules"
    clauses = "".join((rules / name).read_text(encoding="utf-8") for name in ("CLAUSES-S0S2S3.tsv", "CLAUSES-S1S4.tsv"))
    cited = {change.clause for change in CHANGES}
    assert {clause for clause in cited if not re.search(rf"^{clause}\t", clauses, re.MULTILINE)} <= {"P", "§5", "§9"}


def played() -> dict[str, Change]:
    """One row a rule set that can be played."""
    return {f"{change.base} {change.house}": change for change in CHANGES if not load_rules(change.rules[0].id).sao}


@pytest.mark.slow
@pytest.mark.parametrize("change", played().values(), ids=played())
def test_under_each_option_nobody_is_accused_and_what_is_paid_is_counted(change: Change) -> None:
    rules = change.rules[1]
    for seed, bots in enumerate(TABLES):
        for record in islice(iter_hands(rules, HANDS // 2, seed, bots), HANDS // 2):
            check_hand(record, rules)
