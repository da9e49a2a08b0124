"""`erqishi query`: one SELECT over an archive."""

from __future__ import annotations

import sys
from typing import Any

import click

from erqishi_logs.cli.command import archive_option, json_option, option, verb
from erqishi_logs.cli.complaint import UsageProblemError
from erqishi_logs.cli.language import say
from erqishi_logs.cli.width import cut

FORMATS = ("table", "csv", "json", "parquet")
#: Columns of a terminal that a cell takes at most; the other forms and a file have it whole.
_WIDEST = 120


@verb
@click.argument("sql", metavar="SQL")
@archive_option
@option("--format", "form", type=click.Choice(FORMATS), default="table", words="format")
@option("--out", metavar="FILE", type=click.Path(dir_okay=False), words="out_parquet")
@json_option
def query(*, sql: str, archive: str, form: str, out: str | None, as_json: bool) -> int:
    """問: the rows of one SELECT; no other statement is run."""
    from erqishi_logs.archive import Archive
    from erqishi_logs.archive.render import render

    form = "json" if as_json else form
    if form == "parquet" and out is None and sys.stdout.isatty():
        raise UsageProblemError(say("error.parquet_terminal"))
    opened = Archive.open(archive)
    rows = render(_narrow(opened.select(sql)), "table") if form == "table" and out is None else opened.query(sql, form)
    if out is None:
        sys.stdout.flush()
        sys.stdout.buffer.write(rows)
    else:
        with click.open_file(out, "wb", atomic=True) as file:
            file.write(rows)
    return 0


def _narrow(table: Any) -> Any:
    """The Arrow table with long texts cut."""
    for index, name in enumerate(table.column_names):
        values = table.column(index).to_pylist()
        if any(isinstance(value, str | bytes) for value in values):
            table = table.set_column(index, name, [[_short(value) for value in values]])
    return table


def _short(value: object) -> object:
    text = value.decode("utf-8", "backslashreplace") if isinstance(value, bytes) else value
    return cut(text, _WIDEST) if isinstance(text, str) else text
