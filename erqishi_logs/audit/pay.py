"""付: what the rules give for the hand as declared, against what was paid (FORMAT, Faults)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from erqishi_logs.audit.finding import Finding
from erqishi_logs.cards import Colour
from erqishi_logs.legal import answers_for
from erqishi_logs.melds import MeldKind
from erqishi_logs.scoring import settle

if TYPE_CHECKING:
    from erqishi_logs.audit.case import Case
    from erqishi_logs.audit.wins import Win
    from erqishi_logs.replay import Live

#: Payments that differ by no more are the same (stakes may be fractions).
ROUNDING = 1e-6


def counted_pay(case: Case, win: Win | None, total: float | None) -> tuple[float, ...]:
    """What each seat wins or pays by the rules, penalties given at the table included.

    `win` is None for a drawn hand and for a win that was punished.
    """
    penalties = [
        (e.seat, e.amount) for e in case.events if e.type == "baopai" and e.seat is not None and e.amount is not None
    ]
    winner, discarder, quan_payer = None, None, None
    if win is not None and total is not None:
        winner = win.seat
        if win.live is not None and win.ctx.taipao:
            discarder = win.live.seat
        quan_payer = _quan_payer(case, win)
    return tuple(
        settle(
            case.rules,
            case.n_players,
            winner=winner,
            total=total if total is not None else 0,
            discarder=discarder,
            quan_payer=quan_payer,
            stake=1 if case.record.stake is None else case.record.stake,
            penalties=penalties,
        )
    )


def _quan_payer(case: Case, win: Win) -> int | None:
    """圈自負: whose discard made the quan dui or kai (小家: any card he put out; S1-074, S1-080)."""
    if not case.rules.quan_pays_alone or case.record.quan is None:
        return None
    deck = case.game.deck
    place = (Colour.RED, case.record.quan)
    quan = next(k for k in range(deck.n_kinds) if (deck.colours[k], deck.numbers[k]) == place)
    for live in case.lives_of.get(quan, ()):
        made = live.taken_by == win.seat and (live.taken_how in ("dui", "kai") or _made_by_win(win, live))
        puts_out = answers_for(case.rules, live.seat, live.flip, win.seat, xiaojia=case.seats[live.seat].is_xiaojia)
        if made and puts_out:
            return live.seat
    return None


def _made_by_win(win: Win, live: Live) -> bool:
    """Whether the card won on makes a dui or kai in the arrangement that is paid."""
    if live is not win.live or win.verdict.count is None:
        return False
    groups = win.verdict.count.groups
    return any(g.won and g.meld in (MeldKind.DUI, MeldKind.KAI) and g.kinds[0] == live.kind for g in groups)


def check_pay(case: Case, counted: tuple[float, ...] | None) -> None:
    """pay_unbalanced and pay_differs; the latter presupposes a balanced `pay` and something counted."""
    pay = case.record.pay
    if pay is None:
        return
    if abs(sum(pay)) > ROUNDING:
        off = (("sum", f"{sum(pay):g}"),)
        case.findings.append(Finding("fault", "pay_unbalanced", None, None, clause="FORMAT", facts=off))
    elif counted is not None and any(abs(a - b) > ROUNDING for a, b in zip(pay, counted, strict=True)):
        facts = (("counted", _list(counted)), ("paid", _list(pay)))
        case.findings.append(Finding("fault", "pay_differs", None, None, clause="FORMAT", facts=facts))


def _list(values: tuple[float, ...]) -> str:
    return " ".join(f"{value:+g}" if value else "0" for value in values)
