"""和牌之判: whether a declared win is one (RULEBOOK §7)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from erqishi_logs.scoring.arrange import iter_arrangements
from erqishi_logs.scoring.count import Count, best_count, count_win

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

    from erqishi_logs.scoring.context import WinContext
    from erqishi_logs.scoring.group import Arrangement, Group


class WinVerdict(msgspec.Struct, frozen=True):
    """和牌之判: `reason` is None for a win, else a code of RULEBOOK §7.

    `count` is the one that decides: of the declared arrangement where it is one, else the best;
    `best` the best there is. Both are None where nothing is complete. `as_declared`: the declared
    groups are valid melds of his cards.
    """

    reason: str | None
    count: Count | None
    best: Count | None
    as_declared: bool = False


def judge_win(
    declared: Sequence[Sequence[int]] | None,
    concealed: Sequence[int],
    win: int | None,
    exposed: Sequence[Group],
    ctx: WinContext,
) -> WinVerdict:
    """和牌之判, in the order of RULEBOOK §7: hu_cuo, hushu_bugou, chai_kan, zha_hu.

    `declared` are the concealed cards with the winning one, as laid out, or None where no
    arrangement was declared; `concealed` are counts without the winning card.

    >>> from erqishi_logs.games import ERQISHI
    >>> from erqishi_logs.rules import load_preset
    >>> from erqishi_logs.scoring.context import WinContext
    >>> ctx = WinContext(load_preset("leshan-4"), ERQISHI, 4, win=0, xiaojia=True)
    >>> held = ERQISHI.deck.count_kinds([1, 2])
    >>> judge_win([[0, 1, 2]], held, 0, (), ctx).reason
    'hushu_bugou'
    """
    found = list(_arrangements(concealed, win, exposed, ctx, ctx.kan_split))
    best = best_count(found, ctx)
    if declared is not None:
        groups = _as_declared(found, declared, len(exposed), ctx)
        if groups is not None:
            count = best if best is not None and best.groups == groups else count_win(groups, ctx)
            return WinVerdict(None if is_enough(count, ctx) else "hushu_bugou", count, best, as_declared=True)
    if best is None:
        every_kind = range(ctx.game.deck.n_kinds)
        split = any(_arrangements(concealed, win, exposed, ctx, every_kind))
        return WinVerdict("chai_kan" if split else "zha_hu", None, None)
    if not is_enough(best, ctx):
        return WinVerdict("hushu_bugou", best, best)
    return WinVerdict(None if declared is None else "hu_cuo", best, best)


def is_enough(count: Count, ctx: WinContext) -> bool:
    """夠和: whether the 和數 reaches that of a win (S0-049; 小家 S0-127)."""
    return count.hushu >= ctx.min_hushu


def win_arrangements(
    concealed: Sequence[int], win: int | None, exposed: Sequence[Group], ctx: WinContext
) -> Iterator[Arrangement]:
    """牌型: every arrangement of a hand under what the counter knows of it (see `iter_arrangements`)."""
    return _arrangements(concealed, win, exposed, ctx, ctx.kan_split)


def _arrangements(
    concealed: Sequence[int],
    win: int | None,
    exposed: Sequence[Group],
    ctx: WinContext,
    kan_split: Collection[int],
) -> Iterator[Arrangement]:
    return iter_arrangements(
        ctx.game,
        ctx.rules,
        concealed,
        win,
        exposed,
        ctx.n_players,
        xiaojia=ctx.xiaojia,
        kan_split=kan_split,
        own_flip=ctx.own_flip,
    )


def declared_groups(
    declared: Sequence[Sequence[int]],
    concealed: Sequence[int],
    win: int | None,
    exposed: Sequence[Group],
    ctx: WinContext,
) -> Arrangement | None:
    """報牌: the declared groups as an arrangement, those on the table first; None where they are none.

    They are one when they are his cards, all of them melds, kan and gun whole, as many as a
    complete hand has, with a zhuangzi exactly where there is a kai or gun (RULEBOOK §2, §7).
    """
    return _as_declared(_arrangements(concealed, win, exposed, ctx, ctx.kan_split), declared, len(exposed), ctx)


def laid_alike(
    found: Iterable[Arrangement], declared: Sequence[Sequence[int]], n_exposed: int
) -> Iterator[Arrangement]:
    """報牌: the arrangements that lie as declared: one, but where a group with a 聽 is either of two melds."""
    wanted = sorted(tuple(sorted(kinds)) for kinds in declared)
    for groups in found:
        if sorted(group.kinds for group in groups[n_exposed:]) == wanted:
            yield groups


def _as_declared(
    found: Iterable[Arrangement], declared: Sequence[Sequence[int]], n_exposed: int, ctx: WinContext
) -> Arrangement | None:
    """The declared groups; of what they may be with a 聽 among them the best (S0-001)."""
    alike = laid_alike(found, declared, n_exposed)
    if not ctx.rules.wilds:
        return next(alike, None)
    best = best_count(alike, ctx)
    return best.groups if best is not None else None
