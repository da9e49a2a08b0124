"""和數單: the receipt of a count, line by line, with the reason of each (RULEBOOK §6)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from erqishi_logs.texts import name_of, text

if TYPE_CHECKING:
    from erqishi_logs.cards import Deck
    from erqishi_logs.texts import Lang

#: What the `params` of a line are, by its code; a meld's are its name and its kinds, those of a
#: named step titles.
PARAMS: dict[str, tuple[str, ...]] = {
    "meld": ("name",),
    "sum": (),
    "piao_unknown": (),
    "tier": ("name", "least"),
    "tier_value": ("name",),
    "tier_fan": ("name", "fan"),
    "title": ("name", "fan"),
    "round": ("before",),
    "kun_table": ("hushu",),
    "unit": ("before", "unit"),
    "step": ("name",),
    "least": ("from",),
    "title_step": ("name", "steps"),
    "named_step": (),
    "floor": ("name",),
    "xiaojia": ("name",),
    "xiaojia_quan": (),
    "own_draw": ("factor",),
    "cap": ("before",),
}
#: 小家's melds, in the order of `xiaojia_values`.
XIAOJIA_MELDS = ("black_dui", "black_longdeng", "red_dui", "red_longdeng")

_NAME_TABLES = {
    "meld": "meld",
    "title": "title",
    "title_step": "title",
    "floor": "title",
    "tier": "tier",
    "tier_value": "tier",
    "tier_fan": "tier",
    "step": "tier",
}
_TIMES = {1: "once", 2: "twice"}


class Line(NamedTuple):
    """一行: a step of the count as data; `value` is what stands after it (0 where it is a remark)."""

    code: str
    params: tuple[int | str, ...]
    value: int


def line_text(line: Line, deck: Deck, lang: Lang = "zh-Hant") -> str:
    """一行 as a sentence; a tier that only a club's rules have keeps its name.

    >>> from erqishi_logs.cards import ERQISHI_DECK
    >>> line_text(Line("meld", ("lianzi", 0, 1, 2), 0), ERQISHI_DECK)
    '連子 一二三：0和'
    >>> line_text(Line("round", (48,), 50), ERQISHI_DECK, "en")
    'rounded to tens: 48 makes 50'
    """
    code, params, value = line
    facts: dict[str, object] = dict(zip(PARAMS[code], params, strict=False))
    if code in _NAME_TABLES:
        facts["name"] = name_of(_NAME_TABLES[code], str(params[0]), lang)
    if "fan" in facts:
        facts["times"] = text(f"receipt.times.{_TIMES.get(int(params[1]), 'often')}", lang, fan=params[1])
    if code == "meld":
        facts["cards"] = deck.format_cards([int(kind) for kind in params[1:]])
    elif code == "named_step":
        facts["titles"] = " + ".join(name_of("title", str(title), lang) for title in params)
    elif code == "xiaojia":
        facts["name"] = text(f"receipt.xiaojia.{params[0]}", lang)
    return text(f"receipt.line.{code}", lang, value=value, **facts)
