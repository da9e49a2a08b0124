"""Who deals, cuts and shuffles, and the 圈: every sentence of the sources, broken and just not broken."""

from __future__ import annotations

import pytest

from erqishi_logs.rules import load_preset, load_rules
from erqishi_logs.sitting import Due, Turn, call_seats, dealer_named, first_due, next_due, note_text, sitting_of
from tests.sitting.hands import fined, hand, notes, told, untold

DEALER, QUAN, CUTTER = "dealer_differs", "quan_differs", "cutter_differs"


@pytest.mark.parametrize(
    ("clause", "called", "seats"),
    [
        ("S0-095 highest first, then by size", [("甲", "三"), ("乙", "拾"), ("丙", "五")], ("乙", "丙", "甲")),
        ("S0-095 the number counts, not the colour", [("甲", "玖"), ("乙", "十"), ("丙", "壹")], ("乙", "甲", "丙")),
        ("S1-066 equal: turned first is higher", [("甲", "三"), ("乙", "叄"), ("丙", "四")], ("丙", "甲", "乙")),
        ("S1-066 equal: turned first is higher", [("乙", "叄"), ("甲", "三"), ("丙", "四")], ("丙", "乙", "甲")),
        ("unknown is a value", [("甲", "三"), ("乙", "?"), ("丙", "四")], None),
        ("RULEBOOK 1 the wild card has no number", [("甲", "三"), ("乙", "聽"), ("丙", "四")], None),
    ],
)
def test_s0_095_seats_are_called(clause, called, seats) -> None:
    assert call_seats(called) == seats, clause


@pytest.mark.parametrize(
    ("clause", "players", "cutter", "numbers"),
    [
        ("S0-106 the cutter is 1, his 下家 2", "甲乙丙丁", 1, "乙丙丁甲乙丙丁甲乙丙"),
        ("S1-011 1 4 7 10 the cutter, 2 5 8 the next", "甲乙丙", 0, "甲乙丙甲乙丙甲乙丙甲"),
        ("S2-009 cutter 1, second 2, last 3, cutter 4", "甲乙丙", 2, "丙甲乙丙甲乙丙甲乙丙"),
        ("S1-015 two players alike", "甲乙", 1, "乙甲乙甲乙甲乙甲乙甲"),
    ],
)
def test_s0_106_the_number_cut_names_the_dealer(clause, players, cutter, numbers) -> None:
    assert "".join(dealer_named(players, cutter, number) for number in range(1, 11)) == numbers, clause


@pytest.mark.parametrize(
    ("clause", "rules", "first", "second", "expected"),
    [
        ("S1-068 S2-015 a dealer who wins deals again", "quan", ("甲", "甲"), "甲", []),
        ("S1-068 S2-015 a dealer who wins deals again", "quan", ("甲", "甲"), "乙", [(DEALER, 2)]),
        ("S2-015 else the second deals", "quan", ("甲", "乙"), "乙", []),
        ("S2-015 else the second deals", "quan", ("甲", "乙"), "甲", [(DEALER, 2)]),
        ("S2-015 the second, whoever won", "quan", ("甲", "丙"), "丙", [(DEALER, 2)]),
        ("S1-069 after a drawn hand, too", "quan", ("甲", None), "乙", []),
        ("S1-069 after a drawn hand, too", "quan", ("甲", None), "甲", [(DEALER, 2)]),
        ("S2-016 after the last seat the first", "quan", ("丙", None), "甲", []),
        ("S0-165 a dealer who wins may stay", "quan-leshan", ("甲", "甲"), "甲", []),
        ("S0-165 … or may not", "quan-leshan", ("甲", "甲"), "乙", []),
        ("S0-165 … and no other deals", "quan-leshan", ("甲", "甲"), "丙", [(DEALER, 2)]),
        ("S0-164 else the deal goes round", "quan-leshan", ("甲", "乙"), "甲", [(DEALER, 2)]),
        ("the app leaves it open", "app-leshan", ("甲", "乙"), "丙", []),
    ],
)
def test_who_deals(clause, rules, first, second, expected) -> None:
    dealer, winner = first
    assert told(hand(1, dealer, winner, rules), hand(2, second, None, rules)) == expected, clause


def test_option_dealer_keeps_none_the_deal_goes_on_after_every_hand() -> None:
    rules = load_rules("quan", house=["dealer_keeps=none"])
    assert told(hand(1, "甲", "甲", rules), hand(2, "乙", None, rules)) == []
    assert told(hand(1, "甲", "甲", rules), hand(2, "甲", None, rules)) == [(DEALER, 2)]


