"""Records for the tests of this room: a typical hand, and any hand at all."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from erqishi_logs.record import loads

if TYPE_CHECKING:
    from erqishi_logs.record import Record

# The tests of this room share their random hands, from whatever folder they are run.
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

CASES = ("clean-*.jsonl", "cheats.jsonl", "unseen.jsonl")

HAND = (
    '{"format":"erqishi-log/1","id":"a","rules":"leshan","players":["甲","乙","丙"],"dealer":1,"events":['
    '{"type":"cut","seat":1,"card":"肆"},{"type":"deal","seat":1,"cards":"一一六"},'
    '{"type":"discard","seat":1,"card":"八"},{"type":"chi","seat":2,"card":"八","cards":"七九","bai":["八九十"]},'
    '{"type":"hu","seat":1,"card":"八","melds":["六陸陸"],"hushu":16,"titles":[],"total":20}],"pay":[-20,40,-20]}'
)


@pytest.fixture
def hand() -> Record:
    """A short hand of three."""
    return loads(HAND)


@pytest.fixture(scope="session")
def shared_lines(shared: Path) -> list[str]:
    """Every record of the shared cases."""
    files = [path for form in CASES for path in sorted((shared / "checks" / "cases").glob(form))]
    lines = [line for path in files for line in path.read_text(encoding="utf-8").splitlines()]
    assert lines, "no records in the shared cases"
    return lines
