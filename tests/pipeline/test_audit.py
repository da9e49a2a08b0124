"""Audit of files without storing: one item a hand, bad lines among them, rules put in place (CLI, audit)."""

from __future__ import annotations

import pytest

from erqishi_logs.errors import RuleError
from erqishi_logs.pipeline import Judge, ingest, iter_audit, judge as room
from erqishi_logs.record import loads
from erqishi_logs.rules import parse_rules


def test_cli_each_hand_and_each_unreadable_line_in_order(make, tmp_path):
    path = tmp_path / "x.jsonl"
    path.write_text("\n".join([make.line("a"), "{", make.line("b", rules="nowhere")]), encoding="utf-8")
    first, second, third = iter_audit([path])
    assert (first.id, first.line, first.reason, first.verdict.status) == ("a", 1, None, "unfinished")
    assert (second.line, second.verdict) == (2, None)
    assert (third.id, third.verdict) == ("b", None)
    assert "nowhere" in third.reason


def test_cli_a_file_that_cannot_be_read_does_not_stop_the_others(make, tmp_path):
    items = list(iter_audit([tmp_path / "none.jsonl", make.write_lines(tmp_path / "x.jsonl", 1)]))
    assert [item.reason is None for item in items] == [False, True]


def test_it_is_one_at_a_time(make, tmp_path):
    assert next(iter(iter_audit([make.write_lines(tmp_path / "x.jsonl", 5)]))).id == "h0"


@pytest.mark.parametrize("given", ["ours", "path", "set"])
def test_cli_rules_by_id_path_or_value(given, make, tmp_path):
    text = 'id = "ours"\nbase = "quan-raw"\n[options]\ncap = 15\n'
    (tmp_path / "ours.toml").write_text(text)
    (tmp_path / "x.pu").write_text(make.PU, encoding="utf-8")
    ours = parse_rules(text, "ours.toml")
    rules = {"ours": "ours", "path": str(tmp_path / "ours.toml"), "set": ours}[given]
    (item,) = iter_audit([tmp_path / "x.pu"], rules=rules, known={"ours": ours})
    assert (item.rules.id, item.verdict.total) == ("ours", 15)


def test_unknown_rules(tmp_path):
    with pytest.raises(RuleError):
        next(iter_audit([tmp_path], rules="nowhere"))


def test_it_says_what_the_archive_says(archive, rows, make, tmp_path):
    path = make.write_lines(tmp_path / "x.jsonl", 3)
    ingest([path], archive)
    told = [
        (item.id, finding.code, finding.seat, finding.event)
        for item in iter_audit([path])
        for finding in item.verdict.findings
    ]
    assert rows("SELECT id, code, seat, event FROM findings ORDER BY id, seq") == told


def test_an_engine_that_fails_costs_one_hand_only(monkeypatch, make, tmp_path):
    judge_replay = room.judge_replay

    def fails(replay, **how):
        if replay.record.id == "h1":
            raise ZeroDivisionError("why")
        return judge_replay(replay, **how)

    monkeypatch.setattr(room, "judge_replay", fails)
    items = list(iter_audit([make.write_lines(tmp_path / "x.jsonl", 3)]))
    assert [item.reason is None for item in items] == [True, False, True]
    assert "ZeroDivisionError: why" in items[1].reason


def test_house_differences_of_strangers_are_not_kept_without_end(make):
    judge = Judge({})
    for cap in range(20, 320):
        rules, _ = judge.rules_of(loads(make.line(house=[f"cap={cap}"])))
        assert rules.cap == cap
    assert judge._load.cache_info().currsize == 256
