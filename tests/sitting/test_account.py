"""The account and the settlement sheet: who owes whom, what stands apart."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given, settings, strategies as st

from erqishi_logs.sitting import fewest_transfers, points, settle_sitting, sitting_of
from erqishi_logs.sitting.money import balanced
from erqishi_logs.sitting.tables import reason
from tests.sitting.hands import fined, hand

WON = (40, -20, -20)


def sheet_of(*hands, basis="recorded"):
    return settle_sitting(sitting_of("茶樓", hands), basis)


def columns(sheet):
    return {
        each.person: tuple(points(n) for n in (each.play, each.penalties, each.disputed)) for each in sheet.balances
    }


def test_the_account_runs_by_person_wherever_he_sits() -> None:
    sheet = sheet_of(hand(1, "甲", "甲", pay=WON), hand(2, "甲", "乙", players="乙丙甲", pay=WON))
    assert columns(sheet) == {"甲": (20, 0, 0), "乙": (20, 0, 0), "丙": (-40, 0, 0)}
    assert [{k: points(v) for k, v in stands.items()} for stands in sheet.stands] == [
        {"甲": 40, "乙": -20, "丙": -20},
        {"甲": 20, "乙": 20, "丙": -40},
    ]


def test_s2_108_penalties_stand_apart_with_their_stake() -> None:
    pay = (40 * 2 + 40, -20 * 2 - 80, -20 * 2 + 40)
    sheet = sheet_of(hand(1, "甲", "甲", pay=pay, stake=2, penalties=fined(1)))
    assert columns(sheet) == {"甲": (80, 40, 0), "乙": (-40, -80, 0), "丙": (-40, 40, 0)}
    (fine,) = sheet.fines
    assert (fine.offender, fine.amount, fine.stake, fine.others, points(fine.paid)) == ("乙", 20, 2, 2, 80)


@pytest.mark.parametrize(
    ("why", "more", "codes"),
    [
        ("a violation", {"disputes": ("hu_cuo",)}, ("hu_cuo",)),
        ("a fault", {"disputes": ("fifth_copy",)}, ("fifth_copy",)),
        ("paid otherwise", {"disputes": ("pay_differs",), "counted": (60, -30, -30)}, ("pay_differs",)),
        ("unfinished", {"disputes": ("unfinished",)}, ("unfinished",)),
    ],
)
def test_a_disputed_hand_stands_apart(why, more, codes) -> None:
    sheet = sheet_of(hand(1, "甲", "甲", pay=WON), hand(2, "甲", "甲", pay=WON, **more))
    assert columns(sheet) == {"甲": (40, 0, 40), "乙": (-20, 0, -20), "丙": (-20, 0, -20)}, why
    (dispute,) = sheet.disputes
    assert (dispute.codes, dispute.hand.number) == (codes, 2)
    assert sum(t.amount for t in sheet.transfers) * 2 == sum(t.amount for t in sheet.transfers_if_all)


def test_both_are_shown_where_they_differ_and_either_can_be_asked_for() -> None:
    one = hand(1, "甲", "甲", pay=WON, counted=(60, -30, -30), disputes=("pay_differs",))
    for basis, won in (("recorded", 40), ("counted", 60)):
        sheet = sheet_of(one, basis=basis)
        assert columns(sheet)["甲"] == (0, 0, won)
        assert (points(sheet.disputes[0].recorded["甲"]), points(sheet.disputes[0].counted["甲"])) == (40, 60)


def test_what_is_not_recorded_is_counted_and_what_is_not_judged_is_as_recorded() -> None:
    sheet = sheet_of(hand(1, "甲", "甲", pay=None, counted=WON), hand(2, "甲", "甲", pay=WON))
    assert sheet.bases == {"counted": 1, "recorded": 1}
    assert columns(sheet)["甲"] == (80, 0, 0)


def test_a_payment_that_nobody_knows_is_no_nought() -> None:
    sheet = sheet_of(hand(1, "甲", "甲", pay=None))
    assert sheet.disputes[0].codes == ("no_pay",)
    assert sheet.entries[0].play is None


def test_format_a_payment_that_does_not_balance_is_not_taken() -> None:
    sheet = sheet_of(hand(1, "甲", "甲", pay=(60, -20, -20), counted=WON, disputes=("pay_unbalanced",)))
    assert (sheet.disputes[0].recorded, columns(sheet)["甲"]) == (None, (0, 0, 40))


DEALT = ("一二三四", "五六七八", "??")


def test_a_hand_recorded_twice_is_paid_once() -> None:
    two = [hand(1, "甲", "甲", pay=WON, dealt=DEALT, id=name, penalties=fined(1)) for name in ("x", "y")]
    sheet = sheet_of(*two)
    assert (len(sheet.entries), len(sheet.fines), columns(sheet)["甲"][0]) == (1, 1, 20)


@pytest.mark.parametrize(
    ("other", "code"),
    [
        (hand(1, "甲", "甲", pay=(60, -30, -30), id="y"), "hand_doubled"),
        (hand(1, "甲", "乙", pay=WON, id="y"), "number_doubled"),
    ],
)
def test_two_records_that_disagree_move_no_total(other, code) -> None:
    sheet = sheet_of(hand(1, "甲", "甲", pay=WON, id="x"), other)
    assert [dispute.codes for dispute in sheet.disputes] == [(code,), (code,)]
    assert columns(sheet)["甲"] == (0, 0, 0)
    assert [points(dispute.recorded["甲"]) for dispute in sheet.disputes] == [
        40,
        points(sheet.disputes[1].recorded["甲"]),
    ]


def test_a_hand_recorded_again_under_another_number_is_disputed() -> None:
    sheet = sheet_of(hand(1, "甲", "甲", pay=WON, dealt=DEALT), hand(2, "甲", "甲", pay=WON, dealt=DEALT))
    assert columns(sheet)["甲"] == (40, 0, 40)
    assert reason(sheet.disputes[0].codes[0], "zh-Hant") == "重局"


def test_a_hand_without_a_number_is_in_the_account() -> None:
    assert columns(sheet_of(hand(None, "甲", "甲", pay=WON)))["甲"] == (40, 0, 0)


@pytest.mark.parametrize(
    ("pay", "parts"),
    [
        ((-0.1, -0.2, 0.3), (-100_000, -200_000, 300_000)),
        ((-0.1 * 3, 0.1 * 3), (-300_000, 300_000)),
        ((-1 / 3, -1 / 3, 2 / 3), (-333_333, -333_333, 666_666)),
        ((1, -1.01), None),
    ],
)
def test_amounts_add_up(pay, parts) -> None:
    assert balanced(pay) == parts


# who pays whom


@pytest.mark.parametrize(
    ("balances", "payments"),
    [
        ({"甲": 0, "乙": 0}, 0),
        ({"甲": 40, "乙": -20, "丙": -20}, 2),
        ({"甲": 5, "乙": -5, "丙": 7, "丁": -7}, 2),
        ({"甲": 3, "乙": -1, "丙": -2, "丁": 4, "戊": -4}, 3),
        ({"甲": 6, "乙": 1, "丙": -3, "丁": -3, "戊": -1}, 3),
    ],
)
def test_the_fewest_payments(balances, payments) -> None:
    assert len(fewest_transfers(balances)) == payments


def least(amounts) -> int:
    """The least number of payments, found by trying every even group."""
    left = [amount for amount in amounts if amount]
    if not left:
        return 0
    first, rest = left[0], left[1:]
    best = len(left) - 1
    for size in range(len(rest)):
        for group in combinations(range(len(rest)), size):
            if first + sum(rest[i] for i in group) == 0:
                others = [amount for i, amount in enumerate(rest) if i not in group]
                best = min(best, size + least(others))
    return best


@settings(deadline=None, max_examples=150)
@given(st.lists(st.integers(-6, 6), min_size=1, max_size=6))
def test_payments_settle_everybody_and_no_fewer_would_do(amounts) -> None:
    balances = dict(enumerate([*amounts, -sum(amounts)]))
    transfers = fewest_transfers(balances)
    left = dict(balances)
    for payer, payee, amount in transfers:
        assert amount > 0
        left[payer] += amount
        left[payee] -= amount
    assert not any(left.values())
    assert len(transfers) == least(balances.values())


def test_many_people_are_settled_too() -> None:
    balances = {str(n): n - 20 for n in range(41)}
    assert len(fewest_transfers(balances)) <= 40
    with pytest.raises(ValueError, match="not 0"):
        fewest_transfers({"甲": 1})


PAYS = st.lists(st.integers(-90, 90), min_size=3, max_size=3).map(lambda p: (p[0], p[1], -p[0] - p[1]))
CODES = st.sampled_from([(), (), ("hu_cuo",), ("pay_differs",), ("unfinished",)])
TABLES = st.permutations("甲乙丙丁戊").map(lambda people: people[:3])
FINES = st.just(()) | st.integers(0, 2).map(fined)


@st.composite
def some_hand(draw):
    """A hand at any table, with any payments, even such as contradict each other."""
    number, seats = draw(st.integers(1, 9)), draw(TABLES)
    told = {"pay": draw(st.none() | PAYS), "counted": draw(st.none() | PAYS), "disputes": draw(CODES)}
    told |= {"penalties": draw(FINES), "stake": draw(st.sampled_from([1, 2, 0.5, 0.1]))}
    return hand(number, seats[0], seats[0], players=seats, id=f"{number}{seats}{told['pay']}", **told)


HANDS = st.lists(some_hand(), max_size=9)


@settings(deadline=None, max_examples=150)
@given(HANDS, st.sampled_from(["recorded", "counted"]))
def test_every_column_of_the_account_sums_to_zero_whatever_was_recorded(hands, basis) -> None:
    sheet = sheet_of(*hands, basis=basis)
    for column in zip(*columns(sheet).values(), strict=True):
        assert abs(sum(column)) < 1e-9
    assert all(sum(stands.values()) == 0 for stands in sheet.stands)
    assert len(sheet.stands) == len(sheet.entries)
    if sheet.stands:
        assert sheet.stands[-1] == {each.person: each.total for each in sheet.balances}
