"""打八張, 打十四張 (S0) and five to seven players (S1): dealt, opened, judged, paid; 線上十四張 (P)."""

from __future__ import annotations

from typing import Any

import pytest

from erqishi_logs.audit import audit_record
from erqishi_logs.record import Record, loads_pu
from erqishi_logs.rules import load_preset, load_rules
from erqishi_logs.scoring.question import score_question
from erqishi_logs.simulate.deal import deal_sizes
from tests.audit.table import told

NAMES = "甲乙丙丁戊己庚辛"

DEALT = [
    ("s0_170 s0_171 four", "muchuan-8", 4, [8, 8, 8, 8], 48),
    ("s0_170 s0_171 eight", "muchuan-8", 8, [8] * 8, 16),
    ("s0_175 three", "muchuan-14", 3, [15, 14, 14], 37),
    ("s0_175 four, none of them 小家", "muchuan-14", 4, [15, 14, 14, 14], 23),
    ("s1_162 five", "many", 5, [12, 11, 11, 11, 11], 24),
    ("s1_162 six", "many", 6, [12, 11, 11, 11, 11, 11], 13),
    ("s1_163 seven", "many", 7, [9, 8, 8, 8, 8, 8, 8], 23),
]


@pytest.mark.parametrize(("preset", "players", "sizes", "wall"), [row[1:] for row in DEALT], ids=[r[0] for r in DEALT])
def test_cards_of_each_and_of_the_wall(preset: str, players: int, sizes: list[int], wall: int) -> None:
    rules = load_preset(preset)
    assert players in rules.players
    assert deal_sizes(rules, players) == sizes
    assert sum(sizes) + wall == 80


def test_s1_159_two_to_seven_may_play() -> None:
    allowed = {n for preset in ("quan-raw", "jiu", "many") for n in load_preset(preset).players}
    assert allowed == {2, 3, 4, 5, 6, 7}


def hand(rules: str, players: int, events: str, quan: int | None = None, **hands: str) -> Record:
    """A hand of so many players, 甲 deals; hands not given are unseen; `;` ends an event."""
    names = NAMES[:players]
    lines = [f"規則 {rules}", "家 " + " ".join(names), "莊 甲", *([f"圈 {quan}"] if quan else [])]
    lines += [f"發 {name} {hands.get(name, '?')}" for name in names] + events.split("; ")
    (found,) = loads_pu("\n".join(lines) + "\n")
    assert isinstance(found, Record), found
    return found


#: 乙's eight: 三 和 of a kan, a run, and 玖玖, which waits for 玖 (6 和) and 九 (3 和).
EIGHT = "五五五一二三玖玖"
PAIR = "五五一二七九貳玖"
EATS = "四六一二九九貳玖"

OPENED: list[tuple[str, int, str, dict[str, str], list[str]]] = [
    ("s0_171 the 頭家 turns up the first card", 4, "翻 甲 三; 翻 乙 四", {}, []),
    ("s0_171 he owes no discard", 4, "打 甲 三", {"甲": "三三四四五五六六"}, ["luan_da 甲 0"]),
    ("s0_171 the first flip is his", 4, "翻 乙 三", {}, ["duo_mo 乙 0"]),
    ("s0_171 no ninth card", 4, "翻 甲 三", {"甲": "一二三四五六七八九"}, ["duo_mo 甲 -4"]),
    ("s0_173 the flipper may dui", 5, "翻 甲 三; 翻 乙 五; 對 乙; 打 乙 一", {"乙": PAIR}, []),
    ("s0_173 and may not eat", 5, "翻 甲 三; 翻 乙 五; 吃 乙 四六; 打 乙 一", {"乙": EATS}, ["chi_cuo 乙 2"]),
    ("s0_173 his next may", 5, "翻 甲 五; 吃 乙 四六; 打 乙 一", {"乙": EATS}, []),
    (
        "s0_173 nobody passed what he might not eat",
        4,
        "翻 甲 三; 翻 乙 五; 翻 丙 三; 翻 丁 三; 翻 甲 五; 吃 乙 四六",
        {"乙": EATS},
        [],
    ),
    ("s0_174 one 和 is enough", 4, "翻 甲 九; 和 乙 3和 = 1", {"乙": EIGHT}, []),
    ("s0_174 none is not", 4, "翻 甲 九; 和 乙", {"乙": "四五六一二三玖玖"}, ["hushu_bugou 乙 1"]),
    (
        "s0_153 a flip is no own discard",
        4,
        "翻 甲 三; 翻 乙 九; 翻 丙 四; 翻 丁 四; 翻 甲 玖; 和 乙",
        {"乙": EIGHT},
        [],
    ),
]


