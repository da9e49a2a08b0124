"""What options change in the count and in the payment, a row an option at least (RULEBOOK §6)."""

from __future__ import annotations

from tests.clauses.played import LOOSE, four, three
from tests.rules.change import Change, counted, paid

#: 24 和, of which a gun of the red one (S2-099).
BIG = "壹壹壹壹 貳柒拾 二七十 貳叄肆 捌玖拾 五五五 八八"
#: Of a gun, every meld counts: 30 和; with 伍伍伍 for 五五五, won on 三: 31.
EVERY = "壹壹壹壹 貳柒拾 二七十 五五五 六六六 三三三 八八"
MORE = "壹壹壹壹 貳柒拾 二七十 伍伍伍 六六六 三三三 八八"
#: Of two gun, every meld counts: 45 和.
MOST = "壹壹壹壹 捌捌捌捌 貳柒拾 伍伍伍 玖玖玖 二七十 八八"
#: 10 和, all black; 12 和, all red; 14, 12 and 3 和.
BLACK = "五五五 二七十 三三三 八八八 (一二三) (四五六) (六七八)"
RED = "貳柒拾 (玖玖玖) 伍伍伍 (肆伍陸) 壹貳叄 陸柒捌 捌玖拾"
FOURTEEN = "貳柒拾 五五五 二七十 (一一一) 八八八 肆伍陸 捌玖拾"
TWELVE = "貳柒拾 五五五 二七十 肆伍陸 捌玖拾 一二三 六七八"
THREE = "五五五 一二三 六七八 壹貳叄 肆伍陸 柒捌玖 八九十"
#: Nothing of it was dealt: 10 和.
CLAIMED = "(玖玖玖) (捌捌捌) (壹壹壹) (一一一) (四五六) (肆伍陸) 七八九"
DEALT = "玖玖捌捌壹壹一一四五肆伍七八貳貳三三六陸"
#: A 對 of 小家 on the red nine.
NINES = {"melds": "玖玖玖", "win": "玖", "xiaojia": True}
#: 乙 takes 玖 as dui, and wins by 一.
NINE = "玖玖壹壹壹五五五貳柒拾二七十六七一一八捌"
TAKES = "對 乙; 打 乙 捌; 翻 丙 三; 翻 甲 一; 和 乙"

