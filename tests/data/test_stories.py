"""The sample records of `data/`: physically possible, the same in both forms, and judged as their stories say."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from erqishi_logs.audit import audit_record
from erqishi_logs.record import dumps, loads, loads_pu
from erqishi_logs.record.types import Record
from erqishi_logs.rules import load_rules

if TYPE_CHECKING:
    from collections.abc import Iterable

    from erqishi_logs.audit import Finding

DATA = Path(__file__).resolve().parents[2] / "data"
EXPECTED: dict[str, list[dict[str, Any]]] = json.loads(
    (Path(__file__).parent / "stories.expected.json").read_text(encoding="utf-8")
)
LINES = (DATA / "stories.jsonl").read_text(encoding="utf-8").splitlines()
STORIES = {record.id: record for record in map(loads, LINES)}
PU_FILES = sorted(DATA.glob("*.pu"))
#: Cards a seat is dealt (rulebook 3.2, 3.3), by players: dealer, others, 小家.
DUE = {2: [20, 21], 3: [20, 20, 21], 4: [2, 20, 20, 21]}
#: A story whose very point is that the deck does not hold (rulebook 10.1).
BROKEN_DECK = "di-wu-zhang"


def _findings(record: Record, *, cannot_tell: bool = False) -> tuple[Finding, ...]:
    return audit_record(record, load_rules(record.rules, record.house or ()), cannot_tell=cannot_tell).findings


def _told(findings: Iterable[Finding]) -> list[dict[str, Any]]:
    rows = [(f.event is None, f.event or 0, f) for f in findings]
    return [
        {"severity": f.severity, "code": f.code, "seat": f.seat, "event": f.event, "evidence": list(f.evidence)}
        for *_, f in sorted(rows, key=lambda row: (*row[:2], row[2].code))
    ]


def _seen(record: Record) -> Counter[str]:
    seen: Counter[str] = Counter()
    for event in record.events:
        if event.type == "deal":
            seen.update(event.cards or "")
        elif event.type in ("cut", "flip", "draw"):
            seen.update(event.card or "")
    del seen["?"]
    return seen


def test_every_story_has_an_expectation_and_a_page() -> None:
    assert list(STORIES) == list(EXPECTED)
    assert [path.stem[3:] for path in PU_FILES] == list(EXPECTED)


@pytest.mark.parametrize("path", PU_FILES, ids=lambda path: path.stem)
def test_page_and_line_are_the_same_record(path: Path) -> None:
    (record,) = loads_pu(path.read_text(encoding="utf-8"), file=path.name)
    assert isinstance(record, Record)
    line = dumps(record)
    assert line == LINES[list(EXPECTED).index(path.stem[3:])]
    assert dumps(loads(line)) == line


@pytest.mark.parametrize("path", PU_FILES, ids=lambda path: path.stem)
def test_every_page_tells_its_story(path: Path) -> None:
    assert path.read_text(encoding="utf-8").startswith("# ")


@pytest.mark.parametrize("story", STORIES)
def test_finds_what_the_story_says_and_nothing_else(story: str) -> None:
    assert _told(_findings(STORIES[story])) == EXPECTED[story]


@pytest.mark.parametrize("story", STORIES)
def test_hands_are_dealt_from_one_deck(story: str) -> None:
    record = STORIES[story]
    dealt = sorted(len(event.cards or "") for event in record.events if event.type == "deal")
    assert dealt == DUE[record.n_players]
    assert (max(_seen(record).values()) == 5) == (story == BROKEN_DECK)


def test_drawn_story_shows_the_whole_deck_3_9() -> None:
    assert set(_seen(STORIES["huang"]).values()) == {4}


def test_one_seats_notes_cannot_tell_of_a_third_eight_7_24() -> None:
    unsure = [f for f in _findings(STORIES["yi-jia-suo-ji"], cannot_tell=True) if f.verdict == "cannot_tell"]
    assert {(f.code, f.seat) for f in unsure} == {("youkai_bukai", 0), ("chai_kan", 0)}
    assert all(f.depends for f in unsure)


def test_one_seats_notes_hide_the_other_hands() -> None:
    record = STORIES["yi-jia-suo-ji"]
    hidden = [event.seat for event in record.events if event.type == "deal" and set(event.cards or "") == {"?"}]
    assert record.view == 2
    assert sorted(seat for seat in hidden if seat is not None) == [0, 1]


def test_stories_cover_what_a_table_quarrels_about() -> None:
    codes = {finding["code"] for findings in EXPECTED.values() for finding in findings}
    assert codes >= {
        "chi_guozhang", "hou_dui", "shangtu_xiaxie", "youbai_bubai", "youkai_bukai", "san_da_yi", "cuo_bakuai",
        "zha_hu", "hushu_bugou", "xiao_bao_da", "chai_longdeng_piao", "hu_huilong", "hu_guozhang", "fifth_copy",
    }  # fmt: skip
