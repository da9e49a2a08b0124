"""What each key of a record may hold (FORMAT, Record and Events).

One table for every reader: JSON lines and 譜 ask it the same question of the same value.
"""

from __future__ import annotations

import math
from datetime import date, datetime
from typing import TYPE_CHECKING, Any, NamedTuple

from erqishi_logs.errors import CardError, nearest
from erqishi_logs.record.types import BLOCKS, CODES, FORMAT, KNOWN_GAMES, TITLES

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from erqishi_logs.cards import Deck

#: The largest whole number that every reader of JSON keeps exactly.
MAX_NUMBER = 2**53 - 1
MIN_PLAYERS, MAX_PLAYERS = 2, 8


class Table(NamedTuple):
    """What a value is judged by: the players' number and the deck of the game."""

    n_players: int
    deck: Deck


class Fault(NamedTuple):
    """Why a value is none: `at` is the index of the character or item at fault, None for the whole."""

    found: str
    expected: str
    remedy: str = ""
    at: int | None = None


Check = "Callable[[Any, Table], Fault | None]"


class Field(NamedTuple):
    """A key: the JSON type of its value (`kind`), in words (`expected`), and what else must hold."""

    kind: str
    expected: str
    check: Callable[[Any, Table], Fault | None]


def did_you_mean(word: str, known: tuple[str, ...]) -> str:
    """The remedy for a word that is not known, empty where nothing is near.

    >>> did_you_mean("disard", ("discard", "deal"))
    "did you mean 'discard'?"
    """
    near = nearest(word, known)
    return f"did you mean {near!r}?" if near else ""


def shown(value: object) -> str:
    """A value as an error shows it, cut to 60 characters.

    >>> shown("甲"), shown(3), shown(None), shown(True)
    ('"甲"', '3', 'null', 'true')
    """
    if isinstance(value, str):
        text = '"' + "".join(c if c.isprintable() else f"\\u{ord(c):04x}" for c in value[:61]) + '"'
    elif isinstance(value, bool) or value is None:
        text = {True: "true", False: "false", None: "null"}[value]
    elif isinstance(value, (list, tuple)):
        text = "a list"
    else:
        text = "an object" if isinstance(value, dict) else repr(value)
    return text if len(text) <= 60 else text[:59] + "…"


def _anything(_value: Any, _table: Table) -> Fault | None:
    return None


def _filled(value: str, _table: Table) -> Fault | None:
    return None if value else Fault("an empty string", "a word")


def _is_format(value: str, _table: Table) -> Fault | None:
    if value == FORMAT:
        return None
    return Fault(shown(value), f'"{FORMAT}", the only format this version reads')


def _is_one_of(known: tuple[str, ...]) -> Callable[[Any, Table], Fault | None]:
    def check(value: str, _table: Table) -> Fault | None:
        if value in known:
            return None
        return Fault(shown(value), f"one of {', '.join(known)}", did_you_mean(value, known))

    return check


def _are_titles(values: list[str], table: Table) -> Fault | None:
    for index, value in enumerate(values):
        fault = _is_one_of(TITLES)(value, table)
        if fault:
            return fault._replace(at=index)
    return None


def _between(low: float, high: float = MAX_NUMBER) -> Callable[[Any, Table], Fault | None]:
    limits = f"{low} to {high}" if high < MAX_NUMBER else f"{low} or more, below 2^53"

    def check(value: float, _table: Table) -> Fault | None:
        return None if low <= value <= high else Fault(shown(value), limits)

    return check


def _is_seat(value: int, table: Table) -> Fault | None:
    if 0 <= value < table.n_players:
        return None
    return Fault(f"seat {shown(value)}", f"a seat from 0 to {table.n_players - 1} ({table.n_players} players)")


def _are_blocks(value: int, _table: Table) -> Fault | None:
    return None if value in BLOCKS else Fault(shown(value), "8, 12, 16, 20 or 24")


def _is_time(value: str, _table: Table) -> Fault | None:
    try:
        (date if len(value) <= 10 else datetime).fromisoformat(value)
    except ValueError:
        return Fault(shown(value), "a date or time by ISO 8601, as 2024-02-10 or 2024-02-10T20:15:00+08:00")
    return None


def _are_options(values: list[str], _table: Table) -> Fault | None:
    for index, value in enumerate(values):
        if not value.partition("=")[1] or value.startswith("="):
            return Fault(shown(value), 'a difference as "option=value"', at=index)
    return None


def _are_words(values: list[str], _table: Table) -> Fault | None:
    return next((Fault("an empty string", "a word", at=i) for i, v in enumerate(values) if not v), None)


