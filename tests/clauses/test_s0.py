"""S0, clause by clause: what no other test cites (RULEBOOK §1 to §7)."""

from __future__ import annotations

from typing import Any

import pytest

from erqishi_logs.audit import audit_record
from erqishi_logs.cards import BIG, ERQISHI_DECK, SMALL, Colour
from erqishi_logs.errors import RuleError
from erqishi_logs.melds import ERQISHI_MELDS
from erqishi_logs.record import Record, loads_pu
from erqishi_logs.replay import replay_record
from erqishi_logs.rules import load_preset, load_rules
from erqishi_logs.scoring import score_question
from tests.audit.table import record
from tests.clauses.played import LOOSE, SIX, TOO_SMALL, WAIT, Played, fill, four, names, three

KAIS = fill("五五五柒柒柒二四")
GUN_KAI = fill("五五五五柒柒柒二四")
TWO_GUNS = fill("五五五五柒柒柒柒二四八")
THREE_GUNS = fill("五五五五柒柒柒柒伍伍伍伍二四")

PLAY = [
    # 對 and 開 before 吃: who was pre-empted has passed nothing.
    Played("s0_028 dui goes before chi", "leshan", three(乙=fill("四六二七九")), "打 甲 五; 對 丙; 打 丙 肆", []),
    Played(
        "s0_028 pre-empted by a dui he has passed no chi",
        "leshan",
        three(乙=fill("四六二七九")),
        "打 甲 五; 對 丙; 打 丙 肆; 翻 甲 五; 吃 乙 四六; 打 乙 二",
        [],
    ),
    Played(
        "s0_028 not pre-empted he has passed it",
        "leshan",
        three(乙=fill("四六二七九")),
        "打 甲 五; 翻 乙 肆; 翻 丙 八; 翻 甲 五; 吃 乙 四六; 打 乙 二",
        ["chi_guozhang 乙 4 <0"],
    ),
    Played("s0_039 kai goes before chi", "leshan", three(乙=fill("四六二七九")), "打 甲 五; 開 丙; 打 丙 肆", []),
    # 擺
    Played(
        "s0_032 what is laid is another fang",
        "leshan",
        three(乙=fill("七五六八九二")),
        "打 甲 七; 吃 乙 五六 擺 七八九; 打 乙 二",
        [],
    ),
    Played(
        "s0_032 not of cards that the chi used",
        "leshan",
        three(乙=fill("七五六八二四")),
        "打 甲 七; 吃 乙 六八; 打 乙 二",
        ["chi_cuo 乙 1"],
    ),
    # 八塊
    Played(
        "s0_041 second gun by kai: no discard", "leshan", three(乙=GUN_KAI), "打 甲 柒; 開 乙; 八塊 乙; 翻 丙 九", []
    ),
    Played(
        "s0_041 second gun by kai: discards",
        "leshan",
        three(乙=GUN_KAI),
        "打 甲 柒; 開 乙; 打 乙 二",
        ["cuo_bakuai 乙 2"],
    ),
    Played("s0_041 first gun: discards", "leshan", three(乙=KAIS), "打 甲 五; 開 乙; 打 乙 二", []),
    Played("s0_041 first gun: calls", "leshan", three(乙=KAIS), "打 甲 五; 開 乙; 八塊 乙", ["cuo_bakuai 乙 2"]),
    Played(
        "s0_044 s0_118 the next seat flips",
        "leshan",
        three(乙=GUN_KAI),
        "打 甲 柒; 開 乙; 八塊 乙; 翻 丙 九; 翻 甲 一",
        [],
    ),
    Played(
        "s0_044 s0_118 nobody else flips",
        "leshan",
        three(乙=GUN_KAI),
        "打 甲 柒; 開 乙; 八塊 乙; 翻 甲 九",
        ["duo_mo 甲 3"],
    ),
    Played(
        "s0_045 s0_046 a third gun: 十二塊",
        "leshan",
        three(乙=fill("五五五五柒柒柒柒伍伍伍二四")),
        "打 甲 伍; 開 乙; 十二塊 乙",
        [],
    ),
    Played(
        "s0_045 a third gun: discards",
        "leshan",
        three(乙=fill("五五五五柒柒柒柒伍伍伍二四")),
        "打 甲 伍; 開 乙; 打 乙 二",
        ["cuo_bakuai 乙 2"],
    ),
    Played(
        "s0_046 a third gun is no 八塊",
        "leshan",
        three(乙=fill("五五五五柒柒柒柒伍伍伍二四")),
        "打 甲 伍; 開 乙; 八塊 乙",
        ["cuo_bakuai 乙 2"],
    ),
    Played(
        "s0_047 after 十二塊 the next seat flips",
        "leshan",
        three(乙=THREE_GUNS),
        "打 甲 三; 吃 乙 二四; 十二塊 乙; 翻 丙 九",
        [],
    ),
    Played("s0_113 after dangdi a discard", "leshan", three(), "打 甲 三", []),
    Played(
        "s0_113 after dangdi none, next flips",
        "leshan",
        three(甲=fill("二四七九五六") + "八"),
        "翻 乙 三",
        ["duo_mo 乙 0"],
    ),
    Played("s0_118 a dealer with two gun calls", "leshan", three(甲=TWO_GUNS + "九"), "八塊 甲; 翻 乙 九", []),
    Played(
        "s0_118 a dealer with two gun discards", "leshan", three(甲=TWO_GUNS + "九"), "打 甲 九", ["cuo_bakuai 甲 0"]
    ),
    # who goes on
    Played(
        "s0_114 s0_115 who took the card goes on",
        "leshan",
        three(乙=fill("四六二七九")),
        "打 甲 五; 吃 乙 四六; 打 乙 二; 翻 丙 一",
        [],
    ),
    Played(
        "s0_115 another goes on",
        "leshan",
        three(乙=fill("四六二七九")),
        "打 甲 五; 吃 乙 四六; 打 丙 三",
        ["luan_da 丙 2"],
    ),
    Played("s0_117 a win ends it", "leshan", three(乙=WAIT), "打 甲 玖; 和 乙", []),
    Played(
        "s0_117 nothing follows", "leshan", three(乙=WAIT), "打 甲 玖; 和 乙; 翻 乙 三", ["fault after_end 乙 2 <1"]
    ),
    Played("s0_056 one winner", "leshan", three(乙=WAIT), "打 甲 玖; 和 乙; 和 丙", ["fault after_end 丙 2 <1"]),
    # 進張 frees a win that was let go: 吃, 對, 開 and 小家's 摸
    Played(
        "s0_025 chi is a jinzhang",
        "leshan",
        three(乙=SIX[:12] + "玖玖六七伍陸柒八"),
        "打 甲 玖; 翻 乙 一; 翻 丙 二; 翻 甲 九; 吃 乙 玖玖; 打 乙 八; 翻 丙 五",
        [],
    ),
    Played(
        "s0_025 摸 is a jinzhang",
        "leshan-4",
        four(丁="玖玖"),
        "打 甲 玖; 翻 乙 八; 翻 丙 捌; 摸 丁 二; 打 丁 二; 翻 甲 玖; 和 丁",
        [],
    ),
    Played(
        "s0_025 a card shown is none",
        "leshan-4",
        four(丁="玖玖"),
        "打 甲 玖; 翻 乙 八; 翻 丙 捌; 翻 丁 二; 翻 甲 玖; 和 丁",
        ["hu_guozhang 丁 5 <0"],
    ),
    # 和
    Played(
        "s0_049 ten is enough", "leshan", three(乙="壹壹壹一一一三四五伍陸柒六六陸捌捌八九九"), "打 甲 九; 和 乙", []
    ),
    Played("s0_049 nine is not", "leshan", three(乙=TOO_SMALL), "打 甲 玖; 和 乙", ["hushu_bugou 乙 1"]),
    Played("s0_049 not all in melds", "leshan", three(乙=LOOSE), "打 甲 九; 和 乙", ["zha_hu 乙 1"]),
    # 對摳
    Played("s0_134 duikou else as usual", "duikou", {"甲": "?", "乙": WAIT}, "打 甲 玖; 和 乙", []),
    Played("s0_136 a discard of the other is won on", "duikou", {"甲": "?", "乙": WAIT}, "打 甲 九; 和 乙", []),
    Played(
        "s0_136 but not eaten",
        "duikou",
        {"甲": "?", "乙": fill("四六二七九")},
        "打 甲 五; 吃 乙 四六; 打 乙 二",
        ["chi_cuo 乙 1"],
    ),
    # 小家
    Played(
        "s0_122 小家 draws what nobody sees",
        "leshan-4",
        four(丁="五六"),
        "打 甲 三; 翻 乙 二; 翻 丙 一; 摸 丁 ?; 打 丁 五; 翻 甲 九",
        [],
    ),
    Played("s0_122 another does not", "leshan-4", four(丁="五六"), "打 甲 三; 摸 乙 九; 打 乙 五", ["duo_mo 乙 1"]),
    # the deal
    Played("s0_140 one card too many", "leshan", three(乙=LOOSE + "四"), "打 甲 三", ["duo_mo 乙 -2"]),
    Played("s0_110 twenty each", "leshan", three(乙=LOOSE), "打 甲 三", []),
    Played("s0_110 nineteen", "leshan", three(乙=LOOSE[:19]), "打 甲 三", ["fault short_deal 乙 0"]),
    Played("s0_111 the dealer one more", "leshan", three(甲=LOOSE + "二"), "打 甲 二", []),
    Played("s0_111 the dealer without it", "leshan", three(甲=LOOSE), "打 甲 三", ["fault short_deal 甲 0"]),
    Played("s0_120 s0_119 小家 has two", "leshan-4", four(丁="五六"), "打 甲 三", []),
    Played("s0_120 小家 takes on", "leshan-4", four(丁="五六七"), "打 甲 三", ["duo_mo 丁 -1"]),
    # the cut
    Played(
        "s0_104 the card turned up is out",
        "leshan",
        {"甲": "?\n叨 乙 五", "乙": fill("五五五二四"), "丙": "?"},
        "打 甲 五",
        ["fault fifth_copy 甲 0"],
    ),
    Played(
        "s0_105 it stays in",
        "leshan",
        {"甲": "?\n叨 乙 五", "乙": fill("五五五二四"), "丙": "?"},
        "打 甲 五; 開 乙; 打 乙 二",
        [],
        house="cut=back",
    ),
    # judged when
    Played(
        "s0_138 in play: at once, win or no win",
        "leshan",
        three(乙=fill("五五二七九")),
        "打 甲 五; 翻 乙 一; 翻 丙 五; 對 乙; 打 乙 二",
        ["hou_dui 乙 3 <0"],
    ),
    Played("s0_138 not broken", "leshan", three(乙=fill("五五二七九")), "打 甲 五; 對 乙; 打 乙 二", []),
    Played(
        "s0_145 at a win only: before it a note",
        "leshan",
        three(乙=fill("七五六八九二")),
        "打 甲 七; 吃 乙 五六; 打 乙 二",
        ["note youbai_bubai 乙 1 <1"],
    ),
]


