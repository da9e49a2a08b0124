"""可行: what a seat may do now without breaking any rule (RULEBOOK §4, §5, §7); `simulate.offers` in kernels."""

from __future__ import annotations

from typing import Any

from erqishi_logs.engine.arrays import Type
from erqishi_logs.engine.compiled import inner
from erqishi_logs.engine.legal import is_kan, may_take, set_free
from erqishi_logs.engine.literals import fixed
from erqishi_logs.engine.play_arrange import find_win
from erqishi_logs.engine.play_chances import is_dead
from erqishi_logs.engine.play_desk import MAX_CLAIMS, Claim, Is, Mine, Play
from erqishi_logs.engine.tables import NO_MELD, GameArrays, Opt
from erqishi_logs.engine.view import ROW, Tables
from erqishi_logs.rules.options import BaiImpossible, HouDuiHu, HuGuozhang, Scope

Array = Any

#: Cards of one block: four of a kai or gun.
_BLOCK = 4
#: A number that the compiler takes as any other.
_NO_CARD = fixed(-1)


# --- wins -------------------------------------------------------------------------------------


@inner
def may_win(s: Play, t: Tables, seat: int) -> bool:
    """和: whether the seat may declare a win on the live card; the best is left for `write_win` (§5, §6)."""
    mine, live = s.seats[seat], s.now[Is.LIVE]
    num = t.rules.num[ROW]
    if mine[Mine.CAN_WIN] < 0 or mine[Mine.DISCARDED] >> live & 1 or _bars_kind(num, mine, live):
        return False
    as_dui = num[Opt.HOU_DUI_HU] == HouDuiHu.AS_DUI and mine[Mine.DUI] >> live & 1
    if not find_win(s, t, seat, live, 0 if as_dui else 1):
        return False
    return num[Opt.HU_GUOZHANG] != HuGuozhang.ANY or s.now[Is.SUM] > mine[Mine.BEST]


@inner
def _bars_kind(num: Array, mine: Array, kind: int) -> bool:
    """Whether what the seat passed bars every win on this kind (S0-152, S2-117, S1-135)."""
    if num[Opt.HOU_DUI_HU] == HouDuiHu.ANY and mine[Mine.DUI] >> kind & 1:
        return True
    if num[Opt.HU_GUOZHANG] == HuGuozhang.NONE:
        return False
    if num[Opt.GUOZHANG_SCOPE] == Scope.KIND and mine[Mine.RECENT] >> kind & 1:
        return True
    return num[Opt.HU_GUOZHANG] == HuGuozhang.KIND and mine[Mine.WON] >> kind & 1 != 0


# --- claims -----------------------------------------------------------------------------------


@inner
def list_claims(s: Play, t: Tables, seat: int) -> int:
    """開 對 吃: how many claims of the live card the seat may make, in `claims`; a kai stands alone, for it is owed."""
    now, num = s.now, t.rules.num[ROW]
    now[Is.CLAIMS] = 0
    if seat == now[Is.XIAOJIA] or is_dead(s, num, seat):
        return 0
    mine, held, dealt, live = s.seats[seat], s.held[seat], s.dealt[seat], now[Is.LIVE]
    if held[live] == 3 and dealt[live] == 3 and may_take(now[Is.TURNED_BY], now[Is.FLIP], seat):
        _add(s, Type.KAI, _NO_CARD, _NO_CARD)
        return 1
    set_free(held, dealt, s.free)
    if mine[Mine.CAN_DUI] and not mine[Mine.DUI] >> live & 1:
        s.free[live] -= 2
        if _leaves_discard(s, t.game, seat, _NO_CARD, _NO_CARD):
            _add(s, Type.DUI, _NO_CARD, _NO_CARD)
        s.free[live] += 2
    if mine[Mine.CAN_CHI] and not mine[Mine.CHI] >> live & 1:
        _list_chi(s, t.game, num, seat)
    return int(now[Is.CLAIMS])


@inner
def _add(s: Play, kind: int, one: int, two: int) -> None:
    n = s.now[Is.CLAIMS]
    if n < MAX_CLAIMS:
        s.claims[n, Claim.TYPE] = kind
        s.claims[n, Claim.ONE] = one
        s.claims[n, Claim.TWO] = two
        s.claims[n, Claim.BAI] = 0
        s.now[Is.CLAIMS] = n + 1


@inner
def _take(free: Array, one: int, two: int) -> bool:
    """Takes two cards out of the free ones, if both are there."""
    if free[one] < 1 or free[two] < (2 if one == two else 1):
        return False
    free[one] -= 1
    free[two] -= 1
    return True


@inner
def _put_back(free: Array, one: int, two: int) -> None:
    free[one] += 1
    free[two] += 1


@inner
def _list_chi(s: Play, g: GameArrays, num: Array, seat: int) -> None:
    """吃: every chi that the cards allow with each way of laying, and a card left to discard (S0-032, S0-034)."""
    live = s.now[Is.LIVE]
    lenient = num[Opt.BAI_IMPOSSIBLE] == BaiImpossible.ALLOW
    for i in range(g.n_pairs[live]):
        one, two = int(g.pairs[live, i, 0]), int(g.pairs[live, i, 1])
        if not _take(s.free, one, two):
            continue
        count = s.free[live]
        found = _lay(s, g, seat, one, two, count)
        while lenient and not found and count > 0:
            count -= 1
            found = _lay(s, g, seat, one, two, count)
        _put_back(s.free, one, two)


