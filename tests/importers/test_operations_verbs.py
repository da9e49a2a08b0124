"""Operation lists through the archive and the command line (PLATFORMS, B; CLI)."""

from __future__ import annotations

import json
from pathlib import Path

from erqishi_logs.archive import Archive
from erqishi_logs.cli import main
from erqishi_logs.pipeline import ingest

FIXTURES = Path(__file__).parent / "fixtures" / "operations"
#: Hands in the fixtures.
N_HANDS = 11


def test_a_folder_is_stored_with_its_form(tmp_path):
    archive = Archive.open(tmp_path / "庫", create=True)
    report = ingest([FIXTURES], archive)
    assert (report.files, report.stored, report.quarantined) == (5, N_HANDS, 0)
    forms = "SELECT form, count(*) AS n FROM records GROUP BY form"
    assert archive.select(forms).to_pylist() == [{"form": "2710", "n": N_HANDS}]
    outcomes = "SELECT outcome, count(*) AS n FROM hands GROUP BY ALL ORDER BY ALL"
    assert [tuple(row.values()) for row in archive.select(outcomes).to_pylist()] == [
        ("hu", 8),
        ("huang", 1),
        ("unfinished", 2),
    ]
    assert archive.select("SELECT count(*) AS n FROM hands WHERE n_violations > 0 OR n_faults > 0").to_pylist() == [
        {"n": 0}
    ]
    again = ingest([FIXTURES], archive)
    assert (again.stored, again.duplicate) == (0, N_HANDS)


def test_a_bad_hand_is_quarantined_alone(tmp_path):
    raw = (FIXTURES / "lines.json").read_bytes().splitlines(keepends=True)
    path = tmp_path / "x.json"
    path.write_bytes(raw[0] + raw[1][:300] + b"\n" + b"".join(raw[2:]))
    archive = Archive.open(tmp_path / "庫", create=True)
    report = ingest([path], archive)
    assert (report.stored, report.quarantined) == (3, 1)
    assert archive.select("SELECT line FROM quarantine").to_pylist() == [{"line": 2}]


def test_convert_there_and_back_is_the_same(capsys, tmp_path):
    whole = str(FIXTURES / "several.json")
    first, form, second = (str(tmp_path / name) for name in ("a.jsonl", "b.2710.json", "c.jsonl"))
    assert [main(["convert", *pair, "--json"]) for pair in ((whole, first), (first, form), (form, second))] == [0, 0, 0]
    assert Path(first).read_bytes() == Path(second).read_bytes()
    counts = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [count["written"] for count in counts] == [2, 2, 2]
    assert counts[1]["lossy"] == 0


def test_convert_says_what_it_loses(capsys, tmp_path):
    source = tmp_path / "x.jsonl"
    record = (
        '{"format":"erqishi-log/1","rules":"app-leshan","venue":"茶樓","players":["甲","乙"],"dealer":1,"events":[]}'
    )
    source.write_text(record, encoding="utf-8")
    assert main(["convert", str(source), str(tmp_path / "x"), "--to", "2710", "--lang", "en"]) == 0
    told = capsys.readouterr().err
    for what in ("venue", "source", "the numbers of the seats (the dealer becomes the first)"):
        assert f"2710 has no place for: {what} (1 hands)" in told


def test_audit_compares_what_was_paid(capsys, tmp_path):
    path = tmp_path / "x.json"
    path.write_bytes((FIXTURES / "whole.json").read_bytes().replace(b'"winlose": 400', b'"winlose": 500'))
    assert main(["audit", str(path), "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["code"] == "pay_unbalanced"
