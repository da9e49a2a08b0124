"""和: whether a declared win stands; `erqishi_logs.audit.wins` in kernels (RULEBOOK §5, §6, §7)."""

from __future__ import annotations

from typing import Any

from erqishi_logs.engine.apply import due
from erqishi_logs.engine.arrays import ABSENT, Code, Flag
from erqishi_logs.engine.chances import last_jinzhang, may_have_won, passed_chi, passed_dui, was_let_go
from erqishi_logs.engine.compiled import inner
from erqishi_logs.engine.declared import Fault, declared_faults
from erqishi_logs.engine.desk import Desk, Found, Now, Of, Severity, Up
from erqishi_logs.engine.found import add, add_evidence
from erqishi_logs.engine.group import Answer, Ask
from erqishi_logs.engine.tables import Opt
from erqishi_logs.engine.view import ROW, Tables, View
from erqishi_logs.engine.win import best_total, judge
from erqishi_logs.rules.options import Clears, HouDuiHu, HuGuozhang, Judged, Scope

Array = Any

_VIOLATION = Severity.VIOLATION


@inner
def split_kinds(held: Array, dealt: Array) -> int:
    """Kinds of which a kan or gun was split, a bit a kind (RULEBOOK §2)."""
    split = 0
    for kind in range(len(held)):
        used = dealt[kind] - held[kind]
        if dealt[kind] >= 3 and 0 < used < dealt[kind]:
            split |= 1 << kind
    return split


@inner
def put_question(d: Desk, seat: int, live: int, held: Array, n_melds: int) -> None:
    """What a win of the seat on this live card (−1: the deal) would be counted by, into `ask`."""
    ask, now = d.ask, d.now
    own_flip = live >= 0 and d.lives[live, Up.FLIP] != 0 and d.lives[live, Up.SEAT] == seat
    by_dealer = live >= 0 and d.lives[live, Up.OPENING] != 0 and d.lives[live, Up.SEAT] == now[Now.DEALER]
    xiaojia = seat == now[Now.XIAOJIA]
    ask[Ask.WIN] = d.lives[live, Up.KIND] if live >= 0 else -1
    ask[Ask.SPLIT] = split_kinds(held, d.dealt[seat])
    ask[Ask.N_PLAYERS] = now[Now.N_PLAYERS]
    ask[Ask.QUAN] = now[Now.QUAN]
    ask[Ask.XIAOJIA] = xiaojia
    ask[Ask.OWN_DRAW] = xiaojia and own_flip
    ask[Ask.TIANHU] = live < 0
    ask[Ask.DIHU] = by_dealer and d.lives[live, Up.FLIP] == 0
    ask[Ask.N_TABLE] = n_melds


@inner
def total_at(d: Desk, t: Tables, seat: int, live: int) -> int:
    """和: the best total the seat would have had by winning on this card, −1 if it was no win."""
    held = d.live_held[live, seat]
    put_question(d, seat, live, held, d.live_melds[live, seat])
    return best_total(
        d.room, d.ask, held, d.dealt[seat], d.meld[seat], d.meld_kind[seat], t.rules, ROW, t.game, t.covers
    )


@inner
def could_win(d: Desk, t: Tables, seat: int, live: int) -> bool:
    """和: whether the cards made this card a win, whatever other rule it might have broken (§5)."""
    return total_at(d, t, seat, live) >= 0


@inner
def read_win(d: Desk, t: Tables, view: View, i: int, seat: int, live: int) -> None:
    """The verdict on a declared hu, into `answer`."""
    put_question(d, seat, live, d.held[seat], d.seats[seat, Of.MELDS])
    declared = view.events[i].marks & Flag.MELDS
    first = view.group_at[i] if declared else -1
    last = view.group_at[i + 1]
    judge(
        d.answer,
        d.room,
        d.ask,
        d.held[seat],
        d.dealt[seat],
        d.meld[seat],
        d.meld_kind[seat],
        view.card_at,
        view.cards,
        first,
        last,
        t.rules,
        ROW,
        t.game,
        t.covers,
    )


