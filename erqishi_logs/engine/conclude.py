"""結: the hand at its end: whether the win stands, what it pays, what was paid (RULEBOOK §6, FORMAT)."""

from __future__ import annotations

from typing import Any

import numpy as np

from erqishi_logs.engine.arrays import Code, Hands, Type, Verdicts
from erqishi_logs.engine.compiled import kernel
from erqishi_logs.engine.desk import Desk, Found, Now, Severity, Up
from erqishi_logs.engine.found import add
from erqishi_logs.engine.legal import is_taipao
from erqishi_logs.engine.tables import Opt, RuleArrays

Array = Any

#: Payments that differ by no more are the same (stakes may be fractions).
ROUNDING = 1e-6


@kernel
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


@kernel
def is_punished(d: Desk, hands: Hands, hand: int) -> bool:
    """Whether the winner was given a penalty after his hu."""
    for i in range(hands.event_at[hand] + d.now[Now.ENDED] + 1, hands.event_at[hand + 1]):
        if hands.type[i] == Type.BAOPAI and hands.seat[i] == d.now[Now.WINNER]:
            return True
    return False


@kernel
def pay_out(num: Array, factor: int, n_players: int, winner: int, total: float, discarder: int, alone: int,
            stake: float, pay: Array) -> None:
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


@kernel
def add_penalties(hands: Hands, hand: int, n_players: int, stake: float, pay: Array) -> None:
    """包牌: the penalties given at the table, each to every other player (RULEBOOK §6)."""
    for i in range(hands.event_at[hand], hands.event_at[hand + 1]):
        if hands.type[i] != Type.BAOPAI:
            continue
        amount = hands.number[i]
        for seat in range(n_players):
            pay[seat] += amount * stake
        pay[hands.seat[i]] -= amount * stake * n_players


@kernel
def check_pay(d: Desk, hands: Hands, hand: int, has_counted: bool, counted: Array) -> None:
    """賬不平, 賬不符 (FORMAT, Faults)."""
    if not hands.has_pay[hand]:
        return
    total = 0.0
    differs = False
    for seat in range(d.now[Now.N_PLAYERS]):
        total += hands.pay[hand, seat]
        differs = differs or abs(hands.pay[hand, seat] - counted[seat]) > ROUNDING
    if abs(total) > ROUNDING:
        add(d, Severity.FAULT, Code.PAY_UNBALANCED, -1, -1, -1)
    elif has_counted and differs:
        add(d, Severity.FAULT, Code.PAY_DIFFERS, -1, -1, -1)
