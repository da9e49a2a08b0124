"""字形: how a word or a rule set's name is compared, simplified or traditional."""

from __future__ import annotations

#: Simplified to traditional, and the spoken 胡 砍 撤 臺 to 和 坎 拆 台; for words, never for players' names or notes.
FOLD = str.maketrans(
    "谱规则场庄发对对开摆块过黄抢编号游戏时来记录见间标签注扫双红飘后错吐泻诈数报龙现笼乱个够无并点备灯张胡砍撤臺乐区带为线旧颗舍桥网头换"
    "随遗寿抠账帐",
    "譜規則場莊發對對開擺塊過黃搶編號遊戲時來記錄見間標籤註掃雙紅飄後錯吐瀉詐數報龍現籠亂個夠無併點備燈張和坎拆台樂區帶為線舊顆捨橋網頭換"
    "隨遺壽摳賬賬",
)


def fold(word: str) -> str:
    """字形: a word in traditional characters, as far as the words of 譜 and of the rules need it.

    >>> fold("规则"), fold("胡牌")
    ('規則', '和牌')
    """
    return word.translate(FOLD)


def plain_name(name: str) -> str:
    """規則之名: a rule set's name as it is compared: folded, letters only.

    >>> plain_name("眉山、仁寿")
    '眉山仁壽'
    """
    return "".join(character for character in fold(name) if character.isalnum())
