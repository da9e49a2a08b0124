"""docs/clauses.md: what holds each clause of the sources, made by `python -m tests.clauses.page > docs/clauses.md`."""

from __future__ import annotations

import re
import sys
import tomllib
from collections import defaultdict
from typing import TYPE_CHECKING

from erqishi_logs.record.pu.wording import wording_sources
from erqishi_logs.rules import preset_ids
from tests.clauses.citations import TESTS, citing_tests

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

ROOT = TESTS.parent
DATA = ROOT / "docs" / "clauses.toml"
_RULEBOOK = ROOT / "docs" / "rulebook.md"
_RULESETS = ROOT / "erqishi_logs" / "rules" / "rulesets"
_NUMBER = re.compile(r"^(?:- |\| |#+ )\*{0,2}(\d+(?:\.\d+)+)\*{0,2} ")
_RANGE = re.compile(r"\b(S[0-3])-(\d{3})(?:(?:\.\.| to )\1-(\d{3}))?")

_HEAD = """# The clauses of the sources

Made by `python -m tests.clauses.page > docs/clauses.md`; a test holds it. The sources were taken apart into clauses,
numbered S0-001 and so on (what S0 to S3 are: [rulebook.md](rulebook.md); the texts themselves are not part of this
project). For each: the paragraphs of the rulebook that state it, the options that rest on it (with the presets whose
value cites it; `--words` for a word of that source), and the tests that cite it, by their path in `tests/`; or why
there can be none. Where we read a clause otherwise than it stands, [decisions.md](decisions.md) says so (D).

Those reasons are kept in `docs/clauses.toml`, one line each; none may stand there where a test exists.
"""


def clauses() -> list[str]:
    """Every clause, in order."""
    count = tomllib.loads(DATA.read_text(encoding="utf-8"))["count"]
    return [f"{source}-{number:03}" for source, last in count.items() for number in range(1, last + 1)]


def reasons() -> dict[str, str]:
    """Clause to why nothing tests it. Raises ValueError where one stands twice."""
    found: dict[str, str] = {}
    for rows, reason in tomllib.loads(DATA.read_text(encoding="utf-8"))["nothing"].items():
        for clause in expand(rows):
            if clause in found:
                msg = f"{clause} stands twice in {DATA.name}"
                raise ValueError(msg)
            found[clause] = reason
    return found


def expand(text: str) -> Iterator[str]:
    """The clauses that a text names, ranges (`S0-001..S0-003`, `S0-001 to S0-003`) taken apart."""
    for source, first, last in _RANGE.findall(text):
        yield from (f"{source}-{number:03}" for number in range(int(first), int(last or first) + 1))


def paragraphs() -> dict[str, list[str]]:
    """Clause to the numbers of the rulebook's paragraphs that cite it."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    number = ""
    for line in _RULEBOOK.read_text(encoding="utf-8").splitlines():
        match = _NUMBER.match(line)
        number = match.group(1) if match else line.split()[1] if line.startswith("## ") else number
        for clause in dict.fromkeys(expand(line)):
            if number and number not in found[clause]:
                found[clause].append(number)
    return found


def options() -> dict[str, dict[str, list[str]]]:
    """Clause to the options whose value rests on it, each with its presets; 譜's words are `--words`."""
    found: defaultdict[str, defaultdict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for preset in preset_ids():
        table = tomllib.loads((_RULESETS / f"{preset}.toml").read_text(encoding="utf-8"))
        for option, row in table["options"].items():
            for clause in dict.fromkeys(expand(row["source"])):
                found[clause][option].append(preset)
    for name, _key, _word, source in wording_sources():
        for clause in expand(source):
            if name not in found[clause]["--words"]:
                found[clause]["--words"].append(name)
    return {clause: dict(rows) for clause, rows in found.items()}


def decided() -> set[str]:
    """The clauses that docs/decisions.md speaks of."""
    return set(expand((ROOT / "docs" / "decisions.md").read_text(encoding="utf-8")))


def page() -> str:
    """The whole page."""
    tests, stated, rests, why, decisions = citing_tests(), paragraphs(), options(), reasons(), decided()
    lines = [_HEAD, _summary(tests, stated, rests, why)]
    source = ""
    for clause in clauses():
        if clause[:2] != source:
            source = clause[:2]
            lines.append(f"\n## {source}\n\n| clause | rulebook | options | tests, or why none |\n|---|---|---|---|")
        numbers = [*stated.get(clause, []), *(["D"] if clause in decisions else [])]
        held = _tests(tests.get(clause, ())) or why.get(clause, "")
        lines.append(f"| {clause} | {', '.join(numbers)} | {_options(rests.get(clause, {}))} | {held} |")
    return "\n".join(lines) + "\n"


def _summary(
    tests: dict[str, tuple[str, ...]],
    stated: dict[str, list[str]],
    rests: dict[str, dict[str, list[str]]],
    why: dict[str, str],
) -> str:
    known = clauses()
    n_stated, n_options, n_tested = (len({*known} & {*table}) for table in (stated, rests, tests))
    return (
        f"{len(known)} clauses: {n_stated} stated in the rulebook, {n_options} the source of an option or a word, "
        f"{n_tested} cited by tests, {len(why)} with nothing to judge."
    )


def _options(rows: dict[str, list[str]]) -> str:
    return ", ".join(f"`{option}` ({' '.join(presets)})" for option, presets in rows.items())


def _tests(names: Iterable[str]) -> str:
    """`clauses/test_s0.py` and its tests, file by file."""
    files: defaultdict[str, list[str]] = defaultdict(list)
    for name in names:
        file, _, test = name.partition("::")
        files[file].append(test)
    return "; ".join(f"`{file}` {' '.join(f'`{test}`' for test in tests)}" for file, tests in files.items())


if __name__ == "__main__":
    sys.stdout.write(page())
