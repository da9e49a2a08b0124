"""Who may answer (RULEBOOK §4.2), by position alone."""

from __future__ import annotations

import pytest

from erqishi_logs.legal import distance, may_chi, may_dui, may_hu, may_kai
from erqishi_logs.rules import load_preset, load_rules

#: preset, house, players, who turned it up, flip?, seats that may chi
CHI = [
    ("s0_029_discard_next_seat_only", "leshan", [], 3, 0, False, [1]),
    ("s0_029_flip_flipper_and_next", "leshan", [], 3, 1, True, [1, 2]),
    ("s0_031_nobody_else", "leshan-4", [], 4, 3, False, [0]),
    ("s2_043_third_seat_never", "quan", [], 3, 2, True, [0, 2]),
    ("s0_135_duikou_own_flip", "duikou", [], 2, 0, True, [0]),
    ("s0_135_duikou_no_discard", "duikou", [], 2, 0, False, []),
    ("s0_173_flip_counts_as_discard", "leshan", ["flip_counts_as=discard"], 3, 1, True, [2]),
]


@pytest.mark.parametrize(
    ("preset", "house", "players", "by", "flip", "seats"), [c[1:] for c in CHI], ids=[c[0] for c in CHI]
)
def test_chi(preset: str, house: list[str], players: int, by: int, flip: bool, seats: list[int]) -> None:
    rules = load_rules(preset, house)
    assert [s for s in range(players) if may_chi(rules, players, by, flip, s)] == seats


def test_s0_026_dui_from_anyone_own_flip_too() -> None:
    leshan = load_preset("leshan")
    assert [s for s in range(3) if may_dui(leshan, 0, False, s)] == [1, 2]
    assert [s for s in range(3) if may_dui(leshan, 0, True, s)] == [0, 1, 2]


def test_s1_129_literal_no_dui_of_own_flip() -> None:
    literal = load_rules("online", ["dui_own_flip=no"])
    assert [s for s in range(3) if may_dui(literal, 0, True, s)] == [1, 2]


def test_s0_037_kai_and_s0_054_hu_from_any_position() -> None:
    for may in (may_kai, may_hu):
        assert [s for s in range(3) if may(2, False, s)] == [0, 1]
        assert [s for s in range(3) if may(2, True, s)] == [0, 1, 2]


def test_s0_055_nearest_counter_clockwise_flipper_first() -> None:
    assert sorted(range(4), key=lambda s: distance(4, 2, True, s)) == [2, 3, 0, 1]
    assert sorted([0, 1, 3], key=lambda s: distance(4, 2, False, s)) == [3, 0, 1]