@pytest.mark.parametrize("winner", ["甲", "丙"])
@pytest.mark.parametrize("doubt", [{"win_valid": False}, {"penalties": (*fined(0), *fined(2))}])
def test_a_win_that_breaks_the_rules_or_was_punished_leaves_open_who_deals_and_shuffles(winner, doubt) -> None:
    for second in "甲乙":
        assert told(hand(1, "甲", winner, **doubt), hand(2, second)) == []
    assert told(hand(1, "甲", winner, **doubt), hand(2, "丙")) == [(DEALER, 2)]
    first = hand(1, "丙", "乙", "leshan", cut=("丙", 1), win_valid=False)
    for cutter, expected in (("甲", []), ("丙", []), ("乙", [(CUTTER, 2)])):
        assert told(first, hand(2, cutter, None, "leshan", cut=(cutter, 1))) == expected


@pytest.mark.parametrize(
    ("clause", "cut", "dealer", "expected"),
    [
        ("S0-106 丙 cuts 4: himself", ("丙", 4), "丙", []),
        ("S0-106 丙 cuts 5: his 下家", ("丙", 5), "甲", []),
        ("S0-106 and nobody else", ("丙", 5), "乙", [(DEALER, 1)]),
    ],
)
def test_s0_106_the_cut_of_a_hand_and_its_dealer(clause, cut, dealer, expected) -> None:
    assert told(hand(1, dealer, rules="leshan", cut=cut)) == expected, clause


@pytest.mark.parametrize(
    ("clause", "rules", "winner", "cutter", "expected"),
    [
        ("S0-097 S0-101 乙 won and shuffles, his 上家 cuts", "leshan", "乙", "甲", []),
        ("S0-097 S0-101", "leshan", "乙", "丙", [(CUTTER, 2)]),
        ("S0-098 drawn: who shuffled before, 丙's 下家, again", "leshan", None, "丙", []),
        ("S0-098 drawn", "leshan", None, "甲", [(CUTTER, 2)]),
        ("S2-011 S2-012 乙 won and shuffles, his 下家 cuts", "old", "乙", "丙", []),
        ("S2-011 S2-012", "old", "乙", "甲", [(CUTTER, 2)]),
        ("S2-013 drawn: the same cuts again", "old", None, "丙", []),
        ("S2-013 drawn", "old", None, "乙", [(CUTTER, 2)]),
        ("S1-007 the shuffler's 下家 cuts", "jiu", "乙", "丙", []),
        ("S1-007", "jiu", "乙", "乙", [(CUTTER, 2)]),
    ],
)
def test_who_cuts(clause, rules, winner, cutter, expected) -> None:
    first = hand(1, "丙", winner, rules, cut=("丙", 1))
    assert told(first, hand(2, cutter, None, rules, cut=(cutter, 1))) == expected, clause


@pytest.mark.parametrize(("cutter", "expected"), [("丙", []), ("乙", [(CUTTER, 1)])])
def test_s2_024_in_da_quan_the_last_seat_cuts(cutter, expected) -> None:
    assert told(hand(1, "甲", cut=(cutter, None))) == expected


def test_s0_098_a_drawn_hand_after_one_without_a_cut_tells_nothing_of_the_cutter() -> None:
    hands = (hand(1, "丙", None, "leshan"), hand(2, "甲", None, "leshan", cut=("甲", 1)))
    assert told(*hands) == []
    assert (CUTTER, 2, ("shuffler",)) in untold(*hands)


ROUND = [("甲", 1), ("乙", 1), ("丙", 1), ("甲", 2), ("乙", 2), ("丙", 2), ("甲", 3)]


def in_quans(deals, rules="quan", **more):
    return [hand(number, dealer, None, rules, quan=quan, **more) for number, (dealer, quan) in enumerate(deals, 1)]


