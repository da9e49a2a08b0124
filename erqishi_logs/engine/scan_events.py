"""事: the events of a record line, read from its bytes into arrays in compiled code."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from erqishi_logs.engine.arrays import ABSENT, NOT_GIVEN, UNSEEN, Flag, Type
from erqishi_logs.engine.bytes import byte, load
from erqishi_logs.engine.compiled import inner
from erqishi_logs.engine.literals import (
    BLOCKS,
    CODE_LENGTHS,
    CODE_MASKS,
    CODE_WORDS,
    FAIL,
    GLYPH_FACTOR,
    GLYPH_TABLE,
    MAX_EVENTS,
    MAX_NUMBER,
    MAY,
    MUST,
    TITLE_LENGTHS,
    TITLE_MASKS,
    TITLE_WORDS,
    TYPE_FACTOR,
    TYPE_MASKS,
    TYPE_TABLE,
    TYPE_WORDS,
    Key,
    fixed,
    word,
)
from erqishi_logs.engine.values import (
    CLOSING_BRACE,
    CLOSING_BRACKET,
    COMMA,
    QUOTE,
    UNSIGNED,
    follow,
    follow_in,
    place,
    read_any_whole,
    read_cards,
    read_number,
    read_text,
    read_whole,
)

Array = Any

_TYPE_WORD = word(b'"type":"')
_SEAT_WORD = word(b',"seat":')
_CARD_WORD = word(b',"card":')
_KEPT_WORD, _KEPT_MASK = word(b',"_'), 0xFFFFFF
#: A card of three bytes in its quotes, without the card; one unseen.
_QUOTES, _QUOTES_MASK = word(b'"\0\0\0"'), 0xFF000000FF
_UNSEEN_CARD = word(b'"?"')
_BRACE, _COLON, _ZERO = 0x7B, 0x3A, 0x30
_K_SEAT, _K_CARD, _K_CARDS, _K_MELDS, _K_TITLES = map(fixed, (Key.SEAT, Key.CARD, Key.CARDS, Key.MELDS, Key.TITLES))
_K_TOTAL, _K_BLOCKS, _K_CODE, _K_AMOUNT, _K_HIDDEN = map(
    fixed, (Key.TOTAL, Key.BLOCKS, Key.CODE, Key.AMOUNT, Key.HIDDEN)
)
_K_OVERRULED, _K_MS, _K_TEXT, _NOTHING, _MOST = map(fixed, (Key.OVERRULED, Key.MS, Key.TEXT, 0, MAX_NUMBER))
_HIDDEN, _OVERRULED, _MELDS, _CHI = int(Flag.HIDDEN), int(Flag.OVERRULED), int(Flag.MELDS), int(Type.CHI)
_N_TITLES, _N_CODES = len(TITLE_LENGTHS), len(CODE_LENGTHS)

#: Places in `now`: the event in the making, then how many events, groups, cards and cards of the wall there are so
#: far, and the players of the hand.
TYPE, FLAGS, WHOLE, MS, TITLES_MASK, TEXT, TEXT_SIZE, EVENTS, GROUPS, CARDS, WALL, PLAYERS = range(12)


class Room(NamedTuple):
    """處: where the events go; the arrays of `Hands` in the making, those of one type in one."""

    small: Array  # int8[4, e]: type, seat, card, flags
    long: Array  # int64[2, e]: whole, ms
    number: Array  # float64[e]
    titles: Array  # int16[e]
    text_at: Array  # int32[e, 2]
    group_at: Array  # int64[e + 1]
    card_at: Array  # int64[groups + 1]
    cards: Array  # int8


@inner
def read_events(text: int, at: int, begin: int, end: int, now: Array, room: Room) -> int:
    """事: the place after the bracket that closes the events of a line, which begin at `at`; they go to the room.

    FAIL where they are not canonical.
    """
    small, long, number, titles, text_at, group_at, _card_at, _cards = room
    first, n_players = now[EVENTS], now[PLAYERS]
    if byte(text, at) == CLOSING_BRACKET:
        return at + 1
    for i in range(first, first + MAX_EVENTS):
        known = _type(text, at) if at < end else FAIL
        if known < 0:
            return FAIL
        kind = known & 63
        at, seat = _seat(text, at + (known >> 6), n_players)
        at, card = _card(text, at)
        if at < 0:
            return FAIL
        event = np.uint64(i)
        small[0, event] = kind
        small[1, event] = seat
        small[2, event] = card
        small[3, event] = 0
        long[0, event] = NOT_GIVEN
        long[1, event] = -1
        number[event] = np.nan
        titles[event] = -1
        text_at[event, 0] = 0
        text_at[event, 1] = -1
        seen = (seat != ABSENT) << _K_SEAT | (card != ABSENT) << _K_CARD
        if byte(text, at) == CLOSING_BRACE and seen == MUST[kind]:
            at += 1
        else:
            now[TYPE], now[EVENTS] = kind, i
            at = _more(text, at, begin, end, seen, now, room)
        group_at[np.uint64(i + 1)] = now[GROUPS]
        sign = byte(text, at) if at >= 0 else FAIL
        if sign != COMMA:
            now[EVENTS] = i + 1
            return at + 1 if sign == CLOSING_BRACKET else FAIL
        at += 1
    return FAIL


@inner
def _type(text: int, at: int) -> int:
    """The type of the event that begins at `at`, plus 64 times how far behind `at` its name ends; FAIL for none."""
    if byte(text, at) != _BRACE or load(text, at + 1) != _TYPE_WORD:
        return FAIL
    name = load(text, at + 9)
    found: int = TYPE_TABLE[place(name & 0xFFFFFF, TYPE_FACTOR)]
    if found < 0 or (name ^ TYPE_WORDS[found & 63, 0]) & TYPE_MASKS[found & 63, 0]:
        return FAIL
    return found


@inner
def _seat(text: int, at: int, n_players: int) -> tuple[int, int]:
    """The place after the seat that stands at `at`, and the seat; `at` and ABSENT where none stands there."""
    if load(text, at) != _SEAT_WORD:
        return at, ABSENT
    seat = byte(text, at + 8) - _ZERO
    return (at + 9, seat) if 0 <= seat < n_players else (FAIL, ABSENT)


@inner
def _card(text: int, at: int) -> tuple[int, int]:
    """The place after the card that stands at `at`, and its kind; `at` and ABSENT where none stands there."""
    if at < 0 or load(text, at) != _CARD_WORD:
        return at, ABSENT
    quoted = load(text, at + 8)
    code = quoted >> 8 & 0xFFFFFF
    found = GLYPH_TABLE[place(code, GLYPH_FACTOR)]
    if found >> 6 == code and quoted & _QUOTES_MASK == _QUOTES:
        return at + 13, found & 63
    return (at + 11, UNSEEN) if quoted & 0xFFFFFF == _UNSEEN_CARD else (FAIL, ABSENT)


@inner
def _more(text: int, at: int, begin: int, end: int, seen: int, now: Array, room: Room) -> int:
    """The place after an event of which type, seat and card are read; the rest goes to the room by way of `now`."""
    small, long, number, titles, text_at, _group_at, card_at, cards = room
    now[FLAGS] = 0
    now[WHOLE] = NOT_GIVEN
    now[MS] = now[TITLES_MASK] = now[TEXT_SIZE] = -1
    at = _keys(text, at, end, seen, now, number, card_at, cards)
    i = np.uint64(now[EVENTS])
    small[3, i] = now[FLAGS]
    long[0, i] = now[WHOLE]
    long[1, i] = now[MS]
    titles[i] = now[TITLES_MASK]
    if now[TEXT_SIZE] >= 0:
        text_at[i, 0] = now[TEXT] - begin
        text_at[i, 1] = now[TEXT_SIZE]
    return at


@inner
def _keys(text: int, at: int, end: int, seen: int, now: Array, number: Array, card_at: Array, cards: Array) -> int:
    """The place after the other keys of an event, in their order; `seen` are those before, as bits."""
    kind = now[TYPE]
    for key in range(_K_CARDS, _K_TEXT + 1):
        if byte(text, at) == CLOSING_BRACE:
            break
        after = follow(text, at, key)
        if after < 0:
            continue
        seen |= 1 << key
        if _K_CARDS <= key <= _K_MELDS:
            at = _groups(text, after, end, key, now, card_at, cards)
        else:
            at = _value(text, after, end, key, now, number)
        if at < 0:
            return FAIL
    allowed = seen & MUST[kind] == MUST[kind] and seen & ~MAY[kind] == 0
    return read_kept(text, at, end) if allowed else FAIL


@inner
def _value(text: int, at: int, end: int, key: int, now: Array, number: Array) -> int:
    """The place after the value of an event's key, which goes to the event in the making."""
    if key in (_K_TOTAL, _K_AMOUNT):
        after, number[now[EVENTS]] = read_number(text, at, UNSIGNED)
        return after
    if key == _K_TITLES:
        return _titles(text, at, now)
    if key == _K_CODE:
        return _code(text, at, now)
    return _rarer(text, at, end, key, now)


