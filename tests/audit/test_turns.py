"""Turns, calls and deals (RULEBOOK §3, §4.5, §7): broken, just not broken, cannot tell."""

from __future__ import annotations

import pytest

from tests.audit.table import record, told

THREE = {"甲": "?", "乙": "?", "丙": "?"}
ONE_GUN = "五五五五一一二九九十壹壹貳叄伍柒柒捌玖拾"
TWO_GUNS = "五五五五一一一一九九十壹壹貳叄伍柒柒捌玖"
DEALER_TWO = TWO_GUNS + "拾"
DEALER_NONE = "四六一一二九九十壹壹貳叄伍伍柒柒捌玖拾拾三"

TURNS = [
    ("s7_flip_out_of_turn", THREE, "打 甲 五; 翻 丙 三", ["duo_mo 丙 1"]),
    ("s0_116_next_flips", THREE, "打 甲 五; 翻 乙 三; 翻 丙 四; 翻 甲 六", []),
    ("s7_flip_while_a_discard_is_owed", {**THREE, "甲": DEALER_NONE}, "翻 乙 五", ["duo_mo 乙 0"]),
    ("s7_flip_by_a_third_seat_while_a_discard_is_owed", THREE, "翻 丙 五", ["duo_mo 丙 0"]),
    ("s7_discard_not_owed", THREE, "打 甲 五; 打 丙 三", ["luan_da 丙 1"]),
    ("after_it_the_turn_goes_on_from_him", THREE, "打 甲 五; 打 丙 三; 翻 甲 七", ["luan_da 丙 1"]),
    ("s7_dui_of_ones_own_discard", THREE, "打 甲 五; 對 甲", ["luan_da 甲 1", "note chai_kan 甲 0"]),
    (
        "s7_kai_of_ones_own_discard_needs_three",
        {**THREE, "甲": "五五五五" + DEALER_NONE[2:19]},
        "打 甲 五; 開 甲",
        None,
    ),
    ("s0_026_dui_of_ones_own_flip", THREE, "打 甲 五; 翻 乙 三; 對 乙; 打 乙 七", []),
]


@pytest.mark.parametrize(("hands", "events", "expected"), [t[1:] for t in TURNS], ids=[t[0] for t in TURNS])
def test_turns(hands: dict[str, str], events: str, expected: list[str] | None) -> None:
    got = told(record("leshan", hands, events))
    if expected is None:
        assert "luan_da 甲 1" in got
    else:
        assert got == sorted(expected)


def test_s1_129_dui_own_flip_off() -> None:
    hand = record("leshan", THREE, "打 甲 五; 翻 乙 三; 對 乙; 打 乙 七", house="dui_own_flip=no")
    assert told(hand) == ["luan_da 乙 2"]


FOUR = {"甲": "?", "乙": "?", "丙": "?", "丁": "五五"}
XIAOJIA = [
    ("s0_040_dui_is_not_his", "打 甲 三; 翻 乙 五; 對 丁", ["luan_da 丁 2"]),
    ("s0_040_chi_is_not_his", "打 甲 三; 翻 乙 二; 翻 丙 三; 吃 丁 五五", ["chi_cuo 丁 3"]),
    ("s0_123_draw_and_discard", "打 甲 三; 翻 乙 二; 翻 丙 三; 摸 丁 九; 打 丁 五; 翻 甲 二", []),
    ("s0_126_putting_out_the_drawn_card_is_a_discard", "打 甲 三; 翻 乙 二; 翻 丙 三; 摸 丁 九; 打 丁 九", []),
    ("s0_124_shown_is_a_flip", "打 甲 三; 翻 乙 二; 翻 丙 三; 翻 丁 九; 翻 甲 二", []),
    ("s7_draw_out_of_turn", "打 甲 三; 摸 丁 九; 打 丁 五", ["duo_mo 丁 1"]),
    ("s0_040_only_xiaojia_draws", "打 甲 三; 摸 乙 九; 打 乙 五", ["duo_mo 乙 1"]),
]


@pytest.mark.parametrize(("events", "expected"), [x[1:] for x in XIAOJIA], ids=[x[0] for x in XIAOJIA])
def test_xiaojia(events: str, expected: list[str]) -> None:
    assert told(record("leshan-4", FOUR, events)) == sorted(expected)


