"""審: blocks of complete hands, replayed, judged, counted; `erqishi_logs.audit` in kernels.

What a kernel cannot judge is left to the plain engine (`Done.LEFT`): unseen cards, games with 掃, cards dealt
late, a winner who was dealt too few, more of anything than the desk has room for.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from erqishi_logs.engine.apply import NO_FAULT, apply, due, fault_of, set_turn, settle
from erqishi_logs.engine.arrays import ABSENT, UNSEEN, Code, Done, Flag, Hands, Type, Verdicts
from erqishi_logs.engine.checks import (
    check_bakuai,
    check_chi,
    check_claim_turn,
    check_discard,
    check_discard_turn,
    check_dui,
    check_flip,
)
from erqishi_logs.engine.compiled import inner, kernel
from erqishi_logs.engine.conclude import conclude
from erqishi_logs.engine.cover import CoverArrays, cover_arrays
from erqishi_logs.engine.desk import Desk, Found, Now, Of, Severity, Up, new_desk
from erqishi_logs.engine.found import NAME_ORDER, add, put_in_order
from erqishi_logs.engine.tables import MAX_PLAYERS, GameArrays, Opt, RuleArrays
from erqishi_logs.engine.view import ROW, Tables, View, as_record, rule_rows, view_of
from erqishi_logs.engine.wins import check_hu

Array = Any

#: Room for findings and their evidence, a hand on average; a block that needs more leaves its rest to the plain engine.
_FOUND_A_HAND = 4
_EVIDENCE_A_HAND = 12


def audit(hands: Hands, rules: Array, r: RuleArrays, g: GameArrays) -> Verdicts:
    """審: the verdicts of a block; `rules[h]` is the row of `r` under which hand `h` is judged, −1 to leave it.

    >>> from erqishi_logs.engine.pack import pack
    >>> from erqishi_logs.engine.tables import game_arrays, rule_arrays
    >>> from erqishi_logs.games import ERQISHI
    >>> from erqishi_logs.record import loads
    >>> from erqishi_logs.rules import load_preset
    >>> hand = loads(
    ...     '{"format":"erqishi-log/1","rules":"leshan","players":["甲","乙","丙"],"dealer":0,'
    ...     '"events":[{"type":"huang"}]}'
    ... )
    >>> arrays = rule_arrays([load_preset("leshan")]), game_arrays(ERQISHI)
    >>> verdicts = audit(pack([hand]), np.zeros(1, np.int64), *arrays)
    >>> [Code(code).name for code in verdicts.f_code]
    ['EARLY_HUANG', 'SHORT_DEAL', 'SHORT_DEAL', 'SHORT_DEAL', 'UNFINISHED']
    """
    verdicts = _empty(len(hands.ok), len(hands.type))
    used = np.zeros(2, np.int64)
    game, covers = as_record(g), as_record(cover_arrays(g))
    desk = new_desk(len(g.copies))
    _audit_block(view_of(hands), rules, rule_rows(r), game, covers, desk, NAME_ORDER, verdicts, used)
    n_found, n_evidence = used
    cut = {name: getattr(verdicts, name)[:n_found] for name in ("f_hand", "f_severity", "f_code", "f_seat", "f_event")}
    return verdicts._replace(
        **cut, evidence_at=verdicts.evidence_at[: n_found + 1], evidence=verdicts.evidence[:n_evidence]
    )


def _empty(n: int, e: int) -> Verdicts:
    room, more = 1024 + _FOUND_A_HAND * n, 1024 + _EVIDENCE_A_HAND * n
    return Verdicts(
        done=np.zeros(n, np.uint8),
        outcome=np.zeros(n, np.int8),
        winner=np.full(n, -1, np.int8),
        win_card=np.full(n, ABSENT, np.int8),
        from_seat=np.full(n, -1, np.int8),
        taipao=np.zeros(n, np.uint8),
        hushu=np.full(n, -1, np.int32),
        tier=np.full(n, -2, np.int8),
        titles=np.zeros(n, np.int16),
        total=np.full(n, -1, np.int64),
        win_valid=np.full(n, -1, np.int8),
        has_pay=np.zeros(n, np.uint8),
        pay=np.zeros((n, MAX_PLAYERS), np.float64),
        n_violations=np.zeros(n, np.int16),
        n_faults=np.zeros(n, np.int16),
        wall_left=np.zeros(e, np.int16),
        live=np.full(e, ABSENT, np.int8),
        f_hand=np.zeros(room, np.int64),
        f_severity=np.zeros(room, np.int8),
        f_code=np.zeros(room, np.int8),
        f_seat=np.zeros(room, np.int8),
        f_event=np.zeros(room, np.int32),
        evidence_at=np.zeros(room + 1, np.int64),
        evidence=np.zeros(more, np.int32),
    )


@kernel
def _audit_block(
    view: View,
    rules: Array,
    rows: Array,
    game: GameArrays,
    covers: CoverArrays,
    d: Desk,
    name_order: Array,
    v: Verdicts,
    used: Array,
) -> None:
    for hand in range(len(view.heads)):
        if not view.heads[hand].ok or rules[hand] < 0 or not _is_seen(view, hand):
            continue
        t = Tables(rows[rules[hand]], game, covers)
        if t.rules.num[ROW, Opt.SAO]:
            continue
        _begin(d, t, view, hand)
        _play(d, t, view, hand, v)
        conclude(d, t, view, hand, v)
        put_in_order(d, name_order)
        if not d.now[Now.LEFT] and _keep(d, hand, v, used):
            v.done[hand] = Done.JUDGED


@inner
def _is_seen(view: View, hand: int) -> bool:
    """Whether no card of the events is unseen."""
    first, last = view.event_at[hand], view.event_at[hand + 1]
    for i in range(first, last):
        if view.events[i].card == UNSEEN:
            return False
    for at in range(view.card_at[view.group_at[first]], view.card_at[view.group_at[last]]):
        if view.cards[at] == UNSEEN:
            return False
    return True


@inner
def _begin(d: Desk, t: Tables, view: View, hand: int) -> None:
    n_players, dealer = view.heads[hand].n_players, view.heads[hand].dealer
    now = d.now
    now[Now.OWES] = dealer
    for empty in (Now.FLIPS_NEXT, Now.LIVE, Now.ENDED, Now.WINNER, Now.XIAOJIA):
        now[empty] = -1
    if not t.rules.num[ROW, Opt.DEALER_EXTRA]:
        # Nobody 當底: the dealer owes nothing and flips (S0-171).
        now[Now.OWES], now[Now.FLIPS_NEXT] = -1, dealer
    for none in (Now.TOTAL, Now.WALL_NEXT, Now.N_LIVES, Now.N_FOUND, Now.N_EVIDENCE, Now.LEFT):
        now[none] = 0
    now[Now.OPENING] = 1
    now[Now.N_PLAYERS] = n_players
    now[Now.DEALER] = dealer
    if t.rules.has_xiaojia[ROW, n_players]:
        now[Now.XIAOJIA] = (dealer - 1) % n_players
    now[Now.QUAN] = view.heads[hand].quan
    now[Now.QUAN_KIND] = t.game.quan_kind[view.heads[hand].quan] if view.heads[hand].quan > 0 else -1
    now[Now.EACH] = t.rules.cards_each[ROW, n_players]
    now[Now.WALL_LEFT] = 0
    for kind in range(len(t.game.copies)):
        now[Now.WALL_LEFT] += t.game.copies[kind]
        d.seen[kind] = 0
        for seat in range(n_players):
            d.held[seat, kind] = 0
            d.dealt[seat, kind] = 0
            d.first_discard[seat, kind] = -1
    for seat in range(n_players):
        for column in range(d.seats.shape[1]):
            d.seats[seat, column] = 0
        d.seats[seat, Of.JINZHANG] = -1


@inner
def _play(d: Desk, t: Tables, view: View, hand: int, v: Verdicts) -> None:
    num = t.rules.num[ROW]
    first, last = view.event_at[hand], view.event_at[hand + 1]
    for i in range(first, last):
        event = i - first
        fault = fault_of(d, t.game, num, view, hand, i)
        if fault != NO_FAULT:
            seat = -1 if fault == Code.EARLY_HUANG else max(view.events[i].seat, -1)
            add(d, Severity.FAULT, fault, seat, event, d.now[Now.ENDED] if fault == Code.AFTER_END else -1)
        elif d.now[Now.ENDED] < 0:
            _check(d, t, view, i, event)
            if view.events[i].type in (Type.HU, Type.HUANG):
                _end(d, t, view, i, event, last)
            else:
                apply(d, t.game, num, view, i, event)
        v.wall_left[i] = d.now[Now.WALL_LEFT]
        live = d.now[Now.LIVE]
        v.live[i] = ABSENT if live < 0 else d.lives[live, Up.KIND]
    for seat in range(d.now[Now.N_PLAYERS]):
        _check_deal(d, num, view, hand, seat)


@inner
def _check(d: Desk, t: Tables, view: View, i: int, event: int) -> None:
    """Turns and claims of one event that has no fault; a hu's own checks are `check_hu`'s."""
    kind, seat = view.events[i].type, view.events[i].seat
    num = t.rules.num[ROW]
    if view.events[i].marks & Flag.OVERRULED:
        return
    if kind == Type.DISCARD:
        check_discard_turn(d, seat, event)
        check_discard(d, t.game, num, seat, event, view.events[i].card)
    elif kind in (Type.FLIP, Type.DRAW):
        check_flip(d, seat, event, kind == Type.DRAW)
    elif kind == Type.CHI:
        check_chi(d, t, view, i, event)
    elif kind == Type.BAKUAI:
        check_bakuai(d, num, seat, event, view.events[i].whole)
    elif kind in (Type.DUI, Type.KAI, Type.HU) and d.now[Now.LIVE] >= 0:
        check_claim_turn(d, num, seat, event, kind)
        if kind == Type.DUI:
            check_dui(d, t, seat, event)


@inner
def _end(d: Desk, t: Tables, view: View, i: int, event: int, last: int) -> None:
    """和 or 黃; a hu that was overruled or made void leaves the card live (包後繼續, S0-160)."""
    num = t.rules.num[ROW]
    seat, live, taker = view.events[i].seat, d.now[Now.LIVE], -1
    if view.events[i].type == Type.HU:
        overruled = view.events[i].marks & Flag.OVERRULED
        if not overruled:
            check_hu(d, t, view, i, event)
        if overruled or _is_void(num, view, i, last):
            if live >= 0:
                d.lives[live, Up.CLAIMED] |= 1 << seat
            return
        taker = seat
        d.now[Now.WINNER] = seat
    settle(d, num, event, taker, -1 if taker < 0 else Type.HU)
    d.now[Now.ENDED] = event
    set_turn(d, -1, -1, -1)


@inner
def _is_void(num: Array, view: View, i: int, last: int) -> bool:
    """包後繼續: a hu followed by a baopai of the winner, 詐和 and what has its consequence apart (S0-160, S2-120)."""
    if not num[Opt.BAOHOU_JIXU]:
        return False
    for j in range(i + 1, last):
        if view.events[j].type == Type.BAOPAI and view.events[j].seat == view.events[i].seat:
            code = view.events[j].whole
            ends = code == Code.ZHA_HU or (num[Opt.HUSHU_BUGOU_IS_ZHA_HU] != 0 and code == Code.HUSHU_BUGOU)
            return not ends
        if view.events[j].type not in (Type.NOTE, Type.BAOPAI):
            return False
    return False


@inner
def _check_deal(d: Desk, num: Array, view: View, hand: int, seat: int) -> None:
    """發牌不足, 欺三搭一 (FORMAT, S0-107, S2-110)."""
    if d.seats[seat, Of.TAKES] > 2:
        for take in range(d.seats[seat, Of.WRONG]):
            add(d, Severity.VIOLATION, Code.QI_SAN_DA_YI, seat, d.wrong_takes[seat, take], -1)
    if d.seats[seat, Of.DEALT] >= due(d, num, seat):
        return
    first = view.event_at[hand]
    for i in range(first, view.event_at[hand + 1]):
        if view.events[i].type not in (Type.CUT, Type.DEAL, Type.NOTE):
            add(d, Severity.FAULT, Code.SHORT_DEAL, seat, i - first, -1)
            return


@inner
def _keep(d: Desk, hand: int, v: Verdicts, used: Array) -> bool:
    """The findings of the hand into the verdicts, if there is room for all of them."""
    n, m = used[0], used[1]
    count = d.now[Now.N_FOUND]
    if n + count > len(v.f_hand) or m + d.now[Now.N_EVIDENCE] > len(v.evidence):
        return False
    for f in range(count):
        row = d.found[f]
        v.f_hand[n] = hand
        v.f_severity[n] = row[Found.SEVERITY]
        v.f_code[n] = row[Found.CODE]
        v.f_seat[n] = row[Found.SEAT]
        v.f_event[n] = row[Found.EVENT]
        v.n_violations[hand] += row[Found.SEVERITY] == Severity.VIOLATION
        v.n_faults[hand] += row[Found.SEVERITY] == Severity.FAULT
        for at in range(row[Found.FROM], row[Found.TO]):
            v.evidence[m] = d.evidence[at]
            m += 1
        n += 1
        v.evidence_at[n] = m
    used[0], used[1] = n, m
    return True
