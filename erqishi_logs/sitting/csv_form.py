"""逗點: the tables of sittings as one CSV file that a spreadsheet opens, and takes no name for a formula."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING

from erqishi_logs.sitting.tables import COLUMNS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from erqishi_logs.sitting.tables import Cell, Table

#: What a cell may not begin with: a spreadsheet takes it for a formula, the full-width signs in East Asia, too.
_FORMULA = ("=", "+", "-", "@", "＝", "＋", "－", "＠", "\t", "\r", "\n")
#: All columns of all tables, each once; the first says of which table a row is.
HEADER = ("block", *dict.fromkeys(column for columns in COLUMNS.values() for column in columns))


def csv_bytes(tables: Iterable[Table]) -> bytes:
    """逗點: the rows of all tables under one header (`HEADER`), UTF-8 with the mark by which Excel knows it.

    Text that would be taken for a formula has `'` before it; numbers are numbers.

    >>> from erqishi_logs.sitting.tables import Table
    >>> made = csv_bytes([Table("transfers", [{"payer": "=1+1", "payee": "甲", "amount": -2}])])
    >>> made.decode("utf-8-sig").splitlines()[1].strip(",").split(",")[-3:]
    ["'=1+1", '甲', '-2']
    """
    out = io.StringIO(newline="")
    writer = csv.writer(out)
    writer.writerow(HEADER)
    for table in tables:
        for row in table.rows:
            writer.writerow([table.name, *(plain_cell(row.get(column)) for column in HEADER[1:])])
    return out.getvalue().encode("utf-8-sig", "backslashreplace")


def plain_cell(value: Cell) -> Cell:
    """格: a cell that no spreadsheet takes for a formula; an empty one for None.

    >>> plain_cell("@SUM(1)"), plain_cell("  =1+1"), plain_cell(-20), plain_cell(None)
    ("'@SUM(1)", "'  =1+1", -20, '')
    """
    if isinstance(value, str) and value.lstrip(" \u3000\ufeff").startswith(_FORMULA):
        return f"'{value}"
    return "" if value is None else value
