"""`import erqishi_logs`: what its functions say together, on the sample records."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import erqishi_logs as eq

if TYPE_CHECKING:
    from erqishi_logs.record import Record

DATA = Path(__file__).resolve().parents[2] / "data"
RECORDS = eq.read_records(DATA / "stories.jsonl")
WINS = [record for record in RECORDS if eq.audit_hand(record).count is not None]

every_record = pytest.mark.parametrize("record", RECORDS, ids=lambda record: record.id)


def question(record: Record) -> dict[str, Any]:
    """The cards of the hand's winner, as they lay before the hu, as a question."""
    index, hu = next((i, event) for i, event in reversed(list(enumerate(record.events))) if event.type == "hu")
    table = " ".join(f"({meld})" for meld in eq.replay_hand(record)[index]["table"][hu.seat])
    rules = eq.load_rules(record.rules, record.house or ())
    small = {"xiaojia": True} if rules.has_xiaojia(record.n_players) and len(hu.melds) == 1 else {}
    cards = "".join(hu.melds)
    return {"cards": f"{cards} {table}", "win": hu.card, "rules": rules, "players": record.n_players, **small}


@pytest.mark.parametrize("record", WINS, ids=lambda record: record.id)
def test_the_first_of_all_arrangements_is_the_best(record: Record) -> None:
    asked = question(record)
    best, every = eq.score(**asked), eq.score_all(**asked)
    if best["valid"]:
        assert every[0] == best
    else:
        assert not any(one["valid"] for one in every)
    payments = [one["total"] for one in every if one["valid"]]
    assert payments == sorted(payments, reverse=True)


@every_record
def test_a_hand_comes_back_from_both_forms(record: Record) -> None:
    assert eq.read_text(eq.format_record(record)) == [record]
    assert eq.read_text(eq.format_record(record, "jsonl")) == [record]


@every_record
def test_passed_cards_are_those_of_the_frames(record: Record) -> None:
    shown = {
        (int(seat), claim, card, opened)
        for frame in eq.replay_hand(record)
        for seat, claims in frame["passed"].items()
        for claim, cards in claims.items()
        for card, opened in cards.items()
    }
    objects = {(one.seat, one.claim, eq.format_cards([one.kind]), one.opened) for one in eq.passed_cards(record)}
    assert shown <= objects


@pytest.mark.parametrize("preset", eq.rules_ids())
def test_what_differs_from_a_preset_makes_the_other_of_it(preset: str) -> None:
    assert eq.diff_rules(preset, preset) == {}
    there, back = eq.diff_rules("leshan", preset), eq.diff_rules(preset, "leshan")
    assert there == {name: (mine, its) for name, (its, mine) in back.items()}


def test_a_frame_of_changes_has_a_row_a_change(tmp_path: Path) -> None:
    archive = eq.open_archive(tmp_path / "archive", create=True)
    eq.ingest(archive, DATA)
    report = eq.reaudit(archive, "quan-raw")
    frame = eq.changes(report)
    assert len(frame) == sum(len(one.fields) + len(one.added) + len(one.removed) for one in report.changes) > 0
    assert list(eq.changes(eq.reaudit(archive)).columns) == ["id", "column", "before", "after"]
