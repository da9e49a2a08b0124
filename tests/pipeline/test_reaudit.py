"""Reaudit: the stored hands judged again, what changes listed, verdicts renewed (DESIGN, principles 1 and 3)."""

from __future__ import annotations

import shutil

import pytest

from erqishi_logs.archive import Archive
from erqishi_logs.archive.publish import current_folders
from erqishi_logs.errors import RuleError
from erqishi_logs.pipeline import ingest, reaudit


@pytest.fixture
def filled(archive, make, tmp_path):
    (tmp_path / "x.pu").write_text(make.PU, encoding="utf-8")
    ingest([tmp_path / "x.pu"], archive)
    ingest([make.write_lines(tmp_path / "x.jsonl", 3)], archive)
    return archive


def summary(report):
    return {"hands": report.hands, "new": report.new, "failed": len(report.failed), "renewed": report.renewed}


def test_nothing_changes_when_nothing_changed(filled):
    report = reaudit(filled)
    assert summary(report) == {"hands": 4, "new": 0, "failed": 0, "renewed": 0}
    assert report.changes == []


def test_s1_no_rounding_where_s0_rounds(filled, rows):
    """16和: 中和, 20 (S0-074); rounded to nothing under quan-raw (S1). Nothing is written."""
    report = reaudit(filled, rules="quan-raw")
    (change,) = [change for change in report.changes if "total" in change.fields]
    assert change.fields["total"] == (20, 16)
    assert report.renewed == 0
    assert rows("SELECT total, judged_rules FROM hands WHERE winner IS NOT NULL") == [(20, "leshan")]


def test_findings_that_come_and_go_are_listed(filled):
    report = reaudit(filled, rules="quan-raw")
    assert any(change.added or change.removed for change in report.changes)


def test_an_older_engine_s_verdicts_are_renewed(filled, rows):
    filled.engine = "9.9.9+00000000"
    report = reaudit(filled)
    assert (report.renewed, report.changes) == (2, [])
    assert rows("SELECT DISTINCT engine FROM hands") == [("9.9.9+00000000",)]
    assert reaudit(filled).renewed == 0


def test_superseded_verdicts_are_looked_for_after_the_last_one(filled, monkeypatch):
    """Once, for it looks at all files: with every file the time would grow with their square."""
    looked = []
    monkeypatch.setattr("erqishi_logs.pipeline.rejudge.drop_superseded", looked.append)
    filled.engine = "9.9.9+00000000"
    assert reaudit(filled).renewed == 2
    assert looked == [filled.layout]


def test_missing_verdicts_are_rebuilt_by_reaudit(filled, rows):
    for folder in current_folders(filled.layout).values():
        shutil.rmtree(filled.layout.verdicts / folder.name)
    assert rows("SELECT count(*) FROM hands") == [(0,)]
    assert summary(reaudit(filled)) == {"hands": 4, "new": 4, "failed": 0, "renewed": 2}
    assert rows("SELECT count(*) FROM hands") == [(4,)]


def test_missing_verdicts_are_rebuilt_by_the_next_ingest(filled, rows, tmp_path):
    before = rows("SELECT * FROM hands ORDER BY id")
    for folder in current_folders(filled.layout).values():
        shutil.rmtree(filled.layout.verdicts / folder.name)
    assert ingest([tmp_path / "x.jsonl"], filled).duplicate == 3
    assert rows("SELECT * FROM hands ORDER BY id") == before


def test_facts_are_untouched(filled):
    facts = {path: path.read_bytes() for path in filled.layout.facts.iterdir()}
    filled.engine = "9.9.9+00000000"
    reaudit(filled)
    reaudit(filled, rules="quan")
    assert {path: path.read_bytes() for path in filled.layout.facts.iterdir()} == facts


def test_what_an_ingest_was_judged_as_is_kept_to(archive, make, rows, tmp_path):
    ingest([make.write_lines(tmp_path / "x.jsonl", 2)], archive, rules="quan")
    archive.engine = "9.9.9+00000000"
    assert reaudit(archive).renewed == 1
    assert rows("SELECT DISTINCT rules, judged_rules FROM hands") == [("leshan", "quan")]


