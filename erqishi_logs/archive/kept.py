"""持: a connection that is kept as long as the files of the archive are the same."""

from __future__ import annotations

import os
from threading import Lock
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    import duckdb

    from erqishi_logs.archive.layout import Layout

#: Path, size and time of change of each file.
State = frozenset[tuple[str, int, int]]


class KeptConnection:
    """持: gives cursors of a connection that `make` made, and makes another when a file came, went or changed.

    What DuckDB knows of the files stays warm between questions. Safe among threads; a cursor that is
    in use goes on with the files that it began with.
    """

    def __init__(self, layout: Layout, make: Callable[[], duckdb.DuckDBPyConnection]) -> None:
        self._layout = layout
        self._make = make
        self._lock = Lock()
        self._connection: duckdb.DuckDBPyConnection | None = None
        self._state: State = frozenset()

    def cursor(self) -> duckdb.DuckDBPyConnection:
        """A cursor of a connection that shows the archive as it is now; whoever asked closes it."""
        with self._lock:
            state = state_of(self._layout)
            if self._connection is None or state != self._state:
                self._connection, self._state = self._make(), state
            return self._connection.cursor()

    def forget(self) -> bool:
        """Has the next cursor come of a new connection; whether a file came, went or changed since the last."""
        with self._lock:
            self._connection = None
            return state_of(self._layout) != self._state


def state_of(layout: Layout) -> State:
    """The files that a connection is made of.

    >>> from pathlib import Path
    >>> from erqishi_logs.archive.layout import Layout
    >>> state_of(Layout(Path("nowhere")))
    frozenset()
    """
    flat = (layout.facts, layout.rules, layout.compacted)
    single = (found for path in (layout.people, layout.change) for found in _state(path))
    within = (found for folder in flat for found in _files(folder))
    return frozenset((*within, *_inner_files(layout.verdicts), *single))


def _state(path: Path) -> Iterator[tuple[str, int, int]]:
    try:
        status = path.stat()
    except OSError:
        return
    yield str(path), status.st_size, status.st_mtime_ns


def _files(folder: Path | str) -> Iterator[tuple[str, int, int]]:
    try:
        for entry in os.scandir(folder):
            status = entry.stat()
            yield entry.path, status.st_size, status.st_mtime_ns
    except OSError:  # it is gone, or one of its files just went
        return


def _inner_files(folder: Path) -> Iterator[tuple[str, int, int]]:
    try:
        inner = [entry.path for entry in os.scandir(folder) if entry.is_dir()]
    except OSError:
        return
    for path in inner:
        yield from _files(path)
