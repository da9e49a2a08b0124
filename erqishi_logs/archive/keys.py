"""鑰: eight bytes that stand for a fact, and an index of them that grows without being moved over and over."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

Array = Any

#: Keys of a run that is not merged any more: what a merge takes is bounded, however large the archive.
FULL_RUN = 1 << 20


class KeyRun(NamedTuple):
    """鑰列: sorted keys (uint64), and the place of the file that has each (int32)."""

    keys: Array
    places: Array


class KeyRuns:
    """鑰引: which file has which keys, by its place in a list; 12 bytes a key are kept.

    The keys stand in sorted runs; a new run is merged with those before it that are not longer than twice itself, so
    a key is moved some twenty times in all.

    >>> index = KeyRuns()
    >>> index.add(np.array([3, 5], np.uint64), 0)
    >>> index.add(np.array([5, 8], np.uint64), 1)
    >>> index.places_of(np.array([5], np.uint64)), index.has_any(np.array([4], np.uint64))
    ([0, 1], False)
    """

    def __init__(self, runs: Iterable[KeyRun] = ()) -> None:
        self._runs = list(runs)

    @property
    def runs(self) -> tuple[KeyRun, ...]:
        """列: the runs, as they may be stored and given to another index."""
        return tuple(self._runs)

    def only(self, stays: Sequence[bool]) -> KeyRuns:
        """去: the index of the places that stay, counted anew.

        >>> KeyRuns([KeyRun(np.array([3, 5], np.uint64), np.array([0, 1], np.int32))]).only([False, True]).runs[
        ...     0
        ... ].places
        array([0], dtype=int32)
        """
        kept = np.array(stays, bool)
        place = (np.cumsum(kept) - 1).astype(np.int32)
        masks = [kept[run.places] for run in self._runs]
        runs = [KeyRun(run.keys[mask], place[run.places[mask]]) for run, mask in zip(self._runs, masks, strict=True)]
        return KeyRuns(run for run in runs if len(run.keys))

    def add(self, keys: Array, place: int) -> None:
        """加: the keys (uint64, sorted) of the file at `place`."""
        run = KeyRun(keys, np.full(len(keys), place, np.int32))
        while self._runs and len(self._runs[-1].keys) <= min(2 * len(run.keys), FULL_RUN):
            run = _merged(self._runs.pop(), run)
        self._runs.append(run)

    def has_any(self, keys: Array) -> bool:
        """有: whether some of these keys are held."""
        return any(bool(np.less(*_spans(run, keys)).any()) for run in self._runs)

    def places_of(self, keys: Array) -> list[int]:
        """處: the files that hold one of these keys, by their place, each once."""
        return sorted({int(place) for run in self._runs for place in _iter_places(run, keys)})


def _spans(run: KeyRun, keys: Array) -> tuple[Array, Array]:
    """Where each key begins in the run, and where it ends."""
    return np.searchsorted(run.keys, keys, "left"), np.searchsorted(run.keys, keys, "right")


def _iter_places(run: KeyRun, keys: Array) -> Iterator[int]:
    first, last = _spans(run, keys)
    for at in np.flatnonzero(first < last):
        yield from run.places[first[at] : last[at]]


def _merged(one: KeyRun, other: KeyRun) -> KeyRun:
    """Both in one; takes no more room than the result."""
    at = np.searchsorted(one.keys, other.keys, "right")
    return KeyRun(np.insert(one.keys, at, other.keys), np.insert(one.places, at, other.places))


def key_of(id_: str | None, digest: bytes) -> int:
    r"""鑰: 8 bytes that stand for a fact: of the id of a hand, of the digest of what is none.

    >>> key_of(None, bytes(7) + b"\x01rest")
    1
    """
    key = digest[:8] if id_ is None else hashlib.blake2b(id_.encode(), digest_size=8).digest()
    return int.from_bytes(key, "big")


def keys_of(facts: Iterable[tuple[str | None, bytes]]) -> Array:
    """鑰: the keys of facts by id and digest, sorted, each once.

    >>> len(keys_of([("a", b"12345678"), ("a", b"87654321"), (None, b"12345678")]))
    2
    """
    return np.unique(np.array([key_of(id_, digest) for id_, digest in facts], dtype=np.uint64))
