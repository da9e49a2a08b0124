"""合: whether a hand that was played under some rules could have been dealt under others (RULEBOOK §3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from erqishi_logs.rules import load_preset, preset_ids
from erqishi_logs.texts.phrase import Phrase, either

if TYPE_CHECKING:
    from erqishi_logs.record import Record
    from erqishi_logs.rules import RuleSet


def why_unfit(record: Record, own: RuleSet, rules: RuleSet) -> Phrase | None:
    """不合: why a hand of `own` rules cannot be one of `rules`: the game, the players, the cards dealt; None if it can.

    >>> from erqishi_logs.record import loads
    >>> from erqishi_logs.rules import load_rules
    >>> head = '{"format":"erqishi-log/1","rules":"leshan","players":["甲","乙","丙"],"dealer":0,"events":[]}'
    >>> print(why_unfit(loads(head), load_rules("leshan"), load_rules("duikou")))
    3 players, for whom there are no rules; expected 2
    >>> why_unfit(loads(head), load_rules("leshan"), load_rules("quan")) is None
    True
    """
    n = record.n_players
    if rules.game != own.game:
        return Phrase("known.other_game", rules=rules.id, found=own.game, expected=rules.game)
    if n not in rules.players:
        return Phrase("compare.players", players=n, expected=either(rules.players))
    dealt, due = _dealt(own, n), _dealt(rules, n)
    if dealt != due:
        return Phrase("compare.cards", dealt=_shown(dealt), due=_shown(due))
    return None


def fitting_rules(record: Record, own: RuleSet) -> list[RuleSet]:
    """合: the presets under which the hand could have been played, its own preset left out.

    >>> from erqishi_logs.record import loads
    >>> head = '{"format":"erqishi-log/1","rules":"leshan","players":["甲","乙","丙"],"dealer":0,"events":[]}'
    >>> [rules.id for rules in fitting_rules(loads(head), load_preset("leshan"))][:4]
    ['app-leshan', 'app-meishan', 'app-qianwei', 'folk']
    """
    presets = map(load_preset, preset_ids())
    return [rules for rules in presets if rules.hash != own.hash and why_unfit(record, own, rules) is None]


def _dealt(rules: RuleSet, n_players: int) -> tuple[int, int, bool, int]:
    return rules.cards_each(n_players), rules.dealer_extra, rules.has_xiaojia(n_players), rules.wilds


def _shown(dealt: tuple[int, int, bool, int]) -> str:
    each, extra, xiaojia, wilds = dealt
    return f"{each}+{extra}" + (", 小家" if xiaojia else "") + (f", 聽用 {wilds}" if wilds else "")
