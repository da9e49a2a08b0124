"""裝: records as the arrays that the scanner makes of lines, for hands that came in another form."""

from __future__ import annotations

from itertools import chain, compress
from operator import attrgetter
from typing import TYPE_CHECKING, Any

import numpy as np

from erqishi_logs.engine.arrays import ABSENT, NOT_GIVEN, UNSEEN, Flag, Hands, Slot, Type
from erqishi_logs.engine.literals import CODES, MAX_EVENTS, MAX_PLAYERS, MIN_PLAYERS, MUST, Key
from erqishi_logs.games import ERQISHI
from erqishi_logs.rules.options import TITLES

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

Array = Any

#: What stands in a column for a value that the arrays do not know.
_WRONG = -3
_CARDS: dict[str | None, int] = {None: ABSENT, "?": UNSEEN}
_CARDS.update((glyph, kind) for kind, glyph in enumerate(ERQISHI.deck.glyphs))
_KINDS = {glyph: kind for glyph, kind in _CARDS.items() if glyph is not None}
_TYPES = {kind.name.lower(): int(kind) for kind in Type if kind < Type.SAO}
_SEATS: dict[int | None, int] = {**{seat: seat for seat in range(MAX_PLAYERS)}, None: ABSENT}
_CODE_PLACES: dict[str | None, int] = {code: place for place, code in enumerate(CODES)}
_GROUPED = attrgetter("cards", "bai", "melds")
_COUNTED = attrgetter("hushu", "blocks", "code", "total", "amount")
#: By type: whether every event of it has a seat; a card.
_SEATED, _CARDED = (MUST >> key & 1 == 1 for key in (Key.SEAT, Key.CARD))


def pack(records: Sequence[Any]) -> Hands:
    """裝: the hands of `Record`s; `begin` and `end` are 0, and no text has a place.

    A record that the arrays cannot express (another game; titles twice or in another order) gets `ok` 0.

    >>> pack([]).event_at.tolist()
    [0]
    """
    ok = np.array([_has_room(record) for record in records], bool)
    while True:
        taken = list(compress(records, ok))
        counts = np.zeros(len(ok), np.int64)
        counts[ok] = [len(record.events) for record in taken]
        event_at = _places(counts)
        n_players = np.repeat([len(record.players) for record in records], counts)
        columns, wrong = _event_columns([event for record in taken for event in record.events], n_players)
        if not wrong.any():
            return Hands(event_at=event_at, **columns, **_head_columns(taken, ok))
        ok[np.searchsorted(event_at, np.flatnonzero(wrong), "right") - 1] = False


def _has_room(record: Any) -> bool:
    """Whether the arrays can hold what a record says beside its events."""
    n_players = len(record.players)
    return (
        record.game == ERQISHI.id
        and MIN_PLAYERS <= n_players <= MAX_PLAYERS
        and 0 <= record.dealer < n_players
        and (record.view is None or 0 <= record.view < n_players)
        and (record.pay is None or len(record.pay) == n_players)
        and len(record.events) <= MAX_EVENTS
        and _KINDS.keys() >= set(record.wall or "")
    )


def _places(counts: Array) -> Array:
    return np.concatenate([np.zeros(1, np.int64), np.cumsum(counts, dtype=np.int64)])


def _head_columns(taken: Sequence[Any], ok: Array) -> dict[str, Array]:
    """The columns of hands; `taken` are the records that are `ok`."""
    n = len(ok)

    def spread(name: str, nothing: float, kind: type) -> Array:
        column: Array = np.full(n, nothing, kind)
        column[ok] = [nothing if value is None else value for value in map(attrgetter(name), taken)]
        return column

    walls = [record.wall or "" for record in taken]
    sizes, has_wall, has_pay = np.zeros(n, np.int64), np.zeros(n, np.uint8), np.zeros(n, np.uint8)
    sizes[ok] = [len(wall) for wall in walls]
    has_wall[ok] = [record.wall is not None for record in taken]
    has_pay[ok] = [record.pay is not None for record in taken]
    n_players, pay, slots = np.zeros(n, np.int8), np.zeros((n, MAX_PLAYERS)), np.zeros((n, len(Slot), 2), np.int32)
    n_players[ok] = [len(record.players) for record in taken]
    pay[ok] = np.array([_padded(record.pay or ()) for record in taken]).reshape(-1, MAX_PLAYERS)
    slots[:, :, 1] = -1
    return {
        "ok": ok.astype(np.uint8),
        "begin": np.zeros(n, np.int64),
        "end": np.zeros(n, np.int64),
        "n_players": n_players,
        "dealer": spread("dealer", 0, np.int8),
        "quan": spread("quan", 0, np.int8),
        "view": spread("view", -1, np.int8),
        "hand": spread("hand", NOT_GIVEN, np.int64),
        "stake": spread("stake", np.nan, np.float64),
        "has_pay": has_pay,
        "pay": pay,
        "has_wall": has_wall,
        "wall_at": _places(sizes),
        "wall": np.array([_KINDS[glyph] for glyph in chain.from_iterable(walls)], np.int8),
        "slots": slots,
    }


