"""番名: the titles of a win, as bits of a mask (RULEBOOK §6)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from erqishi_logs.melds import MeldKind
from erqishi_logs.rules.options import TITLES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from erqishi_logs.rules import RuleSet
    from erqishi_logs.scoring.context import WinContext
    from erqishi_logs.scoring.group import Group
    from erqishi_logs.scoring.tables import MeldTables

TIANHU, DIHU, KUN, PIAO, QUAN, SHUANGQUAN, QUANHONG, QUANHEI = (1 << place for place in range(8))
TITLE_BIT = {title: 1 << place for place, title in enumerate(TITLES)}

_ZHUANGZI = MeldKind.ZHUANGZI
_KAI = MeldKind.KAI
_GUN = MeldKind.GUN
#: Of a claimed meld, the cards alike that the hand held before.
_HELD_BEFORE_CLAIM: dict[MeldKind | None, int] = {MeldKind.DUI: 2, MeldKind.KAI: 3}


def titles_in(mask: int) -> tuple[str, ...]:
    """The titles of a mask, in order.

    >>> titles_in(KUN | QUAN)
    ('kun', 'quan')
    """
    return tuple(title for place, title in enumerate(TITLES) if mask >> place & 1)


def title_fans(rules: RuleSet) -> tuple[int, ...]:
    """番: what each title of `TITLES` is worth, 0 where it is not paid (RULEBOOK §8).

    >>> from erqishi_logs.rules import load_preset
    >>> title_fans(load_preset("quan-raw"))
    (0, 0, 1, 1, 1, 0, 0, 0)
    """
    return (
        rules.fan_tianhu,
        rules.fan_dihu,
        rules.fan_kun,
        rules.fan_piao,
        rules.fan_quan,
        max(0, rules.quan_quad_fan - 1),
        rules.fan_quanhong,
        rules.fan_quanhei,
    )


class TitleFinder:
    """番名: which titles hold, for all arrangements of one hand.

    What all of them share (天和, 地和, the deal, the colours) is found once.
    """

    def __init__(self, tables: MeldTables, ctx: WinContext, groups: Sequence[Group]) -> None:
        rules = ctx.rules
        self.points = tables.points
        self.quan_kind = -1 if ctx.quan is None else tables.quan_kind.get(ctx.quan, -1)
        self.pays_quad = rules.quan_quad_fan > 1
        self.breaks_kun = rules.zhuangzi_breaks_kun
        self.xiaojia = ctx.xiaojia
        self.shared = TIANHU * ctx.tianhu | DIHU * ctx.dihu
        self.piao_barred = ctx.xiaojia or tables.has_counting_meld(known_dealt(tables, ctx, groups))
        self.piao_unknown = ctx.dealt is None and not self.piao_barred
        if not ctx.xiaojia:
            self.shared |= _one_colour(tables, rules, groups)

    def measure(self, groups: Sequence[Group]) -> tuple[int, int]:
        """和數 and the titles of one arrangement, as a mask."""
        hushu = 0
        mask = self.shared
        every = True
        kai = False
        for meld, kinds, _, _ in groups:
            kind = kinds[0]
            counted = self.points[meld][kind]  # type: ignore[index]
            hushu += counted
            if not counted and (meld is not _ZHUANGZI or self.breaks_kun):
                every = False
            kai |= meld is _KAI
            if counted and kind == self.quan_kind == kinds[1]:
                mask |= QUAN
                if self.pays_quad and (meld is _KAI or meld is _GUN):
                    mask |= SHUANGQUAN
        if self.xiaojia:
            return hushu, mask
        if every:
            mask |= KUN
        if not (kai or self.piao_barred or self.piao_unknown):
            mask |= PIAO
        return hushu, mask


def known_dealt(tables: MeldTables, ctx: WinContext, groups: Sequence[Group]) -> Sequence[int]:
    """原手: the dealt counts, or where they are not known what must have been dealt.

    What is concealed at the end, the winning card aside, was held from the deal on (RULEBOOK §7).
    """
    if ctx.dealt is not None:
        return ctx.dealt
    counts = [0] * len(tables.units)
    for group in groups:
        held = _HELD_BEFORE_CLAIM.get(group.meld, 0) if group.exposed else len(group.kinds)
        # A 聽, the last of its group, came from the hand.
        for kind in group.kinds[len(group.kinds) - held :]:
            counts[kind] += 1
    if ctx.win is not None:
        counts[ctx.win] -= 1
    return counts


def _one_colour(tables: MeldTables, rules: RuleSet, groups: Sequence[Group]) -> int:
    if not (rules.fan_quanhong or rules.fan_quanhei):
        return 0
    colours = {tables.colours[kind] for group in groups for kind in group.kinds if kind != tables.wild}
    if colours == {1}:
        return QUANHONG if rules.fan_quanhong else 0
    return QUANHEI if colours == {0} and rules.fan_quanhei else 0
