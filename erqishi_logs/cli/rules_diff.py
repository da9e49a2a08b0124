"""異: `erqishi rules diff A B`: two rule sets told apart, a sentence for each option that differs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from erqishi_logs.cli.language import current_lang, say
from erqishi_logs.cli.output import print_json, print_line
from erqishi_logs.cli.ruleset import find_rules
from erqishi_logs.rules import explain_rules, rules_title
from erqishi_logs.texts import text

if TYPE_CHECKING:
    from erqishi_logs.rules import Difference, RuleSet


def tell_difference(names: tuple[str, str], archive: str | None, *, as_json: bool) -> None:
    """異: two rule sets by id, id in the archive or path. Raises RuleError, ArchiveError."""
    lang = current_lang()
    one, other = (find_rules(name, archive) for name in names)
    titles = (rules_title(one, lang), rules_title(other, lang))
    # Two of one name are told apart by what they were called on the command line.
    shown = names if titles[0] == titles[1] else titles
    found = explain_rules(one, other, lang, shown)
    if as_json:
        print_json(_as_data(one, other, found))
        return
    print_line(say("rules.differ", one=shown[0], other=shown[1], n=len(found)))
    for each in found:
        print_line(f"  {each.sentence}")


def _as_data(one: RuleSet, other: RuleSet, found: list[Difference]) -> dict[str, Any]:
    rows = [
        {
            "option": each.option,
            "one": {"is": each.one, "source": one.sources.get(each.option, "")},
            "other": {"is": each.other, "source": other.sources.get(each.option, "")},
            "meaning": _meaning(each.option),
            "sentence": each.sentence,
        }
        for each in found
    ]
    return {"one": one.id, "other": other.id, "differences": rows}


def _meaning(option: str) -> str:
    return "" if option == "game" else text(f"options.option.{option}", current_lang())
