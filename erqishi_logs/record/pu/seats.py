"""譜: what a seat is called: a player's name, 甲乙丙丁 or 1–8, or @1 where names are in the way."""

from __future__ import annotations

from typing import TYPE_CHECKING

from erqishi_logs.record.pu.tokens import word_or_quoted
from erqishi_logs.record.pu.words import STEMS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from erqishi_logs.record.pu.tokens import Token


def find_seat(token: Token, players: Sequence[str]) -> int | None:
    """The seat that a word names, from 0, or None. A name that only one player has goes first,
    but a bare @1 is a number also where a player is called so.

    >>> from erqishi_logs.record.pu.tokens import split_line
    >>> [find_seat(token, ["王五", "李四", "1"]) for token in split_line("李四 1 乙 3 @1 丁")]
    [1, 2, 1, 2, 0, None]
    """
    number = None if token.quoted else _number(token.text)
    is_number = number is not None and number < len(players)
    if is_number and token.raw.startswith("@"):
        return number
    for word in (token.raw, token.text):
        if players.count(word) == 1:
            return players.index(word)
    return number if is_number else None


def seat_word(seat: int, players: Sequence[str]) -> str:
    """How a 譜 calls a seat: by the player's name if that is his alone, else by a letter or number.

    >>> seat_word(0, ["王五", "王五"]), seat_word(0, ["甲 一", "乙"])
    ('甲', '「甲 一」')
    """
    name = players[seat]
    if name and players.count(name) == 1 and not name.startswith("@"):
        return word_or_quoted(name)
    if STEMS[seat] not in players:
        return STEMS[seat]
    return f"@{seat + 1}"


def name_word(name: str) -> str:
    """How a 譜 writes a player's name where the names are given."""
    return word_or_quoted(name)


def _number(word: str) -> int | None:
    if word in STEMS and len(word) == 1:
        return STEMS.index(word)
    digits = word.removeprefix("@")
    return int(digits) - 1 if digits in "12345678" and len(digits) == 1 else None
