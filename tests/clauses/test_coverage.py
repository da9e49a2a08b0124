"""Every clause of S0 to S3 is cited by a test, or listed with the reason why none is."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.clauses.nothing_to_judge import LATER, NOTHING, expand

TESTS = Path(__file__).resolve().parents[1]
LISTS = ("CLAUSES-S0S2S3.tsv", "CLAUSES-S1S4.tsv")
CITED = re.compile(r"s([0-3])[_-](\d{3})(?!\d)", re.IGNORECASE)


def cited() -> set[str]:
    """The clauses that the tests cite, the two lists and this file apart."""
    own = {"nothing_to_judge.py", "test_coverage.py"}
    texts = [path.read_text(encoding="utf-8") for path in TESTS.rglob("*.py") if path.name not in own]
    return {f"S{source}-{number}" for text in texts for source, number in CITED.findall(text)}


def clauses(shared: Path) -> set[str]:
    """The clauses of S0 to S3 in the shared lists."""
    lines = [line for name in LISTS for line in (shared / "rules" / name).read_text(encoding="utf-8").splitlines()]
    return {line.split("\t")[0] for line in lines if re.match(r"S[0-3]-\d{3}\t", line)}


@pytest.mark.shared
def test_every_clause_is_cited_or_listed(shared: Path) -> None:
    known = clauses(shared)
    assert len(known) > 400
    missing = known - cited() - expand(NOTHING) - expand(LATER)
    assert not missing, f"cite in a test or list with the reason: {' '.join(sorted(missing))}"


@pytest.mark.shared
def test_what_is_cited_or_listed_exists(shared: Path) -> None:
    assert cited() | expand(NOTHING) | expand(LATER) <= clauses(shared)


def test_no_clause_is_listed_twice() -> None:
    assert not expand(NOTHING) & expand(LATER)


def test_what_has_nothing_to_judge_is_not_tested() -> None:
    assert not cited() & expand(NOTHING)
