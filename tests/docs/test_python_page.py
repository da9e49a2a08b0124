"""docs/python.md: every example runs and shows its true output; every public function stands in its table."""

from __future__ import annotations

import doctest
import re
import shutil
from pathlib import Path

import pytest

import erqishi_logs

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "python.md"
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def _text() -> str:
    return PAGE.read_text(encoding="utf-8")


def _examples() -> str:
    """The page with blank lines for all but its examples, so that a failure names the page's line."""
    text, at, kept = _text(), 0, ""
    for block in BLOCK.finditer(text):
        kept += "\n" * text.count("\n", at, block.start(1)) + block[1]
        at = block.end(1)
    return kept


def test_the_examples_run_and_show_what_they_print(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(ROOT / "data", tmp_path / "data")
    monkeypatch.chdir(tmp_path)
    page = doctest.DocTestParser().get_doctest(_examples(), {}, PAGE.name, str(PAGE), 0)
    said: list[str] = []
    results = doctest.DocTestRunner(verbose=False).run(page, out=said.append)
    assert results.failed == 0, "".join(said)
    assert results.attempted > 40


@pytest.mark.parametrize("name", erqishi_logs.__all__)
def test_the_table_has_every_public_function(name: str) -> None:
    rows = [line for line in _text().splitlines() if line.startswith("| `")]
    assert any(f"`{name}(" in row for row in rows), f"docs/python.md: no row for {name}"


def test_every_block_of_python_is_an_example() -> None:
    assert all(block[1].startswith(">>> ") for block in BLOCK.finditer(_text()))