def _are_players(values: list[str], _table: Table) -> Fault | None:
    if MIN_PLAYERS <= len(values) <= MAX_PLAYERS:
        return None
    return Fault(f"{len(values)} players", f"{MIN_PLAYERS} to {MAX_PLAYERS} names")


def _is_payment(values: list[float], table: Table) -> Fault | None:
    for index, value in enumerate(values):
        if not math.isfinite(value) or abs(value) > MAX_NUMBER:
            return Fault(shown(value), "a number below 2^53", at=index)
    if len(values) == table.n_players:
        return None
    return Fault(f"{len(values)} numbers", f"{table.n_players}, one for each player")


def bad_card(text: str, deck: Deck) -> Fault | None:
    """The first character of `text` that is no card of the deck, or None.

    >>> from erqishi_logs.cards import ERQISHI_DECK
    >>> bad_card("一Z", ERQISHI_DECK).at
    1
    """
    for index, glyph in enumerate(text):
        try:
            deck.parse_card(glyph)
        except CardError:
            return Fault(shown(glyph), f"a card: {''.join(deck.glyphs)} or ?", at=index)
    return None


def _is_card(value: str, table: Table) -> Fault | None:
    if len(value) != 1:
        return Fault(shown(value), "exactly one card")
    return bad_card(value, table.deck)


def _are_cards(value: str, table: Table) -> Fault | None:
    return bad_card(value, table.deck) if value else Fault("no card", "one card or more")


def _are_two_cards(value: str, table: Table) -> Fault | None:
    fault = bad_card(value, table.deck)
    return fault or (None if len(value) == 2 else Fault(f"{len(value)} cards", "the two cards from the hand"))


def _are_melds(values: list[str], table: Table) -> Fault | None:
    for index, value in enumerate(values):
        fault = _are_cards(value, table)
        if fault:
            return Fault(f"{fault.found} in the group {shown(value)}", fault.expected, fault.remedy, at=index)
    return None


RECORD_FIELDS: Mapping[str, Field] = {
    "format": Field("string", f'"{FORMAT}"', _is_format),
    "id": Field("string", "a string", _anything),
    "game": Field("string", "a string", _is_one_of(KNOWN_GAMES)),
    "rules": Field("string", "a rule set's id", _filled),
    "house": Field("strings", 'a list of "option=value"', _are_options),
    "session": Field("string", "a string", _anything),
    "hand": Field("integer", "a whole number from 1", _between(1)),
    "played_at": Field("string", "a date or time by ISO 8601", _is_time),
    "venue": Field("string", "a string", _anything),
    "source": Field("string", "a string", _anything),
    "recorder": Field("string", "a string", _anything),
    "players": Field("strings", "a list of names", _are_players),
    "dealer": Field("integer", "a seat", _is_seat),
    "quan": Field("integer", "a whole number, 1 to 10", _between(1, 10)),
    "stake": Field("number", "a number", _between(0)),
    "view": Field("integer", "a seat", _is_seat),
    "wall": Field("string", "a string of cards", _are_cards),
    "events": Field("objects", "a list of events", _anything),
    "pay": Field("numbers", "a list of numbers", _is_payment),
    "replaces": Field("string", "a string", _anything),
    "merged_from": Field("strings", "a list of ids", _are_words),
    "tags": Field("strings", "a list of words", _are_words),
}

EVENT_FIELDS: Mapping[str, Field] = {
    "type": Field("string", "the type of the event", _anything),
    "seat": Field("integer", "a seat", _is_seat),
    "card": Field("string", "one card", _is_card),
    "cards": Field("string", "a string of cards", _are_cards),
    "bai": Field("strings", "a list of melds", _are_melds),
    "melds": Field("strings", "a list of melds", _are_melds),
    "hushu": Field("integer", "a whole number", _between(0)),
    "titles": Field("strings", "a list of titles", _are_titles),
    "total": Field("number", "a number", _between(0)),
    "blocks": Field("integer", "8, 12, 16, 20 or 24", _are_blocks),
    "code": Field("string", "a code of RULEBOOK §7", _is_one_of(CODES)),
    "amount": Field("number", "a number", _between(0)),
    "hidden": Field("boolean", "true or false", _anything),
    "overruled": Field("boolean", "true or false", _anything),
    "ms": Field("integer", "milliseconds since the deal", _between(0)),
    "text": Field("string", "a string", _anything),
}

#: `cards` of a chi: the two from the hand.
CHI_CARDS = Field("string", "a string of two cards", _are_two_cards)


def event_field(event_type: str, key: str) -> Field:
    """What `key` may hold in an event of this type.

    >>> event_field("chi", "cards").expected
    'a string of two cards'
    """
    return CHI_CARDS if (event_type, key) == ("chi", "cards") else EVENT_FIELDS[key]