@pytest.mark.parametrize("row", PLAY, ids=names(PLAY))
def test_s0_play(row: Played) -> None:
    assert row.got == sorted(row.expected)


def answer(melds: str, rules: str = "leshan", **more: Any) -> dict[str, Any]:
    return score_question({"melds": melds, "rules": rules, **more})


MELDS = [
    ("s0_011 s0_012 three alike", "(五五五)", 1),
    ("s0_013 three alike that were dealt", "五五五", 3),
    ("s0_015 four alike", "五五五五", 9),
    ("s0_008 red is big", "伍伍伍伍", 12),
    ("s0_021 two and one of a number", "五五伍", 0),
]
REST = {3: "壹壹壹 貳柒拾 二七十 六七八 伍陸柒 玖玖玖", 4: "壹壹壹 貳柒拾 二七十 六七八 玖玖玖 九九"}


@pytest.mark.parametrize(("meld", "hushu"), [row[1:] for row in MELDS], ids=[row[0] for row in MELDS])
def test_s0_melds(meld: str, hushu: int) -> None:
    got = answer(f"{REST[len(meld.strip('()'))]} {meld}", win="玖")
    assert next(m["hushu"] for m in got["melds"] if m["cards"] == meld.strip("()")) == hushu


@pytest.mark.parametrize("meld", ["五五五肆", "肆五陸", "五五六"])
def test_s0_010_s0_011_what_is_no_meld(meld: str) -> None:
    assert answer(f"{REST[len(meld)]} {meld}", win="玖") == {"valid": False, "reason": "zha_hu"}


