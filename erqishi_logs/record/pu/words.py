"""譜: its words, traditional first, and how simplified and spoken ones become them.

Every key of a record and of an event has a word here (FORMAT, 譜; aliases: RULEBOOK, head).
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from erqishi_logs.rules import fold, preset_names
from erqishi_logs.rules.names import FOLD

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

#: Lines about the hand: key of the record, then its words; the first is written.
HEADER_WORDS: dict[str, tuple[str, ...]] = {
    "format": ("譜",),
    "id": ("編號",),
    "game": ("遊戲",),
    "rules": ("規則", "規"),
    "house": ("同規",),
    "session": ("場",),
    "hand": ("局",),
    "played_at": ("時", "時間", "日期"),
    "venue": ("地", "地點"),
    "source": ("來源",),
    "recorder": ("記錄", "記"),
    "players": ("家",),
    "dealer": ("莊", "莊家", "頭家"),
    "quan": ("圈", "打圈"),
    "stake": ("底",),
    "view": ("見",),
    "wall": ("牌墩",),
    "pay": ("付", "賬"),
    "replaces": ("替", "取代"),
    "merged_from": ("合", "合併"),
    "tags": ("標", "標籤"),
    "extra": ("附",),
}

#: Lines of events: type, then its words.
EVENT_WORDS: dict[str, tuple[str, ...]] = {
    "cut": ("叨", "叨牌", "切牌", "叫牌", "抬牌"),
    "deal": ("發", "發牌", "拿", "拿牌", "當底", "擋底"),
    "discard": ("打", "打出", "打牌", "出", "出牌"),
    "flip": ("翻", "翻牌", "翻出"),
    "draw": ("摸", "摸牌"),
    "chi": ("吃", "吃牌"),
    "dui": ("對", "碰", "偶", "對碰", "對牌", "碰牌"),
    "kai": ("開", "開水", "招", "開牌"),
    "pass": ("過", "過牌", "不要"),
    "hu": ("和", "和牌", "和了"),
    "huang": ("黃", "黃牌", "黃莊", "黃了"),
    "baopai": ("包", "包牌"),
    "note": ("註", "備註"),
    "sao": ("掃",),
    "saochuan": ("掃穿",),
}
#: What is called at the table and is no event: kept as a note in the very words.
CALLED = ("下叫", "聽牌", "拉莊", "穩莊")

BLOCK_WORDS = {8: "八塊", 12: "十二塊", 16: "十六塊", 20: "二十塊", 24: "二十四塊"}

#: Words inside or behind a line.
OVERRULED, HIDDEN, BAI, MS, NOTE, EXTRA, HAND = "搶", "暗", "擺", "毫秒", "註", "附", "局"
NO_CARD, NO_TITLE, TOTAL = "無牌", "無番", "="
BAI_WORDS = ("擺", "下比", "比牌", "比")
#: Behind a count, and behind a total.
HUSHU_WORDS, TOTAL_WORDS = ("和", "和數", "數"), ("和", "和數", "數", "顆子", "子子", "顆", "個")
#: 大一 紅一 is 壹, 小一 黑一 is 一 (S0-008); 貳柒拾 by its name (S0-019); who has two cards, by his (S0-119).
RED_WORDS, BLACK_WORDS, LONGDENG, XIAOJIA_WORDS = ("紅", "大"), ("黑", "小"), "龍燈", ("小家", "數底")
DEALER_WORDS = ("莊家", "頭家")

TITLE_WORDS: dict[str, tuple[str, ...]] = {
    "tianhu": ("天和", "天"),
    "dihu": ("地和", "地", "抬地和"),
    "kun": ("房房數", "坤和", "坤", "房", "房和"),
    "piao": ("瞟和", "瞟", "瞟瞟"),
    "quan": ("圈", "圈和", "圈滾", "圈坎", "圈碰", "圈起了"),
    "shuangquan": ("雙圈",),
    "quanhong": ("全紅",),
    "quanhei": ("全黑",),
}

#: Words for the title that a table which follows S2 uses for a tier (S2-086).
KUN_WORDS = ("坤和", "坤")
#: A tier, and where the rules say so the title piao (S3-013).
CHIPIAO = "吃瞟"
#: Names of tiers: read and kept, never judged (an ambiguous word makes no violation).
TIER_WORDS = (
    "小和", "中和", "大和", "10大和", "台和", "上台", "台", CHIPIAO, "吃", "大", "坤大", "硬坤大", "三大", "四大",
    "滿百",
)  # fmt: skip

#: What a penalty at the table is for (RULEBOOK §7).
CODE_WORDS: dict[str, tuple[str, ...]] = {
    "chi_guozhang": ("吃過張",),
    "hou_dui": ("後對牌", "後對"),
    "shangtu_xiaxie": ("上吐下瀉", "吃字屙字", "吃上吐下"),
    "chi_cuo": ("吃錯牌", "擺不下來", "擺不起"),
    "youbai_bubai": ("有擺不擺", "吃牌未擺", "吃牌未擺和牌"),
    "san_da_yi": ("三搭一",),
    "duo_mo": ("多摸牌", "多拿牌"),
    "qi_san_da_yi": ("欺三搭一",),
    "youkai_bukai": ("有開不開",),
    "weikai_hu": ("未開和牌",),
    "chai_kan": ("拆坎子", "拆坎", "拆磙", "拆坎和牌", "拆磙和牌"),
    "zha_hu": ("詐和",),
    "hushu_bugou": ("和數不夠",),
    "hu_cuo": ("和錯牌",),
    "xiao_bao_da": ("小報大", "超報和數"),
    "chai_longdeng_piao": ("拆開龍燈報瞟和",),
    "hou_dui_hu": ("後對和牌",),
    "hu_guozhang": ("和過張", "現張不和"),
    "hu_huilong": ("和回龍", "和回籠"),
    "cuo_bakuai": ("喊錯八塊",),
    "luan_da": ("亂打",),
    "shao_bao": ("少報",),
}

GAME_WORDS = {"erqishi": ("貳柒拾", "二七十"), "guilin": ("桂林字牌", "桂林")}

#: Seats by number: 甲 is 1, seat 0.
STEMS = "甲乙丙丁戊己庚辛"


#: One for another within a title, a tier and the name of a violation; lines have their own words.
_SPOKEN = str.maketrans("漂飄票碰偶招滾掍棍門", "瞟瞟瞟對對開磙磙磙房")
_LONGDENG_NAMES = ("貳柒拾", "二七十")


def spoken(word: str) -> str:
    """說法: as `fold`, and what is said for the same title or violation: 飄 for 瞟, 碰 for 對, 貳柒拾 for 龍燈.

    >>> spoken("票胡"), spoken("后碰牌"), spoken("拆开贰柒拾报漂胡")
    ('瞟和', '後對牌', '拆開龍燈報瞟和')
    """
    word = fold(word).translate(_SPOKEN)
    for name in _LONGDENG_NAMES:
        word = word.replace(name, LONGDENG)
    return word


def _by_word(table: Mapping[str, tuple[str, ...]], plain: Callable[[str], str] = fold) -> dict[str, str]:
    return {plain(word): key for key, words in table.items() for word in words}


HEADERS = _by_word(HEADER_WORDS)
EVENTS = _by_word(EVENT_WORDS) | dict.fromkeys(CALLED, "note")
TITLES = _by_word(TITLE_WORDS, spoken)
TIERS = tuple(map(spoken, TIER_WORDS))
CODES = _by_word(CODE_WORDS, spoken) | {code: code for code in CODE_WORDS}
GAMES = _by_word(GAME_WORDS) | {game: game for game in GAME_WORDS}
BLOCKS = {word: n for n, word in BLOCK_WORDS.items()} | {word[:-1] + "個": n for n, word in BLOCK_WORDS.items()}
BLOCKS |= {f"{n}{unit}": n for n in BLOCK_WORDS for unit in "塊個"} | {"假八塊": 8}
BEGINNINGS = (*HEADERS, *EVENTS, *BLOCKS, OVERRULED)


@cache
def all_characters() -> frozenset[str]:
    """Every character of the words, traditional and simplified; tells one encoding from another.

    >>> "譜" in all_characters(), "谱" in all_characters()
    (True, True)
    """
    words = "".join((*BEGINNINGS, *TITLES, *TIERS, *CODES, *GAMES, *preset_names(), STEMS, *XIAOJIA_WORDS))
    return frozenset(words) | {chr(character) for character in (*FOLD, *_SPOKEN)}
