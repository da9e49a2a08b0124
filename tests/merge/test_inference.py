"""Cards inferred by counting: never wrong on simulated hands; on small decks, compared with every deal that fits.

`ERQISHI_SOAK=10` takes ten times as many hands.
"""

from __future__ import annotations

from collections import Counter
from functools import reduce
from itertools import product
from random import Random
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, strategies as st
from msgspec.structs import replace

from erqishi_logs.merge import infer_cards, merge_records, without_inferred
from erqishi_logs.merge.counting import is_forced, least_of, most_of
from erqishi_logs.record import Event, loads
from erqishi_logs.rules import load_preset
from erqishi_logs.simulate import as_seen_by, simulate_hand
from tests.merge.witnesses import PRESETS, SOAK, hands_of, views
from tests.simulate.small import fitting, small_hand, small_rules
from tests.simulate.views import shows_other_cards

if TYPE_CHECKING:
    from collections.abc import Iterator

    from erqishi_logs.merge import Inferred
    from erqishi_logs.record import Record

HIDEABLE = ("flip", "draw", "cut", "dui", "kai", "chi", "hu", "discard")


def hidden(record: Record, rng: Random, cards: int) -> Record:
    """The record with up to so many cards of its course unseen."""
    events = list(record.events)
    for at in rng.sample(range(len(events)), min(cards, len(events))):
        if events[at].type in HIDEABLE and events[at].card:
            events[at] = replace(events[at], card="?")
    return replace(record, events=events)


def is_so(inferred: Inferred, hand: Record) -> bool:
    """Whether the whole record has these cards there."""
    if inferred.place == "wall":
        taken = sum(event.type in ("flip", "draw") for event in hand.events)
        there = (hand.wall or "")[taken:]
    elif inferred.event is None:
        there = "".join(e.cards or "" for e in hand.events if e.type == "deal" and e.seat == inferred.seat)
    else:
        event = hand.events[inferred.event]
        there = event.cards or event.card or "" if inferred.place == "hand" else event.card or ""
    return not Counter(inferred.cards) - Counter(there)


@pytest.mark.parametrize("preset", PRESETS)
def test_what_is_inferred_is_so(preset: str) -> None:
    rules, rng, told = load_preset(preset), Random(preset), Counter[str]()
    for hand in hands_of(preset, 10 * SOAK, 60):
        for seat, cards in product(range(hand.n_players), (0, 2, 8)):
            view = hidden(as_seen_by(hand, seat), rng, cards)
            inference = infer_cards(view, rules)
            assert inference.fits != "none", inference.reasons
            assert [inferred for inferred in inference.cards if not is_so(inferred, hand)] == []
            told.update(inferred.place for inferred in inference.cards)
            assert without_inferred(inference.filled()) == replace(view, id=None)
            assert without_inferred(inference.noted()) == view
    assert told["hand"] > 0


@pytest.mark.parametrize("preset", ["leshan", "leshan-4", "duikou"])
def test_all_hands_seen_leave_one_deal_and_the_wall_is_known(preset: str) -> None:
    rules = load_preset(preset)
    for number, hand in enumerate(hands_of(preset, 8, 61)):
        inferred = merge_records(views(hand, Random(number)), rules).inferred
        assert inferred is not None
        assert inferred.fits == "one"
        left = (hand.wall or "")[sum(event.type in ("flip", "draw") for event in hand.events) :]
        assert [sorted(i.cards) for i in inferred.cards if i.place == "wall"] == ([sorted(left)] if left else [])


def test_the_derived_record_lists_what_it_names_and_has_an_id_of_its_own() -> None:
    rules = load_preset("leshan")
    view = replace(as_seen_by(simulate_hand(rules, 1), 0), id="mine")
    inference = infer_cards(view, rules)
    filled, noted = inference.filled(), inference.noted()
    assert noted.events == view.events
    assert (noted.id, filled.id) == ("mine", None)
    assert without_inferred(filled) == without_inferred(noted) == view
    assert filled.extra is not None
    assert filled.extra["_inferred_from"] == "mine"
    hands = [entry for entry in filled.extra["_inferred"] if entry["place"] == "hand"]
    assert [entry["noted"] for entry in hands] == ["?" * 20, "?" * 20] or len(hands) > 0
    for entry in hands:
        assert not Counter(entry["cards"]) - Counter(filled.events[entry["event"]].cards)


HEAD = '{"format":"erqishi-log/1","rules":"duikou","players":["甲","乙"],"dealer":0,"events":[]}'


def a_record(*events: Event, wall: str | None = None) -> Record:
    return replace(loads(HEAD), events=list(events), wall=wall)


CUT = Event("cut", seat=1, card="拾")
MINE = Event("deal", seat=0, cards="一一一一二二二二三三三三四四四四五五五五六")
YOURS = Event("deal", seat=1, cards="?" * 20)


def test_what_is_used_was_dealt_and_a_kai_took_three() -> None:
    events = [CUT, MINE, YOURS, Event("discard", seat=0, card="六"), Event("kai", seat=1, card="六")]
    events.append(Event("discard", seat=1, card="九"))
    inference = infer_cards(a_record(*events), load_preset("duikou"))
    assert (inference.fits, inference.cards) == ("several", (("hand", 1, 2, "六六六九"),))


