"""`erqishi query`: one SELECT over an archive."""

from __future__ import annotations

import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import TYPE_CHECKING, Any, BinaryIO

import click

from erqishi_logs.cli.command import archive_option, json_option, option, verb
from erqishi_logs.cli.complaint import UsageProblemError
from erqishi_logs.cli.damage import tell_damage
from erqishi_logs.cli.language import say
from erqishi_logs.cli.output import plain, print_error, print_line
from erqishi_logs.cli.width import cut
from erqishi_logs.record.files import whole_file

if TYPE_CHECKING:
    from collections.abc import Callable

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

    form = "json" if as_json else form
    if form == "parquet" and out is None and sys.stdout.isatty():
        raise UsageProblemError(say("error.parquet_terminal"))
    opened = Archive.open(archive)
    try:
        _answer(opened, sql, form, out)
    except KeyboardInterrupt:
        print_error(say("error.interrupted"))
        raise
    finally:
        damaged = tell_damage(opened, opened.damaged())
    return 2 if damaged else 0


def _answer(archive: Archive, sql: str, form: str, out: str | None) -> None:
    if out is not None:
        with whole_file(out) as file:
            _write(archive, sql, form, file)
    elif form == "table":
        _print_table(archive, sql)
    else:
        sys.stdout.flush()
        _write(archive, sql, form, sys.stdout.buffer)


def _write(archive: Archive, sql: str, form: str, file: BinaryIO) -> None:
    from erqishi_logs.archive.query import stream
    from erqishi_logs.archive.render import write_rows

    _ask(archive, lambda con: write_rows(stream(con, sql), form, file))


def _print_table(archive: Archive, sql: str) -> None:
    from erqishi_logs.archive.query import select
    from erqishi_logs.archive.render import render

    rows = render(_narrow(_ask(archive, lambda con: select(con, sql))), "table")
    for line in rows.decode().removesuffix("\n").split("\n"):
        print_line(line)


def _ask(archive: Archive, work: Callable[[Any], Any]) -> Any:
    """What `work` makes of a connection; Ctrl-C ends it, which Python alone would see only after the last row."""
    from duckdb import ConnectionException

    opened: list[Any] = []

    def run(con: Any) -> Any:
        opened.append(con)
        return work(con)

    with ThreadPoolExecutor(1) as pool:
        asked = pool.submit(archive.ask, run)
        try:
            return asked.result()
        finally:
            while not asked.done():  # before the query has begun there is nothing to interrupt
                for con in opened:
                    with suppress(ConnectionException):  # closed since it was asked
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
