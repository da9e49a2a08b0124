"""`erqishi people`: names united and split, a person taken out for good, records under other names."""

from __future__ import annotations

import sys
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from erqishi_logs.cli.command import json_option, option, verb
from erqishi_logs.cli.complaint import UsageProblemError
from erqishi_logs.cli.language import say
from erqishi_logs.cli.output import print_json, print_line, print_rows, progress
from erqishi_logs.cli.witnesses import check_target

if TYPE_CHECKING:
    from collections.abc import Callable

    from erqishi_logs.archive import Archive


@verb
@click.argument("action", metavar="[ACTION]", default="list")
@click.argument("words", metavar="[NAME…]", nargs=-1)
@option("--archive", metavar="DIR", words="archive", type=click.Path())
@option("--key", metavar="FILE", words="people_key", type=click.Path())
@option("--yes", words="people_yes", is_flag=True)
@json_option
def people(
    *, action: str, words: tuple[str, ...], archive: str | None, key: str | None, yes: bool, as_json: bool
) -> int:
    """人: does one of the actions; 1 where something still holds a name that was to go."""
    from erqishi_logs.archive import Archive

    if action == "reveal":
        return _reveal(words, key, as_json)
    if archive is None:
        raise UsageProblemError(say("error.missing", name="--archive"))
    opened = Archive.open(archive)
    if action == "export":
        return _export(opened, words, key, as_json)
    if action == "forget":
        return _forget(opened, words, yes, as_json)
    return _book(opened, action, words, as_json)


def _book(archive: Archive, action: str, words: tuple[str, ...], as_json: bool) -> int:
    from erqishi_logs.upkeep.book import split, unite

    does: dict[str, tuple[int, Callable[[], object]]] = {
        "list": (0, lambda: None),
        "unite": (2, lambda: unite(archive, words)),
        "split": (1, lambda: split(archive, words[0])),
    }
    if action not in does:
        raise UsageProblemError(say("people.no_action", action=action))
    least, do = does[action]
    if len(words) < least or (action != "unite" and len(words) > least):
        raise UsageProblemError(say("people.usage"))
    do()
    return _list(archive, as_json)


def _list(archive: Archive, as_json: bool) -> int:
    sql = """SELECT person, list(name ORDER BY name <> person, name) AS names, sum(hands)::BIGINT AS hands
        FROM people GROUP BY person ORDER BY hands DESC, person"""
    rows = archive.select(sql).to_pylist()
    for row in rows if as_json else ():
        print_json(row)
    if not as_json:
        head = [say(f"people.head_{name}") for name in ("person", "hands", "names")]
        others = [" ".join(name for name in row["names"] if name != row["person"]) for row in rows]
        print_rows([head, *([row["person"], row["hands"], names] for row, names in zip(rows, others, strict=True))])
    return 0


def _forget(archive: Archive, words: tuple[str, ...], yes: bool, as_json: bool) -> int:
    from erqishi_logs.people.book import load_book
    from erqishi_logs.upkeep.forget import forget

    if len(words) != 1:
        raise UsageProblemError(say("people.usage"))
    names = " ".join(load_book(archive.layout.people).names_of(words[0]))
    if not yes and sys.stdin.isatty() and not click.confirm(say("people.sure", names=names), err=True):
        return 1
    with progress("people") as advance:
        report = forget(archive, words[0], advance)
    if as_json:
        print_json(asdict(report))
    else:
        print_line(say("people.forgotten", **asdict(report)))
        for key in ("kept_names", "kept_rules"):
            if left := getattr(report, key):
                print_line(say(f"people.{key}", left=" ".join(left)))
    return int(bool(report.kept_names or report.kept_rules))


def _export(archive: Archive, words: tuple[str, ...], key: str | None, as_json: bool) -> int:
    from erqishi_logs.upkeep.pseudonyms import export_renamed

    if len(words) != 1 or key is None:
        raise UsageProblemError(say("people.usage"))
    check_target(words[0], (key,))
    report = export_renamed(archive, Path(words[0]), Path(key))
    if as_json:
        print_json(report._asdict())
    else:
        print_line(say("people.exported", **report._asdict(), file=key))
    return 0


def _reveal(words: tuple[str, ...], key: str | None, as_json: bool) -> int:
    from erqishi_logs.upkeep.pseudonyms import reveal

    if len(words) != 2 or key is None:
        raise UsageProblemError(say("people.usage"))
    check_target(words[1], (words[0], key))
    records = reveal(Path(words[0]), Path(words[1]), Path(key))
    if as_json:
        print_json({"records": records})
    else:
        print_line(say("people.revealed", records=records))
    return 0
