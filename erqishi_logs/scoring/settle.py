"""付: who pays whom (RULEBOOK §6)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from erqishi_logs.rules import RuleSet

Number = int | float


def taipao_payment(total: Number, rules: RuleSet, n_players: int) -> Number:
    """抬炮: what the discarder alone pays at stake 1 (S0-089, S1-104, S2-107, P).

    >>> from erqishi_logs.rules import load_preset
    >>> taipao_payment(10, load_preset("app-leshan"), 3), taipao_payment(4, load_preset("leshan-kezi"), 3)
    (30, 12)
    """
    due = total * rules.taipao_factor(n_players)
    return min(due, rules.cap_taipao) if rules.cap_taipao else due


def settle(
    rules: RuleSet,
    n_players: int,
    *,
    winner: int | None = None,
    total: Number = 0,
    discarder: int | None = None,
    quan_payer: int | None = None,
    stake: Number = 1,
    penalties: Iterable[tuple[int, Number]] = (),
) -> list[Number]:
    """付: what each seat wins (+) or pays (−); they sum to 0 (RULEBOOK §6).

    `winner` is None for a drawn hand or a win that was made void; `discarder` is the seat whose
    *discard* was won on (抬炮), None on a flip or the deal; `quan_payer` the seat whose discard made
    the quan dui or kai (圈自負, where the rules have it); `penalties` are (offender, amount to each
    other player) as given at the table.

    >>> from erqishi_logs.rules import load_preset
    >>> settle(load_preset("leshan"), 3, winner=1, total=20)
    [-20, 40, -20]
    >>> settle(load_preset("leshan"), 3, winner=1, total=20, discarder=0, penalties=[(2, 20)])
    [-40, 80, -40]
    """
    pay: list[Number] = [0] * n_players
    if winner is not None:
        for seat, due in _payments(rules, n_players, winner, total, discarder, quan_payer):
            pay[seat] -= due * stake
            pay[winner] += due * stake
    for offender, amount in penalties:
        for seat in range(n_players):
            pay[seat] += amount * stake
        pay[offender] -= amount * stake * n_players
    return pay


def _payments(
    rules: RuleSet, n_players: int, winner: int, total: Number, discarder: int | None, quan_payer: int | None
) -> list[tuple[int, Number]]:
    alone = quan_payer if rules.quan_pays_alone and quan_payer != winner else None
    if discarder is not None:
        payer = discarder if alone is None else alone
        return [(payer, taipao_payment(total, rules, n_players))]
    if alone is not None:
        return [(alone, total * (n_players - 1))]
    return [(seat, total) for seat in range(n_players) if seat != winner]
