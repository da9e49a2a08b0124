"""Whether the options of a rule set agree with each other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from erqishi_logs.errors import RuleError
from erqishi_logs.games import GAMES
from erqishi_logs.rules import options as opt
from erqishi_logs.texts.phrase import Phrase

if TYPE_CHECKING:
    from erqishi_logs.rules.ruleset import RuleSet


def check_rules(rules: RuleSet) -> None:
    """Raises RuleError with the first contradiction among the options of `rules`."""
    for holds, contradiction in _contradictions(rules):
        if holds:
            msg = Phrase("clash.rule_set", id=rules.id, reason=contradiction)
            raise RuleError(msg)


def _contradictions(rules: RuleSet) -> list[tuple[bool, str]]:
    steps = [tier.from_hushu for tier in rules.tiers]
    valued = rules.scheme != opt.Scheme.TENS
    return [
        (not rules.players, Phrase("clash.players_empty")),
        (any(not 2 <= n <= 8 for n in rules.players), Phrase("clash.players", players=list(rules.players))),
        (
            rules.chi_from == opt.ChiFrom.OWN_FLIP and rules.flip_counts_as == opt.FlipCountsAs.DISCARD,
            Phrase("clash.no_chi"),
        ),
        (rules.wilds > GAMES[rules.game].most_wilds, Phrase("clash.wilds")),
        (not rules.tiers, Phrase("clash.no_tiers")),
        (steps != sorted(set(steps)), Phrase("clash.tiers", steps=steps)),
        (valued and any(tier.value == 0 for tier in rules.tiers), Phrase("clash.no_value")),
        (rules.unit < 1, Phrase("clash.unit")),
        (
            len(rules.xiaojia_values) != 4,
            Phrase("clash.xiaojia_values"),
        ),
        (len(rules.xiaojia_names) != 5, Phrase("clash.xiaojia_names")),
        (
            rules.tai_from > 0 and rules.tiers != () and rules.tiers[-1].from_hushu >= rules.tai_from,
            Phrase("clash.tai_from"),
        ),
        (rules.xiaojia_own_draw < 1, Phrase("clash.own_draw")),
    ]
