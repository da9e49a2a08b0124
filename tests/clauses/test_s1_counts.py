"""S1, clause by clause, beside the play: what a claim lays, the deal, counts and payments (RULEBOOK §1 to §6)."""

from __future__ import annotations

from typing import Any

import pytest

from erqishi_logs.audit import audit_record
from erqishi_logs.cards import ERQISHI_DECK
from erqishi_logs.replay import replay_record
from erqishi_logs.rules import load_preset, load_rules
from erqishi_logs.rules.options import Cut
from erqishi_logs.scoring import score_question
from tests.audit.table import record
from tests.clauses.played import WAIT, Played, fill, four, three

EATS = fill("四六二七九")


CLAIMS = [
    ("s1_033 s1_034 s1_130 the claimed card lies first", "吃 乙 四六", ("五", "四", "六")),
    ("s1_167 a dui is three", "對 乙", ("五", "五", "五")),
]


@pytest.mark.parametrize(("claim", "kinds"), [row[1:] for row in CLAIMS], ids=[row[0] for row in CLAIMS])
def test_s1_what_a_claim_lays(claim: str, kinds: tuple[str, ...]) -> None:
    hand = record("quan-raw", three(乙=fill("五五四六伍七九") if claim == "對 乙" else EATS), f"打 甲 五; {claim}")
    (meld,) = replay_record(hand, load_preset("quan-raw")).seats[1].exposed
    assert tuple(map(ERQISHI_DECK.format_card, meld.kinds)) == kinds


PAID = [
    ("s1_078 小家 shows the card: all pay", "翻 丁 玖; 和 乙", "", [-42, 126, -42, -42]),
    ("s1_079 he puts one out: he pays for all", "摸 丁 九; 打 丁 玖; 和 乙", "", [0, 126, 0, -126]),
    ("s1_080 a quan card shown: he pays alone", "翻 丁 玖; 和 乙", "quan_pays_alone=yes", [0, 252, 0, -252]),
    ("s1_080 not where that is not played", "翻 丁 玖; 和 乙", "quan_pays_alone=no", [-84, 252, -84, -84]),
]


@pytest.mark.parametrize(("events", "house", "pay"), [row[1:] for row in PAID], ids=[row[0] for row in PAID])
def test_s1_what_xiaojia_puts_out(events: str, house: str, pay: list[int]) -> None:
    hand = record(
        "quan-raw",
        four(乙=WAIT, 丁="玖十"),
        f"打 甲 三; 翻 乙 一; 翻 丙 肆; {events}",
        house=house,
        quan=9 if house else None,
    )
    assert list(audit_record(hand, load_rules(hand.rules, hand.house or ())).pay or ()) == pay


def test_s1_128_a_flip_put_out_is_no_taipao() -> None:
    hand = record("online", three(乙=WAIT), "打 甲 三; 翻 乙 一; 翻 丙 玖; 和 乙")
    assert list(audit_record(hand, load_preset("online")).pay or ()) == [-42, 84, -42]


DUE = [
    ("s1_014 the dealer takes one more", "jiu", 3, [21, 20, 20]),
    ("s1_021 with a 小家", "quan-raw", 4, [21, 20, 20, 2]),
    ("s1_121 online", "online", 3, [21, 20, 20]),
    ("s1_160 two", "quan-raw", 2, [21, 20]),
]


@pytest.mark.parametrize(("rules", "players", "due"), [row[1:] for row in DUE], ids=[row[0] for row in DUE])
def test_s1_cards_due(rules: str, players: int, due: list[int]) -> None:
    table = replay_record(record(rules, dict.fromkeys("甲乙丙丁"[:players], "?"), "打 甲 三"), load_preset(rules)).table
    assert [table.due(seat) for seat in range(players)] == due


PLAYERS = [
    ("s1_004 two to four", "quan-raw", (2, 3, 4)),
    ("s1_005 s1_105 old rules", "jiu", (2, 3)),
    ("s1_121 online", "online", (3,)),
]


