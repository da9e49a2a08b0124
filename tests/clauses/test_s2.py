"""S2, clause by clause: what no other test cites (RULEBOOK §1 to §7)."""

from __future__ import annotations

from typing import Any

import pytest

from erqishi_logs.audit import audit_record
from erqishi_logs.cards import BIG, ERQISHI_DECK, SMALL
from erqishi_logs.replay import replay_record
from erqishi_logs.rules import load_preset, load_rules
from erqishi_logs.rules.options import Cut
from erqishi_logs.scoring import score_question
from tests.audit.table import record
from tests.clauses.played import LOOSE, TOO_SMALL, WAIT, Played, fill, four, names, three

EATS = fill("四六二七九")
PAIR = fill("五五二七九")
KAN = fill("五五五二七")
TWO_GUNS = fill("五五五五柒柒柒柒二四八")
TAKES = "\n發 乙 ".join(LOOSE[place : place + 2] for place in range(0, 20, 2))
UNEVEN = "\n發 乙 ".join([LOOSE[:3], LOOSE[3:4], *(LOOSE[place : place + 2] for place in range(4, 20, 2))])

PLAY = [
    # the deal
    Played("s2_030 s2_056 takes of two", "quan", three(乙=TAKES), "打 甲 三", []),
    Played("s2_056 欺三搭一", "quan", three(乙=UNEVEN), "打 甲 三", ["qi_san_da_yi 乙 -10", "qi_san_da_yi 乙 -11"]),
    Played("s2_031 the dealer has one more", "quan", three(甲=LOOSE + "二"), "打 甲 二", []),
    Played("s2_031 not two", "quan", three(甲=LOOSE + "二二"), "打 甲 二", ["duo_mo 甲 -3"]),
    Played("s2_035 小家 takes in two rounds only", "quan", four(丁="五\n發 丁 六"), "打 甲 三", []),
    Played(
        "s2_035 he takes in a third",
        "quan",
        four(丁="五\n發 丁 六\n發 丁 七"),
        "打 甲 三",
        ["duo_mo 丁 -1", "qi_san_da_yi 丁 -1"],
    ),
    Played("s2_036 one each time", "quan", four(丁="五六"), "打 甲 三", []),
    # the turn
    Played("s2_038 the dealer discards", "quan", three(), "打 甲 三; 翻 乙 五", []),
    Played("s2_038 he does not", "quan", three(甲=LOOSE + "二"), "翻 乙 五", ["duo_mo 乙 0"]),
    Played("s2_039 two gun: 八塊", "quan", three(甲=TWO_GUNS + "九"), "八塊 甲; 翻 乙 一", []),
    Played("s2_039 two gun: a discard", "quan", three(甲=TWO_GUNS + "九"), "打 甲 九", ["cuo_bakuai 甲 0"]),
    Played(
        "s2_041 s2_055 dui goes first",
        "quan",
        three(乙=EATS),
        "打 甲 五; 對 丙; 打 丙 八; 翻 甲 五; 吃 乙 四六; 打 乙 二",
        [],
    ),
    Played("s2_042 nobody else: next may eat", "quan", three(乙=EATS), "打 甲 五; 吃 乙 四六; 打 乙 二", []),
    Played("s2_042 the third seat may not", "quan", three(丙=EATS), "打 甲 五; 吃 丙 四六; 打 丙 二", ["chi_cuo 丙 1"]),
    Played("s2_044 he lets it go and flips", "quan", three(乙=EATS), "打 甲 五; 翻 乙 一", []),
    Played("s2_044 another flips", "quan", three(乙=EATS), "打 甲 五; 翻 丙 一", ["duo_mo 丙 1"]),
    Played("s2_045 the flipper eats first", "quan", three(乙=EATS), "打 甲 一; 翻 乙 五; 吃 乙 四六; 打 乙 二", []),
    Played(
        "s2_045 his next was pre-empted",
        "quan",
        three(乙=EATS),
        "打 甲 一; 翻 乙 一; 翻 丙 八; 翻 甲 五; 吃 甲 三四; 打 甲 九; 翻 乙 五; 吃 乙 四六; 打 乙 二",
        [],
    ),
    Played("s2_046 s2_049 the wall is not empty", "quan", three(), "打 甲 五; 黃", ["fault early_huang 1"]),
    Played("s2_048 won on a flip", "quan", three(乙=WAIT), "打 甲 一; 翻 乙 一; 翻 丙 玖; 和 乙", []),
    Played("s2_048 won on a discard", "quan", three(丙=WAIT), "打 甲 九; 和 丙", []),
    Played(
        "s2_047 s2_058 too little",
        "quan",
        three(乙=TOO_SMALL),
        "打 甲 三; 翻 乙 肆; 翻 丙 玖; 和 乙",
        ["hushu_bugou 乙 3"],
    ),
    Played("s2_047 not all in melds", "quan", three(乙=LOOSE), "打 甲 一; 翻 乙 四; 翻 丙 玖; 和 乙", ["zha_hu 乙 3"]),
    # kan, gun, kai
    Played("s2_050 he does not kai", "quan", three(乙=KAN), "打 甲 五; 翻 乙 一", ["youkai_bukai 乙 1 <0"]),
    Played("s2_050 he does", "quan", three(乙=KAN), "打 甲 五; 開 乙; 打 乙 二", []),
    Played(
        "s2_052 a kan is split",
        "quan",
        three(乙=fill("五五五六二")),
        "打 甲 四; 吃 乙 五六; 打 乙 二",
        ["note chai_kan 乙 1"],
    ),
    Played(
        "s2_052 a gun is split",
        "quan",
        three(乙=fill("五五五五六二")),
        "打 甲 四; 吃 乙 五六; 打 乙 二",
        ["note chai_kan 乙 1"],
    ),
    Played("s2_052 a pair may be", "quan", three(乙=fill("五五六二九")), "打 甲 四; 吃 乙 五六; 打 乙 二", []),
    # passed cards
    Played(
        "s2_053 s2_111 s2_112 chi",
        "quan",
        three(乙=EATS),
        "打 甲 五; 翻 乙 一; 翻 丙 八; 翻 甲 五; 吃 乙 四六; 打 乙 二",
        ["chi_guozhang 乙 4 <0"],
    ),
    Played(
        "s2_111 it was not where he may eat",
        "quan",
        three(乙=EATS),
        "打 甲 一; 翻 乙 一; 翻 丙 五; 翻 甲 五; 吃 乙 四六; 打 乙 二",
        [],
    ),
    Played("s2_112 it comes where he may not", "quan", three(乙=EATS), "打 甲 五; 翻 乙 一; 翻 丙 五", []),
    Played(
        "s2_053 s2_113 dui",
        "quan",
        three(乙=PAIR),
        "打 甲 五; 翻 乙 一; 翻 丙 五; 對 乙; 打 乙 二",
        ["hou_dui 乙 3 <0"],
    ),
    Played("s2_113 at its first appearance", "quan", three(乙=PAIR), "打 甲 五; 對 乙; 打 乙 二", []),
    Played(
        "s2_054 won on as a dui",
        "quan",
        three(乙=WAIT),
        "打 甲 玖; 翻 乙 一; 翻 丙 玖; 和 乙",
        ["hou_dui_hu 乙 3 <0", "hu_guozhang 乙 3 <0"],
    ),
    Played("s2_054 on another kind", "quan", three(乙=WAIT), "打 甲 玖; 翻 乙 一; 翻 丙 九; 和 乙", []),
    Played(
        "s2_115 三四五 and 二",
        "quan",
        three(乙=fill("三四五七九")),
        "打 甲 二; 吃 乙 三四; 打 乙 五",
        ["shangtu_xiaxie 乙 2 <1"],
    ),
    Played("s2_115 another card", "quan", three(乙=fill("三四五七九")), "打 甲 二; 吃 乙 三四; 打 乙 九", []),
    Played(
        "s2_121 his own discard",
        "quan",
        three(乙="壹壹壹八八八貳柒拾二七十伍陸柒玖玖四六九"),
        "打 甲 五; 吃 乙 四六; 打 乙 九; 翻 丙 一; 翻 甲 九; 和 乙",
        ["hu_huilong 乙 5 <2"],
    ),
    Played(
        "s2_121 another's",
        "quan",
        three(乙="壹壹壹八八八貳柒拾二七十伍陸柒玖玖四六一"),
        "打 甲 五; 吃 乙 四六; 打 乙 一; 翻 丙 三; 翻 甲 九; 和 乙",
        [],
    ),
    Played(
        "s2_122 he wins with what had to be laid in hand",
        "quan",
        three(乙="壹壹壹三三三貳柒拾五六七八九伍陸柒玖玖一"),
        "打 甲 七; 吃 乙 五六; 打 乙 一; 翻 丙 二; 翻 甲 九; 和 乙",
        ["note youbai_bubai 乙 1 <1", "youbai_bubai 乙 5 <1"],
    ),
    Played(
        "s2_122 it was laid",
        "quan",
        three(乙="壹壹壹三三三貳柒拾五六七八九伍陸柒玖玖一"),
        "打 甲 七; 吃 乙 五六 擺 七八九; 打 乙 一; 翻 丙 二; 翻 甲 九; 和 乙",
        [],
    ),
    # the declaration
    Played("s2_097 s2_098 as it is", "quan", three(乙=WAIT), "打 甲 一; 翻 乙 一; 翻 丙 玖; 和 乙 21和 = 40", []),
    Played(
        "s2_098 a title that is not there",
        "quan",
        three(乙=WAIT),
        "打 甲 一; 翻 乙 一; 翻 丙 玖; 和 乙 瞟 21和",
        ["chai_longdeng_piao 乙 3"],
    ),
    Played(
        "s2_123 a higher 和數", "quan", three(乙=WAIT), "打 甲 一; 翻 乙 一; 翻 丙 九; 和 乙 21和", ["xiao_bao_da 乙 3"]
    ),
    # 小家
    Played("s2_102 a dui", "quan", four(丁="玖玖"), "打 甲 一; 翻 乙 一; 翻 丙 玖; 和 丁", []),
    Played("s2_102 a longdeng", "quan", four(丁="貳柒"), "打 甲 一; 翻 乙 一; 翻 丙 拾; 和 丁", []),
    Played(
        "s2_102 two of one number", "quan", four(丁="玖玖"), "打 甲 一; 翻 乙 一; 翻 丙 九; 和 丁", ["hushu_bugou 丁 3"]
    ),
]


