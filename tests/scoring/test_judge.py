"""Whether a declared win is one, in the order of RULEBOOK §7, and what was declared too high or too low."""

from __future__ import annotations

import pytest

from erqishi_logs.games import ERQISHI
from erqishi_logs.rules import load_rules
from erqishi_logs.scoring import (
    Count,
    Group,
    WinContext,
    WinVerdict,
    declared_faults,
    iter_arrangements,
    judge_win,
    table_group,
)

DECK = ERQISHI.deck
TABLE = "玖玖玖 壹壹壹 伍伍伍 陸陸陸"


def judged(
    declared: str | None, held: str, win: str | None, table: str = TABLE, rules: str = "leshan", split: str = ""
) -> WinVerdict:
    exposed = [table_group(ERQISHI, DECK.parse_cards(block)) for block in table.split()]
    counts = DECK.count_kinds(DECK.parse_cards(held))
    kind = None if win is None else DECK.parse_card(win)
    kan_split = frozenset(DECK.parse_cards(split))
    ctx = WinContext(load_rules(rules), ERQISHI, 3, win=kind, kan_split=kan_split)
    groups = None if declared is None else [DECK.parse_cards(block) for block in declared.split()]
    return judge_win(groups, counts, kind, exposed, ctx)


REASONS = [
    ("a win as declared", "一二三 四五六 七八九", "一二三四五六七八", "九", None),
    ("nothing declared", None, "一二三四五六七八", "九", None),
    ("order of cards and groups is free", "九七八 六五四 二三一", "一二三四五六七八", "九", None),
    ("hu_cuo: a group that is no meld", "一二四 三五六 七八九", "一二三四五六七八", "九", "hu_cuo"),
    ("hu_cuo: cards left out", "一二三 四五六", "一二三四五六七八", "九", "hu_cuo"),
    ("hu_cuo: cards he has not", "一二三 四五六 七八玖", "一二三四五六七八", "九", "hu_cuo"),
    ("hu_cuo: a kan in pieces while another way wins", "三四五 三四五 三四五", "三三三四四四五五", "五", "hu_cuo"),
    ("zha_hu: nothing fits", "一二三 四五六 七八拾", "一二三四五六七八", "拾", "zha_hu"),
    ("zha_hu: one card short", None, "一二三四五六七", "八", "zha_hu"),
    ("zha_hu: a card too many", None, "一二三四五六七八九", "十", "zha_hu"),
    ("chai_kan: complete only with the kan split", "一二三 三四五 三叄叄", "一二三三三四五叄", "叄", "chai_kan"),
    ("chai_kan: S2-116 a gun as longdeng and kan", "拾拾拾 貳柒拾 一二三", "拾拾拾拾貳柒一二", "三", "chai_kan"),
]


@pytest.mark.parametrize(("what", "declared", "held", "win", "reason"), REASONS)
def test_rulebook_7_order_of_reasons(what: str, declared: str | None, held: str, win: str, reason: str | None) -> None:
    verdict = judged(declared, held, win)
    assert verdict.reason == reason, what
    assert (verdict.count is None) == (reason in ("chai_kan", "zha_hu"))
    assert verdict.as_declared == (declared is not None and reason is None)


LOW_TABLE = "一二三 四五六 柒捌玖 二二貳"


@pytest.mark.parametrize(
    ("what", "declared", "reason"),
    [
        ("the declared arrangement decides", "九九九 八八捌 七七柒", "hushu_bugou"),
        ("no arrangement is enough", None, "hushu_bugou"),
        ("declared wrongly, and none is enough", "九九八 八九捌 七七柒", "hushu_bugou"),
    ],
)
def test_rulebook_7_hushu_bugou(what: str, declared: str | None, reason: str) -> None:
    verdict = judged(declared, "九九八八捌七七柒", "九", LOW_TABLE)
    assert (verdict.reason, verdict.count.hushu if verdict.count else None) == (reason, 1), what


def test_rulebook_7_its_own_count_decides_though_another_arrangement_would_win() -> None:
    verdict = judged("二二貳 七七柒 十十拾", "二二貳七七柒十十", "拾", "玖玖玖 壹壹壹 伍伍伍 四五六")
    assert verdict.reason == "hushu_bugou"
    assert verdict.count is not None
    assert verdict.best is not None
    assert (verdict.count.hushu, verdict.best.hushu) == (9, 21)


@pytest.mark.parametrize(("split", "reason"), [("", "chai_kan"), ("三", None), ("一", "chai_kan")])
def test_rulebook_2_once_split_what_is_left_is_none(split: str, reason: str | None) -> None:
    assert judged("一二三 三四五 三叄叄", "一二三三三四五叄", "叄", split=split).reason == reason


def test_rulebook_2_three_left_of_a_split_gun_may_still_lie_together_as_kan() -> None:
    verdict = judged("貳貳貳 七八九 二七十", "貳貳貳七九二七十", "八", split="貳")
    assert verdict.count is not None
    kinds = {group.meld: n for group, n in zip(verdict.count.groups, verdict.count.meld_hushu, strict=True)}
    assert {meld.name: n for meld, n in kinds.items() if meld}["KAN"] == 6


def test_rulebook_6_a_card_on_a_kan_may_be_used_elsewhere() -> None:
    used = judged("九九九 七八九 一二三", "九九九七八一二三", "九")
    assert (used.reason, used.count and used.count.hushu) == (None, 15)
    assert [group.meld.name for group in used.count.groups if group.meld and group.kinds == (8, 8, 8)] == ["KAN"]  # type: ignore[union-attr]


