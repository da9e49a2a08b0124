"""Records that are not one hand never merge; odd ones merge without a traceback and nothing is settled silently.

`ERQISHI_SOAK=10` takes ten times as many hands.
"""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings, strategies as st
from msgspec.structs import replace

from erqishi_logs.merge import (
    MergeError,
    group_records,
    infer_cards,
    merge_records,
    same_hand,
    turned,
    without_inferred,
)
from erqishi_logs.record import Event, Record, as_dict, dumps, loads
from erqishi_logs.rules import load_preset
from erqishi_logs.simulate import GreedyBot, RandomBot, as_seen_by, simulate_hand
from tests.merge.witnesses import PRESETS, SOAK, altered, hands_of, views
from tests.record.random_hands import records as any_records
from tests.simulate.spoil import SPOIL

LESHAN = load_preset("leshan")


@pytest.mark.parametrize("preset", PRESETS)
def test_different_hands_of_the_same_players_never_merge(preset: str) -> None:
    hands = [replace(hand, session=None, hand=None) for hand in hands_of(preset, 60 * SOAK, 80)]
    assert group_records(hands) == [[place] for place in range(len(hands))]
    noted = [turned(as_seen_by(hand, k % hand.n_players), k % hand.n_players) for k, hand in enumerate(hands)]
    assert group_records(noted) == [[place] for place in range(len(hands))]


def test_one_deal_played_in_two_ways_is_two_hands() -> None:
    """Deals, walls and often the first acts are the same; what came then is not."""
    for seed in range(20 * SOAK):
        played = [simulate_hand(LESHAN, seed, bots=[bot]) for bot in (RandomBot(), GreedyBot())]
        if played[0].events == played[1].events:
            continue
        assert same_hand(*played) is None, seed
        assert same_hand(as_seen_by(played[0], 0), as_seen_by(played[1], 1)) is None, seed


@pytest.mark.parametrize(("wrong", "is_same"), [(1, True), (2, True), (6, False), (12, False)])
def test_only_so_many_events_may_be_told_apart(wrong: int, is_same: bool) -> None:
    """The end is the same: more than one event for every 16 told alike, and one, is another hand."""
    hand = max((simulate_hand(LESHAN, seed) for seed in range(9)), key=lambda hand: len(hand.events))
    events = list(hand.events)
    flips = [k for k, event in enumerate(events) if event.type == "flip"]
    for k in flips[:wrong]:
        events[k] = replace(events[k], card="一" if events[k].card != "一" else "二")
    other = as_seen_by(replace(hand, events=events), 1)
    assert (same_hand(as_seen_by(hand, 0), other) is not None) == is_same


def test_two_numbers_of_one_sitting_are_two_hands_and_two_numbers_of_two_are_disputed() -> None:
    hand = simulate_hand(LESHAN, 3)
    first, second = (replace(hand, session="茶樓", hand=number) for number in (1, 2))
    assert same_hand(first, second) is None
    merged = merge_records([first, replace(second, session="老茶館")])
    assert [conflict.fields for conflict in merged.conflicts] == [("session",), ("hand",)]


def test_the_same_record_twice_is_one_witness() -> None:
    hand = simulate_hand(LESHAN, 3)
    again = replace(hand, id="again")
    assert group_records([hand, again, hand]) == [[0, 1, 2]]
    merged = merge_records([hand, again])
    assert (merged.record, merged.conflicts, merged.record.merged_from) == (hand, (), None)


def test_two_records_of_one_id_are_told_apart_by_their_contents() -> None:
    hand = simulate_hand(LESHAN, 3)
    both = [replace(as_seen_by(hand, seat), id="mine") for seat in (0, 1)]
    assert len(set(merge_records(both).witnesses)) == 2


def test_what_tells_too_little_is_not_one_hand() -> None:
    empty = loads('{"format":"erqishi-log/1","rules":"leshan","players":["甲","乙","丙"],"dealer":0,"events":[]}')
    drawn = replace(empty, events=[Event("huang")])
    assert group_records([empty, drawn, replace(drawn, dealer=1)]) == [[0], [1], [2]]
    at_once = [Event("discard", seat=0, card="五"), Event("hu", seat=1, card="五")]
    assert same_hand(replace(empty, events=at_once), replace(empty, events=at_once, stake=2)) is None


def test_what_breaks_off_is_with_one_of_two_hands_that_began_alike() -> None:
    hand = max((simulate_hand(LESHAN, seed) for seed in range(9)), key=lambda hand: len(hand.events))
    half = len(hand.events) // 2
    other = {"一": "二"}
    tail = [replace(e, card=other.get(e.card, "一")) if e.card else e for e in hand.events[half:]]
    begun, twin = (replace(hand, events=hand.events[:half] + more) for more in ([], tail))
    assert same_hand(begun, hand) is not None
    assert same_hand(begun, twin) is not None
    assert group_records([begun, hand, twin]) == [[0, 1], [2]]
    assert group_records([begun, twin, hand]) == [[0, 1], [2]]


def test_records_of_two_hands_are_refused_in_words() -> None:
    one, other = simulate_hand(LESHAN, 3), replace(simulate_hand(LESHAN, 4), id="other")
    with pytest.raises(MergeError, match="record other is not the hand"):
        merge_records([one, other])
    with pytest.raises(MergeError):
        merge_records([])


