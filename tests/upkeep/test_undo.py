"""An ingest undone: exactly what it stored goes, whatever compaction made of it, whenever it is killed."""

from __future__ import annotations

import json

import pytest

from erqishi_logs.archive import Archive, changes as room, compact, locked
from erqishi_logs.archive.parts import run_folder
from erqishi_logs.archive.publish import drop_orphans
from erqishi_logs.cli import main
from erqishi_logs.errors import ArchiveError
from erqishi_logs.pipeline import Pace, ingest
from erqishi_logs.pipeline.covered import METADATA, pack, unpack
from erqishi_logs.upkeep.history import find_ingest, history
from erqishi_logs.upkeep.undo import undo

BULK = Pace(0, 100_000, 0, 0)
JOINS = {METADATA: lambda texts: pack(span for text in texts for span in unpack(text))}


@pytest.fixture
def two(archive, make, tmp_path):
    """Hands h0–h5 and a bad line, then h4–h9: two ingests that overlap; what the archive was between them."""
    one = make.write_lines(tmp_path / "one.jsonl", range(6))
    other = make.write_lines(tmp_path / "other.jsonl", range(4, 10))
    one.write_text(one.read_text() + "{\n")
    ingest([one], archive, batch_hands=4)
    between = make.all_of(archive)
    ingest([other], archive, "茶樓", batch_hands=2)
    return archive, one, other, between


def test_history_lists_what_each_ingest_stored(two):
    archive, one, other, _ = two
    first, second = history(archive)
    assert (first.hands, first.quarantined, first.ingest.paths) == (6, 1, (str(one),))
    assert (second.hands, second.quarantined, second.ingest.paths, second.ingest.source) == (
        4,
        0,
        (str(other),),
        "茶樓",
    )


@pytest.mark.parametrize("compacted", [False, True])
def test_undo_of_the_last_leaves_what_was_before_it(two, make, compacted):
    archive, _, _, between = two
    if compacted:
        compact(archive.layout, JOINS)
        assert len(archive.layout.fact_names()) == 1
    report = undo(archive)
    assert (report.hands, report.quarantined) == (4, 0)
    assert make.all_of(archive) == between
    assert len(history(archive)) == 1
    assert archive.layout.stored_names() == set(archive.layout.fact_names())


@pytest.mark.parametrize("compacted", [False, True])
def test_undo_of_the_first_leaves_the_second_and_its_duplicates_come_back(two, make, compacted):
    archive, one, other, _ = two
    whole = [row["id"] for row in make.all_of(archive)["records"]]
    if compacted:
        compact(archive.layout, JOINS)
    undo(archive, history(archive)[0].ingest.id[:-1])
    assert archive.ids() == ["h6", "h7", "h8", "h9"]
    report = ingest([other], archive)
    assert (report.stored, report.duplicate) == (2, 4)
    assert ingest([one], archive).stored == 4
    assert [row["id"] for row in make.all_of(archive)["records"]] == whole


def test_undo_of_a_bulk_ingest_takes_all_its_files_and_nothing_counts_as_read(archive, make, tmp_path):
    """The second file was read whole, but some of its hands were there by the first."""
    one = make.write_lines(tmp_path / "one.jsonl", range(400))
    other = make.write_lines(tmp_path / "other.jsonl", range(200, 600))
    for path in (one, other):
        ingest([path], archive, pace=BULK)
    assert len(archive.layout.fact_names()) > 2
    assert [entry.hands for entry in history(archive)] == [400, 200]
    undo(archive, history(archive)[0].ingest.id)
    assert len(archive.ids()) == 200
    report = ingest([other], archive, pace=BULK)
    assert (report.stored, report.duplicate) == (200, 200)
    compact(archive.layout, JOINS)
    assert [entry.hands for entry in history(archive)] == [200, 200]
    undo(archive)
    assert ingest([other, one], archive, pace=BULK).stored == 400


def test_a_file_of_an_older_version_is_one_ingest(two, monkeypatch):
    archive, *_ = two
    monkeypatch.setattr("erqishi_logs.archive.ingests.INGESTS", b"none")
    entries = history(archive)
    assert [entry.hands for entry in entries] == [4, 2, 2, 2]
    undo(archive)
    assert sum(entry.hands for entry in history(archive)) == 8


class Killed(BaseException):
    pass


@pytest.mark.parametrize("times", range(3))
@pytest.mark.parametrize("step", ["sync_folder", "put_file", "drop_facts", "finish_change"])
def test_ended_at_any_moment_it_is_done_or_not_begun(step, times, two, make, monkeypatch):
    archive, _, _, between = two
    compact(archive.layout, JOINS)
    whole = make.all_of(archive)
    calls = []
    real = getattr(room, step)

    def dies(*args, **kwargs):
        calls.append(step)
        if len(calls) > times:
            raise Killed
        return real(*args, **kwargs)

    monkeypatch.setattr(room, step, dies)
    try:
        undo(archive)
        found = between
    except Killed:
        found = make.all_of(archive)
        assert found in (whole, between)
    monkeypatch.undo()
    assert make.all_of(Archive.open(archive.layout.root)) == found
    with locked(archive.layout):
        drop_orphans(archive.layout)
    assert make.all_of(archive) == found
    assert not archive.layout.change.exists()
    names = set(archive.layout.fact_names())
    assert {path.name.split(".")[0] for path in archive.layout.verdicts.iterdir()} >= names
    if found == whole:
        undo(archive)
    assert make.all_of(archive) == between


def test_a_reader_that_asks_meanwhile_sees_the_old_or_the_new(two, make, monkeypatch):
    archive, _, _, between = two
    whole, seen = make.all_of(archive), []
    for step in ("sync_folder", "put_file", "drop_facts"):
        real = getattr(room, step)

        def looks(*args, real=real, **kwargs):
            seen.append(make.all_of(archive))
            return real(*args, **kwargs)

        monkeypatch.setattr(room, step, looks)
    undo(archive)
    assert whole in seen
    assert between in seen
    assert all(one in (whole, between) for one in seen)


def test_undo_waits_for_no_run_but_says_so(two):
    archive, *_ = two
    with run_folder(archive.layout), pytest.raises(ArchiveError, match="under way"):
        undo(archive)


@pytest.mark.parametrize(("batch", "said"), [("x", "no ingest 'x'"), ("2", "may be 2 ingests")])
def test_an_ingest_that_is_not_there_is_told(two, batch, said):
    archive, *_ = two
    with pytest.raises(ArchiveError, match=said):
        find_ingest(history(archive), batch)


def test_the_verbs(two, capsys):
    archive, *_ = two
    root = str(archive.layout.root)
    assert main(["history", "--archive", root, "--json"]) == 0
    first, second = map(json.loads, capsys.readouterr().out.splitlines())
    assert (first["hands"], second["hands"], second["source"]) == (6, 4, "茶樓")
    assert main(["undo", "--archive", root]) == 2
    assert main(["undo", "--archive", root, "--last", "--batch", "x"]) == 2
    capsys.readouterr()
    assert main(["undo", "--archive", root, "--last", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["id"] == second["id"]
    assert main(["undo", "--archive", root, "--batch", first["id"], "--lang", "en"]) == 0
    assert "6 hands and 1 pieces" in capsys.readouterr().out
    assert main(["undo", "--archive", root, "--last"]) == 2
    assert main(["history", "--archive", root]) == 0
