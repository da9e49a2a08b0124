"""和: what a seat held at a live card, as the counter wants it (RULEBOOK §6)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from erqishi_logs.legal import is_taipao
from erqishi_logs.melds import MeldKind
from erqishi_logs.scoring import Group, WinContext, best_count, is_enough, iter_arrangements

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from erqishi_logs.replay.replay import Replay
    from erqishi_logs.replay.table import Exposed, Live
    from erqishi_logs.scoring import Arrangement, Count

_ALIKE = {"dui": MeldKind.DUI, "kai": MeldKind.KAI, "sao": MeldKind.KAN, "saochuan": MeldKind.GUN}


def table_groups(replay: Replay, melds: Sequence[Exposed]) -> tuple[Group, ...]:
    """Melds on the table as groups of the counter; what is no meld has none (三搭一)."""
    chi_melds, wild = replay.game.melds.laid_melds, replay.game.deck.wild
    groups = []
    for meld in melds:
        kinds = tuple(sorted(meld.kinds))
        kind = _ALIKE.get(meld.claim)
        if kind is None and len(kinds) == 3:
            kind = chi_melds.get(kinds)
        elif kind is MeldKind.KAI and wild in kinds:
            kind = None
        groups.append(Group(kind, kinds, exposed=True))
    return tuple(groups)


def context(
    replay: Replay, seat: int, live: Live | None, dealt: Sequence[int] | None, kan_split: frozenset[int]
) -> WinContext:
    """What a win of the seat on this card would be counted by; `live` is None for 天和."""
    opening_discard = live is not None and not live.flip and replay.steps[live.event].before.opening
    xiaojia = replay.seats[seat].is_xiaojia
    own_flip = live is not None and live.flip and live.seat == seat
    return WinContext(
        rules=replay.rules,
        game=replay.game,
        n_players=replay.n_players,
        quan=replay.record.quan,
        dealt=dealt,
        win=live.kind if live is not None else None,
        tianhu=live is None,
        dihu=opening_discard and live is not None and live.seat == replay.table.dealer,
        taipao=live is not None and is_taipao(replay.rules, live.seat, live.flip, seat),
        xiaojia=xiaojia,
        own_draw=xiaojia and own_flip,
        own_flip=own_flip,
        kan_split=kan_split,
    )


def joined(groups: Sequence[Group], ctx: WinContext) -> tuple[Group, ...] | None:
    """和: the groups on the table when the card won on joins one of them, None where it cannot (RULEBOOK §9).

    A 對 takes a flip, a 掃 any card; the winner's own flip makes a gun of a 掃. The card is then not
    among the concealed ones.
    """
    if not ctx.rules.sao or ctx.win is None:
        return None
    takes = (MeldKind.KAN,) if ctx.taipao else (MeldKind.KAN, MeldKind.DUI)
    for place, group in enumerate(groups):
        if group.kinds == (ctx.win,) * 3 and group.meld in takes:
            meld = MeldKind.GUN if group.meld == MeldKind.KAN and ctx.own_flip else MeldKind.KAI
            four = Group(meld, (ctx.win,) * 4, exposed=True, won=True)
            return (*groups[:place], four, *groups[place + 1 :])
    return None


def split_kinds(dealt: Sequence[int], used: Sequence[int]) -> frozenset[int]:
    """Kinds of which a kan or gun was split: three or more dealt, some but not all used (RULEBOOK §2)."""
    return frozenset(k for k, (d, u) in enumerate(zip(dealt, used, strict=True)) if d >= 3 and 0 < u < d)


def best_at(replay: Replay, seat: int, live: Live, dealt: list[int]) -> Count | None:
    """和: the best count the seat would have had by winning on this card, None if it was no win without a 聽."""
    before = live.event
    used = replay.seats[seat].used_at(before)
    held = [d - u for d, u in zip(dealt, used, strict=True)]
    wild = replay.game.deck.wild
    if wild >= 0 and (held[wild] or live.kind == wild):
        return None
    ctx = context(replay, seat, live, dealt, split_kinds(dealt, used))
    exposed = table_groups(replay, replay.seats[seat].exposed_at(before))
    best = best_count(win_arrangements(held, exposed, ctx), ctx)
    return best if best is not None and is_enough(best, ctx) else None


def win_arrangements(held: Sequence[int], exposed: Sequence[Group], ctx: WinContext) -> Iterator[Arrangement]:
    """和: every arrangement with the card won on, in the hand or joined to the table."""
    for win, groups in ((ctx.win, exposed), (None, joined(exposed, ctx))):
        if groups is not None:
            yield from iter_arrangements(
                ctx.game,
                ctx.rules,
                held,
                win,
                groups,
                ctx.n_players,
                xiaojia=ctx.xiaojia,
                kan_split=ctx.kan_split,
                own_flip=ctx.own_flip,
            )


def could_win(replay: Replay, seat: int, live: Live, dealt: list[int]) -> bool:
    """和: whether the cards made this card a win, whatever other rule it might have broken (§5)."""
    return live.kind >= 0 and best_at(replay, seat, live, dealt) is not None