def test_s0_016_a_gun_is_not_split() -> None:
    split = "拾拾拾 貳柒拾 二七十 六七八 伍陸柒 玖玖玖 五五五"
    assert answer(split, win="玖") == {"valid": False, "reason": "chai_kan"}
    assert answer("拾拾拾拾 二七十 六七八 伍陸柒 玖玖玖 五五五 貳貳", win="玖")["valid"]


ZHUANGZI = [
    ("s0_023 with four alike", "五五五五 壹壹壹 貳柒拾 二七十 六七八 玖玖玖 九九", None),
    ("s0_023 without", "五五五 壹壹壹 貳柒拾 二七十 六七八 玖玖玖 九九", "zha_hu"),
    ("s0_024 only one", "五五五五 壹壹壹壹 貳柒拾 二七十 六七八 玖玖 九九", "zha_hu"),
]


@pytest.mark.parametrize(("melds", "reason"), [row[1:] for row in ZHUANGZI], ids=[row[0] for row in ZHUANGZI])
def test_s0_zhuangzi(melds: str, reason: str | None) -> None:
    assert answer(melds, win="玖").get("reason") == reason


def test_s0_002_s0_003_eighty_cards_and_no_wild() -> None:
    assert ERQISHI_DECK.n_cards == 80
    with pytest.raises(RuleError):
        load_rules("leshan", ("wilds=4",))


