"""Tables of one game by which hands are arranged and counted fast (RULEBOOK §2).

A hand is packed into one integer, four bits a kind: three for the count, one to guard. The kinds
stand in the order of their numbers, the colours of a number side by side, so that a search which
always covers the lowest kind stays local.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from erqishi_logs.cards import Colour
from erqishi_logs.melds import MeldKind
from erqishi_logs.scoring.group import Arrangement, Group

if TYPE_CHECKING:
    from collections.abc import Sequence

    from erqishi_logs.games import Game

_BITS = 4
_GUARD = 8
_MASK = 15
#: Remembered coverings of part hands; a bulk audit must not grow without end.
_MEMO_LIMIT = 20_000

Option = tuple[int, Group]


class MeldTables:
    """牌表: every meld of a game as a ready-made `Group`, with its packed cards and its 和數.

    `points[meld][kind]` is the 和數 of a meld whose lowest kind is `kind`.
    """

    def __init__(self, game: Game) -> None:
        deck = game.deck
        kinds = range(deck.n_kinds)
        # 聽 last: whatever lies with it has a lower kind, from which the search comes to it.
        order = sorted(kinds, key=lambda kind: (kind == deck.wild, deck.numbers[kind], deck.colours[kind]))
        self.units = [0] * deck.n_kinds
        for place, kind in enumerate(order):
            self.units[kind] = 1 << _BITS * place
        self.guard = sum(unit * _GUARD for unit in self.units)
        self.points = [_points(game, meld) for meld in MeldKind]
        self.dui = [Group(MeldKind.DUI, (kind,) * 3, won=True) for kind in kinds]
        self.kan = [Group(MeldKind.KAN, (kind,) * 3) for kind in kinds]
        self.kai = [Group(MeldKind.KAI, (kind,) * 4, won=True) for kind in kinds]
        self.gun = [Group(MeldKind.GUN, (kind,) * 4) for kind in kinds]
        self.options = [self._options(game, kind) for kind in order]
        #: By the place of the lowest kind, how many of its options are chi melds: the zhuangzi come behind.
        self.n_chi = [sum(group.meld is not MeldKind.ZHUANGZI for _, group in options) for options in self.options]
        self.counting = self._counting_chi(game)
        self.quan_kind = {
            number: kind
            for kind, (colour, number) in enumerate(zip(deck.colours, deck.numbers, strict=True))
            if colour == Colour.RED
        }
        self.colours = deck.colours
        self.wild = deck.wild
        self._memo: dict[tuple[int, int, int], list[Arrangement]] = {}

    def _options(self, game: Game, lowest: int) -> tuple[Option, ...]:
        """The chi melds whose lowest kind this is, the zhuangzi last."""
        unit = self.units[lowest]
        melds = [
            (sum(self.units[kind] for kind in kinds), Group(meld, kinds))
            for kinds, meld in game.melds.laid_melds.items()
            if unit == min(self.units[kind] for kind in kinds)
        ]
        wild = game.deck.wild
        if lowest == wild:
            return ()
        pairs = [(lowest, lowest)] if wild < 0 else [(lowest, wild), (lowest, lowest)]
        return (*melds, *((self.pack_kinds(pair), Group(MeldKind.ZHUANGZI, pair)) for pair in pairs))

    def _counting_chi(self, game: Game) -> tuple[tuple[int, ...], ...]:
        melds = game.melds.chi_melds.items()
        return tuple(kinds for kinds, meld in melds if self.points[meld][kinds[0]])

    def pack_kinds(self, kinds: Sequence[int]) -> int:
        """These cards as one integer."""
        return sum(self.units[kind] for kind in kinds)

    def pack(self, counts: Sequence[int]) -> int:
        """The counts of a hand as one integer."""
        return sum(count * unit for count, unit in zip(counts, self.units, strict=True) if count)

    def has_counting_meld(self, counts: Sequence[int]) -> bool:
        """原手有和: whether a kan, gun or longdeng could be formed of `counts`, 聽 aside (RULEBOOK §6, S1-110)."""
        if max(counts) > 2 and any(count > 2 for kind, count in enumerate(counts) if kind != self.wild):
            return True
        return any(all(counts[kind] for kind in kinds) for kinds in self.counting)

    def covers(self, rest: int, zhuangzi: int) -> list[Arrangement]:
        """All ways to lay a packed hand into chi melds and so many zhuangzi."""
        if len(self._memo) > _MEMO_LIMIT:
            self._memo.clear()
        return self._covers(rest, zhuangzi, 0)

    def _covers(self, rest: int, zhuangzi: int, first: int) -> list[Arrangement]:
        """The same, of the melds that begin at the lowest kind only the `first` and later ones."""
        if not rest:
            return [] if zhuangzi else [()]
        key = (rest, zhuangzi, first)
        found = self._memo.get(key)
        if found is None:
            self._memo[key] = found = self._search(rest, zhuangzi, first)
        return found

    def _search(self, rest: int, zhuangzi: int, first: int) -> list[Arrangement]:
        found: list[Arrangement] = []
        guard = self.guard
        guarded = rest | guard
        place = (rest & -rest).bit_length() - 1 >> 2
        lowest = _MASK << _BITS * place
        options = self.options[place]
        n_chi = self.n_chi[place]
        last = len(options) if zhuangzi else n_chi
        for i in range(first, last):
            packed, group = options[i]
            # A kind that runs short borrows its guard bit.
            if (guarded - packed) & guard != guard:
                continue
            left = rest - packed
            # Melds of one kind are taken in one order only, or each arrangement would come twice.
            more = self._covers(left, zhuangzi - (i >= n_chi), i if left & lowest else 0)
            found += [(group, *groups) for groups in more]
        return found


def _points(game: Game, meld: MeldKind) -> list[int]:
    if meld != MeldKind.LIANZI:
        return [game.melds.hushu(meld, (kind,)) for kind in range(game.deck.n_kinds)]
    points = [0] * game.deck.n_kinds
    for kinds, found in game.melds.chi_melds.items():
        if found == meld:
            points[kinds[0]] = game.melds.hushu(meld, kinds)
    return points


_TABLES: dict[str, MeldTables] = {}


def tables_of(game: Game) -> MeldTables:
    """牌表: the tables of a game, built once.

    >>> from erqishi_logs.games import ERQISHI
    >>> tables_of(ERQISHI).points[MeldKind.GUN][10]
    12
    """
    found = _TABLES.get(game.id)
    if found is None:
        found = _TABLES[game.id] = MeldTables(game)
    return found
