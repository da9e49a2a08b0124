"""攤牌: the arrangement that a winner lays out: of all that he may declare the one that pays most (RULEBOOK §6).

The counting kernels say what the best arrangement counts, not what it is. Here the groups themselves are found, once
a win, by going through them all.
"""

from __future__ import annotations

from typing import Any

from erqishi_logs.engine.compiled import inner
from erqishi_logs.engine.group import (
    BITS,
    GROUPS,
    HUSHU,
    LAYOUT,
    LEAST,
    NEEDED,
    PLACE,
    QUAD,
    TABLE,
    UNCOUNTED,
    Ask,
    begin_hand,
    copy_sums,
    put_group,
    put_own,
    titles_of,
)
from erqishi_logs.engine.layout import worth
from erqishi_logs.engine.play_chances import put_question
from erqishi_logs.engine.play_desk import Is, Play
from erqishi_logs.engine.tables import Opt
from erqishi_logs.engine.view import ROW, Tables
from erqishi_logs.melds import MeldKind

Array = Any

#: No choice is left.
_PAST = 1 << 20


@inner
def find_win(s: Play, t: Tables, seat: int, win: int, may_dui: int) -> bool:
    """和: the best arrangement with this card (−1: the deal) into `groups[0]` and `Is.HUSHU`, `TITLES`, `SUM`.

    A kan of the card is used as kai (S0-149); without `may_dui` no dui is made with it (S2-118). False where there
    is none with enough 和數.
    """
    put_question(s, seat, win)
    s.now[Is.SUM] = -1
    held = s.held[seat]
    for kind in range(len(held)):
        s.free[kind] = held[kind]
    if win >= 0:
        s.free[win] += 1
    table = s.meld[seat], s.meld_kind[seat]
    if not begin_hand(s.room, s.ask, held, s.dealt[seat], table[0], table[1], t.rules, ROW, t.game, t.covers.kinds):
        return False
    n = _lay_whole(s, held, win)
    if win >= 0 and held[win] == 2 and may_dui and seat != s.now[Is.XIAOJIA]:
        s.free[win] = 0
        _put(s, n, MeldKind.DUI, win)
        _search(s, t, n + 1)
        s.free[win] = 3
    if seat == s.now[Is.XIAOJIA]:
        _try_xiaojia(s, t, may_dui)
    else:
        _search(s, t, n)
    return s.now[Is.SUM] >= 0


@inner
def _put(s: Play, n: int, meld: int, kinds: int) -> None:
    """Group `n` of the arrangement in the making: its meld and its kinds, a byte each."""
    s.groups[1, n, 0] = meld
    s.groups[1, n, 1] = kinds


@inner
def _lay_whole(s: Play, held: Array, win: int) -> int:
    """坎, 滾, 開: what is never split, out of `free`; how many groups that are."""
    n = 0
    for kind in range(len(held)):
        if held[kind] < 3:
            continue
        meld = MeldKind.GUN if held[kind] > 3 else MeldKind.KAI if kind == win else MeldKind.KAN
        _put(s, n, meld, kind)
        s.free[kind] = 0
        n += 1
    return n


@inner
def _try_xiaojia(s: Play, t: Tables, may_dui: int) -> None:
    """小家: three cards, one meld."""
    kinds, n = 0, 0
    for kind in range(len(s.free)):
        for _ in range(s.free[kind]):
            kinds |= kind << 8 * n
            n += 1
    one, two, three = kinds & 0xFF, kinds >> 8 & 0xFF, kinds >> 16
    if one == three:
        if not may_dui:
            return
        _put(s, 0, MeldKind.DUI, one)
    else:
        meld = t.game.meld3[one, two, three]
        if meld < 0:
            return
        _put(s, 0, meld, kinds)
    _weigh(s, t, 1)


@inner
def _search(s: Play, t: Tables, first: int) -> None:
    """Every way to lay the free cards in chi melds and, with a kai or gun, one 樁子; the groups from `first` on.

    The lowest card left goes into a meld of which it is the lowest. `stack[n]`: the choice at group `n` and whether
    the 樁子 is laid. A kernel that calls itself cannot be kept in numba's cache.
    """
    n = first
    s.stack[n, 0] = -1
    s.stack[n, 1] = 0 if _has_quad(s, first) else 1
    while n >= first:
        place = _lowest(s, t)
        if place < 0:
            if s.stack[n, 1]:
                _weigh(s, t, n)
            n = _step_back(s, n, first)
            continue
        choice = _next_choice(s, t, n, place, s.stack[n, 0] + 1)
        if choice == _PAST:
            n = _step_back(s, n, first)
            continue
        s.stack[n, 0] = choice
        _lay_choice(s, t, n, place, choice)
        n += 1
        # Of groups that begin with the same kind each order but one is left out.
        s.stack[n, 0] = choice - 1 if _lowest(s, t) == place else -1
        s.stack[n, 1] = 1 if s.stack[n - 1, 1] or s.groups[1, n - 1, 0] == MeldKind.ZHUANGZI else 0


