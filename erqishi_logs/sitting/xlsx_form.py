"""試算表: the tables of sittings as an Excel workbook, one sheet a table, names as text whatever they look like."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

from erqishi_logs.sitting.tables import COLUMNS, heading
from erqishi_logs.texts import text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from erqishi_logs.sitting.tables import Cell, Row, Table
    from erqishi_logs.texts import Lang

#: Nothing is guessed of a text, and no file is written beside the one asked for.
_OPTIONS = {
    "in_memory": True,
    "strings_to_formulas": False,
    "strings_to_urls": False,
    "strings_to_numbers": False,
}
#: What a cell of Excel can hold.
_MAX_TEXT, _MAX_WHOLE = 32_767, 10**15
_WIDTHS = {"text": 60, "id": 24, "reason": 24, "name": 14}


def xlsx_bytes(tables: Sequence[Table], lang: Lang = "zh-Hant") -> bytes:
    """試算表: a workbook with a sheet for every name among the tables, their rows below each other.

    Text is written as text, never as a formula or a link; numbers as numbers.

    >>> xlsx_bytes([])[:2]
    b'PK'
    """
    import xlsxwriter  # noqa: PLC0415 - only who asks for a workbook waits for it

    out = io.BytesIO()
    with xlsxwriter.Workbook(out, _OPTIONS) as book:
        bold = book.add_format({"bold": True, "bottom": 1})
        for name, columns in COLUMNS.items():
            page = book.add_worksheet(text(f"sitting.page.{name}", lang))
            rows = [row for table in tables if table.name == name for row in table.rows]
            _fill(page, columns, [heading(column, lang) for column in columns], rows, bold)
    return out.getvalue()


def _fill(page: Any, columns: Sequence[str], headings: Sequence[str], rows: Sequence[Row], bold: Any) -> None:
    for place, (column, words) in enumerate(zip(columns, headings, strict=True)):
        page.set_column(place, place, _WIDTHS.get(column, 12))
        page.write_string(0, place, words, bold)
    page.freeze_panes(1, 0)
    for line, row in enumerate(rows, 1):
        for place, column in enumerate(columns):
            _write(page, line, place, row.get(column))


def _write(page: Any, line: int, place: int, value: Cell) -> None:
    if isinstance(value, str):
        page.write_string(line, place, _kept(value))
    elif value is not None and abs(value) < _MAX_WHOLE:
        page.write_number(line, place, value)
    elif value is not None:  # Excel would round it
        page.write_string(line, place, str(value))


def _kept(words: str) -> str:
    """The text as XML can hold it, cut where Excel would refuse the file."""
    return words.encode("utf-8", "backslashreplace").decode()[:_MAX_TEXT]
