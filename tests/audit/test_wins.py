"""和牌 violations (RULEBOOK §5, §6, §7): broken, just not broken, cannot tell."""

from __future__ import annotations

import pytest

from erqishi_logs.audit import audit_record
from erqishi_logs.rules import load_rules
from tests.audit.table import record, told

# Six melds (18 cards) of 18 和: 壹壹壹 6, 五五五 3, 貳柒拾 6, 二七十 3, and two of none.
SIX = "壹壹壹五五五貳柒拾二七十六七八伍陸柒"
# Waits: 玖 (a dui, 21 和, 40) and 九 (a banbianzi, 18 和, 20).
WAIT = SIX + "玖玖"
# Waits 八 for 八九十; holds 八八, so that a dui of 八 can be passed.
RUN = "壹壹壹五五五貳柒拾二三四伍陸柒八八捌九十"
# Five melds of 9 和 and two to go: too small for any win.
SMALL = "壹壹壹二七十三四五伍陸柒六六陸捌捌八九九"
LOOSE = "一一三三四六八八九九十壹貳叄叄伍陸柒玖拾"


def three(yi: str, **others: str) -> dict[str, str]:
    return {"甲": "?", "乙": yi, "丙": "?", **others}


WINS = [
    ("on_a_flip", "leshan", WAIT, "打 甲 三; 翻 乙 肆; 翻 丙 玖; 和 乙", []),
    (
        "as_declared",
        "leshan",
        WAIT,
        "打 甲 三; 翻 乙 肆; 翻 丙 玖; 和 乙: 壹壹壹 五五五 貳柒拾 二七十 六七八 伍陸柒 玖玖玖 21和 = 40",
        [],
    ),
    ("s0_146_zha_hu", "leshan", LOOSE, "打 甲 三; 翻 乙 肆; 翻 丙 玖; 和 乙", ["zha_hu 乙 3"]),
    ("s0_147_hushu_bugou", "leshan", SMALL, "打 甲 三; 翻 乙 肆; 翻 丙 玖; 和 乙", ["hushu_bugou 乙 3"]),
    (
        "s0_148_hu_cuo",
        "leshan",
        WAIT,
        "打 甲 三; 翻 乙 肆; 翻 丙 玖; 和 乙: 壹壹壹 五五五 貳柒拾 二七十 玖玖玖",
        ["hu_cuo 乙 3"],
    ),
    ("s0_154_more_hushu", "leshan", WAIT, "打 甲 三; 翻 乙 肆; 翻 丙 玖; 和 乙 22和", ["xiao_bao_da 乙 3"]),
    ("s0_154_more_total", "leshan", WAIT, "打 甲 三; 翻 乙 肆; 翻 丙 玖; 和 乙 = 60", ["xiao_bao_da 乙 3"]),
    ("s2_101_less_is_his_loss", "leshan", WAIT, "打 甲 三; 翻 乙 肆; 翻 丙 玖; 和 乙 20和", ["note shao_bao 乙 3"]),
    (
        "s0_156_piao_with_a_dealt_longdeng",
        "leshan",
        WAIT,
        "打 甲 三; 翻 乙 肆; 翻 丙 玖; 和 乙 瞟",
        ["chai_longdeng_piao 乙 3"],
    ),
    ("s0_157_passed_and_no_higher", "leshan", WAIT, "打 甲 玖; 翻 乙 三; 翻 丙 九; 和 乙", ["hu_guozhang 乙 3 <0"]),
    ("s0_157_higher_is_allowed", "leshan", WAIT, "打 甲 三; 翻 乙 九; 翻 丙 玖; 和 乙", []),
    ("s2_117_only_that_kind", "quan", WAIT, "打 甲 玖; 翻 乙 三; 翻 丙 九; 和 乙", []),
    ("s2_117_that_kind", "quan", WAIT, "打 甲 三; 翻 乙 九; 翻 丙 九; 和 乙", ["hu_guozhang 乙 3 <1"]),
    (
        "s0_157_last_passed_is_the_evidence",
        "leshan",
        WAIT,
        "打 甲 三; 翻 乙 九; 翻 丙 九; 翻 甲 九; 和 乙",
        ["hu_guozhang 乙 4 <2"],
    ),
    ("s0_055_a_nearer_win_is_no_pass", "leshan", WAIT, "打 甲 三; 翻 乙 肆; 翻 丙 九; 和 丙; 包 丙 詐和 20", None),
    (
        "s0_152_any_use",
        "leshan",
        RUN,
        "打 甲 八; 翻 乙 三; 翻 丙 八; 和 乙",
        ["hou_dui_hu 乙 3 <0", "hu_guozhang 乙 3 <0"],
    ),
    ("s2_118_only_as_dui", "quan", RUN, "打 甲 八; 翻 乙 三; 翻 丙 八; 和 乙", ["hu_guozhang 乙 3 <0"]),
    (
        "s2_118_as_dui",
        "quan",
        WAIT,
        "打 甲 玖; 翻 乙 三; 翻 丙 玖; 和 乙",
        ["hou_dui_hu 乙 3 <0", "hu_guozhang 乙 3 <0"],
    ),
    (
        "s0_149_kai_left_out",
        "leshan",
        WAIT,
        "打 甲 五; 翻 乙 三; 翻 丙 玖; 和 乙",
        ["hu_guozhang 乙 3 <0", "note youkai_bukai 乙 1 <0", "youkai_bukai 乙 3 <0"],
    ),
    (
        "s2_119_kai_left_out",
        "quan",
        WAIT,
        "打 甲 五; 翻 乙 三; 翻 丙 玖; 和 乙",
        ["weikai_hu 乙 3 <0", "youkai_bukai 乙 1 <0"],
    ),
    (
        "s1_055_kan_split_before",
        "leshan",
        "一一一" + SIX[6:] + "玖玖五五三",
        "打 甲 五; 對 乙; 打 乙 一",
        ["note chai_kan 乙 2"],
    ),
]


