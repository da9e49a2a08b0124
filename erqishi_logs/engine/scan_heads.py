"""頭: a record line without its events, read from its bytes into arrays in compiled code."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from erqishi_logs.engine.arrays import NOT_GIVEN, Slot
from erqishi_logs.engine.bytes import byte
from erqishi_logs.engine.compiled import inner
from erqishi_logs.engine.literals import FAIL, MAX_NUMBER, MAX_PLAYERS, MIN_PLAYERS, Key, fixed
from erqishi_logs.engine.scan_events import read_kept
from erqishi_logs.engine.times import is_time
from erqishi_logs.engine.values import (
    ANY_ITEM,
    CLOSING_BRACKET,
    COMMA,
    FILLED_ITEM,
    OPTION_ITEM,
    SIGNED,
    UNSIGNED,
    follow,
    read_list,
    read_number,
    read_text,
    read_whole,
)

Array = Any

#: By slot: the rule of a list's items, and this for a text.
_NO_LIST = -1
_RULES = np.full(len(Slot), _NO_LIST, np.int64)
_RULES[[Slot.HOUSE, Slot.PLAYERS, Slot.MERGED_FROM, Slot.TAGS]] = (OPTION_ITEM, ANY_ITEM, FILLED_ITEM, FILLED_ITEM)

_ID, _RULES_SLOT, _SESSION, _PLAYED_AT, _PLAYERS, _REPLACES, _TAGS, _KEPT = map(
    fixed,
    (Slot.ID, Slot.RULES, Slot.SESSION, Slot.PLAYED_AT, Slot.PLAYERS, Slot.REPLACES, Slot.TAGS, Slot.KEPT),
)
_K_FORMAT, _K_HAND, _K_DEALER, _K_QUAN, _K_STAKE, _K_VIEW, _K_PAY = map(
    fixed, (Key.FORMAT, Key.HAND, Key.DEALER, Key.QUAN, Key.STAKE, Key.VIEW, Key.PAY)
)
_LOW, _ONE, _TEN, _MOST = map(fixed, (0, 1, 10, MAX_NUMBER))

# Columns of `Heads.whole`, and what stands there where nothing is said.
N_PLAYERS, DEALER, QUAN, VIEW, HAND, HAS_PAY, HAS_WALL = map(fixed, range(7))
NOTHING = np.array([0, 0, 0, -1, NOT_GIVEN, 0, 0], np.int64)


class Heads(NamedTuple):
    """頭: where what is said once a hand goes; the arrays of `Hands` in the making."""

    ok: Array  # uint8[n]
    whole: Array  # int64[n, 7]
    stake: Array  # float64[n]
    pay: Array  # float64[n, 8]
    wall: Array  # int8
    slots: Array  # int32[n, slots, 2]
    event_at: Array  # int64[n + 1]
    wall_at: Array  # int64[n + 1]


@inner
def read_head(text: int, begin: int, end: int, whole: Array, stake: Array, slots: Array) -> int:
    """頭: the place after `view` in the record that begins at `begin`, FAIL where it is not canonical so far."""
    at = follow(text, begin, _K_FORMAT)
    at = _texts(text, at, begin, end, whole, slots, _ID, _SESSION)
    at = _whole(text, at, _K_HAND, _ONE, _MOST, whole, HAND)
    at = _texts(text, at, begin, end, whole, slots, _PLAYED_AT, _PLAYERS)
    at = _numbers(text, at, whole, stake)
    return at if slots[_RULES_SLOT, 1] >= 0 else FAIL


@inner
def read_foot(text: int, at: int, begin: int, end: int, whole: Array, pay: Array, slots: Array) -> int:
    """尾: the place after the record of which the events end at `at`."""
    at = _pay(text, at, whole, pay)
    at = _texts(text, at, begin, end, whole, slots, _REPLACES, _TAGS)
    after = read_kept(text, at, end) if at >= 0 else FAIL
    if after > at + 1:
        slots[_KEPT, 0] = at + 1 - begin
        slots[_KEPT, 1] = after - 1 - (at + 1)
    return after


@inner
def _texts(text: int, at: int, begin: int, end: int, whole: Array, slots: Array, first: int, last: int) -> int:
    """The place after such texts and lists of these slots as stand at `at`."""
    for slot in range(first, last + 1):
        start = follow(text, at, slot) if at >= 0 else FAIL
        if start < 0:
            continue
        if _RULES[slot] == _NO_LIST:
            at = _text(text, start, end, slot)
            slots[slot, 0] = start - begin
            slots[slot, 1] = at - 1 - start
        else:
            at, n_items = read_list(text, start, end, _RULES[slot])
            slots[slot, 0] = start - 1 - begin
            slots[slot, 1] = at + 1 - start
            if slot == _PLAYERS:
                whole[N_PLAYERS] = n_items
    return at


@inner
def _text(text: int, at: int, end: int, slot: int) -> int:
    """The place after a text that is not empty, and is a time where it must be."""
    after = read_text(text, at, end)
    if slot == _PLAYED_AT and after >= 0 and not is_time(text, at, after - 1):
        return FAIL
    return after if after > at + 1 else FAIL


@inner
def _numbers(text: int, at: int, whole: Array, stake: Array) -> int:
    """The place after the dealer, 圈, stake and view; the players are read and the dealer must be there."""
    n_players = whole[N_PLAYERS]
    if at < 0 or not MIN_PLAYERS <= n_players <= MAX_PLAYERS or follow(text, at, _K_DEALER) < 0:
        return FAIL
    at = _whole(text, at, _K_DEALER, _LOW, n_players - 1, whole, DEALER)
    at = _whole(text, at, _K_QUAN, _ONE, _TEN, whole, QUAN)
    start = follow(text, at, _K_STAKE) if at >= 0 else FAIL
    if start >= 0:
        at, stake[0] = read_number(text, start, UNSIGNED)
    return _whole(text, at, _K_VIEW, _LOW, n_players - 1, whole, VIEW)


@inner
def _whole(text: int, at: int, key: int, low: int, high: int, whole: Array, column: int) -> int:
    """The place after a key and its whole number where it stands at `at`, else `at`."""
    start = follow(text, at, key) if at >= 0 else FAIL
    if start < 0:
        return at
    after, whole[column] = read_whole(text, start, low, high)
    return after


@inner
def _pay(text: int, at: int, whole: Array, pay: Array) -> int:
    """The place after the pay, a number a seat, where it stands at `at`."""
    at_pay = follow(text, at, _K_PAY) if at >= 0 else FAIL
    if at_pay < 0:
        return at
    whole[HAS_PAY] = 1
    last = whole[N_PLAYERS] - 1
    for seat in range(last + 1):
        after, pay[seat] = read_number(text, at_pay, SIGNED)
        if after < 0 or byte(text, after) != (COMMA if seat < last else CLOSING_BRACKET):
            return FAIL
        at_pay = after + 1
    return at_pay
