"""An archive made by `erqishi ingest`, as a whole command of its own: seconds, memory, bytes on the disk."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import NamedTuple

from memory import run_watched

from erqishi_logs.archive import Archive
from erqishi_logs.archive.publish import current_folders

ROOT = Path(__file__).resolve().parent.parent


class Stored(NamedTuple):
    """What an ingest took: its own `seconds`, those of the whole command, and the peak of all processes together."""

    archive: Path
    hands: int
    seconds: float
    command_seconds: float
    peak_mib: float


def ingest(file: Path, archive: Path, hands: int, *, watched: bool = True) -> Stored:
    """Takes a file of so many new hands into a new archive. Raises ValueError where one is not stored."""
    command = [sys.executable, "-m", "erqishi_logs", "ingest", str(file), "--archive", str(archive), "--json"]
    done = run_watched(command, ROOT, watched=watched)
    told = json.loads(done.output)
    if told["stored"] != hands:
        msg = f"{hands} hands went in, the archive tells {told}"
        raise ValueError(msg)
    return Stored(archive, hands, told["seconds"], done.seconds, done.peak_mib)


def bytes_of(archive: Path) -> Counter[str]:
    """Bytes of the Parquet files of an archive that count: `facts`, and every verdict file by its name."""
    layout = Archive.open(archive).layout
    folders = current_folders(layout)
    sizes: Counter[str] = Counter()
    for name in layout.fact_names():
        sizes["facts"] += layout.fact_path(name).stat().st_size
        for path in (layout.verdicts / folders[name].name).iterdir():
            sizes[path.stem] += path.stat().st_size
    return sizes


def compact(archive: Path) -> None:
    """Makes few files of the archive's many, as a command of its own. Raises CalledProcessError."""
    command = [sys.executable, "-m", "erqishi_logs", "compact", "--archive", str(archive)]
    subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)


def tables_of(archive: Path) -> list[Path]:
    """The files of the views `hands` and `events`."""
    return sorted(path for path in archive.rglob("*.parquet") if path.stem in ("hands", "events"))
