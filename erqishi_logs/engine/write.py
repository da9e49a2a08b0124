"""寫: arrays to record lines, the reverse of `erqishi_logs.engine.scan`: canonical bytes, in compiled code."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numba
import numpy as np
from numba.extending import intrinsic

from erqishi_logs.engine.arrays import ABSENT, NOT_GIVEN, Flag, Hands, Slot, Type
from erqishi_logs.engine.bytes import load
from erqishi_logs.engine.compiled import built_in, inner, kernel
from erqishi_logs.engine.literals import (
    CODE_LENGTHS,
    CODE_WORDS,
    FAIL,
    LENGTHS,
    TITLE_LENGTHS,
    TITLE_WORDS,
    TYPE_WORDS as _TYPE_WORDS,
    WORDS,
    Key,
    fixed,
    word,
)
from erqishi_logs.games import ERQISHI

if TYPE_CHECKING:
    from collections.abc import Callable

Array = Any

#: No more bytes than these: a hand without its texts, wall and events; an event without its cards and text; a group.
_A_HAND, _AN_EVENT, _A_GROUP, _A_CARD, _A_SLOT = 512, 512, 4, 3, 48
#: Whole words are written; so much may lie behind the last line.
_PAD = 64
_FIRST_LIST_BYTE = 1
_MOST_PLACES, _TEN = 15, 10

_FORMAT, _WALL, _EVENTS, _PAY, _SEAT, _CARD, _CARDS, _BAI, _MELDS = map(
    fixed, (Key.FORMAT, Key.WALL, Key.EVENTS, Key.PAY, Key.SEAT, Key.CARD, Key.CARDS, Key.BAI, Key.MELDS)
)
_HAND, _DEALER, _QUAN, _STAKE, _VIEW, _HUSHU, _TITLES, _TOTAL, _BLOCKS, _CODE, _AMOUNT = map(
    fixed,
    (
        *(Key.HAND, Key.DEALER, Key.QUAN, Key.STAKE, Key.VIEW, Key.HUSHU, Key.TITLES, Key.TOTAL, Key.BLOCKS, Key.CODE),
        Key.AMOUNT,
    ),
)
_HIDDEN, _OVERRULED, _MS, _TEXT = map(fixed, (Key.HIDDEN, Key.OVERRULED, Key.MS, Key.TEXT))
_IS_LIST = np.isin(np.arange(len(Slot)), (Slot.HOUSE, Slot.PLAYERS, Slot.MERGED_FROM, Slot.TAGS))
_QUOTE, _COMMA, _OPENING_BRACKET, _CLOSING_BRACKET, _BRACE, _LINE_FEED = map(fixed, b'",[]}\n')
_MINUS, _POINT, _ZERO = map(fixed, b"-.0")
_TYPE_OPENING, _TYPE_KEY = word(b'{"type":'), 8
_TYPE_LENGTHS = np.array([len(kind.name) + 1 for kind in Type], np.int64)
#: Cards as words, the unseen one first, and their lengths.
_GLYPHS = np.array([word(glyph.encode()) for glyph in ("?", *ERQISHI.deck.glyphs)], np.int64)
_GLYPH_LENGTHS = np.array([len(glyph.encode()) for glyph in ("?", *ERQISHI.deck.glyphs)], np.int64)


class Lines(NamedTuple):
    """行: what is written of hands: whole numbers in columns, each array of one type."""

    whole: Array  # int64[n, 6]: players, dealer, quan, view, hand, pay or not
    stake: Array  # float64[n]
    pay: Array  # float64[n, 8]
    begin: Array  # int64[n]
    slots: Array  # int64[n, slots, 2]
    wall_at: Array  # int64[n + 1]
    wall: Array  # int64
    event_at: Array  # int64[n + 1]
    events: Array  # int64[e, 8]: type, seat, card, flags, whole, titles, ms, text's place
    text_size: Array  # int64[e]
    number: Array  # float64[e]
    group_at: Array  # int64[e + 1]
    card_at: Array  # int64[groups + 1]
    cards: Array  # int64


def write(hands: Hands, text: Array) -> Array:
    r"""寫: the lines of hands that are `ok`, each with its LF, as uint8; `text` is where their texts have places.

    `scan` and `write` are each other's reverse but for two things that no array holds: `_` keys of events, and whether
    a whole number was written as `5.0`. Raises ValueError for a number of more than 15 digits.

    >>> from erqishi_logs.engine.scan import scan, split_lines
    >>> line = b'{"format":"erqishi-log/1","rules":"leshan","players":["A","B"],"dealer":1,"events":[]}\n'
    >>> text = np.frombuffer(line, np.uint8)
    >>> write(scan(text, *split_lines(text)), text).tobytes() == line
    True
    """
    text = np.concatenate([np.asarray(text, np.uint8), np.zeros(_PAD, np.uint8)])
    lines = _lines(hands)
    sizes = np.maximum(lines.slots[:, :, 1], 0)
    room = len(hands.ok) * _A_HAND + len(hands.type) * _AN_EVENT + int(sizes.sum()) + _A_SLOT * sizes.size
    room += _A_GROUP * len(hands.card_at) + _A_CARD * (len(hands.cards) + len(hands.wall))
    room += int(np.maximum(lines.text_size, 0).sum())
    out = np.empty(room + _PAD, np.uint8)
    end = _write_lines(text.ctypes.data, out.ctypes.data, np.asarray(hands.ok, np.uint8), lines)
    if end < 0:
        msg = "a number has more than 15 digits"
        raise ValueError(msg)
    return out[:end]


def _lines(hands: Hands) -> Lines:
    heads = (hands.n_players, hands.dealer, hands.quan, hands.view, hands.hand, hands.has_pay)
    events = (hands.type, hands.seat, hands.card, hands.flags, hands.whole, hands.titles, hands.ms, hands.text_at[:, 0])
    wide = {name: np.ascontiguousarray(getattr(hands, name), np.int64) for name in _WHOLE}
    return Lines(
        whole=_side_by_side(heads),
        stake=np.ascontiguousarray(hands.stake),
        pay=np.ascontiguousarray(hands.pay),
        events=_side_by_side(events),
        text_size=np.ascontiguousarray(hands.text_at[:, 1], np.int64),
        number=np.ascontiguousarray(hands.number),
        **wide,
    )


_WHOLE = ("begin", "slots", "wall_at", "wall", "event_at", "group_at", "card_at", "cards")


def _side_by_side(columns: tuple[Array, ...]) -> Array:
    table = np.empty((len(columns[0]), len(columns)), np.int64)
    for place, column in enumerate(columns):
        table[:, place] = column
    return table


def _store(_context: Any, _text: Any, _at: Any, _word: Any) -> Any:
    """Eight bytes to a place that may be odd, the lowest first."""

    def put(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        pointer = context.get_value_type(signature.args[2]).as_pointer()
        place = builder.inttoptr(builder.add(arguments[0], arguments[1]), pointer)
        builder.store(arguments[2], place, align=1)
        return arguments[2]

    return numba.int64(numba.int64, numba.int64, numba.int64), put


_made: Any = intrinsic(_store)
store: Callable[[int, int, int], int] = _made


@kernel
def _write_lines(text: int, out: int, ok: Array, x: Lines) -> int:
    """All lines; the place after the last, FAIL where a number cannot be written."""
    at = 0
    for h in range(len(ok)):
        if not ok[h]:
            continue
        at = _head(text, out, at, h, x)
        first = x.event_at[h]
        at = _put(out, at, _EVENTS, WORDS, LENGTHS)
        for i in range(first, x.event_at[h + 1]):
            if i > first:
                at = _sign(out, at, _COMMA)
            at = _event(text + x.begin[h], out, at, i, x)
            if at < 0:
                return FAIL
        at = _foot(text, out, _sign(out, at, _CLOSING_BRACKET), h, x)
        if at < 0:
            return FAIL
    return at


# --- what lines are made of -------------------------------------------------------------------


@inner
def _put(out: int, at: int, row: int, words: Array, lengths: Array) -> int:
    """A literal; what is written beyond it is written over."""
    for i in range((lengths[row] + 7) >> 3):
        store(out, at + 8 * i, words[row, i])
    after: int = at + lengths[row]
    return after


@built_in
def _sign(out: int, at: int, sign: int) -> int:
    store(out, at, sign)
    return at + 1


@inner
def _copy(text: int, begin: int, size: int, out: int, at: int) -> int:
    """Bytes of a text as they are."""
    for i in range(0, size, 8):
        store(out, at + i, load(text, begin + i))
    return at + size


@built_in
def _card(out: int, at: int, kind: int) -> int:
    store(out, at, _GLYPHS[kind + 1])
    after: int = at + _GLYPH_LENGTHS[kind + 1]
    return after


@inner
def _cards(out: int, at: int, cards: Array, first: int, last: int) -> int:
    """Cards and the quote behind them."""
    for i in range(first, last):
        at = _card(out, at, cards[i])
    return _sign(out, at, _QUOTE)


@inner
def _whole(out: int, at: int, number: int) -> int:
    """A whole number from 0 on."""
    if number < _TEN:
        return _sign(out, at, _ZERO + number)
    size, rest = 1, number // 10
    while rest:
        size += 1
        rest //= 10
    for i in range(size - 1, -1, -1):
        # The digits from the last on; a word that is stored reaches over those behind it, so they come back.
        digits = load(out, at + i + 1) << 8 | (_ZERO + number % 10)
        store(out, at + i, digits)
        number //= 10
    return at + size


@inner
def _number(out: int, at: int, number: float) -> int:
    """A number as the shortest decimal of at most 15 digits, FAIL where it has more."""
    if number < 0:
        at = _sign(out, at, _MINUS)
        number = -number
    whole = int(number)
    if whole == number:
        return _whole(out, at, whole)
    power, places = 1, 0
    while places < _MOST_PLACES:
        power *= 10
        places += 1
        scaled = int(number * power + 0.5)
        if scaled / power == number:
            at = _sign(out, _whole(out, at, scaled // power), _POINT)
            rest = scaled % power
            while rest * 10 < power:
                at = _sign(out, at, _ZERO)
                power //= 10
            return _whole(out, at, rest)
    return FAIL


@inner
def _keyed(out: int, at: int, key: int, number: int) -> int:
    """A key and its whole number."""
    return _whole(out, _put(out, at, key, WORDS, LENGTHS), number)


# --- a hand -----------------------------------------------------------------------------------


@built_in
def _slots(text: int, out: int, at: int, h: int, x: Lines, first: int, last: int) -> int:
    """The texts and lists of these slots that there are."""
    for slot in range(first, last + 1):
        begin, size = x.begin[h] + x.slots[h, slot, 0], x.slots[h, slot, 1]
        if size < 0:
            continue
        at = _put(out, at, slot, WORDS, LENGTHS)
        if _IS_LIST[slot]:
            at = _copy(text, begin + _FIRST_LIST_BYTE, size - _FIRST_LIST_BYTE, out, at)
        else:
            at = _sign(out, _copy(text, begin, size, out, at), _QUOTE)
    return at


@built_in
def _head(text: int, out: int, at: int, h: int, x: Lines) -> int:
    """What stands before the events."""
    whole = x.whole[h]
    at = _put(out, at, _FORMAT, WORDS, LENGTHS)
    at = _slots(text, out, at, h, x, Slot.ID, Slot.SESSION)
    if whole[4] != NOT_GIVEN:
        at = _keyed(out, at, _HAND, whole[4])
    at = _slots(text, out, at, h, x, Slot.PLAYED_AT, Slot.PLAYERS)
    at = _keyed(out, at, _DEALER, whole[1])
    if whole[2]:
        at = _keyed(out, at, _QUAN, whole[2])
    if not np.isnan(x.stake[h]):
        at = _number(out, _put(out, at, _STAKE, WORDS, LENGTHS), x.stake[h])
    if whole[3] >= 0:
        at = _keyed(out, at, _VIEW, whole[3])
    if x.wall_at[h + 1] > x.wall_at[h]:
        at = _put(out, at, _WALL, WORDS, LENGTHS)
        at = _cards(out, at, x.wall, x.wall_at[h], x.wall_at[h + 1])
    return at


@built_in
def _foot(text: int, out: int, at: int, h: int, x: Lines) -> int:
    """What stands behind the events."""
    if x.whole[h, 5]:
        at = _put(out, at, _PAY, WORDS, LENGTHS)
        for seat in range(x.whole[h, 0]):
            at = _number(out, at, x.pay[h, seat])
            if at < 0:
                return FAIL
            at = _sign(out, at, _COMMA)
        at = _sign(out, at - 1, _CLOSING_BRACKET)
    at = _slots(text, out, at, h, x, Slot.REPLACES, Slot.TAGS)
    if x.slots[h, Slot.KEPT, 1] >= 0:
        at = _sign(out, at, _COMMA)
        at = _copy(text, x.begin[h] + x.slots[h, Slot.KEPT, 0], x.slots[h, Slot.KEPT, 1], out, at)
    return _sign(out, _sign(out, at, _BRACE), _LINE_FEED)


@built_in
def _event(text: int, out: int, at: int, i: int, x: Lines) -> int:
    """One event, FAIL where a number of it cannot be written."""
    row = x.events[i]
    store(out, at, _TYPE_OPENING)
    at = _put(out, _sign(out, at + _TYPE_KEY, _QUOTE), row[0], _TYPE_WORDS, _TYPE_LENGTHS)
    if row[1] != ABSENT:
        at = _keyed(out, at, _SEAT, row[1])
    if row[2] != ABSENT:
        at = _sign(out, _card(out, _put(out, at, _CARD, WORDS, LENGTHS), row[2]), _QUOTE)
    at = _groups(out, at, i, x)
    at = _counted(out, at, row, x.number[i])
    if at < 0:
        return FAIL
    if row[3] & Flag.HIDDEN:
        at = _put(out, at, _HIDDEN, WORDS, LENGTHS)
    if row[3] & Flag.OVERRULED:
        at = _put(out, at, _OVERRULED, WORDS, LENGTHS)
    if row[6] >= 0:
        at = _keyed(out, at, _MS, row[6])
    if x.text_size[i] >= 0:
        at = _put(out, at, _TEXT, WORDS, LENGTHS)
        at = _sign(out, _copy(text, row[7], x.text_size[i], out, at), _QUOTE)
    return _sign(out, at, _BRACE)


@built_in
def _groups(out: int, at: int, i: int, x: Lines) -> int:
    """`cards`, `bai`, `melds`."""
    first, last, kind = x.group_at[i], x.group_at[i + 1], x.events[i, 0]
    if first == last:
        return at
    if kind != Type.HU:
        at = _put(out, at, _CARDS, WORDS, LENGTHS)
        at = _cards(out, at, x.cards, x.card_at[first], x.card_at[first + 1])
        first += 1
        if first == last:
            return at
    at = _put(out, at, _MELDS if kind == Type.HU else _BAI, WORDS, LENGTHS)
    for group in range(first, last):
        at = _cards(out, _sign(out, at, _QUOTE), x.cards, x.card_at[group], x.card_at[group + 1])
        at = _sign(out, at, _COMMA)
    return _sign(out, at - 1, _CLOSING_BRACKET)


@inner
def _counted(out: int, at: int, row: Array, number: float) -> int:
    """`hushu`, `titles`, `total`; `blocks`; `code`, `amount`."""
    kind, whole = row[0], row[4]
    if whole != NOT_GIVEN:
        if kind == Type.BAOPAI:
            at = _put(out, _put(out, at, _CODE, WORDS, LENGTHS), whole, CODE_WORDS, CODE_LENGTHS)
        else:
            at = _keyed(out, at, _HUSHU if kind == Type.HU else _BLOCKS, whole)
    if row[5] >= 0:
        at = _put(out, at, _TITLES, WORDS, LENGTHS)
        for place in range(len(TITLE_LENGTHS)):
            if row[5] >> place & 1:
                at = _sign(out, _put(out, at, place, TITLE_WORDS, TITLE_LENGTHS), _COMMA)
        at = _sign(out, at - 1 if row[5] else at, _CLOSING_BRACKET)
    if np.isnan(number):
        return at
    return _number(out, _put(out, at, _TOTAL if kind == Type.HU else _AMOUNT, WORDS, LENGTHS), number)