@pytest.mark.parametrize(("rules", "players"), [row[1:] for row in PLAYERS], ids=[row[0] for row in PLAYERS])
def test_s1_players(rules: str, players: tuple[int, ...]) -> None:
    assert load_preset(rules).players == players


def test_s1_016_new_rules_for_three_and_four() -> None:
    assert {3, 4} <= set(load_preset("quan-raw").players)


def test_s1_015_two_play_as_three_do() -> None:
    hand = Played("", "jiu", {"甲": "?", "乙": EATS}, "打 甲 五; 吃 乙 四六; 打 乙 二", [])
    assert hand.got == []


def test_s1_018_no_card_is_turned_up() -> None:
    assert load_preset("quan-raw").cut == Cut.NONE


def test_s1_001_ten_numbers_in_two_colours() -> None:
    assert sorted(zip(ERQISHI_DECK.colours, ERQISHI_DECK.numbers, strict=True)) == [
        (c, n) for c in (0, 1) for n in range(1, 11)
    ]


def test_s1_140_the_penalty_is_twice_the_stake() -> None:
    rules = load_preset("online")
    assert (rules.penalty, rules.penalty_is_stake) == (2, True)


def answer(melds: str, rules: str = "quan-raw", **more: Any) -> dict[str, Any]:
    return score_question({"melds": melds, "rules": rules, **more})


REST = "貳柒拾 二七十 六七八 伍陸柒 玖玖玖"
MELDS = [
    ("s1_088", "(四四四)", "dui", 1),
    ("s1_089", "(肆肆肆)", "dui", 3),
    ("s1_090 s1_171", "(四四四四)", "kai", 6),
    ("s1_091", "(肆肆肆肆)", "kai", 9),
    ("s1_092 s1_170", "四四四四", "gun", 9),
    ("s1_093", "肆肆肆肆", "gun", 12),
    ("s1_094 s1_169", "四四四", "kan", 3),
    ("s1_095", "肆肆肆", "kan", 6),
    ("s1_096", "(二七十)", "longdeng", 3),
    ("s1_097", "(貳柒拾)", "longdeng", 6),
]


@pytest.mark.parametrize(("meld", "kind", "hushu"), [row[1:] for row in MELDS], ids=[row[0] for row in MELDS])
def test_s1_087_melds_in_hu(meld: str, kind: str, hushu: int) -> None:
    rest = "貳柒拾 六七八 伍陸柒 壹壹壹 玖玖玖" if len(meld.strip("()")) == 4 else f"{REST} 壹壹壹"
    got = answer(f"{rest} {meld}" + (" 九九" if len(meld.strip("()")) == 4 else ""), win="玖")
    assert {"cards": meld.strip("()"), "kind": kind, "hushu": hushu} in got["melds"]


ENDS = [
    ("s1_062 a quad and one zhuangzi", "肆肆肆肆 貳柒拾 二七十 六七八 伍陸柒 玖玖玖 九九", None),
    ("s1_062 a quad and none", "肆肆肆肆 貳柒拾 二七十 六七八 伍陸柒 玖玖玖", "zha_hu"),
    ("s1_062 a quad and two", "肆肆肆肆 貳柒拾 二七十 六七八 伍陸柒 玖玖 九九", "zha_hu"),
    ("s1_063 s1_168 the winning card makes the zhuangzi", "肆肆肆肆 貳柒拾 二七十 六七八 伍陸柒 壹壹壹 玖玖", None),
    ("s1_100 seven melds", f"{REST} 壹壹壹 四四肆", None),
    ("s1_100 six", f"{REST} 壹壹壹", "zha_hu"),
    ("s1_100 nine 和", "(壹壹壹) 二七十 三四五 四五六 六七八 伍陸柒 玖玖玖", "hushu_bugou"),
    ("s1_100 ten 和", "(壹壹壹) 二七十 (三三三) 四五六 六七八 伍陸柒 玖玖玖", None),
]


@pytest.mark.parametrize(("melds", "reason"), [row[1:] for row in ENDS], ids=[row[0] for row in ENDS])
def test_s1_complete(melds: str, reason: str | None) -> None:
    assert answer(melds, win="玖").get("reason") == reason


