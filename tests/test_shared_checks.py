"""The shared checks: about 1,000 cases with known answers, through the command line."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

FILES = ("clean", "cheats", "unseen", "counts", "best")


@pytest.mark.shared
@pytest.mark.parametrize("name", FILES)
def test_shared_checks_pass_strictly(shared: Path, erqishi: str, name: str) -> None:
    command = [sys.executable, shared / "checks" / "run", "--strict", "--erqishi", erqishi, name]
    done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stdout + done.stderr
