"""Names united and split; records under pseudonyms, turned back by the key alone."""

from __future__ import annotations

import json
import stat

import pytest

from erqishi_logs.cli import main
from erqishi_logs.errors import ArchiveError, ErqishiError
from erqishi_logs.pipeline import ingest
from erqishi_logs.record import loads, record_id
from erqishi_logs.record.files import read_file
from erqishi_logs.upkeep.book import split, unite
from erqishi_logs.upkeep.pseudonyms import export_renamed, load_key, reveal


@pytest.fixture
def club(archive, make, tmp_path):
    """甲 is 老甲 in the second hand; a note tells of both; the third replaces the first."""
    first = make.line(players=["甲", "乙", "丙"], recorder="甲", venue="甲家", tags=["甲贏"], _by={"甲": ["乙"]})
    events = [*json.loads(first)["events"], {"type": "note", "text": "老甲想了很久，甲！"}]
    third = make.line(replaces=record_id(loads(first)))
    lines = [first, make.line("甲-2", players=["老甲", "乙", "丙"], events=events), third]
    (tmp_path / "x.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    ingest([tmp_path / "x.jsonl"], archive)
    return archive


PERSONS = "SELECT DISTINCT player, person FROM seats ORDER BY ALL"


def test_united_names_are_one_person_in_the_views_and_facts_stay(club):
    facts = {path: path.read_bytes() for path in club.layout.facts.iterdir()}
    own = club.select("SELECT player, player AS person FROM seats GROUP BY ALL ORDER BY ALL").to_pylist()
    assert club.select(PERSONS).to_pylist() == own
    unite(club, ["甲", "老甲"])
    found = {row["player"]: row["person"] for row in club.select(PERSONS).to_pylist()}
    assert found == {"甲": "甲", "老甲": "甲", "乙": "乙", "丙": "丙"}
    assert club.select("SELECT count(*) n FROM seats WHERE person = '甲'").to_pylist() == [{"n": 3}]
    people = {row["name"]: (row["person"], row["hands"]) for row in club.select("FROM people").to_pylist()}
    assert people == {"甲": ("甲", 2), "老甲": ("甲", 1), "乙": ("乙", 3), "丙": ("丙", 3)}
    split(club, "老甲")
    assert club.select(PERSONS).to_pylist() == own
    assert {path: path.read_bytes() for path in club.layout.facts.iterdir()} == facts


def test_a_slip_of_a_name_is_told(club):
    with pytest.raises(ArchiveError, match="no player of the archive"):
        unite(club, ["甲", "不在"])
    with pytest.raises(ErqishiError, match="not united"):
        split(club, "乙")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "{}",
        '{"format": "erqishi-people/1", "people": [["甲"]]}',
        '{"format": "erqishi-people/1", "people": [["甲", "乙"], ["乙", "丙"]]}',
    ],
)
def test_a_book_that_is_none_is_told_in_one_line(club, text, capsys):
    club.layout.people.write_text(text)
    assert main(["people", "--archive", str(club.layout.root), "--lang", "en"]) == 2
    assert "people.json cannot be read" in capsys.readouterr().err


def test_an_export_names_nobody_and_the_key_turns_it_back(club, tmp_path):
    key, out, back = tmp_path / "key.json", tmp_path / "out.jsonl", tmp_path / "back.jsonl"
    report = export_renamed(club, out, key)
    assert (report.records, report.people) == (3, 4)
    text = out.read_text(encoding="utf-8")
    assert not any(name in text for name in "甲乙丙")
    assert stat.S_IMODE(key.stat().st_mode) == 0o600
    assert reveal(out, back, key) == 3
    came = sorted((*loads(row["record"]).players, row["id"]) for row in club.select("FROM records").to_pylist())
    records = [item.record for item in read_file(back)]
    assert sorted((*record.players, record_id(record)) for record in records) == came
    assert {row["record"] for row in club.select("FROM records").to_pylist()} == set(back.read_text().splitlines())


def test_references_hold_within_an_export(club, tmp_path):
    export_renamed(club, tmp_path / "out.jsonl", tmp_path / "key.json")
    records = [item.record for item in read_file(tmp_path / "out.jsonl")]
    (third,) = [record for record in records if record.replaces]
    assert third.replaces in {record_id(record) for record in records}


def test_a_person_has_one_pseudonym_in_all_exports_of_one_key_and_others_in_another(club, tmp_path):
    unite(club, ["甲", "老甲"])
    for name, key in (("1", "a"), ("2", "a"), ("3", "b")):
        assert export_renamed(club, tmp_path / f"{name}.jsonl", tmp_path / key).people == 3
    one, two, three = ((tmp_path / f"{name}.jsonl").read_text() for name in "123")
    assert one == two
    assert not set(load_key(tmp_path / "a").values()) & set(load_key(tmp_path / "b").values())
    assert load_key(tmp_path / "a")["甲"] in one
    assert load_key(tmp_path / "a")["甲"] not in three


@pytest.mark.parametrize("text", ["", "{}", '{"format": "erqishi-key/1", "people": {"甲": "X", "乙": "X"}}'])
def test_a_key_that_is_none_is_told(club, tmp_path, text):
    (tmp_path / "key").write_text(text)
    with pytest.raises(ArchiveError, match="expected a key file"):
        export_renamed(club, tmp_path / "out.jsonl", tmp_path / "key")
    with pytest.raises(ArchiveError, match="expected a key file"):
        reveal(tmp_path / "x.jsonl", tmp_path / "out.jsonl", tmp_path / "key")


def test_the_verb(club, tmp_path, capsys):
    root = ["--archive", str(club.layout.root)]
    assert main(["people", *root, "--json"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 4
    assert main(["people", "unite", "甲", "老甲", *root, "--json"]) == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert {"person": "甲", "names": ["甲", "老甲"], "hands": 3} in rows
    assert main(["people", "split", "老甲", *root]) == 0
    out, key, back = (str(tmp_path / name) for name in ("o.jsonl", "k", "b.jsonl"))
    assert main(["people", "export", out, "--key", key, *root]) == 0
    assert main(["people", "reveal", out, back, "--key", key, "--json"]) == 0
    capsys.readouterr()
    assert main(["people", "forget", "甲", *root, "--json"]) == 1
    said = json.loads(capsys.readouterr().out)
    assert (said["kept_names"], said["hands"]) == (["老甲"], 2 + 1)
    assert main(["people", "forget", "老甲", *root, "--yes"]) == 0
    wrong = (["x"], ["unite", "乙"], ["split"], ["forget"], ["forget", "不在"], ["export", out], ["list", "x"])
    assert [main(["people", *words, *root]) for words in wrong] == [2] * 7
    assert main(["people"]) == main(["people", "reveal", out]) == 2
