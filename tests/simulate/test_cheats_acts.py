"""Seeded cheating is found, in claims and turns: 100 hands a code, in the soak 1,000."""

from __future__ import annotations

import os

import pytest

from tests.simulate import cheat_claims, cheat_turns
from tests.simulate.cheating import codes_of, tally

HANDS = 100 * int(os.environ.get("ERQISHI_SOAK", "1"))


@pytest.mark.slow
@pytest.mark.parametrize("code", codes_of(cheat_claims, cheat_turns))
def test_the_cheat_is_reported_at_its_event_and_nothing_else_is(code: str) -> None:
    result = tally(code, HANDS)
    assert result.failures == []
    assert result.found == result.cheated == HANDS
