"""掃: record lines straight from their bytes into arrays, in compiled code, no object a hand.

Only a line that is byte for byte canonical (FORMAT, Canonical form) is read; whatever else is left
to the exact reader. What is read is what `erqishi_logs.record.loads` reads.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from erqishi_logs.engine.arrays import Hands, Slot
from erqishi_logs.engine.bytes import load, reader
from erqishi_logs.engine.compiled import kernel
from erqishi_logs.engine.literals import FAIL, MAX_LINE_BYTES, MAX_PLAYERS, Key
from erqishi_logs.engine.scan_events import CARDS, GROUPS, PLAYERS, WALL, Room, read_events
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
_PAD = 512
_WORD = 8
_K_WALL, _K_EVENTS = np.int64(Key.WALL), np.int64(Key.EVENTS)
_BRACE, _QUESTION_MARK, _FIRST_OF_CHARACTER, _LINE_FEED = 0x7B, 0x3F, 0xC0, 0x0A
#: In each byte of a word: a line feed, the lowest bit, the highest.
_FEEDS, _LOWEST, _HIGHEST = 0x0A0A0A0A0A0A0A0A, 0x0101010101010101, -0x7F7F7F7F7F7F7F80


def scan(text: Array, line_begin: Array, line_end: Array) -> Hands:
    r"""掃: the hands of record lines; `text` is uint8, line h is `text[line_begin[h] : line_end[h]]`, no line end in it.

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
    room = _room(*_count(text, begin, end))
    heads = _heads(len(begin))
    now, wall = np.zeros(PLAYERS + 1, np.int64), np.empty(len(room.cards), np.int8)
    n_events = _scan_lines(text.ctypes.data, tail.ctypes.data, tail_at, begin, end, heads, room, now, wall)
    _clear(heads, heads.ok == 0)
    return _hands(begin, end, heads, room, n_events, now, wall)


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


def _room(n_events: int, n_cards: int) -> Room:
    """Room for so many events and cards; what is not used is never touched, and so takes no memory."""
    room = Room(
        small=np.empty((4, n_events), np.int8),
        long=np.empty((2, n_events), np.int64),
        number=np.empty(n_events),
        titles=np.empty(n_events, np.int16),
        text_at=np.empty((n_events, 2), np.int32),
        group_at=np.empty(n_events + 1, np.int64),
        card_at=np.empty(n_cards + 1, np.int64),
        cards=np.empty(n_cards, np.int8),
    )
    room.group_at[0] = room.card_at[0] = 0
    return room


def _heads(n: int) -> Heads:
    return Heads(
        ok=np.zeros(n, np.uint8),
        whole=np.tile(NOTHING, (n, 1)),
        stake=np.full(n, np.nan),
        pay=np.zeros((n, MAX_PLAYERS)),
        number=np.zeros(1),
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


def _hands(begin: Array, end: Array, heads: Heads, room: Room, n_events: int, now: Array, wall: Array) -> Hands:
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
        wall=wall[: now[WALL]],
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


@kernel
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


@kernel
def _count(text: Array, begin: Array, end: Array) -> tuple[int, int]:
    """How many events and cards the lines have at the most: braces, first bytes of characters and `?`."""
    n_events, n_cards = 0, 0
    for h in range(len(begin)):
        for byte in text[begin[h] : end[h]]:
            n_events += byte == _BRACE
            n_cards += (byte >= _FIRST_OF_CHARACTER) | (byte == _QUESTION_MARK)
    return n_events, n_cards


@kernel
def _scan_lines(
    text: int, tail: int, tail_at: int, begin: Array, end: Array, heads: Heads, room: Room, now: Array, wall: Array
) -> int:
    """All lines, those too near the end of the text in `tail`, a copy from `tail_at` on; how many events they have."""
    n_events = 0
    for h in range(len(begin)):
        n_groups, n_cards, n_wall = now[GROUPS], now[CARDS], now[WALL]
        source = tail if begin[h] >= tail_at else text
        shift = tail_at if begin[h] >= tail_at else 0
        first, stop = begin[h] - shift, end[h] - shift
        after, n = FAIL, n_events
        if stop - first <= MAX_LINE_BYTES:
            after, n = _line(source, first, stop, h, heads, room, now, wall, n_events)
        if after == stop:
            heads.ok[h] = 1
            n_events = n
        else:
            now[GROUPS], now[CARDS], now[WALL] = n_groups, n_cards, n_wall
        heads.event_at[h + 1] = n_events
        heads.wall_at[h + 1] = now[WALL]
    return n_events


@reader
def _line(
    text: int, begin: int, end: int, h: int, heads: Heads, room: Room, now: Array, wall: Array, n: int
) -> tuple[int, int]:
    """The place after the record that begins at `begin`, FAIL for none, and `n` and the number of its events."""
    whole, slots = heads.whole[h], heads.slots[h]
    at = read_head(text, begin, end, whole, heads.stake[h : h + 1], slots)
    if at < 0:
        return FAIL, n
    start = follow(text, at, _K_WALL)
    if start >= 0:
        whole[HAS_WALL] = 1
        at, now[WALL] = read_cards(text, start, end, wall, now[WALL])
    at = follow(text, at, _K_EVENTS) if at >= 0 else FAIL
    if at < 0:
        return FAIL, n
    now[PLAYERS] = whole[N_PLAYERS]
    at, n = read_events(text, at, begin, end, now, heads.number, room, n)
    return read_foot(text, at, begin, end, whole, heads.pay[h], slots), n
