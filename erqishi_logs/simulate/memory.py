"""過張: what one seat passed up so far, as a player remembers it (RULEBOOK §5)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from erqishi_logs.rules.options import Clears, Scope

if TYPE_CHECKING:
    from erqishi_logs.rules import RuleSet
    from erqishi_logs.scoring import Count, Group


class Chance(NamedTuple):
    """What a seat could do with a live card by its cards and its right, whatever rule bars it."""

    chi: bool = False
    dui: bool = False
    win: Count | None = None


NO_CHANCE = Chance()


class Memory:
    """過張 of one seat: the kinds whose chi and dui it passed, the wins passed since its last 進張.

    It is kept while the hand is played and never looks at the record: the audit works the same out
    from the record alone.
    """

    __slots__ = ("chi", "discarded", "dui", "exposed", "recent", "rules", "version", "waits", "wins")

    def __init__(self, rules: RuleSet) -> None:
        self.rules = rules
        self.chi: set[int] = set()
        self.dui: set[int] = set()
        #: Kinds with a passed dui (scope `kind`: any chance) since the last 進張.
        self.recent: set[int] = set()
        #: Wins passed since the last 進張, as (kind, total).
        self.wins: list[tuple[int, int]] = []
        self.discarded: set[int] = set()
        #: The kinds that might complete the hand as it is, as bits; kept by `desk.Desk`.
        self.waits = 0
        self.version = -1
        self.exposed: tuple[Group, ...] = ()

    def pass_up(self, kind: int, chance: Chance) -> None:
        """A live card went by (§5)."""
        if self.rules.guozhang_scope == Scope.KIND:
            if chance.chi or chance.dui or chance.win:
                self.chi.add(kind)
                self.dui.add(kind)
                self.recent.add(kind)
        else:
            if chance.chi:
                self.chi.add(kind)
            if chance.dui:
                self.dui.add(kind)
                self.recent.add(kind)
        if chance.win is not None:
            self.wins.append((kind, chance.win.total))

    def take_in(self) -> None:
        """進張: passed wins are forgotten; the rest only where the rules say so (§5)."""
        self.wins.clear()
        self.recent.clear()
        if self.rules.guozhang_clears == Clears.ON_JINZHANG:
            self.chi.clear()
            self.dui.clear()