@pytest.mark.parametrize("code", sorted(SPOIL))
def test_a_witness_whose_record_has_a_fault_is_disputed_not_repaired(code: str) -> None:
    tried = 0
    for seed in range(6):
        hand = simulate_hand(LESHAN, seed, bots=[GreedyBot()])
        spoilt = SPOIL[code](hand, LESHAN, Random(seed))
        if spoilt is None or same_hand(hand, spoilt.record) is None:
            continue
        tried += 1
        merged = merge_records([hand, spoilt.record])
        assert merged.conflicts
        assert {**as_dict(merged.record), "merged_from": 0} == {**as_dict(hand), "merged_from": 0}
    assert tried > 0


def test_a_dealer_told_otherwise_is_disputed_and_the_seats_still_go_together() -> None:
    hand = simulate_hand(LESHAN, 3)
    wrong = replace(turned(as_seen_by(hand, 0), 1), dealer=(hand.dealer + 2) % 3)
    merged = merge_records([hand, wrong])
    assert [conflict.fields for conflict in merged.conflicts] == [("dealer",)]
    assert merged.record.events == hand.events


def test_who_broke_off_is_said_once() -> None:
    hand = max((simulate_hand(LESHAN, seed) for seed in range(5)), key=lambda hand: len(hand.events))
    half = replace(as_seen_by(hand, 1), events=as_seen_by(hand, 1).events[: len(hand.events) // 2])
    merged = merge_records([as_seen_by(hand, 0), half])
    assert [conflict.kind for conflict in merged.conflicts] == ["ends"]
    assert len(merged.record.events) == len(hand.events)


def test_a_name_on_two_seats_is_disputed_signs_of_seats_are_not() -> None:
    hand = replace(simulate_hand(LESHAN, 3), players=("王五", "李四", "張三"))
    moved = replace(as_seen_by(hand, 0), players=("李四", "王五", "張三"))
    signs = replace(as_seen_by(hand, 0), players=("乙", "丙", "甲"))
    other = replace(as_seen_by(hand, 0), players=("老王", "李四", "張三"))
    assert [conflict.fields for conflict in merge_records([hand, moved]).conflicts] == [("players",)]
    assert merge_records([hand, signs]).conflicts == ()
    merged = merge_records([hand, other])
    assert (merged.conflicts, merged.names[0]) == ((), ("王五", "老王"))
    assert merged.marked().extra is not None
    assert merged.marked().extra["_names"][0] == ["王五", "老王"]


def test_what_may_be_left_out_is_united() -> None:
    hand = simulate_hand(LESHAN, 3)
    at = next(k for k, event in enumerate(hand.events) if event.type == "discard")
    card = hand.events[at].card
    passed = [*hand.events[: at + 1], Event("pass", seat=1, card=card), *hand.events[at + 1 :]]
    noted = [*hand.events[: at + 1], Event("note", text="想了很久"), *hand.events[at + 1 :]]
    timed = [replace(event, ms=k * 100) for k, event in enumerate(hand.events)]
    bare = [replace(e, hushu=None, titles=None, total=None) if e.type == "hu" else e for e in hand.events]
    merged = merge_records([replace(hand, events=events) for events in (bare, passed, noted, timed, hand.events)])
    assert merged.conflicts == ()
    kept = merged.record.events
    assert [event for event in kept if event.type not in ("pass", "note")] == timed
    assert sorted(event.type for event in kept[at + 1 : at + 3]) == ["note", "pass"]


@settings(max_examples=25 * SOAK, deadline=None)
@given(any_records(), any_records(), st.integers(0, 9))
def test_any_records_are_compared_and_merged_without_a_traceback(one: Record, other: Record, turn: int) -> None:
    for second in (other, turned(one, turn)):
        if len(group_records([one, second])) == 1:
            merged = merge_records([one, second])
            assert loads(dumps(merged.marked())).events == merged.record.events


@settings(max_examples=20 * SOAK, deadline=None)
@given(st.integers(0, 10**6), st.sampled_from(("card", "missing", "doubled")))
def test_the_order_of_the_witnesses_changes_no_number_of_conflicts(seed: int, way: str) -> None:
    rng = Random(seed)
    witnesses = views(simulate_hand(LESHAN, seed % 50), rng, renamed=False)
    witnesses[0] = altered(witnesses[0], rng, way)
    told = [len(merge_records(witnesses[k:] + witnesses[:k]).conflicts) for k in range(3)]
    assert told == [1, 1, 1]


@pytest.mark.parametrize(
    "listed",
    [
        5,
        "x",
        {"a": 1},
        [None],
        [{"noted": "?"}],
        [{"place": "hand", "event": 99, "noted": "?"}],
        [{"place": "hand", "event": 1, "noted": "一二三"}],
        [{"place": "flip", "event": True, "noted": "?" * 20}],
    ],
)
def test_a_strangers_list_of_inferred_cards_changes_no_card(listed: object) -> None:
    hand = simulate_hand(LESHAN, 3)
    marked = replace(hand, extra={"_inferred": listed, "_inferred_from": 3})
    assert without_inferred(marked).events == hand.events
    assert merge_records([marked, as_seen_by(hand, 1)]).record.events == hand.events


def test_inferred_cards_are_no_witness_and_earlier_conflicts_stay_told() -> None:
    hand = simulate_hand(LESHAN, 3)
    views_of = [as_seen_by(hand, seat) for seat in range(3)]
    filled = infer_cards(views_of[0], LESHAN).filled()
    assert merge_records([filled, views_of[1]]).record == merge_records(views_of[:2]).record
    first = merge_records([views_of[0], replace(views_of[1], stake=2, quan=3), replace(views_of[1], quan=4)])
    again = merge_records([first.marked(), views_of[2]]).marked()
    assert again.extra is not None
    assert [conflict["fields"] for conflict in again.extra["_conflicts"]] == [["quan"]]
    assert again.merged_from is not None
    assert again.extra["_conflicts"][0]["of"] == again.merged_from[0]
