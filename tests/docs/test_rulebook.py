"""docs/rulebook.md, glossary.md and decisions.md: whole, numbered, and every citation leads somewhere."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path

import pytest

from erqishi_logs.rules import RuleSet, preset_ids
from erqishi_logs.texts import codes

DOCS = Path(__file__).resolve().parents[2] / "docs"
RULEBOOK = (DOCS / "rulebook.md").read_text(encoding="utf-8")
OTHERS = [(DOCS / name).read_text(encoding="utf-8") for name in ("glossary.md", "decisions.md")]
NUMBER = re.compile(r"^(?:- |\| |#+ )\*{0,2}(\d+(?:\.\d+)+)\*{0,2} ", re.MULTILINE)
NUMBERS = NUMBER.findall(RULEBOOK)
CLAUSE = re.compile(r"\bS[0-4]-\d{3}\b")
#: What names a rule set is no option of it.
NAMES = {"id", "name", "base", "game", "sources", "house"}


def _key(number: str) -> list[int]:
    return [int(part) for part in number.split(".")]


def test_numbers_rise_and_none_stands_twice() -> None:
    assert len(NUMBERS) > 150
    assert sorted(set(NUMBERS), key=_key) == NUMBERS


@pytest.mark.parametrize("code", [*codes("violation"), *codes("fault")])
def test_every_code_has_its_paragraph(code: str) -> None:
    assert re.search(rf"^(?:### |- \*\*)\d+\.\d+\*{{0,2}} `{code}`", RULEBOOK, re.MULTILINE)


@pytest.mark.parametrize("option", sorted({field.name for field in fields(RuleSet)} - NAMES))
def test_every_option_is_named(option: str) -> None:
    assert re.search(rf"`{option}\b", RULEBOOK)


@pytest.mark.parametrize("preset", preset_ids())
def test_every_preset_is_named(preset: str) -> None:
    assert f"`{preset}`" in RULEBOOK


@pytest.mark.parametrize("text", [RULEBOOK, *OTHERS], ids=["rulebook", "glossary", "decisions"])
def test_paragraphs_that_are_referred_to_exist(text: str) -> None:
    referred = re.findall(r"\((\d+(?:\.\d+)+)", text)
    assert referred
    assert set(referred) <= set(NUMBERS)


@pytest.mark.shared
def test_clauses_that_are_cited_exist(shared: Path) -> None:
    lists = [(shared / "rules" / f"CLAUSES-{name}.tsv").read_text(encoding="utf-8") for name in ("S0S2S3", "S1S4")]
    known = {line.split("\t")[0] for text in lists for line in text.splitlines()}
    assert set(CLAUSE.findall("".join([RULEBOOK, *OTHERS]))) <= known
