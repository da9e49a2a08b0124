"""Every violation and every fault has a cheat or a spoilt record; faults are found; one-seat views are sound."""

from __future__ import annotations

import os
from itertools import islice

import pytest

from erqishi_logs.rules import load_preset
from tests.simulate.cheating import CHEATS, JUDGED, iter_cheated
from tests.simulate.clean import PRESETS, hands_of
from tests.simulate.small import measure
from tests.simulate.spoil import SPOIL
from tests.simulate.spoiling import spoil_tally
from tests.simulate.views import denied, shows_other_cards, unsound

SOAK = int(os.environ.get("ERQISHI_SOAK", "1"))
#: The faults of FORMAT.
FAULTS = (
    "fifth_copy",
    "short_deal",
    "not_in_hand",
    "no_live_card",
    "wall_overrun",
    "wall_differs",
    "early_huang",
    "after_end",
    "unfinished",
    "pay_unbalanced",
    "pay_differs",
)


def test_every_code_of_the_rulebook_has_its_cheat() -> None:
    assert set(CHEATS) == set(JUDGED)


def test_every_fault_of_the_format_has_its_spoilt_record() -> None:
    assert set(SPOIL) == set(FAULTS)


@pytest.mark.parametrize("code", FAULTS)
def test_a_fault_that_was_put_in_is_the_one_reported(code: str) -> None:
    result = spoil_tally(code, 102 * SOAK)
    assert result.failures == []
    assert result.found == result.cheated >= 100 * SOAK


@pytest.mark.slow
@pytest.mark.parametrize("code", JUDGED)
def test_what_one_seat_sees_of_a_cheat_is_so(code: str) -> None:
    for _, hand in iter_cheated(code, 18 * SOAK):
        if not shows_other_cards(hand.record, hand.rules):
            assert unsound(hand.record, hand.rules) == []
            assert denied(hand.record, hand.rules) == []


@pytest.mark.slow
@pytest.mark.parametrize("preset", PRESETS)
def test_what_one_seat_sees_of_clean_hands_accuses_nobody(preset: str) -> None:
    for record in islice(hands_of(preset, 48 * SOAK, seed=50), 24, 24 + 24 * SOAK):
        assert unsound(record, load_preset(preset)) == []


@pytest.mark.slow
def test_on_small_decks_only_what_is_certain_is_found_and_most_of_it() -> None:
    result = measure(60 * SOAK)
    assert result.false == []
    assert sum(result.found.values()) >= 0.85 * sum(result.certain.values()) > 0
