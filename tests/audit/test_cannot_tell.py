"""不能斷定 (RULEBOOK §7.24): every code broken, just not broken and not to be told on one record."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from erqishi_logs.audit import audit_record
from erqishi_logs.record import Event, Record
from erqishi_logs.record.types import CODES
from erqishi_logs.rules import load_preset
from tests.audit.doubt_acts import ACTS
from tests.audit.doubt_wins import WINS
from tests.audit.table import findings, record
from tests.audit.three_ways import ANY, GUNS, Row

RULEBOOK = Path(__file__).resolve().parents[2] / "docs" / "rulebook.md"
ROWS = [*ACTS, *WINS]
TABLE = pytest.mark.parametrize("row", ROWS, ids=[f"{row.code}_{row.name}" for row in ROWS])


@TABLE
def test_unseen_it_cannot_be_told_and_nobody_is_accused(row: Row) -> None:
    assert row.told(row.unseen, cannot_tell=False) == []
    (found,) = row.told(row.unseen, cannot_tell=True)
    assert found.verdict == "cannot_tell"
    assert found.depends == tuple(row.depends)


@TABLE
@pytest.mark.parametrize("cannot_tell", [False, True])
def test_named_as_one_card_it_is_violated(row: Row, cannot_tell: bool) -> None:
    (found,) = row.told(row.broken, cannot_tell=cannot_tell)
    assert (found.verdict, found.depends) == ("violated", ())


@TABLE
@pytest.mark.parametrize("cannot_tell", [False, True])
def test_named_as_another_it_is_clear(row: Row, cannot_tell: bool) -> None:
    assert row.told(row.clear, cannot_tell=cannot_tell) == []


def named(name: str) -> Row:
    return next(row for row in ROWS if row.name == name)


def test_an_unseen_card_that_breaks_the_rule_whatever_it_is_is_certain() -> None:
    # The other three 一 are 丙's: what 乙 took was none, and 一二三 lay in his hand before.
    hands = {"甲": "?", "乙": "?", "丙": "一一一四四六六九九十壹壹貳叄肆伍陸柒捌玖"}
    row = named("7_3_the_card_taken")._replace(hands=hands)
    (found,) = row.told("?", cannot_tell=False)
    assert (found.verdict, found.evidence) == ("violated", (4,))


def test_two_unseen_cards_of_a_hand_that_no_card_completes_are_certain() -> None:
    row = named("7_12_a_whole_hand")
    loose = "一一三三四六八八九九十壹貳叄叄伍陸柒??"
    assert [f.verdict for f in row.told(loose, cannot_tell=False)] == ["violated"]


def test_one_of_two_offences_is_no_finding() -> None:
    # Either 甲 left out a call or 乙 flipped too early: both cannot be told, neither is an offence.
    hand = record("leshan", {"甲": GUNS.replace("@", "?"), "乙": "?", "丙": "?"}, "翻 乙 三")
    assert [f for f in findings(hand) if f.severity == "violation"] == []
    open_codes = {f.code for f in findings(hand, cannot_tell=True) if f.event == 3 and f.severity == "violation"}
    assert {"duo_mo", "cuo_bakuai"} <= open_codes


# --- what is never in doubt -------------------------------------------------------------------

TAKES = {0: [2] * 10 + [1], 1: [2, 3, 1] + [2] * 7, 2: [2] * 10}
CARDS = "".join(card * 4 for card in ANY)[:61]


def dealt_in_takes(hidden: set[int]) -> Record:
    """乙 takes three in his second take and one in his third; the cards at the places `hidden` are not seen."""
    cards = iter("?" if place in hidden else card for place, card in enumerate(CARDS))
    events = [
        Event(type="deal", seat=seat, cards="".join(next(cards) for _ in range(takes[number])))
        for number in range(11)
        for seat, takes in TAKES.items()
        if number < len(takes)
    ]
    events.append(Event(type="discard", seat=0, card="?"))
    return Record(format="erqishi-log/1", rules="leshan", players=("甲", "乙", "丙"), dealer=0, events=events)


@given(hidden=st.sets(st.integers(min_value=0, max_value=len(CARDS) - 1)))
def test_7_8_qi_san_da_yi_is_never_in_doubt(hidden: set[int]) -> None:
    """A take is counted, not looked at: a `?` is a card like another, so no unseen card can change the finding."""
    found = audit_record(dealt_in_takes(hidden), load_preset("leshan"), cannot_tell=True).findings
    takes = [(f.code, f.seat, f.event, f.verdict) for f in found if f.code == "qi_san_da_yi"]
    assert takes == [("qi_san_da_yi", 1, 4, "violated"), ("qi_san_da_yi", 1, 7, "violated")]


#: Codes that no unseen card can leave in doubt.
NEVER = {"qi_san_da_yi"}


def test_every_code_of_chapter_7_has_a_row_or_a_reason() -> None:
    chapter = set(re.findall(r"^### 7\.\d+ `(\w+)`", RULEBOOK.read_text(encoding="utf-8"), re.MULTILINE))
    assert len(chapter) == 21
    assert chapter == set(CODES) - {"shao_bao"}
    assert {row.code for row in ROWS} == chapter - NEVER