@inner
def _rarer(text: int, at: int, end: int, key: int, now: Array) -> int:
    if key in (_K_HIDDEN, _K_OVERRULED):
        now[FLAGS] |= _HIDDEN if key == _K_HIDDEN else _OVERRULED
        return at
    if key == _K_TEXT:
        after = read_text(text, at, end)
        now[TEXT] = at
        now[TEXT_SIZE] = after - 1 - at
        return after if after > at + 1 else FAIL
    after, found = read_whole(text, at, _NOTHING, _MOST)
    now[MS if key == _K_MS else WHOLE] = found
    return FAIL if key == _K_BLOCKS and found not in BLOCKS else after


@inner
def _groups(text: int, at: int, end: int, key: int, now: Array, card_at: Array, cards: Array) -> int:
    """The place after `cards`, `bai` or `melds`, of which each group goes to the arrays."""
    if key == _K_CARDS:
        start = now[CARDS]
        at = _group(text, at, end, now, card_at, cards)
        return FAIL if now[TYPE] == _CHI and now[CARDS] - start != 2 else at
    if key == _K_MELDS:
        now[FLAGS] |= _MELDS
    while at < end and byte(text, at) == QUOTE:
        at = _group(text, at + 1, end, now, card_at, cards)
        if at < 0:
            return FAIL
        if byte(text, at) != COMMA:
            return at + 1 if byte(text, at) == CLOSING_BRACKET else FAIL
        at += 1
    return FAIL


