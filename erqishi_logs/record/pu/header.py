"""譜: the lines about the hand, everything but its events."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from erqishi_logs.cards import BIG, SMALL
from erqishi_logs.games import written_deck
from erqishi_logs.record import jsontext
from erqishi_logs.record.fields import RECORD_FIELDS, Table, shown
from erqishi_logs.record.pu import words
from erqishi_logs.record.pu.cursor import Cursor, Words
from erqishi_logs.record.pu.tokens import PuError, rest_of_line
from erqishi_logs.record.types import DEFAULT_GAME
from erqishi_logs.rules import fold, plain_name, preset_names
from erqishi_logs.texts.phrase import Phrase

if TYPE_CHECKING:
    from collections.abc import Callable

    from erqishi_logs.record.pu.tokens import Token

#: Lines that may stand more than once; they add up.
MANY = ("house", "merged_from", "tags", "extra")
#: What other lines are judged by, read before them wherever they stand.
_FIRST = ("format", "game", "players", "rules")
_NUMERALS = dict(zip(SMALL + BIG, (*range(1, 11), *range(1, 11)), strict=True))
_DATE = re.compile(r"(?<!\S)[0-9]{4}-[0-9]{2}-[0-9]{2}(T\S+)?$")


def header_order(key: str) -> int:
    """The order in which lines are read.

    >>> header_order("players") < header_order("dealer")
    True
    """
    return _FIRST.index(key) if key in _FIRST else len(_FIRST)


def read_header(key: str, cursor: Cursor, header: dict[str, Any]) -> None:
    """Reads one line into `header`, by the record's keys. Raises PuError."""
    if key in header and key not in MANY:
        word = words.HEADER_WORDS[key][0]
        raise PuError(cursor.tokens[0].at, Phrase("pu.second_line", word=word), Phrase("pu.one_line", word=word))
    _READERS.get(key, _text)(key, cursor, header)
    cursor.finish()


def header_words(header: dict[str, Any]) -> Words:
    """What the rest of the hand is read by, as far as `header` is known."""
    players = header.get("players", ())
    return Words(players, Table(len(players), written_deck(header.get("game", DEFAULT_GAME))))


def read_extra(cursor: Cursor, extra: dict[str, Any]) -> None:
    """附: a key that begins with `_` and its value as JSON in quotes."""
    token = cursor.take(Phrase("pu.extra_key"))
    if not token.text.startswith("_") or token.text in extra:
        expected = Phrase("pu.another_key") if token.text in extra else Phrase("pu.extra_key")
        raise PuError(token.at, shown(token.raw), expected)
    value = cursor.take(Phrase("pu.json_value"))
    try:
        extra[token.text] = jsontext.parse_json(value.text).plain
    except jsontext.JsonError as fault:
        found = Phrase("pu.in_json", found=fault.found, raw=token.raw)
        raise PuError(value.at, found, fault.expected, fault.remedy) from None


def _text(key: str, cursor: Cursor, header: dict[str, Any]) -> None:
    token = cursor.next
    value = cursor.take_rest(RECORD_FIELDS[key].expected)
    if value and token:
        header[key] = cursor.checked(value, RECORD_FIELDS[key], token)


def _version(key: str, cursor: Cursor, header: dict[str, Any]) -> None:
    token = cursor.take(Phrase("pu.version"))
    if token.text != "1":
        raise PuError(token.at, shown(token.raw), Phrase("pu.only_version"))
    header[key] = 1


def _game(key: str, cursor: Cursor, header: dict[str, Any]) -> None:
    header[key] = cursor.take_known(words.GAMES, Phrase("pu.a_game"))


def _rules(key: str, cursor: Cursor, header: dict[str, Any]) -> None:
    token = cursor.next
    name = cursor.take_rest(Phrase("pu.rules_name"))
    if not name and token:
        raise PuError(token.at, Phrase("pu.empty_name"), Phrase("pu.rules_name"))
    quoted = token is not None and token.quoted
    header[key] = name if quoted else preset_names().get(plain_name(name), name)


def _session(key: str, cursor: Cursor, header: dict[str, Any]) -> None:
    tokens: list[Token] = []
    while cursor.next is not None and not cursor.skip(words.HAND):
        tokens.append(cursor.take(""))
    if cursor.at > 1 and fold(cursor.tokens[cursor.at - 1].text) == words.HAND and len(tokens) < cursor.at - 1:
        read_header_value("hand", cursor, header)
    if not tokens:
        raise PuError(cursor.tokens[0].end, Phrase("pu.no_sitting"), Phrase("pu.sitting_as"))
    header[key] = rest_of_line(cursor.line, tokens)
    dated = None if tokens[-1].quoted else dated_word(header[key])
    if dated is not None:
        header["_dated"] = cursor.checked(dated, RECORD_FIELDS["played_at"], tokens[-1])