def test_a_replaced_rules_file_is_judged_anew(archive, make, rows, tmp_path):
    club = tmp_path / "club.toml"
    club.write_text('id = "ours"\nbase = "leshan"\n[options]\ncap = 200\n')
    archive.add_rules(club)
    (tmp_path / "x.pu").write_text(make.PU.replace("樂山市中區", "ours").replace("?", "?20"), encoding="utf-8")
    ingest([tmp_path / "x.pu"], archive)
    club.write_text('id = "ours"\nbase = "leshan"\n[options]\ncap = 10\n')
    archive.add_rules(club, replace=True)
    report = reaudit(Archive.open(archive.layout.root))
    assert [change.fields["total"] for change in report.changes] == [(20, 10)]
    assert rows("SELECT total, stale FROM hands") == [(10, False)]


def test_hands_that_can_no_longer_be_judged_keep_their_verdicts_and_are_named(archive, make, rows, tmp_path):
    """The club's rules are gone: the facts are not, and what was judged stands, stale, until they are back."""
    club = tmp_path / "club.toml"
    club.write_text('id = "ours"\nbase = "leshan"\n[options]\ncap = 200\n')
    archive.add_rules(club)
    (tmp_path / "x.jsonl").write_text(f"{make.line('a', rules='ours')}\n{make.line('b')}\n", encoding="utf-8")
    ingest([tmp_path / "x.jsonl"], archive)
    before = [rows(f"SELECT * FROM {view} ORDER BY id") for view in ("events", "findings")]  # noqa: S608
    (archive.layout.rules / "ours.toml").unlink()
    archive.engine = "9.9.9+00000000"
    report = reaudit(archive)
    assert summary(report) == {"hands": 1, "new": 0, "failed": 1, "renewed": 1}
    assert [hand.id for hand in report.failed] == ["a"]
    assert "ours" in report.failed[0].reason
    assert rows("SELECT id, stale FROM hands ORDER BY id") == [("a", True), ("b", False)]
    assert [rows(f"SELECT * FROM {view} ORDER BY id") for view in ("events", "findings")] == before  # noqa: S608
    assert summary(reaudit(archive)) == {"hands": 1, "new": 0, "failed": 1, "renewed": 0}
    archive.add_rules(club)
    assert summary(reaudit(archive)) == {"hands": 2, "new": 0, "failed": 0, "renewed": 1}
    assert rows("SELECT id FROM hands WHERE stale") == []


def test_verdicts_under_rules_that_are_gone_are_stale(archive, make, rows, tmp_path):
    club = tmp_path / "club.toml"
    club.write_text('id = "ours"\nbase = "leshan"\n')
    archive.add_rules(club)
    ingest([make.write_lines(tmp_path / "x.jsonl", 1, rules="ours")], archive)
    (archive.layout.rules / "ours.toml").unlink()
    assert rows("SELECT stale FROM hands") == [(True,)]


def test_a_hand_that_has_no_verdict_and_cannot_be_judged_is_counted(archive, make, rows, tmp_path):
    club = tmp_path / "club.toml"
    club.write_text('id = "ours"\nbase = "leshan"\n')
    archive.add_rules(club)
    ingest([make.write_lines(tmp_path / "x.jsonl", 1, rules="ours")], archive)
    (archive.layout.rules / "ours.toml").unlink()
    for folder in current_folders(archive.layout).values():
        shutil.rmtree(archive.layout.verdicts / folder.name)
    report = ingest([make.write_lines(tmp_path / "y.jsonl", 1, start=1)], archive)
    assert (report.stored, report.unjudged) == (1, 1)
    assert [hand.id for hand in reaudit(archive).failed] == ["h0"]


def test_rules_of_another_game_leave_the_hands_as_they_are(filled):
    assert reaudit(filled, rules="guilin").changes == []


def test_unknown_rules(filled):
    with pytest.raises(RuleError):
        reaudit(filled, rules="nowhere")
