"""過張: what a seat could do with the live card, and what it let go (RULEBOOK §5); `simulate.memory` in kernels."""

from __future__ import annotations

from typing import Any

from erqishi_logs.engine.arrays import Type
from erqishi_logs.engine.compiled import inner
from erqishi_logs.engine.group import Ask
from erqishi_logs.engine.legal import can_chi, can_dui, distance, is_kan, may_chi, may_dui, may_take
from erqishi_logs.engine.play_desk import Is, Mine, Play
from erqishi_logs.engine.tables import GameArrays, Opt
from erqishi_logs.engine.view import ROW, Tables
from erqishi_logs.engine.win import best_total
from erqishi_logs.rules.options import Clears, Scope

Array = Any

_EVERY = (1 << 62) - 1


@inner
def is_dead(s: Play, num: Array, seat: int) -> bool:
    """自己打出去的牌均無法再使用, where the rules say so (S1-138)."""
    return num[Opt.OWN_DISCARD_DEAD] != 0 and s.seats[seat, Mine.DISCARDED] >> s.now[Is.LIVE] & 1 != 0


@inner
def put_question(s: Play, seat: int, win: int) -> None:
    """What a win of the seat on this card (−1: the deal) would be counted by, into `ask`."""
    ask, now = s.ask, s.now
    xiaojia = seat == now[Is.XIAOJIA]
    ask[Ask.WIN] = win
    ask[Ask.SPLIT] = 0
    ask[Ask.N_PLAYERS] = now[Is.N_PLAYERS]
    ask[Ask.QUAN] = now[Is.QUAN]
    ask[Ask.XIAOJIA] = xiaojia
    ask[Ask.OWN_DRAW] = xiaojia and now[Is.FLIP] != 0 and now[Is.TURNED_BY] == seat
    ask[Ask.TIANHU] = now[Is.LIVE] < 0
    ask[Ask.DIHU] = now[Is.FIRST]
    ask[Ask.N_TABLE] = s.seats[seat, Mine.MELDS]


@inner
def best_win(s: Play, t: Tables, seat: int, win: int) -> int:
    """和: the total of the best count with this card (−1: the deal), −1 where it is no win."""
    if win >= 0 and not waits_of(s, t.game, seat) >> win & 1:
        return -1
    put_question(s, seat, win)
    held = s.held[seat]
    total = best_total(
        s.room, s.ask, held, s.dealt[seat], s.meld[seat], s.meld_kind[seat], t.rules, ROW, t.game, t.covers
    )
    return int(total)


@inner
def waits_of(s: Play, g: GameArrays, seat: int) -> int:
    """叫: a quick bound, the kinds that might complete the hand, a bit a kind.

    Every card that is in no meld of the hand must be in one with the card won on.
    """
    mine = s.seats[seat]
    if mine[Mine.FRESH]:
        return int(mine[Mine.WAITS])
    mine[Mine.FRESH] = 1
    mine[Mine.WAITS], mine[Mine.ONE], mine[Mine.TWO] = _EVERY, 0, 0
    if seat == s.now[Is.XIAOJIA]:
        return _EVERY
    held, dealt = s.held[seat], s.dealt[seat]
    kans, needs_zhuangzi, one, two = 0, mine[Mine.QUADS] > 0, 0, 0
    for kind in range(len(held)):
        if is_kan(held, dealt, kind):
            needs_zhuangzi = needs_zhuangzi or held[kind] > 3
            kans |= (1 if held[kind] == 3 else 0) << kind
        else:
            one |= (1 if held[kind] > 0 else 0) << kind
            two |= (1 if held[kind] > 1 else 0) << kind
    mine[Mine.ONE], mine[Mine.TWO] = one, two
    waits = _EVERY
    for kind in range(len(held)):
        if one >> kind & 1 and not (needs_zhuangzi and two >> kind & 1):
            waits &= _mends(g, one, two, kind) | ((1 if needs_zhuangzi else 0) << kind)
            if waits == 0:
                break
    mine[Mine.WAITS] = waits | kans
    return int(waits | kans)


@inner
def _mends(g: GameArrays, one: int, two: int, kind: int) -> int:
    """The kinds with which a card of `kind` is in a meld; all where it is in one already."""
    mends = (two >> kind & 1) << kind
    for i in range(g.n_pairs[kind]):
        first, second = int(g.pairs[kind, i, 0]), int(g.pairs[kind, i, 1])
        has_first = (two if first == kind else one) >> first & 1
        has_second = (two if second == kind or first == second else one) >> second & 1
        if has_first and has_second:
            return _EVERY
        mends |= has_first << second | has_second << first
    return mends


