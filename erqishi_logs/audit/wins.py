"""和牌: whether a declared win stands (RULEBOOK §5, §6, §7)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from erqishi_logs.audit.claims import passed_duis, passes
from erqishi_logs.audit.finding import Finding
from erqishi_logs.audit.kai import missed_before
from erqishi_logs.cards import UNSEEN
from erqishi_logs.melds import MeldKind
from erqishi_logs.replay.chances import last_jinzhang, lives_before, may_have_won
from erqishi_logs.replay.winning import best_at, context, joined, split_kinds, table_groups, win_arrangements
from erqishi_logs.rules.options import Clears, HouDuiHu, HuGuozhang, Judged, Scope
from erqishi_logs.scoring import all_counts, declared_faults, is_enough, judge_win, laid_alike

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from erqishi_logs.audit.case import Case
    from erqishi_logs.record.types import Event
    from erqishi_logs.replay import Live, Step
    from erqishi_logs.scoring import Arrangement, Count, WinContext, WinVerdict


class Win(NamedTuple):
    """A declared hu in one world: the hand, what it counts, the verdict on it."""

    seat: int
    event: int
    live: Live | None
    dealt: list[int]
    held: list[int]
    ctx: WinContext
    verdict: WinVerdict
    possible: Sequence[Arrangement]

    @property
    def kind(self) -> int:
        """The kind won on, −1 for 天和."""
        return -1 if self.live is None else self.live.kind


def live_of(step: Step, event: Event) -> Live | None:
    """The card won on; None where the dealer declares at the deal (天和)."""
    return None if step.before.opening and not event.card else step.before.live


def read_win(case: Case, step: Step, event: Event, dealt: list[int]) -> Win:
    """The win of a `hu` event if its seat was dealt `dealt`."""
    seat = event.seat if event.seat is not None else 0
    live = live_of(step, event)
    used = case.seats[seat].used_at(step.event)
    held = [d - u for d, u in zip(dealt, used, strict=True)]
    ctx = context(case.replay, seat, live, dealt, split_kinds(dealt, used))
    exposed = table_groups(case.replay, case.seats[seat].exposed_at(step.event))
    declared = None
    if event.melds is not None:
        declared = [case.game.deck.parse_cards(meld) for meld in event.melds]
    verdict = _judge(declared, held, exposed, ctx)
    possible: Sequence[Arrangement] = ()
    if verdict.as_declared and verdict.count is not None:
        possible = (verdict.count.groups,)
        if case.rules.wilds and declared is not None:
            possible = list(laid_alike(win_arrangements(held, exposed, ctx), declared, len(exposed)))
    elif declared is None:
        possible = [c.groups for c in all_counts(win_arrangements(held, exposed, ctx), ctx) if is_enough(c, ctx)]
    return Win(seat, step.event, live, dealt, held, ctx, verdict, possible)


def _judge(declared: list[list[int]] | None, held: list[int], exposed: Arrangement, ctx: WinContext) -> WinVerdict:
    """The verdict with the card in the hand or, where 掃 is played, joined to a group on the table (§9).

    Declared melds that hold no more cards than the hand mean the latter; without any the better counts.
    """
    on_table = joined(exposed, ctx)
    if on_table is not None and declared is not None and sum(map(len, declared)) == sum(held):
        return judge_win(declared, held, None, on_table, ctx)
    verdict = judge_win(declared, held, ctx.win, exposed, ctx)
    if on_table is None or declared is not None:
        return verdict
    other = judge_win(None, held, None, on_table, ctx)
    return max(verdict, other, key=lambda v: (v.reason is None, v.count.total if v.count else 0))


def judge_declared(case: Case, step: Step, event: Event, dealt: list[int]) -> Iterator[Finding]:
    """和牌: every finding of a declared hu if its seat was dealt `dealt`, 和回龍 apart, which hangs on no hand."""
    win = read_win(case, step, event, dealt)
    yield from _declaration(win, event)
    yield from _acts(case, win)
    yield from _kais(case, win)
    yield from _hou_dui(case, win)
    yield from _guozhang(case, win)


def violation(code: str, seat: int, event: int, evidence: tuple[int, ...], clause: str, **facts: str) -> Finding:
    """判: a violation at a hu, its facts as words."""
    return Finding("violation", code, seat, event, evidence, clause=clause, facts=tuple(facts.items()))


# --- the declaration -------------------------------------------------------------------------

_REASON_CLAUSES = {"zha_hu": "S0-146", "hushu_bugou": "S0-147", "hu_cuo": "S0-148", "chai_kan": "S0-151"}


def _declaration(win: Win, event: Event) -> Iterator[Finding]:
    """詐和, 和數不夠, 和錯牌; 小報大, 拆開龍燈報瞟和, 少報 where the groups are valid (§7)."""
    reason, count = win.verdict.reason, win.verdict.count
    counted = str(count.hushu) if count is not None else ""
    if reason is not None and reason != "chai_kan":
        yield violation(
            reason,
            win.seat,
            win.event,
            (),
            _REASON_CLAUSES[reason],
            counted=counted,
            least=str(win.ctx.min_hushu),
        )
    if count is None or (event.melds is not None and not win.verdict.as_declared) or _has_left_of_gun(win, count):
        return
    for code in declared_faults(event.hushu, event.titles, event.total, count, win.ctx):
        severity = "note" if code == "shao_bao" else "violation"
        facts = (
            ("counted", counted),
            ("declared", str(event.hushu if event.hushu is not None else "")),
            ("total", str(count.total)),
            ("declared_total", str(event.total if event.total is not None else "")),
            ("titles", " ".join(count.titles)),
            ("declared_titles", " ".join(event.titles or ())),
        )
        clause = {"shao_bao": "S2-101", "xiao_bao_da": "S0-154", "chai_longdeng_piao": "S0-156"}[code]
        yield Finding(severity, code, win.seat, win.event, clause=clause, facts=facts)  # type: ignore[arg-type]


def _has_left_of_gun(win: Win, count: Count) -> bool:
    """Three left of a split gun lie together: whether they still count as a kan is open, so nobody is accused."""
    split = win.ctx.kan_split
    return any(g.meld == MeldKind.KAN and not g.exposed and g.kinds[0] in split for g in count.groups)


# --- acts that bar the win ------------------------------------------------------------------


def _acts(case: Case, win: Win) -> Iterator[Finding]:
    """拆坎子 and 有擺不擺 where the win makes them a violation (S0-150, S0-151)."""
    splits = notes(case, "chai_kan", win.seat, win.event)
    if splits or win.verdict.reason == "chai_kan":
        yield violation("chai_kan", win.seat, win.event, splits, "S0-151")
    unlaid = notes(case, "youbai_bubai", win.seat, win.event)
    kept = tuple(e for e in unlaid if _chi_kind(case, e) != UNSEEN and win.held[_chi_kind(case, e)] > 0)
    if kept:
        card = case.game.deck.format_card(_chi_kind(case, kept[0]))
        yield violation("youbai_bubai", win.seat, win.event, kept, "S0-150", card=card)


def notes(case: Case, code: str, seat: int, event: int) -> tuple[int, ...]:
    """前事: the acts before `event` that only a win makes a violation."""
    return tuple(
        f.event
        for f in case.findings
        if f.severity == "note" and f.verdict == "violated" and (f.code, f.seat) == (code, seat)
        if f.event is not None and f.event < event
    )


def _chi_kind(case: Case, event: int) -> int:
    live = case.replay.steps[event].before.live
    return live.kind if live is not None else UNSEEN


def _kais(case: Case, win: Win) -> Iterator[Finding]:
    """有開不開, 未開和牌: kai missed before, or X won on and its kan kept (S0-149, S2-119)."""
    lost = missed_before(case, win.seat, win.event, win.dealt)
    now = win.live is not None and _keeps_kan(win)
    if now and win.live is not None:
        lost = (*lost, win.live.event)
    yield from kai_finding(case, win.seat, win.event, lost)
    if now and win.live is not None and case.rules.judged_youkai_bukai == Judged.ACT:
        yield violation("youkai_bukai", win.seat, win.event, (win.live.event,), "S2-114")


def kai_finding(case: Case, seat: int, event: int, lost: tuple[int, ...]) -> Iterator[Finding]:
    """有開不開, 未開和牌: the finding at the hu for kai left out before, on the live cards `lost` (S0-149, S2-119)."""
    if lost:
        by_act = case.rules.judged_youkai_bukai == Judged.ACT
        code, clause = ("weikai_hu", "S2-119") if by_act else ("youkai_bukai", "S0-149")
        cards = "".join(case.game.deck.format_card(_turned(case, e)) for e in lost)
        yield violation(code, seat, event, lost, clause, card=cards)


def _turned(case: Case, event: int) -> int:
    return case.game.deck.parse_card(case.events[event].card or "?")


def _keeps_kan(win: Win) -> bool:
    """The kan of the card won on is held and no arrangement declared or possible makes it a kai.

    Where 掃 is played the winner may use it as he likes (§9).
    """
    if win.held[win.kind] != 3 or win.kind in win.ctx.kan_split or win.ctx.rules.sao:
        return False
    if win.kind == win.ctx.game.deck.wild:
        return False
    return bool(win.possible) and not any(
        g.meld == MeldKind.KAI and g.won and g.kinds[0] == win.kind for groups in win.possible for g in groups
    )


# --- passed cards ---------------------------------------------------------------------------


def huilong(case: Case, seat: int, event: int, kind: int) -> Iterator[Finding]:
    """和回龍: a kind it has itself discarded (S0-153, S2-121)."""
    first = next((e for e, k in case.seats[seat].discards if k == kind and e < event), None)
    if first is not None and kind != case.game.deck.wild:
        yield violation("hu_huilong", seat, event, (first,), "S0-153", card=case.game.deck.format_card(kind))


def _hou_dui(case: Case, win: Win) -> Iterator[Finding]:
    """後對和牌: any use of the kind (S0-152), or as a dui (S2-118)."""
    if win.live is None or case.rules.hou_dui_hu == HouDuiHu.NONE:
        return
    if case.rules.hou_dui_hu == HouDuiHu.AS_DUI and not _as_dui(win):
        return
    yield from hou_dui_any(case, win.seat, win.event, win.kind, win.dealt)


def hou_dui_any(case: Case, seat: int, event: int, kind: int, dealt: list[int]) -> Iterator[Finding]:
    """後對和牌 by any use of the kind (S0-152)."""
    clears = Clears.ON_JINZHANG in (case.rules.hou_dui_hu_clears, case.rules.guozhang_clears)
    since = last_jinzhang(case.replay, seat, event) if clears else -1
    passed = [live for live in passed_duis(case, seat, kind, event, dealt) if live.event > since]
    if passed:
        yield violation("hou_dui_hu", seat, event, (passed[0].event,), "S0-152", card=case.game.deck.format_card(kind))


def _as_dui(win: Win) -> bool:
    """Whether every arrangement that may be meant has the card won on in a dui."""
    return bool(win.possible) and all(
        any(g.meld == MeldKind.DUI and g.kinds[0] == win.kind and not g.exposed for g in groups)
        for groups in win.possible
    )


def _guozhang(case: Case, win: Win) -> Iterator[Finding]:
    """和過張: a win passed since the last 進張, unless this one is higher (S0-157, S2-117, S1-135)."""
    if win.live is None or case.rules.hu_guozhang == HuGuozhang.NONE:
        return
    barred = [*_barred_by_kind(case, win), *_barred_by_wins(case, win)]
    if barred:
        last = max(barred, key=lambda live: live.event)
        card = case.game.deck.format_card(last.kind)
        yield violation("hu_guozhang", win.seat, win.event, (last.event,), "S0-157", card=card)


def _barred_by_kind(case: Case, win: Win) -> list[Live]:
    """Any unused chance of the kind, where the rules count them so (S1-135, S1-137)."""
    if case.rules.guozhang_scope != Scope.KIND:
        return []
    since = last_jinzhang(case.replay, win.seat, win.event)
    passed = passes(case, win.seat, win.kind, win.event, win.dealt, "chi")
    return [live for live in passed if live.event > since]


def _barred_by_wins(case: Case, win: Win) -> list[Live]:
    """Wins passed: of that kind, or any of them unless this one pays more than the best (升級)."""
    passed = _passed_wins(case, win)
    if passed and case.rules.hu_guozhang == HuGuozhang.ANY:
        best = max(count.total for _, count in passed)
        own = win.verdict.count.total if win.verdict.count is not None and win.verdict.reason is None else 0
        if own > best:
            return []
    return [live for live, _ in passed]


def _passed_wins(case: Case, win: Win) -> list[tuple[Live, Count]]:
    since = last_jinzhang(case.replay, win.seat, win.event)
    same_kind = case.rules.hu_guozhang == HuGuozhang.KIND
    found: list[tuple[Live, Count]] = []
    for kind in [win.kind] if same_kind else list(case.lives_of):
        for live in lives_before(case.replay, win.seat, kind, win.event):
            if live.event <= since or kind < 0 or not may_have_won(case.replay, win.seat, live):
                continue
            count = best_at(case.replay, win.seat, live, win.dealt)
            if count is not None:
                found.append((live, count))
    return found