@pytest.mark.parametrize(
    ("players", "events", "hands", "expected"), [r[1:] for r in OPENED], ids=[r[0] for r in OPENED]
)
def test_s0_eight_cards_each(players: int, events: str, hands: dict[str, str], expected: list[str]) -> None:
    assert told(hand("muchuan-8", players, events, **hands)) == expected


PAID: list[tuple[str, str, int, str, dict[str, str], list[int]]] = [
    # 6 和 is below 10: one 顆; 抬炮 pays for the others, S1-158.
    ("s0_172 another's flip is 抬炮", "muchuan-8", 5, "翻 甲 玖; 和 乙", {"乙": EIGHT}, [-4, 4, 0, 0, 0]),
    ("s0_172 one's own flip is not", "muchuan-8", 4, "翻 甲 三; 翻 乙 玖; 和 乙", {"乙": EIGHT}, [-1, 3, -1, -1]),
    ("s0_172 a discard is", "muchuan-8", 4, "翻 甲 三; 對 丙; 打 丙 玖; 和 乙", {"乙": EIGHT}, [0, 3, -3, 0]),
    ("s0_175 of fourteen", "muchuan-14", 3, "打 甲 玖; 和 乙", {"乙": "五五五一二三玖玖貳柒拾六七八"}, [-6, 6, 0]),
    ("s1_162 of eleven, S1-104", "many", 5, "打 甲 玖; 和 乙", {"乙": "五五五一二三玖玖貳柒拾"}, [-48, 48, 0, 0, 0]),
    ("s1_163 of eight, 坤", "many", 7, "打 甲 三; 翻 乙 玖; 和 乙", {"乙": "壹壹壹五五五玖玖"}, [-24, 144, *[-24] * 5]),
]  # fmt: skip


@pytest.mark.parametrize(
    ("rules", "players", "events", "hands", "pay"), [r[1:] for r in PAID], ids=[r[0] for r in PAID]
)
def test_what_is_paid(rules: str, players: int, events: str, hands: dict[str, str], pay: list[int]) -> None:
    record = hand(rules, players, events, **hands)
    assert told(record) == []
    assert list(audit_record(record, load_rules(rules)).pay or ()) == pay


@pytest.mark.parametrize(("house", "pay"), [("no", [0, 9, -9, 0]), ("yes", [-9, 9, 0, 0])])
def test_s0_172_a_flip_is_put_out_where_quan_pays_alone(house: str, pay: list[int]) -> None:
    rules = load_rules("muchuan-8", [f"quan_pays_alone={house}"])
    record = hand("muchuan-8", 4, "翻 甲 玖; 對 乙; 打 乙 一; 翻 丙 四; 和 乙", 9, 乙="五五五玖玖二三一")
    assert list(audit_record(record, rules).pay or ()) == pay


ONLINE: list[tuple[str, dict[str, Any], tuple[int, int]]] = [
    ("P no rounding, no tiers", {"melds": "壹壹壹 貳柒拾 一二三 四五六 柒捌玖"}, (12, 12)),
    ("P each title one fan", {"melds": "壹壹壹 貳柒拾 一二三 四五六 柒捌玖", "quan": 1}, (12, 24)),
    ("P one 和 wins", {"melds": "一一一 二三四 四五六 柒捌玖 七八九", "win": "一"}, (1, 1)),
    ("P capped at 50", {"melds": "壹壹壹 貳柒拾 玖玖玖 二七十 八八八", "quan": 1}, (24, 50)),
    ("P 抬炮 times the players", {"melds": "壹壹壹 貳柒拾 一二三 四五六 柒捌玖", "taipao": True}, (12, 36)),
]  # fmt: skip


@pytest.mark.parametrize(("question", "counted"), [row[1:] for row in ONLINE], ids=[row[0] for row in ONLINE])
def test_online_fourteen(question: dict[str, Any], counted: tuple[int, int]) -> None:
    got = score_question({"rules": "app-14", **question})
    assert (got["hushu"], got["total"]) == counted