@inner
def _lay(s: Play, g: GameArrays, seat: int, one: int, two: int, count: int) -> bool:
    """擺: lists the chi with each way to lay `count` more cards X, two at most; whether there is one.

    Three would be a kan, with which there is no chi at all.
    """
    live, free = s.now[Is.LIVE], s.free
    if count == 0:
        _add_chi(s, g, seat, one, two, 0)
        return True
    found = False
    for i in range(g.n_pairs[live]):
        first, second = int(g.pairs[live, i, 0]), int(g.pairs[live, i, 1])
        own = int(first == live) + int(second == live)
        if own + 1 > count or not _take_beside(free, live, first, second):
            continue
        s.stack[0, 0], s.stack[0, 1] = first, second
        if own + 1 == count:
            found = True
            _add_chi(s, g, seat, one, two, 1)
        else:
            for j in range(i, g.n_pairs[live]):
                third, fourth = int(g.pairs[live, j, 0]), int(g.pairs[live, j, 1])
                if third != live and fourth != live and _take_beside(free, live, third, fourth):
                    s.stack[1, 0], s.stack[1, 1] = third, fourth
                    found = True
                    _add_chi(s, g, seat, one, two, 2)
                    _put_beside(free, live, third, fourth)
        _put_beside(free, live, first, second)
    return found


@inner
def _take_beside(free: Array, live: int, one: int, two: int) -> bool:
    """Takes the cards of a pair that are no X, and the X that they are laid with."""
    if one != live and two != live:
        if not _take(free, one, two):
            return False
        free[live] -= 1
        return True
    other = one + two - live
    if free[other] < 1:
        return False
    free[other] -= 1
    free[live] -= 2
    return True


@inner
def _put_beside(free: Array, live: int, one: int, two: int) -> None:
    if one != live and two != live:
        _put_back(free, one, two)
        free[live] += 1
    else:
        free[one + two - live] += 1
        free[live] += 2


@inner
def _add_chi(s: Play, g: GameArrays, seat: int, one: int, two: int, n_bai: int) -> None:
    """Lists a chi whose cards are taken out of `free`, if a card is left to discard."""
    n = s.now[Is.CLAIMS]
    if n >= MAX_CLAIMS or not _leaves_discard(s, g, seat, one, two):
        return
    _add(s, Type.CHI, one, two)
    s.claims[n, Claim.BAI] = n_bai
    for i in range(n_bai):
        s.claims[n, Claim.PAIRS + 2 * i] = s.stack[i, 0]
        s.claims[n, Claim.PAIRS + 2 * i + 1] = s.stack[i, 1]


@inner
def _leaves_discard(s: Play, g: GameArrays, seat: int, one: int, two: int) -> bool:
    """Whether one of the free cards may be discarded after a claim, or a call is owed; `one` −1 for a dui."""
    live = s.now[Is.LIVE]
    for kind in range(len(s.free)):
        if s.free[kind] > 0 and (one == _NO_CARD or not is_tu(g, kind, live, one, two)):
            return True
    return quads_of(s, seat) > 1


@inner
def is_tu(g: GameArrays, kind: int, taken: int, one: int, two: int) -> bool:
    """上吐下瀉: a discard that would have made the chi's two cards a meld (S0-143)."""
    low, high = min(one, two, kind), max(one, two, kind)
    return kind != taken and g.meld3[low, one + two + kind - low - high, high] != NO_MELD


# --- turns ------------------------------------------------------------------------------------


@inner
def quads_of(s: Play, seat: int) -> int:
    """The seat's kai on the table and gun in the hand."""
    quads = s.seats[seat, Mine.QUADS]
    for kind in range(s.held.shape[1]):
        if s.held[seat, kind] > 3:
            quads += 1
    return int(quads)


@inner
def owed_call(s: Play, seat: int) -> int:
    """八塊: the blocks the seat owes a call of instead of a discard, or 0 (S0-045, §4.5)."""
    if seat == s.now[Is.XIAOJIA]:
        return 0
    quads = quads_of(s, seat)
    owed = quads > 1 and s.now[Is.TOTAL] <= s.now[Is.EACH] + quads - 1
    return _BLOCK * quads if owed else 0


@inner
def legal_discards(s: Play, g: GameArrays, seat: int) -> int:
    """打: the kinds the seat may discard, a bit a kind: no kan or gun, no 上吐下瀉; 小家 one of the two held before."""
    now, held, dealt = s.now, s.held[seat], s.dealt[seat]
    kinds = 0
    for kind in range(len(held)):
        if seat == now[Is.XIAOJIA]:
            fits = held[kind] > (1 if kind == now[Is.DRAWN] else 0)
        else:
            fits = held[kind] > 0 and not is_kan(held, dealt, kind)
            fits = fits and (now[Is.CHI] < 0 or not is_tu(g, kind, now[Is.CHI], now[Is.ONE], now[Is.TWO]))
        kinds |= (1 if fits else 0) << kind
    return kinds
