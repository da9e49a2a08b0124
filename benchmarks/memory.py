"""Memory of a process and all that it started: the peak of their proportional set sizes together."""

from __future__ import annotations

import subprocess
import time
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

#: Seconds between two looks, and how much of the time looking may take.
EVERY, SHARE = 0.05, 0.05


class Finished(NamedTuple):
    """A command that has run: what it printed, its wall seconds, its peak in MiB."""

    output: str
    seconds: float
    peak_mib: float


def run_watched(command: list[str], folder: Path, *, watched: bool = True, ok: Sequence[int] = (0,)) -> Finished:
    """Runs a command to its end; its memory is not looked at, and 0, unless `watched`.

    Raises CalledProcessError for an exit code that is not in `ok`.
    """
    begin = time.perf_counter()
    with subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        peak = _peak(process) if watched else 0
        output, errors = process.communicate()
    if process.returncode not in ok:
        raise subprocess.CalledProcessError(process.returncode, command, output, errors)
    return Finished(output.decode(), time.perf_counter() - begin, peak / 2**20)


def tree_bytes(pid: int) -> int:
    """Proportional set size of a process and its descendants; what ended in the meantime counts nothing."""
    try:
        home = Path(f"/proc/{pid}")
        children = [child for task in home.glob("task/*/children") for child in task.read_text().split()]
        rollup = (home / "smaps_rollup").read_text()
    except OSError:
        return 0
    own = next((int(line.split()[1]) for line in rollup.splitlines() if line.startswith("Pss:")), 0)
    return own * 1024 + sum(tree_bytes(int(child)) for child in children)


def _peak(process: subprocess.Popen[bytes]) -> int:
    peak = 0
    while process.poll() is None:
        begin = time.perf_counter()
        peak = max(peak, tree_bytes(process.pid))
        looked = time.perf_counter() - begin
        time.sleep(max(EVERY, looked / SHARE))
    return peak
