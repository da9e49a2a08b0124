"""A record whose game and rules do not fit, or that no deck could deal, is quarantined and accuses nobody (§1, §3)."""

from __future__ import annotations

import json

import pytest

from erqishi_logs.archive import Archive
from erqishi_logs.errors import RuleError
from erqishi_logs.pipeline import ingest
from erqishi_logs.rules import load_preset, preset_ids
from erqishi_logs.rules.table import check_table

REFUSED = [
    ("leshan", "erqishi", 5, "found 5 players, who are dealt 101 cards"),
    ("leshan", "erqishi", 8, "found 8 players, who are dealt 161 cards"),
    ("leshan", "guilin", 3, "found the game guilin; expected erqishi"),
    ("guilin", "erqishi", 3, "found the game erqishi; expected guilin"),
]


@pytest.mark.parametrize(("rules", "game", "players", "told"), REFUSED)
def test_format_what_cannot_be_played_is_one_line(rules, game, players, told):
    with pytest.raises(RuleError, match=told):
        check_table(load_preset(rules), game, players)


@pytest.mark.parametrize("preset", preset_ids())
def test_s8_every_preset_can_be_played_by_its_own_numbers_and_by_two(preset):
    rules = load_preset(preset)
    for players in {2, *rules.players, *rules.xiaojia_at}:
        check_table(rules, rules.game, players)


@pytest.mark.parametrize(("rules", "game", "players", "told"), REFUSED)
def test_format_such_a_record_is_quarantined_whole(rules, game, players, told, tmp_path):
    head = {"format": "erqishi-log/1", "game": game, "rules": rules, "players": list("甲乙丙丁戊己庚辛")[:players]}
    line = json.dumps({**head, "dealer": 0, "events": []}, ensure_ascii=False)
    (tmp_path / "x.jsonl").write_text(line + "\n", encoding="utf-8")
    archive = Archive.open(tmp_path / "庫", create=True)
    report = ingest([tmp_path / "x.jsonl"], archive)
    assert (report.stored, report.quarantined) == (0, 1)
    (row,) = archive.select("SELECT raw, reason FROM quarantine").to_pylist()
    assert row["raw"].decode() == line
    assert told in row["reason"]
