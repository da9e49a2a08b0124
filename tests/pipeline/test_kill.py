"""Killed at any moment: nothing acknowledged lost, nothing half visible; two ingests at once store no hand twice."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

from erqishi_logs.archive import Archive
from erqishi_logs.pipeline import ingest
from erqishi_logs.pipeline.pace import Pace

ROOT = Path(__file__).resolve().parents[2]

KILLS = 5 * int(os.environ.get("ERQISHI_SOAK", "1"))
HANDS, BATCH = 300, 20


def kill_after(child, n_batches: int, delay: float) -> int:
    """Kills an ingest some time after it acknowledged so many batches; what it last said was stored."""
    acknowledged = 0
    for _ in range(n_batches):
        told = child.stdout.readline()
        if not told:
            break
        acknowledged = int(told)
    time.sleep(delay)
    child.send_signal(signal.SIGKILL)
    rest = child.stdout.read().split()
    child.wait()
    child.stdout.close()
    return int(rest[-1]) if rest else acknowledged


def check_whole(archive: Archive, lines: list[str], batch: int = BATCH) -> int:
    """Every hand that is visible is visible in all views, in whole batches, as it came; how many there are."""
    kept = archive.select("SELECT id, raw FROM records").to_pylist()
    assert len(kept) % batch == 0 or len(kept) == len(lines)
    assert {row["id"]: row["raw"].decode() for row in kept} == {f"h{n}": lines[n] for n in range(len(kept))}
    assert archive.select("SELECT count(*) n FROM hands").to_pylist() == [{"n": len(kept)}]
    whole = "SELECT count(*) n FROM hands h WHERE n_events = (SELECT count(*) FROM events e WHERE e.id = h.id)"
    assert archive.select(whole).to_pylist() == [{"n": len(kept)}]
    return len(kept)


def test_design_a_kill_loses_nothing_acknowledged_and_leaves_nothing_half_visible(tmp_path, make):
    chance = random.Random(270)
    source = make.write_lines(tmp_path / "x.jsonl", HANDS)
    lines = source.read_text(encoding="utf-8").splitlines()
    n_archive, before = 0, 0
    for _ in range(KILLS):
        path = tmp_path / f"庫{n_archive}"
        child = make.start_ingest(path, source)
        acknowledged = kill_after(child, chance.randint(0, 5), chance.random() * chance.choice([0.05, 1.0]))
        visible = check_whole(Archive.open(path, create=True), lines)
        assert visible >= before + acknowledged
        before = visible
        if visible == HANDS:
            n_archive, before = n_archive + 1, 0
    archive = Archive.open(tmp_path / f"庫{n_archive}", create=True)
    report = ingest([source], archive)
    assert (report.stored, report.duplicate) == (HANDS - before, before)
    assert check_whole(archive, lines) == HANDS


def test_design_two_ingests_at_once_both_succeed_and_store_no_hand_twice(tmp_path, make):
    shared = make.write_lines(tmp_path / "shared.jsonl", 200)
    own = [make.write_lines(tmp_path / f"own{n}.jsonl", 60, start=1000 * (n + 1)) for n in range(2)]
    children = [make.start_ingest(tmp_path / "庫", shared, path) for path in own]
    stored = [int(child.communicate()[0].split()[-1]) for child in children]
    assert [child.returncode for child in children] == [0, 0]
    assert sum(stored) == 320
    count = "SELECT count(*) n, count(DISTINCT id) d FROM {}"
    archive = Archive.open(tmp_path / "庫")
    for view in ("records", "hands"):
        assert archive.select(count.format(view)).to_pylist() == [{"n": 320, "d": 320}]


_BULK = """
import sys
from erqishi_logs.archive import Archive
from erqishi_logs.pipeline import ingest
from erqishi_logs.pipeline.pace import Pace
archive = Archive.open(sys.argv[1], create=True)
tell = lambda done: print(done.report.stored, flush=True)
ingest(sys.argv[2:], archive, progress=tell, pace=Pace(2, 100_000, 0, 0))
"""


def start_bulk(archive_path, source):
    """The same by the bulk path, in blocks of some 100 hands."""
    command = [sys.executable, "-c", _BULK, str(archive_path), str(source)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True)


def test_design_a_killed_bulk_ingest_loses_nothing_acknowledged_and_goes_on_where_it_was(tmp_path, make):
    chance = random.Random(27)
    source = make.write_lines(tmp_path / "x.jsonl", 3_000)
    lines = source.read_text(encoding="utf-8").splitlines()
    path, before = tmp_path / "庫", 0
    for _ in range(KILLS):
        child = start_bulk(path, source)
        acknowledged = kill_after(child, chance.randint(0, 3), chance.random() * chance.choice([0.05, 1.0]))
        visible = check_whole(Archive.open(path, create=True), lines, batch=1)
        assert visible >= max(before, acknowledged)
        before = visible
    archive = Archive.open(path)
    report = ingest([source], archive, pace=Pace(2, 100_000, 0, 0))
    assert (report.stored, report.duplicate) == (3_000 - before, before)
    assert check_whole(archive, lines, batch=1) == 3_000
    assert list((path / "parts").iterdir()) == []
