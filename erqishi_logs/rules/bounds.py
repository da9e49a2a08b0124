"""How large the value of an option may be: rules come from strangers, totals must fit whole numbers."""

from __future__ import annotations

import reprlib
from typing import TYPE_CHECKING, Any

from erqishi_logs.errors import RuleError
from erqishi_logs.rules.options import Tier
from erqishi_logs.texts.phrase import Phrase

if TYPE_CHECKING:
    from collections.abc import Iterator

#: Any number of 和, 顆 or 個; what is paid stays far within whole numbers of 64 bits.
MAX_NUMBER = 10**9
MAX_CARDS = 40
MAX_PLAYERS = 8
MAX_FAN = 20
#: Rows or items of a list, tiers among them.
MAX_ROWS = 50
MAX_TEXT = 500
#: `house` differences of one record.
MAX_HOUSE = 100

_LIMITS = {
    "hand_size": MAX_CARDS,
    "hand_sizes": MAX_CARDS,
    "dealer_extra": MAX_CARDS,
    "players": MAX_PLAYERS,
    "xiaojia_at": MAX_PLAYERS,
    "quan_quad_fan": MAX_FAN,
    "tai_fan": MAX_FAN,
    "xiaojia_dihu_fan": MAX_FAN,
}

_SHORT = reprlib.Repr()
_SHORT.maxstring = _SHORT.maxother = 80
_SHORT.maxlist = _SHORT.maxtuple = 10


def check_bounds(name: str, value: Any) -> None:
    """規則: raises RuleError where a number, list or text of an option is larger than any rules need.

    >>> check_bounds("fan_piao", 99)
    Traceback (most recent call last):
    erqishi_logs.errors.RuleError: option fan_piao: found 99; expected at most 20
    """
    for found, limit in _sizes(value, _limit(name)):
        if found > limit:
            shown = found if found.bit_length() < 64 else Phrase("rules.long_number", bits=found.bit_length())
            raise RuleError(Phrase("rules.too_large", name=name, found=shown, limit=limit))


def shorten(raw: object) -> str:
    """What stands in a file, as errors show it: cut to some 80 characters.

    >>> shorten([[]] * 99), shorten("甲")
    ('[[], [], [], [], [], [], [], [], [], [], ...]', "'甲'")
    """
    try:
        return _SHORT.repr(raw)
    except (ValueError, RecursionError):  # a number of more digits than Python writes out
        return type(raw).__name__


def _limit(name: str) -> int:
    return MAX_FAN if name.startswith("fan_") else _LIMITS.get(name, MAX_NUMBER)


def _sizes(value: Any, limit: int) -> Iterator[tuple[int, int]]:
    """Each number, length of a list and length of a text in a value, with what it may be at most."""
    if isinstance(value, str):
        yield len(value), MAX_TEXT
    elif isinstance(value, Tier):
        yield value.fan, MAX_FAN
        yield from _sizes(tuple(value[:3]), limit)
    elif isinstance(value, tuple):
        yield len(value), MAX_ROWS
        for part in value:
            yield from _sizes(part, limit)
    else:
        yield int(value), limit
