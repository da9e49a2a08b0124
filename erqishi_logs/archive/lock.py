"""鎖: one writer of an archive at a time."""

from __future__ import annotations

import fcntl
import shutil
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from typing import Protocol

    class Writable(Protocol):
        """An archive's places that a writer needs: the file that is locked, the folder it writes in."""

        @property
        def lock(self) -> Path: ...
        @property
        def tmp(self) -> Path: ...


@contextmanager
def locked(layout: Writable) -> Iterator[None]:
    """鎖: one writer at a time; the system frees the lock when a writer dies.

    Nobody writes to tmp/ without it: what lies there was left by one that died.
    """
    with layout.lock.open("ab") as handle:
        fcntl.flock(handle, fcntl.LOCK_EX)
        _clear(layout.tmp)
        yield


def _clear(folder: Path) -> None:
    for left in folder.iterdir():
        if left.is_dir():
            shutil.rmtree(left)
        else:
            left.unlink()
