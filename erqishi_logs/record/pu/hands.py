"""譜: the lines of a text, hand by hand; a blank line, or the line 譜, divides them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from erqishi_logs.record.pu.tokens import PuError, split_line
from erqishi_logs.record.pu.words import BEGINNINGS, HEADERS
from erqishi_logs.rules import fold

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_SPACES = " \t\r\v\f\u3000\u00a0\ufeff"


class Line(NamedTuple):
    """A line of a text: its number from 1, its text, the bytes it was read from."""

    number: int
    text: str
    raw: bytes = b""


def iter_hands(lines: Iterable[Line], limit: int) -> Iterator[list[Line]]:
    """局: the lines of each hand; of one that has more than `limit` characters only the first ones.

    >>> texts = ["譜 1", "打 甲 一", "", "# 第二局", "打 乙 二"]
    >>> [[line.number for line in hand] for hand in iter_hands([Line(i, t) for i, t in enumerate(texts, 1)], 99)]
    [[1, 2], [4, 5]]
    """
    hand: list[Line] = []
    size = 0
    for line in lines:
        blank = not line.text.strip(_SPACES)
        if blank or (_begins(line.text) and _says_something(hand)):
            if _says_something(hand):
                yield hand
            hand, size = [], 0
        size += len(line.text) + 1
        # One line beyond the limit is kept, by which the reader sees that there was more.
        if not blank and size - len(line.text) - 1 <= limit:
            hand.append(line)
    if _says_something(hand):
        yield hand


def is_pu(text: str) -> bool:
    r"""譜: whether the first line that says something begins with one of its words.

    >>> is_pu("# 茶樓\n谱 1"), is_pu('{"format":')
    (True, False)
    """
    for line in text.split("\n", 100):
        word = first_word(line)
        if word:
            return word in BEGINNINGS
    return False


def first_word(line: str) -> str:
    """The first word of a line, folded; empty where it has none.

    >>> first_word("规则 乐山")
    '規則'
    """
    try:
        tokens = split_line(line[:200].lstrip("\ufeff"))
    except PuError:
        tokens = split_line(line[:200].lstrip("\ufeff").translate(dict.fromkeys(map(ord, '「“"『'), " ")))
    return fold(tokens[0].text) if tokens else ""


def _begins(text: str) -> bool:
    return HEADERS.get(first_word(text)) == "format"


def _says_something(hand: list[Line]) -> bool:
    return any(not line.text.strip(_SPACES).startswith(("#", "＃")) for line in hand)