def _padded(pay: Sequence[float]) -> list[float]:
    return [*pay, *(0.0,) * (MAX_PLAYERS - len(pay))]


def _event_columns(events: Sequence[Any], n_players: Array) -> tuple[dict[str, Array], Array]:
    """The columns of events, and which events have a value that the arrays do not know, or lack one they need."""
    types = np.array([_TYPES.get(event.type, _WRONG) for event in events], np.int8)
    seats = np.array([_SEATS.get(event.seat, _WRONG) for event in events], np.int8)
    cards = np.array([_CARDS.get(event.card, _WRONG) for event in events], np.int8)
    titles = np.array([_title_mask(event.titles) for event in events], np.int16)
    groups, wrong = _group_columns(events, types)
    whole, number = _counted_columns(events)
    for column in (types, seats, cards, titles, whole):
        wrong |= column == _WRONG
    wrong |= (seats >= n_players) | (_SEATED[types] & (seats == ABSENT)) | (_CARDED[types] & (cards == ABSENT))
    text_at = np.zeros((len(events), 2), np.int32)
    text_at[:, 1] = -1
    columns = {
        "type": types,
        "seat": seats,
        "card": cards,
        "flags": np.array([_flags(event) for event in events], np.uint8),
        "whole": whole,
        "number": number,
        "titles": titles,
        "ms": np.array([-1 if event.ms is None else event.ms for event in events], np.int64),
        "text_at": text_at,
    }
    return columns | groups, wrong


def _group_columns(events: Iterable[Any], types: Array) -> tuple[dict[str, Array], Array]:
    """The groups of events, and which events have another number of cards or groups than their type has."""
    groups: list[str] = []
    ends, n_hand = [0], []
    for cards, bai, melds in map(_GROUPED, events):
        if cards is not None:
            groups.append(cards)
        groups.extend(chain(bai or (), melds or ()))
        ends.append(len(groups))
        n_hand.append(len(cards or ""))
    kinds = np.array([_KINDS.get(glyph, _WRONG) for glyph in "".join(groups)], np.int8)
    group_at = np.array(ends, np.int64)
    card_at = _places(np.array([len(group) for group in groups], np.int64))
    wrong = ((types == Type.DEAL) & (np.array(n_hand) == 0)) | ((types == Type.CHI) & (np.array(n_hand) != 2))
    unknown = np.searchsorted(card_at, np.flatnonzero(kinds == _WRONG), "right") - 1
    wrong[np.searchsorted(group_at, unknown, "right") - 1] = True
    return {"group_at": group_at, "card_at": card_at, "cards": kinds}, wrong


def _counted_columns(events: Iterable[Any]) -> tuple[Array, Array]:
    """`whole` and `number` of events."""
    whole, number = [], []
    for hushu, blocks, code, total, amount in map(_COUNTED, events):
        counted = hushu if hushu is not None else blocks
        named = _CODE_PLACES.get(code, _WRONG) if code is not None else NOT_GIVEN
        whole.append(named if counted is None else counted)
        paid = total if total is not None else amount
        number.append(np.nan if paid is None else paid)
    return np.array(whole, np.int64), np.array(number, np.float64)


def _title_mask(titles: Sequence[str] | None) -> int:
    """Titles as a mask, −1 for none recorded; wrong where one stands twice or before its turn."""
    if titles is None:
        return -1
    places = [TITLES.index(title) for title in titles if title in TITLES]
    if len(places) < len(titles) or sorted(set(places)) != places:
        return _WRONG
    return sum(1 << place for place in places)


def _flags(event: Any) -> int:
    flags: int = event.hidden * Flag.HIDDEN | event.overruled * Flag.OVERRULED
    return flags | Flag.MELDS if event.melds is not None else flags