def test_s0_008_big_is_red_small_is_black() -> None:
    colours = {ERQISHI_DECK.colours[ERQISHI_DECK.parse_card(card)] for card in BIG}
    assert colours == {Colour.RED}
    assert {ERQISHI_DECK.colours[ERQISHI_DECK.parse_card(card)] for card in SMALL} == {Colour.BLACK}


def test_s0_010_alike_is_number_and_colour() -> None:
    hand = record("leshan", three(乙=fill("五伍二七九")), "打 甲 五; 對 乙; 打 乙 二")
    codes = [f.code for f in audit_record(hand, load_preset("leshan")).findings]
    assert "not_in_hand" in codes


CLAIMS = [
    ("s0_027 dui", "五五二七九", "對 乙", "dui", "五五五"),
    ("s0_030 chi", "四六二七九", "吃 乙 四六", "chi", "五四六"),
    ("s0_038 kai", "五五五二七", "開 乙", "kai", "五五五五"),
]


@pytest.mark.parametrize(("hand", "claim", "kind", "laid"), [row[1:] for row in CLAIMS], ids=[row[0] for row in CLAIMS])
def test_s0_what_a_claim_lays(hand: str, claim: str, kind: str, laid: str) -> None:
    replay = replay_record(record("leshan", three(乙=fill(hand)), f"打 甲 五; {claim}"), load_preset("leshan"))
    (meld,) = replay.seats[1].exposed
    assert (meld.claim, ERQISHI_DECK.format_cards(meld.kinds)) == (kind, laid)
    assert replay.seats[1].n_held == 21 - len(laid)