@pytest.mark.parametrize(
    ("clause", "deals", "expected"),
    [
        ("S0-166 S1-070 one more when the first deals again", ROUND, []),
        ("S1-070 not before", [("甲", 1), ("乙", 1), ("丙", 2)], [(QUAN, 3)]),
        ("S1-070 but then", [("甲", 1), ("乙", 1), ("丙", 1), ("甲", 1)], [(QUAN, 4)]),
        ("S1-070 one, not two", [("甲", 1), ("乙", 1), ("丙", 1), ("甲", 3)], [(QUAN, 4)]),
        ("S0-166 S1-068 it begins with 圈 1", [("甲", 2), ("乙", 2)], [(QUAN, 1)]),
        ("an error once is told once", [("甲", 1), ("乙", 2), ("丙", 2), ("甲", 3)], [(QUAN, 2)]),
        ("a hand without its 圈 is counted over", [("甲", 1), ("乙", None), ("丙", None), ("甲", 2)], []),
        ("a hand without its 圈 is counted over", [("甲", 1), ("乙", None), ("丙", None), ("甲", 1)], [(QUAN, 4)]),
    ],
)
def test_the_quan_goes_up(clause, deals, expected) -> None:
    assert told(*in_quans(deals)) == expected, clause


def test_s1_068_a_dealer_who_stays_stays_in_the_quan() -> None:
    first = hand(1, "甲", "甲", quan=1)
    assert told(first, hand(2, "甲", quan=1), hand(3, "乙", quan=1)) == []
    assert told(first, hand(2, "甲", quan=2)) == [(QUAN, 2)]


