"""What options change in the deal, the play and what is judged, a row an option at least (RULEBOOK §3 to §5, §7)."""

from __future__ import annotations

from tests.clauses.played import LOOSE, TOO_SMALL, WAIT, fill, three
from tests.rules.change import (
    Change,
    cut_out,
    cutter,
    dealt,
    declared,
    ended,
    first_hand,
    found,
    next_dealer,
    paid,
    swept,
    tables,
)

#: 乙 holds 四六 and 伍伍 near 五; no kan.
EYE = "四六一一二九九十壹壹貳叄伍伍柒柒捌玖拾拾"
#: 乙 holds 四六, and a 五 that nothing lays beside.
KEPT = "五四六一一二九九十壹壹貳叄肆陸柒柒捌拾拾"
#: 乙 holds 五五 and 四六.
BOTH = "五五四六一一九九十壹壹貳叄肆陸柒柒捌拾拾"
#: Two 五 can be laid beside a third.
LAID = "五五四六三四六七一一"
#: Waits for 玖 once 七 is taken with 六八.
LATE = "壹壹壹五五五貳柒拾二七十伍陸柒玖玖六八一"
#: 乙 holds 五五五 and nothing that eats 五.
KAN = "五五五一一九九十十壹壹貳叄肆陸柒柒捌拾拾"
#: 甲's twenty-one cards, no gun; waits after 打 甲 九.
DEALER = WAIT + "九"
#: Waits 八 for 八九十; holds 八八, so that a dui of 八 can be passed.
RUN = "壹壹壹五五五貳柒拾二三四伍陸柒八八捌九十"

