"""列印: rows of a query as text: a table for people, CSV, JSON, or Parquet."""

from __future__ import annotations

import csv
import io
import unicodedata
from itertools import count
from typing import TYPE_CHECKING, Any, BinaryIO, Literal, get_args

import msgspec
import pyarrow as pa
import pyarrow.parquet as pq

from erqishi_logs.errors import ArchiveError, nearest
from erqishi_logs.texts.phrase import Phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

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
    buffer = io.BytesIO()
    write_rows(table.to_reader(), fmt, buffer)
    return buffer.getvalue()


def write_rows(reader: Any, fmt: str, out: BinaryIO) -> None:
    r"""列印: as `render`, from a reader of batches to a file, one in memory at a time; a table for people takes all.

    >>> import pyarrow as pa
    >>> write_rows(pa.table({"n": [1, 2]}).to_reader(), "csv", out := io.BytesIO())
    >>> out.getvalue()
    b'n\n1\n2\n'
    """
    writer = _WRITERS.get(fmt)
    if writer is None:
        near = nearest(fmt, FORMATS)
        hint = {"hint": Phrase("remedy.did_you_mean", word=near)} if near else {}
        key = "archive.format_near" if near else "archive.format"
        msg = Phrase(key, format=fmt, formats=", ".join(FORMATS), **hint)
        raise ArchiveError(msg)
    writer(reader, out)


def _parquet(reader: Any, out: BinaryIO) -> None:
    schema = pa.schema([field.with_name(name) for field, name in zip(reader.schema, _names(reader), strict=True)])
    try:
        with pq.ParquetWriter(out, schema, compression="zstd") as file:
            for batch in reader:
                file.write_batch(pa.RecordBatch.from_arrays(batch.columns, schema=schema))
    except pa.ArrowNotImplementedError as error:
        msg = Phrase("archive.no_parquet", types=", ".join(dict.fromkeys(map(str, schema.types))))
        raise ArchiveError(msg) from error


def _json(reader: Any, out: BinaryIO) -> None:
    names, before = _names(reader), b"["
    for batch in reader:
        for row in _rows(batch):
            out.write(before + _JSON.encode(dict(zip(names, row, strict=True))))
            before = b","
    out.write((b"[]" if before == b"[" else b"]") + b"\n")


def _names(reader: Any) -> list[str]:
    return _apart(reader.schema.names)


def _apart(names: Sequence[str]) -> list[str]:
    """Names of columns, each once: n, n → n, n_1."""
    found: list[str] = []
    for name in names:
        numbered = (f"{name}_{at}" for at in count(1))
        free = (other for other in numbered if other not in names and other not in found)
        found.append(next(free) if name in found else name)
    return found


def _csv(reader: Any, out: BinaryIO) -> None:
    out.write(_csv_lines([reader.schema.names]))
    out.writelines(_csv_lines([_cell(value, "") for value in row] for row in _rows(batch)) for batch in reader)


def _csv_lines(rows: Iterable[Sequence[str]]) -> bytes:
    buffer = io.StringIO()
    csv.writer(buffer, lineterminator="\n").writerows(rows)
    return buffer.getvalue().encode()


def _table(reader: Any, out: BinaryIO) -> None:
    table = reader.read_all()
    rows = [[_shown(_cell(value, "–")) for value in row] for row in _rows(table)]
    names = [_shown(name) for name in table.column_names]
    widths = [max(map(_width, column)) for column in zip(names, *rows, strict=True)]
    lines = [_line(names, widths), "  ".join("─" * width for width in widths), *(_line(row, widths) for row in rows)]
    out.write(("\n".join(lines) + "\n").encode())


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


_WRITERS: dict[str, Callable[[Any, BinaryIO], None]] = {
    "table": _table,
    "csv": _csv,
    "json": _json,
    "parquet": _parquet,
}