def test_rulebook_6_a_second_kai_by_the_winning_card_is_one_card_short() -> None:
    table = "玖玖玖玖 壹壹壹 伍伍伍 陸陸陸"
    assert judged("四四四四 八八 一二", "四四四八八一二", "四", table).reason == "zha_hu"
    assert judged("四四四 八八 二三四", "四四四八八二三", "四", table).reason is None
    assert judged("四四四四 八八 一二三", "四四四八八一二三", "四").reason is None


def test_s2_080_the_deal_is_dealt_whole_and_counts_kan() -> None:
    held = "四四四八八八玖玖玖壹壹壹一二三二貳貳六六陸"
    verdict = judged(None, held, None, table="")
    assert (verdict.reason, verdict.count and verdict.count.hushu) == (None, 18)


def test_san_da_yi_on_the_table_is_no_meld_so_nothing_is_complete() -> None:
    table = "玖玖玖 壹壹壹 伍伍伍 一五九"
    assert table_group(ERQISHI, DECK.parse_cards("一五九")) == Group(None, (0, 4, 8), exposed=True)
    assert judged("一二三 四五六 七八九", "一二三四五六七八", "九", table).reason == "zha_hu"


@pytest.mark.parametrize(("n_players", "size"), [(3, 8), (3, 11), (3, 14), (8, 8)])
def test_rulebook_2_smaller_hands(n_players: int, size: int) -> None:
    rules = load_rules("quan-raw", [f"hand_size={size}", f"players=[{n_players}]"])
    held = DECK.count_kinds(DECK.parse_cards("四五六貳柒拾二七十八八捌壹貳叄"[: size + 1]))
    held[DECK.parse_card("六")] -= 1
    found = list(iter_arrangements(ERQISHI, rules, held, DECK.parse_card("六"), (), n_players))
    assert [len(groups) for groups in found] == [(size + 1) // 3]


def faults(
    declared: tuple[int | None, list[str] | None, float | None],
    counted: tuple[int, tuple[str, ...], int],
    rules: str = "leshan",
    dealt: str | None = "四四玖玖",
    *,
    piao_unknown: bool = False,
) -> tuple[str, ...]:
    counts = None if dealt is None else DECK.count_kinds(DECK.parse_cards(dealt))
    ctx = WinContext(load_rules(rules), ERQISHI, 3, dealt=counts)
    hushu, titles, total = counted
    return declared_faults(*declared, Count(hushu, "", titles, total, (), (), (), piao_unknown), ctx)


DECLARED = [
    ("as counted", (12, ["quan"], 20), (12, ("quan",), 20), ()),
    ("nothing recorded", (None, None, None), (12, ("quan",), 20), ()),
    ("hushu too high", (13, None, None), (12, (), 10), ("xiao_bao_da",)),
    ("total too high", (None, None, 20), (12, (), 10), ("xiao_bao_da",)),
    ("a title he has not", (12, ["kun"], 10), (12, (), 10), ("xiao_bao_da",)),
    ("S2-101 hushu too low", (11, None, None), (12, (), 10), ("shao_bao",)),
    ("S2-101 total too low", (12, None, 10), (12, ("quan",), 20), ("shao_bao",)),
    ("S2-101 a title left out", (12, [], None), (12, ("quan",), 20), ("shao_bao",)),
    ("one title for another", (12, ["kun"], 20), (12, ("quan",), 20), ("xiao_bao_da", "shao_bao")),
    ("piao not held", (10, ["piao"], 20), (10, (), 10), ("xiao_bao_da",)),
]


@pytest.mark.parametrize(("what", "declared", "counted", "codes"), DECLARED)
def test_rulebook_7_declared_against_counted(
    what: str,
    declared: tuple[int | None, list[str] | None, float | None],
    counted: tuple[int, tuple[str, ...], int],
    codes: tuple[str, ...],
) -> None:
    assert faults(declared, counted) == codes, what


@pytest.mark.parametrize(
    ("what", "declared", "codes"),
    [
        ("that title and its total are not also xiao_bao_da", (10, ["piao"], 20), ("chai_longdeng_piao",)),
        ("the right total", (10, ["piao"], 10), ("chai_longdeng_piao",)),
        ("more than even that title gives", (10, ["piao"], 40), ("chai_longdeng_piao", "xiao_bao_da")),
        ("hushu too high", (12, ["piao"], 20), ("chai_longdeng_piao", "xiao_bao_da")),
        ("another title besides", (10, ["piao", "kun"], 20), ("chai_longdeng_piao", "xiao_bao_da")),
        ("no piao declared", (10, [], 20), ("xiao_bao_da",)),
        ("no titles recorded", (10, None, 20), ("xiao_bao_da",)),
    ],
)
def test_s0_156_chai_longdeng_piao(
    what: str, declared: tuple[int, list[str] | None, float], codes: tuple[str, ...]
) -> None:
    assert faults(declared, (10, (), 10), dealt="二七十四四") == codes, what


def test_rulebook_7_a_title_of_no_fan_is_never_declared_wrongly() -> None:
    assert faults((12, ["tianhu"], 12), (12, (), 12), "quan-raw") == ()
    assert faults((12, [], 12), (12, ("dihu",), 12), "quan-raw") == ()
    assert faults((12, ["tianhu"], 10), (12, (), 10), "leshan") == ("xiao_bao_da",)
    assert faults((12, ["quan", "shuangquan"], 20), (12, ("quan",), 20), "leshan") == ()


def test_rulebook_7_piao_is_not_judged_where_the_deal_is_not_known() -> None:
    assert faults((10, ["piao"], 20), (10, (), 10), dealt=None, piao_unknown=True) == ()
    assert faults((10, ["piao"], 40), (10, (), 10), dealt=None, piao_unknown=True) == ("xiao_bao_da",)
