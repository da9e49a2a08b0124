"""Verdicts of the plain engine as the arrays of the compiled one, so that columns can be tested without it."""

from __future__ import annotations

import numpy as np

from erqishi_logs.archive.columns_of import tier_names
from erqishi_logs.engine.arrays import ABSENT, Verdicts
from erqishi_logs.games import ERQISHI
from erqishi_logs.record.types import TITLES

_OUTCOMES = {"unfinished": 0, "hu": 1, "huang": 2}


def _kind(card):
    return ABSENT if card is None else ERQISHI.deck.parse_card(card)


def _number(value, absent=-1):
    return absent if value is None else value


def _tier(one):
    return tier_names(one.rules).index(one.verdict.tier) - 1


def verdicts_of(judged) -> Verdicts:
    """`Judged` hands as arrays; findings are left out."""
    n = len(judged)
    vs = [one.verdict for one in judged]
    pay = np.zeros((n, 8))
    for row, verdict in zip(pay, vs, strict=True):
        row[: len(verdict.pay or ())] = verdict.pay or ()
    states = [state for one in judged for state in one.states]
    tiers = [-2 if one.verdict.tier is None else _tier(one) for one in judged]
    empty = np.empty(0, np.int64)
    return Verdicts(
        done=np.ones(n, np.uint8),
        outcome=np.array([_OUTCOMES[v.outcome] for v in vs], np.int8),
        winner=np.array([_number(v.winner) for v in vs], np.int8),
        win_card=np.array([_kind(v.win_card) for v in vs], np.int8),
        from_seat=np.array([_number(v.from_seat) for v in vs], np.int8),
        taipao=np.array([v.taipao for v in vs], np.uint8),
        hushu=np.array([_number(v.hushu) for v in vs], np.int32),
        tier=np.array(tiers, np.int8),
        titles=np.array([sum(1 << TITLES.index(title) for title in v.titles) for v in vs], np.int16),
        total=np.array([_number(v.total) for v in vs], np.int64),
        win_valid=np.array([_number(v.win_valid) for v in vs], np.int8),
        has_pay=np.array([v.pay is not None for v in vs], np.uint8),
        pay=pay,
        n_violations=np.array([v.n_violations for v in vs], np.int16),
        n_faults=np.array([v.n_faults for v in vs], np.int16),
        wall_left=np.array([left for left, _ in states], np.int16),
        live=np.array([_kind(live) for _, live in states], np.int8),
        f_hand=empty,
        f_severity=empty,
        f_code=empty,
        f_seat=empty,
        f_event=empty,
        evidence_at=np.zeros(1, np.int64),
        evidence=empty,
    )
