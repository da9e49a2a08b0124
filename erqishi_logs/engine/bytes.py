"""字節: bytes of a text as the scanner reads them: eight at a time, by the address of the text.

An array would cost each small reader a count of references and its length, strides and owner as
arguments. What is read is not checked against the text's end: `erqishi_logs.engine.scan` sees to it that so
much lies behind every line as its readers may look at.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numba
from numba.extending import intrinsic

from erqishi_logs.engine.compiled import inner

if TYPE_CHECKING:
    from collections.abc import Callable


def _load(_context: Any, _text: Any, _at: Any) -> Any:
    """The eight bytes from a place on as a whole number, the first the lowest; the place may be odd."""

    def write(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        pointer = context.get_value_type(signature.return_type).as_pointer()
        return builder.load(builder.inttoptr(builder.add(*arguments), pointer), align=1)

    return numba.int64(numba.int64, numba.int64), write


_made: Any = intrinsic(_load)
load: Callable[[int, int], int] = _made


@inner
def byte(text: int, at: int) -> int:
    """字節: the byte at a place."""
    return load(text, at) & 0xFF
