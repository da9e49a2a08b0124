"""掃: what a search asks of the events of one file, by their rows in it, from 0.

Columns are read when they are asked for, as small numbers; texts are looked at of the chosen rows alone.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from erqishi_logs.archive.damage import read_whole
from erqishi_logs.errors import ArchiveError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

Array = Any

#: Cards of the hand that an event of this type takes, of the kind of its `card`.
_TAKES = {"discard": 1, "draw": -1, "dui": 2, "kai": 3}
_OF_TEXT = ("deal", "chi")
_TYPES = (*_OF_TEXT, *_TAKES)
#: Stands for no seat.
NOBODY = 15


class DamagedEventsError(ArchiveError):
    """A file of events that cannot be read; `Archive.damaged` tells which."""


class _Acts(NamedTuple):
    """Of every row its type as `_code` says, who acts; rows that a higher claim overruled are of no type."""

    type: Array
    seat: Array


class Scan:
    """掃: one file of events. Every question raises DamagedEventsError where it cannot be read."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def low_rows(self, wall_below: int) -> Array:
        """牌墩: the rows after which the wall has fewer cards."""
        return np.flatnonzero(np.asarray(self._read("wall_left")["wall_left"]) < wall_below)

    def claim_rows(self, claim: str) -> Array:
        """吃對開: the rows of the claims of a type that stand."""
        return np.flatnonzero(self._acts.type == _code(claim))

    def seats(self, rows: Array) -> Array:
        """座: who acts in these rows, NOBODY where nobody does."""
        return self._acts.seat[rows].astype(np.int64)

    def rows_of_change(self, glyphs: Sequence[str]) -> Array:
        """手牌: the rows after which somebody may hold more or fewer of these cards."""
        kinds = self._acts.type
        of_text = (kinds > 0) & (kinds <= len(_OF_TEXT))
        return np.flatnonzero(of_text | (kinds > len(_OF_TEXT)) & (self._places(glyphs) > 0))

    def gained(self, rows: Array, glyphs: Sequence[str]) -> dict[str, Array]:
        """增減: by card how many more whoever acts has concealed after each of these rows."""
        kinds = self._acts.type[rows]
        takes = np.array([0] * (1 + len(_OF_TEXT)) + list(_TAKES.values()))[kinds]
        card, bai = self._places(glyphs)[rows], self._cards["bai"].combine_chunks()
        texts = np.flatnonzero(kinds <= len(_OF_TEXT))
        first, last = (np.asarray(bai.offsets)[rows[texts] + more] for more in (0, 1))
        text = self._cards["cards"].combine_chunks().take(pa.array(rows[texts]))
        sign = np.where(kinds[texts] == _code("deal"), 1, -1)
        found = {}
        for number, glyph in enumerate(glyphs, 1):
            more = -takes * (card == number)
            laid = np.cumsum(np.append(0, np.asarray(pc.count_substring(bai.values, glyph))))
            written = np.asarray(pc.fill_null(pc.count_substring(text, glyph), 0))
            more[texts] = sign * (written + laid[last] - laid[first])
            found[glyph] = more
        return found

    @cached_property
    def _acts(self) -> _Acts:
        told = self._read("type", "seat", "overruled", words=("type",))
        kinds = np.where(np.asarray(told["overruled"]), 0, _numbers(told["type"], _TYPES))
        return _Acts(kinds.astype(np.uint8), np.asarray(pc.fill_null(told["seat"], NOBODY).cast(pa.uint8())))

    @cached_property
    def _cards(self) -> Any:
        return self._read("card", "cards", "bai", words=("card",))

    def _places(self, glyphs: Sequence[str]) -> Array:
        return _numbers(self._cards["card"], glyphs)

    def _read(self, *columns: str, words: Sequence[str] = ()) -> Any:
        found = read_whole(self._path, columns, words)
        if found is None:
            raise DamagedEventsError
        return found


def _code(kind: str) -> int:
    return _TYPES.index(kind) + 1


def _numbers(words: Any, known: Sequence[str]) -> Array:
    """By row the place of its word in `known` from 1, 0 where there is none; pieces have numbers of their own.

    >>> _numbers(pa.chunked_array([pa.array(["a", None, "b"]).dictionary_encode()]), ["b", "c"]).tolist()
    [0, 0, 1]
    """
    found = [np.zeros(0, np.uint8)]
    for piece in words.chunks:
        places = pc.fill_null(pc.index_in(piece.dictionary, pa.array(known, pa.string())), -1)
        table = np.append(np.asarray(places) + 1, 0).astype(np.uint8)
        indices = piece.indices if piece.null_count == 0 else pc.fill_null(piece.indices, len(table) - 1)
        found.append(table[np.asarray(indices)])
    return np.concatenate(found)
