"""編: how the kernels of this room are compiled, once, and kept for the next time.

Numba stamps a kept function by its own file alone, so that a changed callee would leave old results
behind. Here the folder of what is kept carries the package's version and the hash of this whole room.
"""

from __future__ import annotations

import hashlib
import os
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, cast

import numba

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

Kernel = TypeVar("Kernel", bound="Callable[..., Any]")


def room_hash() -> str:
    """16 hex digits that stand for this room's text, the constants that its kernels take over, the version, numba,
    and the Python that runs.

    >>> len(room_hash())
    16
    """
    room = Path(__file__).parent
    sources = [*sorted(room.glob("*.py")), room.parent / "melds.py", room.parent / "rules" / "options.py"]
    texts = [path.read_bytes() for path in sources]
    version = re.findall(r'__version__ = "(.*)"', (room.parent / "__init__.py").read_text(encoding="utf-8"))
    about = f"{version} {numba.__version__} {sys.version_info[:2]}".encode()
    return hashlib.sha256(b"\0".join([about, *texts])).hexdigest()[:16]


def cache_home() -> Path:
    """The folder in which compiled kernels are kept: the user's cache, `ERQISHI_CACHE` in its place."""
    own = os.environ.get("ERQISHI_CACHE")
    if own:
        return Path(own)
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "erqishi_logs"


#: No references are counted: a kernel makes no array, and whoever calls it holds those that it is given. Numba
#: counts them of every array that a tuple hands on, with locked instructions, a hundred times the work of a small
#: function that is given `RuleArrays`.
_BARE: dict[str, Any] = {"cache": True, "nogil": True, "error_model": "numpy", "_nrt": False}
#: Nor is a tuple of arrays cheap to hand on, so that small functions can be built into those that call them.
_INNER: dict[str, Any] = _BARE | {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
_BUILT_IN: dict[str, Any] = _INNER | {"forceinline": True}


def maker(function: Kernel) -> Kernel:
    """編: as `kernel`, for a function that makes arrays."""
    return cast("Kernel", numba.njit(**(_BARE | {"_nrt": True}))(function))


def kernel(function: Kernel) -> Kernel:
    """編: a function compiled at its first call, kept in `cache_home`; the interpreter's lock is released.

    It reads and writes the arrays that it is given and makes none.
    """
    return cast("Kernel", numba.njit(**_BARE)(function))


def inner(function: Kernel) -> Kernel:
    """編: as `kernel`, for what only kernels call: nothing is made to call it from Python."""
    return cast("Kernel", numba.njit(**_INNER)(function))


def built_in(function: Kernel) -> Kernel:
    """編: as `inner`, built into the kernels that call it."""
    return cast("Kernel", numba.njit(**_BUILT_IN)(function))


#: File and function of the kernels that begin the scanning and auditing of a block, and the playing of one.
AUDITING = ("audit._audit_block", "scan._breaks", "scan._scan_lines")
PLAYING = ("play._play_block", "write._write_lines")


def is_warm(entries: Iterable[str] = AUDITING) -> bool:
    """Whether these kernels lie in the cache in this very version, so that no compiler is needed.

    A kernel is kept when all that it calls is: those called from Python stand for the rest.
    """
    return all(any(_HOME.glob(f"**/{name}-*.nbi")) for name in entries)


_HOME = cache_home() / room_hash()
setattr(numba.config, "CACHE_DIR", str(_HOME))  # noqa: B010 - numba makes its settings as it is loaded