@pytest.mark.parametrize("row", PLAY, ids=names(PLAY))
def test_s2_play(row: Played) -> None:
    assert row.got == sorted(row.expected)


def wall(rules: str, hands: dict[str, str]) -> int:
    hand = record(rules, hands, "打 甲 三")
    return replay_record(hand, load_preset(rules)).table.wall_left


@pytest.mark.parametrize(
    ("rules", "hands", "left"),
    [("quan", three(), 19), ("old", three(), 19), ("quan", four(), 17)],
    ids=["s2_032 打圈", "s2_032 the older cut", "s2_037 with a 小家"],
)
def test_s2_wall(rules: str, hands: dict[str, str], left: int) -> None:
    assert wall(rules, hands) == left


def test_s2_032_the_card_cut_stays_in() -> None:
    hand = Played("", "old", {"甲": "?\n叨 乙 五", "乙": KAN, "丙": "?"}, "打 甲 五; 開 乙; 打 乙 二", [])
    assert hand.got == []


def test_s2_046_s2_049_the_wall_flipped_out_is_huang() -> None:
    wall_cards = "一二三四一二三四一二三四六六六七七七八"
    seats = "乙丙甲"
    flips = "; ".join(f"翻 {seats[i % 3]} {card}" for i, card in enumerate(wall_cards))
    hand = record("quan", three(), f"打 甲 九; {flips}; 黃")
    assert audit_record(hand, load_preset("quan")).outcome == "huang"