@inner
def _has_quad(s: Play, n: int) -> bool:
    """Whether a kai or gun is on the table or among the first groups."""
    if s.room[TABLE + BITS] & QUAD:
        return True
    for i in range(n):
        if s.groups[1, i, 0] == MeldKind.GUN or s.groups[1, i, 0] == MeldKind.KAI:
            return True
    return False


@inner
def _lowest(s: Play, t: Tables) -> int:
    """The place of the lowest kind that is left, −1 for none."""
    for place in range(len(t.game.order)):
        if s.free[t.game.order[place]] > 0:
            return place
    return -1


@inner
def _next_choice(s: Play, t: Tables, n: int, place: int, choice: int) -> int:
    """The first choice from this one on that the cards allow: a chi meld of this place, after them the 樁子."""
    n_options = t.game.n_options[place]
    while choice < n_options:
        row = t.game.options[place, choice]
        _move(s, row, -1)
        fits = s.free[row[1]] >= 0 and s.free[row[2]] >= 0 and s.free[row[3]] >= 0
        _move(s, row, 1)
        if fits and s.room[TABLE + GROUPS] + n < s.room[NEEDED]:
            return choice
        choice += 1
    if choice == n_options and not s.stack[n, 1] and s.free[t.game.order[place]] >= 2:
        return choice
    return _PAST


@inner
def _move(s: Play, row: Array, by: int) -> None:
    """The cards of a chi meld out of `free`, or back."""
    s.free[row[1]] += by
    s.free[row[2]] += by
    s.free[row[3]] += by


@inner
def _lay_choice(s: Play, t: Tables, n: int, place: int, choice: int) -> None:
    if choice == t.game.n_options[place]:
        kind = t.game.order[place]
        _put(s, n, MeldKind.ZHUANGZI, int(kind) * 0x101)
        s.free[kind] -= 2
        return
    row = t.game.options[place, choice]
    _put(s, n, row[0], int(row[1]) | int(row[2]) << 8 | int(row[3]) << 16)
    _move(s, row, -1)


@inner
def _step_back(s: Play, n: int, first: int) -> int:
    """Takes the group before back into `free`; the number of it, below `first` where there is none."""
    n -= 1
    if n >= first:
        kinds = s.groups[1, n, 1]
        s.free[kinds & 0xFF] += 1
        s.free[kinds >> 8 & 0xFF] += 1
        if s.groups[1, n, 0] != MeldKind.ZHUANGZI:
            s.free[kinds >> 16 & 0xFF] += 1
    return n


@inner
def _weigh(s: Play, t: Tables, n: int) -> None:
    """Counts the arrangement of the first `n` groups; keeps it if it is enough, and better than what is kept."""
    room, ask, kinds = s.room, s.ask, t.covers.kinds
    if room[TABLE + GROUPS] + n != room[NEEDED]:
        return
    copy_sums(room, TABLE, LAYOUT)
    has_pair = False
    for i in range(n):
        meld, kind = s.groups[1, i, 0], s.groups[1, i, 1] & 0xFF
        if meld == MeldKind.ZHUANGZI:
            has_pair = True
        elif meld <= MeldKind.GUN:
            put_own(room, kinds, meld, kind)
        else:
            put_group(room, kinds, meld, kind)
    bits = room[LAYOUT + BITS]
    if has_pair and t.rules.num[ROW, Opt.ZHUANGZI_BREAKS_KUN]:
        bits |= UNCOUNTED
    hushu = room[LAYOUT + HUSHU]
    titles = titles_of(room, bits, ask[Ask.XIAOJIA], t.rules.num[ROW, Opt.QUAN_QUAD_FAN] > 1)
    total = worth(t.rules, ROW, ask, hushu, titles, room[LAYOUT + PLACE])
    better = total > s.now[Is.SUM] or (total == s.now[Is.SUM] and hushu > s.now[Is.HUSHU])
    if hushu < room[LEAST] or not better:
        return
    s.now[Is.HUSHU], s.now[Is.TITLES], s.now[Is.SUM] = hushu, titles, total
    _keep(s, n)


@inner
def _keep(s: Play, n: int) -> None:
    """The groups of the arrangement into `groups[0]`: how many cards, the kinds a byte each."""
    for i in range(n):
        meld, kinds = s.groups[1, i, 0], s.groups[1, i, 1]
        size = 2 if meld == MeldKind.ZHUANGZI else 3
        if meld <= MeldKind.GUN:
            size = 4 if meld == MeldKind.GUN or meld == MeldKind.KAI else 3
            kinds *= 0x01010101 if size > 3 else 0x010101
        s.groups[0, i, 0], s.groups[0, i, 1] = size, kinds
    s.groups[0, n, 0] = 0
