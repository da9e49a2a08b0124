"""Every clause of S0 to S3 is cited by a test, or listed with the reason why none is; docs/clauses.md shows it."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from tests.clauses.citations import TESTS, citing_tests
from tests.clauses.page import clauses, decided, expand, options, page, paragraphs, reasons

PAGE = Path(__file__).resolve().parents[2] / "docs" / "clauses.md"
LISTS = ("CLAUSES-S0S2S3.tsv", "CLAUSES-S1S4.tsv")
ROW = re.compile(r"^\| (S[0-3]-\d{3}) \| (.*?) \| (.*?) \| (.*) \|$", re.MULTILINE)


def test_every_clause_is_cited_or_listed() -> None:
    missing = {*clauses()} - {*citing_tests()} - {*reasons()}
    assert not missing, f"cite in a test, or list in docs/clauses.toml with the reason: {' '.join(sorted(missing))}"


def test_what_is_cited_or_listed_exists() -> None:
    cited = {*citing_tests()} | {*reasons()} | {*paragraphs()} | {*options()} | decided()
    assert cited <= {*clauses()}


def test_every_clause_that_is_tested_is_stated_in_the_rulebook() -> None:
    missing = {*clauses()} - {*paragraphs()} - {*reasons()}
    assert not missing, f"cite at its paragraph of docs/rulebook.md: {' '.join(sorted(missing))}"


def test_what_has_nothing_to_judge_is_not_tested() -> None:
    assert not {*citing_tests()} & {*reasons()}


@pytest.mark.shared
def test_the_clauses_are_those_of_the_shared_lists(shared: Path) -> None:
    lines = [line for name in LISTS for line in (shared / "rules" / name).read_text(encoding="utf-8").splitlines()]
    assert sorted(clauses()) == sorted(line.split("\t")[0] for line in lines if re.match(r"S[0-3]-\d{3}\t", line))


@pytest.mark.shared
def test_no_clause_is_quoted(shared: Path) -> None:
    text = PAGE.read_text(encoding="utf-8") + (PAGE.parent / "clauses.toml").read_text(encoding="utf-8")
    lines = [line for name in LISTS for line in (shared / "rules" / name).read_text(encoding="utf-8").splitlines()]
    quotes = [line.split("\t")[2] for line in lines[1:]]
    assert not [quote for quote in quotes if len(quote) > 12 and quote in text]


def test_the_page_is_what_the_program_writes() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "python -m tests.clauses.page > docs/clauses.md"


def test_every_row_of_the_page_says_what_holds_the_clause() -> None:
    rows = ROW.findall(PAGE.read_text(encoding="utf-8"))
    assert [row[0] for row in rows] == clauses()
    assert not [row[0] for row in rows if not row[3]]


def test_each_test_that_the_page_names_exists() -> None:
    named = re.findall(r"`([\w/]+\.py)`((?: `test_\w+`)+)", PAGE.read_text(encoding="utf-8"))
    assert named
    there = {file: set(_functions(TESTS / file)) for file in {file for file, _ in named}}
    assert not [
        (file, test) for file, tests in named for test in re.findall(r"test_\w+", tests) if test not in there[file]
    ]


def _functions(path: Path) -> list[str]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return [node.name for node in tree.body if isinstance(node, ast.FunctionDef)]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("S0-001 S0-003", ["S0-001", "S0-003"]),
        ("S0-001..S0-003", ["S0-001", "S0-002", "S0-003"]),
        ("[S2-079 to S2-081, S1-002]", ["S2-079", "S2-080", "S2-081", "S1-002"]),
        ("S4-001", []),
    ],
)
def test_ranges_are_taken_apart(text: str, found: list[str]) -> None:
    assert list(expand(text)) == found


def test_a_citation_belongs_to_the_test_that_runs_the_row() -> None:
    cited = citing_tests()
    assert "clauses/test_penalty.py::test_what_a_violation_costs" in cited["S0-158"]
    assert "rules/test_options_change.py::test_an_option_changes_the_result" in cited["S3-013"]
    assert "sitting/test_deals.py::test_s0_095_seats_are_called" in cited["S0-095"]
    assert not [test for tests in cited.values() for test in tests if "::test_" not in test]
