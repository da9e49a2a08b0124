"""異地: the same question under other rule sets, a row each, with the options that make the difference."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.calculator.asked import ALL, as_question
from app.receipt import amount
from app.strings import say
from erqishi_logs.compare import compare_score
from erqishi_logs.errors import ErqishiError
from erqishi_logs.rules import explain_difference, load_preset, preset_ids, rules_title
from erqishi_logs.texts import code_name, name_of

if TYPE_CHECKING:
    from collections.abc import Hashable

    from app.calculator.asked import Asked
    from erqishi_logs.compare import ScoreView
    from erqishi_logs.rules import RuleSet
    from erqishi_logs.texts import Lang

#: What is set side by side, beside the payment.
COLUMNS = ("hushu", "tier", "titles")


def other_presets(rules: RuleSet) -> list[str]:
    """異地: the presets of the same game, these rules left out.

    >>> "quan" in other_presets(load_preset("leshan")), "guilin" in other_presets(load_preset("leshan"))
    (True, False)
    """
    return [name for name in preset_ids() if name != rules.id and load_preset(name).game == rules.game]


def elsewhere(asked: Asked, rules: RuleSet, lang: Lang) -> dict[str, Any] | None:
    """異地: the heads and a row a rule set, the asked one first; None where it is a win nowhere.

    A row has `name`, `cells` by column or the `reason` why there are none (these last), and `causes`: what
    changes, and by which options, in words.
    """
    others = [load_preset(name) for name in other_presets(rules) if ALL in asked.others or name in asked.others]
    try:
        views = compare_score(as_question(asked), rules, others) if asked.cards and others else []
    except ErqishiError:
        return None
    if not any((view.answer or {}).get("valid") for view in views):
        return None
    heads = [say(f"calculator.head_{name}", lang) for name in ("rules", *COLUMNS, "total")]
    rows = [_row(view, rules, lang) for view in views]
    return {"heads": heads, "rows": [*rows[:1], *sorted(rows[1:], key=lambda row: row["cells"] is None)]}


def _row(view: ScoreView, own: RuleSet, lang: Lang) -> dict[str, Any]:
    known = {"name": rules_title(view.rules, lang), "own": view.rules.id == own.id, "causes": _causes(view, own, lang)}
    answer = view.answer or {}
    if view.error is not None:
        return {**known, "cells": None, "reason": view.error.text(lang)}
    if not answer["valid"]:
        reason = say("calculator.no_win", lang, name=code_name(answer["reason"], lang), code=answer["reason"])
        return {**known, "cells": None, "reason": reason}
    return {**known, "reason": "", "cells": [_shown(name, answer[name], lang) for name in (*COLUMNS, "total")]}


def _causes(view: ScoreView, own: RuleSet, lang: Lang) -> dict[str, list[str]]:
    """What changes from the asked rules to these, and each option that has a part in it, once."""
    options = dict.fromkeys(option for cause in view.causes for option in cause.options)
    changes = [_change(key, *pair, lang) for cause in view.causes for key, pair in cause.changes.items()]
    sentences = [explain_difference(own, view.rules, option, lang) for option in options]
    return {"changes": [change for change in changes if change], "sentences": sentences}


def _change(key: Hashable, before: Any, after: Any, lang: Lang) -> str:
    """One column of the table, that a win comes or goes, or how many pay; nothing where only what they pay does."""
    if key == "payers":
        before, after = (sum(each["count"] for each in payers or ()) for payers in (before, after))
        if before == after:
            return ""
    shown = {"before": _shown(str(key), before, lang), "after": _shown(str(key), after, lang)}
    if key == "reason":
        return say("calculator.change_win", lang, **shown)
    return say("calculator.change", lang, name=say(f"calculator.head_{key}", lang), **shown)


def _shown(column: str, value: Any, lang: Lang) -> str:
    """A value as a person reads it, a dash for nothing; no code is a win."""
    if column == "reason":
        return code_name(value, lang) if value else say("calculator.wins", lang)
    if isinstance(value, list | tuple):
        return " ".join(_shown("title", each, lang) for each in value) or "–"
    if column in ("tier", "title"):
        return name_of(column, value, lang).split(" (")[0] or "–"
    return amount(value)
