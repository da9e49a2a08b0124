"""承接: every hand of a sitting with what it should follow from, and what stands in the way of telling."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from erqishi_logs.sitting.course import (
    Doubt,
    Expected,
    State,
    any_state,
    expect,
    first_state,
    follow,
    quans_after,
    turns_by_quan,
)
from erqishi_logs.sitting.seating import is_turned
from erqishi_logs.sitting.sitting import is_same_deal, resting_circles

if TYPE_CHECKING:
    from collections.abc import Iterator

    from erqishi_logs.rules import RuleSet
    from erqishi_logs.sitting.played import Played
    from erqishi_logs.sitting.seating import Circle
    from erqishi_logs.sitting.sitting import Sitting, Slot

#: Doubts that leave it standing who sits in the round, and so who dealt first.
_SAME_TABLE = {"missing", "unfinished", "faulty", "doubled"}


class Link(NamedTuple):
    """環: one hand with what should have been: `due` and `quans` before it, `state` from it on.

    `before` is the hand before it that there is, None for the first; `quans` are None outside 打圈 and where the
    圈 cannot be told (then `due.doubts`); `circles` are the rounds in which the deal passes on.
    """

    slot: Slot
    before: Slot | None
    due: Expected
    quans: frozenset[int] | None
    state: State
    circles: tuple[Circle, ...]

    @property
    def hand(self) -> Played:
        """局: the record by which the hand is told."""
        return self.slot.lead


def iter_links(sitting: Sitting) -> Iterator[Link]:
    """承接: the numbered hands in order, each with what should have been (RULEBOOK §3)."""
    resting = resting_circles(sitting)
    again = copied_slots(sitting)
    last: Link | None = None
    for slot in sitting.slots:
        last = _first_link(slot, resting) if last is None else _next_link(last, slot, resting, again)
        yield last


def copied_slots(sitting: Sitting) -> dict[int, int]:
    """重局: the numbers whose hand was dealt as an earlier one of the sitting, each with that one's number."""
    found: dict[int, int] = {}
    seen: dict[tuple[str, ...], list[Slot]] = {}
    for slot in sitting.slots:
        for key in _deal_keys(slot.lead):
            same = next((old for old in seen.get(key, ()) if is_same_deal(old.lead, slot.lead)), None)
            if same is not None:
                found.setdefault(slot.number, same.number)
            seen.setdefault(key, []).append(slot)
    return found


def _deal_keys(hand: Played) -> Iterator[tuple[str, ...]]:
    return ((name, cards) for name, cards in zip(hand.players, hand.dealt, strict=False) if len(cards) > 2)


def _first_link(slot: Slot, resting: tuple[Circle, ...]) -> Link:
    hand = slot.lead
    doubts = (*_numbers_missing(0, slot.number), *_of_slot(slot))
    if doubts:
        people = [name for circle in resting for name in circle]
        return Link(slot, None, Expected(None, None, doubts), None, any_state(hand, people=people), resting)
    state = first_state(hand)
    quans = state.quans
    if quans is not None and hand.quan is not None:
        state = State(hand, frozenset((hand.quan,)), state.firsts)
    return Link(slot, None, Expected(None, None), quans, state, resting)


def _next_link(last: Link, slot: Slot, resting: tuple[Circle, ...], again: dict[int, int]) -> Link:
    hand, state = slot.lead, last.state
    doubts = tuple(dict.fromkeys(_between(last.slot, slot, resting, again)))
    due = expect(state, (last.hand.players, *resting), doubts)
    if doubts:
        kept = state.firsts if {doubt.code for doubt in doubts} <= _SAME_TABLE else frozenset()
        people = [name for circle in resting for name in circle]
        return Link(slot, last.slot, due, None, any_state(hand, kept, people), resting)
    regular = due.dealers is None or hand.dealer_name in due.dealers
    quans = quans_after(state, hand.dealer_name, regular=regular)
    return Link(slot, last.slot, due, quans, follow(state, hand, due, quans), resting)


def _between(last: Slot, slot: Slot, resting: tuple[Circle, ...], again: dict[int, int]) -> Iterator[Doubt]:
    """What stands between two hands, so that nothing of the second follows from the first."""
    yield from _numbers_missing(last.number, slot.number)
    yield from end_doubts(last)
    yield from _of_slot(slot)
    yield from (Doubt("doubled", each.number) for each in (last, slot) if each.number in again)
    if last.lead.has_names and slot.lead.has_names and not is_same_table(last.lead, slot.lead, resting):
        yield Doubt("people", last.number, slot.number)
    if _dealing(last.lead.rules) != _dealing(slot.lead.rules):
        yield Doubt("rules", last.number, slot.number)


def _numbers_missing(before: int, number: int) -> Iterator[Doubt]:
    if number > before + 1:
        yield Doubt("missing", before + 1, number - 1)


def end_doubts(slot: Slot) -> Iterator[Doubt]:
    """疑: why nothing can be told from how a hand ended."""
    yield from _of_slot(slot)
    if slot.lead.result.outcome == "unfinished":
        yield Doubt("unfinished", slot.number)
    elif slot.lead.is_faulty:
        yield Doubt("faulty", slot.number)


def _of_slot(slot: Slot) -> Iterator[Doubt]:
    if not slot.is_one_hand:
        yield Doubt("doubled", slot.number)
    if not slot.lead.has_names:
        yield Doubt("names", slot.number)


def is_same_table(one: Played, other: Played, resting: tuple[Circle, ...]) -> bool:
    """同桌: whether the same people sit in the same round; where one rests, it is the round with him."""
    return bool(resting) or is_turned(one.players, other.players)


def _dealing(rules: RuleSet) -> tuple[object, ...]:
    """The options by which deals follow each other."""
    keeps = rules.dealer_keeps if turns_by_quan(rules) else None
    return rules.dealer_by, keeps, rules.cutter
