"""The bulk path gives what the plain path gives, row by row, however many do it, killed or not (DESIGN, principle 5)."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time

import pytest

from erqishi_logs.archive import Archive
from erqishi_logs.pipeline import ingest
from erqishi_logs.pipeline.pace import Pace
from tests.pipeline.corpus import write_corpus

PLAIN = Pace(least_bytes=sys.maxsize)
BLOCK = 100_000
VIEWS = {
    "hands": "SELECT * FROM hands ORDER BY id",
    "events": "SELECT * FROM events ORDER BY id, seq",
    "findings": "SELECT * FROM findings ORDER BY id, seq",
    "records": "SELECT * EXCLUDE (ingested_at, batch) FROM records ORDER BY id",
    "quarantine": "SELECT * EXCLUDE (ingested_at, batch) FROM quarantine ORDER BY file, line, raw",
}


def counts(report):
    return {name: getattr(report, name) for name in ("files", "read", "stored", "duplicate", "quarantined", "findings")}


def differences(one: Archive, other: Archive) -> list[str]:
    """Views, columns and rows in which two archives differ."""
    found = []
    for view, sql in VIEWS.items():
        a, b = one.select(sql), other.select(sql)
        if a.schema != b.schema or a.num_rows != b.num_rows:
            key = a.column_names[0]
            apart = set(map(str, a[key].to_pylist())) ^ set(map(str, b[key].to_pylist()))
            found.append(f"{view}: {a.num_rows} and {b.num_rows} rows, {a.schema == b.schema} {sorted(apart)[:5]}")
            continue
        for name in a.column_names:
            pairs = zip(a[name].to_pylist(), b[name].to_pylist(), strict=True)
            found += [f"{view}.{name}[{row}]: {x!r} {y!r}" for row, (x, y) in enumerate(pairs) if x != y][:3]
    return found


@pytest.fixture(scope="session")
def corpus(tmp_path_factory):
    return write_corpus(tmp_path_factory.mktemp("bulk") / "corpus")


@pytest.fixture(scope="session")
def plain(corpus, tmp_path_factory):
    """The archive of the corpus by the plain path, all in one batch, and its report."""
    archive = Archive.open(tmp_path_factory.mktemp("plain") / "A", create=True)
    return archive, ingest([corpus], archive, batch_hands=sys.maxsize, pace=PLAIN)


@pytest.mark.parametrize("pace", [Pace(0, BLOCK, 0), Pace(1, 10 * BLOCK, 0), Pace(2, BLOCK, 0)])
def test_design_bulk_and_plain_path_give_the_same_rows(pace, corpus, plain, archive):
    report = ingest([corpus], archive, pace=pace)
    assert differences(archive, plain[0]) == []
    assert counts(report) == counts(plain[1])