def dated_word(session: str) -> str | None:
    """場: the day at the end of a sitting's name, or None.

    >>> dated_word("茶樓 2024-02-10"), dated_word("茶樓")
    ('2024-02-10', None)
    """
    match = _DATE.search(session)
    return match.group() if match else None


def read_header_value(key: str, cursor: Cursor, header: dict[str, Any]) -> None:
    """局: the number of the hand, behind 場 or on a line of its own."""
    if key in header:
        raise PuError(cursor.tokens[0].at, Phrase("pu.second_number"), Phrase("pu.one_number"))
    header[key] = cursor.take_integer(RECORD_FIELDS[key])


def _integer(key: str, cursor: Cursor, header: dict[str, Any]) -> None:
    header[key] = cursor.take_integer(RECORD_FIELDS[key])


def _quan(key: str, cursor: Cursor, header: dict[str, Any]) -> None:
    """圈: also 圈 一, 圈 壹, as it is called (S0-166, S2-014)."""
    number = _NUMERALS.get(fold(cursor.next.text)) if cursor.next else None
    if number is None:
        _integer(key, cursor, header)
    else:
        cursor.take("")
        header[key] = number


def _number(key: str, cursor: Cursor, header: dict[str, Any]) -> None:
    header[key] = cursor.take_number(RECORD_FIELDS[key])


def _seat(key: str, cursor: Cursor, header: dict[str, Any]) -> None:
    header[key] = cursor.take_seat()


def _players(key: str, cursor: Cursor, header: dict[str, Any]) -> None:
    first = cursor.take(Phrase("pu.players_names"))
    names = [first.raw]
    while cursor.next is not None:
        names.append(cursor.take("").raw)
    header[key] = cursor.checked(tuple(names), RECORD_FIELDS[key], first)


def _options(key: str, cursor: Cursor, header: dict[str, Any]) -> None:
    while not cursor.at > 1 or cursor.next is not None:
        token = cursor.take(Phrase("pu.house_word"))
        value = token.text
        # Spaces about the sign are no part of it.
        while not token.quoted and cursor.next and (value.endswith("=") or cursor.next.text.startswith("=")):
            value += cursor.take("").text
        header[key] = (*header.get(key, ()), *cursor.checked((value,), RECORD_FIELDS[key], token))


def _list(key: str, cursor: Cursor, header: dict[str, Any]) -> None:
    while not cursor.at > 1 or cursor.next is not None:
        token = cursor.take(RECORD_FIELDS[key].expected)
        header[key] = (*header.get(key, ()), *cursor.checked((token.raw,), RECORD_FIELDS[key], token))


def _wall(key: str, cursor: Cursor, header: dict[str, Any]) -> None:
    cards = cursor.take_cards(Phrase("pu.wall_cards"))
    while cursor.next is not None:
        cards += cursor.take_cards(Phrase("pu.wall_cards"))
    header[key] = cards


def _pay(key: str, cursor: Cursor, header: dict[str, Any]) -> None:
    paid: dict[int, int | float] = {}
    field = RECORD_FIELDS[key]._replace(check=lambda _value, _table: None, expected=Phrase("pu.paid"))
    n_players = len(cursor.words.players)
    while len(paid) < n_players:
        at = cursor.next.at if cursor.next else cursor.end
        seat = cursor.take_seat()
        if seat in paid:
            raise PuError(at, Phrase("pu.seat_again"), Phrase("pu.seat_once"))
        paid[seat] = cursor.take_number(field)
    pay = tuple(paid[seat] for seat in range(n_players))
    header[key] = cursor.checked(pay, RECORD_FIELDS[key], cursor.tokens[0])


def _extra(key: str, cursor: Cursor, header: dict[str, Any]) -> None:
    read_extra(cursor, header.setdefault(key, {}))


_READERS: dict[str, Callable[[str, Cursor, dict[str, Any]], None]] = {
    "format": _version,
    "game": _game,
    "rules": _rules,
    "house": _options,
    "session": _session,
    "hand": read_header_value,
    "players": _players,
    "dealer": _seat,
    "quan": _quan,
    "stake": _number,
    "view": _seat,
    "wall": _wall,
    "pay": _pay,
    "merged_from": _list,
    "tags": _list,
    "extra": _extra,
}