@pytest.mark.parametrize(("rules", "yi", "events", "expected"), [w[1:] for w in WINS], ids=[w[0] for w in WINS])
def test_wins(rules: str, yi: str, events: str, expected: list[str] | None) -> None:
    got = told(record(rules, three(yi), events))
    if expected is None:
        assert not [line for line in got if "乙" in line]
    else:
        assert got == sorted(expected)


def test_guozhang_clears_frees_the_win_too() -> None:
    yi = "五五一一二三四六七八柒捌玖壹貳叄貳柒拾九"
    events = "打 甲 五; 翻 乙 一; 對 乙; 打 乙 九; 翻 丙 五; 和 乙"
    assert "hou_dui_hu 乙 5 <0" in told(record("leshan", three(yi), events))
    freed = told(record("leshan", three(yi), events, house="guozhang_clears=on_jinzhang"))
    assert not [line for line in freed if "hou_dui_hu" in line]


XIAOJIA = [
    ("s0_129_the_figure", "leshan-4", "和 丁 40和", []),
    ("s0_129_the_meld", "leshan-4", "和 丁 3和", []),
    ("s0_154_more_than_the_figure", "leshan-4", "和 丁 41和", ["xiao_bao_da 丁 3"]),
    ("s0_154_no_figure", "leshan-4", "和 丁 6和", ["xiao_bao_da 丁 3"]),
    ("s2_104_the_figure", "quan", "和 丁 20和", []),
    ("s2_104_more", "quan", "和 丁 40和", ["xiao_bao_da 丁 3"]),
]


@pytest.mark.parametrize(("rules", "hu", "expected"), [x[1:] for x in XIAOJIA], ids=[x[0] for x in XIAOJIA])
def test_xiaojia_may_say_his_figure(rules: str, hu: str, expected: list[str]) -> None:
    hands = {"甲": "?", "乙": "?", "丙": "?", "丁": "玖玖"}
    assert told(record(rules, hands, f"打 甲 三; 翻 乙 肆; 翻 丙 玖; {hu}")) == expected


QUAN = [
    ("absent_is_not_recorded", "quan", None, "和 乙 圈 21和 = 80", []),
    ("recorded_and_another", "quan", 3, "和 乙 圈 21和 = 80", ["xiao_bao_da 乙 3"]),
    ("recorded_and_his", "quan", 9, "和 乙 圈 21和 = 80", []),
    ("more_than_the_quan_gives", "quan", None, "和 乙 圈 21和 = 100", ["xiao_bao_da 乙 3"]),
    ("no_quan_is_played_there", "leshan", None, "和 乙 圈 21和 = 80", ["xiao_bao_da 乙 3"]),
]


