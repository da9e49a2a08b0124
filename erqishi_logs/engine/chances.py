"""過張: cards that a seat could have taken and did not; `erqishi_logs.replay.chances` in kernels (RULEBOOK §5)."""

from __future__ import annotations

from typing import Any

from erqishi_logs.engine.arrays import Type
from erqishi_logs.engine.compiled import inner
from erqishi_logs.engine.desk import Desk, Now, Of, Up
from erqishi_logs.engine.legal import can_chi, can_dui, distance, may_chi, may_dui, may_take
from erqishi_logs.engine.tables import GameArrays, Opt

Array = Any


@inner
def was_let_go(d: Desk, live: int, seat: int) -> bool:
    """Whether the card is settled and the seat may have let it go: it neither claimed it nor was it hidden from it."""
    row = d.lives[live]
    if row[Up.SETTLED] < 0 or row[Up.CLAIMED] >> seat & 1:
        return False
    return not (row[Up.HIDDEN] and row[Up.SEAT] != seat)


@inner
def is_dead(d: Desk, num: Array, seat: int, live: int) -> bool:
    """自己打出去的牌均無法再使用, where the rules say so (S1-138)."""
    if not num[Opt.OWN_DISCARD_DEAD]:
        return False
    first = d.first_discard[seat, d.lives[live, Up.KIND]]
    return 0 <= first < d.lives[live, Up.EVENT]


@inner
def _is_chi_preempted(row: Array, seat: int) -> bool:
    if row[Up.TAKEN_BY] < 0:
        return False
    if row[Up.TAKEN_HOW] != Type.CHI or row[Up.TAKEN_BY] == seat:
        return True
    return bool(row[Up.RIGHTFUL]) and bool(row[Up.FLIP]) and row[Up.TAKEN_BY] == row[Up.SEAT]


@inner
def passed_chi(d: Desk, g: GameArrays, num: Array, seat: int, live: int) -> bool:
    """吃 let go (S1-049, S1-052)."""
    row = d.lives[live]
    if seat == d.now[Now.XIAOJIA]:
        return False
    if not may_chi(num, d.now[Now.N_PLAYERS], row[Up.SEAT], row[Up.FLIP], seat):
        return False
    if _is_chi_preempted(row, seat) or is_dead(d, num, seat, live):
        return False
    return can_chi(num, g.pairs, g.n_pairs, d.live_held[live, seat], d.dealt[seat], row[Up.KIND], d.free)


@inner
def passed_dui(d: Desk, num: Array, seat: int, live: int) -> bool:
    """對 let go; who chi'd the card has passed the dui (§5)."""
    row = d.lives[live]
    if seat == d.now[Now.XIAOJIA] or not may_dui(num, row[Up.SEAT], row[Up.FLIP], seat):
        return False
    if (row[Up.TAKEN_BY] >= 0 and row[Up.TAKEN_HOW] != Type.CHI) or is_dead(d, num, seat, live):
        return False
    return can_dui(d.live_held[live, seat], d.dealt[seat], row[Up.KIND])


@inner
def may_have_won(d: Desk, num: Array, seat: int, live: int) -> bool:
    """和: the right to win on this card, and nobody nearer did (S0-055)."""
    row = d.lives[live]
    if not may_take(row[Up.SEAT], row[Up.FLIP], seat) or is_dead(d, num, seat, live):
        return False
    if row[Up.TAKEN_HOW] != Type.HU:
        return True
    if row[Up.TAKEN_BY] == seat:
        return False
    n_players = d.now[Now.N_PLAYERS]
    own = distance(n_players, row[Up.SEAT], row[Up.FLIP], seat)
    return own < distance(n_players, row[Up.SEAT], row[Up.FLIP], row[Up.TAKEN_BY])


@inner
def let_kai_go(d: Desk, seat: int, live: int) -> bool:
    """有開不開: a kan of X held when X was live, no win took it, no kai (S0-149, S1-041, S2-114)."""
    row = d.lives[live]
    kind = row[Up.KIND]
    if d.dealt[seat, kind] != 3 or d.live_held[live, seat, kind] != 3:
        return False
    if row[Up.TAKEN_HOW] == Type.HU or seat == d.now[Now.XIAOJIA] or row[Up.HIDDEN]:
        return False
    if row[Up.TAKEN_BY] == seat and row[Up.TAKEN_HOW] == Type.KAI:
        return False
    return not row[Up.CLAIMED] >> seat & 1 and may_take(row[Up.SEAT], row[Up.FLIP], seat)


@inner
def last_jinzhang(d: Desk, seat: int) -> int:
    """進張: the seat's last one so far, or −1 (S0-025)."""
    return d.seats[seat, Of.JINZHANG]