@inner
def check_hu(d: Desk, t: Tables, view: View, i: int, event: int) -> None:
    """和: every finding of a declared hu; `answer` keeps what it counts."""
    seat = view.events[i].seat
    live = -1 if d.now[Now.OPENING] and view.events[i].card == ABSENT else d.now[Now.LIVE]
    d.now[Now.WON_ON] = live
    num = t.rules.num[ROW]
    if live >= 0 and num[Opt.HUILONG] and d.first_discard[seat, d.lives[live, Up.KIND]] >= 0:
        add(d, _VIOLATION, Code.HU_HUILONG, seat, event, d.first_discard[seat, d.lives[live, Up.KIND]])
    if d.seats[seat, Of.DEALT] < due(d, num, seat):
        # A line lost by the recorder looks the same: what cannot be told is the plain engine's to say.
        d.now[Now.LEFT] = 1
        return
    read_win(d, t, view, i, seat, live)
    _check_declaration(d, t, view, i, seat, event)
    _check_acts(d, view, i, seat, event)
    _check_kais(d, num, seat, event, live)
    if live >= 0:
        _check_hou_dui(d, num, seat, event, live)
        _check_guozhang(d, t, num, seat, event, live)


# --- the declaration -------------------------------------------------------------------------


@inner
def _check_declaration(d: Desk, t: Tables, view: View, i: int, seat: int, event: int) -> None:
    """詐和, 和數不夠, 和錯牌; 小報大, 拆開龍燈報瞟和, 少報 where the groups are valid (§7)."""
    answer = d.answer
    if answer[Answer.REASON] and answer[Answer.REASON] != Code.CHAI_KAN:
        add(d, _VIOLATION, answer[Answer.REASON], seat, event, -1)
    declared = view.events[i].marks & Flag.MELDS
    if not answer[Answer.HAS_COUNT] or (declared and not answer[Answer.AS_DECLARED]) or answer[Answer.LEFT_OF_GUN]:
        return
    faults = declared_faults(
        view.events[i].whole,
        view.events[i].titles,
        view.events[i].number,
        answer,
        d.ask,
        d.dealt[seat],
        t.rules,
        ROW,
        t.game,
    )
    if faults & Fault.CHAI_LONGDENG_PIAO:
        add(d, _VIOLATION, Code.CHAI_LONGDENG_PIAO, seat, event, -1)
    if faults & Fault.XIAO_BAO_DA:
        add(d, _VIOLATION, Code.XIAO_BAO_DA, seat, event, -1)
    if faults & Fault.SHAO_BAO:
        add(d, Severity.NOTE, Code.SHAO_BAO, seat, event, -1)


# --- acts that bar the win -------------------------------------------------------------------


@inner
def _is_note(row: Array, code: int, seat: int, event: int) -> bool:
    """Whether a finding is an act before `event` that only a win makes a violation."""
    if row[Found.SEVERITY] != Severity.NOTE or row[Found.CODE] != code:
        return False
    return row[Found.SEAT] == seat and row[Found.EVENT] < event


@inner
def _check_acts(d: Desk, view: View, i: int, seat: int, event: int) -> None:
    """拆坎子 and 有擺不擺 where the win makes them a violation (S0-150, S0-151)."""
    told = d.now[Now.N_FOUND]
    is_told = d.answer[Answer.REASON] == Code.CHAI_KAN
    if is_told:
        add(d, _VIOLATION, Code.CHAI_KAN, seat, event, -1)
    for f in range(told):
        if _is_note(d.found[f], Code.CHAI_KAN, seat, event):
            is_told = _tell(d, is_told, Code.CHAI_KAN, seat, event, d.found[f, Found.EVENT])
    is_told = False
    for f in range(told):
        if _is_note(d.found[f], Code.YOUBAI_BUBAI, seat, event):
            act = d.found[f, Found.EVENT]
            # A chi names the card it claims.
            if d.held[seat, view.events[i - event + act].card] > 0:
                is_told = _tell(d, is_told, Code.YOUBAI_BUBAI, seat, event, act)


@inner
def _tell(d: Desk, is_told: bool, code: int, seat: int, event: int, evidence: int) -> bool:
    """A violation with this evidence, or one more event for that told last."""
    if is_told:
        add_evidence(d, evidence)
    else:
        add(d, _VIOLATION, code, seat, event, evidence)
    return True


@inner
def _keeps_kan(d: Desk, seat: int, live: int) -> bool:
    """Whether the kan of the card won on is held and no arrangement declared or possible makes it a kai."""
    kind = d.lives[live, Up.KIND]
    if d.held[seat, kind] != 3 or d.dealt[seat, kind] - 3 > 0:
        return False
    return d.answer[Answer.POSSIBLE] != 0 and d.answer[Answer.ANY_KAI] == 0


