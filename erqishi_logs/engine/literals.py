"""字: the fixed parts of a canonical record line, as words of eight bytes that the scanner compares.

What stands here is FORMAT's: keys in their order, event types and the keys they take, limits. A test holds
it to `erqishi_logs.record`, which lies above this room.
"""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING, Any

import numpy as np

from erqishi_logs.engine.arrays import Code, Slot, Type
from erqishi_logs.games import ERQISHI
from erqishi_logs.rules.options import TITLES

if TYPE_CHECKING:
    from collections.abc import Sequence

Array = Any

#: What a reader of this room gives where the line does not go on as it should.
FAIL = -1
#: The largest whole number that every reader of JSON keeps exactly.
MAX_NUMBER = 2**53 - 1
MAX_LINE_BYTES = 8 * 2**20
MAX_EVENTS = 2_000
MIN_PLAYERS, MAX_PLAYERS = 2, 8
BLOCKS = (8, 12, 16, 20, 24)
#: Codes of penalties at the table: those of RULEBOOK §7, which come first in `Code`.
CODES = tuple(code.name.lower() for code in Code if code < Code.FIFTH_COPY)

#: No literal is longer; so many words are compared.
_WIDTH = 4


class Key(IntEnum):
    """Literals, as rows of `WORDS`: first those of `Slot` under the same numbers, then in FORMAT's order."""

    FORMAT = 13
    HAND = 14
    DEALER = 15
    QUAN = 16
    STAKE = 17
    VIEW = 18
    WALL = 19
    EVENTS = 20
    PAY = 21
    SEAT = 22
    CARD = 23
    CARDS = 24
    BAI = 25
    MELDS = 26
    HUSHU = 27
    TITLES = 28
    TOTAL = 29
    BLOCKS = 30
    CODE = 31
    AMOUNT = 32
    HIDDEN = 33
    OVERRULED = 34
    MS = 35
    TEXT = 36


_LISTS = (Slot.HOUSE, Slot.PLAYERS, Slot.MERGED_FROM, Slot.TAGS)
_OPENINGS = {
    Key.FORMAT: b'{"format":"erqishi-log/1"',
    Key.WALL: b',"wall":"',
    Key.EVENTS: b',"events":[',
    Key.PAY: b',"pay":[',
    Key.CARD: b',"card":"',
    Key.CARDS: b',"cards":"',
    Key.BAI: b',"bai":[',
    Key.MELDS: b',"melds":[',
    Key.TITLES: b',"titles":[',
    Key.CODE: b',"code":',
    Key.HIDDEN: b',"hidden":true',
    Key.OVERRULED: b',"overruled":true',
    Key.TEXT: b',"text":"',
}
#: The keys that an event must have, then those it may; `ms` and `text` it always may.
_EVENT_KEYS: dict[Type, tuple[tuple[Key, ...], tuple[Key, ...]]] = {
    Type.CUT: ((Key.SEAT, Key.CARD), ()),
    Type.DEAL: ((Key.SEAT, Key.CARDS), ()),
    Type.DISCARD: ((Key.SEAT, Key.CARD), ()),
    Type.FLIP: ((Key.SEAT, Key.CARD), (Key.HIDDEN,)),
    Type.DRAW: ((Key.SEAT, Key.CARD), ()),
    Type.CHI: ((Key.SEAT, Key.CARD, Key.CARDS), (Key.BAI, Key.OVERRULED)),
    Type.DUI: ((Key.SEAT, Key.CARD), (Key.OVERRULED,)),
    Type.KAI: ((Key.SEAT, Key.CARD), (Key.OVERRULED,)),
    Type.BAKUAI: ((Key.SEAT, Key.BLOCKS), ()),
    Type.PASS: ((Key.SEAT, Key.CARD), ()),
    Type.HU: ((Key.SEAT,), (Key.CARD, Key.MELDS, Key.HUSHU, Key.TITLES, Key.TOTAL, Key.OVERRULED)),
    Type.HUANG: ((), ()),
    Type.BAOPAI: ((Key.SEAT, Key.CODE, Key.AMOUNT), ()),
    Type.NOTE: ((Key.TEXT,), (Key.SEAT,)),
}


