"""編: how the kernels of this room are compiled, once, and kept for the next time.

Numba stamps a kept function by its own file alone, so that a changed callee would leave old results
behind. Here the folder of what is kept carries the package's version and the hash of this whole room.
"""

from __future__ import annotations

import hashlib
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import numba

import erqishi_logs

if TYPE_CHECKING:
    from collections.abc import Callable

Kernel = TypeVar("Kernel", bound="Callable[..., Any]")


def room_hash() -> str:
    """16 hex digits that stand for the version, this room's text, numba, and the Python that runs.

    >>> len(room_hash())
    16
    """
    texts = [path.read_bytes() for path in sorted(Path(__file__).parent.glob("*.py"))]
    about = f"{erqishi_logs.__version__} {numba.__version__} {sys.version_info[:2]}".encode()
    return hashlib.sha256(b"\0".join([about, *texts])).hexdigest()[:16]


def cache_home() -> Path:
    """The folder in which compiled kernels are kept: the user's cache, `ERQISHI_CACHE` in its place."""
    own = os.environ.get("ERQISHI_CACHE")
    if own:
        return Path(own)
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "erqishi_logs"


def kernel(function: Kernel) -> Kernel:
    """編: a function compiled at its first call, kept in `cache_home`; the interpreter's lock is released."""
    compiled: Any = numba.njit(cache=True, nogil=True, error_model="numpy")(function)
    return compiled  # type: ignore[no-any-return]


def is_warm() -> bool:
    """Whether kernels of this very version lie in the cache, so that no compiler is needed."""
    return any(_HOME.glob("**/*.nbi"))


_HOME = cache_home() / room_hash()
numba.config.CACHE_DIR = str(_HOME)  # type: ignore[attr-defined]
