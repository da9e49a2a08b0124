"""鑰檔: the keys of the fact files kept in one file, so that a large archive is not read through before each ingest.

It is derived and may be missing, older than the archive or damaged: what it does not tell is read from the facts. It
holds no more than hashes and names of files, and is believed only where it bears the seal of all that.
"""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, NamedTuple

import pyarrow as pa
import pyarrow.parquet as pq

from erqishi_logs.archive.keys import KeyRun, KeyRuns

if TYPE_CHECKING:
    from collections.abc import Iterable

    from erqishi_logs.archive.layout import Layout

_SCHEMA = pa.schema([pa.field("key", pa.uint64(), False), pa.field("place", pa.int32(), False)])
_NAMES, _SEAL = b"erqishi.names", b"erqishi.seal"


class StoredKeys(NamedTuple):
    """所存: the fact files of an index by their place, and their keys."""

    names: list[str]
    keys: KeyRuns


def write_keys(layout: Layout, stored: StoredKeys) -> None:
    """存: a run a row group, so that nothing is copied together. Needs the lock."""
    temporary = layout.tmp / "keys.parquet"
    names = json.dumps(stored.names).encode()
    schema = _SCHEMA.with_metadata({_NAMES: names, _SEAL: _seal(names, stored.keys.runs)})
    plain = {"compression": "none", "use_dictionary": False}
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
        with pq.ParquetFile(layout.keys) as file:
            schema = file.schema_arrow
            said = schema.metadata or {}
            groups = [file.read_row_group(at) for at in range(file.num_row_groups)] if schema.equals(_SCHEMA) else []
        runs = [KeyRun(*(column.to_numpy() for column in group.columns)) for group in groups]
        if said[_SEAL] != _seal(said[_NAMES], runs):
            return StoredKeys([], KeyRuns())
        return StoredKeys(json.loads(said[_NAMES]), KeyRuns(runs))
    except (OSError, pa.ArrowException, KeyError, ValueError):
        return StoredKeys([], KeyRuns())


def _seal(names: bytes, runs: Iterable[KeyRun]) -> bytes:
    """What a file with other names or other keys would not bear."""
    digest = hashlib.blake2b(names, digest_size=16)
    for run in runs:
        digest.update(len(run.keys).to_bytes(8, "big"))
        digest.update(run.keys)
        digest.update(run.places)
    return digest.hexdigest().encode()