def test_s2_025_the_cut_is_only_a_cut() -> None:
    assert load_preset("quan").cut == Cut.NONE


@pytest.mark.parametrize(
    ("rules", "players"),
    [("quan", {3, 4}), ("duikou", {2})],
    ids=["s2_002 s2_003 three, at most four", "s2_004 two where there are not three"],
)
def test_s2_players(rules: str, players: set[int]) -> None:
    assert set(load_preset(rules).players) == players


def test_s2_034_xiaojia_is_the_last_seat() -> None:
    seats = replay_record(record("quan", four(), "打 甲 三"), load_preset("quan")).seats
    assert [seat.is_xiaojia for seat in seats] == [False, False, False, True]


def test_s2_033_where_one_rests_three_play() -> None:
    assert not any(
        seat.is_xiaojia for seat in replay_record(record("quan", three(), "打 甲 三"), load_preset("quan")).seats
    )


def test_s2_001_ten_numerals_of_each_form() -> None:
    assert [ERQISHI_DECK.copies[kind] for kind in ERQISHI_DECK.parse_cards(SMALL + BIG)] == [4] * 20


def test_s2_059_the_winner_shows_his_cards() -> None:
    hand = record("quan", three(), "打 甲 玖; 和 乙: 壹壹壹 五五五 貳柒拾 二七十 六七八 伍陸柒 玖玖玖")
    assert replay_record(hand, load_preset("quan")).seats[1].unseen == 0


