"""What a seat could have done with a live card, and so passed (RULEBOOK §4, §5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from erqishi_logs.rules.options import BaiImpossible, ChiFrom, FlipCountsAs, Scope
from tests.twin import naive_hands as hands, naive_wins as wins

if TYPE_CHECKING:
    from tests.twin.naive_table import Live, Table


def chi_right(t: Table, seat: int, live: Live) -> bool:
    """The place at the table allows a chi of this card."""
    if seat == t.xiaojia:
        return False
    own_flip = live.how == "flip" and live.seat == seat
    if t.rules.chi_from == ChiFrom.OWN_FLIP:
        return own_flip
    if own_flip:
        return t.rules.flip_counts_as == FlipCountsAs.FLIP
    return seat == t.next(live.seat)


def alike_right(t: Table, seat: int, live: Live, claim: str) -> bool:
    if seat == t.xiaojia:
        return False
    if seat != live.seat:
        return True
    return live.how == "flip" and (claim == "kai" or t.rules.dui_own_flip)


def could_chi(t: Table, seat: int, live: Live) -> bool:
    if not chi_right(t, seat, live) or live.card in t.wholes(seat):
        return False
    must_lay = t.rules.bai_impossible == BaiImpossible.FORBID
    return hands.can_chi(t.free(seat), live.card, must_lay=must_lay)


def could_dui(t: Table, seat: int, live: Live) -> bool:
    return alike_right(t, seat, live, "dui") and t.free(seat)[live.card] >= 2


def missed_kai(t: Table, taker: int | None, claim: str | None) -> list[int]:
    """有開不開: who held the kan of the live card and did not kai."""
    live = t.live
    assert live is not None
    return [
        seat
        for seat in range(t.n)
        if live.card in t.wholes(seat)
        and alike_right(t, seat, live, "kai")
        and not (claim == "kai" and taker == seat)
        and not t.overruled[seat]
    ]


def note_passes(t: Table, taker: int | None, claim: str | None, *, rightful: bool) -> None:
    live = t.live
    assert live is not None
    for seat, s in enumerate(t.seats):
        if live.how == "discard" and seat == live.seat:
            continue
        if t.rules.own_discard_dead and s.discards[live.card]:
            continue
        if t.overruled[seat]:
            # An overruled claim shows that the seat did not pass (FORMAT).
            continue
        said = {claim} if claim and seat == taker else set()
        unused = passed_hu(t, seat, live)
        # A kind is passed altogether only by who took the card in no way (S1-135), else each claim apart.
        took = said if t.rules.guozhang_scope == Scope.KIND else said & {"dui", "kai", "hu"}
        if could_dui(t, seat, live) and not took:
            unused = True
            s.passed_dui[live.card].append(live.event)
            s.passed_dui_hu[live.card].append(live.event)
        ahead = chi_preempted(t, seat, live, taker, claim, rightful=rightful)
        if not said and not ahead and could_chi(t, seat, live):
            unused = True
            s.passed_chi[live.card].append(live.event)
        if unused and not said:
            s.unused[live.card].append(live.event)
            s.unused_lately[live.card].append(live.event)


def passed_hu(t: Table, seat: int, live: Live) -> bool:
    total = wins.win_total(t, seat, live)
    if total is None:
        return False
    t.seats[seat].passed_hu.append((live.event, live.card, total))
    return True


def chi_preempted(t: Table, seat: int, live: Live, taker: int | None, claim: str | None, *, rightful: bool) -> bool:
    """Somebody of higher priority took the card: dui and kai before chi, the flipper before his next seat."""
    if taker is None or taker == seat:
        return False
    if claim in ("dui", "kai"):
        return True
    return claim == "chi" and rightful and taker == live.seat
