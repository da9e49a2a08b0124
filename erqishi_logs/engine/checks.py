"""審: turns and claims; `erqishi_logs.audit.turns` and `claims` in kernels.

Each check sees the desk as it stands before the event.
"""

from __future__ import annotations

from typing import Any

from erqishi_logs.engine.apply import meld_of
from erqishi_logs.engine.arrays import Code, Type
from erqishi_logs.engine.chances import is_dead
from erqishi_logs.engine.compiled import inner
from erqishi_logs.engine.desk import Desk, Now, Of, Severity, Up
from erqishi_logs.engine.found import add
from erqishi_logs.engine.legal import is_kan, may_chi, may_dui, may_take, most_laid
from erqishi_logs.engine.tables import NO_MELD, GameArrays, Opt
from erqishi_logs.engine.view import ROW, Tables, View
from erqishi_logs.engine.wins import is_passed
from erqishi_logs.rules.options import BaiImpossible, BakuaiFalse, Judged

Array = Any

_VIOLATION = Severity.VIOLATION


# --- turns ----------------------------------------------------------------------------------


@inner
def quads_of(d: Desk, seat: int) -> int:
    """The seat's kai on the table and its whole gun in the hand."""
    quads = d.seats[seat, Of.QUADS]
    for kind in range(d.dealt.shape[1]):
        if d.dealt[seat, kind] >= 4 and d.held[seat, kind] == d.dealt[seat, kind]:
            quads += 1
    return quads


@inner
def owes_call(d: Desk, seat: int, quads: int) -> bool:
    """八塊 owed instead of a discard (RULEBOOK §4.5)."""
    return quads >= 2 and d.now[Now.TOTAL] <= d.now[Now.EACH] + quads - 1 and seat != d.now[Now.XIAOJIA]


@inner
def check_discard_turn(d: Desk, seat: int, event: int) -> None:
    """亂打: no discard owed; 喊錯八塊: a call was owed."""
    if d.now[Now.OWES] != seat:
        add(d, _VIOLATION, Code.LUAN_DA, seat, event, -1)
    elif owes_call(d, seat, quads_of(d, seat)):
        add(d, _VIOLATION, Code.CUO_BAKUAI, seat, event, -1)


@inner
def check_bakuai(d: Desk, num: Array, seat: int, event: int, blocks: int) -> None:
    """喊錯八塊: not owed, or a wrong number (S0-155); 假八塊 where it is played (S2-040)."""
    if d.now[Now.OWES] == seat:
        quads = quads_of(d, seat)
        falsely = num[Opt.BAKUAI_FALSE] == BakuaiFalse.DEALER and d.now[Now.OPENING] and blocks == 8
        if falsely and quads < 2:
            return
        if owes_call(d, seat, quads) and blocks == 4 * quads:
            return
    add(d, _VIOLATION, Code.CUO_BAKUAI, seat, event, -1)


@inner
def check_flip(d: Desk, seat: int, event: int, is_draw: bool) -> None:
    """多摸牌: a flip or draw not due; 喊錯八塊: the call before it was left out (RULEBOOK §4.3, §7)."""
    owing = d.now[Now.OWES]
    if is_draw and seat != d.now[Now.XIAOJIA]:
        add(d, _VIOLATION, Code.DUO_MO, seat, event, -1)
    elif owing < 0:
        if d.now[Now.FLIPS_NEXT] != seat:
            add(d, _VIOLATION, Code.DUO_MO, seat, event, -1)
    elif (owing + 1) % d.now[Now.N_PLAYERS] == seat and owes_call(d, owing, quads_of(d, owing)):
        add(d, _VIOLATION, Code.CUO_BAKUAI, owing, event, -1)
    else:
        add(d, _VIOLATION, Code.DUO_MO, seat, event, -1)


@inner
def check_claim_turn(d: Desk, num: Array, seat: int, event: int, kind: int) -> None:
    """亂打: a dui or kai by 小家, of one's own discard, of a dead card; a hu on one's own discard."""
    live = d.now[Now.LIVE]
    row = d.lives[live]
    if kind == Type.HU:
        wrong = not num[Opt.HUILONG] and not may_take(row[Up.SEAT], row[Up.FLIP], seat)
    elif seat == d.now[Now.XIAOJIA]:
        wrong = True
    elif kind == Type.DUI:
        wrong = not may_dui(num, row[Up.SEAT], row[Up.FLIP], seat) or is_dead(d, num, seat, live)
    else:
        wrong = not may_take(row[Up.SEAT], row[Up.FLIP], seat) or is_dead(d, num, seat, live)
    if wrong:
        add(d, _VIOLATION, Code.LUAN_DA, seat, event, -1)


# --- chi ------------------------------------------------------------------------------------


@inner
def check_chi(d: Desk, t: Tables, view: View, i: int, event: int) -> None:
    """吃: 三搭一, 吃錯牌, 有擺不擺, 拆坎子, 吃過張."""
    num = t.rules.num[ROW]
    seat, live = view.events[i].seat, d.now[Now.LIVE]
    card = d.lives[live, Up.KIND]
    _check_laid(d, t.game, view, i, event, card)
    wrong = _is_wrong_chi(d, t.game, num, view, i, live)
    if wrong:
        add(d, _VIOLATION, Code.CHI_CUO, seat, event, -1)
    _check_kept(d, t.game, num, view, i, event, wrong)
    _check_split(d, num, view, i, event)
    _check_guozhang(d, t, seat, event, Code.CHI_GUOZHANG)


