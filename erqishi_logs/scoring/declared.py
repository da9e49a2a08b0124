"""報和: what was declared against what was counted (RULEBOOK §7)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from erqishi_logs.cards import Colour
from erqishi_logs.melds import QUADS, MeldKind
from erqishi_logs.rules.options import DealerBy
from erqishi_logs.scoring.scale import scale_of
from erqishi_logs.scoring.tables import tables_of
from erqishi_logs.scoring.titles import PIAO, QUAN, SHUANGQUAN, TITLE_BIT

if TYPE_CHECKING:
    from collections.abc import Sequence

    from erqishi_logs.scoring.context import WinContext
    from erqishi_logs.scoring.count import Count


_QUAN_MELDS = (MeldKind.DUI, MeldKind.KAN, *QUADS)


def declared_faults(
    hushu: int | None,
    titles: Sequence[str] | None,
    total: float | None,
    count: Count,
    ctx: WinContext,
) -> tuple[str, ...]:
    """報和: which of xiao_bao_da, chai_longdeng_piao and the note shao_bao hold (RULEBOOK §7).

    None is *not recorded*, an empty `titles` declares none; `total` is before 抬炮. A title that the
    rule set does not pay is never declared too high or too low; nor is 瞟 where the deal is not known,
    nor 圈 where the 圈 was not recorded.
    """
    scale = scale_of(ctx.rules)
    counted = _mask(count.titles)
    said = counted if titles is None else scale.paid(_mask(titles))
    due_total = count.total
    faults: list[str] = []
    if said & PIAO & ~counted and has_dealt_longdeng(ctx):
        faults.append("chai_longdeng_piao")
    unjudged = PIAO if faults or count.piao_unknown else 0
    unjudged |= _quan_unknown(said & ~counted, count, ctx)
    if unjudged:
        # Of 拆開龍燈 that title and its total are not also 小報大; what was not recorded is nobody's fault.
        said &= ~unjudged
        due_total = max(due_total, scale.total(count.hushu, counted | unjudged).total)
    if ctx.xiaojia and hushu is not None and hushu in _figures(count, ctx):
        hushu = count.hushu
    over = said & ~counted or _more(hushu, count.hushu) or _more(total, due_total)
    if over:
        faults.append("xiao_bao_da")
    if scale.paid(counted) & ~said or _more(count.hushu, hushu) or _more(count.total, total):
        faults.append("shao_bao")
    return tuple(faults)


def _figures(count: Count, ctx: WinContext) -> set[int]:
    """小家: the 和數 of his meld may be said as its figure, 玖玖玖 as 40和 (S0-129, S2-104)."""
    figures = {*ctx.rules.xiaojia_values, ctx.rules.xiaojia_quan_value, count.total}
    return {figure for figure in figures if count.hushu <= figure <= count.total}


def has_dealt_longdeng(ctx: WinContext) -> bool:
    """原手龍燈: whether the dealt cards, where known, hold a longdeng (S0-156, S1-110)."""
    dealt = ctx.dealt
    if dealt is None or ctx.xiaojia:
        return False
    return any(all(dealt[kind] for kind in kinds) for kinds in tables_of(ctx.game).counting)


def _quan_unknown(said: int, count: Count, ctx: WinContext) -> int:
    """圈: the 圈 titles declared where every hand has a 圈, this one's was not recorded, and a red meld may be it."""
    if ctx.quan is not None or ctx.rules.dealer_by != DealerBy.QUAN:
        return 0
    colours = ctx.game.deck.colours
    red = [g for g in count.groups if g.meld in _QUAN_MELDS and colours[g.kinds[0]] == Colour.RED]
    quads = any(g.meld in QUADS for g in red)
    return said & ((QUAN if red else 0) | (SHUANGQUAN if quads else 0))


def declared_total(
    hushu: int | None,
    titles: Sequence[str] | None,
    total: float | None,
    count: Count,
    ctx: WinContext,
) -> float:
    """報和: the total as declared, on which the winner is paid; what was not recorded is as counted (RULEBOOK §6).

    >>> from erqishi_logs.games import ERQISHI
    >>> from erqishi_logs.melds import MeldKind
    >>> from erqishi_logs.rules import load_preset
    >>> from erqishi_logs.scoring import Group, WinContext, count_win
    >>> ctx = WinContext(load_preset("leshan"), ERQISHI, 3, win=18)
    >>> count = count_win((Group(MeldKind.GUN, (10,) * 4), Group(MeldKind.GUN, (11,) * 4)), ctx)
    >>> count.total, declared_total(20, [], None, count, ctx)
    (80, 20)
    """
    if total is not None:
        return total
    if ctx.xiaojia or (hushu is None and titles is None):
        return count.total
    said = _mask(count.titles if titles is None else titles)
    return scale_of(ctx.rules).total(count.hushu if hushu is None else hushu, said).total


def _mask(titles: Sequence[str]) -> int:
    return sum(TITLE_BIT.get(title, 0) for title in set(titles))


def _more(one: float | None, other: float | None) -> bool:
    return one is not None and other is not None and one > other