def test_a_flip_that_nobody_saw_is_named_by_its_claim_and_the_claim_by_the_flip() -> None:
    discard = Event("discard", seat=0, card="六")
    named = [CUT, MINE, YOURS, discard, Event("flip", seat=1, card="?"), Event("dui", seat=1, card="九")]
    inference = infer_cards(a_record(*named), load_preset("duikou"))
    assert ("flip", 1, 4, "九") in inference.cards
    naming = [CUT, MINE, YOURS, discard, Event("flip", seat=1, card="九"), Event("dui", seat=1, card="?")]
    inference = infer_cards(a_record(*naming), load_preset("duikou"))
    assert ("claim", 1, 5, "九") in inference.cards


def test_no_deal_fits_a_fifth_card_and_the_kind_and_seat_are_named() -> None:
    events = [CUT, MINE, YOURS, Event("discard", seat=0, card="六"), Event("dui", seat=1, card="六")]
    wrong = [*events, Event("discard", seat=1, card="一")]
    inference = infer_cards(a_record(*wrong), load_preset("duikou"))
    assert (inference.fits, inference.reasons) == ("none", (("fifth_copy", 1, 5, "一"),))
    assert inference.cards == ()


def test_no_deal_fits_a_wall_that_holds_a_kind_too_often() -> None:
    inference = infer_cards(a_record(CUT, MINE, YOURS, wall="一"), load_preset("duikou"))
    assert (inference.fits, inference.reasons) == ("none", (("fifth_copy", None, None, "一"),))


def test_a_hand_not_recorded_in_full_is_not_counted() -> None:
    inference = infer_cards(a_record(CUT, MINE, Event("discard", seat=0, card="六")), load_preset("duikou"))
    assert (inference.fits, inference.reasons[0][:2], inference.cards) == ("uncounted", ("short_deal", 1), ())


def test_a_discard_not_seen_out_of_a_known_hand_is_no_fifth_card() -> None:
    """Its claim names a card that is counted in the hand already."""
    rest = "七七七七八八八八九九九九十十十十壹壹壹五"
    yours = Event("deal", seat=1, cards=rest)
    mine = Event("deal", seat=0, cards="一一一一二二二二三三三三四四四四五五五壹六")
    events = [CUT, mine, yours, Event("discard", seat=0, card="?"), Event("kai", seat=1, card="壹")]
    assert infer_cards(a_record(*events), load_preset("duikou")).fits != "none"


# --- against every deal that fits ----------------------------------------------------------------


def small_views(number: int) -> Iterator[tuple[Record, list[Record], str]]:
    """One-seat views of small hands with all the deals that fit each, and the rules' base."""
    rng, seed, found = Random("infer"), 0, 0
    while found < number:
        seed += 1
        base = ("leshan", "quan", "online")[seed % 3]
        record = small_hand(base, rng.choice((2, 2, 3)), seed)
        if shows_other_cards(record, small_rules(base)):
            continue
        view = as_seen_by(record, rng.randrange(record.n_players))
        records = fitting(view, small_rules(base))
        if records:
            found += 1
            yield view, records, base


def in_all(records: list[Record], at: int) -> Counter[str]:
    """Cards that a hand has in every deal."""
    return reduce(lambda a, b: a & b, (Counter(record.events[at].cards or "") for record in records))


def test_on_small_decks_what_every_deal_has_is_inferred_and_nothing_else() -> None:
    certain = found = 0
    for view, records, base in small_views(15 * SOAK):
        inference = infer_cards(view, small_rules(base))
        told = {inferred.event: Counter(inferred.cards) for inferred in inference.cards if inferred.place == "hand"}
        for at, event in enumerate(view.events):
            if event.type == "deal" and "?" in (event.cards or ""):
                sure = in_all(records, at)
                assert not told.get(at, Counter[str]()) - sure
                certain, found = certain + sure.total(), found + told.get(at, Counter[str]()).total()
        if inference.fits == "one":
            assert len({str(record.events) for record in records}) == 1
    assert found >= 0.95 * certain > 0


def ways(cards: list[int], room: list[int]) -> Iterator[list[list[int]]]:
    """Every way to put the cards of each kind into places, by kind, then place."""
    if not cards:
        if not any(room):
            yield []
        return
    for split in product(*(range(min(cards[0], free) + 1) for free in room)):
        if sum(split) == cards[0]:
            left = [free - count for free, count in zip(room, split, strict=True)]
            yield from ([list(split), *rest] for rest in ways(cards[1:], left))


@given(st.lists(st.integers(0, 3), min_size=1, max_size=4), st.lists(st.integers(0, 9), min_size=1, max_size=2))
def test_the_bounds_are_those_of_all_ways(cards: list[int], cuts: list[int]) -> None:
    whole = sum(cards)
    marks = sorted(min(cut, whole) for cut in cuts)
    room = [b - a for a, b in zip([0, *marks], [*marks, whole], strict=True)]
    every = list(ways(cards, room))
    lowest = [[min(way[k][p] for way in every) for k in range(len(cards))] for p in range(len(room))]
    highest = [[max(way[k][p] for way in every) for k in range(len(cards))] for p in range(len(room))]
    assert (least_of(cards, room), most_of(cards, room)) == (lowest, highest)
    assert is_forced(cards, room) == (len(every) == 1)