@inner
def _check_laid(d: Desk, g: GameArrays, view: View, i: int, event: int, card: int) -> None:
    """三搭一: a laid group that is no chi meld or holds no X (S0-139)."""
    for group in range(view.group_at[i] + 1, view.group_at[i + 1]):
        at, end = view.card_at[group], view.card_at[group + 1]
        wrong = end - at != 3
        if not wrong:
            one, two, three = view.cards[at], view.cards[at + 1], view.cards[at + 2]
            holds = card == one or card == two or card == three
            wrong = not holds or meld_of(g, one, two, three) == NO_MELD
        if wrong:
            add(d, _VIOLATION, Code.SAN_DA_YI, view.events[i].seat, event, -1)
            return


@inner
def _is_wrong_chi(d: Desk, g: GameArrays, num: Array, view: View, i: int, live: int) -> bool:
    """吃錯牌: no chi meld, or no right."""
    seat, row = view.events[i].seat, d.lives[live]
    if seat == d.now[Now.XIAOJIA] or is_dead(d, num, seat, live):
        return True
    if not may_chi(num, d.now[Now.N_PLAYERS], row[Up.SEAT], row[Up.FLIP], seat):
        return True
    at = view.card_at[view.group_at[i]]
    return meld_of(g, row[Up.KIND], view.cards[at], view.cards[at + 1]) == NO_MELD


@inner
def _check_kept(d: Desk, g: GameArrays, num: Array, view: View, i: int, event: int, wrong: bool) -> None:
    """有擺不擺 where the X kept could be laid, 吃錯牌 where it could not (S0-032, S0-034, S0-150)."""
    seat, card = view.events[i].seat, d.lives[d.now[Now.LIVE], Up.KIND]
    held, dealt = d.held[seat], d.dealt[seat]
    at = view.card_at[view.group_at[i]]
    first, second = view.cards[at], view.cards[at + 1]
    laid = 0
    for place in range(at + 2, view.card_at[view.group_at[i + 1]]):
        laid += view.cards[place] == card
    kept = held[card] - int(first == card) - int(second == card) - laid
    # What cannot have been dealt is not asked for (`may_hold` of the plain engine).
    if kept <= 0:
        return
    lenient = num[Opt.BAI_IMPOSSIBLE] == BaiImpossible.ALLOW
    most = most_laid(g.pairs, g.n_pairs, held, dealt, first, second, card, d.free)
    if most == kept + laid or (lenient and most > laid):
        by_act = num[Opt.JUDGED_YOUBAI_BUBAI] == Judged.ACT
        add(d, _VIOLATION if by_act else Severity.NOTE, Code.YOUBAI_BUBAI, seat, event, event)
    elif (not lenient or is_kan(held, dealt, card)) and not wrong:
        add(d, _VIOLATION, Code.CHI_CUO, seat, event, -1)


@inner
def _check_split(d: Desk, num: Array, view: View, i: int, event: int) -> None:
    """拆坎子: a card of a kan or gun in a chi or 擺 (S0-014, S1-054)."""
    for at in range(view.card_at[view.group_at[i]], view.card_at[view.group_at[i + 1]]):
        if _splits(d, view.events[i].seat, view.cards[at]):
            _add_split(d, num, view.events[i].seat, event)
            return


@inner
def _splits(d: Desk, seat: int, kind: int) -> bool:
    dealt = d.dealt[seat, kind]
    return dealt >= 3 and d.held[seat, kind] == dealt and seat != d.now[Now.XIAOJIA]


@inner
def _add_split(d: Desk, num: Array, seat: int, event: int) -> None:
    by_act = num[Opt.JUDGED_CHAI_KAN] == Judged.ACT
    add(d, _VIOLATION if by_act else Severity.NOTE, Code.CHAI_KAN, seat, event, -1)


# --- passed cards ---------------------------------------------------------------------------


@inner
def _check_guozhang(d: Desk, t: Tables, seat: int, event: int, code: int) -> None:
    """吃過張, 後對牌: the first live card of the kind that was passed (S0-141, S0-144)."""
    kind = d.lives[d.now[Now.LIVE], Up.KIND]
    for live in range(d.now[Now.LIVE]):
        if d.lives[live, Up.KIND] == kind and is_passed(d, t, seat, live, code):
            add(d, _VIOLATION, code, seat, event, d.lives[live, Up.EVENT])
            return


# --- dui, discard ---------------------------------------------------------------------------


@inner
def check_dui(d: Desk, t: Tables, seat: int, event: int) -> None:
    """對: 拆坎子, 後對牌."""
    num = t.rules.num[ROW]
    if _splits(d, seat, d.lives[d.now[Now.LIVE], Up.KIND]):
        _add_split(d, num, seat, event)
    _check_guozhang(d, t, seat, event, Code.HOU_DUI)


@inner
def check_discard(d: Desk, g: GameArrays, num: Array, seat: int, event: int, card: int) -> None:
    """打: 上吐下瀉 (S0-143, S1-056), 拆坎子."""
    row = d.seats[seat]
    after_chi = num[Opt.SHANGTU_XIAXIE] and d.now[Now.OWES] == seat and row[Of.JINZHANG] >= 0 and row[Of.BY_CHI]
    if after_chi and row[Of.TAKEN] != card and meld_of(g, row[Of.FIRST], row[Of.SECOND], card) != NO_MELD:
        add(d, _VIOLATION, Code.SHANGTU_XIAXIE, seat, event, row[Of.JINZHANG])
    if _splits(d, seat, card):
        _add_split(d, num, seat, event)
