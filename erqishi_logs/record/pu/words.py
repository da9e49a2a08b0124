"""譜: its words, traditional first, and how simplified and spoken ones become them.

Every key of a record and of an event has a word here (FORMAT, 譜; aliases: RULEBOOK, head).
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from erqishi_logs.rules import fold, preset_names
from erqishi_logs.rules.names import FOLD

if TYPE_CHECKING:
    from collections.abc import Mapping

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
    "quan": ("圈",),
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
    "cut": ("叨", "叨牌"),
    "deal": ("發", "發牌"),
    "discard": ("打", "打出", "出"),
    "flip": ("翻", "翻牌"),
    "draw": ("摸", "摸牌"),
    "chi": ("吃", "吃牌"),
    "dui": ("對", "碰", "對碰", "對牌"),
    "kai": ("開", "開水", "開牌"),
    "pass": ("過", "過牌"),
    "hu": ("和", "和牌"),
    "huang": ("黃", "黃牌", "黃莊"),
    "baopai": ("包", "包牌"),
    "note": ("註", "備註"),
    "sao": ("掃",),
    "saochuan": ("掃穿",),
}

BLOCK_WORDS = {8: "八塊", 12: "十二塊", 16: "十六塊", 20: "二十塊", 24: "二十四塊"}

#: Words inside or behind a line.
OVERRULED, HIDDEN, BAI, MS, NOTE, EXTRA, HAND = "搶", "暗", "擺", "毫秒", "註", "附", "局"
NO_CARD, NO_TITLE, TOTAL = "無牌", "無番", "="
BAI_WORDS = ("擺", "下比", "比牌", "比")

TITLE_WORDS: dict[str, tuple[str, ...]] = {
    "tianhu": ("天和",),
    "dihu": ("地和",),
    "kun": ("房房數", "坤和", "坤", "房", "房和"),
    "piao": ("瞟和", "瞟", "漂", "飄", "票", "漂和", "飄和", "票和", "瞟瞟", "飄飄"),
    "quan": ("圈", "圈和"),
    "shuangquan": ("雙圈",),
    "quanhong": ("全紅",),
    "quanhei": ("全黑",),
}

#: Words for the title that a table which follows S2 uses for a tier (S2-086).
KUN_WORDS = ("坤和", "坤")
#: Names of tiers: read and kept, never judged (an ambiguous word makes no violation).
TIER_WORDS = (
    "小和", "中和", "大和", "台和", "臺和", "上台", "吃漂", "吃瞟", "吃飄", "吃票", "坤大", "硬坤大", "三大", "四大",
)  # fmt: skip

#: What a penalty at the table is for (RULEBOOK §7).
CODE_WORDS: dict[str, tuple[str, ...]] = {
    "chi_guozhang": ("吃過張",),
    "hou_dui": ("後對牌", "後對"),
    "shangtu_xiaxie": ("上吐下瀉", "吃字屙字", "吃上吐下"),
    "chi_cuo": ("吃錯牌",),
    "youbai_bubai": ("有擺不擺", "吃牌未擺", "吃牌未擺和牌"),
    "san_da_yi": ("三搭一",),
    "duo_mo": ("多摸牌", "多拿牌"),
    "qi_san_da_yi": ("欺三搭一",),
    "youkai_bukai": ("有開不開",),
    "weikai_hu": ("未開和牌",),
    "chai_kan": ("拆坎子", "拆坎", "拆磙"),
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


def _by_word(table: Mapping[str, tuple[str, ...]]) -> dict[str, str]:
    return {fold(word): key for key, words in table.items() for word in words}


HEADERS = _by_word(HEADER_WORDS)
EVENTS = _by_word(EVENT_WORDS)
TITLES = _by_word(TITLE_WORDS)
TIERS = tuple(fold(word) for word in TIER_WORDS)
CODES = _by_word(CODE_WORDS) | {code: code for code in CODE_WORDS}
GAMES = _by_word(GAME_WORDS) | {game: game for game in GAME_WORDS}
BLOCKS = {word: n for n, word in BLOCK_WORDS.items()} | {word[:-1] + "個": n for n, word in BLOCK_WORDS.items()}
BLOCKS |= {f"{n}{unit}": n for n in BLOCK_WORDS for unit in "塊個"}
BEGINNINGS = (*HEADERS, *EVENTS, *BLOCKS, OVERRULED)


@cache
def all_characters() -> frozenset[str]:
    """Every character of the words, traditional and simplified; tells one encoding from another.

    >>> "譜" in all_characters(), "谱" in all_characters()
    (True, True)
    """
    words = "".join((*BEGINNINGS, *TITLES, *TIERS, *CODES, *GAMES, *preset_names(), STEMS))
    return frozenset(words) | {chr(character) for character in FOLD}
