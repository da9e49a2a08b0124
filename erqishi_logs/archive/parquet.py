"""檔: how every Parquet file of an archive is written; chosen by measurement (docs/archive.md, Sizes)."""

from __future__ import annotations

import hashlib
import inspect
from typing import TYPE_CHECKING, Any, NamedTuple

import pyarrow as pa
import pyarrow.parquet as pq

from erqishi_logs.archive.layout import sync_file
from erqishi_logs.archive.live import pack_live

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

_CHUNK = 2**20
#: Zstd: of the columns that gain by it, of the others.
_HIGH, _LOW = 9, 3
#: Zstd where there is time, by sort of file.
_STRONG = {"facts": 12, "events": 15}
#: Sorted by hand: where the pages are told of, a hand is read without the pages of the others.
_BY_HAND = ("hands", "events", "findings", "seats")
#: How many hands an id filter may take for its own that are not: one in so many.
_WRONG_ONE_IN = 20


class Way(NamedTuple):
    """法: how one sort of file is written: rows a row group, encodings of columns that get no dictionary, rows a hand.

    Columns in `high` are packed at the higher level.
    """

    row_group: int
    encodings: Mapping[str, str]
    high: frozenset[str] = frozenset()
    rows_a_hand: int = 1


_GROUP = 122_880
_WAYS = {
    "facts": Way(8_192, {"id": "PLAIN", "digest": "PLAIN", "line": "DELTA_BINARY_PACKED", "raw": "PLAIN"}),
    "hands": Way(_GROUP, {"id": "PLAIN"}),
    "events": Way(
        _GROUP,
        {"cards": "DELTA_LENGTH_BYTE_ARRAY", "seq": "BYTE_STREAM_SPLIT", "wall_left": "BYTE_STREAM_SPLIT"},
        frozenset({"cards", "seq", "wall_left"}),
        rows_a_hand=32,
    ),
    "findings": Way(_GROUP, {}),
    "seats": Way(_GROUP, {}, rows_a_hand=3),
}
_HAS_FILTERS = "bloom_filter_options" in inspect.signature(pq.ParquetWriter.__init__).parameters


def write_parquet(table: Any, path: Path, kind: str) -> None:
    """檔: writes a table, of facts or of a view as `kind` says, to a file and forces it to the disk."""
    stored = pack_live(table) if kind == "events" else table
    pq.write_table(stored, path, row_group_size=_WAYS[kind].row_group, **settings(stored.schema, kind, len(stored)))
    sync_file(path)


def settings(schema: Any, kind: str, rows: int, *, strong: bool = False) -> dict[str, Any]:
    """法: what pyarrow is told to write a file of so many rows; `strong`: smaller, with about five times the work.

    >>> import pyarrow as pa
    >>> settings(pa.schema([("id", pa.string()), ("players", pa.list_(pa.string()))]), "hands", 10)["use_dictionary"]
    ['players.list.element']
    """
    way = _WAYS[kind]
    leaves = [_leaf(field) for field in schema]
    encodings = {leaf: way.encodings[leaf] for leaf in leaves if leaf in way.encodings}
    told: dict[str, Any] = {
        "compression": "zstd",
        "compression_level": _levels(leaves, way, _STRONG.get(kind, _HIGH) if strong else None),
        "use_dictionary": [leaf for leaf in leaves if leaf not in encodings],
        "column_encoding": encodings or None,
        "write_page_index": strong and kind in _BY_HAND,
    }
    if _HAS_FILTERS and "id" in leaves:
        hands = max(1, min(rows, way.row_group) // way.rows_a_hand)
        told["bloom_filter_options"] = {"id": {"ndv": hands, "fpp": 1 / _WRONG_ONE_IN}}
    return told


def _levels(leaves: Sequence[str], way: Way, strong: int | None) -> dict[str, int]:
    return {leaf: strong or (_HIGH if leaf in way.high else _LOW) for leaf in leaves}


def row_group_of(kind: str) -> int:
    """群: rows a row group of a sort of file.

    >>> row_group_of("facts")
    8192
    """
    return _WAYS[kind].row_group


def _leaf(field: Any) -> str:
    return f"{field.name}.list.element" if pa.types.is_list(field.type) else str(field.name)


def name_of_content(path: Path) -> str:
    """名: what a fact file is called, SHA-256 of its bytes.

    >>> import tempfile
    >>> from pathlib import Path
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder, "x")
    ...     _ = path.write_bytes(b"")
    ...     name_of_content(path)[:8]
    'e3b0c442'
    """
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while chunk := file.read(_CHUNK):
            digest.update(chunk)
    return digest.hexdigest()
