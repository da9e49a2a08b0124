"""和數: what an arrangement counts and pays (RULEBOOK §6)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from erqishi_logs.cards import Colour
from erqishi_logs.melds import MeldKind
from erqishi_logs.scoring.group import Group
from erqishi_logs.scoring.lines import Line
from erqishi_logs.scoring.scale import scale_of
from erqishi_logs.scoring.tables import tables_of
from erqishi_logs.scoring.titles import TitleFinder, titles_in

if TYPE_CHECKING:
    from collections.abc import Iterable

    from erqishi_logs.scoring.context import WinContext
    from erqishi_logs.scoring.group import Arrangement
    from erqishi_logs.scoring.scale import Total


_NAMES: dict[MeldKind | None, str] = {meld: meld.name.lower() for meld in MeldKind}


class Count(msgspec.Struct, frozen=True):
    """和數: one arrangement counted.

    `hushu` before any doubling; `titles` those that hold, paid or not; `total` what one payer pays
    at stake 1, before 抬炮; `meld_hushu` is by group; `lines` is the receipt. `piao_unknown`: 瞟 was
    not given only because the dealt cards are not known.
    """

    hushu: int
    tier: str
    titles: tuple[str, ...]
    total: int
    groups: tuple[Group, ...]
    meld_hushu: tuple[int, ...]
    lines: tuple[Line, ...]
    piao_unknown: bool = False


def count_win(groups: Arrangement, ctx: WinContext) -> Count:
    """和數 of one arrangement (RULEBOOK §6); it need not reach the 和數 of a win.

    >>> from erqishi_logs.games import ERQISHI
    >>> from erqishi_logs.rules import load_preset
    >>> from erqishi_logs.scoring.context import WinContext
    >>> ctx = WinContext(load_preset("leshan-4"), ERQISHI, 4, win=18, xiaojia=True)
    >>> count_win((Group(MeldKind.DUI, (18, 18, 18), won=True),), ctx).total
    40
    """
    return _Counter(ctx, groups).count(groups)


def best_count(arrangements: Iterable[Arrangement], ctx: WinContext) -> Count | None:
    """最大: of arrangements of one hand that of the highest payment, then of the higher 和數.

    Those that reach the least 和數 of a win go before all others. None where there are none.
    """
    counter: _Counter | None = None
    best: Arrangement = ()
    best_rank: tuple[bool, int, int] = (False, -1, -1)
    for groups in arrangements:
        counter = counter or _Counter(ctx, groups)
        rank = counter.rank(groups)
        if rank > best_rank:
            best, best_rank = groups, rank
    return counter.count(best) if counter else None


def all_counts(arrangements: Iterable[Arrangement], ctx: WinContext) -> list[Count]:
    """全部: every arrangement of one hand counted, in the order of `best_count`, best first."""
    found = list(arrangements)
    if not found:
        return []
    counter = _Counter(ctx, found[0])
    return [counter.count(groups) for groups in sorted(found, key=counter.rank, reverse=True)]


class _Counter:
    """Counts arrangements of one hand; what they share is worked out once."""

    def __init__(self, ctx: WinContext, groups: Arrangement) -> None:
        self.ctx = ctx
        self.tables = tables_of(ctx.game)
        self.titles = TitleFinder(self.tables, ctx, groups)
        self.scale = scale_of(ctx.rules)
        self.least = ctx.min_hushu

    def rank(self, groups: Arrangement) -> tuple[bool, int, int]:
        hushu, mask = self.titles.measure(groups)
        return hushu >= self.least, self._total(groups, hushu, mask).total, hushu

    def count(self, groups: Arrangement) -> Count:
        hushu, mask = self.titles.measure(groups)
        result = self._total(groups, hushu, mask)
        points = self.tables.points
        by_group = tuple(points[group.meld][group.kinds[0]] for group in groups)  # type: ignore[index]
        unknown = self.titles.piao_unknown and not any(group.meld is MeldKind.KAI for group in groups)
        lines = [Line("meld", (_NAMES[g.meld], *g.kinds), n) for g, n in zip(groups, by_group, strict=True)]
        lines.append(Line("sum", (), hushu))
        if unknown:
            lines.append(Line("piao_unknown", (), 0))
        lines += result.lines
        return Count(hushu, result.tier, titles_in(mask), result.total, groups, by_group, tuple(lines), unknown)

    def _total(self, groups: Arrangement, hushu: int, mask: int) -> Total:
        if self.ctx.xiaojia and hushu:
            group = groups[0]
            place = 2 * (self.tables.colours[group.kinds[0]] == Colour.RED) + (group.meld is MeldKind.LONGDENG)
            return self.scale.xiaojia(place, mask, own_draw=self.ctx.own_draw)
        return self.scale.total(hushu, mask)
