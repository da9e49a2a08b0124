"""What the tests of the command line share."""

from __future__ import annotations

from pathlib import Path

import pytest

from erqishi_logs.cli import main

DATA = Path(__file__).resolve().parents[2] / "data"


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> str:
    """An archive of the bundled hands."""
    folder = tmp_path_factory.mktemp("archive") / "A"
    assert main(["ingest", str(DATA), "--archive", str(folder)]) == 0
    return str(folder)
