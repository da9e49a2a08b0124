"""`erqishi query`: one SELECT over an archive."""

from __future__ import annotations

import sys

import click

from erqishi_logs.cli.command import archive_option, json_option, option, verb
from erqishi_logs.cli.complaint import UsageProblemError
from erqishi_logs.cli.language import say

FORMATS = ("table", "csv", "json", "parquet")


@verb
@click.argument("sql", metavar="SQL")
@archive_option
@option("--format", "form", type=click.Choice(FORMATS), default="table", words="format")
@option("--out", metavar="FILE", type=click.Path(dir_okay=False), words="out_parquet")
@json_option
def query(*, sql: str, archive: str, form: str, out: str | None, as_json: bool) -> int:
    """問: the rows of one SELECT; no other statement is run."""
    from erqishi_logs.archive import Archive

    form = "json" if as_json else form
    if form == "parquet" and out is None and sys.stdout.isatty():
        raise UsageProblemError(say("error.parquet_terminal"))
    rows = Archive.open(archive).query(sql, form)
    if out is None:
        sys.stdout.flush()
        sys.stdout.buffer.write(rows)
    else:
        with click.open_file(out, "wb", atomic=True) as file:
            file.write(rows)
    return 0
