"""問: one SELECT from a stranger, and nothing else (DESIGN, Safety)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import duckdb

from erqishi_logs.errors import ArchiveError
from erqishi_logs.texts.phrase import Phrase

if TYPE_CHECKING:
    from collections.abc import Sequence


def select(con: duckdb.DuckDBPyConnection, sql: str, parameters: Sequence[object] = ()) -> Any:
    """問: the Arrow table of one SELECT statement. Raises ArchiveError, in one line, for anything else.

    >>> select(duckdb.connect(), "select 1 as n").to_pylist()
    [{'n': 1}]
    >>> select(duckdb.connect(), "drop table x")
    Traceback (most recent call last):
    ...
    erqishi_logs.errors.ArchiveError: SQL: found DROP; expected one SELECT statement
    """
    try:
        check_select(con, sql)
        return con.sql(sql, params=list(parameters) or None).to_arrow_table()
    except duckdb.OutOfMemoryException as error:
        raise ArchiveError(Phrase("archive.sql", reason=Phrase("archive.memory"))) from error
    except duckdb.Error as error:
        msg = Phrase("archive.sql", reason=_one_line(error))
        raise ArchiveError(msg) from error


def check_select(con: duckdb.DuckDBPyConnection, sql: str) -> None:
    """Raises ArchiveError where `sql` is not one SELECT by DuckDB's own parser, duckdb.Error where it is no SQL."""
    found = [statement.type.name for statement in con.extract_statements(sql)]
    if found != ["SELECT"]:
        words = ", ".join(found) or Phrase("archive.nothing")
        msg = Phrase("archive.sql", reason=Phrase("archive.one_select", found=words))
        raise ArchiveError(msg)


def _one_line(error: duckdb.Error) -> str:
    text = str(error).split("\n\nLINE ")[0]
    return " ".join(text.split())
