"""What a declared win is, and who could have won (RULEBOOK §5 to §7)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from erqishi_logs.melds import MeldKind
from erqishi_logs.rules.options import FlipCountsAs, HouDuiHu, HuGuozhang, Judged, Scope
from erqishi_logs.scoring import Count, WinContext, declared_faults
from tests.twin import naive_hands as hands

if TYPE_CHECKING:
    from tests.twin.naive_hands import Block
    from tests.twin.naive_table import Event, Live, Table


def context(t: Table, seat: int, live: Live | None, *, tianhu: bool = False) -> WinContext:
    s = t.seats[seat]
    return WinContext(
        t.rules,
        hands.GAME,
        t.n,
        quan=t.record.get("quan"),
        dealt=hands.counts_by_kind(s.dealt),
        win=hands.kind(live.card) if live else None,
        tianhu=tianhu,
        dihu=bool(live and live.opening),
        taipao=bool(live and is_taipao(t, seat, live)),
        xiaojia=seat == t.xiaojia,
        own_draw=bool(live and live.how == "flip" and live.seat == seat),
    )


def is_taipao(t: Table, seat: int, live: Live) -> bool:
    """抬炮: a win on a discard; where a flip counts as one, also on another's flip (§4)."""
    flips_count = t.rules.flip_counts_as == FlipCountsAs.DISCARD
    return live.how == "discard" or (flips_count and live.seat != seat)


def win_total(t: Table, seat: int, live: Live) -> float | None:
    """The total of the best win that the seat could have made of the live card, or None."""
    ctx = context(t, seat, live)
    held = t.held(seat, live.card)
    found = hands.best(hands.arrangements(held), held, ctx)
    return found[1].total if found and found[1].hushu >= ctx.min_hushu else None


class Judgement(NamedTuple):
    """`reason`: what makes it no win; `blocks`, `count`: the arrangement that decides, None where there is none.

    `shown`: every arrangement that he may have laid out: the declared one; where none is recorded, those that win.
    """

    reason: str | None
    blocks: list[Block] | None
    count: Count | None
    declared: bool
    shown: list[list[Block]]


def judge(t: Table, seat: int, event: Event, live: Live | None, ctx: WinContext) -> Judgement:
    """詐和, 和數不夠, 和錯牌, or complete only by splitting (§7, in its order)."""
    held = t.held(seat, live.card if live else None)
    found = hands.arrangements(held)
    melds = event.get("melds")
    if melds is not None:
        wanted = sorted("".join(sorted(cards)) for cards in melds)
        for blocks in found:
            if sorted("".join(sorted(block.cards)) for block in blocks) == wanted:
                counted = hands.count(blocks, held, ctx)
                enough = counted.hushu >= ctx.min_hushu
                return Judgement(None if enough else "hushu_bugou", blocks, counted, declared=True, shown=[blocks])
    top = hands.best(found, held, ctx)
    if top is None:
        reason = "chai_kan" if hands.arrangements(held, split=True) else "zha_hu"
        return Judgement(reason, None, None, declared=False, shown=[])
    if top[1].hushu < ctx.min_hushu:
        return Judgement("hushu_bugou", *top, declared=melds is None, shown=[])
    if melds is not None:
        return Judgement("hu_cuo", *top, declared=False, shown=[])
    shown = [blocks for blocks in found if hands.count(blocks, held, ctx).hushu >= ctx.min_hushu]
    return Judgement(None, *top, declared=True, shown=shown)


def always(judged: Judgement, cards: str) -> bool:
    return bool(judged.shown) and all(any(b.cards == cards for b in blocks) for blocks in judged.shown)


def never(judged: Judgement, cards: str) -> bool:
    return bool(judged.shown) and not any(b.cards == cards for blocks in judged.shown for b in blocks)


def declared_codes(event: Event, judged: Judgement, ctx: WinContext, whole: set[str]) -> tuple[str, ...]:
    """小報大, 拆開龍燈報瞟和, the note 少報: only where the arrangement is the declared one, and its count certain."""
    if not judged.declared or judged.count is None:
        return ()
    if any(block.meld == MeldKind.KAN and block.cards[0] not in whole for block in judged.blocks or ()):
        return ()
    return declared_faults(event.get("hushu"), event.get("titles"), event.get("total"), judged.count, ctx)


