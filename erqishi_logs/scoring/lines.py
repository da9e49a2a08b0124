"""和數單: the receipt of a count, line by line, with the reason of each (RULEBOOK §6)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from erqishi_logs.cards import Deck

LANGS = ("zh-Hant", "zh-Hans", "en")


class Line(NamedTuple):
    """一行: a step of the count as data; `value` is what stands after it (of a tier its fan).

    Codes and what their `params` are: meld (name, kinds…), sum (), tier (name, from 和數),
    tier_value (name), tier_fan (name, fan), title (title, fan), round (before), kun_table (和數),
    unit (before, unit), step (name), title_step (title, steps), named_step (titles…),
    floor (title), xiaojia (place in `xiaojia_values`), xiaojia_quan (), own_draw (factor),
    cap (before), piao_unknown ().
    """

    code: str
    params: tuple[int | str, ...]
    value: int


_WORDS: dict[str, tuple[str, str, str]] = {
    "DUI": ("對子", "对子", "dui"),
    "KAN": ("坎子", "坎子", "kan"),
    "KAI": ("開", "开", "kai"),
    "GUN": ("滾子", "滚子", "gun"),
    "LONGDENG": ("龍燈", "龙灯", "longdeng"),
    "LIANZI": ("連子", "连子", "lianzi"),
    "BANBIANZI": ("半邊字", "半边字", "banbianzi"),
    "ZHUANGZI": ("樁子", "桩子", "zhuangzi"),
    "tianhu": ("天和", "天和", "tianhu"),
    "dihu": ("地和", "地和", "dihu"),
    "kun": ("坤", "坤", "kun"),
    "piao": ("瞟", "瞟", "piao"),
    "quan": ("圈", "圈", "quan"),
    "shuangquan": ("雙圈", "双圈", "shuangquan"),
    "quanhong": ("全紅", "全红", "quanhong"),
    "quanhei": ("全黑", "全黑", "quanhei"),
}
_XIAOJIA = (
    ("黑對子", "黑对子", "black dui"),
    ("黑龍燈", "黑龙灯", "black longdeng"),
    ("紅對子", "红对子", "red dui"),
    ("紅龍燈", "红龙灯", "red longdeng"),
)
_SENTENCES: dict[str, tuple[str, str, str]] = {
    "meld": ("{0} {cards}：{value}和", "{0} {cards}：{value}和", "{0} {cards}: {value}"),
    "sum": ("共{value}和", "共{value}和", "{value} hushu in all"),
    "tier": ("{0}：{1}和起", "{0}：{1}和起", "{0}: from {1} hushu"),
    "tier_value": ("{0}算{value}", "{0}算{value}", "{0} counts {value}"),
    "tier_fan": ("{0}加{1}番：{value}", "{0}加{1}番：{value}", "{0}, doubled {1}×: {value}"),
    "title": ("{0}加{1}番：{value}", "{0}加{1}番：{value}", "{0}, doubled {1}×: {value}"),
    "round": ("四捨五入：{0}→{value}", "四舍五入：{0}→{value}", "rounded to tens: {0} → {value}"),
    "kun_table": ("坤{0}和，照表算{value}", "坤{0}和，照表算{value}", "kun of {0}: {value} by the table"),
    "unit": ("{1}和作1個：{value}", "{1}和作1个：{value}", "{1} hushu make one: {value}"),
    "step": ("{0}：{value}", "{0}：{value}", "{0}: {value}"),
    "title_step": ("{0}升{1}級：{value}", "{0}升{1}级：{value}", "{0}, {1} step(s) up: {value}"),
    "named_step": ("{titles}：{value}", "{titles}：{value}", "with {titles}: {value}"),
    "floor": ("{0}至少{value}", "{0}至少{value}", "{0}: at least {value}"),
    "xiaojia": ("小家{0}：{value}", "小家{0}：{value}", "xiaojia, {0}: {value}"),
    "xiaojia_quan": ("小家對圈：{value}", "小家对圈：{value}", "xiaojia, dui of the quan card: {value}"),
    "own_draw": ("小家自摸×{0}：{value}", "小家自摸×{0}：{value}", "xiaojia on his own turn, ×{0}: {value}"),
    "cap": ("{0}封頂：{value}", "{0}封顶：{value}", "{0} capped: {value}"),
    "piao_unknown": (
        "原手不詳，未計瞟",
        "原手不详，未计瞟",
        "the dealt cards are not known: piao is not given",
    ),
}


def line_text(line: Line, deck: Deck, lang: str = "zh-Hant") -> str:
    """一行 as a sentence, `lang` one of `LANGS`; names of tiers stay as the rule set has them.

    >>> from erqishi_logs.cards import ERQISHI_DECK
    >>> line_text(Line("meld", ("GUN", 10, 10, 10, 10), 12), ERQISHI_DECK)
    '滾子 壹壹壹壹：12和'
    >>> line_text(Line("round", (48,), 50), ERQISHI_DECK, "en")
    'rounded to tens: 48 → 50'
    """
    place = LANGS.index(lang)
    words = _shown(line, place)
    cards = deck.format_cards([kind for kind in line.params if isinstance(kind, int)]) if line.code == "meld" else ""
    titles = "+".join(words)
    return _SENTENCES[line.code][place].format(*words, cards=cards, titles=titles, value=line.value)


def _shown(line: Line, place: int) -> Sequence[str]:
    if line.code == "xiaojia":
        return [_XIAOJIA[int(line.params[0])][place]]
    return [_WORDS[word][place] if (word := str(param)) in _WORDS else word for param in line.params]
