"""譜: the lines of what happened."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from erqishi_logs.record.fields import EVENT_FIELDS, did_you_mean, shown
from erqishi_logs.record.pu import words
from erqishi_logs.record.pu.colours import said_longdeng
from erqishi_logs.record.pu.declared import read_hu
from erqishi_logs.record.pu.header import read_extra
from erqishi_logs.record.pu.seats import find_seat
from erqishi_logs.record.pu.tokens import PuError
from erqishi_logs.record.types import CLAIMS, Event
from erqishi_logs.rules import fold
from erqishi_logs.texts.phrase import Phrase

if TYPE_CHECKING:
    from collections.abc import Callable

    from erqishi_logs.record.pu.course import Course
    from erqishi_logs.record.pu.cursor import Cursor

_UNSEEN = re.compile(r"\?(\d{1,3})")
_MAX_UNSEEN = 200
#: What may stand behind an event.
_TAIL = (words.MS, words.EXTRA, words.NOTE, "備註")


def read_event(cursor: Cursor, course: Course) -> Event:
    """事: the event of one line. Raises PuError."""
    token = cursor.tokens[0]
    word = fold(token.text)
    overruled = word.startswith(words.OVERRULED)
    if overruled:
        token = cursor.take(Phrase("pu.a_claim")) if word == words.OVERRULED else token
        word = fold(token.text).removeprefix(words.OVERRULED)
    hidden = word.startswith(words.HIDDEN) and word[1:] in words.EVENTS
    word = word[1:] if hidden else word
    kind = "bakuai" if word in words.BLOCKS else words.EVENTS.get(word)
    if kind is None:
        remedy = did_you_mean(word, tuple(words.BEGINNINGS))
        raise PuError(token.at, shown(token.text), Phrase("pu.beginning"), remedy)
    if kind not in course.types:
        raise PuError(token.at, shown(token.text), Phrase("pu.this_game"), Phrase("remedy.game_line"))
    if overruled and kind not in CLAIMS:
        raise PuError(token.at, shown(token.text), Phrase("pu.claim_behind"))
    if hidden and kind != "flip":
        raise PuError(token.at, shown(token.text), Phrase("pu.hidden_flip"))
    fields: dict[str, Any] = {"hidden": True} if hidden else {}
    if overruled:
        fields["overruled"] = True
    if kind == "bakuai":
        fields["blocks"] = words.BLOCKS[word]
    _READERS[kind](kind, cursor, course, fields)
    _read_tail(kind, cursor, fields)
    cursor.finish()
    event = Event(kind, **fields)
    course.live = next_live(event, course.live)
    return event


def next_live(event: Event, live: str | None) -> str | None:
    """現張: the card that the next claim takes if its line names none, the last that was turned up.

    >>> next_live(Event("flip", 0, "七"), None), next_live(Event("dui", 1, "七"), "七")
    ('七', '七')
    """
    return event.card if event.type in ("discard", "flip") else live


def _read_tail(kind: str, cursor: Cursor, fields: dict[str, Any]) -> None:
    while cursor.next is not None:
        if kind == "flip" and cursor.skip(words.HIDDEN):
            fields["hidden"] = True
        elif "ms" not in fields and cursor.skip(words.MS):
            fields["ms"] = cursor.take_integer(EVENT_FIELDS["ms"])
        elif cursor.skip(words.EXTRA):
            read_extra(cursor, fields.setdefault("extra", {}))
        elif "text" not in fields and cursor.skip(words.NOTE, "備註"):
            text = cursor.take_rest(Phrase("pu.a_text"))
            if text:
                fields["text"] = text
        else:
            return


def _read_nothing(_kind: str, _cursor: Cursor, _course: Course, _fields: dict[str, Any]) -> None:
    return


def _read_seat(_kind: str, cursor: Cursor, _course: Course, fields: dict[str, Any]) -> None:
    fields["seat"] = cursor.take_seat()


def _read_card(_kind: str, cursor: Cursor, _course: Course, fields: dict[str, Any]) -> None:
    fields["seat"] = cursor.take_seat()
    fields["card"] = cursor.take_card()


def _read_deal(_kind: str, cursor: Cursor, course: Course, fields: dict[str, Any]) -> None:
    seat = fields["seat"] = cursor.take_seat()
    token = cursor.next
    if token is not None and (match := _UNSEEN.fullmatch(token.text)):
        cursor.take("")
        count = int(match.group(1))
        if not 1 <= count <= _MAX_UNSEEN:
            raise PuError(token.at, shown(token.raw), Phrase("pu.unseen_count", limit=_MAX_UNSEEN))
        fields["cards"] = "?" * count
    else:
        fields["cards"] = _dealt_cards(cursor, course, seat)
    course.dealt.add(seat)


def _dealt_cards(cursor: Cursor, course: Course, seat: int) -> str:
    at = cursor.next.at if cursor.next else cursor.end
    cards = cursor.take_cards(Phrase("pu.deal"))
    while cursor.is_cards():
        cards += cursor.take_cards(Phrase("pu.cards"))
    if cards != "?":
        return cards
    size = course.hand_size(seat)
    if size is None:
        expected = Phrase("pu.known_rules", rules=course.header["rules"])
        raise PuError(at, "?", expected, Phrase("remedy.count_unseen"))
    if seat in course.dealt:
        raise PuError(at, Phrase("pu.dealt_before"), Phrase("pu.once"), Phrase("remedy.one_unseen"))
    return "?" * size


def _read_claim(_kind: str, cursor: Cursor, course: Course, fields: dict[str, Any]) -> None:
    fields["seat"] = cursor.take_seat()
    fields["card"] = cursor.take_card() if cursor.is_cards() else _live_card(cursor, course)


def _live_card(cursor: Cursor, course: Course) -> str:
    if course.live is None:
        at = cursor.next.at if cursor.next else cursor.end
        raise PuError(at, Phrase("pu.no_live"), Phrase("pu.turned_up"), Phrase("remedy.card_behind"))
    return course.live


def _read_chi(_kind: str, cursor: Cursor, course: Course, fields: dict[str, Any]) -> None:
    fields["seat"] = cursor.take_seat()
    card = fields["card"] = cursor.take_card() if cursor.is_card() else _live_card(cursor, course)
    longdeng = _longdeng(cursor, card)
    fields["cards"] = longdeng.replace(card, "", 1) if longdeng else _two_cards(cursor)
    if cursor.skip(*words.BAI_WORDS):
        fields["bai"] = (_longdeng(cursor, card) or cursor.take_cards(Phrase("pu.laid")),)
        while more := _longdeng(cursor, card) or (cursor.is_cards() and cursor.take_cards("")):
            fields["bai"] += (more,)


def _two_cards(cursor: Cursor) -> str:
    token = cursor.next
    cards = cursor.take_cards(Phrase("value.two_cards"))
    if len(cards) != 2 and token:
        raise PuError(token.at, Phrase("value.cards", count=len(cards)), Phrase("value.two_cards"))
    return cards


def _longdeng(cursor: Cursor, card: str) -> str | None:
    """龍燈 as a word: the longdeng of the claimed card."""
    meld = said_longdeng(cursor.next.text, card) if cursor.next and not cursor.next.quoted else None
    if meld:
        cursor.take("")
    return meld


def _read_baopai(_kind: str, cursor: Cursor, course: Course, fields: dict[str, Any]) -> None:
    fields["seat"] = cursor.take_seat()
    fields["code"] = cursor.take_known(words.CODES, Phrase("pu.penalty"), words.spoken)
    token = cursor.next
    by_rules = course.penalty() if token is None or fold(token.text) in _TAIL else None
    fields["amount"] = cursor.take_number(EVENT_FIELDS["amount"]) if by_rules is None else by_rules


def _read_called(cursor: Cursor, fields: dict[str, Any]) -> None:
    """下叫 and its like: a note in the word itself, of the seat that stands behind it."""
    fields["text"] = cursor.tokens[0].raw
    if cursor.next is not None and fold(cursor.next.text) not in _TAIL:
        fields["seat"] = cursor.take_seat()


def _read_note(_kind: str, cursor: Cursor, _course: Course, fields: dict[str, Any]) -> None:
    if fold(cursor.tokens[0].text) in words.CALLED:
        _read_called(cursor, fields)
        return
    token = cursor.next
    if token is not None and token.colon:
        seat = find_seat(token, cursor.words.players)
        if seat is not None:
            cursor.take("")
            fields["seat"] = seat
    at = cursor.next.at if cursor.next else cursor.end
    fields["text"] = cursor.take_rest(Phrase("pu.a_text"))
    if not fields["text"]:
        raise PuError(at, Phrase("pu.empty_text"), Phrase("pu.a_text"))


_READERS: dict[str, Callable[[str, Cursor, Course, dict[str, Any]], None]] = {
    "cut": _read_card,
    "deal": _read_deal,
    "discard": _read_card,
    "flip": _read_card,
    "draw": _read_card,
    "chi": _read_chi,
    "dui": _read_claim,
    "kai": _read_claim,
    "pass": _read_claim,
    "sao": _read_claim,
    "saochuan": _read_claim,
    "bakuai": _read_seat,
    "hu": read_hu,
    "huang": _read_nothing,
    "baopai": _read_baopai,
    "note": _read_note,
}