@inner
def _group(text: int, at: int, end: int, now: Array, card_at: Array, cards: Array) -> int:
    after, n_cards = read_cards(text, at, end, cards, now[CARDS])
    now[CARDS] = n_cards
    now[GROUPS] += 1
    card_at[now[GROUPS]] = n_cards
    return after


@inner
def _titles(text: int, at: int, now: Array) -> int:
    """The place after `titles`, each once in the order of `TITLES`, perhaps none."""
    mask = 0
    for title in range(_N_TITLES):
        if byte(text, at) == CLOSING_BRACKET:
            break
        start = at + 1 if mask and byte(text, at) == COMMA else at
        if mask and start == at:
            return FAIL
        after = follow_in(text, start, title, TITLE_WORDS, TITLE_MASKS, TITLE_LENGTHS)
        if after >= 0:
            mask |= 1 << title
            at = after
    now[TITLES_MASK] = mask
    return at + 1 if byte(text, at) == CLOSING_BRACKET else FAIL


@inner
def _code(text: int, at: int, now: Array) -> int:
    """The place after `code`."""
    for code in range(_N_CODES):
        after = follow_in(text, at, code, CODE_WORDS, CODE_MASKS, CODE_LENGTHS)
        if after >= 0:
            now[WHOLE] = code
            return after
    return FAIL


@inner
def read_kept(text: int, at: int, end: int) -> int:
    """留: the place after the brace that closes an object, `_` keys before it: sorted, each a text or whole number."""
    before = before_end = at
    while at < end and load(text, at) & _KEPT_MASK == _KEPT_WORD:
        name = at + 2
        after = read_text(text, name, end)
        if after < 0 or byte(text, after) != _COLON or not _is_later(text, before, before_end, name, after - 1):
            return FAIL
        before, before_end = name, after - 1
        at = after + 1
        at = read_text(text, at + 1, end) if byte(text, at) == QUOTE else read_any_whole(text, at)
        if at < 0:
            return FAIL
    return at + 1 if byte(text, at) == CLOSING_BRACE else FAIL


@inner
def _is_later(text: int, one: int, one_end: int, other: int, other_end: int) -> bool:
    """Whether the other of two texts comes after the one; by bytes, as by characters."""
    n = min(one_end - one, other_end - other)
    for i in range(n):
        if byte(text, one + i) != byte(text, other + i):
            return byte(text, one + i) < byte(text, other + i)
    return other_end - other > one_end - one
