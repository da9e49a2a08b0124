"""各地之數: `erqishi score --all-rules`: one question counted under every preset, side by side."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from erqishi_logs.cli.changes import cause_data, cause_lines, payers_words, shown
from erqishi_logs.cli.language import current_lang, say
from erqishi_logs.cli.output import print_json, print_line, print_rows
from erqishi_logs.rules import load_preset, load_rules, preset_ids, rules_title, with_house
from erqishi_logs.texts import code_name

if TYPE_CHECKING:
    from erqishi_logs.compare import ScoreView
    from erqishi_logs.rules import RuleSet

#: Whose answer the others are held against where `--rules` names none.
_FIRST = "leshan"


def score_everywhere(question: dict[str, Any], *, as_json: bool) -> int:
    """各地之數: 1 where it is no win under the rules that the others are held against. Raises ErqishiError."""
    from erqishi_logs.compare import compare_score

    house = question.get("house", [])
    own = load_rules(question.get("rules", _FIRST), house)
    views = compare_score(question, own, _others(own, house))
    if as_json:
        print_json([_as_data(view, own) for view in views])
    else:
        _print_table(views, own)
    return int(not (views[0].answer or {}).get("valid"))


def _others(own: RuleSet, house: list[str]) -> list[RuleSet]:
    """The presets of the same game, with the same house differences."""
    presets = [load_preset(preset) for preset in preset_ids()]
    return [with_house(rules, house) for rules in presets if rules.game == own.game and rules.id != own.id]


def _as_data(view: ScoreView, own: RuleSet) -> dict[str, Any]:
    causes = [cause_data(cause, own, view.rules) for cause in view.causes]
    answer = view.answer
    if view.error is not None:
        answer = {"valid": False, "reason": "unfit", "error": view.error.text(current_lang())}
    return {"rules": view.rules.id, **(answer or {}), "causes": causes}


def _print_table(views: list[ScoreView], own: RuleSet) -> None:
    heads = [say(f"changes.{head}") for head in ("rules", "hushu", "tier", "titles", "total", "pays")]
    print_rows([heads, *(_row(view) for view in views)])
    for view in views:
        if view.causes:
            print_line(say("changes.elsewhere", rules=rules_title(view.rules, current_lang())))
        for cause in view.causes:
            for line in cause_lines(cause, own, view.rules, ()):
                print_line(f"  {line}")


def _row(view: ScoreView) -> list[str]:
    lang = current_lang()
    name = rules_title(view.rules, lang)
    if view.error is not None:
        return [name, "–", "–", "–", "–", say("changes.unfit_row", reason=view.error.text(lang))]
    answer = view.answer or {}
    if not answer.get("valid"):
        return [name, "–", "–", "–", "–", say("changes.no_win", name=code_name(answer["reason"], lang))]
    cells = [shown(key, answer[key]) if answer[key] else "–" for key in ("hushu", "tier", "titles", "total")]
    return [name, *cells, payers_words(answer["payers"])]