CHANGES = [
    Change("min_hushu", "S0-174", "muchuan", "min_hushu=1", counted(THREE), "hushu_bugou", (3, "", "", 1)),
    Change(
        "min_hushu",
        "P",
        "app-14",
        "min_hushu=3",
        counted("(一一一) 一二三 四五六 七八九 壹貳叄"),
        (1, "和", "", 1),
        "hushu_bugou",
    ),
    Change(
        "zhuangzi_breaks_kun",
        "S0-082",
        "quan-raw",
        "zhuangzi_breaks_kun=yes",
        counted(EVERY),
        (30, "大胡", "kun", 120),
        (30, "大胡", "", 60),
    ),
    Change(
        "scheme",
        "P",
        "muchuan",
        "scheme=brackets",
        counted(CLAIMED, win="九", quan=9),
        (10, "10和", "quan", 3),
        (10, "10和", "quan", 2),
    ),
    Change("rounding", "S2-077", "quan", "rounding=none", counted(BIG), (24, "大和", "", 50), (24, "大和", "", 48)),
    Change(
        "rounding",
        "S0-072",
        "quan",
        "rounding=round_then_double",
        counted(BIG),
        (24, "大和", "", 50),
        (24, "大和", "", 40),
    ),
    Change(
        "tiers",
        "S0-088",
        "leshan",
        'tiers=[[10,"10和",10],[11,"吃漂",20]]',
        counted(FOURTEEN, win="八"),
        (14, "小和", "", 10),
        (14, "吃漂", "", 20),
    ),
    Change(
        "tai_from",
        "S1-119",
        "quan-raw",
        "tai_from=31",
        counted(MORE, win="三"),
        (31, "大胡", "kun", 124),
        (31, "坤大", "kun", 248),
    ),
    Change(
        "tai_from",
        "S0-077",
        "leshan",
        "tai_from=32",
        counted(MORE, win="三"),
        (31, "台和", "", 120),
        (31, "30和", "", 60),
    ),
    Change(
        "tai_fan", "S0-077", "leshan", "tai_fan=1", counted(MORE, win="三"), (31, "台和", "", 120), (31, "台和", "", 60)
    ),
    Change(
        "tai_name",
        "S2-090",
        "leshan",
        'tai_name="臺和"',
        counted(MORE, win="三"),
        (31, "台和", "", 120),
        (31, "臺和", "", 120),
    ),
    Change("unit", "P", "app-meishan", "unit=1", counted(FOURTEEN, win="八"), (14, "和", "", 1), (14, "和", "", 10)),
    Change(
        "ladder_titles",
        "S1-146",
        "leshan-kezi",
        "ladder_titles=literal",
        counted(BIG, quan=1),
        (24, "4顆", "quan", 8),
        (24, "4顆", "quan", 4),
    ),
    Change(
        "ladder_literal",
        "S1-146",
        "leshan-kezi ladder_titles=literal",
        'ladder_literal=[[20,8,"quan"]]',
        counted(BIG, quan=1),
        (24, "4顆", "quan", 4),
        (24, "4顆", "quan", 8),
    ),
    Change(
        "one_colour_floor",
        "S1-155",
        "muchuan",
        "one_colour_floor=0",
        counted(BLACK, win="八"),
        (10, "10和", "quanhei", 24),
        (10, "10和", "quanhei", 3),
    ),
    Change(
        "fan_tianhu",
        "S2-081",
        "quan",
        "fan_tianhu=3",
        counted(TWELVE, titles=["tianhu"]),
        (12, "小和", "tianhu", 20),
        (12, "小和", "tianhu", 100),
    ),
    Change(
        "fan_dihu",
        "S2-081",
        "quan",
        "fan_dihu=2",
        counted(TWELVE, win="肆", titles=["dihu"]),
        (12, "小和", "dihu", 20),
        (12, "小和", "dihu", 50),
    ),
    Change(
        "fan_kun", "S1-108", "quan-raw", "fan_kun=0", counted(EVERY), (30, "大胡", "kun", 120), (30, "大胡", "kun", 60)
    ),
    Change(
        "fan_piao",
        "S1-111",
        "quan-raw",
        "fan_piao=2",
        counted(CLAIMED, win="九", dealt=DEALT),
        (10, "10胡", "piao", 20),
        (10, "10胡", "piao", 40),
    ),
    Change(
        "fan_quan",
        "S1-112",
        "quan-raw",
        "fan_quan=0",
        counted(BIG, quan=1),
        (24, "大胡", "quan", 96),
        (24, "大胡", "quan", 48),
    ),
    Change(
        "fan_quanhong",
        "S1-155",
        "muchuan",
        "fan_quanhong=0",
        counted(RED, win="伍"),
        (12, "吃票", "quanhong", 24),
        (12, "吃票", "", 3),
    ),
    Change(
        "fan_quanhei",
        "S1-155",
        "muchuan",
        "fan_quanhei=0",
        counted(BLACK, win="八"),
        (10, "10和", "quanhei", 24),
        (10, "10和", "", 1),
    ),
    Change(
        "quan_quad_fan",
        "S2-021",
        "quan-raw",
        "quan_quad_fan=2",
        counted(BIG, quan=1),
        (24, "大胡", "quan", 96),
        (24, "大胡", "quan shuangquan", 192),
    ),
    Change(
        "kun_table", "S3-019", "folk", "kun_table=[]", counted(EVERY), (30, "和", "kun", 100), (30, "和", "kun", 60)
    ),
    Change(
        "cap",
        "S0-086",
        "leshan",
        "cap=100",
        counted(MORE, win="三", quan=1),
        (31, "台和", "quan", 240),
        (31, "台和", "quan", 100),
    ),
    Change(
        "cap",
        "S2-095",
        "quan",
        "cap=200",
        counted(MORE, win="三", quan=1),
        (31, "臺和", "kun quan", 100),
        (31, "臺和", "kun quan", 200),
    ),
    Change(
        "cap",
        "P",
        "app-qianwei",
        "cap=16",
        counted(BIG, quan=1, titles=["tianhu"]),
        (24, "4個", "tianhu quan", 8),
        (24, "4個", "tianhu quan", 16),
    ),
    Change(
        "cap",
        "P",
        "app-meishan",
        "cap=40",
        counted(MOST, win="二", quan=1, titles=["dihu"]),
        (45, "和", "dihu kun quan", 30),
        (45, "和", "dihu kun quan", 36),
    ),
    Change(
        "cap",
        "P",
        "app-14",
        "cap=100",
        counted("壹壹壹 貳柒拾 玖玖玖 二七十 八八八", quan=1),
        (24, "和", "kun quan", 50),
        (24, "和", "kun quan", 96),
    ),
    Change(
        "cap_taipao",
        "P",
        "app-qianwei cap=16",
        "cap_taipao=48",
        counted(BIG, win="肆", quan=1, titles=["dihu"], taipao=True),
        (24, "4個", "dihu quan", 24),
        (24, "4個", "dihu quan", 48),
    ),
    Change(
        "taipao",
        "S1-107",
        "quan-raw",
        "taipao=3",
        counted(BIG, taipao=True),
        (24, "大胡", "", 96),
        (24, "大胡", "", 144),
    ),
    Change(
        "xiaojia_values",
        "S0-130",
        "quan",
        "xiaojia_values=[20,40,40,80]",
        counted(**NINES),
        (3, "中和", "", 20),
        (3, "中和", "", 40),
    ),
    Change(
        "xiaojia_names",
        "S1-084",
        "quan",
        'xiaojia_names=["a","b","大胡","d","e"]',
        counted(**NINES),
        (3, "中和", "", 20),
        (3, "大胡", "", 20),
    ),
    Change(
        "xiaojia_quan",
        "S2-105",
        "quan xiaojia_quan_value=60",
        "xiaojia_quan=double",
        counted(**NINES, quan=9),
        (3, "大和", "quan", 60),
        (3, "大和", "quan", 40),
    ),
    Change(
        "xiaojia_quan_value",
        "S1-085",
        "quan",
        "xiaojia_quan_value=80",
        counted(**NINES, quan=9),
        (3, "大和", "quan", 40),
        (3, "大和", "quan", 80),
    ),
    Change(
        "xiaojia_dihu_fan",
        "S0-081",
        "quan",
        "xiaojia_dihu_fan=1",
        counted(**NINES, titles=["dihu"]),
        (3, "中和", "dihu", 20),
        (3, "中和", "dihu", 40),
    ),
    Change(
        "xiaojia_own_draw",
        "S0-133",
        "leshan-4",
        "xiaojia_own_draw=2",
        counted(**NINES, own_draw=True),
        (3, "大和", "", 40),
        (3, "大和", "", 80),
    ),
    Change(
        "quan_pays_alone",
        "S1-075",
        "quan-raw",
        "quan_pays_alone=yes",
        paid(three(乙=NINE), "打 甲 玖; " + TAKES, 9),
        [-88, 176, -88],
        [-176, 176, 0],
    ),
    Change(
        "quan_pays_alone",
        "S1-080",
        "quan-raw",
        "quan_pays_alone=yes",
        paid(four(乙=NINE, 丁="玖十"), "打 甲 三; 翻 乙 四; 翻 丙 三; 摸 丁 四; 打 丁 玖; " + TAKES, 9),
        [-88, 264, -88, -88],
        [0, 264, 0, -264],
    ),
    Change(
        "quan_pays_alone",
        "S1-074",
        "quan-raw",
        "quan_pays_alone=yes",
        paid(three(乙=NINE), "打 甲 玖; 對 乙; 打 乙 捌; 翻 丙 三; 對 丙; 打 丙 一; 和 乙", 9),
        [0, 176, -176],
        [-176, 176, 0],
    ),
    Change(
        "penalty",
        "S1-140",
        "quan-raw",
        "penalty=2",
        paid(three(乙=LOOSE), "打 甲 三; 包 丙 吃過張; 翻 乙 三; 和 乙; 包 乙 詐和"),
        [40, -20, -20],
        [4, -2, -2],
    ),
    Change(
        "penalty_is_stake",
        "S1-140",
        "app-meishan penalty=20",
        "penalty_is_stake=yes",
        paid(three(乙=LOOSE), "打 甲 三; 翻 乙 三; 和 乙; 包 乙 詐和"),
        [2, -4, 2],
        [20, -40, 20],
    ),
]
