"""One-seat views of whole records, turned and renamed, are found among each other and merge to the originals.

`ERQISHI_SOAK=10` takes ten times as many hands: 1,000.
"""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import TYPE_CHECKING

import pytest
from msgspec.structs import replace

from erqishi_logs.merge import group_records, merge_records, same_hand, turned
from erqishi_logs.simulate import as_seen_by
from tests.merge.witnesses import CARDS, PRESETS, SOAK, altered, hands_of, seen_by_some, views

if TYPE_CHECKING:
    from erqishi_logs.record import Event, Record

#: 100 hands of all presets together; the soak takes ten times as many.
HANDS = 20 * SOAK
WAYS = ("card", "missing", "doubled")


def as_first(hand: Record, first: Record, merged: Record) -> Record:
    """The original as the first witness counts and names its seats, with the ids of those who were united."""
    same = same_hand(first, hand)
    assert same is not None
    names = {"players": first.players, "merged_from": merged.merged_from}
    return replace(turned(seen_by_some(hand), same.turn), **names)


def course(record: Record) -> list[Event]:
    """What all saw."""
    return [event for event in record.events if event.type != "deal"]


@pytest.mark.parametrize("preset", PRESETS)
def test_views_of_one_seat_are_found_and_merge_to_the_original(preset: str) -> None:
    rng = Random(f"join/{preset}")
    hands = list(hands_of(preset, HANDS, 40))
    noted = [(number, view) for number, hand in enumerate(hands) for view in views(hand, rng)]
    rng.shuffle(noted)
    groups = group_records(view for _, view in noted)
    found = [{noted[place][0] for place in group} for group in groups]
    assert [sorted(numbers) for numbers in found if len(numbers) > 1] == []
    assert len(groups) == len(hands)
    for group in groups:
        hand = hands[noted[group[0]][0]]
        witnesses = [noted[place][1] for place in group]
        merged = merge_records(witnesses)
        assert merged.record == as_first(hand, witnesses[0], merged.record)
        assert [conflict for conflict in merged.conflicts if conflict.fields != ("players",)] == []


@pytest.mark.parametrize("n_witnesses", [2, 3])
@pytest.mark.parametrize("way", WAYS)
def test_one_altered_witness_gives_one_conflict_that_names_him(way: str, n_witnesses: int) -> None:
    told: Counter[str] = Counter()
    for number, hand in enumerate(hands_of("leshan", HANDS, 41)):
        rng = Random(f"{way}/{number}")
        witnesses = views(hand, rng, renamed=False)[:n_witnesses]
        wrong = rng.randrange(n_witnesses)
        witnesses[wrong] = replace(altered(witnesses[wrong], rng, way), id="wrong")
        assert len(group_records(witnesses)) == 1
        merged = merge_records(witnesses)
        assert len(merged.conflicts) == 1, (number, merged.conflicts)
        conflict = merged.conflicts[0]
        assert ("wrong",) in [reading.records for reading in conflict.readings]
        assert conflict.kind in (("differs",) if way == "card" else ("missing", "ends"))
        if n_witnesses == 3 or wrong == 1:
            told["kept"] += course(merged.record) == course(as_first(hand, witnesses[0], merged.record))
            told["asked"] += 1
    assert told["kept"] == told["asked"] > 0


@pytest.mark.parametrize("preset", ["leshan", "leshan-4", "duikou"])
def test_what_two_of_three_saw_is_united_and_the_rest_stays_unseen(preset: str) -> None:
    for number, hand in enumerate(hands_of(preset, HANDS // 2, 42)):
        both = views(hand, Random(number), renamed=False)[:2]
        merged = merge_records(both)
        assert merged.conflicts == ()
        whole = as_first(hand, both[0], merged.record)
        assert [event.type for event in merged.record.events] == [event.type for event in whole.events]
        for event, original in zip(merged.record.events, whole.events, strict=True):
            assert event.cards == original.cards or set(event.cards or "") == {"?"}
            assert event.card in (original.card, "?")


@pytest.mark.parametrize("way", ["card", "doubled"])
def test_a_dealt_hand_that_two_saw_otherwise_is_one_conflict(way: str) -> None:
    """Its reader and the one who looked over his shoulder; the whole record agrees with the second."""
    for hand in hands_of("leshan", 5, 43):
        at = next(k for k, event in enumerate(hand.events) if event.type == "deal")
        deal, seat = hand.events[at], hand.events[at].seat or 0
        seen = as_seen_by(hand, seat)
        cards = deal.cards or ""
        wrong = next(card for card in CARDS if card not in cards) + cards[1:]
        told = [replace(deal, cards=wrong)] if way == "card" else [deal, deal]
        other = replace(seen, events=[*seen.events[:at], *told, *seen.events[at + 1 :]])
        merged = merge_records([seen, other])
        assert [(c.kind, c.fields, c.event) for c in merged.conflicts] == [("differs", ("cards",), at)]
        assert merged.record.events == seen.events
        assert [len(reading.records) for reading in merged.conflicts[0].readings] == [1, 1]
