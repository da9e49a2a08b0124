"""已見: the index of what an archive holds, for a writer that adds to it batch by batch."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from erqishi_logs.archive.known import KnownIndex, key_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from erqishi_logs.archive.facts import Fact
    from erqishi_logs.archive.layout import Layout

Array = Any

#: So many keys are kept apart until they are sorted in among all: sorting in each batch would take more the
#: more there is.
_APART = 2**18


class SeenIndex(KnownIndex):
    """已見: as `KnownIndex`; what this writer stores is told to it and not read again."""

    def __init__(self, layout: Layout) -> None:
        super().__init__(layout)
        self._new_keys = np.empty(0, np.uint64)  # sorted
        self._new_files = np.empty(0, np.int32)

    def add(self, name: str, keys: Array) -> None:
        """加: a fact file that was just stored, with the keys of its facts."""
        place = np.full(len(keys), len(self._names), np.int32)
        self._names.append(name)
        self._new_keys, self._new_files = _sorted_in(self._new_keys, self._new_files, keys, place)
        if len(self._new_keys) > _APART:
            new = self._new_keys, self._new_files
            self._keys, self._files = _sorted_in(self._keys, self._files, *new)
            self._new_keys, self._new_files = self._new_keys[:0], self._new_files[:0]

    def has_any(self, keys: Array) -> bool:
        """有: whether some of these keys are held; then it is worth a look at the facts."""
        return any(_holds(held, keys) for held in (self._keys, self._new_keys))

    def _hit(self, facts: Sequence[Fact]) -> list[int]:
        wanted = keys_of((fact.id, fact.digest) for fact in facts)
        new = self._new_files[np.isin(self._new_keys, wanted)]
        return sorted({*super()._hit(facts), *np.unique(new).tolist()})


def keys_of(facts: Iterable[tuple[str | None, bytes]]) -> Array:
    """鑰: the keys of facts by id and digest, sorted, each once.

    >>> len(keys_of([("a", b"12345678"), ("a", b"87654321"), (None, b"12345678")]))
    2
    """
    return np.unique(np.array([key_of(id_, digest) for id_, digest in facts], dtype=np.uint64))


def _holds(held: Array, keys: Array) -> bool:
    places: Array = np.searchsorted(held, keys)
    inside = places < len(held)
    return bool((held[places[inside]] == keys[inside]).any())


def _sorted_in(keys: Array, files: Array, new_keys: Array, new_files: Array) -> tuple[Array, Array]:
    """Both with the new ones in their places; takes no more room than the result."""
    at = np.searchsorted(keys, new_keys)
    return np.insert(keys, at, new_keys), np.insert(files, at, new_files)