def answer(melds: str, rules: str = "quan", **more: Any) -> dict[str, Any]:
    return score_question({"melds": melds, "rules": rules, **more})


MELDS = [
    ("s2_063 s2_064 s2_068 black dui", "(四四四)", "dui", 1),
    ("s2_069 red dui", "(肆肆肆)", "dui", 3),
    ("s2_069 black longdeng on the table", "(二七十)", "longdeng", 3),
    ("s2_070 black kan", "四四四", "kan", 3),
    ("s2_067 s2_070 black longdeng in hand", "二七十", "longdeng", 3),
    ("s2_071 red kan", "肆肆肆", "kan", 6),
    ("s2_067 s2_071 red longdeng in hand", "貳柒拾", "longdeng", 6),
    ("s2_072 black kai", "(四四四四)", "kai", 6),
    ("s2_072 red longdeng on the table", "(貳柒拾)", "longdeng", 6),
    ("s2_073 red kai", "(肆肆肆肆)", "kai", 9),
    ("s2_062 s2_073 black gun", "四四四四", "gun", 9),
    ("s2_074 red gun", "肆肆肆肆", "gun", 12),
    ("s2_065 run", "貳叄肆", "lianzi", 0),
    ("s2_066 two red and one black", "四肆肆", "banbianzi", 0),
    ("s2_066 two black and one red", "四四肆", "banbianzi", 0),
]
REST = "貳柒拾 六七八 壹壹壹 玖玖玖 伍伍五"


@pytest.mark.parametrize(("meld", "kind", "hushu"), [row[1:] for row in MELDS], ids=[row[0] for row in MELDS])
def test_s2_melds(meld: str, kind: str, hushu: int) -> None:
    cards = meld.strip("()")
    got = answer(f"{REST} 九九 {meld}" if len(cards) == 4 else f"{REST} 一一一 {meld}", win="玖")
    assert {"cards": cards, "kind": kind, "hushu": hushu} in got["melds"]


SHAPES = [
    ("s2_051 a kai and no zhuangzi", "(四四四四) 貳柒拾 六七八 壹壹壹 玖玖玖 伍陸柒", "zha_hu"),
    ("s2_051 with one", "(四四四四) 貳柒拾 六七八 壹壹壹 玖玖玖 伍陸柒 九九", None),
    ("s2_062 a pair beside threes only", "四四四 貳柒拾 六七八 壹壹壹 玖玖玖 伍陸柒 九九", "zha_hu"),
    ("s2_063 a group of two kinds", "四四五 貳柒拾 六七八 壹壹壹 玖玖玖 伍陸柒 一一一", "zha_hu"),
]


@pytest.mark.parametrize(("melds", "reason"), [row[1:] for row in SHAPES], ids=[row[0] for row in SHAPES])
def test_s2_shapes(melds: str, reason: str | None) -> None:
    assert answer(melds, win="玖").get("reason") == reason


