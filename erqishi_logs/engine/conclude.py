"""結: the hand at its end: whether the win stands, what it pays, what was paid (RULEBOOK §6, FORMAT)."""

from __future__ import annotations

from typing import Any

import numpy as np

from erqishi_logs.engine.arrays import Code, Type, Verdicts
from erqishi_logs.engine.compiled import inner
from erqishi_logs.engine.declared import declared_total
from erqishi_logs.engine.desk import Desk, Found, Now, Severity, Up
from erqishi_logs.engine.found import add
from erqishi_logs.engine.group import Answer
from erqishi_logs.engine.legal import answers_for, is_taipao
from erqishi_logs.engine.tables import Opt
from erqishi_logs.engine.view import ROW, Tables, View

Array = Any

#: Payments that differ by no more are the same (stakes may be fractions).
ROUNDING = 1e-6


@inner
def is_barred(d: Desk) -> bool:
    """Whether a violation of the winner stands at the hu that ended the hand."""
    for f in range(d.now[Now.N_FOUND]):
        row = d.found[f]
        if (
            row[Found.SEVERITY] == Severity.VIOLATION
            and row[Found.SEAT] == d.now[Now.WINNER]
            and row[Found.EVENT] == d.now[Now.ENDED]
        ):
            return True
    return False


@inner
def is_punished(d: Desk, view: View, hand: int) -> bool:
    """Whether the winner was given a penalty after his hu."""
    for i in range(view.event_at[hand] + d.now[Now.ENDED] + 1, view.event_at[hand + 1]):
        if view.events[i].type == Type.BAOPAI and view.events[i].seat == d.now[Now.WINNER]:
            return True
    return False


@inner
def pay_out(
    num: Array,
    factor: int,
    n_players: int,
    winner: int,
    total: float,
    discarder: int,
    alone: int,
    stake: float,
    pay: Array,
) -> None:
    """付: a win (`winner` −1: none) into `pay`; `discarder` and `alone` (圈自負) −1 for none (RULEBOOK §6)."""
    if winner < 0:
        return
    if discarder >= 0:
        payer = discarder if alone < 0 else alone
        due = total * factor
        if num[Opt.CAP_TAIPAO] and due > num[Opt.CAP_TAIPAO]:
            due = float(num[Opt.CAP_TAIPAO])
        pay[payer] -= due * stake
        pay[winner] += due * stake
        return
    if alone >= 0:
        pay[alone] -= total * (n_players - 1) * stake
        pay[winner] += total * (n_players - 1) * stake
        return
    for seat in range(n_players):
        if seat != winner:
            pay[seat] -= total * stake
            pay[winner] += total * stake


@inner
def add_penalties(view: View, hand: int, n_players: int, stake: float, pay: Array) -> None:
    """包牌: the penalties given at the table, each to every other player (RULEBOOK §6)."""
    for i in range(view.event_at[hand], view.event_at[hand + 1]):
        if view.events[i].type != Type.BAOPAI:
            continue
        amount = view.events[i].number
        for seat in range(n_players):
            pay[seat] += amount * stake
        pay[view.events[i].seat] -= amount * stake * n_players


@inner
def check_pay(d: Desk, view: View, hand: int, has_counted: bool, counted: Array) -> None:
    """賬不平, 賬不符 (FORMAT, Faults)."""
    if not view.heads[hand].has_pay:
        return
    total = 0.0
    differs = False
    for seat in range(d.now[Now.N_PLAYERS]):
        total += view.heads[hand].pay[seat]
        differs = differs or abs(view.heads[hand].pay[seat] - counted[seat]) > ROUNDING
    if abs(total) > ROUNDING:
        add(d, Severity.FAULT, Code.PAY_UNBALANCED, -1, -1, -1)
    elif has_counted and differs:
        add(d, Severity.FAULT, Code.PAY_DIFFERS, -1, -1, -1)