@inner
def _check_kais(d: Desk, num: Array, seat: int, event: int, live: int) -> None:
    """有開不開, 未開和牌: kai missed before, or X won on and its kan kept (S0-149, S2-119)."""
    by_act = num[Opt.JUDGED_YOUKAI_BUKAI] == Judged.ACT
    code = Code.WEIKAI_HU if by_act else Code.YOUKAI_BUKAI
    is_told = False
    for other in range(d.now[Now.N_LIVES]):
        if d.lives[other, Up.MISSED] >> seat & 1:
            is_told = _tell(d, is_told, code, seat, event, d.lives[other, Up.EVENT])
    if live >= 0 and _keeps_kan(d, seat, live):
        _tell(d, is_told, code, seat, event, d.lives[live, Up.EVENT])
        if by_act:
            add(d, _VIOLATION, Code.YOUKAI_BUKAI, seat, event, d.lives[live, Up.EVENT])


# --- passed cards ----------------------------------------------------------------------------


@inner
def _check_hou_dui(d: Desk, num: Array, seat: int, event: int, live: int) -> None:
    """後對和牌: any use of the kind (S0-152), or as a dui (S2-118)."""
    way = num[Opt.HOU_DUI_HU]
    if way == HouDuiHu.NONE:
        return
    if way == HouDuiHu.AS_DUI and not (d.answer[Answer.POSSIBLE] and d.answer[Answer.ALL_DUI]):
        return
    clears = num[Opt.HOU_DUI_HU_CLEARS] == Clears.ON_JINZHANG or num[Opt.GUOZHANG_CLEARS] == Clears.ON_JINZHANG
    since = last_jinzhang(d, seat) if clears else -1
    for other in range(live):
        row = d.lives[other]
        if row[Up.KIND] != d.lives[live, Up.KIND] or row[Up.EVENT] <= since or not was_let_go(d, other, seat):
            continue
        if passed_dui(d, num, seat, other):
            add(d, _VIOLATION, Code.HOU_DUI_HU, seat, event, row[Up.EVENT])
            return


@inner
def is_passed(d: Desk, t: Tables, seat: int, live: int, code: int) -> bool:
    """過張: whether the seat passed this card, for a later chi (CHI_GUOZHANG) or dui (HOU_DUI) of its kind.

    With the scope `kind` any unused chance counts (S1-135); where 進張 clears them only those since.
    """
    num = t.rules.num[ROW]
    row = d.lives[live]
    if num[Opt.GUOZHANG_CLEARS] == Clears.ON_JINZHANG and row[Up.EVENT] <= last_jinzhang(d, seat):
        return False
    if not was_let_go(d, live, seat):
        return False
    if num[Opt.GUOZHANG_SCOPE] == Scope.PER_CLAIM:
        if code == Code.CHI_GUOZHANG:
            return passed_chi(d, t.game, num, seat, live)
        return passed_dui(d, num, seat, live)
    if row[Up.TAKEN_BY] == seat:
        return False
    if passed_chi(d, t.game, num, seat, live) or passed_dui(d, num, seat, live):
        return True
    return may_have_won(d, num, seat, live) and could_win(d, t, seat, live)


@inner
def _check_guozhang(d: Desk, t: Tables, num: Array, seat: int, event: int, live: int) -> None:
    """和過張: a win passed since the last 進張, unless this one is higher (S0-157, S2-117, S1-135).

    Where the rules count by kind, any unused chance of the kind bars it, too (S1-137).
    """
    way = num[Opt.HU_GUOZHANG]
    if way == HuGuozhang.NONE:
        return
    kind, since = d.lives[live, Up.KIND], last_jinzhang(d, seat)
    by_kind, last_win, best = -1, -1, -1
    for other in range(live):
        row = d.lives[other]
        if row[Up.EVENT] <= since or not was_let_go(d, other, seat):
            continue
        same = row[Up.KIND] == kind
        if same and num[Opt.GUOZHANG_SCOPE] == Scope.KIND and is_passed(d, t, seat, other, Code.CHI_GUOZHANG):
            by_kind = row[Up.EVENT]
        if (way == HuGuozhang.ANY or same) and may_have_won(d, num, seat, other):
            total = total_at(d, t, seat, other)
            if total >= 0:
                last_win, best = row[Up.EVENT], max(best, total)
    own = d.answer[Answer.TOTAL] if d.answer[Answer.HAS_COUNT] and not d.answer[Answer.REASON] else 0
    if way == HuGuozhang.ANY and own > best:
        last_win = -1
    if max(by_kind, last_win) >= 0:
        add(d, _VIOLATION, Code.HU_GUOZHANG, seat, event, max(by_kind, last_win))
