"""Whole hands counted: the worked examples of RULEBOOK §6 and of the sources, and 小家."""

from __future__ import annotations

from typing import Any

import pytest

from erqishi_logs.scoring import judge_question, line_text, score_question

S2_EXAMPLE = "壹壹壹壹 貳柒拾 二七十 貳叄肆 捌玖拾 五五五 八八"
S2_DEALT = "二七十八八五五五壹壹壹壹貳貳叄肆柒捌玖拾"


def answer(melds: str, rules: str, **more: Any) -> dict[str, Any]:
    return score_question({"melds": melds, "rules": rules, **more})


@pytest.mark.parametrize(
    ("rules", "quan", "total"),
    [("quan", None, 50), ("quan", 1, 100), ("quan", 2, 50), ("leshan", None, 40), ("leshan", 1, 80)],
)
def test_s2_099_and_s2_100_the_example_of_24(rules: str, quan: int | None, total: int) -> None:
    more = {} if quan is None else {"quan": quan}
    got = answer(S2_EXAMPLE, rules, win="捌", dealt=S2_DEALT, **more)
    assert (got["hushu"], got["total"]) == (24, total)
    assert {meld["cards"]: meld["hushu"] for meld in got["melds"] if meld["hushu"]} == {
        "壹壹壹壹": 12,
        "貳柒拾": 6,
        "二七十": 3,
        "五五五": 3,
    }


MELDS = [
    ("S0-061", "(四四四)", "dui", 1),
    ("S0-062", "(肆肆肆)", "dui", 3),
    ("S0-063", "四四四", "kan", 3),
    ("S0-064", "肆肆肆", "kan", 6),
    ("S0-065", "(四四四四)", "kai", 6),
    ("S0-066", "(肆肆肆肆)", "kai", 9),
    ("S0-067", "四四四四", "gun", 9),
    ("S0-068", "肆肆肆肆", "gun", 12),
    ("S0-069", "(二七十)", "longdeng", 3),
    ("S0-069", "二七十", "longdeng", 3),
    ("S0-070", "(貳柒拾)", "longdeng", 6),
    ("S0-070", "貳柒拾", "longdeng", 6),
    ("S3-010", "(陸六六)", "banbianzi", 0),
    ("S3-010", "(捌八捌)", "banbianzi", 0),
    ("S3-010", "(肆伍陸)", "lianzi", 0),
    ("S1-098", "(四五六)", "lianzi", 0),
    ("S1-098", "(柒捌玖)", "lianzi", 0),
]


@pytest.mark.parametrize(("clause", "meld", "kind", "hushu"), MELDS)
def test_what_a_meld_counts(clause: str, meld: str, kind: str, hushu: int) -> None:
    rest = "玖玖玖 壹壹壹 (九九九九) 叄叄叄 (一一壹)"
    pair = "三三"
    got = answer(f"{meld} {rest} {pair}", "quan-raw", win="三")
    cards = sorted(meld.strip("()"))
    found = [(m["kind"], m["hushu"]) for m in got["melds"] if sorted(m["cards"]) == cards]
    assert found == [(kind, hushu)], clause
    assert {"cards": "三三", "kind": "zhuangzi", "hushu": 0} in got["melds"]  # S1-099


@pytest.mark.parametrize(
    ("clause", "win", "kind", "hushu"),
    [("S0-061 made by the winning card", "四", "dui", 1), ("S0-063 dealt", "八", "kan", 3)],
)
def test_rulebook_2_three_alike_with_the_winning_card_are_a_dui(clause: str, win: str, kind: str, hushu: int) -> None:
    got = answer("四四四 八八捌 (玖玖玖) (壹壹壹) (伍伍伍) (叄叄叄) (二二貳)", "quan-raw", win=win)
    assert {"cards": "四四四", "kind": kind, "hushu": hushu} in got["melds"], clause


def test_rulebook_2_four_alike_with_the_winning_card_are_a_kai() -> None:
    got = answer("肆肆肆肆 八八 (玖玖玖) (壹壹壹) (伍伍伍) (叄叄叄) (二二貳)", "quan-raw", win="肆")
    assert {"cards": "肆肆肆肆", "kind": "kai", "hushu": 9} in got["melds"]
    assert "piao" not in got["titles"]


PIAO_HAND = "四四四 (玖玖玖) (壹壹壹) (伍伍伍) (一二三) (六六陸) (八九十)"
NO_HUSHU_DEALT = "四四玖玖壹壹伍伍一三六六八十七貳柒三九肆"


