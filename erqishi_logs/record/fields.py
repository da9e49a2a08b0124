"""What each key of a record may hold (FORMAT, Record and Events).

One table for every reader: JSON lines and 譜 ask it the same question of the same value.
"""

from __future__ import annotations

import math
from datetime import date, datetime
from typing import TYPE_CHECKING, Any, NamedTuple

from erqishi_logs.errors import CardError, nearest
from erqishi_logs.record.types import BLOCKS, CODES, FORMAT, KNOWN_GAMES, TITLES
from erqishi_logs.texts.phrase import Phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from erqishi_logs.cards import Deck

#: The largest whole number that every reader of JSON keeps exactly.
MAX_NUMBER = 2**53 - 1
MIN_PLAYERS, MAX_PLAYERS = 2, 8
#: A hand has some 150 events; beyond this a line is no hand.
MAX_EVENTS = 2_000


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
    return Phrase("remedy.did_you_mean", word=near) if near else ""


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
        return Phrase("value.a_list")
    elif isinstance(value, dict):
        return Phrase("value.an_object")
    else:
        text = repr(value)
    return text if len(text) <= 60 else text[:59] + "…"


def _anything(_value: Any, _table: Table) -> Fault | None:
    return None


def _filled(value: str, _table: Table) -> Fault | None:
    return None if value else Fault(Phrase("value.empty_string"), Phrase("value.a_word"))


def _is_format(value: str, _table: Table) -> Fault | None:
    if value == FORMAT:
        return None
    return Fault(shown(value), Phrase("value.only_format", format=FORMAT))


def _is_one_of(known: tuple[str, ...]) -> Callable[[Any, Table], Fault | None]:
    def check(value: str, _table: Table) -> Fault | None:
        if value in known:
            return None
        return Fault(shown(value), Phrase("part.one_of", words=", ".join(known)), did_you_mean(value, known))

    return check


def _are_titles(values: list[str], table: Table) -> Fault | None:
    for index, value in enumerate(values):
        fault = _is_one_of(TITLES)(value, table)
        if fault:
            return fault._replace(at=index)
    return None


def _between(low: float, high: float = MAX_NUMBER) -> Callable[[Any, Table], Fault | None]:
    limits = Phrase("value.range", low=low, high=high) if high < MAX_NUMBER else Phrase("value.from", low=low)

    def check(value: float, _table: Table) -> Fault | None:
        return None if low <= value <= high else Fault(shown(value), limits)

    return check


def _is_seat(value: int, table: Table) -> Fault | None:
    if 0 <= value < table.n_players:
        return None
    count = table.n_players
    return Fault(Phrase("value.seat", seat=shown(value)), Phrase("value.seats", last=count - 1, count=count))


def _are_blocks(value: int, _table: Table) -> Fault | None:
    return None if value in BLOCKS else Fault(shown(value), Phrase("value.blocks"))


def _is_time(value: str, _table: Table) -> Fault | None:
    try:
        (date if len(value) <= 10 else datetime).fromisoformat(value)
    except ValueError:
        return Fault(shown(value), Phrase("value.time_as"))
    return None


def _are_options(values: list[str], _table: Table) -> Fault | None:
    for index, value in enumerate(values):
        if not value.partition("=")[1] or value.startswith("="):
            return Fault(shown(value), Phrase("value.option"), at=index)
    return None


def _are_words(values: list[str], _table: Table) -> Fault | None:
    return next(
        (Fault(Phrase("value.empty_string"), Phrase("value.a_word"), at=i) for i, v in enumerate(values) if not v), None
    )


def _are_players(values: list[str], _table: Table) -> Fault | None:
    if MIN_PLAYERS <= len(values) <= MAX_PLAYERS:
        return None
    return Fault(Phrase("value.players", count=len(values)), Phrase("value.names", low=MIN_PLAYERS, high=MAX_PLAYERS))


def _is_payment(values: list[float], table: Table) -> Fault | None:
    for index, value in enumerate(values):
        if not math.isfinite(value) or abs(value) > MAX_NUMBER:
            return Fault(shown(value), Phrase("value.below"), at=index)
    if len(values) == table.n_players:
        return None
    return Fault(Phrase("value.numbers", count=len(values)), Phrase("value.one_each", count=table.n_players))


def too_many_events(count: int) -> Fault | None:
    """事: why so many events are no hand, or None.

    >>> too_many_events(2_000), too_many_events(100_000).found
    (None, '100,000 events')
    """
    if count <= MAX_EVENTS:
        return None
    return Fault(Phrase("value.events", count=count), Phrase("value.at_most", limit=MAX_EVENTS))


