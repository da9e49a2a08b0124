"""The check: format, lint, types, import directions, doctests, tests.

    .venv/bin/python .ci/check.py [STEP…]

All steps run, also after one failed; a table at the end says what held. Exit 1 if a step failed.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BIN = Path(sys.executable).parent
PYTHON = sys.executable
WORKERS = ["-n", "2"]

STEPS: dict[str, list[str]] = {
    "format": [PYTHON, "-m", "ruff", "format", "--check", "."],
    "lint": [PYTHON, "-m", "ruff", "check", "."],
    "types": [PYTHON, "-m", "mypy"],
    "imports": [str(BIN / "lint-imports")],
    "doctests": [PYTHON, "-m", "pytest", "-q", "--doctest-modules", "erqishi_logs"],
    "tests": [PYTHON, "-m", "pytest", "-q", *WORKERS, "--dist", "loadfile", "--durations", "10", "tests"],
}

REMEDY = {
    "format": f"{PYTHON} -m ruff format .",
    "lint": f"{PYTHON} -m ruff check --fix .",
    "types": f"{PYTHON} -m mypy",
    "imports": "docs/architecture.md says which room may import which",
    "doctests": f"{PYTHON} -m pytest --doctest-modules erqishi_logs",
    "tests": f"{PYTHON} -m pytest --lf tests",
}


def run_step(name: str) -> tuple[int, float]:
    """Exit code and seconds of one step; its output goes to the terminal as it comes."""
    print(f"\n=== {name}: {' '.join(STEPS[name])}", flush=True)
    begin = time.perf_counter()
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])}
    done = subprocess.run(STEPS[name], cwd=ROOT, env=environment, check=False)
    return done.returncode, time.perf_counter() - begin


def format_row(name: str, code: int, seconds: float) -> str:
    """A row of the table at the end."""
    remedy = f"   → {REMEDY[name]}" if code else ""
    return f"{'FAILED' if code else 'ok':7}{name:10}{seconds:7.1f} s{remedy}"


def main(names: list[str]) -> int:
    """Runs the named steps, all when none is named."""
    unknown = [name for name in names if name not in STEPS]
    if unknown:
        print(f"check: no step {unknown[0]!r}; the steps are {' '.join(STEPS)}", file=sys.stderr)
        return 2
    results = {name: run_step(name) for name in names or STEPS}
    print("\n=== result")
    for name, (code, seconds) in results.items():
        print(format_row(name, code, seconds))
    print(f"{'':7}{'together':10}{sum(seconds for _, seconds in results.values()):7.1f} s")
    return int(any(code for code, _ in results.values()))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
