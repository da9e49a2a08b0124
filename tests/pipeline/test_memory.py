"""All processes of an ingest together keep within what DESIGN allows, whatever the input's size."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
MOST_MB = 700

_INGEST = """
import sys
from erqishi_logs.archive import Archive
from erqishi_logs.pipeline import ingest
from erqishi_logs.pipeline.pace import Pace
ingest(sys.argv[2:], Archive.open(sys.argv[1], create=True), pace=Pace(2, least_bytes=0, least_bytes_cold=0))
"""


def pss_mb(pid: int) -> int:
    """Megabytes of a process, what it shares with others counted by its share; 0 where it is gone."""
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    except OSError:
        return 0
    return sum(int(line.split()[1]) for line in lines if line.startswith("Pss:")) // 1024


def family(pid: int) -> list[int]:
    """A process and those that it started."""
    try:
        return [pid, *map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split())]
    except OSError:
        return [pid]


def peak_mb(archive: Path, source: Path) -> int:
    """The most that an ingest took at a time."""
    command = [sys.executable, "-c", _INGEST, str(archive), str(source)]
    child = subprocess.Popen(command, env={**os.environ, "PYTHONPATH": str(ROOT)}, cwd=ROOT)
    peak = 0
    while child.poll() is None:
        peak = max(peak, sum(map(pss_mb, family(child.pid))))
        time.sleep(0.1)
    assert child.returncode == 0
    return peak


@pytest.mark.slow
def test_design_all_processes_of_an_ingest_take_little_however_much_there_is(make, tmp_path):
    """The first ingest also sees to it that all is compiled, which takes more than this once."""
    peaks = []
    for number, hands in enumerate((100, 15_000, 40_000)):
        source = make.write_lines(tmp_path / f"{number}.jsonl", hands)
        peaks.append(peak_mb(tmp_path / f"庫{number}", source))
    assert max(peaks[1:]) <= MOST_MB, peaks
    assert peaks[2] <= peaks[1] * 1.35, peaks
