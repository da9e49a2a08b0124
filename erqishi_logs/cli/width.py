"""寬: text in columns, a Chinese character two wide."""

from __future__ import annotations

import re
import unicodedata

_WIDE = ("W", "F")
_CLOSING = "，。；：、）」”！？"
_PIECES = re.compile(rf"\s+|(?:[（「“]*[\x21-\u02ff]+|[（「“]*.)[{_CLOSING}]*", re.DOTALL)


def width(words: str) -> int:
    """Columns that a string takes on a terminal.

    >>> width("打 A")
    4
    """
    return sum(2 if unicodedata.east_asian_width(sign) in _WIDE else not unicodedata.combining(sign) for sign in words)


def pad(words: str, columns: int) -> str:
    """The string with spaces up to `columns`.

    >>> pad("打", 4) + "|"
    '打  |'
    """
    return words + " " * max(0, columns - width(words))


def cut(words: str, columns: int) -> str:
    """The string, what goes beyond `columns` left out for a …

    >>> cut("翻出五", 6), cut("翻出五張", 6)
    ('翻出五', '翻出…')
    """
    if len(words) * 2 <= columns or width(words) <= columns:
        return words
    kept, used = "", 1
    for sign in words:
        used += width(sign)
        if used > columns:
            break
        kept += sign
    return kept + "…"


def wrap_words(words: str, columns: int) -> list[str]:
    """Lines of at most `columns`; breaks at spaces and between Chinese characters, not before punctuation.

    >>> wrap_words("one two", 5), wrap_words("翻出五", 4)
    (['one', 'two'], ['翻出', '五'])
    """
    lines = [""]
    for piece in _PIECES.findall(words):
        if lines[-1] and width((lines[-1] + piece).rstrip()) > columns:
            lines.append("")
        if lines[-1] or not piece.isspace():
            lines[-1] += piece
    return [line.rstrip() for line in lines if line.strip()]
