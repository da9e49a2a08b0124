"""Who pays whom (RULEBOOK §6)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, strategies as st

from erqishi_logs.rules import load_rules, preset_ids
from erqishi_logs.scoring import settle

PAYMENTS = [
    ("S1-104 on a flip every other player pays", "leshan", 3, {"winner": 1, "total": 20}, [-20, 40, -20]),
    ("S0-089 the discarder alone", "leshan", 3, {"winner": 1, "total": 20, "discarder": 2}, [0, 60, -60]),
    ("S2-107", "quan", 4, {"winner": 0, "total": 10, "discarder": 1}, [30, -30, 0, 0]),
    ("S1-106", "jiu", 3, {"winner": 0, "total": 10, "discarder": 1}, [20, -20, 0]),
    ("P checked: 16 and kun", "app-leshan", 3, {"winner": 0, "total": 4, "discarder": 1, "stake": 2}, [24, -24, 0]),
    ("P checked: 12 on a flip", "app-leshan", 3, {"winner": 2, "total": 1}, [-1, -1, 2]),
    ("P cap of a taipao", "app-meishan", 3, {"winner": 0, "total": 20, "discarder": 1}, [30, -30, 0]),
    ("drawn", "leshan", 3, {}, [0, 0, 0]),
    ("S0-159 baopai", "leshan", 3, {"penalties": [(1, 20)]}, [20, -40, 20]),
    ("S2-108 baopai, stake", "quan", 4, {"penalties": [(0, 20)], "stake": 0.5}, [-30, 10, 10, 10]),
    (
        "S0-160 baopai, then a win",
        "quan-raw",
        3,
        {"winner": 1, "total": 12, "discarder": 2, "penalties": [(0, 20)]},
        [-40, 44, -4],
    ),
    ("two penalties", "leshan", 3, {"penalties": [(1, 20), (2, 20)]}, [40, -20, -20]),
]


@pytest.mark.parametrize(("clause", "rules", "n_players", "hand", "pay"), PAYMENTS)
def test_payments(clause: str, rules: str, n_players: int, hand: dict[str, Any], pay: list[float]) -> None:
    assert settle(load_rules(rules), n_players, **hand) == pay, clause


@pytest.mark.parametrize(
    ("clause", "house", "hand", "pay"),
    [
        ("S1-075 pays for all on a flip", "yes", {"quan_payer": 2}, [20, 0, -20]),
        ("S1-075 and in the taipao player's place", "yes", {"quan_payer": 2, "discarder": 1}, [20, 0, -20]),
        ("S1-073 not in general use", "no", {"quan_payer": 2}, [20, -10, -10]),
        ("S1-073 not in general use", "no", {"quan_payer": 2, "discarder": 1}, [20, -20, 0]),
    ],
)
def test_quan_zifu(clause: str, house: str, hand: dict[str, Any], pay: list[int]) -> None:
    rules = load_rules("quan-raw", [f"quan_pays_alone={house}"])
    assert settle(rules, 3, winner=0, total=10, **hand) == pay, clause


@given(
    st.sampled_from(preset_ids()),
    st.integers(2, 8),
    st.integers(0, 500),
    st.sampled_from([0.5, 1, 2, 5]),
    st.lists(st.tuples(st.integers(0, 1), st.integers(0, 40)), max_size=3),
    st.booleans(),
)
def test_payments_sum_to_zero(
    preset: str, n_players: int, total: int, stake: float, penalties: list[tuple[int, int]], taipao: bool
) -> None:
    rules = load_rules(preset)
    discarder = 1 if taipao else None
    pay = settle(rules, n_players, winner=0, total=total, discarder=discarder, stake=stake, penalties=penalties)
    assert len(pay) == n_players
    assert sum(pay) == 0
