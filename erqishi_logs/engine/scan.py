"""掃: record lines straight from their bytes into arrays, in compiled code, no object a hand.

Only a line that is byte for byte canonical (FORMAT, Canonical form) is read; whatever else is left
to the exact reader. What is read is what `erqishi_logs.record.loads` reads.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from erqishi_logs.engine.arrays import Hands, Slot
from erqishi_logs.engine.bytes import load
from erqishi_logs.engine.compiled import inner, maker
from erqishi_logs.engine.literals import FAIL, MAX_LINE_BYTES, MAX_PLAYERS, Key, fixed
from erqishi_logs.engine.scan_events import CARDS, EVENTS, GROUPS, PLAYERS, WALL, Room, read_events
from erqishi_logs.engine.scan_heads import (
    DEALER,
    HAND,
    HAS_PAY,
    HAS_WALL,
    N_PLAYERS,
    NOTHING,
    QUAN,
    VIEW,
    Heads,
    read_foot,
    read_head,
)
from erqishi_logs.engine.values import follow, read_cards

Array = Any

#: Literals and numbers are compared without a look at where the text ends; so much must lie behind a line.
_PAD = 1024
_WORD = 8
_K_WALL, _K_EVENTS = fixed(Key.WALL), fixed(Key.EVENTS)
_LINE_FEED = 0x0A
#: No event is shorter, its comma included (`huang`), and no group of cards (`"?"`).
_LEAST_EVENT, _LEAST_GROUP = len(b'{"type":"huang"},'), len(b'"?",')
#: In each byte of a word: a line feed, the lowest bit, the highest.
_FEEDS, _LOWEST, _HIGHEST = 0x0A0A0A0A0A0A0A0A, 0x0101010101010101, -0x7F7F7F7F7F7F7F80


def scan(text: Array, line_begin: Array, line_end: Array) -> Hands:
    r"""掃: the hands of record lines; `text` is uint8, line h `text[line_begin[h] : line_end[h]]` without its end.

    A line that is not canonical gets `ok` 0. Raises ValueError where a line lies outside the text.

    >>> line = b'{"format":"erqishi-log/1","rules":"leshan","players":["A","B"],"dealer":1,"events":[]}\n{}\n'
    >>> text = np.frombuffer(line, np.uint8)
    >>> hands = scan(text, *split_lines(text))
    >>> hands.ok.tolist(), hands.n_players.tolist(), hands.dealer.tolist()
    ([1, 0], [2, 0], [1, 0])
    """
    text = _frozen(text)
    begin, end = (np.ascontiguousarray(places, np.int64) for places in (line_begin, line_end))
    if len(begin) and (begin.min() < 0 or end.max() > len(text) or bool((begin > end).any())):
        msg = "a line lies outside the text"
        raise ValueError(msg)
    at_end = begin[end > len(text) - _PAD]
    tail_at = int(at_end.min()) if len(at_end) else len(text)
    tail = np.concatenate([text[tail_at:], np.zeros(_PAD, np.uint8)])
    n_bytes = int((end - begin).sum())
    room, heads = _room(n_bytes), _heads(len(begin), n_bytes)
    now = np.zeros(PLAYERS + 1, np.int64)
    _scan_lines(text.ctypes.data, tail.ctypes.data, tail_at, begin, end, heads, room, now)
    _clear(heads, heads.ok == 0)
    return _hands(begin, end, heads, room, now)


def split_lines(text: Array) -> tuple[Array, Array]:
    r"""行: where each line of a text begins and ends (its LF excluded); what follows the last LF is a line too.

    >>> [places.tolist() for places in split_lines(np.frombuffer(b"a\n\nbc", np.uint8))]
    [[0, 2, 3], [1, 2, 5]]
    """
    text = _frozen(text)
    ends = _breaks(text, text.ctypes.data, int(np.count_nonzero(text == _LINE_FEED)))
    if len(text) and text[-1] != _LINE_FEED:
        ends = np.append(ends, len(text))
    begins = np.zeros(len(ends), np.int64)
    begins[1:] = ends[:-1] + 1
    return begins, ends


def _frozen(text: Array) -> Array:
    """The same bytes, read-only, so that a kernel meets one type of them."""
    view = np.ascontiguousarray(text, np.uint8).view()
    view.flags.writeable = False
    return view


def _room(n_bytes: int) -> Room:
    """Room for the events of so many bytes; what is not used is never touched, and so takes no memory."""
    n_events = n_bytes // _LEAST_EVENT + 1
    room = Room(
        small=np.empty((4, n_events), np.int8),
        long=np.empty((2, n_events), np.int64),
        number=np.empty(n_events),
        titles=np.empty(n_events, np.int16),
        text_at=np.empty((n_events, 2), np.int32),
        group_at=np.empty(n_events + 1, np.int64),
        card_at=np.empty(n_bytes // _LEAST_GROUP + 2, np.int64),
        cards=np.empty(n_bytes, np.int8),
    )
    room.group_at[0] = room.card_at[0] = 0
    return room


def _heads(n: int, n_bytes: int) -> Heads:
    return Heads(
        ok=np.zeros(n, np.uint8),
        whole=np.tile(NOTHING, (n, 1)),
        stake=np.full(n, np.nan),
        pay=np.zeros((n, MAX_PLAYERS)),
        wall=np.empty(n_bytes, np.int8),
        slots=np.tile(np.array([0, -1], np.int32), (n, len(Slot), 1)),
        event_at=np.zeros(n + 1, np.int64),
        wall_at=np.zeros(n + 1, np.int64),
    )


def _clear(heads: Heads, left: Array) -> None:
    """Takes out what was read of hands before it was seen that they are not canonical."""
    heads.whole[left] = NOTHING
    heads.stake[left] = np.nan
    heads.pay[left] = 0
    heads.slots[left] = (0, -1)


def _hands(begin: Array, end: Array, heads: Heads, room: Room, now: Array) -> Hands:
    n_events = now[EVENTS]
    small = room.small[:, :n_events]
    whole = heads.whole.T
    return Hands(
        ok=heads.ok,
        begin=begin,
        end=end,
        n_players=whole[N_PLAYERS].astype(np.int8),
        dealer=whole[DEALER].astype(np.int8),
        quan=whole[QUAN].astype(np.int8),
        view=whole[VIEW].astype(np.int8),
        hand=whole[HAND].copy(),
        stake=heads.stake,
        has_pay=whole[HAS_PAY].astype(np.uint8),
        pay=heads.pay,
        has_wall=whole[HAS_WALL].astype(np.uint8),
        wall_at=heads.wall_at,
        wall=heads.wall[: now[WALL]],
        slots=heads.slots,
        event_at=heads.event_at,
        type=small[0],
        seat=small[1],
        card=small[2],
        flags=small[3].view(np.uint8),
        group_at=room.group_at[: n_events + 1],
        card_at=room.card_at[: now[GROUPS] + 1],
        cards=room.cards[: now[CARDS]],
        whole=room.long[0, :n_events],
        number=room.number[:n_events],
        titles=room.titles[:n_events],
        ms=room.long[1, :n_events],
        text_at=room.text_at[:n_events],
    )


@maker
def _breaks(text: Array, address: int, n: int) -> Array:
    """Where the `n` line feeds of a text stand; a word without one is passed at once."""
    found = np.empty(n, np.int64)
    n_found, at = 0, 0
    while n_found < n:
        if at + _WORD <= len(text):
            unlike = load(address, at) ^ _FEEDS
            if (unlike - _LOWEST) & ~unlike & _HIGHEST == 0:
                at += _WORD
                continue
        for i in range(at, min(at + _WORD, len(text))):
            if text[i] == _LINE_FEED:
                found[n_found] = i
                n_found += 1
        at += _WORD
    return found


@maker
def _scan_lines(
    text: int, tail: int, tail_at: int, begin: Array, end: Array, heads: Heads, room: Room, now: Array
) -> None:
    """All lines, those that begin at `tail_at` or later in `tail`, a copy of the text from there on."""
    for h in range(len(begin)):
        n_events, n_groups, n_cards, n_wall = now[EVENTS], now[GROUPS], now[CARDS], now[WALL]
        source = tail if begin[h] >= tail_at else text
        shift = tail_at if begin[h] >= tail_at else 0
        after = FAIL
        if end[h] - begin[h] <= MAX_LINE_BYTES:
            after = _line(source, begin[h] - shift, end[h] - shift, h, heads, room, now)
        if after == end[h] - shift:
            heads.ok[h] = 1
        else:
            now[EVENTS], now[GROUPS], now[CARDS], now[WALL] = n_events, n_groups, n_cards, n_wall
        heads.event_at[h + 1] = now[EVENTS]
        heads.wall_at[h + 1] = now[WALL]


@inner
def _line(text: int, begin: int, end: int, h: int, heads: Heads, room: Room, now: Array) -> int:
    """The place after the record that begins at `begin`, FAIL for none."""
    whole, slots = heads.whole[h], heads.slots[h]
    at = read_head(text, begin, end, whole, heads.stake[h : h + 1], slots)
    start = follow(text, at, _K_WALL) if at >= 0 else FAIL
    if start >= 0:
        whole[HAS_WALL] = 1
        at, now[WALL] = read_cards(text, start, end, heads.wall, now[WALL])
    at = follow(text, at, _K_EVENTS) if at >= 0 else FAIL
    if at < 0:
        return FAIL
    now[PLAYERS] = whole[N_PLAYERS]
    at = read_events(text, at, begin, end, now, room)
    return read_foot(text, at, begin, end, whole, heads.pay[h], slots)
