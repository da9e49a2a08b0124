"""發牌之誤: a hand not written down, one with a card too few or too many, a card in the wrong hand, a cut forgotten."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from msgspec.structs import replace

from erqishi_logs.cards import UNSEEN_GLYPH
from erqishi_logs.record import Event
from erqishi_logs.repair.course import first_act
from erqishi_logs.repair.edit import Edit
from erqishi_logs.repair.lost import LOST
from erqishi_logs.repair.sense import lacks_cut
from erqishi_logs.repair.slips import DOUBLED, LOOK_ALIKE, TOO_MANY, iter_slips, slip_cost

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from erqishi_logs.cards import Deck
    from erqishi_logs.repair.course import Course
    from erqishi_logs.repair.sense import Trouble
    from erqishi_logs.replay import Table

#: A take that comes out of turn, each.
OUT_OF_ORDER = 0.05
#: Cards of a hand that are completed or taken off together.
MOST_CARDS = 3


def iter_deals(course: Course, trouble: Trouble) -> Iterator[Edit]:
    """發牌之誤: edits of the deal that may explain a trouble."""
    first = first_act(course.events)
    table = course.tables[first]
    missing = [table.due(seat) - sum(cards for _, cards in owner.takes) for seat, owner in enumerate(table.seats)]
    for seat, count in enumerate(missing):
        yield from _sized(course, seat, count, first)
    if sorted(missing) == [-1, *[0] * (len(missing) - 2), 1]:
        yield from _moved(course, missing.index(-1), missing.index(1))
    if lacks_cut(table, course.events) or _is_one_over(course):
        yield from _cuts(course, table)
    yield from _doubled(course, first)
    yield from _other_cards(course, trouble)


def _deals_of(course: Course, seat: int) -> list[int]:
    return [index for index, event in enumerate(course.events) if event.type == "deal" and event.seat == seat]


def _sized(course: Course, seat: int, missing: int, first: int) -> Iterator[Edit]:
    """A hand or a take that is not there, or has a few cards too few or too many."""
    places = _deals_of(course, seat)
    deal = Event("deal", seat=seat, cards=UNSEEN_GLYPH * missing)
    if not places:
        yield Edit("insert", _place_of(course, seat, first), after=(deal,), cost=LOST, is_blank=True)
    elif 0 < missing <= MOST_CARDS:
        for place in places:
            event = course.events[place]
            yield _change(place, event, replace(event, cards=(event.cards or "") + UNSEEN_GLYPH * missing), LOST)
        for place in range(first + 1) if len(places) > 1 else ():
            cost = LOST + OUT_OF_ORDER * _breaks([*course.events[:place], deal, *course.events[place:first]])
            yield Edit("insert", place, after=(deal,), cost=cost, is_blank=True)
    elif missing == -1:
        for place in places:
            yield from _one_less(course, place)


def _breaks(events: Sequence[Event]) -> int:
    """How often a take is not followed by that of the next seat."""
    seats = [event.seat or 0 for event in events if event.type == "deal"]
    n_players = max(seats) + 1
    return sum((one + 1) % n_players != other for one, other in pairwise(seats))


def _place_of(course: Course, seat: int, first: int) -> int:
    """Behind the hand of the seat before it in the order of dealing; before all if there is none."""
    dealer = course.record.dealer
    dealt = [(event.seat, index) for index, event in enumerate(course.events[:first]) if event.type == "deal"]
    mine = (seat - dealer) % course.record.n_players
    before = [index for other, index in dealt if ((other or 0) - dealer) % course.record.n_players < mine]
    cuts = [index for index, event in enumerate(course.events[:first]) if event.type == "cut"]
    return max([*before, *cuts], default=-1) + 1


def _one_less(course: Course, index: int) -> Iterator[Edit]:
    event = course.events[index]
    for card in dict.fromkeys(event.cards or ""):
        cards = (event.cards or "").replace(card, "", 1)
        yield _change(index, event, replace(event, cards=cards), LOOK_ALIKE)


def _is_one_over(course: Course) -> bool:
    """Whether 黃 is written with one card left: the one cut out."""
    over = [t.event for t in course.troubles if t.code == "early_huang"]
    return bool(over) and course.tables[over[0]].wall_left == 1 and not any(e.type == "cut" for e in course.events)


def _cuts(course: Course, table: Table) -> Iterator[Edit]:
    """The cut card: the one that is nowhere else, if the wall and all hands are known; its number names who cut."""
    deck = table.game.deck
    wall = table.wall or []
    gone = [copies - seen for copies, seen in zip(deck.copies, table.seen, strict=True)]
    for kind in wall:
        if kind >= 0:
            gone[kind] -= 1
    kinds = [kind for kind, count in enumerate(gone) if count > 0]
    if len(kinds) == 1 and gone[kinds[0]] == 1:
        cutter = (course.record.dealer - deck.numbers[kinds[0]] + 1) % table.n_players
        yield _cut(cutter, deck.format_card(kinds[0]))
        return
    for seat in range(table.n_players):
        yield _cut(seat, UNSEEN_GLYPH)


def _cut(seat: int, card: str) -> Edit:
    return Edit("insert", 0, after=(Event("cut", seat=seat, card=card),), cost=LOST, is_blank=card == UNSEEN_GLYPH)


def _doubled(course: Course, first: int) -> Iterator[Edit]:
    for index, event in enumerate(course.events[:first]):
        again = [k for k in range(index) if course.events[k].type == event.type and course.events[k].seat == event.seat]
        if again and event.type != "note":
            cost = DOUBLED if event in (course.events[k] for k in again) else TOO_MANY
            yield Edit("delete", index, before=(event,), cost=cost)
        if first - 1 <= index + 1:
            yield from (edit for edit in iter_slips(course, index) if edit.op == "swap")


def _other_cards(course: Course, trouble: Trouble) -> Iterator[Edit]:
    """A dealt hand with one card written for another: the one that the trouble is about."""
    deck = course.tables[0].game.deck
    if trouble.code not in ("fifth_copy", "not_in_hand") or trouble.kind < 0:
        return
    card, seat = deck.format_card(trouble.kind), course.events[trouble.event].seat
    for index, event in enumerate(course.events[: trouble.event + 1]):
        cards = (event.cards or "") if event.type == "deal" else ""
        if trouble.code == "fifth_copy" and card in cards:
            exchanged = [(card, other) for other in (*_look_alikes(deck, card), UNSEEN_GLYPH)]
        elif trouble.code == "not_in_hand" and event.seat == seat:
            exchanged = [(other, card) for other in dict.fromkeys(cards) if other not in (card, UNSEEN_GLYPH)]
        else:
            continue
        for was, now in exchanged:
            yield _change(index, event, replace(event, cards=cards.replace(was, now, 1)), slip_cost(deck, was, now))


def _look_alikes(deck: Deck, card: str) -> list[str]:
    return [other for other in deck.glyphs if other != card and slip_cost(deck, card, other) == LOOK_ALIKE]


def _moved(course: Course, giver: int, taker: int) -> Iterator[Edit]:
    """A card that stands in another's hand: one hand has a card too many, the other one too few."""
    takes = _deals_of(course, taker)[-1:]
    for gives in _deals_of(course, giver) if takes else ():
        low, high = sorted((gives, takes[0]))
        before = tuple(course.events[low : high + 1])
        for card in dict.fromkeys(course.events[gives].cards or ""):
            after = {gives: (course.events[gives].cards or "").replace(card, "", 1)}
            after[takes[0]] = (course.events[takes[0]].cards or "") + card
            moved = (replace(e, cards=after.get(low + k, e.cards)) for k, e in enumerate(before))
            yield Edit("change", low, before=before, after=tuple(moved), cost=LOOK_ALIKE)


def _change(index: int, before: Event, after: Event, cost: float) -> Edit:
    return Edit(
        "change", index, before=(before,), after=(after,), cost=cost, is_blank=UNSEEN_GLYPH in (after.cards or "")
    )
