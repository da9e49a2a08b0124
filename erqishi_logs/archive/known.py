"""已有: what an archive already holds, so that no hand is stored twice."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from erqishi_logs.archive.damage import read_columns

if TYPE_CHECKING:
    from collections.abc import Sequence

    from erqishi_logs.archive.facts import Fact
    from erqishi_logs.archive.layout import Layout


class Known(NamedTuple):
    """Which of some facts an archive has: the digest by id, and the digests of quarantined input."""

    ids: dict[str, bytes]
    quarantined: set[bytes]


class KnownIndex:
    """已有: finds facts by key in the fact files that it has looked at; 12 bytes a fact are kept.

    A hit of a key is checked in the file itself.
    """

    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        self._names: list[str] = []
        self._keys = np.empty(0, np.uint64)  # sorted
        self._files = np.empty(0, np.int32)  # which of `_names` has each key
        self._gone: set[str] = set()  # of `_names`, those whose facts another file holds now

    def refresh(self) -> None:
        """Looks at the fact files that came since. Raises DamagedFactsError: of a hand in it nobody could tell."""
        names = set(self._layout.fact_names())
        self._gone = set(self._names).difference(names)
        new = sorted(names.difference(self._names))
        if not new:
            return
        keys = [_read_keys(self._layout, name) for name in new]
        files = [np.full(len(found), len(self._names) + at, np.int32) for at, found in enumerate(keys)]
        self._names += new
        joined = np.concatenate([self._keys, *keys])
        order = np.argsort(joined, kind="stable")  # merges what is sorted already
        self._keys = joined[order]
        self._files = np.concatenate([self._files, *files])[order]

    def find(self, facts: Sequence[Fact]) -> Known:
        """Which of `facts` are held by the fact files looked at."""
        known = Known({}, set())
        for name in (self._names[at] for at in self._hit(facts)):
            if name not in self._gone:
                self._read_hits(name, facts, known)
        return known

    def _hit(self, facts: Sequence[Fact]) -> list[int]:
        """The fact files, by their place, that have a key of these facts."""
        wanted = np.unique(np.array([key_of(fact.id, fact.digest) for fact in facts], dtype=np.uint64))
        first, last = (np.searchsorted(self._keys, wanted, side) for side in ("left", "right"))
        spans = [self._files[one:other] for one, other in zip(first, last, strict=True) if one < other]
        return np.unique(np.concatenate(spans)).tolist() if spans else []

    def _read_hits(self, name: str, facts: Sequence[Fact], known: Known) -> None:
        rows = _columns(self._layout, name)
        ids = pa.array([fact.id for fact in facts if fact.id is not None], pa.string())
        hit = rows.filter(pc.is_in(rows["id"], ids))
        known.ids.update(zip(hit["id"].to_pylist(), hit["digest"].to_pylist(), strict=True))
        lost = pa.array([fact.digest for fact in facts if fact.id is None], pa.binary())
        held = rows.filter(pc.and_(pc.is_null(rows["id"]), pc.is_in(rows["digest"], lost)))
        known.quarantined.update(held["digest"].to_pylist())


def _read_keys(layout: Layout, name: str) -> Any:
    rows = _columns(layout, name)
    ids, digests = (column.to_pylist() for column in rows.columns)
    keys = [key_of(id_, digest) for id_, digest in zip(ids, digests, strict=True)]
    return np.unique(np.array(keys, dtype=np.uint64))


def _columns(layout: Layout, name: str) -> Any:
    return read_columns(layout, name, ["id", "digest"])


def key_of(id_: str | None, digest: bytes) -> int:
    r"""鑰: 8 bytes that stand for a fact: of the id of a hand, of the digest of what is none.

    >>> key_of(None, bytes(7) + b"\x01rest")
    1
    """
    key = digest[:8] if id_ is None else hashlib.blake2b(id_.encode(), digest_size=8).digest()
    return int.from_bytes(key, "big")