CALLS = [
    ("s0_042_dealer_with_two_guns_calls", {"甲": DEALER_TWO}, "leshan", "八塊 甲; 翻 乙 三", []),
    ("s0_043_dealer_with_two_guns_discards", {"甲": DEALER_TWO}, "leshan", "打 甲 拾", ["cuo_bakuai 甲 0"]),
    ("s0_155_wrong_number", {"甲": DEALER_TWO}, "leshan", "十二塊 甲", ["cuo_bakuai 甲 0"]),
    ("s7_left_out_found_at_nexts_flip", {"甲": DEALER_TWO}, "leshan", "翻 乙 三", ["cuo_bakuai 甲 0"]),
    ("s0_155_not_owed", {"甲": DEALER_NONE}, "leshan", "八塊 甲", ["cuo_bakuai 甲 0"]),
    ("s2_040_false_call_by_the_dealer", {"甲": DEALER_NONE}, "quan", "八塊 甲; 翻 乙 三", []),
    ("s2_040_only_eight", {"甲": DEALER_NONE}, "quan", "十二塊 甲", ["cuo_bakuai 甲 0"]),
    ("s1_060_first_quad_discards", {"乙": "三三三" + DEALER_NONE[:17]}, "leshan", "打 甲 三; 開 乙; 打 乙 一", []),
    (
        "s1_060_first_quad_calls",
        {"乙": "三三三" + DEALER_NONE[:17]},
        "leshan",
        "打 甲 三; 開 乙; 八塊 乙",
        ["cuo_bakuai 乙 2"],
    ),
    ("s1_061_gun_and_kai_call", {"乙": "三三三" + ONE_GUN[:17]}, "leshan", "打 甲 三; 開 乙; 八塊 乙; 翻 丙 四", []),
    (
        "s1_061_gun_and_kai_discard",
        {"乙": "三三三" + ONE_GUN[:17]},
        "leshan",
        "打 甲 三; 開 乙; 打 乙 壹",
        ["cuo_bakuai 乙 2"],
    ),
    (
        "s4_5_two_dealt_guns_owe_none_at_the_first_claim",
        {"乙": TWO_GUNS},
        "leshan",
        "打 甲 九; 對 乙; 八塊 乙; 翻 丙 三",
        [],
    ),
    (
        "s4_5_and_a_discard_at_the_second",
        {"乙": TWO_GUNS},
        "leshan",
        "打 甲 九; 對 乙; 八塊 乙; 翻 丙 壹; 對 乙; 打 乙 十",
        [],
    ),
    (
        "s4_5_a_wrong_group_of_four_is_no_quad",
        {"乙": ONE_GUN[:-1] + "三"},
        "leshan",
        "打 甲 二; 吃 乙 一三 擺 二九九十; 打 乙 壹",
        ["san_da_yi 乙 1"],
    ),
    ("not_his_turn", {"乙": TWO_GUNS}, "leshan", "打 甲 三; 八塊 乙", ["cuo_bakuai 乙 1"]),
]


@pytest.mark.parametrize(("hands", "rules", "events", "expected"), [c[1:] for c in CALLS], ids=[c[0] for c in CALLS])
def test_bakuai(hands: dict[str, str], rules: str, events: str, expected: list[str]) -> None:
    assert told(record(rules, {**THREE, **hands}, events)) == sorted(expected)


def test_call_of_an_unseen_hand() -> None:
    unseen = record("leshan", THREE, "打 甲 三; 開 乙; 八塊 乙")
    assert told(unseen) == [], "乙 may have been dealt a gun"
    assert "? cuo_bakuai 乙 2" in told(unseen, cannot_tell=True)
    two = record("leshan", THREE, "打 甲 三; 開 乙; 打 乙 壹; 翻 丙 四; 開 乙; 打 乙 貳")
    assert told(two) == ["cuo_bakuai 乙 5"], "two kai on the table owe a call whatever the hand"


def test_s2_109_too_many_dealt() -> None:
    assert told(record("leshan", {**THREE, "乙": ONE_GUN + "三"}, "打 甲 三")) == ["duo_mo 乙 -2"]


def test_short_deal_is_a_fault_of_the_record() -> None:
    assert told(record("leshan", {**THREE, "乙": ONE_GUN[:-1]}, "打 甲 三")) == ["fault short_deal 乙 0"]


def test_an_unseen_card_taken_in_is_no_dealt_card() -> None:
    # 乙 may not keep what he draws; the third 一 he discards may be the drawn one, so no kan was split.
    events = "打 甲 九; 對 乙; 打 乙 一; 翻 丙 三; 翻 甲 四; 摸 乙 ?; 打 乙 一; 翻 丙 九; 翻 甲 壹; 對 乙; 打 乙 一"
    assert told(record("quan-raw", THREE, events)) == ["duo_mo 乙 5"]
