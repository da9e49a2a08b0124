"""已有: what an archive already holds, so that no hand is stored twice."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import pyarrow as pa
import pyarrow.compute as pc

from erqishi_logs.archive.damage import read_columns
from erqishi_logs.archive.key_file import StoredKeys, read_keys, write_keys
from erqishi_logs.archive.keys import KeyRuns, keys_of
from erqishi_logs.archive.lock import locked

if TYPE_CHECKING:
    from collections.abc import Sequence

    from erqishi_logs.archive.facts import Fact
    from erqishi_logs.archive.layout import Layout

Array = Any


class Known(NamedTuple):
    """Which of some facts an archive has: the digest by id, and the digests of quarantined input."""

    ids: dict[str, bytes]
    quarantined: set[bytes]


#: So many fact files that had to be read make it worth while to write the key file anew.
WORTH_KEEPING = 20


class KnownIndex:
    """已有: finds facts by key in the fact files that it has looked at or was told of.

    A hit of a key is checked in the file itself.
    """

    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        self._names: list[str] = []
        self._keys = KeyRuns()  # by place in `_names`
        self._gone: set[str] = set()  # of `_names`, those whose facts another file holds now

    @classmethod
    def opened(cls, layout: Layout) -> KnownIndex:
        """開: the index of all that the archive holds now, for a writer. Raises DamagedFactsError as `refresh`.

        Most of it comes from the key file; that is written anew where much had to be read besides.
        """
        index = cls(layout)
        with locked(layout):
            index._names, index._keys = read_keys(layout)
            n_known = len(index._names)
            index.refresh()
            if len(index._names) - n_known > WORTH_KEEPING:
                index._keep()
        return index

    def _keep(self) -> None:
        stays = [name not in self._gone for name in self._names]
        self._keys = self._keys.only(stays)
        self._names = [name for name, here in zip(self._names, stays, strict=True) if here]
        self._gone = set()
        write_keys(self._layout, StoredKeys(self._names, self._keys))

    def refresh(self) -> None:
        """Looks at the fact files that came since. Raises DamagedFactsError: of a hand in it nobody could tell."""
        names = set(self._layout.fact_names())
        self._gone = set(self._names).difference(names)
        for name in sorted(names.difference(self._names)):
            self.add(name, _read_keys(self._layout, name))

    def add(self, name: str, keys: Array) -> None:
        """加: a fact file with the keys of its facts; what was just stored need not be read again."""
        self._keys.add(keys, len(self._names))
        self._names.append(name)

    def has_any(self, keys: Array) -> bool:
        """有: whether some of these keys are held; then it is worth a look at the facts."""
        return self._keys.has_any(keys)

    def find(self, facts: Sequence[Fact]) -> Known:
        """Which of `facts` are held by the fact files looked at."""
        known = Known({}, set())
        wanted = keys_of((fact.id, fact.digest) for fact in facts)
        for name in (self._names[place] for place in self._keys.places_of(wanted)):
            if name not in self._gone:
                self._read_hits(name, facts, known)
        return known

    def _read_hits(self, name: str, facts: Sequence[Fact], known: Known) -> None:
        rows = _columns(self._layout, name)
        ids = pa.array([fact.id for fact in facts if fact.id is not None], pa.string())
        hit = rows.filter(pc.is_in(rows["id"], ids))
        known.ids.update(zip(hit["id"].to_pylist(), hit["digest"].to_pylist(), strict=True))
        lost = pa.array([fact.digest for fact in facts if fact.id is None], pa.binary())
        held = rows.filter(pc.and_(pc.is_null(rows["id"]), pc.is_in(rows["digest"], lost)))
        known.quarantined.update(held["digest"].to_pylist())


def _read_keys(layout: Layout, name: str) -> Array:
    ids, digests = (column.to_pylist() for column in _columns(layout, name).columns)
    return keys_of(zip(ids, digests, strict=True))


def _columns(layout: Layout, name: str) -> Any:
    return read_columns(layout, name, ["id", "digest"])
