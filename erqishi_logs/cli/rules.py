"""`erqishi rules`: the presets, one in full with the source of each option, two told apart, or a club's own."""

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
    from collections.abc import Sequence

    from erqishi_logs.rules import RuleSet

#: Columns of a terminal that a value may take before it pushes its row aside.
_WIDEST = 22


@verb
@click.argument("words", metavar="[ID | new | diff A B]", nargs=-1)
@option("--base", metavar="ID", words="rules_base")
@option("--set", "house", metavar="K=V", multiple=True, words="rules_set")
@option("--out", metavar="FILE", words="rules_out", type=click.Path(dir_okay=False))
@option("--archive", metavar="DIR", words="rules_archive", type=click.Path())
@json_option
def rules(*, words: tuple[str, ...], archive: str | None, as_json: bool, **given: Any) -> int:
    """規則: every preset in a row, or one rule set with each option's value and clause; `new` and `diff`."""
    what = words[0] if words and words[0] in ("new", "diff") else "show"
    _check_words(words, what, given)
    if what == "diff":
        from erqishi_logs.cli.rules_diff import tell_difference

        tell_difference((words[1], words[2]), archive, as_json=as_json)
    elif what == "new":
        _write_new(archive, as_json=as_json, **given)
    elif not words:
        _list_presets(as_json=as_json)
    else:
        _show_rules(find_rules(words[0], archive), as_json=as_json)
    return 0


def _check_words(words: Sequence[str], what: str, given: dict[str, Any]) -> None:
    """Raises UsageError for a word too many or too few, and for options that only `new` has."""
    ctx = click.get_current_context()
    most = {"show": 1, "new": 1, "diff": 3}[what]
    if len(words) > most:
        raise click.UsageError(say("error.extra", word=words[most]), ctx)
    if what == "diff" and len(words) < most:
        raise click.UsageError(say("error.diff_needs_two"), ctx)
    if what != "new" and any(given.values()):
        raise click.UsageError(say("error.only_new"), ctx)


def _write_new(
    archive: str | None, *, base: str | None, house: tuple[str, ...], out: str | None, as_json: bool
) -> None:
    from erqishi_logs.cli.rules_new import is_asking, new_rules

    ours = new_rules(base, house, out, archive, ask=is_asking(house, as_json=as_json), to_stdout=not as_json)
    if as_json:
        print_json({**as_data(ours), "file": out})
    elif out is not None:
        print_line(say("rules.written", file=out, id=ours.id, base=ours.base))


def _show_rules(ruleset: RuleSet, *, as_json: bool) -> None:
    if as_json:
        print_json(as_data(ruleset))
    else:
        _print_rules(ruleset)


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
