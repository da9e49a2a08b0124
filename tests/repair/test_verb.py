"""`erqishi repair`: what it shows, what it writes and when, exit codes."""

from __future__ import annotations

import json
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from msgspec.structs import replace

from erqishi_logs.archive import Archive
from erqishi_logs.cli import main
from erqishi_logs.record import loads, read_file, record_id, write_file
from erqishi_logs.repair import diff_lines, propose_repairs, why
from erqishi_logs.texts import LANGUAGES
from tests.repair.damage import cases

if TYPE_CHECKING:
    from pathlib import Path

Captured = pytest.CaptureFixture[str]
CASE, OTHER = [case for case in cases(18, Random("verb")) if case.seen_by == "all" and case.event == "flip"][:2]
BROKEN = replace(CASE.damaged, id="slip")


@pytest.fixture(autouse=True)
def _english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")


@pytest.fixture
def noted(tmp_path: Path) -> str:
    """A file of a clean hand and one that makes no sense."""
    path = tmp_path / "hands.jsonl"
    write_file(path, [replace(CASE.record, id="clean"), BROKEN])
    return str(path)


def told(captured: Captured) -> list[Any]:
    out, err = captured.readouterr()
    assert err == ""
    return [json.loads(line) for line in out.splitlines()]


def test_only_what_makes_no_sense_is_shown_and_nothing_is_changed(noted: str, capsys: Captured) -> None:
    with open(noted, "rb") as file:  # noqa: PTH123
        before = file.read()
    assert main(["repair", noted, "--json"]) == 1
    (hand,) = told(capsys)
    assert (hand["id"], hand["line"]) == ("slip", 2)
    first = hand["proposals"][0]
    assert first["record"]["replaces"] == "slip"
    assert loads(json.dumps(first["record"])).events == CASE.record.events
    assert first["remains"] == []
    with open(noted, "rb") as file:  # noqa: PTH123
        assert file.read() == before


def test_a_person_sees_a_sentence_and_the_lines_that_differ(noted: str, capsys: Captured) -> None:
    assert main(["repair", noted, "--n", "1"]) == 1
    out, _ = capsys.readouterr()
    lines = out.splitlines()
    assert lines[0].startswith("slip  甲")
    assert "may " in lines[1]
    assert any(line.strip()[0] in "+-" for line in lines[2:-1])
    assert lines[-1] == "2 hands read: 1 make no sense, for 1 of them there are proposals"


def test_a_chosen_proposal_becomes_a_record_beside_the_old(noted: str, tmp_path: Path, capsys: Captured) -> None:
    archive, out = tmp_path / "庫", tmp_path / "new.jsonl"
    assert main(["ingest", noted, "--archive", str(archive)]) == 0
    capsys.readouterr()
    words = ["repair", noted, "--apply", "1", "--out", str(out), "--archive", str(archive), "--json"]
    assert main(words) == 0
    (written,) = told(capsys)
    assert (written["replaces"], written["out"]) == ("slip", str(out))
    (line,) = read_file(out)
    assert line.record is not None
    assert record_id(line.record) == written["id"] != "slip"
    assert line.record.events == CASE.record.events
    opened = Archive.open(archive)
    assert set(opened.ids()) == {"clean", "slip", written["id"]}
    assert opened.record("slip") == BROKEN
    assert main(["repair", str(out)]) == 0


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (["--apply", "1"], "--apply and --out go together, and --archive goes with them"),
        (["--out", "x.jsonl"], "--apply and --out go together, and --archive goes with them"),
        (["--apply", "9", "--out", "x.jsonl"], "no proposal 9; there are"),
        (["--id", "nobody"], "nobody"),
        (["--id", "clean", "--apply", "1", "--out", "x.jsonl"], "nothing to repair: the records make sense"),
    ],
)
def test_what_cannot_be_done_is_one_line(
    words: list[str], line: str, noted: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["repair", noted, *words]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert line in err
    assert len(err.splitlines()) == 1
    assert not (tmp_path / "x.jsonl").exists()


def test_of_two_hands_that_make_no_sense_one_is_to_be_named(tmp_path: Path, capsys: Captured) -> None:
    path, out = tmp_path / "two.jsonl", tmp_path / "new.jsonl"
    write_file(path, [BROKEN, replace(OTHER.damaged, id="other")])
    assert main(["repair", str(path), "--apply", "1", "--out", str(out)]) == 2
    assert "2 hands make no sense; name one with --id: slip other" in capsys.readouterr().err
    assert main(["repair", str(path), "--id", "other", "--apply", "1", "--out", str(out)]) == 0


def test_every_proposal_is_told_in_three_languages_and_as_lines_that_differ() -> None:
    for case in cases(24, Random("words")):
        for proposal in propose_repairs(case.damaged, case.rules):
            sentences = [why(proposal, case.damaged, lang) for lang in LANGUAGES]
            assert len(set(sentences)) == 3
            assert not [sentence for sentence in sentences if "None" in sentence or "{" in sentence]
            told_lines = {line[0] for line in diff_lines(proposal, case.damaged)}
            assert told_lines & {"+", "-"}
            assert bool(proposal.gone) == ("yet they may be real" in sentences[2])
