"""The bulk path gives what the plain path gives, row by row, however many do it, killed or not (DESIGN, 5 and 6)."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from pathlib import Path

import pytest

from erqishi_logs.archive import Archive
from erqishi_logs.pipeline import ingest, iter_audit, reaudit, stored
from erqishi_logs.pipeline.bench import Bench
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


@pytest.mark.parametrize("pace", [Pace(0, BLOCK, 0, 0), Pace(1, 10 * BLOCK, 0, 0), Pace(2, BLOCK, 0, 0)])
def test_design_bulk_and_plain_path_give_the_same_rows(pace, corpus, plain, archive):
    report = ingest([corpus], archive, pace=pace)
    assert differences(archive, plain[0]) == []
    assert counts(report) == counts(plain[1])


def test_design_the_same_input_twice_is_all_duplicates(corpus, archive):
    first = ingest([corpus], archive, pace=Pace(0, BLOCK, 0, 0))
    names = archive.layout.fact_names()
    for pace in (Pace(0, 3 * BLOCK, 0, 0), Pace(0, BLOCK, 0, 0), PLAIN):
        again = ingest([corpus], archive, pace=pace)
        assert counts(again) == counts(first) | {"stored": 0, "quarantined": 0, "findings": 0, "duplicate": first.read}
    assert archive.layout.fact_names() == names


def write_many(make, path, n: int = 3_000):
    """So many hands of some 700 bytes."""
    return make.write_lines(path, n)


def test_design_a_restart_does_not_read_again_what_is_stored(archive, make, monkeypatch, tmp_path):
    """The reader of lines is asked for what lies behind the last block alone."""
    source = write_many(make, tmp_path / "x.jsonl")

    def stop(done) -> None:
        if done.report.stored > 1_000:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        ingest([source], archive, pace=Pace(0, BLOCK, 0, 0), progress=stop)
    stored = len(archive.ids())
    worked: list[int] = []
    work = Bench.work

    def watched(self, block):
        made = work(self, block)
        worked.append(made.n_read)
        return made

    monkeypatch.setattr(Bench, "work", watched)
    report = ingest([source], archive, pace=Pace(0, BLOCK, 0, 0))
    assert (report.read, report.duplicate, report.stored) == (3_000, stored, 3_000 - stored)
    assert sum(worked) == report.stored
    worked.clear()
    assert ingest([source], archive, pace=Pace(0, BLOCK, 0, 0)).duplicate == 3_000
    assert worked == []


def test_design_a_file_that_changed_is_read_again(archive, make, tmp_path):
    source = write_many(make, tmp_path / "x.jsonl", 500)
    ingest([source], archive, pace=Pace(0, BLOCK, 0, 0))
    with source.open("a", encoding="utf-8") as file:
        file.write(make.line("new") + "\n")
    report = ingest([source], archive, pace=Pace(0, BLOCK, 0, 0))
    assert (report.read, report.duplicate, report.stored) == (501, 500, 1)


def test_what_no_rules_could_judge_is_tried_again(archive, make, tmp_path):
    source = make.write_lines(tmp_path / "x.jsonl", 200, rules="ours")
    assert ingest([source], archive, pace=Pace(0, BLOCK, 0, 0)).quarantined == 200
    assert ingest([source], archive, pace=Pace(0, BLOCK, 0, 0)).duplicate == 200
    (tmp_path / "club.toml").write_text('id = "ours"\nbase = "quan"\n[options]\ncap = 200\n')
    archive.add_rules(tmp_path / "club.toml")
    assert ingest([source], archive, pace=Pace(0, BLOCK, 0, 0)).stored == 200
    archive.layout.rules.joinpath("ours.toml").unlink()
    assert ingest([source], archive, pace=Pace(0, 2 * BLOCK, 0, 0)).duplicate == 200


def workers() -> list[int]:
    """The processes that this one started."""
    return [int(pid) for pid in Path(f"/proc/self/task/{os.getpid()}/children").read_text().split()]


def test_design_a_worker_killed_loses_nothing(archive, corpus, plain):
    """Each in turn, some time after it began."""
    killed = []

    def kill() -> None:
        for _ in range(3):
            time.sleep(1.5)
            found = [pid for pid in workers() if pid not in killed]
            if found:
                killed.append(found[0])
                os.kill(found[0], signal.SIGKILL)

    killer = threading.Thread(target=kill)
    killer.start()
    report = ingest([corpus], archive, pace=Pace(2, BLOCK // 4, 0, 0))
    killer.join()
    assert killed
    assert differences(archive, plain[0]) == []
    assert counts(report) == counts(plain[1])


def told(hand):
    """What is told of a hand of an audit."""
    rules = hand.rules and hand.rules.hash
    return (hand.file, hand.line, hand.id, rules, hand.reason, hand.record, hand.verdict, hand.findings, hand.digest)


@pytest.mark.parametrize("pace", [Pace(0, BLOCK, 0, 0), Pace(2, BLOCK, 0, 0)])
def test_an_audit_in_bulk_tells_the_same_in_the_same_order(pace, corpus):
    bulk, one_by_one = iter_audit([corpus], pace=pace), iter_audit([corpus], pace=PLAIN)
    for number, (one, other) in enumerate(zip(bulk, one_by_one, strict=True)):
        assert told(one) == told(other), number
        assert one.is_judged == other.is_judged


@pytest.mark.parametrize("rules", [None, "quan"])
def test_a_reaudit_in_bulk_tells_the_same(rules, plain, monkeypatch):
    reports = []
    for least in (0, sys.maxsize):
        monkeypatch.setattr(stored, "LEAST_FACTS_BYTES", least)
        monkeypatch.setattr(stored, "LEAST_FACTS_BYTES_COLD", 0)
        reports.append(reaudit(plain[0], rules))
    one, other = reports
    assert (one.hands, one.new, one.renewed, one.failed) == (other.hands, other.new, other.renewed, other.failed)
    assert one.changes == other.changes
    assert bool(one.changes) == bool(rules)
