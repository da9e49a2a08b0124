"""權: who may answer a live card, and with which cards (RULEBOOK §4); `erqishi_logs.legal` in kernels.

`held`, `dealt`: one seat's cards by kind. `num`: one rule set's row of `RuleArrays.num`.
"""

from __future__ import annotations

from typing import Any

from erqishi_logs.engine.compiled import kernel
from erqishi_logs.engine.tables import Opt
from erqishi_logs.rules.options import BaiImpossible, ChiFrom, FlipCountsAs

Array = Any


@kernel
def may_chi(num: Array, n_players: int, turned_by: int, flip: int, seat: int) -> bool:
    """吃: whether the place allows it (S0-029, S0-135)."""
    following = seat == (turned_by + 1) % n_players
    own = bool(flip) and seat == turned_by
    if flip and num[Opt.FLIP_COUNTS_AS] == FlipCountsAs.DISCARD:
        return following
    if num[Opt.CHI_FROM] == ChiFrom.OWN_FLIP:
        return own
    return own or following


@kernel
def may_dui(num: Array, turned_by: int, flip: int, seat: int) -> bool:
    """對 (S0-026, S1-129)."""
    if seat != turned_by:
        return True
    return bool(flip) and num[Opt.DUI_OWN_FLIP] != 0


@kernel
def may_take(turned_by: int, flip: int, seat: int) -> bool:
    """開, 和: anyone but the discarder (S0-037, S0-054)."""
    return bool(flip) or seat != turned_by


@kernel
def is_taipao(num: Array, turned_by: int, flip: int, seat: int) -> bool:
    """抬炮 (S0-059, S0-172)."""
    if not flip:
        return True
    return num[Opt.FLIP_COUNTS_AS] == FlipCountsAs.DISCARD and seat != turned_by


@kernel
def distance(n_players: int, turned_by: int, flip: int, seat: int) -> int:
    """Places counter-clockwise from the card (S0-055)."""
    if flip and seat == turned_by:
        return 0
    away = (seat - turned_by) % n_players
    return away if away else n_players


@kernel
def is_kan(held: Array, dealt: Array, kind: int) -> bool:
    """坎子 or 磙: three or four alike as dealt, none of them used (RULEBOOK §2)."""
    return held[kind] >= 3 and held[kind] == dealt[kind]


@kernel
def can_dui(held: Array, dealt: Array, kind: int) -> bool:
    """對 (S0-026)."""
    return held[kind] >= 2 and not is_kan(held, dealt, kind)


@kernel
def _has_two(free: Array, first: int, second: int) -> bool:
    if first == second:
        return free[first] >= 2
    return free[first] >= 1 and free[second] >= 1


@kernel
def can_lay(pairs: Array, n_pairs: Array, free: Array, kind: int, count: int) -> bool:
    """擺: whether `count` cards X can be laid, each in a chi meld, with other free cards; `free[X]` is 0."""
    if count == 0:
        return True
    for i in range(n_pairs[kind]):
        first, second = pairs[kind, i, 0], pairs[kind, i, 1]
        more = int(first == kind) + int(second == kind)
        if more + 1 > count:
            continue
        free[kind] += more
        fits = _has_two(free, first, second)
        if fits:
            free[first] -= 1
            free[second] -= 1
            fits = can_lay(pairs, n_pairs, free, kind, count - 1 - more)
            free[first] += 1
            free[second] += 1
        free[kind] -= more
        if fits:
            return True
    return False


@kernel
def set_free(held: Array, dealt: Array, free: Array) -> None:
    """The counts that chi and 擺 may use: none of a kan or gun (S1-054)."""
    for kind in range(len(held)):
        free[kind] = 0 if held[kind] >= 3 and held[kind] == dealt[kind] else held[kind]


@kernel
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


@kernel
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
