"""`erqishi query`: one SELECT over an archive."""

from __future__ import annotations

import sys
import time
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import click

from erqishi_logs.cli.command import archive_option, json_option, option, verb
from erqishi_logs.cli.complaint import UsageProblemError
from erqishi_logs.cli.language import say
from erqishi_logs.cli.output import plain, print_line
from erqishi_logs.cli.width import cut
from erqishi_logs.record.files import whole_file

if TYPE_CHECKING:
    from erqishi_logs.archive import Archive

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
    found = _select(Archive.open(archive), sql)
    rows = render(_narrow(found) if form == "table" and out is None else found, form)
    if out is None and form == "table":
        for line in rows.decode().removesuffix("\n").split("\n"):
            print_line(line)
    elif out is None:
        sys.stdout.flush()
        sys.stdout.buffer.write(rows)
    else:
        with whole_file(out) as file:
            file.write(rows)
    return 0


def _select(archive: Archive, sql: str) -> Any:
    """The Arrow table of a SELECT; Ctrl-C ends it, which Python alone would see only after the last row."""
    from erqishi_logs.archive.query import select

    with archive.connect() as con, ThreadPoolExecutor(1) as pool:
        asked = pool.submit(select, con, sql)
        try:
            return asked.result()
        finally:
            while not asked.done():  # before the query has begun there is nothing to interrupt
                con.interrupt()
                time.sleep(0.05)


def _narrow(table: Any) -> Any:
    """The Arrow table with long texts cut."""
    for index, name in enumerate(table.column_names):
        values = table.column(index).to_pylist()
        if any(isinstance(value, str | bytes) for value in values):
            table = table.set_column(index, name, [[_short(value) for value in values]])
    return table


def _short(value: object) -> object:
    text = value.decode("utf-8", "backslashreplace") if isinstance(value, bytes) else value
    return cut(plain(text), _WIDEST) if isinstance(text, str) else text