@pytest.mark.parametrize(
    ("clause", "instead", "piao"),
    [
        ("S0-084 no hushu dealt", "肆", True),
        ("S1-110 a dealt longdeng that was split", "二", False),
        ("S2-088 the red longdeng", "拾", False),
        ("S0-084 a dealt kan", "三", False),
    ],
)
def test_piao_hangs_on_the_dealt_cards(clause: str, instead: str, piao: bool) -> None:
    got = answer(PIAO_HAND, "leshan", win="四", dealt=NO_HUSHU_DEALT.replace("肆", instead))
    assert ("piao" in got["titles"]) is piao, clause
    assert "piao_unknown" not in got


def test_cli_piao_is_not_given_and_said_so_where_the_deal_is_absent() -> None:
    got = answer(PIAO_HAND, "leshan", win="四")
    assert got["piao_unknown"] is True
    assert "piao" not in got["titles"]


@pytest.mark.parametrize(
    "melds",
    [
        "四四四 八八八 (玖玖玖) (壹壹壹) (伍伍伍) (一二三) (六六陸)",  # a concealed kan was dealt
        "四四四 貳柒拾 (玖玖玖) (壹壹壹) (伍伍伍) (一二三) (六六陸)",  # so was a concealed longdeng
        "四四四 (玖玖玖玖) (壹壹壹) (伍伍伍) (一二三) (六六陸) 八八",  # no kai in a piao
    ],
)
def test_s0_084_piao_is_not_open_where_the_cards_shown_bar_it(melds: str) -> None:
    got = answer(melds, "leshan", win="四")
    assert "piao_unknown" not in got
    assert "piao" not in got["titles"]


KUN_WITH_PAIR = "四四四 八八 (玖玖玖玖) (壹壹壹) (伍伍伍) (叄叄叄) (二七十)"
KUN_WITHOUT = "四四四 八八八 (玖玖玖) (壹壹壹) (伍伍伍) (叄叄叄) (二七十)"


@pytest.mark.parametrize(
    ("clause", "rules", "melds", "kun"),
    [
        ("S0-082 every fang has hushu", "leshan", KUN_WITHOUT, True),
        ("S0-082 a zhuangzi has none", "leshan", KUN_WITH_PAIR, False),
        ("S1-108 a zhuangzi is left aside", "quan-raw", KUN_WITH_PAIR, True),
        ("S2-089", "quan", KUN_WITH_PAIR, True),
        ("S3-018", "folk", KUN_WITH_PAIR, True),
        ("S0-082 one lianzi", "leshan", KUN_WITHOUT.replace("二七十", "一二三"), False),
        ("S1-108 one banbianzi", "quan-raw", KUN_WITH_PAIR.replace("二七十", "二二貳"), False),
    ],
)
def test_kun(clause: str, rules: str, melds: str, kun: bool) -> None:
    assert ("kun" in answer(melds, rules, win="四")["titles"]) is kun, clause


QUAN = [
    ("S1-113 a dui", "(陸陸陸) (玖玖玖)", 6, "quan"),
    ("S1-113 a kan", "陸陸陸 (玖玖玖)", 6, "quan"),
    ("S0-168 a kai", "(陸陸陸陸) 八八", 6, "quan shuangquan"),
    ("S0-168 a gun", "陸陸陸陸 八八", 6, "quan shuangquan"),
    ("S0-168 the red card only", "(六六六) (玖玖玖)", 6, ""),
    ("S0-168 no zhuangzi", "陸陸 (玖玖玖玖)", 6, ""),
    ("S0-168 no banbianzi", "(六陸陸) (玖玖玖)", 6, ""),
    ("S0-168 no longdeng", "(貳柒拾) (玖玖玖)", 2, ""),
]


@pytest.mark.parametrize(("clause", "melds", "quan", "titles"), QUAN)
@pytest.mark.parametrize("fan", [1, 2])
def test_quan_and_s2_093_shuangquan(clause: str, melds: str, quan: int, titles: str, fan: int) -> None:
    hand = f"{melds} 四四四 (壹壹壹) (伍伍伍) (叄叄叄) (一二三)"
    got = answer(hand, "quan", win="四", quan=quan, house=[f"quan_quad_fan={fan}"], dealt="二二二")
    assert got["titles"] == [title for title in titles.split() if fan == 2 or title != "shuangquan"], clause


def test_s1_155_one_colour_is_a_title_of_muchuan_only() -> None:
    melds = "肆肆 捌捌捌 (拾拾拾拾) (玖玖玖) (叄肆伍) (伍伍伍) (陸陸陸)"
    assert "quanhong" in answer(melds, "muchuan", win="捌")["titles"]
    assert "quanhong" not in answer(melds, "quan-raw", win="捌")["titles"]