def test_s1_071_s1_174_after_quan_10_comes_quan_1() -> None:
    deals = [("甲乙丙"[number % 3], number // 3 % 10 + 1) for number in range(33)]
    assert told(*in_quans(deals)) == []
    assert told(*in_quans([*deals[:30], ("甲", 11)])) == [(QUAN, 31)]


def test_s2_023_four_players_go_round_alike() -> None:
    deals = [("甲乙丙丁"[number % 4], number // 4 + 1) for number in range(12)]
    assert told(*in_quans(deals, players="甲乙丙丁")) == []
    assert told(*in_quans([*deals[:3], ("丁", 2)], players="甲乙丙丁")) == [(QUAN, 4)]


def test_the_first_dealer_is_learned_where_hand_1_is_missing() -> None:
    deals = [("乙", 1), ("丙", 1), ("甲", 2), ("乙", 2), ("丙", 2), ("甲", 3)]
    hands = [hand(n, dealer, quan=quan) for n, (dealer, quan) in enumerate(deals, 2)]
    assert told(*hands) == [("hand_missing", 2)]
    late = [hand(n, dealer, quan=quan) for n, (dealer, quan) in enumerate([*deals[:4], ("丙", 3)], 2)]
    assert told(*late) == [("hand_missing", 2), (QUAN, 6)]


def test_seats_may_be_turned_from_hand_to_hand() -> None:
    hands = [
        hand(n, dealer, players=players, quan=quan)
        for n, dealer, players, quan in [(1, "甲", "甲乙丙", 1), (2, "乙", "乙丙甲", 1), (3, "丙", "丙甲乙", 1)]
    ]
    assert told(*hands) == []


# where nothing can be told


@pytest.mark.parametrize(
    ("reason", "between"),
    [
        ("missing", []),
        ("unfinished", [hand(2, "丙", end="unfinished")]),
        ("faulty", [hand(2, "丙", disputes=("not_in_hand",))]),
        ("doubled", [hand(2, "丙", dealt=("一二三", "", "")), hand(2, "丙", dealt=("一二四", "", ""), id="x")]),
    ],
)
def test_after_a_hand_in_doubt_the_next_cannot_be_told(reason, between) -> None:
    hands = [hand(1, "乙", quan=1), *between, hand(3, "乙", quan=9)]
    assert not {code for code, _ in told(*hands)} & {DEALER, QUAN}
    assert {(DEALER, 3, (reason,)), (QUAN, 3, (reason,))} <= set(untold(*hands))


def test_the_hand_in_doubt_itself_is_held_to_the_one_before() -> None:
    assert told(hand(1, "甲", "乙"), hand(2, "丙", end="unfinished")) == [(DEALER, 2)]


@pytest.mark.parametrize(("cut", "reason"), [(None, "no_cut"), (("丙", None), "cut_card")])
def test_a_cut_that_nobody_saw_tells_nothing(cut, reason) -> None:
    assert told(hand(1, "乙", rules="leshan", cut=cut)) == []
    assert untold(hand(1, "乙", rules="leshan", cut=cut)) == [(DEALER, 1, (reason,))]


def test_other_rules_leave_the_next_dealer_untold() -> None:
    hands = (hand(1, "甲", "甲"), hand(2, "丙", rules="quan-leshan"), hand(3, "丙", rules="quan-leshan"))
    assert told(*hands) == [("rules_changed", 2), (DEALER, 3)]
    assert (DEALER, 2, ("rules",)) in untold(*hands)


def test_a_house_rule_that_leaves_the_deal_alone_is_no_doubt() -> None:
    capped = load_rules("quan", house=["cap=200"])
    assert told(hand(1, "甲"), hand(2, "丙", rules=capped)) == [("rules_changed", 2), (DEALER, 2)]


# 轉起打 and people who come and go


RESTING = [("甲", "甲乙丙"), ("乙", "乙丙丁"), ("丙", "丙丁甲"), ("丁", "丁甲乙"), ("甲", "甲乙丙")]


def test_s2_033_one_of_four_rests_and_nobody_has_changed() -> None:
    quans = [1, 1, 1, 1, 2]
    hands = [hand(n, d, players=p, quan=q) for n, ((d, p), q) in enumerate(zip(RESTING, quans, strict=True), 1)]
    assert told(*hands) == []
    wrong = [*hands[:4], hand(5, "丙", players="甲乙丙", quan=2)]
    assert told(*wrong) == [(DEALER, 5)]


def test_who_is_replaced_and_stays_away_has_changed() -> None:
    hands = [hand(n, "甲", "甲", players=p) for n, p in enumerate(["甲乙丙"] * 3 + ["甲乙丁"] * 3, 1)]
    (note,) = notes(*hands)
    assert (note.code, note.hand, note.evidence) == ("players_changed", 4, ("h3", "h4"))
    assert note_text(note) == "第3局與第4局的人不同：來了 丁，走了 丙。"
    assert untold(*hands) == [(DEALER, 4, ("people",))]


def test_with_other_people_nobody_knows_who_is_first_in_the_quan() -> None:
    hands = [hand(n, dealer, players="甲乙丙", quan=1) for n, dealer in enumerate("甲乙", 1)]
    hands += [hand(n, dealer, players="甲乙丁", quan=1) for n, dealer in enumerate("丁甲", 3)]
    assert told(*hands) == [("players_changed", 3)]


def test_who_leaves_is_missed() -> None:
    (note,) = notes(hand(1, "甲", players="甲乙丙丁"), hand(2, "乙"))
    assert note_text(note, "en") == "Between hands 1 and 2 丁 left."


def test_s0_096_seats_are_called_once() -> None:
    assert told(hand(1, "甲"), hand(2, "丙", players="甲丙乙")) == [("seats_changed", 2)]
    assert (DEALER, 2, ("people",)) in untold(hand(1, "甲"), hand(2, "丙", players="甲丙乙"))


@pytest.mark.parametrize("players", [("甲", "甲", "丙"), ("甲", "?", "丙")])
def test_people_who_cannot_be_told_apart_are_not_judged(players) -> None:
    hands = (hand(1, "甲", players=players), hand(2, "丙", players=players))
    assert DEALER not in {code for code, _ in told(*hands)}
    assert (DEALER, 2, ("names", "names")) in untold(*hands)


# order


def test_format_hand_numbers_run_from_1() -> None:
    assert told(hand(1, "甲"), hand(2, "乙"), hand(4, "乙")) == [("hand_missing", 4)]
    assert told(hand(2, "甲")) == [("hand_missing", 2)]
    texts = [note_text(note) for note in notes(hand(3, "甲"), hand(7, "乙"))]
    assert texts == ["這一場從第3局記起，缺第1至2局。", "第3局與第7局之間缺第4至6局。"]


DEALT = ("一二三四", "五六七八", "??")


def test_a_hand_recorded_twice_under_one_number() -> None:
    two = [hand(1, "甲", dealt=DEALT, id=name) for name in ("x", "y")]
    (note,) = notes(*two)
    assert (note.code, note.evidence) == ("hand_doubled", ("x", "y"))
    other = hand(1, "甲", dealt=("一二三五", *DEALT[1:]), id="y")
    assert told(two[0], other) == [("number_doubled", 1)]


def test_a_hand_recorded_again_under_the_next_number() -> None:
    hands = (hand(1, "甲", dealt=DEALT), hand(2, "甲", dealt=DEALT), hand(3, "丙"))
    (note,) = notes(*hands)
    assert (note.code, note.hand, note.evidence) == ("hand_doubled", 2, ("h1", "h2"))
    assert {(DEALER, 2, ("doubled",)), (DEALER, 3, ("doubled",))} <= set(untold(*hands))


def test_unseen_hands_are_alike_by_chance() -> None:
    unseen = ("????", "????", "????")
    assert told(hand(1, "甲", "甲", dealt=unseen), hand(2, "甲", "甲", dealt=unseen)) == []
    few = ("一二", "三四", "????")
    assert told(hand(1, "甲", "甲", dealt=few), hand(2, "甲", "甲", dealt=few)) == []


def test_a_hand_without_a_number_has_no_place() -> None:
    assert told(hand(1, "甲"), hand(None, "丙", id="x")) == [("hand_unnumbered", None)]


@pytest.mark.parametrize(
    ("one", "two", "expected"),
    [
        ("2024-02-10", "2024-02-10", []),
        ("2024-02-10", "2024-02-09", [("order_differs", 2)]),
        ("2024-02-10T20:00", "2024-02-10", []),
        ("2024-02-10T20:00", "2024-02-10T19:59", [("order_differs", 2)]),
        ("2024-02-10T20:00+08:00", "2024-02-10T12:30+00:00", []),
        ("2024-02-10T20:00+08:00", "2024-02-10T11:30+00:00", [("order_differs", 2)]),
        ("2024-02-10T20:00+08:00", "2024-02-10T19:00", []),
        (None, "2024-02-10", []),
    ],
)
def test_numbers_and_times_run_the_same_way(one, two, expected) -> None:
    assert told(hand(1, "甲", played_at=one), hand(2, "乙", played_at=two)) == expected


def test_what_a_repair_or_a_merge_replaces_is_left_out() -> None:
    hands = [hand(1, "甲", id="old"), hand(1, "甲", id="new", stands_for=("old",)), hand(2, "乙")]
    sitting = sitting_of("茶樓", hands)
    assert (sitting.replaced, told(*hands)) == (("old",), [])
    ring = [hand(1, "甲", id="a", stands_for=("b",)), hand(1, "甲", id="b", stands_for=("a",))]
    assert sitting_of("茶樓", ring).replaced == ()


# what is due next


@pytest.mark.parametrize(
    ("clause", "hands", "turns"),
    [
        ("S2-015 S1-017 S2-024", [hand(1, "甲", "乙", quan=1)], (Turn("乙", 1, "乙", "甲"),)),
        ("S1-068", [hand(1, "甲", "甲", quan=1)], (Turn("甲", 1, "甲", "丙"),)),
        (
            "S0-165 two ways",
            [hand(1, "甲", "甲", "quan-leshan", quan=1)],
            (Turn("甲", 1, "甲", "丙"), Turn("乙", 1, "乙", "甲")),
        ),
        ("S1-070", in_quans(ROUND[:3]), (Turn("甲", 2, "甲", "丙"),)),
        ("S0-097 S0-101", [hand(1, "丙", "乙", "leshan", cut=("丙", 1))], (Turn(None, None, "乙", "甲"),)),
        ("S0-098", [hand(1, "丙", None, "leshan", cut=("丙", 1))], (Turn(None, None, "甲", "丙"),)),
        ("S2-012", [hand(1, "丙", "乙", "old", cut=("丙", 1))], (Turn(None, None, "乙", "丙"),)),
        ("nobody knows who shuffled", [hand(1, "丙", None, "leshan")], ()),
        ("an unfinished hand", [hand(1, "甲", end="unfinished")], ()),
        ("the app leaves it open", [hand(1, "甲", "甲", "app-leshan")], ()),
        ("an unknown 圈", [hand(2, "甲", "乙")], (Turn("乙", None, "乙", "甲"),)),
    ],
)
def test_what_is_due_next(clause, hands, turns) -> None:
    due = next_due(sitting_of("茶樓", hands))
    assert (due.hand, due.turns) == (hands[-1].number + 1, turns), clause
    assert bool(due.doubts) == (not turns)


def test_s0_099_s1_065_the_highest_card_shuffles_first_or_deals() -> None:
    seats = ("乙", "丙", "甲")
    assert first_due(load_preset("leshan"), seats) == Due(1, (Turn(None, None, "乙", "甲"),))
    assert first_due(load_preset("old"), seats) == Due(1, (Turn(None, None, "乙", "丙"),))
    assert first_due(load_preset("quan-raw"), seats) == Due(1, (Turn("乙", 1, "乙", "甲"),))