def event_bits(kind: Type) -> tuple[int, int]:
    """事: the keys an event of this type must have and may have, as bits of `Key`; (0, 0) for no type of ours.

    >>> event_bits(Type.CUT)[0] == 1 << Key.SEAT | 1 << Key.CARD
    True
    """
    if kind not in _EVENT_KEYS:
        return 0, 0
    must, may = _EVENT_KEYS[kind]
    always = (Key.MS, Key.TEXT)
    return sum(1 << key for key in must), sum(1 << key for key in {*must, *may, *always})


def _opening(key: Slot | Key) -> bytes:
    """From the comma before a key to where its value begins; a list's bracket and a text's quote are in it."""
    if isinstance(key, Key) and key in _OPENINGS:
        return _OPENINGS[key]
    sign = "[" if key in _LISTS and isinstance(key, Slot) else '"' if isinstance(key, Slot) else ""
    return f',"{key.name.lower()}":{sign}'.encode()


def _words(texts: Sequence[bytes]) -> tuple[Array, Array, Array]:
    """Texts as words, the masks of the bytes that count, and how long each is."""
    size = 8 * _WIDTH
    words = np.frombuffer(b"".join(text.ljust(size, b"\0") for text in texts), np.int64)
    masks = np.frombuffer(b"".join((b"\xff" * len(text)).ljust(size, b"\0") for text in texts), np.int64)
    lengths = np.array([len(text) for text in texts], np.int64)
    return words.reshape(-1, _WIDTH).copy(), masks.reshape(-1, _WIDTH).copy(), lengths


def fixed(number: int) -> int:
    """定: a number that the compiler takes as any other; for each literal it would compile a reader anew.

    >>> int(fixed(Key.HAND))
    14
    """
    return np.int64(number)  # type: ignore[return-value]


def word(text: bytes) -> int:
    r"""八: up to eight bytes as the whole number that the scanner sees.

    >>> hex(word(b"ab"))
    '0x6261'
    """
    return int.from_bytes(text, "little", signed=False)


def hashed(codes: Sequence[int]) -> tuple[int, Array]:
    """散: a factor and a table of 64, so that `table[place(code, factor)]` is the place of a 24-bit code.

    What is in the table is `code * 64 + place`, −1 where there is none.

    >>> factor, table = hashed([5, 9])
    >>> int(table[place(9, factor)]) == 9 * 64 + 1
    True
    """
    factor = next(f for f in range(1, 1 << 24, 2) if len({place(code, f) for code in codes}) == len(codes))
    table = np.full(64, -1, np.int64)
    for index, code in enumerate(codes):
        table[place(code, factor)] = code * 64 + index
    return factor, table


def place(code: int, factor: int) -> int:
    """散: where a 24-bit code stands in the table of `hashed`.

    >>> place(0, 1)
    0
    """
    return (code * factor >> 15) & 63


WORDS, MASKS, LENGTHS = _words([_opening(slot) for slot in Slot if slot != Slot.KEPT] + [b"\0"] + [*map(_opening, Key)])

#: Event types by their first three letters (the quote of `hu` is the third).
_NAMES = [f'{kind.name.lower()}"'.encode() for kind in Type]
TYPE_FACTOR, TYPE_TABLE = hashed([word(name[:3]) for name in _NAMES[: Type.SAO]])
TYPE_WORDS, TYPE_MASKS, _TYPE_LENGTHS = _words(_NAMES)
#: What the scanner is told of a type: its number, and 64 times how long `{"type":"discard"` is.
TYPE_TABLE = np.where(TYPE_TABLE < 0, -1, (TYPE_TABLE & 63) + 64 * (_TYPE_LENGTHS + len(b'{"type":"'))[TYPE_TABLE & 15])
MUST = np.array([event_bits(kind)[0] for kind in Type], np.int64)
MAY = np.array([event_bits(kind)[1] for kind in Type], np.int64)

GLYPH_FACTOR, GLYPH_TABLE = hashed([word(glyph.encode()) for glyph in ERQISHI.deck.glyphs])

TITLE_WORDS, TITLE_MASKS, TITLE_LENGTHS = _words([f'"{name}"'.encode() for name in TITLES])
CODE_WORDS, CODE_MASKS, CODE_LENGTHS = _words([f'"{name}"'.encode() for name in CODES])
