"""What no program of this kind can beat here: decoding the lines alone, reading and writing the Parquet alone."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import msgspec
import pyarrow.parquet as pq
import stored
from rows import Ratio, Row

from erqishi_logs.record import Record

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from setting import Setting

#: Ours, and the limit that it can come near to.
RATIOS = (Ratio("bulk", "decode"), Ratio("ingest", "decode_write"))


def rows(setting: Setting) -> Iterator[Row]:
    """The limits; those of Parquet take the archive that the ingest of the same round has left."""
    lines, home = setting.lines, setting.folder / "archive"
    scratch = setting.folder / "scratch.parquet"
    yield Row("decode", "decoding a record line alone (msgspec, typed)", len(lines), lambda: decode(lines))
    yield Row("read", "reading the Parquet of a hand alone (pyarrow)", setting.stored, lambda: read(home))
    both = "decoding the line and writing the Parquet of a hand alone"
    yield Row("decode_write", both, setting.stored, lambda: write(home, scratch, setting.file))


def decode(lines: Iterable[bytes]) -> None:
    """Each line to a `Record`, nothing checked beyond the types."""
    decoder = msgspec.json.Decoder(Record)
    for line in lines:
        decoder.decode(line)


def read(archive: Path) -> None:
    """`hands` and `events`, all columns."""
    for path in stored.tables_of(archive):
        pq.ParquetFile(path).read(use_threads=False)


def write(archive: Path, scratch: Path, lines: Path) -> float:
    """Decodes the lines of a file, writes the finished tables again; their seconds, reading left out."""
    begin = time.perf_counter()
    with lines.open("rb") as file:
        decode(file)
    seconds = time.perf_counter() - begin
    for path in sorted(archive.rglob("*.parquet")):
        table = pq.ParquetFile(path).read()
        begin = time.perf_counter()
        pq.write_table(table, scratch, compression="zstd")
        seconds += time.perf_counter() - begin
    return seconds
