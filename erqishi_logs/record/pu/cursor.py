"""譜: the words of one line, taken one after the other."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from erqishi_logs.record.fields import Fault, Table, bad_card, did_you_mean, shown
from erqishi_logs.record.pu.colours import said_cards
from erqishi_logs.record.pu.seats import find_seat
from erqishi_logs.record.pu.tokens import PuError, Token, rest_of_line
from erqishi_logs.rules import fold
from erqishi_logs.texts.phrase import Phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from erqishi_logs.record.fields import Field

T = TypeVar("T")
_INTEGER = re.compile(r"[-+]?[0-9]{1,16}")
_DECIMAL = re.compile(r"[-+]?[0-9]{1,16}(\.[0-9]{1,340})?([eE][-+]?[0-9]{1,3})?")


def _no_role(_word: str) -> int | None:
    return None


class Words(NamedTuple):
    """What the words of a line are read by: the players' names and the deck."""

    players: Sequence[str]
    table: Table
    #: The seat that a folded word names by what it is, as 小家.
    role: Callable[[str], int | None] = _no_role


class Cursor:
    """The words of a line behind its first; every `take_…` gives one and goes on, or raises PuError."""

    def __init__(self, line: str, tokens: list[Token], words: Words) -> None:
        self.line = line
        self.tokens = tokens
        self.words = words
        self.at = 1

    @property
    def next(self) -> Token | None:
        """The next word, None at the end of the line."""
        return self.tokens[self.at] if self.at < len(self.tokens) else None

    @property
    def end(self) -> int:
        """The offset behind the last word."""
        return self.tokens[-1].end

    def take(self, expected: str) -> Token:
        """The next word whatever it is."""
        token = self.next
        if token is None:
            raise PuError(self.end, Phrase("pu.end_of_line"), expected)
        self.at += 1
        return token

    def skip(self, *words: str) -> Token | None:
        """The next word if it is one of these, else None and nothing is taken."""
        token = self.next
        if token is None or token.quoted or fold(token.text) not in words:
            return None
        self.at += 1
        return token

    def take_seat(self) -> int:
        """The seat from 0."""
        names = ", ".join(self.words.players)
        token = self.take(Phrase("pu.a_seat_of", names=names))
        seat = find_seat(token, self.words.players)
        if seat is None and not token.quoted:
            seat = self.words.role(fold(token.text))
        if seat is None:
            count = len(self.words.players)
            expected = Phrase("pu.a_seat_or", names=names, count=count)
            raise PuError(token.at, shown(token.raw), expected, did_you_mean(token.raw, tuple(self.words.players)))
        return seat

    def is_cards(self) -> bool:
        """Whether the next word is cards only."""
        return self._cards() is not None

    def is_card(self) -> bool:
        """Whether the next word is one card."""
        cards = self._cards()
        return cards is not None and len(cards) == 1

    def _cards(self) -> str | None:
        """The next word in canonical cards, also where it calls them by their colour; None where it is none."""
        token = self.next
        deck = self.words.table.deck
        if token is None or token.quoted:
            return None
        if bad_card(token.text, deck) is None:
            return deck.normalise(token.text)
        return said_cards(token.text, deck)

    def take_cards(self, expected: str) -> str:
        """One word of cards, in canonical characters."""
        said = self._cards()
        token = self.take(expected)
        if said:
            return said
        fault = bad_card(token.text, self.words.table.deck)
        if fault:
            # Column of the very character, for a word that begins as cards do.
            offset = 0 if token.quoted else fault.at or 0
            raise PuError(token.at + offset, fault.found, expected if not offset else fault.expected)
        return self.words.table.deck.normalise(token.text)

    def take_card(self) -> str:
        """One card."""
        token = self.next
        cards = self.take_cards(Phrase("pu.a_card"))
        if len(cards) != 1 and token:
            raise PuError(token.at, Phrase("value.cards", count=len(cards)), Phrase("value.exactly_one"))
        return cards

    def take_integer(self, field: Field) -> int:
        """A whole number that the field allows."""
        token = self.take(field.expected)
        if not _INTEGER.fullmatch(token.text):
            raise PuError(token.at, shown(token.raw), field.expected)
        return self.checked(int(token.text), field, token)

    def take_number(self, field: Field, text: str | None = None) -> int | float:
        """A number that the field allows; whole ones stay whole."""
        token = self.take(field.expected)
        number = parse_number(token.text if text is None else text)
        if number is None:
            raise PuError(token.at, shown(token.raw), field.expected)
        return self.checked(number, field, token)

    def take_known(self, known: Mapping[str, str], what: str, plain: Callable[[str], str] = fold) -> str:
        """What a word of the table `known` stands for, made `plain` as the words of the table."""
        token = self.take(what)
        key = known.get(plain(token.text))
        if key is None:
            raise PuError(token.at, shown(token.raw), what, did_you_mean(plain(token.text), tuple(known)))
        return key

    def take_rest(self, expected: str) -> str:
        """All that is left of the line as it is written, or one quoted text."""
        token = self.take(expected)
        if token.quoted:
            return token.text
        rest = rest_of_line(self.line, self.tokens[self.at - 1 :])
        self.at = len(self.tokens)
        return rest

    def checked(self, value: T, field: Field, token: Token) -> T:
        """The value, or PuError where the field does not allow it."""
        fault: Fault | None = field.check(value, self.words.table)
        if fault:
            raise PuError(token.at, fault.found, fault.expected, fault.remedy)
        return value

    def finish(self) -> None:
        """Raises PuError where words are left over."""
        token = self.next
        if token is not None:
            raise PuError(token.at, shown(token.raw), Phrase("pu.end_of_line"))


def parse_number(word: str) -> int | float | None:
    """A number of a 譜, whole where it is written so; None for other words.

    >>> parse_number("+40"), parse_number("-1.5"), parse_number("四")
    (40, -1.5, None)
    """
    if _INTEGER.fullmatch(word):
        return int(word)
    return float(word) if _DECIMAL.fullmatch(word) else None