def _are_events(values: list[Any], _table: Table) -> Fault | None:
    return too_many_events(len(values))


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
            return Fault(shown(glyph), Phrase("value.card", cards=deck.faces), at=index)
    return None


def _is_card(value: str, table: Table) -> Fault | None:
    if len(value) != 1:
        return Fault(shown(value), Phrase("value.exactly_one"))
    return bad_card(value, table.deck)


def _are_cards(value: str, table: Table) -> Fault | None:
    return bad_card(value, table.deck) if value else Fault(Phrase("value.no_card"), Phrase("value.some_cards"))


def _are_two_cards(value: str, table: Table) -> Fault | None:
    fault = bad_card(value, table.deck)
    if fault or len(value) == 2:
        return fault
    return Fault(Phrase("value.cards", count=len(value)), Phrase("value.two_cards"))


def _are_melds(values: list[str], table: Table) -> Fault | None:
    for index, value in enumerate(values):
        fault = _are_cards(value, table)
        if fault:
            found = Phrase("value.in_group", found=fault.found, group=shown(value))
            return Fault(found, fault.expected, fault.remedy, at=index)
    return None


RECORD_FIELDS: Mapping[str, Field] = {
    "format": Field("string", Phrase("value.format", format=FORMAT), _is_format),
    "id": Field("string", Phrase("value.string"), _anything),
    "game": Field("string", Phrase("value.string"), _is_one_of(KNOWN_GAMES)),
    "rules": Field("string", Phrase("value.rules_id"), _filled),
    "house": Field("strings", Phrase("value.options"), _are_options),
    "session": Field("string", Phrase("value.string"), _anything),
    "hand": Field("integer", Phrase("value.from_one"), _between(1)),
    "played_at": Field("string", Phrase("value.time"), _is_time),
    "venue": Field("string", Phrase("value.string"), _anything),
    "source": Field("string", Phrase("value.string"), _anything),
    "recorder": Field("string", Phrase("value.string"), _anything),
    "players": Field("strings", Phrase("value.names_list"), _are_players),
    "dealer": Field("integer", Phrase("value.a_seat"), _is_seat),
    "quan": Field("integer", Phrase("value.one_to_ten"), _between(1, 10)),
    "stake": Field("number", Phrase("value.number"), _between(0)),
    "view": Field("integer", Phrase("value.a_seat"), _is_seat),
    "wall": Field("string", Phrase("value.cards_string"), _are_cards),
    "events": Field("objects", Phrase("value.events_list"), _are_events),
    "pay": Field("numbers", Phrase("value.numbers_list"), _is_payment),
    "replaces": Field("string", Phrase("value.string"), _anything),
    "merged_from": Field("strings", Phrase("value.ids_list"), _are_words),
    "tags": Field("strings", Phrase("value.words_list"), _are_words),
}

EVENT_FIELDS: Mapping[str, Field] = {
    "type": Field("string", Phrase("value.event_type"), _anything),
    "seat": Field("integer", Phrase("value.a_seat"), _is_seat),
    "card": Field("string", Phrase("value.one_card"), _is_card),
    "cards": Field("string", Phrase("value.cards_string"), _are_cards),
    "bai": Field("strings", Phrase("value.melds_list"), _are_melds),
    "melds": Field("strings", Phrase("value.melds_list"), _are_melds),
    "hushu": Field("integer", Phrase("value.whole_number"), _between(0)),
    "titles": Field("strings", Phrase("value.titles_list"), _are_titles),
    "total": Field("number", Phrase("value.number"), _between(0)),
    "blocks": Field("integer", Phrase("value.blocks"), _are_blocks),
    "code": Field("string", Phrase("value.code"), _is_one_of(CODES)),
    "amount": Field("number", Phrase("value.number"), _between(0)),
    "hidden": Field("boolean", Phrase("value.boolean"), _anything),
    "overruled": Field("boolean", Phrase("value.boolean"), _anything),
    "ms": Field("integer", Phrase("value.ms"), _between(0)),
    "text": Field("string", Phrase("value.string"), _anything),
}

#: `cards` of a chi: the two from the hand.
CHI_CARDS = Field("string", Phrase("value.two_cards_string"), _are_two_cards)


def event_field(event_type: str, key: str) -> Field:
    """What `key` may hold in an event of this type.

    >>> event_field("chi", "cards").expected
    'a string of two cards'
    """
    return CHI_CARDS if (event_type, key) == ("chi", "cards") else EVENT_FIELDS[key]
