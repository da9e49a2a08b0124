"""`erqishi rules`: the presets, or one in full with the source of each option."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from erqishi_logs.cli.command import json_option, option, verb
from erqishi_logs.cli.language import say
from erqishi_logs.cli.output import print_json, print_line, print_rows
from erqishi_logs.cli.ruleset import find_rules
from erqishi_logs.rules import format_option, load_preset, preset_ids

if TYPE_CHECKING:
    from erqishi_logs.rules import RuleSet


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
    """規則: a rule set as JSON: `options` by name, each with its value (`is`) and `source`."""
    names = {key: getattr(ruleset, key) for key in ("id", "name", "base", "game", "hash")}
    options = {
        key: {"is": format_option(key, value), "source": ruleset.sources.get(key, "")}
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
    print_rows([(preset.id, preset.name, "/".join(map(str, preset.players)), preset.base) for preset in presets])


def _print_rules(ruleset: RuleSet) -> None:
    print_line(f"{ruleset.id}　{ruleset.name}")
    if ruleset.base:
        print_line(say("rules.base", base=ruleset.base))
    print_line(say("rules.hash", hash=ruleset.hash))
    options = as_data(ruleset)["options"]
    print_rows([(name, _shown(entry["is"]), entry["source"]) for name, entry in options.items()])


def _shown(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return " ".join(_shown(part) for part in value) or "–"
    return str(value)
