"""和數於異地: one arrangement counted under several rule sets, side by side."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from erqishi_logs.compare.causes import Cause, find_causes
from erqishi_logs.errors import ErqishiError
from erqishi_logs.scoring import score_question

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Mapping

    from erqishi_logs.rules import RuleSet

#: Of an answer what is compared.
_COMPARED = ("reason", "hushu", "tier", "titles", "total", "payers")


class ScoreView(NamedTuple):
    """和數: the answer under a rule set, or why there is none, and by which options it differs from the first."""

    rules: RuleSet
    answer: dict[str, Any] | None
    error: ErqishiError | None = None
    causes: tuple[Cause, ...] = ()


def compare_score(question: Mapping[str, Any], own: RuleSet, others: Iterable[RuleSet]) -> list[ScoreView]:
    """異地算和: a question of `erqishi score` under its own rules, then under others. Raises ErqishiError for its own.

    `rules` and `house` of the question are left aside.

    >>> from erqishi_logs.rules import load_rules
    >>> question = {"melds": "玖玖玖", "win": "玖", "players": 4, "xiaojia": True}
    >>> views = compare_score(question, load_rules("leshan-4"), [load_rules("quan"), load_rules("muchuan")])
    >>> [(view.answer["total"], [cause.options for cause in view.causes]) for view in views]
    [(40, []), (20, [('xiaojia_values',), ('xiaojia_names',)]), (6, [('xiaojia_values',)])]
    """
    plain = {key: value for key, value in question.items() if key not in ("rules", "house")}

    def ask(rules: RuleSet) -> dict[str, Any]:
        return score_question({**plain, "rules": rules.id}, {rules.id: rules})

    def compared(rules: RuleSet) -> dict[Hashable, Any]:
        answer = ask(rules)
        return {key: answer.get(key) for key in _COMPARED}

    views = [ScoreView(own, ask(own))]
    for rules in others:
        try:
            answer, causes = ask(rules), find_causes(own, rules, compared)
            views.append(ScoreView(rules, answer, None, tuple(filter(None, map(_told, causes)))))
        except ErqishiError as error:
            views.append(ScoreView(rules, None, error))
    return views


def _told(cause: Cause) -> Cause | None:
    """Where a win comes or goes, that alone: a count that is not there changes nothing."""
    if any(None in pair for key, pair in cause.changes.items() if key != "reason"):
        pair = cause.changes.get("reason")
        return Cause(cause.options, {"reason": pair}) if pair else None
    return cause
