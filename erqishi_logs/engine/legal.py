"""權: who may answer a live card, and with which cards (RULEBOOK §4); `erqishi_logs.legal` in kernels.

`held`, `dealt`: one seat's cards by kind. `num`: one rule set's row of `RuleArrays.num`.
"""

from __future__ import annotations

from typing import Any

from erqishi_logs.engine.compiled import inner
from erqishi_logs.engine.tables import Opt
from erqishi_logs.rules.options import BaiImpossible, ChiFrom, FlipCountsAs

Array = Any


@inner
def may_chi(num: Array, n_players: int, turned_by: int, flip: int, seat: int) -> bool:
    """吃: whether the place allows it (S0-029, S0-135)."""
    following = seat == (turned_by + 1) % n_players
    own = bool(flip) and seat == turned_by
    if flip and num[Opt.FLIP_COUNTS_AS] == FlipCountsAs.DISCARD:
        return following
    if num[Opt.CHI_FROM] == ChiFrom.OWN_FLIP:
        return own
    return own or following


@inner
def may_dui(num: Array, turned_by: int, flip: int, seat: int) -> bool:
    """對 (S0-026, S1-129)."""
    if seat != turned_by:
        return True
    return bool(flip) and num[Opt.DUI_OWN_FLIP] != 0


@inner
def may_take(turned_by: int, flip: int, seat: int) -> bool:
    """開, 和: anyone but the discarder (S0-037, S0-054)."""
    return bool(flip) or seat != turned_by


@inner
def is_taipao(num: Array, turned_by: int, flip: int, seat: int) -> bool:
    """抬炮 (S0-059, S0-172)."""
    if not flip:
        return True
    return num[Opt.FLIP_COUNTS_AS] == FlipCountsAs.DISCARD and seat != turned_by


@inner
def answers_for(num: Array, turned_by: int, flip: int, taker: int, xiaojia: int) -> bool:
    """圈自負: whether who turned the card up put it out (S1-074, S1-080, S0-172)."""
    return turned_by != taker and (turned_by == xiaojia or is_taipao(num, turned_by, flip, taker))


@inner
def distance(n_players: int, turned_by: int, flip: int, seat: int) -> int:
    """Places counter-clockwise from the card (S0-055)."""
    if flip and seat == turned_by:
        return 0
    away = (seat - turned_by) % n_players
    return away or n_players


@inner
def is_kan(held: Array, dealt: Array, kind: int) -> bool:
    """坎子 or 磙: three or four alike as dealt, none of them used (RULEBOOK §2)."""
    return held[kind] >= 3 and held[kind] == dealt[kind]


@inner
def can_dui(held: Array, dealt: Array, kind: int) -> bool:
    """對 (S0-026)."""
    return held[kind] >= 2 and not is_kan(held, dealt, kind)


@inner
def _has_two(free: Array, first: int, second: int) -> bool:
    if first == second:
        return free[first] >= 2
    return free[first] >= 1 and free[second] >= 1


@inner
def _can_lay_one(pairs: Array, n_pairs: Array, free: Array, kind: int) -> bool:
    for i in range(n_pairs[kind]):
        if _has_two(free, pairs[kind, i, 0], pairs[kind, i, 1]):
            return True
    return False


@inner
def _can_lay_two(pairs: Array, n_pairs: Array, free: Array, kind: int) -> bool:
    """Two X in one meld, or in two."""
    for i in range(n_pairs[kind]):
        first, second = pairs[kind, i, 0], pairs[kind, i, 1]
        if first == kind or second == kind:
            fits = free[first + second - kind] >= 1
        else:
            fits = _has_two(free, first, second)
            if fits:
                free[first] -= 1
                free[second] -= 1
                fits = _can_lay_one(pairs, n_pairs, free, kind)
                free[first] += 1
                free[second] += 1
        if fits:
            return True
    return False


@inner
def _can_lay_three(pairs: Array, n_pairs: Array, free: Array, kind: int) -> bool:
    """Three X: one meld with one or two of them, then the rest."""
    for i in range(n_pairs[kind]):
        first, second = pairs[kind, i, 0], pairs[kind, i, 1]
        if first == kind or second == kind:
            other = first + second - kind
            fits = free[other] >= 1
            if fits:
                free[other] -= 1
                fits = _can_lay_one(pairs, n_pairs, free, kind)
                free[other] += 1
        else:
            fits = _has_two(free, first, second)
            if fits:
                free[first] -= 1
                free[second] -= 1
                fits = _can_lay_two(pairs, n_pairs, free, kind)
                free[first] += 1
                free[second] += 1
        if fits:
            return True
    return False


@inner
def can_lay(pairs: Array, n_pairs: Array, free: Array, kind: int, count: int) -> bool:
    """擺: whether `count` cards X can be laid, each in a chi meld, with other free cards; `free[X]` is 0.

    Three at most: the fourth is the live card. (A kernel that calls itself cannot be kept in numba's cache.)
    """
    if count == 0:
        return True
    if count == 1:
        return _can_lay_one(pairs, n_pairs, free, kind)
    if count == 2:
        return _can_lay_two(pairs, n_pairs, free, kind)
    return _can_lay_three(pairs, n_pairs, free, kind)


@inner
def set_free(held: Array, dealt: Array, free: Array) -> None:
    """The counts that chi and 擺 may use: none of a kan or gun (S1-054)."""
    for kind in range(len(held)):
        free[kind] = 0 if held[kind] >= 3 and held[kind] == dealt[kind] else held[kind]


@inner
def can_chi(num: Array, pairs: Array, n_pairs: Array, held: Array, dealt: Array, kind: int, free: Array) -> bool:
    """吃: whether the cards allow any chi of X, what remains of X laid (S0-032, S0-034); `free` is overwritten."""
    if is_kan(held, dealt, kind):
        return False
    set_free(held, dealt, free)
    lenient = num[Opt.BAI_IMPOSSIBLE] == BaiImpossible.ALLOW
    for i in range(n_pairs[kind]):
        first, second = pairs[kind, i, 0], pairs[kind, i, 1]
        if not _has_two(free, first, second):
            continue
        if held[kind] == 0 or lenient:
            return True
        free[first] -= 1
        free[second] -= 1
        remaining = free[kind]
        free[kind] = 0
        fits = can_lay(pairs, n_pairs, free, kind, remaining)
        free[kind] = remaining
        free[first] += 1
        free[second] += 1
        if fits:
            return True
    return False


@inner
def most_laid(
    pairs: Array, n_pairs: Array, held: Array, dealt: Array, first: int, second: int, kind: int, free: Array
) -> int:
    """擺: how many X could be laid after a chi of X with these two; −1 where a kan of X forbids it (§4.4)."""
    if is_kan(held, dealt, kind):
        return -1
    set_free(held, dealt, free)
    # Cards taken out of a kan are a finding of their own; what else is free is asked here.
    free[first] = max(free[first], 2 if first == second else 1)
    free[second] = max(free[second], 2 if first == second else 1)
    free[first] -= 1
    free[second] -= 1
    remaining = free[kind]
    free[kind] = 0
    count = remaining
    while count > 0 and not can_lay(pairs, n_pairs, free, kind, count):
        count -= 1
    return count