@inner
def look(s: Play, t: Tables) -> None:
    """What every seat could do with the live card by cards and right, whatever bars it (§5), into `seats`."""
    now, num = s.now, t.rules.num[ROW]
    live, by, flip = now[Is.LIVE], now[Is.TURNED_BY], now[Is.FLIP]
    for seat in range(now[Is.N_PLAYERS]):
        mine = s.seats[seat]
        mine[Mine.CAN_CHI] = mine[Mine.CAN_DUI] = 0
        mine[Mine.CAN_WIN] = -1
        if is_dead(s, num, seat):
            continue
        if may_take(by, flip, seat):
            mine[Mine.CAN_WIN] = best_win(s, t, seat, live)
        if seat == now[Is.XIAOJIA]:
            continue
        held, dealt = s.held[seat], s.dealt[seat]
        mine[Mine.CAN_DUI] = may_dui(num, by, flip, seat) and can_dui(held, dealt, live)
        right = may_chi(num, now[Is.N_PLAYERS], by, flip, seat)
        # That it is passed once more says nothing new, unless some of it is forgotten with a 進張.
        forgets = num[Opt.GUOZHANG_CLEARS] != Clears.NEVER or num[Opt.GUOZHANG_SCOPE] == Scope.KIND
        if right and (forgets or not mine[Mine.CHI] >> live & 1) and _has_pair(s, t.game, seat, live):
            mine[Mine.CAN_CHI] = can_chi(num, t.game.pairs, t.game.n_pairs, held, dealt, live, s.free)


@inner
def _has_pair(s: Play, g: GameArrays, seat: int, live: int) -> bool:
    """Whether two free cards make a chi meld with the live card, 擺 aside."""
    waits_of(s, g, seat)
    one, two = s.seats[seat, Mine.ONE], s.seats[seat, Mine.TWO]
    for i in range(g.n_pairs[live]):
        first, second = int(g.pairs[live, i, 0]), int(g.pairs[live, i, 1])
        if one >> first & (two if first == second else one) >> second & 1:
            return True
    return False


@inner
def changed(s: Play, seat: int) -> None:
    """What is known of a hand is so no more: its cards are others."""
    s.seats[seat, Mine.FRESH] = s.seats[seat, Mine.WEIGHED] = 0


@inner
def settle(s: Play, num: Array, taker: int, how: int) -> None:
    """定: what nobody used of the live card is passed; who took it has a 進張 (§5). `taker` −1 for nobody."""
    if s.now[Is.LIVE] < 0:
        return
    for seat in range(s.now[Is.N_PLAYERS]):
        if taker != seat or num[Opt.GUOZHANG_SCOPE] == Scope.PER_CLAIM:
            _pass_up(s, num, seat, taker, how)
    if taker >= 0:
        take_in(s, num, taker)


@inner
def _pass_up(s: Play, num: Array, seat: int, taker: int, how: int) -> None:
    """The part of a chance that was neither used nor pre-empted."""
    mine, bit = s.seats[seat], 1 << s.now[Is.LIVE]
    by_chi = taker >= 0 and how == Type.CHI
    by_other_chi = by_chi and taker != seat and not (s.now[Is.FLIP] and taker == s.now[Is.TURNED_BY])
    chi = mine[Mine.CAN_CHI] != 0 and (taker < 0 or by_other_chi)
    dui = mine[Mine.CAN_DUI] != 0 and (taker < 0 or by_chi)
    win = mine[Mine.CAN_WIN] >= 0
    if num[Opt.GUOZHANG_SCOPE] == Scope.KIND:
        chi = dui = chi or dui or win
    if chi:
        mine[Mine.CHI] |= bit
    if dui:
        mine[Mine.DUI] |= bit
        mine[Mine.RECENT] |= bit
    if win:
        mine[Mine.WON] |= bit
        mine[Mine.BEST] = max(mine[Mine.BEST], mine[Mine.CAN_WIN])


@inner
def take_in(s: Play, num: Array, seat: int) -> None:
    """進張: passed wins are forgotten; the rest only where the rules say so (§5)."""
    mine = s.seats[seat]
    mine[Mine.RECENT] = mine[Mine.WON] = 0
    mine[Mine.BEST] = -1
    changed(s, seat)
    if num[Opt.GUOZHANG_CLEARS] == Clears.ON_JINZHANG:
        mine[Mine.CHI] = mine[Mine.DUI] = 0


@inner
def nearness(s: Play, seat: int) -> int:
    """Places counter-clockwise from the live card (S0-055)."""
    return distance(s.now[Is.N_PLAYERS], s.now[Is.TURNED_BY], s.now[Is.FLIP], seat)