@pytest.mark.parametrize(("rules", "quan", "hu", "expected"), [q[1:] for q in QUAN], ids=[q[0] for q in QUAN])
def test_quan_declared(rules: str, quan: int | None, hu: str, expected: list[str]) -> None:
    assert told(record(rules, three(WAIT), f"打 甲 三; 翻 乙 肆; 翻 丙 玖; {hu}", quan=quan)) == expected


def test_s4_2_own_discard_is_no_win_where_huilong_is_no_offence() -> None:
    hand = record("leshan", {"甲": WAIT + "九", "乙": "?", "丙": "?"}, "打 甲 九; 和 甲", house="huilong=no")
    assert told(hand) == ["luan_da 甲 1"]
    later = "打 甲 九; 翻 乙 三; 翻 丙 九; 和 甲"
    assert told(record("leshan", {"甲": WAIT + "九", "乙": "?", "丙": "?"}, later, house="huilong=no")) == []


def test_s0_153_hui_long() -> None:
    hand = record("leshan", {"甲": WAIT + "九", "乙": "?", "丙": "?"}, "打 甲 九; 翻 乙 三; 翻 丙 九; 和 甲")
    assert told(hand) == ["hu_huilong 甲 3 <0"]
    other = record("leshan", {"甲": WAIT + "九", "乙": "?", "丙": "?"}, "打 甲 九; 翻 乙 三; 翻 丙 玖; 和 甲")
    assert told(other) == []


def test_s2_116_only_by_splitting_a_gun() -> None:
    # 拾拾拾拾 as 貳柒拾 and a kan: complete only so.
    hand = "拾拾拾拾貳柒壹壹壹五五五二七十六七八玖玖"
    got = told(record("leshan", three(hand), "打 甲 三; 翻 乙 肆; 翻 丙 玖; 和 乙"))
    assert got == ["chai_kan 乙 3"]


def test_s0_150_kept_card_at_the_win() -> None:
    # 吃五 with 四六 keeps 五, which 三四 could have laid: a violation only if the 五 is still there at the win.
    yi = "三四四五六" + "壹壹壹貳柒拾二七十玖玖玖九九拾"
    events = "打 甲 五; 吃 乙 四六; 打 乙 拾; 翻 丙 九; 和 乙"
    assert "youbai_bubai 乙 4 <1" in told(record("leshan", three(yi), events))


def test_win_of_an_unseen_hand_cannot_be_told() -> None:
    hand = record("leshan", three("?"), "打 甲 三; 翻 乙 肆; 翻 丙 玖; 和 乙")
    assert told(hand) == []
    assert "? zha_hu 乙 3" in told(hand, cannot_tell=True)


def test_s2_057_short_hand_cannot_be_told() -> None:
    hand = record("leshan", three(WAIT[:-1]), "打 甲 三; 翻 乙 肆; 翻 丙 玖; 和 乙")
    assert told(hand) == ["fault short_deal 乙 0"]
    assert "? zha_hu 乙 3" in told(hand, cannot_tell=True)


def test_unseen_winner_who_shows_his_hand_is_judged() -> None:
    shown = "壹壹壹 五五五 貳柒拾 二七十 六七八 伍陸柒 玖玖玖"
    hand = record("quan", three("?"), f"打 甲 五; 翻 乙 三; 翻 丙 玖; 和 乙: {shown} 21和")
    assert told(hand) == ["weikai_hu 乙 3 <0", "youkai_bukai 乙 1 <0"]


def test_groups_that_are_too_many_for_the_hand_show_nothing() -> None:
    shown = "壹壹壹 五五五 貳柒拾 二七十 六七八 伍陸柒 玖玖玖 捌捌捌"
    hand = record("quan", three("?"), f"打 甲 五; 翻 乙 三; 翻 丙 玖; 和 乙: {shown} 21和")
    assert told(hand) == []


