"""進張 violations (RULEBOOK §7): each broken, just not broken, and cannot tell, with the clause it is from."""

from __future__ import annotations

import pytest

from tests.audit.table import record, told

# 乙 holds 四六 and nothing else near 五; no kan, no gun.
EYE = "四六一一二九九十壹壹貳叄伍伍柒柒捌玖拾拾"
# The same without 伍伍: a 五 beside it cannot be laid.
BARE = "四六一一二九九十壹壹貳叄肆陸柒柒捌玖拾拾"
# 乙 holds 五五 and nothing that could chi 五.
PAIR = "五五一一九九十壹壹貳叄叄肆陸柒柒捌玖拾拾"

GUOZHANG = [
    (
        "s0_141_passed_then_taken",
        "leshan",
        EYE,
        "打 甲 五; 翻 乙 三; 翻 丙 肆; 翻 甲 五; 吃 乙 四六",
        ["chi_guozhang 乙 4 <0"],
    ),
    (
        "s1_051_own_flip_counts_too",
        "leshan",
        EYE,
        "打 甲 三; 翻 乙 五; 翻 丙 肆; 翻 甲 五; 吃 乙 四六",
        ["chi_guozhang 乙 4 <1"],
    ),
    (
        "s0_141_first_of_two_is_the_evidence",
        "leshan",
        EYE,
        "打 甲 五; 翻 乙 五; 翻 丙 肆; 翻 甲 五; 吃 乙 四六",
        ["chi_guozhang 乙 4 <0"],
    ),
    ("s1_052_preempted_by_dui_is_no_pass", "leshan", EYE, "打 甲 五; 對 丙; 打 丙 肆; 翻 甲 五; 吃 乙 四六", []),
    (
        "s1_053_no_right_to_the_first_is_no_pass",
        "leshan",
        EYE,
        "打 甲 三; 翻 乙 肆; 翻 丙 五; 翻 甲 五; 吃 乙 四六",
        [],
    ),
    ("s0_135_duikou_others_card_is_no_chance", "duikou", EYE, "打 甲 五; 翻 乙 五; 吃 乙 四六", []),
    (
        "s5_chi_by_no_right_preempts_nobody",
        "leshan",
        EYE,
        "打 甲 五; 吃 丙 三四; 打 丙 叄; 翻 甲 五; 吃 乙 四六",
        ["chi_cuo 丙 1", "chi_guozhang 乙 4 <0"],
    ),
    (
        "s0_034_what_could_not_be_laid_is_no_pass",
        "leshan",
        "五" + BARE[:-1],
        "打 甲 五; 翻 乙 九; 對 乙; 打 乙 五; 翻 丙 肆; 翻 甲 五; 吃 乙 四六",
        [],
    ),
    (
        "s5_nothing_clears_it",
        "leshan",
        EYE,
        "打 甲 五; 翻 乙 九; 對 乙; 打 乙 叄; 翻 丙 肆; 翻 甲 五; 吃 乙 四六",
        ["chi_guozhang 乙 6 <0"],
    ),
]


def three(yi: str = "?", bing: str = "?", jia: str = "?") -> dict[str, str]:
    return {"甲": jia, "乙": yi, "丙": bing}


def hands_of(rules: str, yi: str) -> dict[str, str]:
    return {"甲": "?", "乙": yi} if rules == "duikou" else three(yi)


@pytest.mark.parametrize(("rules", "yi", "events", "expected"), [c[1:] for c in GUOZHANG], ids=[c[0] for c in GUOZHANG])
def test_chi_guozhang(rules: str, yi: str, events: str, expected: list[str]) -> None:
    assert told(record(rules, hands_of(rules, yi), events)) == sorted(expected)


def test_option_guozhang_clears_on_jinzhang() -> None:
    events = "打 甲 五; 翻 乙 九; 對 乙; 打 乙 叄; 翻 丙 肆; 翻 甲 五; 吃 乙 四六"
    assert told(record("leshan", three(EYE), events, house="guozhang_clears=on_jinzhang")) == []


def test_chi_guozhang_of_an_unseen_hand_cannot_be_told() -> None:
    events = "打 甲 五; 翻 乙 三; 翻 丙 肆; 翻 甲 五; 吃 乙 四六"
    hand = record("leshan", three(), events)
    assert told(hand) == [], "乙 may have held a 五 then that could not be laid"
    assert "? chi_guozhang 乙 4 <0" in told(hand, cannot_tell=True)


