"""筆誤: lines written twice, in the wrong order, with a wrong card, seat or act."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from erqishi_logs.cards import UNSEEN_GLYPH
from erqishi_logs.record.types import CLAIMS
from erqishi_logs.repair.edit import Edit
from erqishi_logs.repair.lost import next_of_wall
from erqishi_logs.repair.sense import BEFORE_PLAY, owed_call

if TYPE_CHECKING:
    from collections.abc import Iterator

    from erqishi_logs.cards import Deck
    from erqishi_logs.record import Event
    from erqishi_logs.repair.course import Course
    from erqishi_logs.replay import Table

DOUBLED, SWAPPED, LOOK_ALIKE, WRONG_SEAT, WRONG_ACT, TOO_MANY, WRONG_CARD = 0.5, 0.8, 1.2, 1.3, 1.5, 1.5, 1.8
#: Numbers farther apart are no look-alikes.
_NEAR = 1


def iter_slips(course: Course, index: int) -> Iterator[Edit]:
    """筆誤: event `index` struck out, changed, or swapped with the next."""
    events = course.events
    event = events[index]
    follows = events[index + 1] if index + 1 < len(events) else None
    if event != follows:
        twice = index > 0 and events[index - 1] == event
        yield Edit("delete", index, before=(event,), cost=DOUBLED if twice else TOO_MANY)
        if follows is not None:
            yield Edit("swap", index, before=(event, follows), after=(follows, event), cost=SWAPPED)
    for other, cost in _changed(course, index, event):
        yield Edit("change", index, before=(event,), after=(other,), cost=cost)


def _changed(course: Course, index: int, event: Event) -> Iterator[tuple[Event, float]]:
    table = course.tables[index]
    if event.seat is not None and event.type not in ("cut", "note", "baopai"):
        for seat in range(table.n_players):
            if seat != event.seat:
                yield replace(event, seat=seat), WRONG_SEAT
    yield from _other_act(table, event)
    if event.type not in BEFORE_PLAY:
        yield from iter_cards(course, index)


def _other_act(table: Table, event: Event) -> Iterator[tuple[Event, float]]:
    other = {"flip": "discard", "discard": "flip", "dui": "kai", "kai": "dui"}.get(event.type)
    if other is not None and not event.hidden:
        yield replace(event, type=other), WRONG_ACT
    if event.type == "bakuai" and event.seat is not None:
        _, quads = owed_call(table, table.seats[event.seat])
        if quads is not None and quads >= 2:
            yield replace(event, blocks=4 * quads), LOOK_ALIKE


def iter_cards(course: Course, index: int) -> Iterator[tuple[Event, float]]:
    """錯字: the event with another card, each with what such a slip costs."""
    event, table, deck = course.events[index], course.tables[index], course.tables[index].game.deck
    if event.card and event.card != UNSEEN_GLYPH:
        for card in _cards_for(course, index, event):
            if card != event.card:
                cost = slip_cost(deck, event.card, card)
                yield (_claiming(event, card), cost) if event.type in CLAIMS else (replace(event, card=card), cost)
    if event.type == "chi" and event.card and event.cards and UNSEEN_GLYPH not in event.cards + event.card:
        yield from _other_pair(table, event)


def _cards_for(course: Course, index: int, event: Event) -> list[str]:
    """The cards it may have been: of a claim the live one, of a flip the wall's next, else any that is held."""
    table = course.tables[index]
    deck, live = table.game.deck, table.phase.live
    if event.type in CLAIMS:
        return [deck.format_card(live.kind)] if live is not None and live.kind >= 0 else []
    known = next_of_wall(table)
    if event.type in ("flip", "draw") and known is not None:
        return [known]
    named = [after.card for after in course.events[index + 1 : index + 2] if after.type in CLAIMS and after.card]
    if event.type != "discard" or event.seat is None:
        return named or list(deck.glyphs)
    owner = table.seats[event.seat]
    if owner.unseen > 0:
        return named or list(deck.glyphs)
    return [deck.format_card(kind) for kind, count in enumerate(owner.concealed) if count]


def _claiming(event: Event, card: str) -> Event:
    """The claim of another card; what it laid holds that card, too."""
    if event.card is None or event.bai is None:
        return replace(event, card=card)
    return replace(event, card=card, bai=tuple(meld.replace(event.card, card, 1) for meld in event.bai))


def _other_pair(table: Table, event: Event) -> Iterator[tuple[Event, float]]:
    deck = table.game.deck
    noted = [deck.parse_card(card) for card in event.cards or ""]
    for pair in table.game.melds.chi_pairs[deck.parse_card(event.card or "")]:
        for old, new in ((pair, noted), (pair[::-1], noted)):
            differ = [(was, now) for now, was in zip(old, new, strict=True) if now != was]
            if len(differ) == 1:
                was, now = map(deck.format_card, differ[0])
                yield replace(event, cards=(event.cards or "").replace(was, now, 1)), slip_cost(deck, was, now)


def slip_cost(deck: Deck, noted: str, meant: str) -> float:
    """錯字: how far one card is from being written for the other; 大小 of a number and neighbours are nearest.

    >>> from erqishi_logs.cards import ERQISHI_DECK
    >>> [slip_cost(ERQISHI_DECK, "陸", card) for card in "六柒一"]
    [1.2, 1.2, 1.8]
    """
    one, other = deck.parse_card(noted), deck.parse_card(meant)
    if one < 0 or other < 0:
        return WRONG_CARD
    apart = abs(deck.numbers[one] - deck.numbers[other])
    same_colour = deck.colours[one] == deck.colours[other]
    return LOOK_ALIKE if apart == 0 or (same_colour and apart == _NEAR) else WRONG_CARD
