"""次: which ingest stored which rows of a fact file, so that one can be listed and undone.

An ingest may write many fact files, and compaction puts those of several into one: each file tells in its Parquet
metadata of which ingests its rows are, stretch by stretch. A file of an older version tells nothing: it is taken for
one ingest by itself.
"""

from __future__ import annotations

import datetime as dt
import json
import secrets
from typing import TYPE_CHECKING, Any, NamedTuple

import pyarrow.parquet as pq

from erqishi_logs.archive.damage import Damage, DamagedFactsError, fault_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from erqishi_logs.archive.layout import Layout

#: The key of the metadata.
INGESTS = b"erqishi.ingests"
#: So many of the paths that an ingest was given are kept.
_MOST_PATHS = 20
_WHOLE_FILE = -1


class Ingest(NamedTuple):
    """次: one ingest: its id, when it began (UTC, ISO 8601), the source and the paths that were named."""

    id: str
    at: str
    source: str | None = None
    paths: tuple[str, ...] = ()


class Stretch(NamedTuple):
    """段: so many rows of a fact file, one after the other, that one ingest stored."""

    ingest: Ingest
    rows: int


def new_ingest(paths: Iterable[object] = (), source: str | None = None) -> Ingest:
    """次: an ingest that begins now.

    >>> new_ingest(["a.jsonl"]).paths
    ('a.jsonl',)
    """
    now = dt.datetime.now(dt.UTC)
    name = f"{now:%Y%m%dT%H%M%SZ}-{secrets.token_hex(3)}"
    return Ingest(name, now.replace(tzinfo=None).isoformat(), source, tuple(map(str, paths))[:_MOST_PATHS])


def mark_ingest(ingest: Ingest) -> dict[bytes, bytes]:
    """記: the metadata of a fact file all of whose rows one ingest stored.

    >>> list(mark_ingest(Ingest("x", "")))
    [b'erqishi.ingests']
    """
    return {INGESTS: pack_stretches([Stretch(ingest, _WHOLE_FILE)])}


def pack_stretches(stretches: Sequence[Stretch]) -> bytes:
    """裝: stretches as the text of the metadata.

    >>> pack_stretches([Stretch(Ingest("x", ""), 3)])
    b'[["x","",null,[],3]]'
    """
    return json.dumps([[*one.ingest, one.rows] for one in stretches], separators=(",", ":")).encode()


def unpack_stretches(text: bytes, n_rows: int) -> list[Stretch]:
    """拆: the stretches of the metadata of a fact file of `n_rows` rows.

    >>> unpack_stretches(pack_stretches([Stretch(Ingest("x", ""), 3)]), 3)[0].rows
    3
    """
    found = [
        Stretch(Ingest(id_, at, source, tuple(paths)), n_rows if rows == _WHOLE_FILE else rows)
        for id_, at, source, paths, rows in json.loads(text)
    ]
    return _joined(found)


def _joined(stretches: Iterable[Stretch]) -> list[Stretch]:
    """Neighbours of one ingest as one stretch."""
    found: list[Stretch] = []
    for one in stretches:
        if found and found[-1].ingest == one.ingest:
            found[-1] = Stretch(one.ingest, found[-1].rows + one.rows)
        elif one.rows:
            found.append(one)
    return found


def read_stretches(layout: Layout, name: str) -> list[Stretch]:
    """段: the stretches of a fact file, in order. Raises DamagedFactsError."""
    path = layout.fact_path(name)
    if reason := fault_of(path):
        raise DamagedFactsError(Damage(path, "facts", reason).message(layout))
    with pq.ParquetFile(path) as file:
        return stretches_of(file.metadata.metadata or {}, file, name)


def stretches_of(metadata: Mapping[bytes, bytes], file: Any, name: str) -> list[Stretch]:
    """段: as `read_stretches`, of an open Parquet file with its metadata."""
    n_rows = file.metadata.num_rows
    if INGESTS in metadata:
        return unpack_stretches(metadata[INGESTS], n_rows)
    first = next(file.iter_batches(1, columns=["ingested_at"]), None)
    at = first["ingested_at"][0].as_py().isoformat() if first is not None and len(first) else ""
    return [Stretch(Ingest(f"f-{name[:12]}", at), n_rows)]


def join_stretches(stretches: Iterable[Sequence[Stretch]]) -> bytes:
    """併: the metadata of a file that holds the rows of several one after the other.

    >>> one = Stretch(Ingest("x", ""), 3)
    >>> join_stretches([[one], [one]])
    b'[["x","",null,[],6]]'
    """
    return pack_stretches(_joined(one for each in stretches for one in each))
