"""S1, clause by clause: what no other test cites (RULEBOOK §1 to §7)."""

from __future__ import annotations

import pytest

from tests.clauses.played import LOOSE, Played, fill, four, names, three

EATS = fill("四六二七九")
PAIR = fill("五五二七九")
KAN = fill("五五五二七")
GUN_KAI = fill("五五五五柒柒柒二四")
LONGDENG = fill("二十五六八")
#: 18 和 and one card too far: 五 makes it wait for 玖 and 九.
ONE_OFF = "壹壹壹八八八貳柒拾二七十伍陸柒玖玖四六一"
TAKES = "\n發 乙 ".join(LOOSE[place : place + 2] for place in range(0, 20, 2))
UNEVEN = "\n發 乙 ".join([LOOSE[:1], LOOSE[1:4], *(LOOSE[place : place + 2] for place in range(4, 20, 2))])

PLAY = [
    # the deal
    Played("s1_013 takes of two", "jiu", three(乙=TAKES), "打 甲 三", []),
    Played("s1_013 one and three", "jiu", three(乙=UNEVEN), "打 甲 三", ["qi_san_da_yi 乙 -10", "qi_san_da_yi 乙 -11"]),
    Played(
        "s1_009 the card turned up is out",
        "jiu",
        three(甲="?\n叨 乙 一", 乙=fill("一一一二四")),
        "打 甲 一",
        ["fault fifth_copy 甲 0"],
    ),
    Played(
        "s1_009 without a cut it is there", "quan-raw", three(乙=fill("一一一二四")), "打 甲 一; 開 乙; 打 乙 二", []
    ),
    Played("s1_022 the dealer discards first", "quan-raw", three(), "打 甲 三", []),
    Played("s1_022 not another", "quan-raw", three(), "打 乙 三", ["luan_da 乙 0"]),
    # kan and gun stay whole
    Played(
        "s1_023 a gun is not split",
        "quan-raw",
        three(乙=fill("五五五五六二")),
        "打 甲 四; 吃 乙 五六; 打 乙 二",
        ["chai_kan 乙 1"],
    ),
    Played(
        "s1_023 other cards are eaten with",
        "quan-raw",
        three(乙=fill("五五五五二三六")),
        "打 甲 四; 吃 乙 二三; 打 乙 六",
        [],
    ),
    Played(
        "s1_024 a kan is not split",
        "quan-raw",
        three(乙=fill("五五五六二")),
        "打 甲 四; 吃 乙 五六; 打 乙 二",
        ["chai_kan 乙 1"],
    ),
    # claims
    Played("s1_025 kai with a kan", "quan-raw", three(乙=KAN), "打 甲 五; 開 乙; 打 乙 二", []),
    Played(
        "s1_025 not with a pair",
        "quan-raw",
        three(乙=PAIR),
        "打 甲 五; 開 乙; 打 乙 二",
        ["fault not_in_hand 乙 1", "luan_da 乙 2"],
    ),
    Played("s1_026 dui with a pair", "quan-raw", three(乙=PAIR), "打 甲 五; 對 乙; 打 乙 二", []),
    Played("s1_026 of one's own flip", "quan-raw", three(乙=PAIR), "打 甲 一; 翻 乙 五; 對 乙; 打 乙 二", []),
    Played(
        "s1_026 not with one",
        "quan-raw",
        three(乙=fill("五二四七九")),
        "打 甲 五; 對 乙; 打 乙 二",
        ["fault not_in_hand 乙 1", "luan_da 乙 2"],
    ),
    Played("s1_030 a longdeng is eaten", "quan-raw", three(乙=LONGDENG), "打 甲 七; 吃 乙 二十; 打 乙 八", []),
    Played("s1_030 s1_165 a run is eaten", "quan-raw", three(乙=LONGDENG), "打 甲 七; 吃 乙 五六; 打 乙 二", []),
    Played(
        "s1_165 colours of a run do not mix",
        "quan-raw",
        three(乙=LONGDENG),
        "打 甲 柒; 吃 乙 五六; 打 乙 二",
        ["chi_cuo 乙 1"],
    ),
    Played("s1_032 the next seat may eat", "quan-raw", three(乙=EATS), "打 甲 五; 吃 乙 四六; 打 乙 二", []),
    Played("s1_032 the other not", "quan-raw", three(丙=EATS), "打 甲 五; 吃 丙 四六; 打 丙 二", ["chi_cuo 丙 1"]),
    Played("s1_032 but he may dui", "quan-raw", three(丙=PAIR), "打 甲 五; 對 丙; 打 丙 二", []),
    # turns
    Played(
        "s1_035 after a claim a discard", "quan-raw", three(乙=EATS), "打 甲 五; 吃 乙 四六; 打 乙 二; 翻 丙 三", []
    ),
    Played(
        "s1_035 none: the next flip is not due",
        "quan-raw",
        three(乙=EATS),
        "打 甲 五; 吃 乙 四六; 翻 丙 三",
        ["duo_mo 丙 2"],
    ),
    Played("s1_036 the next seat takes from the wall", "quan-raw", three(), "打 甲 五; 翻 乙 三", []),
    Played("s1_036 not the other", "quan-raw", three(), "打 甲 五; 翻 丙 三", ["duo_mo 丙 1"]),
    Played("s1_038 then his next", "quan-raw", three(), "打 甲 五; 翻 乙 三; 翻 丙 七; 翻 甲 八", []),
    Played("s1_038 not he again", "quan-raw", three(), "打 甲 五; 翻 乙 三; 翻 乙 七", ["duo_mo 乙 2"]),
    Played(
        "s1_058 no discard before something is taken",
        "quan-raw",
        three(乙=EATS),
        "打 甲 五; 打 乙 二",
        ["luan_da 乙 1"],
    ),
    Played(
        "s1_037 a card of the wall is shown",
        "quan-raw",
        three(乙=EATS),
        "打 甲 五; 摸 乙 三; 打 乙 二",
        ["duo_mo 乙 1"],
    ),
    Played(
        "s1_039 s1_127 a flip never joins the hand",
        "online",
        three(乙=EATS),
        "打 甲 五; 翻 乙 三; 翻 丙 一; 翻 甲 四; 吃 乙 三五; 打 乙 二",
        ["fault not_in_hand 乙 4", "luan_da 乙 5"],
    ),
    # priority
    Played(
        "s1_040 dui before chi",
        "quan-raw",
        three(乙=EATS),
        "打 甲 五; 對 丙; 打 丙 八; 翻 甲 五; 吃 乙 四六; 打 乙 二",
        [],
    ),
    Played(
        "s1_040 let go it binds",
        "quan-raw",
        three(乙=EATS),
        "打 甲 五; 翻 乙 一; 翻 丙 八; 翻 甲 五; 吃 乙 四六; 打 乙 二",
        ["chi_guozhang 乙 4 <0"],
    ),
    Played(
        "s1_042 the flipper eats before his next",
        "quan-raw",
        three(乙=EATS),
        "打 甲 一; 翻 乙 一; 翻 丙 八; 翻 甲 五; 吃 甲 三四; 打 甲 九; 翻 乙 五; 吃 乙 四六; 打 乙 二",
        [],
    ),
    Played(
        "s1_042 his next does not pre-empt him",
        "quan-raw",
        three(甲=EATS + "八"),
        "打 甲 二; 翻 乙 一; 翻 丙 八; 翻 甲 五; 吃 乙 三四; 打 乙 十; 翻 丙 壹; 翻 甲 五; 吃 甲 四六; 打 甲 九",
        ["chi_guozhang 甲 8 <3"],
    ),
    # 過張
    Played(
        "s1_047 s1_048 a dui let go is gone",
        "quan-raw",
        three(乙=PAIR),
        "打 甲 五; 翻 乙 一; 翻 丙 五; 對 乙; 打 乙 二",
        ["hou_dui 乙 3 <0"],
    ),
    Played("s1_047 taken at once", "quan-raw", three(乙=PAIR), "打 甲 一; 翻 乙 一; 翻 丙 五; 對 乙; 打 乙 二", []),
    Played(
        "s1_047 who held one pair later could not",
        "quan-raw",
        three(乙=fill("五四六七九")),
        "打 甲 五; 翻 乙 一; 翻 丙 九",
        [],
    ),
    Played(
        "s1_049 s1_050 a chi let go is gone",
        "quan-raw",
        three(乙=EATS),
        "打 甲 五; 翻 乙 一; 翻 丙 八; 翻 甲 五; 吃 乙 四六; 打 乙 二",
        ["chi_guozhang 乙 4 <0"],
    ),
    Played(
        "s1_049 another kind is not",
        "quan-raw",
        three(乙=EATS),
        "打 甲 五; 翻 乙 一; 翻 丙 八; 翻 甲 八; 吃 乙 七九; 打 乙 二",
        [],
    ),
    Played(
        "s1_052 pre-empted is not let go",
        "quan-raw",
        three(乙=EATS),
        "打 甲 五; 對 丙; 打 丙 八; 翻 甲 五; 吃 乙 四六; 打 乙 二",
        [],
    ),
    # 八個
    Played(
        "s1_059 s1_126 a gun and a kai: no discard",
        "quan-raw",
        three(乙=GUN_KAI),
        "打 甲 柒; 開 乙; 八塊 乙; 翻 丙 九",
        [],
    ),
    Played("s1_059 s1_126 he discards", "online", three(乙=GUN_KAI), "打 甲 柒; 開 乙; 打 乙 二", ["cuo_bakuai 乙 2"]),
    Played(
        "s1_059 two gun before any claim owe a discard by the dealer alone",
        "quan-raw",
        three(乙=fill("五五五五柒柒柒柒二四八")),
        "打 甲 九; 翻 乙 十",
        [],
    ),
    # 小家
    Played("s1_020 s1_076 s1_161 小家 has two cards", "quan-raw", four(丁="五六"), "打 甲 三", []),
    Played("s1_076 not three", "quan-raw", four(丁="五六七"), "打 甲 三", ["duo_mo 丁 -1"]),
    Played("s1_076 one in each of two takes", "quan-raw", four(丁="五\n發 丁 六"), "打 甲 三", []),
    Played(
        "s1_077 he exchanges",
        "quan-raw",
        four(丁="五六"),
        "打 甲 三; 翻 乙 二; 翻 丙 一; 摸 丁 九; 打 丁 五; 翻 甲 八",
        [],
    ),
    Played("s1_164 a dui wins", "quan-raw", four(丁="玖玖"), "打 甲 三; 翻 乙 二; 翻 丙 玖; 和 丁", []),
    Played("s1_164 a longdeng wins", "quan-raw", four(丁="二七"), "打 甲 三; 翻 乙 八; 翻 丙 十; 和 丁", []),
    Played(
        "s1_164 a run does not",
        "quan-raw",
        four(丁="七八"),
        "打 甲 三; 翻 乙 八; 翻 丙 九; 和 丁",
        ["hushu_bugou 丁 3"],
    ),
    # online
    Played("s1_122 counter-clockwise", "online", three(), "打 甲 五; 翻 乙 三; 翻 丙 七; 翻 甲 八; 翻 乙 一", []),
    Played(
        "s1_123 dui of the next seat's card", "online", three(甲=PAIR + "四"), "打 甲 四; 翻 乙 五; 對 甲; 打 甲 二", []
    ),
    Played(
        "s1_124 no chi of it",
        "online",
        three(甲=EATS + "八"),
        "打 甲 八; 翻 乙 五; 吃 甲 四六; 打 甲 二",
        ["chi_cuo 甲 2"],
    ),
    Played(
        "s1_125 hu before dui before chi",
        "online",
        three(乙=EATS),
        "打 甲 五; 對 丙; 打 丙 八; 翻 甲 五; 吃 乙 四六; 打 乙 二",
        [],
    ),
    Played("s1_131 one's own flip is eaten", "online", three(乙=EATS), "打 甲 三; 翻 乙 五; 吃 乙 四六; 打 乙 二", []),
    Played(
        "s1_131 a flip of the seat after not",
        "online",
        three(乙=EATS),
        "打 甲 三; 翻 乙 一; 翻 丙 五; 吃 乙 四六; 打 乙 二",
        ["chi_cuo 乙 3"],
    ),
    Played("s1_132 a kai not made", "online", three(乙=KAN), "打 甲 五; 翻 乙 一", ["youkai_bukai 乙 1 <0"]),
    Played("s1_132 made", "online", three(乙=KAN), "打 甲 五; 開 乙; 打 乙 二", []),
    Played(
        "s1_133 the same card is laid, too",
        "online",
        three(乙=fill("一二三四五")),
        "打 甲 三; 吃 乙 四五 擺 一二三; 打 乙 玖",
        [],
    ),
    Played(
        "s1_133 it is kept",
        "online",
        three(乙=fill("一二三四五")),
        "打 甲 三; 吃 乙 四五; 打 乙 玖",
        ["youbai_bubai 乙 1 <1"],
    ),
    Played(
        "s1_136 a chi let go bars the dui",
        "online",
        three(乙=fill("五五四六伍二")),
        "打 甲 五; 翻 乙 一; 翻 丙 五; 對 乙; 打 乙 二",
        ["hou_dui 乙 3 <0"],
    ),
    Played("s1_136 what was used is not let go", "online", three(乙=PAIR), "打 甲 五; 對 乙; 打 乙 二; 翻 丙 三", []),
    Played(
        "s1_137 a jinzhang frees the win",
        "online",
        three(乙=ONE_OFF),
        "打 甲 九; 翻 乙 三; 翻 丙 三; 翻 甲 五; 吃 乙 四六; 打 乙 一; 翻 丙 九; 和 乙",
        [],
    ),
    Played(
        "s1_137 a dui let go, too",
        "online",
        three(乙=ONE_OFF),
        "打 甲 玖; 翻 乙 三; 翻 丙 三; 翻 甲 五; 吃 乙 四六; 打 乙 一; 翻 丙 玖; 和 乙",
        [],
    ),
    Played(
        "s1_137 without one it is not free",
        "online",
        three(乙=ONE_OFF),
        "打 甲 五; 吃 乙 四六; 打 乙 一; 翻 丙 九; 翻 甲 三; 翻 乙 九; 和 乙",
        ["hu_guozhang 乙 6 <3"],
    ),
    Played(
        "s1_138 claimed all the same",
        "online",
        three(乙="四六二四六五九九壹壹貳貳叄叄捌捌玖玖拾拾"),
        "打 甲 三; 吃 乙 二四; 打 乙 五; 翻 丙 一; 翻 甲 五; 吃 乙 四六; 打 乙 九",
        ["chi_cuo 乙 5"],
    ),
    Played(
        "s1_138 elsewhere it is free",
        "quan-raw",
        three(乙="四六二四六五九九壹壹貳貳叄叄捌捌玖玖拾拾"),
        "打 甲 三; 吃 乙 二四; 打 乙 五; 翻 丙 一; 翻 甲 五; 吃 乙 四六; 打 乙 九",
        [],
    ),
    Played(
        "s1_139 三四五 and 六",
        "online",
        three(乙=fill("三四五二九")),
        "打 甲 六; 吃 乙 四五; 打 乙 三",
        ["shangtu_xiaxie 乙 2 <1"],
    ),
    Played(
        "s1_139 another card is put out", "online", three(乙=fill("三四五二九")), "打 甲 六; 吃 乙 四五; 打 乙 九", []
    ),
]


@pytest.mark.parametrize("row", PLAY, ids=names(PLAY))
def test_s1_play(row: Played) -> None:
    assert row.got == sorted(row.expected)
