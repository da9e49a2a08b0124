"""列印: rows of a query as text: a table for people, CSV, JSON, or Parquet."""

from __future__ import annotations

import csv
import io
import unicodedata
from itertools import count
from typing import TYPE_CHECKING, Any, Literal, get_args

import msgspec
import pyarrow as pa
import pyarrow.parquet as pq

from erqishi_logs.errors import ArchiveError, nearest
from erqishi_logs.texts.phrase import Phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

Format = Literal["table", "csv", "json", "parquet"]
FORMATS: tuple[Format, ...] = get_args(Format)

_JSON = msgspec.json.Encoder(decimal_format="number", enc_hook=str)


def render(table: Any, fmt: str) -> bytes:
    r"""列印: the rows of an Arrow table in a format, text in UTF-8. Raises ArchiveError for another format.

    JSON is one list of objects. Bytes are shown as the text they hold, what is no UTF-8 escaped. Where
    columns have the same name, JSON and Parquet number the later ones. Raises ArchiveError, too, for
    what Parquet cannot hold.

    >>> import pyarrow as pa
    >>> render(pa.table({"n": [1]}), "json")
    b'[{"n":1}]\n'
    """
    writer = _WRITERS.get(fmt)
    if writer is None:
        near = nearest(fmt, FORMATS)
        hint = {"hint": Phrase("remedy.did_you_mean", word=near)} if near else {}
        key = "archive.format_near" if near else "archive.format"
        msg = Phrase(key, format=fmt, formats=", ".join(FORMATS), **hint)
        raise ArchiveError(msg)
    return writer(table)


def _parquet(table: Any) -> bytes:
    buffer = io.BytesIO()
    try:
        pq.write_table(table.rename_columns(_apart(table.column_names)), buffer, compression="zstd")
    except pa.ArrowNotImplementedError as error:
        msg = Phrase("archive.no_parquet", types=", ".join(dict.fromkeys(map(str, table.schema.types))))
        raise ArchiveError(msg) from error
    return buffer.getvalue()


def _json(table: Any) -> bytes:
    names = _apart(table.column_names)
    return _JSON.encode([dict(zip(names, row, strict=True)) for row in _rows(table)]) + b"\n"


def _apart(names: Sequence[str]) -> list[str]:
    """Names of columns, each once: n, n → n, n_1."""
    found: list[str] = []
    for name in names:
        numbered = (f"{name}_{at}" for at in count(1))
        free = (other for other in numbered if other not in names and other not in found)
        found.append(next(free) if name in found else name)
    return found


def _csv(table: Any) -> bytes:
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    writer.writerow(table.column_names)
    writer.writerows([_cell(value, "") for value in row] for row in _rows(table))
    return buffer.getvalue().encode()


def _table(table: Any) -> bytes:
    rows = [[_shown(_cell(value, "–")) for value in row] for row in _rows(table)]
    names = [_shown(name) for name in table.column_names]
    widths = [max(map(_width, column)) for column in zip(names, *rows, strict=True)]
    lines = [_line(names, widths), "  ".join("─" * width for width in widths), *(_line(row, widths) for row in rows)]
    return ("\n".join(lines) + "\n").encode()


def _rows(table: Any) -> list[tuple[object, ...]]:
    columns = [[_text(value) for value in column.to_pylist()] for column in table.columns]
    return list(zip(*columns, strict=True))


def _text(value: object) -> object:
    return value.decode("utf-8", "backslashreplace") if isinstance(value, bytes) else value


def _cell(value: object, null: str) -> str:
    if value is None:
        return null
    return value if isinstance(value, str) else _JSON.encode(value).decode().strip('"')


def _shown(text: str) -> str:
    """One line without control characters: a name is strangers' input."""
    return "".join(sign if sign.isprintable() else "␣" for sign in text)


def _line(cells: Sequence[str], widths: Sequence[int]) -> str:
    padded = (cell + " " * (width - _width(cell)) for cell, width in zip(cells, widths, strict=True))
    return "  ".join(padded).rstrip()


def _width(text: str) -> int:
    """Columns of a terminal that a text takes; a Chinese character takes two."""
    return sum(2 if unicodedata.east_asian_width(sign) in "WF" else 1 for sign in text)


_WRITERS: dict[str, Callable[[Any], bytes]] = {"table": _table, "csv": _csv, "json": _json, "parquet": _parquet}
