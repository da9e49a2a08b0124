"""Every option in the compiled engine: hands played there under it break no rule, and both audits say the same."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from erqishi_logs.simulate.bulk import iter_bulk
from tests.engine.test_audit import differences
from tests.rules.test_options_change import played
from tests.simulate.clean import TABLES, check_hand

if TYPE_CHECKING:
    from tests.rules.change import Change

#: Hands of each rule set that an option makes, half of them with a seat that plays anything legal.
HANDS = 20 * int(os.environ.get("ERQISHI_SOAK", "1"))


@pytest.mark.slow
@pytest.mark.parametrize("change", played().values(), ids=played())
def test_hands_of_the_compiled_players(change: Change) -> None:
    rules = change.rules[1]
    records = [hand for seed, bots in enumerate(TABLES) for hand in iter_bulk(rules, HANDS // 2, seed, bots)]
    for record in records:
        check_hand(record, rules)
    found, judged = differences(records, [rules] * len(records))
    assert (found, judged) == ([], len(records))
