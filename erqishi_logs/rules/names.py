"""字形: how a word or a rule set's name is compared, simplified or traditional."""

from __future__ import annotations

#: Simplified to traditional; for words, never for players' names or notes.
_SIMPLE = (
    "谱规则场庄发对对开摆块过黄抢编号游戏时来记录见间标签注扫双红飘后错吐泻诈数报龙现笼乱个够无并点备灯张乐区带为线旧颗舍桥网头换"
    "随遗寿抠账门稳滚听进罚当挡贰叁陆"
)
_TRADITIONAL = (
    "譜規則場莊發對對開擺塊過黃搶編號遊戲時來記錄見間標籤註掃雙紅飄後錯吐瀉詐數報龍現籠亂個夠無併點備燈張樂區帶為線舊顆捨橋網頭換"
    "隨遺壽摳賬門穩滾聽進罰當擋貳叄陸"
)
#: What is said for it: 胡 and 糊 for 和, 砍 for 坎, 撤 for 拆 (RULEBOOK, aliases); 臺 and 帐 are written forms.
_SAID = ("胡糊砍撤臺帐", "和和坎拆台賬")
FOLD = str.maketrans(_SIMPLE + _SAID[0], _TRADITIONAL + _SAID[1])
_SIMPLIFIED = str.maketrans(_TRADITIONAL, _SIMPLE)


def fold(word: str) -> str:
    """字形: a word in traditional characters, as far as the words of 譜 and of the rules need it.

    >>> fold("规则"), fold("糊牌")
    ('規則', '和牌')
    """
    return word.translate(FOLD)


def simplify(word: str) -> str:
    """簡體: a word of 譜 or of the rules in simplified characters; `fold` gives it back.

    >>> simplify("規則"), fold(simplify("對摳"))
    ('规则', '對摳')
    """
    return word.translate(_SIMPLIFIED)


def plain_name(name: str) -> str:
    """規則之名: a rule set's name as it is compared: folded, letters only.

    >>> plain_name("眉山、仁寿")
    '眉山仁壽'
    """
    return "".join(character for character in fold(name) if character.isalnum())
