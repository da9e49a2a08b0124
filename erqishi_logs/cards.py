"""牌: kinds, physical cards, glyphs and counts of a deck (RULEBOOK §1).

A *kind* is an index into `Deck.glyphs` (0 to 19 in 貳柒拾); a *card_id* is one physical card,
`kind * 4 + copy`; *counts* is a list with the number of cards of each kind.
A card that the recorder did not see is `UNSEEN`, written `?`.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass, field
from enum import IntEnum
from functools import cached_property
from typing import TYPE_CHECKING

from erqishi_logs.errors import CardError
from erqishi_logs.texts.phrase import Phrase

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

UNSEEN = -1
UNSEEN_GLYPH = "?"
#: 聽: the wild card of the historic deck, and its other glyph (S0-001).
WILD_GLYPH = "聽"
_WILD_VARIANT = "听"
#: `Deck.wild` of a deck that has none: no card is of this kind.
NO_WILD = -2
#: The suit of a 聽, which is neither black nor red, and its number.
NO_COLOUR, NO_NUMBER = 2, 0


class Colour(IntEnum):
    """黑 (小) and 紅 (大); decks of other games may use further suits."""

    BLACK = 0
    RED = 1


@dataclass(frozen=True)
class Deck:
    """一副牌: what kinds there are, how they are written, how many of each.

    `variants` maps other glyphs of the same card to the canonical one (S0-009, RULEBOOK §1). `wild` is the
    kind of 聽, the last one, `NO_WILD` where there is none.
    """

    glyphs: tuple[str, ...]
    numbers: tuple[int, ...]
    colours: tuple[int, ...]
    copies: tuple[int, ...]
    variants: Mapping[str, str] = field(default_factory=dict)
    wild: int = NO_WILD

    @property
    def n_kinds(self) -> int:
        """Number of kinds (20)."""
        return len(self.glyphs)

    @cached_property
    def n_cards(self) -> int:
        """Number of physical cards (80).

        >>> ERQISHI_DECK.n_cards
        80
        """
        return sum(self.copies)

    @property
    def faces(self) -> str:
        """The characters of all kinds but 聽: what a message says that a card may be."""
        return "".join(glyph for kind, glyph in enumerate(self.glyphs) if kind != self.wild)

    def with_wilds(self, copies: int) -> Deck:
        """聽用: this deck and so many 聽 (S0-001).

        >>> deck = ERQISHI_DECK.with_wilds(4)
        >>> deck.n_cards, deck.parse_card("听") == deck.wild == 20, deck.format_card(deck.wild)
        (84, True, '聽')
        """
        return Deck(
            glyphs=(*self.glyphs, WILD_GLYPH),
            numbers=(*self.numbers, NO_NUMBER),
            colours=(*self.colours, NO_COLOUR),
            copies=(*self.copies, copies),
            variants={**self.variants, _WILD_VARIANT: WILD_GLYPH},
            wild=self.n_kinds,
        )

    @cached_property
    def _kind_of(self) -> dict[str, int]:
        table = {glyph: kind for kind, glyph in enumerate(self.glyphs)}
        table |= {variant: table[glyph] for variant, glyph in self.variants.items()}
        table[UNSEEN_GLYPH] = UNSEEN
        return table

    def parse_card(self, glyph: str) -> int:
        """牌: the kind of one character; `UNSEEN` for `?`. Raises CardError (RULEBOOK §1).

        >>> ERQISHI_DECK.parse_card("贰"), ERQISHI_DECK.parse_card("二"), ERQISHI_DECK.parse_card("?")
        (11, 1, -1)
        """
        kind = self._kind_of.get(glyph)
        if kind is None:
            # Any Unicode compatibility form that is one character (FORMAT, Cards).
            kind = self._kind_of.get(unicodedata.normalize("NFKC", glyph))
        if kind is None:
            msg = Phrase("cards.no_card", glyph=glyph, cards=self.faces)
            raise CardError(msg)
        return kind

    def parse_cards(self, text: str) -> list[int]:
        """牌: the kinds of a string, one character a card, in order. Raises CardError.

        >>> ERQISHI_DECK.parse_cards("二七十")
        [1, 6, 9]
        """
        table = self._kind_of
        try:
            return [table[glyph] for glyph in text]
        except KeyError:
            return [self.parse_card(glyph) for glyph in text]

    def format_card(self, kind: int) -> str:
        """The canonical character of a kind, `?` for `UNSEEN`.

        >>> ERQISHI_DECK.format_card(11)
        '貳'
        """
        return UNSEEN_GLYPH if kind == UNSEEN else self.glyphs[kind]

    def format_cards(self, kinds: Iterable[int]) -> str:
        """The characters of kinds, in the given order.

        >>> ERQISHI_DECK.format_cards([11, 16, 19])
        '貳柒拾'
        """
        return "".join(map(self.format_card, kinds))

    def normalise(self, text: str) -> str:
        """The same cards in canonical characters. Raises CardError.

        >>> ERQISHI_DECK.normalise("贰参陆")
        '貳叄陸'
        """
        return self.format_cards(self.parse_cards(text))

    def count_kinds(self, kinds: Iterable[int]) -> list[int]:
        """Counts by kind; unseen cards are left out.

        >>> ERQISHI_DECK.count_kinds([0, 0, 19, UNSEEN])[0]
        2
        """
        counts = [0] * len(self.glyphs)
        for kind in kinds:
            if kind != UNSEEN:
                counts[kind] += 1
        return counts

    def expand(self, counts: Iterable[int]) -> list[int]:
        """The kinds of `counts`, sorted.

        >>> ERQISHI_DECK.expand([2] + [0] * 19)
        [0, 0]
        """
        return [kind for kind, count in enumerate(counts) for _ in range(count)]


SMALL = "一二三四五六七八九十"
BIG = "壹貳叄肆伍陸柒捌玖拾"

ERQISHI_DECK = Deck(
    glyphs=tuple(SMALL + BIG),
    numbers=tuple(range(1, 11)) * 2,
    colours=(Colour.BLACK,) * 10 + (Colour.RED,) * 10,
    copies=(4,) * 20,
    variants={"贰": "貳", "弍": "貳", "叁": "叄", "參": "叄", "参": "叄", "弎": "叄", "陆": "陸"},
)