def passed_codes(t: Table, seat: int, live: Live, judged: Judgement) -> list[tuple[str, tuple[int, ...]]]:
    """後對和牌, 和過張, 和回龍: what an earlier live card of the seat forbids."""
    s, rules, card = t.seats[seat], t.rules, live.card
    codes: list[tuple[str, tuple[int, ...]]] = []
    as_dui = always(judged, card * 3)
    if s.passed_dui_hu[card] and (rules.hou_dui_hu == HouDuiHu.ANY or (rules.hou_dui_hu == HouDuiHu.AS_DUI and as_dui)):
        codes.append(("hou_dui_hu", (s.passed_dui_hu[card][0],)))
    last = barring_pass(t, seat, card, judged)
    if last is not None:
        codes.append(("hu_guozhang", (last,)))
    if s.discards[card]:
        codes.append(("hu_huilong", (s.discards[card][0],)))
    return codes


def barring_pass(t: Table, seat: int, card: str, judged: Judgement) -> int | None:
    """和過張: the last live card whose passing forbids this win (§5)."""
    s, rules = t.seats[seat], t.rules
    if rules.hu_guozhang == HuGuozhang.NONE:
        return None
    events: list[int] = []
    if rules.hu_guozhang == HuGuozhang.ANY and s.passed_hu:
        highest = max(total for _, _, total in s.passed_hu)
        if judged.count is None or judged.count.total <= highest:
            events += [event for event, _, _ in s.passed_hu]
    if rules.hu_guozhang == HuGuozhang.KIND:
        events += [event for event, passed, _ in s.passed_hu if passed == card]
    if rules.guozhang_scope == Scope.KIND:
        events += s.unused_lately[card]
    return max(events) if events else None


def kai_codes(t: Table, seat: int, live: Live | None, judged: Judgement) -> list[tuple[str, list[int]]]:
    """有開不開, 未開和牌 at a win."""
    missed = list(t.seats[seat].missed_kai)
    # Where no arrangement is his, whether he used it as kai is not judged (§7).
    unused = live is not None and live.card in t.wholes(seat) and never(judged, live.card * 4)
    here = [live.event] if live is not None and unused else []
    every = sorted({*missed, *here})
    if t.rules.judged_youkai_bukai == Judged.WIN:
        return [("youkai_bukai", every)] if every else []
    return [(code, found) for code, found in (("youkai_bukai", here), ("weikai_hu", every)) if found]


def held_codes(t: Table, seat: int) -> list[tuple[str, list[int]]]:
    """有擺不擺, 拆坎子 judged at the win."""
    s = t.seats[seat]
    unlaid = sorted({event for event, card in s.unlaid if s.hand[card]})
    codes: list[tuple[str, list[int]]] = []
    if unlaid and t.rules.judged_youbai_bubai == Judged.WIN:
        codes.append(("youbai_bubai", unlaid))
    if s.splits and t.rules.judged_chai_kan == Judged.WIN:
        codes.append(("chai_kan", list(s.splits)))
    return codes


def quan_payer(t: Table, seat: int, live: Live | None, blocks: list[Block]) -> int | None:
    """圈自負: whose discard (小家: any card he put out) made the quan dui or kai (§6)."""
    quan = t.record.get("quan")
    if quan is None:
        return None
    card = hands.BIG[quan - 1]
    claims = (MeldKind.DUI, MeldKind.KAI)
    for group in t.seats[seat].table:
        if group["meld"] in claims and group["cards"][0] == card:
            return put_out(t, group["from"], group["how"])
    if live and live.card == card and any(b.meld in claims and b.cards[0] == card for b in blocks):
        return put_out(t, live.seat, live.how)
    return None


def put_out(t: Table, seat: int, how: str) -> int | None:
    return seat if how == "discard" or seat == t.xiaojia else None
