"""報和: what was declared against what was counted (RULEBOOK §7)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from erqishi_logs.scoring.scale import scale_of
from erqishi_logs.scoring.tables import tables_of
from erqishi_logs.scoring.titles import PIAO, TITLE_BIT

if TYPE_CHECKING:
    from collections.abc import Sequence

    from erqishi_logs.scoring.context import WinContext
    from erqishi_logs.scoring.count import Count


def declared_faults(
    hushu: int | None,
    titles: Sequence[str] | None,
    total: float | None,
    count: Count,
    ctx: WinContext,
) -> tuple[str, ...]:
    """報和: which of xiao_bao_da, chai_longdeng_piao and the note shao_bao hold (RULEBOOK §7).

    None is *not recorded*, an empty `titles` declares none; `total` is before 抬炮. A title that the
    rule set does not pay is never declared too high or too low; nor is 瞟 where the deal is not known.
    """
    scale = scale_of(ctx.rules)
    counted = _mask(count.titles)
    said = counted if titles is None else scale.paid(_mask(titles))
    due_total = count.total
    faults: list[str] = []
    if said & PIAO & ~counted and has_dealt_longdeng(ctx):
        faults.append("chai_longdeng_piao")
    if faults or count.piao_unknown:
        # Of 拆開龍燈 that title and its total are not also 小報大.
        said &= ~PIAO
        due_total = max(due_total, _total_with_piao(count, ctx))
    over = said & ~counted or _more(hushu, count.hushu) or _more(total, due_total)
    if over:
        faults.append("xiao_bao_da")
    if scale.paid(counted) & ~said or _more(count.hushu, hushu) or _more(count.total, total):
        faults.append("shao_bao")
    return tuple(faults)


def has_dealt_longdeng(ctx: WinContext) -> bool:
    """原手龍燈: whether the dealt cards, where known, hold a longdeng (S0-156, S1-110)."""
    dealt = ctx.dealt
    if dealt is None or ctx.xiaojia:
        return False
    return any(all(dealt[kind] for kind in kinds) for kinds in tables_of(ctx.game).counting)


def _total_with_piao(count: Count, ctx: WinContext) -> int:
    return scale_of(ctx.rules).total(count.hushu, _mask(count.titles) | PIAO).total


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
