"""docs/cli.md is what the commands say of themselves; CLI.md's verbs are all there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from erqishi_logs.cli.command import VERBS
from erqishi_logs.cli.reference import reference
from erqishi_logs.rules import parse_rules

ROOT = Path(__file__).resolve().parents[2]


def test_the_reference_is_up_to_date() -> None:
    page = (ROOT / "docs" / "cli.md").read_text(encoding="utf-8")
    assert page == reference(), "python -m erqishi_logs.cli.reference > docs/cli.md"


def test_the_rules_file_of_the_page_loads() -> None:
    page = (ROOT / "docs" / "cli.md").read_text(encoding="utf-8")
    (block,) = re.findall(r"^```toml\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    assert parse_rules(block, "cli.md").cap == 200


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_is_documented(verb: str) -> None:
    assert f"\n## {verb}\n" in (ROOT / "docs" / "cli.md").read_text(encoding="utf-8")


def test_every_module_of_a_verb_is_listed() -> None:
    modules = {
        path.stem for path in (ROOT / "erqishi_logs" / "cli").glob("*.py") if "\n@verb\n" in path.read_text("utf-8")
    }
    assert modules == set(VERBS)
