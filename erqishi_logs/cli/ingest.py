"""`erqishi ingest`: files and folders into an archive."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from erqishi_logs.cli.command import SourcePath, archive_option, cluster_option, json_option, option, rules_option, verb
from erqishi_logs.cli.damage import tell_damage
from erqishi_logs.cli.language import current_lang, say
from erqishi_logs.cli.output import print_json, print_line, progress, tell_of_compiler

if TYPE_CHECKING:
    from erqishi_logs.pipeline import IngestReport, Progress

JSON_KEYS = ("files", "read", "stored", "duplicate", "quarantined", "findings", "seconds")


@verb
@click.argument("paths", metavar="PATH…", nargs=-1, required=True, type=SourcePath())
@archive_option
@option("--source", metavar="NAME", words="source")
@rules_option
@cluster_option
@json_option
def ingest(
    *, paths: tuple[str, ...], archive: str, source: str | None, rules: str | None, cluster: str | None, as_json: bool
) -> int:
    """入庫: reads, judges, stores; 1 where something was quarantined or could not be read."""
    from erqishi_logs.archive import Archive
    from erqishi_logs.pipeline import Pace, ingest as run

    opened = Archive.open(archive, create=True)
    # A damaged fact file ends the run by itself: nobody could tell which hands it holds.
    tell_damage(opened, (damage for damage in opened.damaged() if damage.kind == "verdicts"))
    with progress("ingest") as advance:

        def tell(state: Progress) -> None:
            advance(state.bytes_done, state.bytes_total)

        pace = Pace(cluster=cluster)
        report = run(paths, opened, source, rules, tell, pace=pace, on_compile=tell_of_compiler)
    if as_json:
        # Other programs rely on just these keys (CLI.md); what else there is to say goes to a person.
        print_json({key: getattr(report, key) for key in JSON_KEYS})
    _tell(report, err=as_json)
    if not as_json:
        print_line(say("ingest.summary", **asdict(report)))
    return int(report.quarantined > 0 or bool(report.unread))


def _tell(report: IngestReport, *, err: bool) -> None:
    """What was not read, passed over or not judged: a line each."""
    for error in report.unread:
        print_line(error.text(current_lang()), err=err)
    for word in ("passed_over", "unjudged"):
        if n := getattr(report, word):
            print_line(say(f"ingest.{word}", n=n), err=err)
