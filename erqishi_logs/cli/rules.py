"""`erqishi rules`: the presets, or one in full with the source of each option."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click

from erqishi_logs.cli.command import json_option, option, verb
from erqishi_logs.cli.language import current_lang, say
from erqishi_logs.cli.output import print_json, print_line, print_rows
from erqishi_logs.cli.ruleset import find_rules, name_of_rules
from erqishi_logs.rules import format_option, load_preset, preset_ids
from erqishi_logs.texts import text

if TYPE_CHECKING:
    from erqishi_logs.rules import RuleSet

#: Columns of a terminal that a value may take before it pushes its row aside.
_WIDEST = 22


@verb
@click.argument("rules_id", metavar="[ID]", required=False)
@option("--archive", metavar="DIR", words="rules_archive", type=click.Path())
@json_option
def rules(*, rules_id: str | None, archive: str | None, as_json: bool) -> int:
    """規則: every preset in a row, or one rule set with each option's value and clause."""
    if rules_id is None:
        _list_presets(as_json=as_json)
    elif as_json:
        print_json(as_data(find_rules(rules_id, archive)))
    else:
        _print_rules(find_rules(rules_id, archive))
    return 0


def as_data(ruleset: RuleSet) -> dict[str, Any]:
    """規則: a rule set as JSON: `options` by name, each with its value (`is`), `source` and `meaning`."""
    names = {key: getattr(ruleset, key) for key in ("id", "name", "base", "game", "hash")}
    options = {
        key: {"is": format_option(key, value), "source": ruleset.sources.get(key, ""), "meaning": _meaning(key)}
        for key, value in ruleset.options().items()
        if key != "game"
    }
    return {**names, "house": list(ruleset.house), "options": options}


def _list_presets(*, as_json: bool) -> None:
    presets = [load_preset(preset_id) for preset_id in preset_ids()]
    if as_json:
        for preset in presets:
            print_json(as_data(preset))
        return
    print_rows(
        [(preset.id, name_of_rules(preset), "/".join(map(str, preset.players)), preset.base) for preset in presets]
    )


def _print_rules(ruleset: RuleSet) -> None:
    print_line(f"{ruleset.id}　{name_of_rules(ruleset)}")
    if ruleset.base:
        print_line(say("rules.base", base=ruleset.base))
    print_line(say("rules.hash", hash=ruleset.hash))
    options = as_data(ruleset)["options"]
    rows = [(name, _shown(entry["is"]), entry["source"], entry["meaning"]) for name, entry in options.items()]
    print_rows(rows, _WIDEST)


def _meaning(option_name: str) -> str:
    return text(f"options.option.{option_name}", current_lang())


def _shown(value: Any) -> str:
    """As a rules file and a house difference write it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
