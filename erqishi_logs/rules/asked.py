"""問: the options in which clubs really differ, and what may be answered."""

from __future__ import annotations

from dataclasses import replace
from enum import IntEnum
from typing import TYPE_CHECKING, Any, get_type_hints

from erqishi_logs.rules import options as opt
from erqishi_logs.rules.clash import iter_clashes
from erqishi_logs.rules.load import load_preset, preset_ids
from erqishi_logs.rules.ruleset import RuleSet

if TYPE_CHECKING:
    from collections.abc import Sequence

#: In the order in which a table would tell them: who plays, who deals, what a win needs and pays, what is barred.
ASKED = (
    "players",
    "dealer_keeps",
    "min_hushu",
    "rounding",
    "tai_from",
    "cap",
    "fan_tianhu",
    "fan_dihu",
    "fan_kun",
    "zhuangzi_breaks_kun",
    "fan_piao",
    "fan_quan",
    "quan_quad_fan",
    "quan_pays_alone",
    "taipao",
    "penalty",
    "judged_youkai_bukai",
    "judged_youbai_bubai",
    "judged_chai_kan",
    "hu_guozhang",
    "hou_dui_hu",
    "bakuai_false",
)
_HINTS = get_type_hints(RuleSet)


def asked_of(rules: RuleSet) -> list[str]:
    """問: which of the options decide anything in rules like these.

    >>> "rounding" in asked_of(load_preset("quan")), "rounding" in asked_of(load_preset("muchuan"))
    (True, False)
    """
    idle = set()
    if rules.scheme != opt.Scheme.TENS:
        idle |= {"rounding", "tai_from"}
    if rules.dealer_by != opt.DealerBy.QUAN:
        idle.add("dealer_keeps")
    if not rules.dealer_extra:
        idle.add("bakuai_false")
    return [option for option in ASKED if option not in idle]


def choices(rules: RuleSet, option: str) -> Sequence[Any]:
    """可答: the values that are offered, that of `rules` first: all there are, or those of the presets.

    Only those that do not contradict the rest (`iter_clashes`).

    >>> [int(value) for value in choices(load_preset("quan"), "cap")]
    [100, 0, 10, 30, 48, 50]
    >>> [value.name for value in choices(load_preset("quan"), "rounding")]
    ['DOUBLE_THEN_ROUND', 'NONE', 'ROUND_THEN_DOUBLE']
    """
    hint, own = _HINTS[option], getattr(rules, option)
    others: list[Any]
    if isinstance(hint, type) and issubclass(hint, IntEnum):
        others = list(hint)
    elif hint is bool:
        others = [True, False]
    else:
        others = sorted({getattr(load_preset(preset), option) for preset in preset_ids()})
    fitting = (value for value in others if not any(iter_clashes(replace(rules, **{option: value}))))
    return [own, *(value for value in fitting if value != own)]