CHANGES = [
    # --- the deal
    Change("players", "S0-093", "leshan", "players=[2,3]", tables, [3], [2, 3]),
    Change(
        "hand_size",
        "S0-175",
        "leshan",
        "hand_size=14",
        dealt(3),
        ([21, 20, 20], 18, "discard"),
        ([15, 14, 14], 36, "discard"),
    ),
    Change(
        "hand_sizes",
        "S1-163",
        "many",
        "hand_sizes=[[5,8],[6,8],[7,8]]",
        dealt(5),
        ([12, 11, 11, 11, 11], 24, "discard"),
        ([9, 8, 8, 8, 8], 39, "discard"),
    ),
    Change(
        "dealer_extra",
        "S0-171",
        "leshan",
        "dealer_extra=0",
        dealt(3),
        ([21, 20, 20], 18, "discard"),
        ([20, 20, 20], 19, "flip"),
    ),
    Change(
        "xiaojia_at",
        "S0-092",
        "muchuan-14",
        "xiaojia_at=[4]",
        dealt(4),
        ([15, 14, 14, 14], 23, "discard"),
        ([15, 14, 14, 2], 35, "discard"),
    ),
    Change("cut", "S0-105", "leshan", "cut=back", cut_out, (True, 18, 3), (True, 19, 4)),
    Change("cut", "S1-018", "leshan", "cut=none", cut_out, (True, 18, 3), (False, 19, 4)),
    Change("cutter", "S1-007", "leshan", "cutter=shuffler_next", cutter, (0, 2), (2, 1)),
    Change("dealer_by", "S1-069", "leshan", "dealer_by=quan", first_hand, (None, True), (1, True)),
    Change("dealer_keeps", "S1-068", "quan", "dealer_keeps=none", next_dealer, 1, 2),
    # --- the play
    Change(
        "chi_from",
        "S0-135",
        "leshan",
        "chi_from=own_flip",
        found(three(乙=EYE), "打 甲 五; 吃 乙 四六"),
        [],
        ["chi_cuo 乙 1"],
    ),
    Change(
        "flip_counts_as",
        "S0-173",
        "leshan",
        "flip_counts_as=discard",
        found(three(乙=EYE), "打 甲 三; 翻 乙 五; 吃 乙 四六"),
        [],
        ["chi_cuo 乙 2"],
    ),
    Change(
        "flip_counts_as",
        "S0-172",
        "leshan",
        "flip_counts_as=discard",
        paid(three(丙=WAIT), "打 甲 三; 翻 乙 玖; 和 丙"),
        [-40, -40, 80],
        [0, -120, 120],
    ),
    Change(
        "dui_own_flip",
        "S1-129",
        "quan-raw",
        "dui_own_flip=no",
        found(three(乙=BOTH), "打 甲 三; 翻 乙 五; 對 乙; 打 乙 十"),
        [],
        ["luan_da 乙 2"],
    ),
    Change(
        "bai_impossible",
        "S1-166",
        "quan-raw",
        "bai_impossible=allow",
        found(three(乙=KEPT), "打 甲 五; 吃 乙 四六; 打 乙 二"),
        ["chi_cuo 乙 1"],
        [],
    ),
    Change(
        "bakuai_false",
        "S2-040",
        "quan",
        "bakuai_false=none",
        found(three(甲=LOOSE + "拾"), "八塊 甲; 翻 乙 三"),
        [],
        ["cuo_bakuai 甲 0"],
    ),
    Change("sao", "§9", "guilin", "sao=no", swept, [], ["not_in_hand"]),
    # --- passed cards
    Change(
        "guozhang_scope",
        "S1-135",
        "quan-raw",
        "guozhang_scope=kind",
        found(three(丙=fill(LAID)), "打 甲 五; 翻 乙 五; 吃 丙 四六 擺 五三四 五六七; 打 丙 一"),
        [],
        ["chi_guozhang 丙 2 <0"],
    ),
    Change(
        "guozhang_clears",
        "§5",
        "leshan",
        "guozhang_clears=on_jinzhang",
        found(three(乙=EYE), "打 甲 五; 翻 乙 九; 對 乙; 打 乙 叄; 翻 丙 肆; 翻 甲 五; 吃 乙 四六"),
        ["chi_guozhang 乙 6 <0"],
        [],
    ),
    Change(
        "hu_guozhang",
        "S2-117",
        "leshan",
        "hu_guozhang=kind",
        found(three(乙=WAIT), "打 甲 玖; 翻 乙 三; 翻 丙 九; 和 乙"),
        ["hu_guozhang 乙 3 <0"],
        [],
    ),
    Change(
        "hou_dui_hu",
        "S2-118",
        "leshan",
        "hou_dui_hu=as_dui",
        found(three(乙=RUN), "打 甲 八; 翻 乙 三; 翻 丙 八; 和 乙"),
        ["hou_dui_hu 乙 3 <0", "hu_guozhang 乙 3 <0"],
        ["hu_guozhang 乙 3 <0"],
    ),
    Change(
        "hou_dui_hu_clears",
        "S1-137",
        "quan-raw",
        "hou_dui_hu_clears=on_jinzhang",
        found(three(乙=LATE), "打 甲 玖; 翻 乙 七; 吃 乙 六八 擺 七二十; 打 乙 一; 翻 丙 玖; 和 乙"),
        ["hou_dui_hu 乙 5 <0"],
        [],
    ),
    Change(
        "own_discard_dead",
        "S1-138",
        "quan-raw",
        "own_discard_dead=yes",
        found(three(甲=EYE + "五"), "打 甲 五; 翻 乙 三; 翻 丙 五; 吃 甲 四六; 打 甲 二"),
        [],
        ["chi_cuo 甲 3"],
    ),
    Change(
        "huilong",
        "S0-153",
        "leshan",
        "huilong=no",
        found(three(甲=DEALER), "打 甲 九; 翻 乙 三; 翻 丙 九; 和 甲"),
        ["hu_huilong 甲 3 <0"],
        [],
    ),
    Change(
        "shangtu_xiaxie",
        "S0-143",
        "leshan",
        "shangtu_xiaxie=no",
        found(three(乙=fill("五六七一一九")), "打 甲 八; 吃 乙 六七; 打 乙 五"),
        ["shangtu_xiaxie 乙 2 <1"],
        [],
    ),
    # --- when judged
    Change(
        "judged_youkai_bukai",
        "S2-114",
        "leshan",
        "judged_youkai_bukai=act",
        found(three(乙=KAN), "打 甲 五; 翻 乙 三"),
        ["note youkai_bukai 乙 1 <0"],
        ["youkai_bukai 乙 1 <0"],
    ),
    Change(
        "judged_youbai_bubai",
        "S1-043",
        "leshan",
        "judged_youbai_bubai=act",
        found(three(乙=fill("五四六六七一一九")), "打 甲 五; 吃 乙 四六; 打 乙 九"),
        ["note youbai_bubai 乙 1 <1"],
        ["youbai_bubai 乙 1 <1"],
    ),
    Change(
        "judged_chai_kan",
        "S1-055",
        "leshan",
        "judged_chai_kan=act",
        found(three(乙=KAN), "打 甲 十; 對 乙; 打 乙 五"),
        ["note chai_kan 乙 2"],
        ["chai_kan 乙 2"],
    ),
    Change(
        "hushu_bugou_is_zha_hu",
        "S2-120",
        "leshan",
        "hushu_bugou_is_zha_hu=yes",
        ended(three(乙=TOO_SMALL), "打 甲 三; 翻 乙 肆; 翻 丙 玖; 和 乙; 包 乙 和數不夠 20"),
        ("unfinished", ["hushu_bugou 乙 3"]),
        ("hu", ["hushu_bugou 乙 3"]),
    ),
    Change(
        "baohou_jixu",
        "S0-160",
        "leshan",
        "baohou_jixu=no",
        ended(three(乙=WAIT), "打 甲 玖; 翻 乙 三; 翻 丙 九; 和 乙; 包 乙 和過張 20; 翻 甲 三"),
        ("unfinished", ["hu_guozhang 乙 3 <0"]),
        ("hu", ["fault after_end 甲 5 <3", "hu_guozhang 乙 3 <0"]),
    ),
    Change(
        "kun_word_is_tier",
        "S2-086",
        "leshan",
        "kun_word_is_tier=yes",
        declared(three(乙=WAIT), "打 甲 三; 翻 乙 肆; 翻 丙 玖; 和 乙: 坤和"),
        (("kun",), ["xiao_bao_da 乙 3"]),
        (None, []),
    ),
    Change(
        "chipiao_is_title",
        "S3-013",
        "leshan",
        "chipiao_is_title=yes",
        declared(three(乙=WAIT), "打 甲 三; 翻 乙 肆; 翻 丙 玖; 和 乙: 吃瞟"),
        (None, []),
        (("piao",), ["chai_longdeng_piao 乙 3"]),
    ),
]
