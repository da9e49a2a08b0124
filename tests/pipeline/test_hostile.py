"""One hostile hand costs itself alone: quarantined with its reason, every other hand is stored."""

from __future__ import annotations

import os
from threading import Thread

import pytest

from erqishi_logs.pipeline import ingest, iter_audit


def counts(report):
    return {"read": report.read, "stored": report.stored, "duplicate": report.duplicate, "lost": report.quarantined}


HOSTILE = {
    "no tier": ["tiers=[]"],
    "a tier cut short": ["tiers=[[1]]"],
    "nested without end": ["cap=" + "[" * 450],
    "a number of 39 digits": ["cap=1" + "0" * 38],
    "a fan beyond all": ["tiers=[[10,'a',0,99999999999]]"],
    "too many": ["cap=1"] * 101,
    "too long": ["cap=" + " " * 501 + "1"],
}


@pytest.mark.parametrize("house", HOSTILE.values(), ids=HOSTILE)
def test_one_hostile_house_costs_its_own_hand_only(house, archive, rows, make, tmp_path):
    lines = [make.line("a"), make.line("b", house=house), make.line("c")]
    (tmp_path / "x.jsonl").write_text("\n".join(lines), encoding="utf-8")
    assert counts(ingest([tmp_path / "x.jsonl"], archive)) == {"read": 3, "stored": 2, "duplicate": 0, "lost": 1}
    ((line, reason),) = rows("SELECT line, reason FROM quarantine")
    assert line == 2
    assert len(reason) < 1000
    assert "the engine fails" not in reason
    assert [item.reason is None for item in iter_audit([tmp_path / "x.jsonl"])] == [True, False, True]


def test_a_hand_whose_rules_break_the_loader_costs_no_other(archive, rows, make, tmp_path, monkeypatch):
    monkeypatch.setattr("erqishi_logs.pipeline.judge.load_known_rules", lambda *_: 1 // 0)
    assert counts(ingest([make.write_lines(tmp_path / "x.jsonl", 2)], archive))["lost"] == 2
    assert {reason for (reason,) in rows("SELECT reason FROM quarantine")} == {
        "the engine fails on this hand (ZeroDivisionError: integer division or modulo by zero); please report it"
    }


BEYOND = ["tiers=[[10,'a',999999999,20]]", "tiers=[[1,'a',999999999,2]]"]


@pytest.mark.parametrize("option", BEYOND)
def test_a_total_beyond_the_column_costs_its_own_hand_only(option, archive, rows, make, tmp_path):
    hostile = make.PU.replace("\n家", f"\n同規 「{option}」\n家", 1)
    (tmp_path / "x.pu").write_text(make.PU + "\n" + hostile, encoding="utf-8")
    assert counts(ingest([tmp_path / "x.pu"], archive)) == {"read": 2, "stored": 1, "duplicate": 0, "lost": 1}
    ((reason,),) = rows("SELECT reason FROM quarantine")
    assert "numbers beyond 2,147,483,647" in reason


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes on this system")
def test_a_pipe_is_read_from_its_beginning(make, tmp_path):
    plain, pipe = make.write_lines(tmp_path / "x.jsonl", 300), tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = Thread(target=lambda: pipe.write_bytes(plain.read_bytes()))
    writer.start()
    read = list(iter_audit([pipe]))
    writer.join()
    assert plain.stat().st_size > 2 * 2**16
    assert [(item.file, item.line, item.id) for item in read] == [(str(pipe), n + 1, f"h{n}") for n in range(300)]