def test_chi_guozhang_of_an_unseen_hand_is_certain_when_every_deal_agrees() -> None:
    # 丙's notes: all four 五 and two 四 and two 六 are seen elsewhere, so 乙 had just 四六 and no 五.
    events = "打 甲 五; 翻 乙 三; 翻 丙 肆; 翻 甲 五; 吃 乙 四六"
    hand = record("leshan", three(bing="五五四四六六一一二九九十壹壹貳叄柒柒捌玖"), events)
    assert told(hand) == ["chi_guozhang 乙 4 <0"]


HOU_DUI = [
    ("s0_144_passed_then_taken", "leshan", PAIR, "打 甲 五; 翻 乙 四; 翻 丙 五; 對 乙", ["hou_dui 乙 3 <0"]),
    ("s0_026_own_flip_is_a_chance", "leshan", PAIR, "打 甲 四; 翻 乙 五; 翻 丙 五; 對 乙", ["hou_dui 乙 3 <1"]),
    (
        "s0_053_taken_by_hu_is_no_pass",
        "leshan",
        PAIR,
        "打 甲 五; 和 丙; 包 丙 和過張 20; 翻 乙 五; 對 乙",
        ["hou_dui 乙 4 <0"],
    ),
    ("first_time_is_fine", "leshan", PAIR, "打 甲 四; 翻 乙 三; 翻 丙 五; 對 乙", []),
    (
        "s5_who_chid_has_passed_the_dui",
        "leshan",
        "五五四六五伍一一九九壹壹貳叄叄柒柒捌玖拾"[:2] + "四六伍一一九九十壹壹貳叄叄柒柒捌玖拾",
        "打 甲 五; 吃 乙 四六 擺 五五伍; 打 乙 拾",
        [],
    ),
    (
        "s1_135_online_any_unused_chance_bars",
        "online",
        "四六五五一一九九壹壹貳叄叄陸柒柒捌玖拾拾",
        "打 甲 五; 翻 乙 三; 翻 丙 五; 對 乙",
        ["hou_dui 乙 3 <0"],
    ),
]


@pytest.mark.parametrize(("rules", "yi", "events", "expected"), [c[1:] for c in HOU_DUI], ids=[c[0] for c in HOU_DUI])
def test_hou_dui(rules: str, yi: str, events: str, expected: list[str]) -> None:
    got = [line for line in told(record(rules, three(yi), events)) if "丙" not in line]
    assert got == sorted(expected)


def test_hou_dui_of_an_unseen_hand_is_certain() -> None:
    # A hand only shrinks: the two 五 of the dui were there when the first 五 passed.
    assert told(record("leshan", three(), "打 甲 五; 翻 乙 四; 翻 丙 五; 對 乙")) == ["hou_dui 乙 3 <0"]


TU = [
    (
        "s0_143_one_two_three_takes_four_discards_one",
        "一二三六六八九十壹壹貳叄肆伍陸柒捌玖拾拾",
        "打 甲 四; 吃 乙 二三; 打 乙 一",
        ["shangtu_xiaxie 乙 2 <1"],
    ),
    (
        "s1_056_three_four_five_takes_two_discards_five",
        "三四五六六八九十壹壹貳叄肆伍陸柒捌玖拾拾",
        "打 甲 二; 吃 乙 三四; 打 乙 五",
        ["shangtu_xiaxie 乙 2 <1"],
    ),
    (
        "s1_057_banbianzi_too",
        "一一壹三六八九十貳叄肆伍陸柒柒捌捌玖拾拾",
        "打 甲 壹; 吃 乙 一壹; 打 乙 一",
        ["shangtu_xiaxie 乙 2 <1"],
    ),
    (
        "longdeng_too",
        "二七十三四六八玖壹叄肆伍陸柒柒捌捌玖拾拾",
        "打 甲 七; 吃 乙 六八 擺 七二十; 打 乙 玖",
        [],
    ),
    ("another_discard_is_fine", "一二三六六八九十壹壹貳叄肆伍陸柒捌玖拾拾", "打 甲 四; 吃 乙 二三; 打 乙 八", []),
    (
        "discarding_the_kind_taken_is_fine",
        "二三四六六八九十壹壹貳叄肆伍陸柒捌玖拾拾",
        "打 甲 四; 吃 乙 二三; 打 乙 四",
        ["chi_cuo 乙 1"],
    ),
    (
        "s7_only_in_that_turn",
        "一二三六六八九十壹壹貳叄肆伍陸柒捌玖拾拾",
        "打 甲 四; 吃 乙 二三; 打 乙 八; 翻 丙 七; 翻 甲 六; 對 乙; 打 乙 一",
        [],
    ),
]


