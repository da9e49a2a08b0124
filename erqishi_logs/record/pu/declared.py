"""譜: what a winner declares: melds, titles, count, total, and words of his table (S2-098, S2-100)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from erqishi_logs.record.fields import EVENT_FIELDS, did_you_mean, shown
from erqishi_logs.record.pu import words
from erqishi_logs.record.pu.cursor import parse_number
from erqishi_logs.record.pu.tokens import PuError
from erqishi_logs.rules import fold
from erqishi_logs.texts.phrase import Phrase

if TYPE_CHECKING:
    from erqishi_logs.record.pu.course import Course
    from erqishi_logs.record.pu.cursor import Cursor
    from erqishi_logs.record.pu.tokens import Token

#: `16和`, and as a table calls it `圈24和`, `票13` (S2-100, S3-017).
_HUSHU = re.compile(rf"(\D*)(\d{{1,9}})({'|'.join(words.HUSHU_WORDS)})?")
_UNIT = re.compile(rf"({'|'.join(words.TOTAL_WORDS)})$")
_KEZI = re.compile(r"\d{1,9}(顆子|子子|顆)")
#: Where words are kept that name a tier: they decide nothing.
SAID = "_said"
#: More letters than all titles together have.
_LONGEST = 24
#: The words of a title or tier, the longer ones first.
_PIECES = sorted({*words.TITLES, *words.TIERS}, key=len, reverse=True)


def read_hu(_kind: str, cursor: Cursor, course: Course, fields: dict[str, Any]) -> None:
    """和: the seat, the card won on, and what is declared in any order."""
    fields["seat"] = cursor.take_seat()
    if not cursor.skip(words.NO_CARD):
        if cursor.is_card():
            fields["card"] = cursor.take_card()
        elif course.live is not None:
            fields["card"] = course.live
    while cursor.next is not None and _read_declared(cursor, course, fields):
        pass


def _read_declared(cursor: Cursor, course: Course, fields: dict[str, Any]) -> bool:
    """One word of what the winner declares; False where the tail of the line begins."""
    token = cursor.next
    if token is None or token.quoted:
        return False
    word = fold(token.text)
    if cursor.is_cards():
        fields["melds"] = (*fields.get("melds", ()), cursor.take_cards(Phrase("pu.a_meld")))
    elif word == words.NO_TITLE:
        cursor.take("")
        fields.setdefault("titles", ())
    elif word in (words.MS, words.NOTE, words.EXTRA, "備註"):
        return False
    elif pieces := split_titles(token.text):
        cursor.take("")
        _declare(pieces, course, fields)
    else:
        _read_count(cursor, course, fields)
    return True


def split_titles(text: str) -> list[str]:
    """番檔: the titles and tiers that a word is made of, as written; empty where it is made of others (S1-116, S2-094).

    >>> split_titles("圈坤大"), split_titles("坤票票"), split_titles("坤小")
    (['圈', '坤大'], ['坤', '票票'], [])
    """
    word = words.spoken(text) if len(text) <= _LONGEST else ""
    if len(word) != len(text):
        return []
    for piece in _PIECES:
        if word == piece:
            return [text]
        rest = split_titles(text[len(piece) :]) if word.startswith(piece) else []
        if rest:
            return [text[: len(piece)], *rest]
    return []


def _declare(pieces: list[str], course: Course, fields: dict[str, Any]) -> None:
    """Titles; and names of tiers, which are kept and decide nothing (RULEBOOK, aliases)."""
    for piece in pieces:
        title = title_said(words.spoken(piece), course)
        if title is None:
            extra = fields.setdefault("extra", {})
            extra[SAID] = " ".join([*extra.get(SAID, "").split(), piece])
        else:
            fields["titles"] = (*fields.get("titles", ()), title)


def title_said(word: str, course: Course) -> str | None:
    """番: the title that a spoken word declares under the rules of the hand; None where it is, or may be, a tier."""
    if word == words.CHIPIAO:
        return "piao" if course.chipiao_is_title else None
    if word in words.KUN_WORDS and course.kun_is_tier:
        return None
    return words.TITLES.get(word)


def _read_count(cursor: Cursor, course: Course, fields: dict[str, Any]) -> None:
    """`16和`, `= 20`, `16和=20`, `圈24和`, `= 4顆子`, `4顆子`."""
    token = cursor.take("")
    hushu, equals, total = fold(token.text).partition(words.TOTAL)
    if _KEZI.fullmatch(hushu) and not equals:
        hushu, equals, total = "", words.TOTAL, hushu
    if hushu:
        _read_hushu(cursor, course, fields, token, hushu)
    if not equals:
        return
    if "total" in fields:
        raise PuError(token.at, Phrase("pu.second_total"), Phrase("pu.one_equals"))
    if total:
        number = parse_number(_UNIT.sub("", total))
        if number is None:
            raise PuError(token.at, shown(token.raw), Phrase("pu.number_behind"))
        fields["total"] = cursor.checked(number, EVENT_FIELDS["total"], token)
    else:
        text = _UNIT.sub("", fold(cursor.next.text)) if cursor.next else None
        fields["total"] = cursor.take_number(EVENT_FIELDS["total"], text)


def _read_hushu(cursor: Cursor, course: Course, fields: dict[str, Any], token: Token, hushu: str) -> None:
    match = _HUSHU.fullmatch(hushu)
    pieces = split_titles(token.text[: len(match.group(1))]) if match else []
    understood = match is not None and (bool(pieces) or (not match.group(1) and match.group(3) is not None))
    if understood and "hushu" in fields:
        raise PuError(token.at, Phrase("pu.second_count", count=shown(token.raw)), Phrase("pu.one_count"))
    if match is None or not understood:
        known = (*words.TITLES, *words.TIERS, words.NO_TITLE, "16和")
        expected = Phrase("pu.declared")
        raise PuError(token.at, shown(token.raw), expected, did_you_mean(hushu, known))
    _declare(pieces, course, fields)
    fields["hushu"] = cursor.checked(int(match.group(2)), EVENT_FIELDS["hushu"], token)