def test_s0_048_s0_060_other_words_for_hu_and_hushu() -> None:
    lines = [
        "譜 1",
        "規則 leshan",
        "家 甲 乙 丙",
        "莊 甲",
        "發 甲 ?",
        f"發 乙 {WAIT}",
        "發 丙 ?",
        "打 甲 玖",
        "胡 乙 21胡",
    ]
    (hand,) = loads_pu("\n".join(lines) + "\n")
    assert isinstance(hand, Record)
    assert (hand.events[-1].type, hand.events[-1].hushu) == ("hu", 21)


def test_s0_051_the_winner_shows_all() -> None:
    hand = record("leshan", three(), "打 甲 玖; 和 乙: 壹壹壹 五五五 貳柒拾 二七十 六七八 伍陸柒 玖玖玖")
    seat = replay_record(hand, load_preset("leshan")).seats[1]
    assert seat.unseen == 0
    assert sorted(seat.dealt) == sorted(ERQISHI_DECK.count_kinds(ERQISHI_DECK.parse_cards(WAIT)))


PAID = [
    (
        "s0_059 a discard won on is paid by him alone",
        "打 甲 三; 吃 乙 二四; 打 乙 玖; 和 丙",
        three(丙=WAIT),
        [0, -120, 120],
    ),
    ("s0_059 a flip by all", "打 甲 三; 翻 乙 玖; 和 丙", three(丙=WAIT), [-40, -40, 80]),
    ("s0_080 the dealer's first discard is 地和", "打 甲 玖; 和 丙", three(丙=WAIT), [-240, 0, 240]),
    (
        "s0_080 his second is not",
        "打 甲 三; 翻 乙 四; 翻 丙 拾; 翻 甲 肆; 吃 甲 貳叄; 打 甲 玖; 和 丙",
        three(丙=WAIT),
        [-120, 0, 120],
    ),
]


@pytest.mark.parametrize(("events", "hands", "pay"), [row[1:] for row in PAID], ids=[row[0] for row in PAID])
def test_s0_paid(events: str, hands: dict[str, str], pay: list[int]) -> None:
    verdict = audit_record(record("leshan", hands, events), load_preset("leshan"))
    assert list(verdict.pay or ()) == pay


def test_s0_090_xiaojia_has_a_count_of_his_own() -> None:
    got = answer("玖玖玖", "leshan-4", win="玖", players=4, xiaojia=True)
    assert (got["hushu"], got["total"]) == (3, 40)


@pytest.mark.parametrize(
    ("preset", "players"),
    [("leshan", (3,)), ("leshan-4", (4,)), ("duikou", (2,))],
    ids=["s0_091 three", "s0_091 four", "s0_093 two"],
)
def test_s0_players(preset: str, players: tuple[int, ...]) -> None:
    assert load_preset(preset).players == players


def test_s0_119_xiaojia_is_the_last_seat() -> None:
    seats = replay_record(record("leshan-4", four(), "打 甲 三"), load_preset("leshan-4")).seats
    assert [seat.is_xiaojia for seat in seats] == [False, False, False, True]


def test_s0_162_quan_differs_only_in_the_dealer_and_the_cut() -> None:
    old, new = load_preset("leshan").options(), load_preset("quan-leshan").options()
    assert {name for name in old if old[name] != new[name]} == {"players", "cut", "cutter", "dealer_by", "dealer_keeps"}


def test_s0_021_s0_019_every_chi_meld() -> None:
    kinds = [meld.name for meld in ERQISHI_MELDS.chi_melds.values()]
    assert [kinds.count(name) for name in ("LONGDENG", "LIANZI", "BANBIANZI")] == [2, 16, 20]
