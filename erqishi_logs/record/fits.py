"""Whether a record, as the typed reader took it, holds only what it may; the quick answer.

No reasons are given here: what does not fit goes to `erqishi_logs.record.exact`, which finds
them. The two must agree, and a test holds them to it.
"""

from __future__ import annotations

from functools import cache
from operator import itemgetter
from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec.structs import astuple

from erqishi_logs.errors import CardError
from erqishi_logs.games import GAMES, written_deck
from erqishi_logs.record.fields import EVENT_FIELDS, MAX_EVENTS, RECORD_FIELDS, Table
from erqishi_logs.record.types import EVENT_FIELDS as EVENT_NAMES, FORMAT, Event, event_keys

if TYPE_CHECKING:
    from collections.abc import Callable

    from erqishi_logs.record.types import Record

_ALWAYS = ("type", "ms", "text")
_FLAGS = ("hidden", "overruled")
_NOTHING_MORE = astuple(Event("", None, None))[3:]
#: Fields of an event whose own check is more than its JSON type, and not a card.
_JUDGED = ("hushu", "titles", "total", "blocks", "code", "amount")
_HEADER = ("hand", "played_at", "quan", "stake", "view", "house", "pay", "merged_from", "tags")


class _Shape(NamedTuple):
    """What one event type must and must not have: getters and what they give when all is well."""

    foreign: Callable[[tuple[Any, ...]], Any]
    blank: Any
    required: Callable[[tuple[Any, ...]], Any]
    values: tuple[str, ...]
    lists: tuple[str, ...]
    cards: bool


def fits(record: Record) -> bool:
    """Whether all values are allowed; cards are put into canonical characters on the way.

    >>> from erqishi_logs.record.types import Event, Record
    >>> hand = Record(format=FORMAT, rules="leshan", players=("甲", "乙"), dealer=0, events=[Event("flip", 0, "贰")])
    >>> fits(hand), hand.events[0].card
    (True, '貳')
    """
    n_players = len(record.players)
    if record.format != FORMAT or record.game not in GAMES:
        return False
    if not (2 <= n_players <= 8 and 0 <= record.dealer < n_players):
        return False
    table = Table(n_players, written_deck(record.game))
    if record.extra is not None or record.writes_game or not record.rules or len(record.events) > MAX_EVENTS:
        return False
    try:
        return _header_fits(record, table) and _events_fit(record, table)
    except CardError:
        return False


def _header_fits(record: Record, table: Table) -> bool:
    if record.wall is not None and not _glyphs(record.game).issuperset(record.wall):
        record.wall = table.deck.normalise(record.wall)
    for name in _HEADER:
        value = getattr(record, name)
        if value is not None and RECORD_FIELDS[name].check(value, table):
            return False
    return True


def _events_fit(record: Record, table: Table) -> bool:
    n_players, glyphs, shapes = table.n_players, _glyphs(record.game), _shapes(record.game)
    simple = _seat_and_card(record.game)
    for event in record.events:
        # Most events are a seat and a card alone; one comparison tells so.
        parts = astuple(event)
        kind, seat, card = parts[:3]
        if parts[3:] == _NOTHING_MORE and kind in simple and seat is not None and card in glyphs:
            if not 0 <= seat < n_players:
                return False
        elif not _event_fits(event, parts, shapes.get(kind), table, glyphs):
            return False
    return True


def _event_fits(
    event: Event, parts: tuple[Any, ...], shape: _Shape | None, table: Table, glyphs: frozenset[str]
) -> bool:
    if shape is None or shape.foreign(parts) != shape.blank or None in shape.required(parts):
        return False
    if event.extra is not None or (event.seat is not None and not 0 <= event.seat < table.n_players):
        return False
    if event.card is not None and event.card not in glyphs:
        if len(event.card) != 1:
            return False
        event.card = table.deck.normalise(event.card)
    if event.ms is not None and EVENT_FIELDS["ms"].check(event.ms, table):
        return False
    return _values_fit(event, shape, table, glyphs)


def _values_fit(event: Event, shape: _Shape, table: Table, glyphs: frozenset[str]) -> bool:
    if shape.cards and event.cards is not None:
        if event.type == "chi" and len(event.cards) != 2:
            return False
        if not glyphs.issuperset(event.cards):
            event.cards = table.deck.normalise(event.cards)
    for name in shape.lists:
        melds = getattr(event, name)
        if melds is None:
            continue
        if "" in melds:
            return False
        if not glyphs.issuperset("".join(melds)):
            setattr(event, name, tuple(map(table.deck.normalise, melds)))
    for name in shape.values:
        value = getattr(event, name)
        if value is not None and EVENT_FIELDS[name].check(value, table):
            return False
    return True


@cache
def _glyphs(game: str) -> frozenset[str]:
    return frozenset(written_deck(game).glyphs) | {"?"}


@cache
def _seat_and_card(game: str) -> frozenset[str]:
    return frozenset(kind for kind, (must, _) in event_keys(game).items() if must == ("seat", "card"))


@cache
def _shapes(game: str) -> dict[str, _Shape]:
    return {kind: _shape(must, may) for kind, (must, may) in event_keys(game).items()}


def _shape(must: tuple[str, ...], may: tuple[str, ...]) -> _Shape:
    own = must + may
    foreign = tuple(name for name in EVENT_NAMES if name not in own and name not in _ALWAYS)
    return _Shape(
        foreign=itemgetter(*map(EVENT_NAMES.index, foreign)),
        blank=tuple(False if name in _FLAGS else None for name in foreign),
        # A getter of one name gives no tuple; `type` is always there.
        required=itemgetter(0, 0, *map(EVENT_NAMES.index, must)),
        values=tuple(name for name in own if name in _JUDGED),
        lists=tuple(name for name in own if name in ("bai", "melds")),
        cards="cards" in own,
    )
