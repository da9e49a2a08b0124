"""異: an option as a rules file writes it, and what two rule sets differ in (RULEBOOK §8)."""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING, Any

from erqishi_logs.rules.options import TAIPAO_WORDS, TITLES, NamedStep

if TYPE_CHECKING:
    from erqishi_logs.rules.ruleset import RuleSet

_TAIPAO_NAMES = {number: word for word, number in TAIPAO_WORDS.items()}


def format_option(name: str, value: Any) -> Any:
    """項: an option's value as a rules file writes it.

    >>> format_option("taipao", -1), format_option("cap", 100)
    ('players', 100)
    """
    if isinstance(value, NamedStep):
        titles = [title for place, title in enumerate(TITLES) if value.titles >> place & 1]
        return [value.from_hushu, value.value, *titles]
    if isinstance(value, IntEnum):
        return value.name.lower()
    if name == "taipao":
        return _TAIPAO_NAMES.get(value, value)
    return [format_option("", part) for part in value] if isinstance(value, tuple) else value


def diff_rules(one: RuleSet, other: RuleSet) -> dict[str, tuple[Any, Any]]:
    """異: the options in which two rule sets differ, in the order of the rulebook: (of one, of the other).

    >>> from erqishi_logs.rules import load_rules
    >>> diff_rules(load_rules("quan"), load_rules("quan", ["cap=200"]))
    {'cap': (100, 200)}
    """
    theirs = other.options()
    pairs = {name: (value, theirs[name]) for name, value in one.options().items() if value != theirs[name]}
    return {name: (format_option(name, mine), format_option(name, its)) for name, (mine, its) in pairs.items()}
