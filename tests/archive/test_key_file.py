"""The key file: a large archive is not read through before each ingest, and what the file does not tell is read."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from erqishi_logs.archive import KnownIndex, known
from erqishi_logs.archive.compaction import compact
from erqishi_logs.archive.key_file import read_keys
from erqishi_logs.archive.known import WORTH_KEEPING
from erqishi_logs.upkeep.forget import forget


@pytest.fixture
def many(store, make):
    """An archive of so many fact files that their keys are worth a file; each holds one hand."""
    for at in range(WORTH_KEEPING + 1):
        store.put(make.hand(f"h{at}"))
    return store


@pytest.fixture
def read(monkeypatch):
    """The fact files whose keys are read."""
    names: list[str] = []
    plain = known._read_keys

    def told(layout, name):
        names.append(name)
        return plain(layout, name)

    monkeypatch.setattr(known, "_read_keys", told)
    return names


def again(store):
    return type(store)(store.archive, KnownIndex.opened(store.archive.layout))


def test_the_second_writer_reads_none_of_them(many, make, read):
    again(many)
    assert len(read) == WORTH_KEEPING + 1
    read.clear()
    second = again(many)
    assert read == []
    assert second.put(make.hand("h3")).n_duplicates == 1
    assert [fact.id for fact in second.put(make.hand("h4", quan=2)).new] == [None]
    assert len(second.put(make.hand("new")).new) == 1


def test_what_came_since_is_read(many, make, read):
    again(many)
    many.put(make.hand("since"))
    read.clear()
    third = again(many)
    assert len(read) == 1
    assert third.put(make.hand("since")).n_duplicates == 1


def test_a_few_files_are_worth_none(store, make):
    store.put(make.hand("one"))
    again(store)
    assert not store.archive.layout.keys.exists()


@pytest.mark.parametrize("at", [0, 40, -30, -300])
def test_a_damaged_one_is_not_believed(many, make, read, at):
    again(many)
    path = many.archive.layout.keys
    raw = bytearray(path.read_bytes())
    raw[at] ^= 0x55
    path.write_bytes(bytes(raw))
    read.clear()
    third = again(many)
    stored = read_keys(many.archive.layout)
    assert third.put(*(make.hand(f"h{n}") for n in range(WORTH_KEEPING + 1))).n_duplicates == WORTH_KEEPING + 1
    assert sorted(stored.names) == many.archive.layout.fact_names() or read


def test_files_whose_place_others_took_leave_it_when_it_is_written_again(many, make):
    again(many)
    old = set(read_keys(many.archive.layout).names)
    compact(many.archive.layout, {}, grace=-1)
    store = again(many)
    assert store.put(make.hand("h7")).n_duplicates == 1
    for at in range(WORTH_KEEPING + 1):
        store.put(make.hand(f"i{at}"))
    third = again(many)
    stored = read_keys(many.archive.layout)
    assert not old.intersection(stored.names)
    assert sorted(stored.names) == many.archive.layout.fact_names()
    assert sum(len(run.keys) for run in stored.keys.runs) == 2 * (WORTH_KEEPING + 1)
    assert third.put(make.hand("h7"), make.hand("i7")).n_duplicates == 2


N = WORTH_KEEPING + 1
STRANGE = {
    "keys that are none": {"key": pa.nulls(N, pa.uint64())},
    "words": {"key": pa.array(["a"] * N)},
    "places of no file": {"place": np.full(N, 1000, np.int32)},
    "not sorted": {"key": np.arange(N, 0, -1, dtype=np.uint64)},
    "names that are none": {"names": "3"},
    "names without end": {"names": "[" * 100_000},
}


@pytest.mark.parametrize("other", STRANGE.values(), ids=STRANGE)
def test_one_that_this_program_did_not_write_is_not_believed(many, make, other):
    again(many)
    path = many.archive.layout.keys
    with pq.ParquetFile(path) as file:
        table, said = file.read(), file.schema_arrow.metadata
    columns = [other.get(name, table[name]) for name in table.column_names]
    # Columns that fit go by the schema of the file itself.
    fits = not isinstance(other.get("key"), pa.Array)
    changed = pa.table(columns, schema=table.schema) if fits else pa.table(columns, table.column_names)
    names = other.get("names", said[b"erqishi.names"])
    pq.write_table(changed.replace_schema_metadata({**said, b"erqishi.names": names}), path)
    assert read_keys(many.archive.layout).names == []
    assert again(many).put(*(make.hand(f"h{n}") for n in range(N))).n_duplicates == N


def test_it_goes_with_a_person_who_is_taken_out(many):
    again(many)
    assert many.archive.layout.keys.exists()
    forget(many.archive, "甲")
    assert not many.archive.layout.keys.exists()
