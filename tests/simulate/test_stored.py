"""Hands of the compiled players straight into an archive."""

from __future__ import annotations

from erqishi_logs.archive import Archive
from erqishi_logs.cli import main
from erqishi_logs.rules import load_preset
from erqishi_logs.simulate.bulk import iter_bulk
from erqishi_logs.simulate.stored import store_bulk
from erqishi_logs.upkeep.history import history

HANDS, SEED = 30, 5


def test_they_are_the_hands_of_the_file_each_once_and_the_history_names_them(tmp_path):
    archive, rules = Archive.open(tmp_path / "A", create=True), load_preset("leshan")
    first, second = (store_bulk(archive, rules, HANDS, SEED) for _ in range(2))
    assert (first["read"], first["stored"], second["stored"], second["duplicate"]) == (HANDS, HANDS, 0, HANDS)
    (entry,) = history(archive)
    assert (entry.hands, entry.ingest.paths) == (HANDS, (f"simulate-bulk:leshan:{SEED}",))
    stored = archive.select("SELECT line, id FROM records ORDER BY line").to_pylist()
    assert [row["line"] for row in stored] == list(range(1, HANDS + 1))
    assert [archive.record(row["id"]).extra for row in stored] == [hand.extra for hand in iter_bulk(rules, HANDS, SEED)]


def test_an_archive_that_is_a_file_is_told_in_the_language_of_the_run(tmp_path, capsys):
    (tmp_path / "A").touch()
    words = ["simulate", "--rules", "leshan", "--hands", "1", "--archive", str(tmp_path / "A")]
    assert main([*words, "--lang", "zh-Hant"]) == 2
    told = capsys.readouterr().err
    assert "Directory" not in told
    assert told.count("\n") == 1
