"""牌勢: how near a hand is to complete, judged fast and roughly; for bots only.

A concealed hand only shrinks, so each meld still missing has to come from two cards that are
held now: what counts is how many melds and how many such pairs can be set apart at once.
"""

from __future__ import annotations

from operator import mul
from typing import TYPE_CHECKING, NamedTuple

from erqishi_logs.cards import Colour
from erqishi_logs.melds import MeldKind
from erqishi_logs.scoring.tables import tables_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from erqishi_logs.games import Game

_MEMO_LIMIT = 50_000
#: Of a kind in a packed hand (`erqishi_logs.scoring.tables`).
COUNT_BITS = 7

#: What a 和數 is worth against one meld nearer, and how much of it is wanted (S0-049 asks for 10).
NEARER = 10.0
MISSING_PAIR = 9.0
SURE_HUSHU = 1.4
HOPED_HUSHU = 0.6
HUSHU_WANTED = 8


class Shape(NamedTuple):
    """A hand set apart: melds and their 和數, the pairs' hoped 和數, how many cards are left over of which kinds."""

    n_melds: int
    hushu: int
    hopes: tuple[int, ...]
    loose: tuple[int, ...]


class Shapes:
    """牌勢 of the hands of one game, remembered."""

    def __init__(self, game: Game) -> None:
        deck = game.deck
        self.n_kinds = deck.n_kinds
        tables = tables_of(game)
        self.units, self.guard = tables.units, tables.guard
        self.melds = [
            (sum(self.units[kind] for kind in kinds), game.melds.hushu(meld, kinds))
            for kinds, meld in game.melds.chi_melds.items()
        ]
        self.pairs = sorted(self._pairs(game), key=lambda pair: -pair[2])
        self.hopes = {pair[0]: pair[1] for pair in self.pairs}
        self.touching = [[other for other in near if other != kind] for kind, near in enumerate(game.melds.neighbours)]
        self.red = [int(colour == Colour.RED) for colour in deck.colours]
        self._memo: dict[tuple[int, ...], Shape] = {}

    @staticmethod
    def _pairs(game: Game) -> list[tuple[tuple[int, int], int, float]]:
        """Two cards that want a third: the pair, the 和數 hoped for, how good it is."""
        deck, table = game.deck, game.melds
        outs: dict[tuple[int, int], int] = {}
        hope: dict[tuple[int, int], int] = {}
        for kind in range(deck.n_kinds - (deck.wild >= 0)):
            outs[kind, kind] = 2
            hope[kind, kind] = table.hushu(MeldKind.DUI, (kind,) * 3)
        for kinds, meld in table.chi_melds.items():
            for drop in set(kinds):
                rest = list(kinds)
                rest.remove(drop)
                pair = (rest[0], rest[1])
                outs[pair] = outs.get(pair, 0) + 3
                hope[pair] = max(hope.get(pair, 0), table.hushu(meld, kinds))
        # A dui may come from any seat; a chi only from two.
        return [(pair, hope[pair], n + 1.5 * hope[pair] + (pair[0] == pair[1])) for pair, n in outs.items()]

    def shape(self, free: tuple[int, ...]) -> Shape:
        """The free cards of a hand set apart: most melds first, then the best pairs."""
        found = self._memo.get(free)
        if found is None:
            if len(self._memo) > _MEMO_LIMIT:
                self._memo.clear()
            found = self._memo[free] = self._set_apart(free)
        return found

    def _set_apart(self, free: tuple[int, ...]) -> Shape:
        packed = sum(map(mul, free, self.units))
        n_melds, hushu, left = _pack(self.melds, packed, self.guard)
        rest = [left // unit & COUNT_BITS for unit in self.units]
        hopes: list[int] = []
        for (first, second), hope, _ in self.pairs:
            while rest[first] and rest[second] and (first != second or rest[first] > 1):
                rest[first] -= 1
                rest[second] -= 1
                hopes.append(hope)
        loose = tuple(kind for kind, count in enumerate(rest) for _ in range(count))
        return Shape(n_melds, hushu, tuple(sorted(hopes, reverse=True)), loose)

    def worth(self, free: tuple[int, ...], needed: int, hushu: int, *, discards: bool) -> float:
        """牌勢: higher is better. `needed` melds are still to come of the free cards, `hushu` is sure already.

        `discards`: a card must still be put out; without a loose one it breaks a pair.
        """
        shape = self.shape(free)
        hopes = list(shape.hopes)
        if discards and not shape.loose and hopes:
            hopes.pop()
        wanted = max(0, needed - shape.n_melds)
        sure = hushu + shape.hushu
        hoped = sum(hopes[:wanted])
        value = -NEARER * wanted - MISSING_PAIR * max(0, wanted - len(hopes))
        value += SURE_HUSHU * min(sure, HUSHU_WANTED)
        return value + HOPED_HUSHU * min(hoped, max(0, HUSHU_WANTED - sure))

    def looseness(self, held: Sequence[int], kind: int) -> tuple[int, int]:
        """How little a card has to do with the others: fewest partners first, black before red."""
        partners = sum(1 for other in self.touching[kind] if held[other])
        return partners + 3 * (held[kind] > 1), self.red[kind]


def _pack(there: Sequence[tuple[int, int]], rest: int, guard: int) -> tuple[int, int, int]:
    """Most melds at once, then most 和數, of packed cards: (melds, 和數, what is left).

    `there` are melds that fit into `rest`, each with its 和數; a kind that runs short borrows its
    guard bit (as in `erqishi_logs.scoring.tables`).
    """
    best_melds, best_hushu, best_rest = 0, 0, rest
    guarded = rest | guard
    fitting = [meld for meld in there if (guarded - meld[0]) & guard == guard]
    for place, (packed, hushu) in enumerate(fitting):
        melds, more, left = _pack(fitting[place:], rest - packed, guard)
        if melds + 1 > best_melds or (melds + 1 == best_melds and more + hushu > best_hushu):
            best_melds, best_hushu, best_rest = melds + 1, more + hushu, left
    return best_melds, best_hushu, best_rest


_SHAPES: dict[str, Shapes] = {}


def shapes_of(game: Game) -> Shapes:
    """牌勢 of a game, built once."""
    found = _SHAPES.get(game.id)
    if found is None:
        found = _SHAPES[game.id] = Shapes(game)
    return found