@inner
def _quan_payer(d: Desk, num: Array) -> int:
    """圈自負: whose discard made the quan dui or kai (小家: any card he put out; S1-074, S1-080), or −1."""
    if not num[Opt.QUAN_PAYS_ALONE] or d.now[Now.QUAN_KIND] < 0:
        return -1
    winner = d.now[Now.WINNER]
    for live in range(d.now[Now.N_LIVES]):
        row = d.lives[live]
        if row[Up.KIND] != d.now[Now.QUAN_KIND] or row[Up.TAKEN_BY] != winner or row[Up.SEAT] == winner:
            continue
        how = row[Up.TAKEN_HOW]
        made = how == Type.DUI or how == Type.KAI or (how == Type.HU and d.answer[Answer.BY_WIN] != 0)
        if made and answers_for(num, row[Up.SEAT], row[Up.FLIP], winner, d.now[Now.XIAOJIA]):
            return int(row[Up.SEAT])
    return -1


@inner
def _pay_win(d: Desk, t: Tables, view: View, hand: int, stake: float, pay: Array) -> None:
    """付 of the win that ended the hand, as declared."""
    num = t.rules.num[ROW]
    i = view.event_at[hand] + d.now[Now.ENDED]
    total = declared_total(
        view.events[i].whole, view.events[i].titles, view.events[i].number, d.answer, d.ask, t.rules, ROW
    )
    discarder = -1
    live = d.now[Now.WON_ON]
    if live >= 0 and is_taipao(num, d.lives[live, Up.SEAT], d.lives[live, Up.FLIP], d.now[Now.WINNER]):
        discarder = d.lives[live, Up.SEAT]
    n_players = d.now[Now.N_PLAYERS]
    factor = t.rules.taipao[ROW, n_players]
    pay_out(num, factor, n_players, d.now[Now.WINNER], total, discarder, _quan_payer(d, num), stake, pay)


@inner
def _tell_win(d: Desk, t: Tables, hand: int, v: Verdicts) -> None:
    """The win that ended the hand, and what it counts."""
    num = t.rules.num[ROW]
    live = d.now[Now.WON_ON]
    v.winner[hand] = d.now[Now.WINNER]
    if live >= 0:
        row = d.lives[live]
        v.win_card[hand] = row[Up.KIND]
        v.from_seat[hand] = row[Up.SEAT]
        v.taipao[hand] = is_taipao(num, row[Up.SEAT], row[Up.FLIP], d.now[Now.WINNER])
    if d.answer[Answer.HAS_COUNT]:
        v.hushu[hand] = d.answer[Answer.HUSHU]
        v.tier[hand] = d.answer[Answer.TIER]
        v.titles[hand] = d.answer[Answer.TITLES]
        v.total[hand] = d.answer[Answer.TOTAL]


@inner
def conclude(d: Desk, t: Tables, view: View, hand: int, v: Verdicts) -> None:
    """結: outcome, win, payment of a hand that was played out; `answer` is that of the hu that ended it.

    A win that is a violation is not paid where the table punished it, and not judged where nobody did; neither
    is a win that the table punished and the rules do not.
    """
    n_players = d.now[Now.N_PLAYERS]
    stake = 1.0 if np.isnan(view.heads[hand].stake) else view.heads[hand].stake
    counted = v.pay[hand]
    ended = d.now[Now.ENDED]
    is_judged = ended >= 0
    if is_judged and d.now[Now.WINNER] >= 0:
        v.outcome[hand] = 1
        _tell_win(d, t, hand, v)
        barred = is_barred(d)
        v.win_valid[hand] = 0 if barred else 1
        is_judged = barred == is_punished(d, view, hand)
        if is_judged and not barred and d.answer[Answer.HAS_COUNT]:
            _pay_win(d, t, view, hand, stake, counted)
    elif is_judged:
        v.outcome[hand] = 2
    else:
        add(d, Severity.NOTE, Code.UNFINISHED, -1, -1, -1)
    if is_judged:
        add_penalties(view, hand, n_players, stake, counted)
    v.has_pay[hand] = is_judged
    check_pay(d, view, hand, is_judged, counted)
