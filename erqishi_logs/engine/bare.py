"""捷: how kernels are compiled that only read and write the arrays they are given.

Numba counts references to every array that a tuple hands on, with locked instructions: of a small function that is
given `RuleArrays` this takes a hundred times as long as its work. What allocates nothing needs no such count.
Nor is a tuple of arrays cheap to hand on, so that small functions are built into those that call them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

import numba

# The folder of what is kept is set where `kernel` is made.
import erqishi_logs.engine.compiled as _compiled  # noqa: F401

if TYPE_CHECKING:
    from collections.abc import Callable

Kernel = TypeVar("Kernel", bound="Callable[..., Any]")


_BARE: dict[str, Any] = {"cache": True, "nogil": True, "error_model": "numpy", "_nrt": False}
_INNER = _BARE | {"no_cpython_wrapper": True, "no_cfunc_wrapper": True, "forceinline": True}


def bare(function: Kernel) -> Kernel:
    """捷: as `erqishi_logs.engine.compiled.kernel`, for a function in which no array is made."""
    compiled: Any = numba.njit(**_BARE)(function)
    return compiled  # type: ignore[no-any-return]


def bare_inner(function: Kernel) -> Kernel:
    """捷: as `bare`, for functions that only kernels call: they are built into those."""
    compiled: Any = numba.njit(**_INNER)(function)
    return compiled  # type: ignore[no-any-return]