NO_HUSHU = "伍陸柒 六七八 九九玖 四四肆"
QUAN = [
    ("s1_072 s1_172 s1_176 a dui of it doubles", f"貳柒拾 二七十 (壹壹壹) {NO_HUSHU}", 1, ("quan",), 24),
    ("s1_175 a kan of it", f"貳柒拾 二七十 壹壹壹 {NO_HUSHU}", 1, ("quan",), 30),
    ("s1_175 in another 圈 it does not", f"貳柒拾 二七十 (壹壹壹) {NO_HUSHU}", 2, (), 12),
    ("s1_175 black is none", f"貳柒拾 二七十 (一一一) {NO_HUSHU}", 1, (), 10),
]


@pytest.mark.parametrize(("melds", "quan", "titles", "total"), [row[1:] for row in QUAN], ids=[row[0] for row in QUAN])
def test_s1_quan(melds: str, quan: int, titles: tuple[str, ...], total: int) -> None:
    got = answer(melds, win="陸", quan=quan, dealt="貳柒拾" * 2)
    assert (tuple(got["titles"]), got["total"]) == (titles, total)


PIAO = [
    ("s1_111 by a dui", f"二七十 貳柒拾 (三三三) {NO_HUSHU}", "二七伍伍陸", ("piao",)),
    ("s1_111 not by a dealt kan", f"二七十 貳柒拾 三三三 {NO_HUSHU}", "三三三二七", ()),
]


@pytest.mark.parametrize(("melds", "dealt", "titles"), [row[1:] for row in PIAO], ids=[row[0] for row in PIAO])
def test_s1_piao(melds: str, dealt: str, titles: tuple[str, ...]) -> None:
    assert tuple(answer(melds, win="陸", dealt=dealt)["titles"]) == titles


XIAOJIA = [("一一一", 1), ("壹壹壹", 3), ("二七十", 3), ("貳柒拾", 6)]


@pytest.mark.parametrize(("meld", "hushu"), XIAOJIA, ids=[f"s1_081 {meld}" for meld, _ in XIAOJIA])
def test_s1_xiaojia(meld: str, hushu: int) -> None:
    assert answer(meld, win=meld[0], players=4, xiaojia=True)["hushu"] == hushu


TIERS = [
    ("s1_115 ten", "quan-raw", 10, "10胡"),
    ("s1_116 eleven to twenty", "quan-raw", 11, "吃瞟"),
    ("s1_116 twenty", "quan-raw", 20, "吃瞟"),
    ("s1_117 twenty-one", "quan-raw", 21, "大胡"),
    ("s1_150 ten", "muchuan", 10, "10和"),
    ("s1_150 eleven", "muchuan", 20, "吃票"),
    ("s1_150 twenty-one", "muchuan", 30, "大和"),
    ("s1_150 thirty-one", "muchuan", 32, "坤大"),
    ("s1_150 thirty-three", "muchuan", 35, "三大"),
    ("s1_150 thirty-six", "muchuan", 36, "四大"),
]


@pytest.mark.parametrize(("rules", "hushu", "tier"), [row[1:] for row in TIERS], ids=[row[0] for row in TIERS])
def test_s1_tiers(rules: str, hushu: int, tier: str) -> None:
    assert [t.name for t in load_preset(rules).tiers if t.from_hushu <= hushu][-1] == tier


def test_s1_142_ten_is_one_kezi() -> None:
    assert [load_preset(rules).tiers[0][:3:2] for rules in ("leshan-kezi", "muchuan")] == [(10, 1), (10, 1)]


def test_s1_103_taipao_multiplies() -> None:
    hand = record("quan-raw", three(乙=WAIT), "打 甲 三; 翻 乙 一; 翻 丙 肆; 翻 甲 一; 吃 甲 二三; 打 甲 玖; 和 乙")
    assert list(audit_record(hand, load_preset("quan-raw")).pay or ()) == [-84, 84, 0]
