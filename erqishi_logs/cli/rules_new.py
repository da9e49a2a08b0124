"""立規: `erqishi rules new`: a club's own rules asked for, or copied from a preset, as a rules file."""

from __future__ import annotations

import re
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import click

from erqishi_logs.cli.complaint import UsageProblemError
from erqishi_logs.cli.language import current_lang, say
from erqishi_logs.cli.output import plain, print_line
from erqishi_logs.cli.ruleset import find_rules, name_of_rules
from erqishi_logs.errors import ErqishiError
from erqishi_logs.rules import explain_value, format_option, load_preset, parse_rules, preset_ids
from erqishi_logs.rules.asked import asked_of, choices
from erqishi_logs.rules.writing import format_rules, make_rules
from erqishi_logs.texts import text

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from erqishi_logs.rules import RuleSet

T = TypeVar("T")
_ID = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_-]{0,63}")


def new_rules(
    base: str | None, house: Sequence[str], out: str | None, archive: str | None, *, ask: bool, to_stdout: bool
) -> RuleSet:
    """立規: the rules as they were written, to `out`, or else to standard output if `to_stdout`.

    `ask`: by questions, on a terminal. Raises RuleError for options that are unknown or contradict each
    other, UsageProblemError where there is no base, or a file of that name.
    """
    if out is not None and Path(out).exists():
        raise UsageProblemError(say("error.file_exists", file=out))
    rules_id, name = _id_of(out), say("rules.our_club")
    if ask:
        start = find_rules(base, archive) if base else _ask_base()
        ours = _ask_options(start, list(house), rules_id, _ask(say("rules.ask_name"), name, str.strip))
    elif base is None:
        raise UsageProblemError(say("error.needs_base"))
    else:
        ours = _made(find_rules(base, archive), house, rules_id, name)
    return _written(ours, out, to_stdout=to_stdout)


def is_asking(house: Sequence[str], *, as_json: bool) -> bool:
    """問否: whether there is somebody to ask: a terminal, and nothing said by `--set` or `--json`."""
    return sys.stdin.isatty() and not house and not as_json


def _written(ours: RuleSet, out: str | None, *, to_stdout: bool) -> RuleSet:
    words = format_rules(ours, current_lang())
    again = parse_rules(words, out or "-")
    if out is None and to_stdout:
        sys.stdout.write(words)
    elif out is not None:
        with Path(out).open("x", encoding="utf-8") as file:
            file.write(words)
    return again


def _made(base: RuleSet, house: Sequence[str], rules_id: str, name: str) -> RuleSet:
    return make_rules(base, house, rules_id=rules_id, name=name, source=say("rules.our_club"))


def _id_of(out: str | None) -> str:
    """The file's name where that can be an id, so that it can be put into an archive as it is."""
    stem = Path(out).stem if out else ""
    return stem if _ID.fullmatch(stem) and stem not in preset_ids() else "our-club"


def _ask_base() -> RuleSet:
    presets = [load_preset(preset) for preset in preset_ids()]
    for number, preset in enumerate(presets, 1):
        print_line(f"{number:4}  {preset.id}　{name_of_rules(preset)}", err=True)

    def read(answer: str) -> RuleSet:
        return presets[int(answer) - 1] if _is_number(answer, len(presets)) else find_rules(answer)

    return _ask(say("rules.ask_base"), presets[preset_ids().index("leshan")].id, read)


def _ask_options(start: RuleSet, house: list[str], rules_id: str, name: str) -> RuleSet:
    ours = _made(start, house, rules_id, name)
    for option in asked_of(ours):
        ours = _ask_option(ours, option)
    return ours


def _ask_option(ours: RuleSet, option: str) -> RuleSet:
    """One option: what it means, the values in words, the preset's first, which Enter takes."""
    lang = current_lang()
    offered = choices(ours, option)
    variants = [replace(ours, **{option: value}) for value in offered]
    print_line("", err=True)
    print_line(text(f"options.option.{option}", lang) + say("rules.as_option", option=option), err=True)
    for number, variant in enumerate(variants, 1):
        print_line(f"{number:4}  {explain_value(variant, option, lang)}", err=True)

    def read(answer: str) -> RuleSet:
        if answer == "1":
            return ours
        if _is_number(answer, len(variants)):
            house = [f"{option}={_written_value(variants[int(answer) - 1], option)}"]
        else:
            house = [f"{option}={answer.removeprefix('=')}"]
        return _made(ours, house, ours.id, ours.name)

    return _ask(say("rules.ask_option"), "1", read)


def _written_value(rules: RuleSet, option: str) -> str:
    value = format_option(option, getattr(rules, option))
    return ("no", "yes")[value] if isinstance(value, bool) else str(value)


def _is_number(answer: str, most: int) -> bool:
    return answer.isdecimal() and answer.isascii() and 1 <= int(answer) <= most


def _ask(question: str, default: str, read: Callable[[str], T]) -> T:
    """The answer, asked again until it can be taken."""
    while True:
        answer = click.prompt(plain(question), default=default, err=True)
        try:
            return read(answer)
        except ErqishiError as error:
            print_line(error.text(current_lang()), err=True)
