"""鑰檔: the keys of the fact files kept in one file, so that a large archive is not read through before each ingest.

It is derived and may be missing, older than the archive or damaged: what it does not tell is read from the facts. It
holds no more than hashes and names of files.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, NamedTuple

import pyarrow as pa
import pyarrow.parquet as pq

from erqishi_logs.archive.keys import KeyRun, KeyRuns

if TYPE_CHECKING:
    from erqishi_logs.archive.layout import Layout

_SCHEMA = pa.schema([pa.field("key", pa.uint64(), False), pa.field("place", pa.int32(), False)])
_NAMES = b"erqishi.names"


class StoredKeys(NamedTuple):
    """所存: the fact files of an index by their place, and their keys."""

    names: list[str]
    keys: KeyRuns


def write_keys(layout: Layout, stored: StoredKeys) -> None:
    """存: a run a row group, so that nothing is copied together. Needs the lock."""
    temporary = layout.tmp / "keys.parquet"
    schema = _SCHEMA.with_metadata({_NAMES: json.dumps(stored.names)})
    plain = {"compression": "none", "use_dictionary": False, "write_page_checksum": True}
    with pq.ParquetWriter(temporary, schema, **plain) as writer:
        for run in stored.keys.runs:
            writer.write_table(pa.table([run.keys, run.places], schema=schema), row_group_size=max(1, len(run.keys)))
    temporary.replace(layout.keys)


def read_keys(layout: Layout) -> StoredKeys:
    """讀: what is stored; nothing where it is missing or damaged.

    >>> from pathlib import Path
    >>> from erqishi_logs.archive.layout import Layout
    >>> read_keys(Layout(Path("nowhere"))).names
    []
    """
    try:
        with pq.ParquetFile(layout.keys, page_checksum_verification=True) as file:
            names = json.loads((file.schema_arrow.metadata or {})[_NAMES])
            groups = map(file.read_row_group, range(file.num_row_groups))
            runs = [KeyRun(*(column.to_numpy() for column in group.columns)) for group in groups]
    except (OSError, pa.ArrowException, KeyError, ValueError, TypeError):
        return StoredKeys([], KeyRuns())
    return StoredKeys(names, KeyRuns(runs))
