"""賬: whether `pay` is what the rules give (FORMAT, Faults; RULEBOOK §6)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from erqishi_logs.scoring import TITLES, settle
from erqishi_logs.scoring.scale import scale_of
from tests.twin import naive_wins as wins

if TYPE_CHECKING:
    from tests.twin.naive_table import Event, Live, Table


@dataclass
class Win:
    event: Event
    judged: wins.Judgement
    live: Live | None
    index: int
    punished: bool


def fault(t: Table, win: Win | None, *, guilty: bool) -> str | None:
    pay = t.record.get("pay")
    if pay is None:
        return None
    if abs(sum(pay)) > 1e-9:
        return "pay_unbalanced"
    if t.ended is None or (win and not is_judged(t, win, guilty=guilty)):
        return None
    due = due_pay(t, win)
    return "pay_differs" if any(abs(a - b) > 1e-9 for a, b in zip(pay, due, strict=True)) else None


def is_judged(t: Table, win: Win, *, guilty: bool) -> bool:
    """Not what a wrong win pays that nobody punished, nor a right one that was punished (no source says)."""
    if t.is_short(win.event["seat"]):
        return False
    return win.punished == guilty


def due_pay(t: Table, win: Win | None) -> list[float]:
    penalties = [(e["seat"], e["amount"]) for e in t.record["events"] if e["type"] == "baopai"]
    terms: dict[str, Any] = {"stake": t.record.get("stake", 1), "penalties": penalties}
    if win is None or win.punished:
        return list(settle(t.rules, t.n, **terms))
    seat, live = win.event["seat"], win.live
    return list(
        settle(
            t.rules,
            t.n,
            winner=seat,
            total=declared_total(t, win),
            discarder=live.seat if live and wins.is_taipao(t, seat, live) else None,
            quan_payer=wins.quan_payer(t, seat, live, win.judged.blocks or []),
            **terms,
        )
    )


def declared_total(t: Table, win: Win) -> float:
    """The winner is paid on what he declares: the total he said, else that of the 和數 and titles he said."""
    count, event = win.judged.count, win.event
    assert count is not None
    if event.get("total") is not None:
        return float(event["total"])
    if t.xiaojia == event["seat"]:
        return count.total
    hushu = count.hushu if event.get("hushu") is None else event["hushu"]
    titles = count.titles if event.get("titles") is None else event["titles"]
    return scale_of(t.rules).total(hushu, sum(1 << TITLES.index(title) for title in set(titles))).total
