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

#: `16和`, and as a table calls it `圈24和`.
_HUSHU = re.compile(r"([圈瞟漂飄票坤房]*)(\d{1,9})和")
#: Where words are kept that name a tier: they decide nothing.
SAID = "_said"


def read_hu(_kind: str, cursor: Cursor, course: Course, fields: dict[str, Any]) -> None:
    """和: the seat, the card won on, and what is declared in any order."""
    fields["seat"] = cursor.take_seat()
    if not cursor.skip(words.NO_CARD):
        if cursor.is_cards() and cursor.next and len(cursor.next.text) == 1:
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
    elif word in words.TITLES or word in words.TIERS:
        cursor.take("")
        _declare(word, course, fields)
    elif word == words.NO_TITLE:
        cursor.take("")
        fields.setdefault("titles", ())
    elif word in (words.MS, words.NOTE, words.EXTRA, "備註"):
        return False
    else:
        _read_count(cursor, course, fields)
    return True


def _declare(word: str, course: Course, fields: dict[str, Any]) -> None:
    """A title; or the name of a tier, which is kept and decides nothing (RULEBOOK, aliases)."""
    ambiguous = word in words.KUN_WORDS and course.kun_is_tier
    if word in words.TIERS or ambiguous:
        extra = fields.setdefault("extra", {})
        extra[SAID] = " ".join([*extra.get(SAID, "").split(), word])
    else:
        fields["titles"] = (*fields.get("titles", ()), words.TITLES[word])


def _read_count(cursor: Cursor, course: Course, fields: dict[str, Any]) -> None:
    """`16和`, `= 20`, `16和=20`, `圈24和`."""
    token = cursor.take("")
    hushu, equals, total = fold(token.text).partition(words.TOTAL)
    if hushu:
        _read_hushu(cursor, course, fields, token, hushu)
    if not equals:
        return
    if "total" in fields:
        raise PuError(token.at, Phrase("pu.second_total"), Phrase("pu.one_equals"))
    if total:
        number = parse_number(total)
        if number is None:
            raise PuError(token.at, shown(token.raw), Phrase("pu.number_behind"))
        fields["total"] = cursor.checked(number, EVENT_FIELDS["total"], token)
    else:
        fields["total"] = cursor.take_number(EVENT_FIELDS["total"])


def _read_hushu(cursor: Cursor, course: Course, fields: dict[str, Any], token: Token, hushu: str) -> None:
    match = _HUSHU.fullmatch(hushu)
    if match is not None and "hushu" in fields:
        raise PuError(token.at, Phrase("pu.second_count", count=shown(token.raw)), Phrase("pu.one_count"))
    if match is None:
        known = (*words.TITLES, *words.TIERS, words.NO_TITLE, "16和")
        expected = Phrase("pu.declared")
        raise PuError(token.at, shown(token.raw), expected, did_you_mean(hushu, known))
    for title in match.group(1):
        _declare(title, course, fields)
    fields["hushu"] = cursor.checked(int(match.group(2)), EVENT_FIELDS["hushu"], token)