NO_HUSHU = "伍陸柒 六七八 九九玖 四四肆"
LITTLE = "貳柒拾 二七十 (壹壹壹)"  # 12 和
COUNTED = [
    ("s2_019 s2_020 s2_092 圈 doubles", f"{LITTLE} {NO_HUSHU}", {"quan": 1}, ("quan",), 20),
    ("s2_019 a kan of it in hand", f"貳柒拾 二七十 壹壹壹 {NO_HUSHU}", {"quan": 1}, ("quan",), 30),
    ("s2_019 not in another 圈", f"{LITTLE} {NO_HUSHU}", {"quan": 2}, (), 10),
    (
        "s2_021 雙圈 in some places",
        "(壹壹壹壹) 二七十 一一一 伍陸柒 六七八 四四肆 九九",
        {"quan": 1, "house": ["quan_quad_fan=2"]},
        ("quan", "shuangquan"),
        60,
    ),
    ("s2_021 elsewhere 圈 alone", "(壹壹壹壹) 二七十 一一一 伍陸柒 六七八 四四肆 九九", {"quan": 1}, ("quan",), 30),
    ("s2_021 a dui of it is no 雙圈", f"{LITTLE} {NO_HUSHU}", {"quan": 1, "house": ["quan_quad_fan=2"]}, ("quan",), 20),
    (
        "s2_075 s2_076 titles double what the melds count",
        f"{LITTLE} {NO_HUSHU}",
        {"quan": 1, "titles": ["dihu"]},
        ("dihu", "quan"),
        50,
    ),
    (
        "s2_077 doubled, then rounded: 13 makes 30",
        f"(貳柒拾) (二七十) 一一一 (四四四) {NO_HUSHU[:-4]}",
        {"titles": ["dihu"]},
        ("dihu",),
        30,
    ),
    ("s2_084 地和", f"{LITTLE} {NO_HUSHU}", {"titles": ["dihu"]}, ("dihu",), 20),
    ("s2_087 s2_086 twenty-one to thirty doubles", f"{LITTLE} 伍伍伍 三三三 四四肆 八八捌", {}, (), 40),
    ("s2_086 twenty does not", f"{LITTLE} 三三三 八八八 (一一一) 四四肆", {}, (), 20),
    ("s2_023 four pay as three do", f"{LITTLE} {NO_HUSHU}", {"quan": 1, "players": 4}, ("quan",), 20),
]


@pytest.mark.parametrize(
    ("melds", "more", "titles", "total"), [row[1:] for row in COUNTED], ids=[row[0] for row in COUNTED]
)
def test_s2_counted(melds: str, more: dict[str, Any], titles: tuple[str, ...], total: int) -> None:
    got = answer(melds, win="陸" if "陸" in melds else "四", dealt="貳柒拾", **more)
    assert (tuple(got["titles"]), got["total"]) == (titles, total)


def test_s2_079_s2_083_tianhu_doubles_once() -> None:
    dealer = "貳柒拾二七十四四四伍陸柒六七八九九玖三三叄"
    hand = record("quan", three(甲=dealer), "和 甲")
    verdict = audit_record(hand, load_preset("quan"))
    assert (verdict.titles, verdict.hushu, verdict.total) == (("tianhu",), 12, 20)


@pytest.mark.parametrize(
    ("house", "total"), [("fan_tianhu=1", 20), ("fan_tianhu=3", 100)], ids=["s2_083 usual", "s2_083 天三番"]
)
def test_s2_tianhu(house: str, total: int) -> None:
    melds = f"貳柒拾 二七十 三三三 {NO_HUSHU}"
    assert answer(melds, titles=["tianhu"], dealt="三三三", house=[house])["total"] == total


TAIPAO = [
    ("s2_106 out of the hand", "打 甲 一; 翻 乙 一; 翻 丙 肆; 翻 甲 一; 吃 甲 二三; 打 甲 玖; 和 乙", [-120, 120, 0]),
    ("s2_106 out of the wall", "打 甲 一; 翻 乙 一; 翻 丙 玖; 和 乙", [-40, 80, -40]),
]


@pytest.mark.parametrize(("events", "pay"), [row[1:] for row in TAIPAO], ids=[row[0] for row in TAIPAO])
def test_s2_taipao(events: str, pay: list[int]) -> None:
    hand = record("quan", three(乙=WAIT), events)
    assert list(audit_record(hand, load_rules("quan", ())).pay or ()) == pay