@pytest.mark.parametrize(("yi", "events", "expected"), [c[1:] for c in TU], ids=[c[0] for c in TU])
def test_shangtu_xiaxie(yi: str, events: str, expected: list[str]) -> None:
    assert told(record("leshan", three(yi), events)) == sorted(expected)


def test_shangtu_xiaxie_needs_no_hand() -> None:
    assert told(record("leshan", three(), "打 甲 四; 吃 乙 二三; 打 乙 一")) == ["shangtu_xiaxie 乙 2 <1"]


CHI = [
    ("s0_031_no_right", "leshan", EYE, "打 甲 三; 翻 乙 肆; 翻 丙 五; 吃 乙 四六", ["chi_cuo 乙 3"]),
    ("s0_135_duikou", "duikou", EYE, "打 甲 五; 吃 乙 四六", ["chi_cuo 乙 1"]),
    ("s0_142_no_meld", "leshan", EYE, "打 甲 五; 吃 乙 四二", ["chi_cuo 乙 1"]),
    ("s0_034_kept_and_cannot_be_laid", "leshan", "五" + BARE[:-1], "打 甲 五; 吃 乙 四六", ["chi_cuo 乙 1"]),
    ("s1_166_allowed_where_the_rules_say", "leshan bai_impossible=allow", "五" + BARE[:-1], "打 甲 五; 吃 乙 四六", []),
    (
        "s0_150_kept_though_it_could_be_laid",
        "leshan",
        "五三四四六" + "一一九九十壹壹貳叄伍伍柒柒捌玖",
        "打 甲 五; 吃 乙 四六",
        ["note youbai_bubai 乙 1 <1"],
    ),
    (
        "s1_043_at_the_act",
        "quan-raw",
        "五三四四六" + "一一九九十壹壹貳叄伍伍柒柒捌玖",
        "打 甲 五; 吃 乙 四六",
        ["youbai_bubai 乙 1 <1"],
    ),
    ("s0_033_laid", "leshan", "五三四四六" + "一一九九十壹壹貳叄伍伍柒柒捌玖", "打 甲 五; 吃 乙 四六 擺 五三四", []),
    (
        "s0_139_san_da_yi",
        "leshan",
        "五三四四六" + "一一九九十壹壹貳叄伍伍柒柒捌玖",
        "打 甲 五; 吃 乙 四六 擺 五三九",
        ["san_da_yi 乙 1"],
    ),
    ("s0_139_laid_without_x", "leshan", EYE, "打 甲 五; 吃 乙 四六 擺 柒捌玖", ["san_da_yi 乙 1"]),
    ("s1_054_out_of_a_kan", "quan-raw", "四四四六" + EYE[2:18], "打 甲 五; 吃 乙 四六", ["chai_kan 乙 1"]),
    ("s0_151_out_of_a_kan_a_note", "leshan", "四四四六" + EYE[2:18], "打 甲 五; 吃 乙 四六", ["note chai_kan 乙 1"]),
]


@pytest.mark.parametrize(("rules", "yi", "events", "expected"), [c[1:] for c in CHI], ids=[c[0] for c in CHI])
def test_chi(rules: str, yi: str, events: str, expected: list[str]) -> None:
    preset, _, house = rules.partition(" ")
    assert told(record(preset, hands_of(preset, yi), events, house=house)) == sorted(expected)


def test_kept_card_of_an_unseen_hand_cannot_be_told() -> None:
    hand = record("quan-raw", three(), "打 甲 五; 吃 乙 四六; 打 乙 一")
    assert told(hand) == []
    assert {"? chi_cuo 乙 1", "? youbai_bubai 乙 1 <1", "? chai_kan 乙 1"} <= set(told(hand, cannot_tell=True))


def test_kept_card_shown_later_is_certain() -> None:
    # The 五 discarded later was in the hand at the chi: laid it was not.
    hand = record("quan-raw", three(), "打 甲 五; 吃 乙 四六; 打 乙 五")
    assert told(hand) == [], "whether it could be laid hangs on unseen cards"
    assert {"? chi_cuo 乙 1", "? youbai_bubai 乙 1 <1"} <= set(told(hand, cannot_tell=True))


