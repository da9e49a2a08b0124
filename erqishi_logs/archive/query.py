"""問: one SELECT from a stranger, and nothing else (DESIGN, Safety)."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import duckdb
import pyarrow as pa

from erqishi_logs.errors import ArchiveError
from erqishi_logs.texts.phrase import Phrase

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

#: Rows that are in memory at a time where a result is streamed.
_BATCH = 10_000
#: What a damaged file may raise, among other things.
_MAY_BE_DAMAGE = (duckdb.Error, duckdb.InvalidInputException, duckdb.IOException, duckdb.InternalException)


class ScanError(ArchiveError):
    """A query that ended over what a file holds; `begun` tells whether rows were given before."""

    begun = False


def select(con: duckdb.DuckDBPyConnection, sql: str, parameters: Sequence[object] = ()) -> Any:
    """問: the Arrow table of one SELECT statement. Raises ArchiveError, in one line, for anything else.

    >>> select(duckdb.connect(), "select 1 as n").to_pylist()
    [{'n': 1}]
    >>> select(duckdb.connect(), "drop table x")
    Traceback (most recent call last):
    ...
    erqishi_logs.errors.ArchiveError: SQL: found DROP; expected one SELECT statement
    """
    with _told():
        check_select(con, sql)
        return con.sql(sql, params=list(parameters) or None).to_arrow_table()


def stream(con: duckdb.DuckDBPyConnection, sql: str) -> Any:
    """問: as `select`, a reader of Arrow batches, whose size in memory does not grow with the result.

    >>> stream(duckdb.connect(), "select 1 as n").read_all().to_pylist()
    [{'n': 1}]
    """
    with _told():
        check_select(con, sql)
        reader = con.sql(sql).to_arrow_reader(_BATCH)
        first = next(reader, None)
    return pa.RecordBatchReader.from_batches(reader.schema, _batches(first, reader))


def _batches(first: Any, reader: Any) -> Iterator[Any]:
    if first is not None:
        yield first
        with _told(begun=True):
            yield from reader


@contextmanager
def _told(*, begun: bool = False) -> Iterator[None]:
    """Raises what DuckDB raises as ArchiveError in one line."""
    try:
        yield
    except duckdb.OutOfMemoryException as error:
        raise ArchiveError(Phrase("archive.sql", reason=Phrase("archive.memory"))) from error
    except (duckdb.Error, OSError, pa.ArrowException) as error:
        msg = Phrase("archive.sql", reason=_one_line(error))
        if begun and isinstance(error, (duckdb.IOException, OSError)) and "No such file" in str(error):
            msg = Phrase("archive.sql", reason=Phrase("archive.file_gone"))
        told = ScanError(msg) if type(error) in _MAY_BE_DAMAGE or begun else ArchiveError(msg)
        if isinstance(told, ScanError):
            told.begun = begun
        raise told from error


def check_select(con: duckdb.DuckDBPyConnection, sql: str) -> None:
    """Raises ArchiveError where `sql` is not one SELECT by DuckDB's own parser, duckdb.Error where it is no SQL."""
    found = [statement.type.name for statement in con.extract_statements(sql)]
    if found != ["SELECT"]:
        words = ", ".join(found) or Phrase("archive.nothing")
        msg = Phrase("archive.sql", reason=Phrase("archive.one_select", found=words))
        raise ArchiveError(msg)


def _one_line(error: Exception) -> str:
    text = str(error).split("\n\nLINE ")[0]
    return " ".join(text.split())
