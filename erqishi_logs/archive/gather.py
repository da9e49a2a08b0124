"""取: Arrow columns out of arrays and of the bytes of a text, without a Python object a cell."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

if TYPE_CHECKING:
    from collections.abc import Sequence

Array = Any


def numbers(values: Array, kind: Any, absent: Array | None = None) -> Any:
    """數: a column of numbers; null where `absent`.

    >>> numbers(np.array([1, -1]), pa.int16(), np.array([False, True])).to_pylist()
    [1, None]
    """
    return pa.array(values, mask=absent).cast(kind)


def flags(values: Array, absent: Array | None = None) -> Any:
    """是非: a column of yes and no; null where `absent`.

    >>> flags(np.array([1, 0])).to_pylist()
    [True, False]
    """
    return pa.array(np.asarray(values, bool), mask=absent)


def words(known: Any, places: Array, absent: Array | None = None) -> Any:
    """詞: a column of `known` words (an Arrow array) by their places; null where `absent`.

    >>> words(pa.array(["a", "b"]), np.array([1, 0, 5]), np.array([False, False, True])).to_pylist()
    ['b', 'a', None]
    """
    return known.take(pa.array(np.asarray(places, np.int64), mask=absent))


def texts(text: Any, begin: Array, length: Array, rows: Array, *, binary: bool = False) -> Any:
    """文: of pieces of a text that follow one another those in `rows`; null where `length` is −1.

    `text` is bytes, below 2 GB.

    >>> texts(b"ab cd", np.array([0, 0, 3]), np.array([2, -1, 2]), np.array([2, 1])).to_pylist()
    ['cd', None]
    """
    kind = pa.binary() if binary else pa.string()
    absent = length[rows] < 0
    if absent.all():
        return pa.nulls(len(rows), kind)
    # Each piece is cut out by two offsets, and so is what lies between two pieces: every other one counts.
    offsets = np.empty(2 * len(begin), np.int64)
    offsets[0::2] = np.where(length < 0, 0, begin)
    offsets[1::2] = np.where(length < 0, 0, begin + length)
    offsets = np.maximum.accumulate(offsets).astype(np.int32)
    pieces = pa.Array.from_buffers(kind, len(offsets) - 1, [None, pa.py_buffer(offsets), pa.py_buffer(text)])
    return pieces.take(pa.array(2 * np.asarray(rows, np.int64), mask=absent))


def text_lists(text: Any, begin: Array, length: Array, rows: Array) -> Any:
    """列: as `texts`, of lists that stand as JSON without a space or an escape; never an empty one.

    >>> text_lists(b'["a","b,c"]', np.array([0]), np.array([11]), np.array([0])).to_pylist()
    [['a', 'b,c']]
    """
    if (length[rows] < 0).all():
        return pa.nulls(len(rows), pa.list_(pa.string()))
    inner = texts(text, begin + 2, np.where(length < 0, -1, length - 4), rows)
    return pc.split_pattern(inner, '","')


def number_lists(values: Array, counts: Array, absent: Array) -> Any:
    """列: a list a row, the first `counts[i]` numbers of `values[i]`; null where `absent`.

    >>> number_lists(np.array([[1.0, 2.0], [3.0, 0.0]]), np.array([2, 1]), np.array([False, True])).to_pylist()
    [[1.0, 2.0], None]
    """
    counts = np.where(absent, 0, counts)
    chosen = np.arange(values.shape[1]) < counts[:, None]
    return _lists(counts, pa.array(values[chosen] + 0.0), absent)


def group_lists(groups: Any, first: Array, last: Array, absent: Array) -> Any:
    """列: a list a row, `groups[first[i] : last[i]]` of an Arrow array; null where `absent`.

    >>> group_lists(pa.array(["a", "b", "c"]), np.array([1, 0]), np.array([3, 1]), np.array([False, True])).to_pylist()
    [['b', 'c'], None]
    """
    counts = np.where(absent, 0, last - first)
    return _lists(counts, groups.take(pa.array(spans(first, counts))), absent)


def spans(first: Array, counts: Array) -> Array:
    """段: the places `first[i]`, `first[i] + 1`, … , `counts[i]` of them, for each i in turn.

    >>> spans(np.array([5, 0]), np.array([2, 3])).tolist()
    [5, 6, 0, 1, 2]
    """
    before = np.cumsum(counts) - counts
    return np.repeat(first - before, counts) + np.arange(counts.sum())


def cards_texts(glyphs: Sequence[str], kinds: Array, card_at: Array) -> Any:
    """牌: the cards of each group as a text; the last of `glyphs` is that of an unseen card, kind −1.

    >>> cards_texts(("一", "二", "?"), np.array([1, -1, 0]), np.array([0, 2, 3])).to_pylist()
    ['二?', '一']
    """
    sizes = np.array([len(glyph.encode()) for glyph in glyphs])
    width = int(sizes.max())
    table = np.frombuffer(b"".join(glyph.encode().ljust(width, b"\0") for glyph in glyphs), np.uint8)
    data = table.reshape(-1, width)[kinds]
    lengths = sizes[kinds]
    if len(lengths) and lengths.min() < width:
        data = data[np.arange(width) < lengths[:, None]]
    ends = np.concatenate([[0], np.cumsum(lengths)])
    offsets = pa.py_buffer(ends[card_at].astype(np.int32))
    return pa.StringArray.from_buffers(len(card_at) - 1, offsets, pa.py_buffer(np.ascontiguousarray(data)))


def _lists(counts: Array, values: Any, absent: Array) -> Any:
    offsets = np.concatenate([[0], np.cumsum(counts)]).astype(np.int32)
    return pa.ListArray.from_arrays(pa.array(offsets), values, mask=pa.array(absent))
