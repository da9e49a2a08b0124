"""S0 to S3 on the sitting: who sits where, shuffles, cuts and deals, and the 圈 (RULEBOOK §3)."""

from __future__ import annotations

import pytest

from erqishi_logs.errors import RecordError
from erqishi_logs.record import loads_pu
from erqishi_logs.rules import load_preset
from erqishi_logs.sitting import Played, Turn, call_seats, first_due, next_due, sitting_of
from tests.sitting.hands import hand, told

DEALER, QUAN, CUTTER = "dealer_differs", "quan_differs", "cutter_differs"

SEATS = [
    ("s0_094 each turns up a card, in any order", [("丙", "五"), ("甲", "三"), ("乙", "拾")], ("乙", "丙", "甲")),
    ("s2_005 counter-clockwise by size", [("甲", "九"), ("乙", "二"), ("丙", "六")], ("甲", "丙", "乙")),
    ("s2_006 s3_004 the highest is first", [("甲", "二"), ("乙", "三"), ("丙", "肆")], ("丙", "乙", "甲")),
]


@pytest.mark.parametrize(("called", "seats"), [row[1:] for row in SEATS], ids=[row[0] for row in SEATS])
def test_seats(called: list[tuple[str, str]], seats: tuple[str, ...]) -> None:
    assert call_seats(called) == seats


FIRST = [
    ("s0_163 the dealer is called once, by the seats", "quan-leshan", Turn("乙", 1, "乙", "甲")),
    ("s1_067 the dealer shuffles, the last seat cuts", "quan-raw", Turn("乙", 1, "乙", "甲")),
    ("s2_014 the 頭家 deals first, 圈壹", "quan", Turn("乙", 1, "乙", "甲")),
    ("s2_026 the 頭家 shuffles first", "quan", Turn("乙", 1, "乙", "甲")),
    ("s2_006 s2_007 s3_004 the highest card shuffles, the second seat cuts", "old", Turn(None, None, "乙", "丙")),
    ("s2_006 where his 上家 cuts", "leshan", Turn(None, None, "乙", "甲")),
]


@pytest.mark.parametrize(("rules", "turn"), [row[1:] for row in FIRST], ids=[row[0] for row in FIRST])
def test_how_a_sitting_begins(rules: str, turn: Turn) -> None:
    assert first_due(load_preset(rules), ("乙", "丙", "甲")).turns == (turn,)


def in_rotation(n_hands: int, last: tuple[str, int]) -> list[Played]:
    """Drawn hands of three, one each 圈, and at the end one more."""
    deals = [("甲乙丙"[at % 3], at // 3 % 10 + 1) for at in range(n_hands)]
    return [hand(at, dealer, quan=quan) for at, (dealer, quan) in enumerate([*deals, last], 1)]


HANDS = [
    # Who deals
    ("s1_010 the number names him, the cutter is 1", [hand(1, "甲", rules="jiu", cut=("丙", 5))], []),
    ("s1_010 and nobody else", [hand(1, "乙", rules="jiu", cut=("丙", 5))], [(DEALER, 1)]),
    ("s2_008 the number names him", [hand(1, "丙", rules="old", cut=("丙", 4))], []),
    ("s2_008 and nobody else", [hand(1, "甲", rules="old", cut=("丙", 4))], [(DEALER, 1)]),
    (
        "s0_163 no cut names him afterwards",
        [hand(1, "甲", rules="quan-leshan"), hand(2, "乙", rules="quan-leshan", cut=("甲", None))],
        [],
    ),
    (
        "s0_163 it goes round",
        [hand(1, "甲", rules="quan-leshan"), hand(2, "丙", rules="quan-leshan", cut=("乙", None))],
        [(DEALER, 2)],
    ),
    # Who shuffles and cuts
    ("s1_006 anyone may shuffle first", [hand(1, "甲", rules="jiu", cut=("甲", 1))], []),
    ("s1_006 anyone", [hand(1, "乙", rules="jiu", cut=("乙", 1))], []),
    (
        "s1_006 but not the second time",
        [hand(1, "乙", rules="jiu", cut=("乙", 1)), hand(2, "甲", rules="jiu", cut=("甲", 1))],
        [(CUTTER, 2)],
    ),
    ("s1_067 the last seat cuts", [hand(1, "甲", rules="quan-raw", cut=("丙", None))], []),
    ("s1_067 not the second", [hand(1, "甲", rules="quan-raw", cut=("乙", None))], [(CUTTER, 1)]),
    (
        "s3_005 who won shuffles: his 下家 cuts",
        [hand(1, "丙", "乙", "old", cut=("丙", 1)), hand(2, "丙", rules="old", cut=("丙", 1))],
        [],
    ),
    (
        "s3_005 nobody else",
        [hand(1, "丙", "乙", "old", cut=("丙", 1)), hand(2, "甲", rules="old", cut=("甲", 1))],
        [(CUTTER, 2)],
    ),
    # 圈
    ("s2_014 圈壹 is the first", [hand(1, "甲", quan=2)], [(QUAN, 1)]),
    ("s1_173 three have dealt: 圈 2", in_rotation(3, ("甲", 2)), []),
    ("s1_173 not before", in_rotation(2, ("丙", 2)), [(QUAN, 3)]),
    ("s0_167 s2_017 up to 圈 10", in_rotation(29, ("丙", 10)), []),
    ("s2_017 which ends when all have dealt", in_rotation(29, ("丙", 1)), [(QUAN, 30)]),
    ("s2_018 then 圈 1 again", in_rotation(30, ("甲", 1)), []),
    ("s0_167 s2_018 and no 圈 10 any more", in_rotation(30, ("甲", 10)), [(QUAN, 31)]),
]


@pytest.mark.parametrize(("hands", "expected"), [row[1:] for row in HANDS], ids=[row[0] for row in HANDS])
def test_hands_of_a_sitting(hands: list[Played], expected: list[tuple[str, int]]) -> None:
    assert told(*hands) == expected


def test_s3_005_s2_007_the_winner_shuffles_next() -> None:
    due = next_due(sitting_of("茶樓", [hand(1, "丙", "乙", "old", cut=("丙", 1))]))
    assert due.turns == (Turn(None, None, "乙", "丙"),)


def test_s0_167_there_is_no_eleventh_quan() -> None:
    for quan, is_one in (("10", True), ("11", False)):
        (read,) = loads_pu(f"規則 quan\n家 甲 乙 丙\n莊 甲\n圈 {quan}\n")
        assert isinstance(read, RecordError) != is_one


@pytest.mark.parametrize("n_players", range(2, 9))
def test_s1_159_two_to_seven_may_play(n_players: int) -> None:
    of_s1 = [load_preset(name) for name in ("jiu", "quan-raw", "many")]
    assert any(n_players in rules.players for rules in of_s1) == (n_players <= 7)
