"""值: values of a JSON line, read from its bytes in compiled code.

A reader is given the words (`load(text, i)`: the eight bytes from byte i on) and where a value begins; it gives where
the value ends, FAIL where it is not written as FORMAT's canonical form has it. None reads more than
16 bytes from a place before `end`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from erqishi_logs.engine.arrays import UNSEEN
from erqishi_logs.engine.bytes import byte, load
from erqishi_logs.engine.compiled import inner
from erqishi_logs.engine.literals import (
    FAIL,
    GLYPH_FACTOR,
    GLYPH_TABLE,
    LENGTHS,
    MASKS,
    MAX_NUMBER,
    WORDS,
    fixed,
    place as _place,
)

Array = Any

QUOTE, COMMA, CLOSING_BRACKET, CLOSING_BRACE = 0x22, 0x2C, 0x5D, 0x7D
_QUESTION_MARK, _BACKSLASH, _MINUS, _POINT, _ZERO, _EQUALS, _FIRST_PLAIN = 0x3F, 0x5C, 0x2D, 0x2E, 0x30, 0x3D, 0x20
_KEPT_MARK = 0xFFFF
#: A decimal of so many digits is always the shortest that gives its number.
_SURE_DIGITS = fixed(15)
#: No whole number that may stand in a record has more.
_MOST_DIGITS = fixed(16)
#: `_` keys take any whole number; so many digits fit into 64 bits.
_FITTING_DIGITS = fixed(18)
#: Whether a number may be below 0.
UNSIGNED, SIGNED = fixed(0), fixed(1)
#: Whether items of a list may be empty, may not, or are `option=value`.
ANY_ITEM, FILLED_ITEM, OPTION_ITEM = 0, 1, 2

place = inner(_place)


@inner
def follow(text: int, at: int, key: int) -> int:
    """鍵: the place after the literal `key` where it stands at `at`, else FAIL."""
    return follow_in(text, at, key, WORDS, MASKS, LENGTHS)


@inner
def follow_in(text: int, at: int, row: int, texts: Array, masks: Array, lengths: Array) -> int:
    """鍵: as `follow`, of a table of literals."""
    if (load(text, at) ^ texts[row, 0]) & masks[row, 0]:
        return FAIL
    for i in range(1, (lengths[row] + 7) >> 3):
        if (load(text, at + 8 * i) ^ texts[row, i]) & masks[row, i]:
            return FAIL
    after: int = at + lengths[row]
    return after


@inner
def read_text(text: int, at: int, end: int) -> int:
    """文: the place after the closing quote of a text that begins at `at`; UTF-8, no escape, no control byte."""
    while at < end:
        first = byte(text, at)
        if first >= 0x80:
            at = _character(text, at)
            if at < 0:
                return FAIL
        elif first == QUOTE:
            return at + 1
        elif first < _FIRST_PLAIN or first == _BACKSLASH:
            return FAIL
        else:
            at += 1
    return FAIL


@inner
def _character(text: int, at: int) -> int:
    """The place after a character of two to four bytes; the shortest form alone, no surrogate, no U+FFFF."""
    raw = load(text, at)
    first = raw & 0xFF
    if first < 0xE0:
        return at + 2 if first >= 0xC2 and raw & 0xC000 == 0x8000 else FAIL
    if first < 0xF0:
        code = (raw & 0xF) << 12 | (raw >> 8 & 0x3F) << 6 | raw >> 16 & 0x3F
        plain = code >= 0x800 and not 0xD800 <= code <= 0xDFFF and code != _KEPT_MARK
        return at + 3 if plain and raw & 0xC0C000 == 0x808000 else FAIL
    code = (raw & 0x7) << 18 | (raw >> 8 & 0x3F) << 12 | (raw >> 16 & 0x3F) << 6 | raw >> 24 & 0x3F
    plain = first < 0xF8 and 0x10000 <= code <= 0x10FFFF
    return at + 4 if plain and raw & 0xC0C0C000 == 0x80808000 else FAIL


@inner
def read_list(text: int, at: int, end: int, rule: int) -> tuple[int, int]:
    """列: the place after a list of texts that begins after its bracket, and how many; never none."""
    n_items = 0
    while at < end and byte(text, at) == QUOTE:
        after = read_text(text, at + 1, end)
        if after < 0 or (rule != ANY_ITEM and after == at + 2):
            return FAIL, 0
        if rule == OPTION_ITEM and not _is_option(text, at + 1, after - 1):
            return FAIL, 0
        n_items += 1
        at = after + 1
        closing = byte(text, after)
        if closing == CLOSING_BRACKET:
            return at, n_items
        if closing != COMMA:
            return FAIL, 0
    return FAIL, 0


@inner
def _is_option(text: int, at: int, end: int) -> bool:
    """Whether a text has a `=` that is not its first character."""
    for i in range(at + 1, end):
        if byte(text, i) == _EQUALS:
            return byte(text, at) != _EQUALS
    return False


@inner
def _digits(text: int, at: int, most: int) -> tuple[int, int]:
    """The place after at most so many digits, and the number they make."""
    number = 0
    limit = at + most
    while at < limit:
        digit = (byte(text, at)) - _ZERO
        if digit < 0 or digit > 9:
            break
        number = number * 10 + digit
        at += 1
    return at, number


@inner
def read_whole(text: int, at: int, low: int, high: int) -> tuple[int, int]:
    """數: the place after a whole number from `low` to `high`, neither below 0, and the number."""
    after, number = _digits(text, at, _MOST_DIGITS)
    spare_zero = after > at + 1 and byte(text, at) == _ZERO
    if after == at or spare_zero or number < low or number > high:
        return FAIL, 0
    return after, number


@inner
def read_any_whole(text: int, at: int) -> int:
    """數: the place after a whole number of up to 18 digits."""
    first = at + 1 if byte(text, at) == _MINUS else at
    after, number = _digits(text, first, _FITTING_DIGITS)
    spare_zero = byte(text, first) == _ZERO and (after > first + 1 or first > at)
    return FAIL if after == first or spare_zero or (number == 0 and first > at) else after


@inner
def read_number(text: int, at: int, signed: int) -> tuple[int, float]:
    """數: the place after a number, below 0 only where `signed`, and the number, within what JSON keeps exactly.

    A decimal has at most 15 digits, so that no shorter one gives the same number.
    """
    first = at + 1 if byte(text, at) == _MINUS else at
    after, whole = _digits(text, first, _MOST_DIGITS)
    if after == first or (after > first + 1 and byte(text, first) == _ZERO) or whole > MAX_NUMBER:
        return FAIL, 0.0
    number = float(whole)
    if byte(text, after) == _POINT:
        after, number = _decimal(text, first, after, whole)
    if after < 0 or (first > at and (not signed or number == 0.0)):
        return FAIL, 0.0
    return after, -number if first > at else number


@inner
def _decimal(text: int, first: int, point: int, whole: int) -> tuple[int, float]:
    """The place after a decimal whose whole part is read up to its point, and the number."""
    after, part = _digits(text, point + 1, _SURE_DIGITS)
    n_places = after - point - 1
    if n_places == 1 and part == 0 and point - first < _SURE_DIGITS:
        return after, float(whole)
    too_small = whole == 0 and n_places > 4 and part * 10000 < 10**n_places
    if n_places == 0 or part % 10 == 0 or point - first + n_places > _SURE_DIGITS or too_small:
        return FAIL, 0.0
    return after, float(whole * 10**n_places + part) / float(10**n_places)


@inner
def read_cards(text: int, at: int, end: int, cards: Array, n: int) -> tuple[int, int]:
    """牌: the place after the closing quote of one or more cards, and `n` and as many; they go to `cards[n:]`."""
    start = n
    while True:
        # A loop of its own for seen cards: where the next one stands does not wait for this one's kind.
        while at < end:
            code = load(text, at) & 0xFFFFFF
            found = GLYPH_TABLE[place(code, GLYPH_FACTOR)]
            if found >> 6 != code:
                break
            cards[np.uint64(n)] = found & 63
            n += 1
            at += 3
        if at >= end or byte(text, at) != _QUESTION_MARK:
            return (at + 1, n) if n > start and at < end and byte(text, at) == QUOTE else (FAIL, n)
        cards[np.uint64(n)] = UNSEEN
        n += 1
        at += 1
