"""時: whether a text is a day or a time, as ISO 8601 is mostly written."""

from __future__ import annotations

from typing import Any

from erqishi_logs.engine.bytes import byte
from erqishi_logs.engine.compiled import inner

Array = Any

_ZERO, _MINUS, _PLUS, _COLON, _POINT, _SPACE, _T, _Z = 0x30, 0x2D, 0x2B, 0x3A, 0x2E, 0x20, 0x54, 0x5A
_DATE, _MINUTES, _SECONDS, _OFFSET = 10, 16, 19, 6


@inner
def is_time(text: int, at: int, end: int) -> bool:
    """時: whether `at : end` is `2024-02-10`, or that with `T20:15`, `:30`, `.125`, `Z` or `+08:00` behind.

    Rarer forms that the exact reader takes are left to it.
    """
    if end - at < _DATE or not _is_date(text, at):
        return False
    if end - at == _DATE:
        return True
    mark = byte(text, at + _DATE)
    if end - at < _MINUTES or mark not in (_T, _SPACE) or not _is_clock(text, at + _DATE + 1):
        return False
    return _is_offset(text, _after_seconds(text, at + _MINUTES, end), end)


@inner
def _two(text: int, at: int) -> int:
    """The number of two digits, far below 0 where they are none."""
    tens = (byte(text, at)) - _ZERO
    ones = (byte(text, at + 1)) - _ZERO
    return 10 * tens + ones if 0 <= tens <= 9 and 0 <= ones <= 9 else -10000


@inner
def _is_date(text: int, at: int) -> bool:
    year, month, day = 100 * _two(text, at) + _two(text, at + 2), _two(text, at + 5), _two(text, at + 8)
    if byte(text, at + 4) != _MINUS or byte(text, at + 7) != _MINUS or year < 1 or not 1 <= month <= 12:
        return False
    if month == 2:
        leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
        return 1 <= day <= 28 + leap
    return 1 <= day <= 30 + (month + (month >> 3)) % 2


@inner
def _is_clock(text: int, at: int) -> bool:
    return 0 <= _two(text, at) <= 23 and byte(text, at + 2) == _COLON and 0 <= _two(text, at + 3) <= 59


@inner
def _after_seconds(text: int, at: int, end: int) -> int:
    """The place after seconds and their thousandths or millionths, where they stand; beyond `end` for none such."""
    if at == end or byte(text, at) != _COLON:
        return at
    if end - at < _SECONDS - _MINUTES or not 0 <= _two(text, at + 1) <= 59:
        return end + 1
    at += _SECONDS - _MINUTES
    if at == end or byte(text, at) != _POINT:
        return at
    first = at + 1
    at = first
    while at < end and _ZERO <= byte(text, at) <= _ZERO + 9:
        at += 1
    return at if at - first in (3, 6) else end + 1


@inner
def _is_offset(text: int, at: int, end: int) -> bool:
    """Whether nothing, `Z` or an offset of hours and minutes stands from `at` to `end`."""
    if at >= end:
        return at == end
    sign = byte(text, at)
    if sign == _Z:
        return at + 1 == end
    return end - at == _OFFSET and sign in (_PLUS, _MINUS) and _is_clock(text, at + 1)
