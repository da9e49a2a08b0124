"""一房牌: the melds and their 和數 (RULEBOOK §2)."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import IntEnum
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING

from erqishi_logs.cards import ERQISHI_DECK, Colour, Deck

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


class MeldKind(IntEnum):
    """對子 坎子 滾子(開) 滾子(原手) 貳柒拾 連子 半邊字 樁子."""

    DUI = 0
    KAN = 1
    KAI = 2
    GUN = 3
    LONGDENG = 4
    LIANZI = 5
    BANBIANZI = 6
    ZHUANGZI = 7


QUADS = (MeldKind.KAI, MeldKind.GUN)

#: 和數 by meld, [black, red] (S0-061 to S0-071).
HUSHU: Mapping[MeldKind, tuple[int, int]] = {
    MeldKind.DUI: (1, 3),
    MeldKind.KAN: (3, 6),
    MeldKind.KAI: (6, 9),
    MeldKind.GUN: (9, 12),
    MeldKind.LONGDENG: (3, 6),
    MeldKind.LIANZI: (0, 0),
    MeldKind.BANBIANZI: (0, 0),
    MeldKind.ZHUANGZI: (0, 0),
}

Pair = tuple[int, int]
Triple = tuple[int, int, int]


@dataclass(frozen=True)
class MeldTable:
    """The melds that a deck allows and what each counts.

    `special` gives single lianzi a 和數 of their own, as 桂林's 一二三 (RULEBOOK §9).
    """

    deck: Deck
    special: Mapping[Triple, int] = field(default_factory=dict)

    @cached_property
    def chi_melds(self) -> dict[Triple, MeldKind]:
        """連子 貳柒拾 半邊字: every meld that can be laid by a chi, sorted kinds to its meld kind.

        >>> len(ERQISHI_MELDS.chi_melds)
        38
        """
        deck = self.deck
        places = enumerate(zip(deck.colours, deck.numbers, strict=True))
        by_place = {place: kind for kind, place in places if kind != deck.wild}
        melds: dict[Triple, MeldKind] = {}
        for (colour, number), mine in by_place.items():
            run = [by_place.get((colour, number + step)) for step in range(3)]
            if None not in run:
                melds[_triple(run)] = MeldKind.LIANZI
            lamp = [by_place.get((colour, n)) for n in (2, 7, 10)]
            if number == 2 and None not in lamp:
                melds[_triple(lamp)] = MeldKind.LONGDENG
            for other in (Colour.BLACK, Colour.RED):
                if other != colour:
                    melds[_triple([mine, mine, by_place[other, number]])] = MeldKind.BANBIANZI
        return melds

    @cached_property
    def laid_melds(self) -> dict[Triple, MeldKind]:
        """Every chi meld, those in which one 聽 stands for a card among them (S0-001; two of it make none **(r)**).

        >>> from erqishi_logs.games import game_of
        >>> len(ERQISHI_MELDS.laid_melds), len(game_of("erqishi", 4).melds.laid_melds)
        (38, 108)
        """
        wild = self.deck.wild
        if wild < 0:
            return self.chi_melds
        pairs = {(*rest, wild): meld for kinds, meld in self.chi_melds.items() for rest in combinations(kinds, 2)}
        return {**self.chi_melds, **pairs}

    @cached_property
    def chi_pairs(self) -> tuple[tuple[Pair, ...], ...]:
        """For each kind X the sorted pairs (a, b) with which X makes a chi meld.

        >>> [ERQISHI_DECK.format_cards(p) for p in ERQISHI_MELDS.chi_pairs[6]]
        ['二十', '五六', '六八', '七柒', '八九', '柒柒']
        """
        pairs: list[set[Pair]] = [set() for _ in self.deck.glyphs]
        for meld in self.chi_melds:
            for kind in set(meld):
                rest = list(meld)
                rest.remove(kind)
                pairs[kind].add((rest[0], rest[1]))
        return tuple(tuple(sorted(found)) for found in pairs)

    @cached_property
    def neighbours(self) -> tuple[tuple[int, ...], ...]:
        """For each kind X all kinds, X among them, that share a chi meld with it."""
        return tuple(
            tuple(sorted({kind, *(k for pair in pairs for k in pair)})) for kind, pairs in enumerate(self.chi_pairs)
        )

    def chi_kind(self, kinds: Sequence[int]) -> MeldKind | None:
        """The chi meld that three kinds make in any order, or None (S0-029).

        >>> ERQISHI_MELDS.chi_kind(ERQISHI_DECK.parse_cards("七十二")).name
        'LONGDENG'
        """
        if len(kinds) != 3:
            return None
        return self.laid_melds.get(_triple(kinds))

    def hushu(self, meld: MeldKind, kinds: Sequence[int]) -> int:
        """和數 of a meld of these kinds (S0-061 to S0-071).

        >>> ERQISHI_MELDS.hushu(MeldKind.GUN, [10] * 4)
        12
        """
        if self.special and meld == MeldKind.LIANZI:
            return self.special.get(_triple(kinds), 0)
        if kinds[0] == self.deck.wild:
            return 0
        return HUSHU[meld][self.deck.colours[kinds[0]]]


def _triple(kinds: Sequence[int | None]) -> Triple:
    first, second, third = sorted(k for k in kinds if k is not None)
    return first, second, third


ERQISHI_MELDS = MeldTable(ERQISHI_DECK)
