"""合: the Parquet files of several batches in one, row group by row group, so that memory does not grow with them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from erqishi_logs.archive.gather import spans
from erqishi_logs.archive.layout import sync_file
from erqishi_logs.archive.parquet import row_group_of, settings

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

Array = Any

#: Columns of `events` with few words in many rows, held as numbers of these words meanwhile.
_WORDS = ("id", "type", "card", "live_else", "code")
#: Events that are read at a time.
_READ = 8_192


def merge_facts(sources: Sequence[Path], target: Path, metadata: Mapping[bytes, bytes]) -> None:
    """事實: the rows of fact files one after the other, as they are; `metadata` goes with the new file."""
    schema = pq.read_schema(sources[0]).with_metadata(dict(metadata) or None)
    size = row_group_of("facts")
    batches = (batch for path in sources for batch in pq.ParquetFile(path).iter_batches(size))
    _write(target, "facts", schema, _even(batches, size))


def _even(batches: Iterable[Any], size: int) -> Iterator[Any]:
    """Tables of `size` rows each, the last of what is left."""
    held: list[Any] = []
    n_held = 0
    for batch in batches:
        held.append(batch)
        n_held += len(batch)
        if n_held >= size:
            table = pa.Table.from_batches(held)
            yield table[:size]
            held = table[size:].to_batches()
            n_held -= size
    if held:
        yield pa.Table.from_batches(held)


def merge_verdicts(folders: Sequence[Path], target: Path) -> None:
    """評判: the derived files of some batches as those of one, sorted by hand."""
    order, counts = _merge_hands(folders, target)
    for view, key in (("findings", "seq"), ("seats", "seat")):
        rows = pa.concat_tables([pq.read_table(folder / f"{view}.parquet") for folder in folders])
        _write_whole(target, view, rows.sort_by([("id", "ascending"), (key, "ascending")]))
        del rows
    sources = [_Source(folder / "events.parquet") for folder in folders]
    schema = pq.read_schema(folders[0] / "events.parquet")
    _write(target / "events.parquet", "events", schema, _merged_events(sources, counts, order))


def _merge_hands(folders: Sequence[Path], target: Path) -> tuple[Array, list[Array]]:
    """Writes the hands; gives their order, counted over all batches one after the other, and the events of each."""
    hands = [pq.read_table(folder / "hands.parquet") for folder in folders]
    joined = pa.concat_tables(hands).combine_chunks()
    order = pc.sort_indices(joined["id"])
    _write_whole(target, "hands", joined.take(order))
    return np.asarray(order), [np.asarray(table["n_events"]) for table in hands]


class _Source:
    """The events of one batch, read as they are taken: no more of them is in memory than what comes next."""

    def __init__(self, path: Path) -> None:
        file = pq.ParquetFile(path, read_dictionary=list(_WORDS))
        self._schema, self._batches = file.schema_arrow, file.iter_batches(_READ)
        self._begin = 0
        self._held: list[Any] = []

    def take(self, begin: int, end: int) -> Any:
        """The rows from `begin` to `end`, not before those taken last."""
        while self._begin + sum(map(len, self._held)) < end and (batch := next(self._batches, None)) is not None:
            self._held.append(batch)
        table = pa.Table.from_batches(self._held, self._schema)
        left = table[end - self._begin :]
        taken, self._held, self._begin = table[begin - self._begin : end - self._begin], left.to_batches(), end
        return taken


def _merged_events(sources: Sequence[_Source], counts: Sequence[Array], order: Array) -> Iterator[Any]:
    """The events of the hands in `order`, about a row group at a time.

    Hands are counted over all tables, one after the other; `counts` are the events of each. As each table is
    sorted by hand, the hands of a row group are neighbours in it, and those of the next come after them.
    """
    table_of = np.repeat(np.arange(len(counts)), [len(one) for one in counts])[order]
    per_hand = np.concatenate(counts)[order]
    begins = np.concatenate([np.cumsum(one) - one for one in counts])[order]
    cuts = np.flatnonzero(np.diff(np.cumsum(per_hand) // row_group_of("events"))) + 1
    for low, high in zip([0, *cuts], [*cuts, len(order)], strict=True):
        tables, first, count = table_of[low:high], begins[low:high], per_hand[low:high]
        pieces, place, before = [], np.empty(high - low, np.int64), 0
        for number in np.unique(tables):
            here = np.flatnonzero(tables == number)
            start, end = first[here[0]], first[here[-1]] + count[here[-1]]
            pieces.append(_plain(sources[number].take(start, end)))
            place[here] = before + first[here] - start
            before += end - start
        yield pa.concat_tables(pieces).combine_chunks().take(pa.array(spans(place, count)))


def _plain(table: Any) -> Any:
    fields = [pa.field(f.name, f.type.value_type if pa.types.is_dictionary(f.type) else f.type) for f in table.schema]
    return table.cast(pa.schema(fields))


def _write_whole(folder: Path, kind: str, table: Any) -> None:
    size = row_group_of(kind)
    parts = (table[at : at + size] for at in range(0, max(1, len(table)), size))
    _write(folder / f"{kind}.parquet", kind, table.schema, parts)


def _write(path: Path, kind: str, schema: Any, tables: Iterable[Any]) -> None:
    size = row_group_of(kind)
    with pq.ParquetWriter(path, schema, **settings(schema, kind, size, strong=True)) as writer:
        for table in tables:
            writer.write_table(table.cast(schema), row_group_size=2 * size)
    sync_file(path)