PAY = [
    ("s6_everyone_pays_a_flip", "翻 丙 玖; 和 乙", "甲 -40 乙 +80 丙 -40", []),
    ("s0_089_taipao_times_players", "翻 丙 肆; 翻 甲 四; 吃 甲 二三; 打 甲 玖; 和 乙", "甲 -120 乙 +120 丙 0", []),
    ("wrong", "翻 丙 玖; 和 乙", "甲 -20 乙 +40 丙 -20", ["fault pay_differs"]),
    ("unbalanced_is_not_also_different", "翻 丙 玖; 和 乙", "甲 -40 乙 +70 丙 -40", ["fault pay_unbalanced"]),
    ("s0_159_penalty_included", "翻 丙 玖; 和 乙; 包 丙 亂打 20", "甲 -20 乙 +100 丙 -80", []),
    ("as_declared", "翻 丙 玖; 和 乙 = 20", "甲 -20 乙 +40 丙 -20", ["note shao_bao 乙 3"]),
    ("s2_101_paid_as_declared_by_hushu", "翻 丙 玖; 和 乙 20和", "甲 -20 乙 +40 丙 -20", ["note shao_bao 乙 3"]),
    ("wrong_win_nobody_punished_is_not_judged", "翻 丙 玖; 和 乙 = 60", "甲 -1 乙 +2 丙 -1", ["xiao_bao_da 乙 3"]),
    (
        "zha_hu_punished_pays_only_the_penalty",
        "翻 丙 四; 和 乙; 包 乙 詐和 20",
        "甲 +20 乙 -40 丙 +20",
        ["zha_hu 乙 3"],
    ),
    (
        "zha_hu_punished_wrongly",
        "翻 丙 四; 和 乙; 包 乙 詐和 20",
        "甲 +10 乙 -20 丙 +10",
        ["fault pay_differs", "zha_hu 乙 3"],
    ),
]


@pytest.mark.parametrize(("events", "pay", "expected"), [p[1:] for p in PAY], ids=[p[0] for p in PAY])
def test_pay(events: str, pay: str, expected: list[str]) -> None:
    hand = record("leshan", three(WAIT), f"打 甲 三; 翻 乙 肆; {events}; 付 {pay}")
    assert told(hand) == sorted(expected)


QUAN_ALONE = [
    # 甲 discards 玖 in 圈九; 乙 dui's it and wins on 丙's flip: 甲 pays for both (S1-074, S1-075).
    (
        "s1_074_the_discarder_of_the_quan_card_pays_for_all",
        "打 甲 玖; 對 乙; 打 乙 三; 翻 丙 九; 和 乙",
        "甲 -2 乙 +2 丙 0",
    ),
    (
        "s1_074_a_flip_makes_nobody_pay",
        "打 甲 四; 翻 乙 肆; 翻 丙 玖; 對 乙; 打 乙 三; 翻 丙 九; 和 乙",
        "甲 -1 乙 +2 丙 -1",
    ),
]


@pytest.mark.parametrize(("events", "shares"), [q[1:] for q in QUAN_ALONE], ids=[q[0] for q in QUAN_ALONE])
def test_quan_pays_alone(events: str, shares: str) -> None:
    yi = "壹壹壹五五五貳柒拾二七十六七八玖玖九九三"
    hand = record("quan-raw", three(yi), events, quan=9, house="quan_pays_alone=yes")
    verdict = audit_record(hand, load_rules(hand.rules, hand.house or ()))
    assert verdict.total
    expected = [verdict.total * int(share) for share in shares.split()[1::2]]
    assert list(verdict.pay or ()) == expected


PUNISHED = "打 甲 三; 翻 乙 肆; 翻 丙 玖; 和 乙 22和; 包 乙 小報大 3; 翻 甲 九; 和 乙"
VALID = [
    ("s0_160_a_void_hu_before_does_not_touch_a_later_win", f"{PUNISHED} 18和", True),
    ("s0_154_the_win_itself", f"{PUNISHED} 19和", False),
    ("never_punished", "打 甲 三; 翻 乙 肆; 翻 丙 玖; 和 乙 22和", False),
    ("rightly", "打 甲 三; 翻 乙 肆; 翻 丙 玖; 和 乙 21和", True),
    ("nobody_won", "打 甲 三; 翻 乙 肆", None),
]


@pytest.mark.parametrize(("events", "valid"), [v[1:] for v in VALID], ids=[v[0] for v in VALID])
def test_win_valid_says_the_violations_of_the_hu_that_ended_the_hand(events: str, valid: bool | None) -> None:
    hand = record("leshan", three(WAIT), events, house="hu_guozhang=none")
    verdict = audit_record(hand, load_rules(hand.rules, hand.house or ()))
    assert verdict.win_valid is valid
    assert (verdict.pay is not None and max(verdict.pay) > 0) is bool(valid)
    assert verdict.ended == (None if valid is None else len(hand.events) - 1)
