"""Whether the options of a rule set agree with each other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from erqishi_logs.errors import RuleError
from erqishi_logs.rules import options as opt

if TYPE_CHECKING:
    from erqishi_logs.rules.ruleset import RuleSet


def check_rules(rules: RuleSet) -> None:
    """Raises RuleError with the first contradiction among the options of `rules`."""
    for holds, contradiction in _contradictions(rules):
        if holds:
            msg = f"rule set {rules.id}: {contradiction}"
            raise RuleError(msg)


def _contradictions(rules: RuleSet) -> list[tuple[bool, str]]:
    steps = [tier.from_hushu for tier in rules.tiers]
    valued = rules.scheme != opt.Scheme.TENS
    return [
        (not rules.players, "players is empty; expected at least one number of players"),
        (any(not 2 <= n <= 8 for n in rules.players), f"players {list(rules.players)}; expected 2 to 8"),
        (
            rules.chi_from == opt.ChiFrom.OWN_FLIP and rules.flip_counts_as == opt.FlipCountsAs.DISCARD,
            "chi_from own_flip with flip_counts_as discard: nobody could chi a flip; set one of them",
        ),
        (rules.wilds > 0, "wilds: 聽用 are not there yet; expected 0"),
        (not rules.tiers, "tiers is empty; expected at least one [from, name]"),
        (steps != sorted(set(steps)), f"tiers begin at {steps}; expected rising numbers"),
        (valued and any(tier.value == 0 for tier in rules.tiers), "a ladder or bracket needs a value in each tier"),
        (rules.unit < 1, "unit is 0; expected 1 or more"),
        (
            len(rules.xiaojia_values) != 4,
            "xiaojia_values; expected four numbers (black dui, black longdeng, red dui, red longdeng)",
        ),
        (len(rules.xiaojia_names) != 5, "xiaojia_names; expected five names, as xiaojia_values and 圈"),
        (rules.tai_from > 0 and rules.tiers[-1].from_hushu >= rules.tai_from, "tai_from lies below the highest tier"),
        (rules.xiaojia_own_draw < 1, "xiaojia_own_draw is 0; expected 1 or more"),
    ]
