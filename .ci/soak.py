"""The long runs: the same tests as the check, with larger numbers; a table at the end.

    .venv/bin/python .ci/soak.py [PART…]

The tests read how long they may run from two numbers:
ERQISHI_SOAK   how many times the hands, kills and plays of the check (default here: 10)
ERQISHI_FUZZ   how many mutated inputs (default here: 100000)
The figures of the last run stand in docs/soak.md.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
DEFAULTS = {"ERQISHI_SOAK": "10", "ERQISHI_FUZZ": "100000"}
_COUNTS = re.compile(r"(\d+) (passed|failed|skipped|errors?)")


class Part(NamedTuple):
    """Tests that run long, and what of them a person wants to know."""

    path: str
    holds: str


def parts() -> dict[str, Part]:
    """Every folder of tests in which a test asks for one of the two numbers."""
    found: dict[str, Part] = {}
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        text = path.read_text(encoding="utf-8")
        if any(name in text for name in DEFAULTS):
            first = text.lstrip().removeprefix('"""').splitlines()[0].removesuffix('"""')
            found[f"{path.parent.name}/{path.stem.removeprefix('test_')}"] = Part(str(path), first)
    return found


def run_part(part: Part, environment: dict[str, str]) -> tuple[str, float]:
    """What pytest counted, and the seconds; the output goes to the terminal as it comes."""
    begin = time.perf_counter()
    command = [sys.executable, "-m", "pytest", "-q", "--durations", "5", part.path]
    lines: list[str] = []
    with subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True) as process:
        for line in process.stdout or ():
            print(line, end="", flush=True)
            lines.append(line)
    counts = " ".join(f"{number} {word}" for number, word in _COUNTS.findall(lines[-1] if lines else ""))
    return counts or f"exit code {process.returncode}", time.perf_counter() - begin


def main(names: list[str]) -> int:
    """Runs the named parts, all when none is named."""
    known = parts()
    unknown = [name for name in names if name not in known]
    if unknown:
        print(f"soak: no part {unknown[0]!r}; the parts are {' '.join(known)}", file=sys.stderr)
        return 2
    environment = {**DEFAULTS, **os.environ, "PYTHONPATH": str(ROOT)}
    rows = [(name, *run_part(known[name], environment)) for name in names or known]
    print("\n" + "  ".join(f"{name}={environment[name]}" for name in DEFAULTS))
    print("| part | what holds | result | minutes |\n|---|---|---|---|")
    for name, counts, seconds in rows:
        print(f"| {name} | {known[name].holds} | {counts} | {seconds / 60:.1f} |")
    return int(any("failed" in counts or "error" in counts or "exit" in counts for _, counts, _ in rows))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
