"""Every page of docs/ is linked from the README or from the page on the architecture."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted((ROOT / "docs").glob("*.md"))
FIRST = ROOT / "docs" / "architecture.md"
LINK = re.compile(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)")


def _linked(page: Path) -> set[Path]:
    return {(page.parent / link).resolve() for link in LINK.findall(page.read_text(encoding="utf-8"))}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_a_page_is_linked_where_a_reader_begins(page: Path) -> None:
    assert page in _linked(ROOT / "README.md") | _linked(FIRST) | {FIRST}


@pytest.mark.parametrize("readme", ["README.md", "README.zh.md"])
def test_a_readme_leads_to_the_interface_and_its_notebook(readme: str) -> None:
    wanted = {ROOT / "docs" / "python.md", *(ROOT / "notebooks").glob("*.ipynb")}
    assert wanted <= _linked(ROOT / readme)
