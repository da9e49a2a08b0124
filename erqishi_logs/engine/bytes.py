"""字節: bytes of a text as the scanner reads them: eight at a time, by the address of the text.

An array would cost each small reader a count of references and its length, strides and owner as
arguments. What is read is not checked against the text's end: `erqishi_logs.engine.scan` sees to it that so
much lies behind every line as its readers may look at.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

import numba
from llvmlite import ir
from numba.extending import intrinsic

if TYPE_CHECKING:
    from collections.abc import Callable

Reader = TypeVar("Reader", bound="Callable[..., Any]")


def reader(function: Reader) -> Reader:
    """讀: as `kernel`, for functions that make no array and so count no references."""
    compiled: Any = numba.njit(cache=True, nogil=True, error_model="numpy", _nrt=False)(function)
    return compiled  # type: ignore[no-any-return]


@intrinsic  # type: ignore[misc,untyped-decorator,unused-ignore]
def load(_context: Any, _address: Any, _at: Any) -> Any:
    """字節: the eight bytes from `at` on as a whole number, the first the lowest."""

    def write(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        address = builder.add(arguments[0], arguments[1])
        pointer = builder.inttoptr(address, ir.IntType(64).as_pointer())
        return builder.load(pointer, align=1)

    return numba.int64(numba.int64, numba.int64), write


@reader
def byte(text: int, at: int) -> int:
    """字節: the byte at a place."""
    return load(text, at) & 0xFF  # type: ignore[no-any-return]