XIAOJIA = [
    ("S0-128", "leshan-4", "八八八", {}, 20, "中和"),
    ("S0-129", "leshan-4", "捌捌捌", {}, 40, "大和"),
    ("S0-130", "leshan-4", "二七十", {}, 40, "大和"),
    ("S0-131", "leshan-4", "貳柒拾", {}, 80, "80和"),
    ("S0-169", "leshan-4", "捌捌捌", {"quan": 8}, 80, "大和"),
    ("S0-169", "leshan-4", "貳柒拾", {"quan": 2}, 80, "80和"),
    ("S0-081", "leshan-4", "八八八", {"titles": ["dihu"]}, 40, "中和"),
    ("S0-133", "meishan", "八八八", {"own_draw": True}, 40, "中和"),
    ("S0-133", "meishan", "八八八", {}, 20, "中和"),
    ("S0-133-not-here", "leshan-4", "八八八", {"own_draw": True}, 20, "中和"),
    ("S1-083", "quan-raw", "八八八", {}, 20, "吃瞟"),
    ("S1-084", "quan-raw", "捌捌捌", {}, 40, "大胡"),
    ("S1-084", "quan-raw", "二七十", {}, 40, "大胡"),
    ("S1-085", "quan-raw", "捌捌捌", {"quan": 8}, 80, "圈大"),
    ("S1-086", "quan-raw", "貳柒拾", {}, 80, "坤大"),
    ("S1-101", "quan-raw", "八八八", {"titles": ["dihu"]}, 20, "吃瞟"),
    ("S2-103", "quan", "八八八", {}, 10, "小和"),
    ("S2-104", "quan", "捌捌捌", {}, 20, "中和"),
    ("S2-104", "quan", "二七十", {}, 20, "中和"),
    ("S2-105", "quan", "貳柒拾", {}, 40, "大和"),
    ("S2-105", "quan", "捌捌捌", {"quan": 8}, 40, "大和"),
    ("S2-107", "quan", "貳柒拾", {"taipao": True}, 120, "大和"),
    ("S1-152", "muchuan", "八八八", {}, 3, "吃票"),
    ("S1-153", "muchuan", "捌捌捌", {}, 6, "大和"),
    ("S1-154", "muchuan", "貳柒拾", {}, 12, "坤大"),
    ("S1-154", "muchuan", "捌捌捌", {"quan": 8}, 12, "圈大"),
    ("S1-158", "muchuan", "二七十", {"taipao": True}, 18, "大和"),
]


@pytest.mark.parametrize(("clause", "rules", "meld", "more", "total", "tier"), XIAOJIA)
def test_xiaojia(clause: str, rules: str, meld: str, more: dict[str, Any], total: int, tier: str) -> None:
    got = answer(meld, rules, win=meld[0], xiaojia=True, players=4, dealt=meld[1:], **more)
    assert (got["total"], got["tier"]) == (total, tier), clause
    assert not {"kun", "piao", "quanhong", "quanhei"} & set(got["titles"])  # S0-132


@pytest.mark.parametrize("meld", ["柒捌玖", "一一壹"])
def test_s0_127_and_s1_082_xiaojia_needs_hushu(meld: str) -> None:
    assert answer(meld, "leshan-4", win=meld[0], xiaojia=True)["reason"] == "hushu_bugou"


def test_platforms_checked_settlement_of_16_and_kun() -> None:
    hand = "四四四 (五五五) (玖玖玖) (壹壹壹) (九九九) (二七十) 八八八"
    got = answer(hand, "app-leshan", win="四", taipao=True, players=3)
    assert (got["hushu"], got["titles"], got["total"]) == (15, ["kun"], 12)
    assert got["payers"] == [{"payer": "discarder", "count": 1, "amount": 12}]


def test_the_receipt_gives_each_step_in_the_order_of_the_rule_set() -> None:
    question = {"melds": S2_EXAMPLE, "rules": "quan", "win": "捌", "dealt": S2_DEALT, "quan": 1}
    ctx, verdict = judge_question(question)
    assert verdict.count is not None
    lines = [line_text(line, ctx.game.deck) for line in verdict.count.lines if line.code != "meld"]
    assert lines == ["共24和", "大和（21和起）", "大和1番：48", "圈1番：96", "四捨五入：96作100"]
    _, verdict = judge_question({**question, "rules": "leshan"})
    assert verdict.count is not None
    codes = [line.code for line in verdict.count.lines if line.code != "meld"]
    assert codes == ["sum", "tier", "round", "tier_fan", "title"]
