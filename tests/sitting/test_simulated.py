"""Sittings that bots played by the rules: nothing to note; one hand dropped or doubled: that and nothing else."""

from __future__ import annotations

import os
from functools import cache

import pytest

from erqishi_logs.audit import audit_record
from erqishi_logs.rules import load_preset
from erqishi_logs.simulate import iter_hands
from erqishi_logs.sitting import check_sitting, iter_links, iter_sittings, next_due, played, settle_sitting, sitting_of
from tests.simulate.clean import PRESETS

#: Hands of a sitting here; a whole 圈 of three players takes some five.
HANDS = min(24, 10 * int(os.environ.get("ERQISHI_SOAK", "1")))


@cache
def sitting_hands(preset: str):
    """The hands of one sitting at every number of players that the preset has, but those that are the same table."""
    rules = load_preset(preset)
    records = list(iter_hands(rules, HANDS, seed=11, n_players=max(rules.players)))
    return tuple(played(record, rules, audit_record(record, rules)) for record in records)


@pytest.mark.parametrize("preset", PRESETS)
def test_a_simulated_sitting_gives_no_note_and_nothing_untold_but_what_the_rules_leave_open(preset) -> None:
    (sitting,) = iter_sittings(sitting_hands(preset))
    assert check_sitting(sitting, cannot_tell=True) == ()
    sheet = settle_sitting(sitting)
    assert not sheet.disputes
    assert sum(each.total for each in sheet.balances) == 0


@pytest.mark.parametrize("preset", PRESETS)
def test_one_hand_dropped_gives_the_note_that_it_is_missing_and_no_other(preset) -> None:
    hands = sitting_hands(preset)
    for place, dropped in enumerate(hands[:-1]):
        notes = check_sitting(sitting_of("x", (*hands[:place], *hands[place + 1 :])))
        assert [(note.code, note.hand) for note in notes] == [("hand_missing", dropped.number + 1)]


@pytest.mark.parametrize("preset", PRESETS)
def test_one_hand_doubled_gives_the_note_that_it_is_and_the_same_account(preset) -> None:
    hands = sitting_hands(preset)
    right = settle_sitting(sitting_of("x", hands)).balances
    for twice in hands[::3]:
        sitting = sitting_of("x", (*hands, twice))
        assert [(note.code, note.hand) for note in check_sitting(sitting)] == [("hand_doubled", twice.number)]
        assert settle_sitting(sitting).balances == right


@pytest.mark.parametrize("preset", PRESETS)
def test_what_is_due_is_what_comes(preset) -> None:
    hands = sitting_hands(preset)
    for place in range(1, len(hands)):
        due, came = next_due(sitting_of("x", hands[:place])), hands[place]
        assert due.hand == came.number
        for turn in due.turns:
            cutter = came.players[came.cut.seat] if came.cut else turn.cutter
            assert turn.dealer is not None or turn.cutter == cutter
        dealers = [turn.dealer for turn in due.turns if turn.dealer]
        assert not dealers or (came.dealer_name, came.quan) in [(turn.dealer, turn.quan) for turn in due.turns]


@pytest.mark.parametrize("preset", ["quan", "leshan"])
def test_every_hand_is_a_link(preset) -> None:
    (sitting,) = iter_sittings(sitting_hands(preset))
    assert [link.slot.number for link in iter_links(sitting)] == list(range(1, HANDS + 1))