CHAI = [
    (
        "s1_055_discard_from_a_kan",
        "quan-raw",
        "一一一" + EYE[4:] + "三",
        "打 甲 九; 對 乙; 打 乙 一",
        ["chai_kan 乙 2"],
    ),
    ("s0_151_only_at_a_win", "leshan", "一一一" + EYE[4:] + "三", "打 甲 九; 對 乙; 打 乙 一", ["note chai_kan 乙 2"]),
    (
        "s2_no_second_finding",
        "quan-raw",
        "一一一" + EYE[4:] + "三",
        "打 甲 九; 對 乙; 打 乙 一; 翻 丙 三; 翻 甲 壹; 對 乙; 打 乙 一",
        ["chai_kan 乙 2"],
    ),
    (
        "dui_out_of_a_kan",
        "quan-raw",
        "九九九" + EYE[:5] + EYE[7:19],
        "打 甲 九; 對 乙; 打 乙 一",
        ["chai_kan 乙 1", "note youkai_bukai 乙 1 <0"],
    ),
    ("two_alike_are_no_kan", "quan-raw", EYE, "打 甲 九; 對 乙; 打 乙 一", []),
]


@pytest.mark.parametrize(("rules", "yi", "events", "expected"), [c[1:] for c in CHAI], ids=[c[0] for c in CHAI])
def test_chai_kan(rules: str, yi: str, events: str, expected: list[str]) -> None:
    assert told(record(rules, three(yi), events)) == sorted(expected)


def test_chai_kan_of_an_unseen_hand() -> None:
    once = record("quan-raw", three(), "打 甲 九; 對 乙; 打 乙 一")
    assert "? chai_kan 乙 2" in told(once, cannot_tell=True)
    thrice = "打 甲 九; 對 乙; 打 乙 一; 翻 丙 三; 翻 甲 壹; 對 乙; 打 乙 一; 翻 丙 三; 翻 甲 貳; 對 乙; 打 乙 一"
    assert told(record("quan-raw", three(), thrice)) == ["chai_kan 乙 2"], "three of them were dealt"


YOUKAI = [
    ("s2_114_at_the_act", "quan", "五五五" + EYE[2:19], "打 甲 五; 翻 乙 三", ["youkai_bukai 乙 1 <0"]),
    ("s0_149_a_note", "leshan", "五五五" + EYE[2:19], "打 甲 五; 翻 乙 三", ["note youkai_bukai 乙 1 <0"]),
    ("s1_041_a_note", "quan-raw", "五五五" + EYE[2:19], "打 甲 五; 翻 乙 三", ["note youkai_bukai 乙 1 <0"]),
    ("s0_037_own_flip_too", "quan", "五五五" + EYE[2:19], "打 甲 三; 翻 乙 五; 翻 丙 三", ["youkai_bukai 乙 2 <1"]),
    ("made", "quan", "五五五" + EYE[2:19], "打 甲 五; 開 乙; 打 乙 一", []),
    ("not_settled_yet", "quan", "五五五" + EYE[2:19], "打 甲 五", []),
    ("a_pass_does_not_settle", "quan", "五五五" + EYE[2:19], "打 甲 五; 過 乙; 開 乙; 打 乙 一", []),
    (
        "another_took_it_by_chi",
        "quan",
        "五五五" + EYE[2:19],
        "打 甲 三; 翻 乙 肆; 翻 丙 五; 吃 丙 六七; 打 丙 二",
        ["youkai_bukai 乙 3 <2"],
    ),
    ("two_are_no_kan", "quan", PAIR, "打 甲 五; 翻 乙 四", []),
]


@pytest.mark.parametrize(("rules", "yi", "events", "expected"), [c[1:] for c in YOUKAI], ids=[c[0] for c in YOUKAI])
def test_youkai_bukai(rules: str, yi: str, events: str, expected: list[str]) -> None:
    assert told(record(rules, three(yi), events)) == sorted(expected)


def test_youkai_bukai_of_an_unseen_hand() -> None:
    hidden = record("quan", three(), "打 甲 五; 翻 乙 三")
    assert told(hidden) == []
    assert "? youkai_bukai 乙 1 <0" in told(hidden, cannot_tell=True)
