"""Rule sets as plain integers, the form that a compiled engine reads (DESIGN, principle 5)."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any

from erqishi_logs.rules.options import NamedStep, Tier
from erqishi_logs.rules.ruleset import NOT_OPTIONS, RuleSet

if TYPE_CHECKING:
    from collections.abc import Mapping

#: Options that are words for people and decide nothing.
_WORDS = ("game", "tai_name", "xiaojia_names")

PackedRules = dict[str, tuple[int, ...]]


def pack_rules(rules: RuleSet) -> PackedRules:
    """Every deciding option as a flat tuple of integers, by name.

    >>> from erqishi_logs.rules import load_preset
    >>> pack_rules(load_preset("quan"))["cap"]
    (100,)
    """
    return {name: _flat(value) for name, value in rules.options().items() if name not in _WORDS}


def unpack_rules(packed: Mapping[str, tuple[int, ...]], like: RuleSet) -> RuleSet:
    """The rule set that `packed` stands for; names and words are taken from `like`.

    >>> from erqishi_logs.rules import load_preset
    >>> rules = load_preset("muchuan")
    >>> unpack_rules(pack_rules(rules), like=rules) == rules
    True
    """
    values: dict[str, Any] = {}
    for option in fields(RuleSet):
        if option.name in packed and option.name not in NOT_OPTIONS:
            values[option.name] = _shaped(packed[option.name], getattr(like, option.name), option.name, like)
    return replace(like, **values)


def _flat(value: Any) -> tuple[int, ...]:
    if isinstance(value, Tier):
        return (value.from_hushu, value.value, value.fan)
    if isinstance(value, tuple):
        return tuple(number for part in value for number in _flat(part))
    return (int(value),)


def _shaped(numbers: tuple[int, ...], example: Any, name: str, like: RuleSet) -> Any:
    if name == "tiers":
        rows = [numbers[i : i + 3] for i in range(0, len(numbers), 3)]
        return tuple(Tier(row[0], tier.name, row[1], row[2]) for row, tier in zip(rows, like.tiers, strict=True))
    if name == "ladder_literal":
        return tuple(NamedStep(*numbers[i : i + 3]) for i in range(0, len(numbers), 3))
    if name in ("kun_table", "hand_sizes"):
        return tuple(zip(numbers[::2], numbers[1::2], strict=True))
    if isinstance(example, tuple):
        return numbers
    return type(example)(numbers[0])
