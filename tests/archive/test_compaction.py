"""Compaction: nothing is lost, nothing seen twice, whenever it ends; readers notice nothing (DESIGN, The archive)."""

from __future__ import annotations

import json

import pyarrow.parquet as pq
import pytest

from erqishi_logs.archive import (
    Archive,
    Fact,
    KnownIndex,
    compact,
    compaction as room,
    locked,
    lost_digest,
    read_facts,
)
from erqishi_logs.archive.publish import current_folders, drop_orphans, drop_replaced, engine_tag
from erqishi_logs.cli import main
from erqishi_logs.pipeline import ingest, reaudit
from erqishi_logs.pipeline.covered import METADATA, Covered, Span, pack, unpack

VIEWS = {
    "records": "SELECT * EXCLUDE (batch) FROM records ORDER BY id",
    "quarantine": "SELECT * EXCLUDE (batch) FROM quarantine ORDER BY line",
    "hands": "SELECT * FROM hands ORDER BY id",
    "events": "SELECT * FROM events ORDER BY id, seq",
    "findings": "SELECT * FROM findings ORDER BY id, seq",
    "seats": "SELECT * FROM seats ORDER BY id, seat",
}


def all_of(archive):
    return {view: archive.select(sql).to_pylist() for view, sql in VIEWS.items()}


@pytest.fixture
def many(store, make):
    """Five batches: hands out of order, a piece of quarantined input."""
    for number in range(5):
        record = make.hand(f"{9 - number}", quan=number + 1)
        other = make.hand(f"x{number}", session="場")
        raw = b"\xff" * number
        bad = Fact(None, raw, None, lost_digest("x", number, raw), "why", "jsonl", None, None, "x", number)
        store.put(record, other, lost=(bad,))
    return store


def test_design_readers_see_the_same(many):
    archive = many.archive
    before = all_of(archive)
    with archive.connect() as con:
        report = compact(archive.layout, {})
        assert (report.before, report.after, report.rows, report.left) == (5, 1, 15, 0)
        assert con.execute("SELECT count(*) FROM records").fetchall() == [(10,)]
    assert all_of(archive) == before
    assert all_of(Archive.open(archive.layout.root)) == before


def test_old_files_stay_for_open_readers_and_then_go(many):
    layout = many.archive.layout
    compact(layout, {})
    assert len(layout.fact_names()) == 1
    assert len(layout.stored_names()) == 6
    with locked(layout):
        drop_orphans(layout)
    assert len(layout.stored_names()) == len(current_folders(layout)) == 6
    before = all_of(many.archive)
    with locked(layout):
        drop_replaced(layout, grace=-1)
    assert sorted(layout.stored_names()) == layout.fact_names()
    assert len(current_folders(layout)) == 1
    assert list(layout.compacted.iterdir()) == []
    assert all_of(many.archive) == before


class Killed(BaseException):
    pass


STEPS = ("sync_folder", "put_file", "locked", "name_of_content", "merge_verdicts", "merge_facts")


@pytest.mark.parametrize("times", range(6))
@pytest.mark.parametrize("step", STEPS)
def test_design_ended_at_any_moment_it_leaves_the_old_or_the_new(step, times, many, monkeypatch):
    archive, layout = many.archive, many.archive.layout
    before = all_of(archive)
    calls = []
    real = getattr(room, step)

    def dies(*args, **kwargs):
        calls.append(step)
        if len(calls) > times:
            raise Killed
        return real(*args, **kwargs)

    monkeypatch.setattr(room, step, dies)
    try:
        compact(layout, {})
    except Killed:
        assert all_of(archive) == before
    monkeypatch.undo()
    assert all_of(archive) == before
    with locked(layout):
        drop_orphans(layout)
    assert all_of(archive) == before
    compact(layout, {}, grace=-1)
    assert all_of(archive) == before
    assert len(list(layout.facts.iterdir())) == len(list(layout.verdicts.iterdir())) == 1


def test_a_list_whose_file_was_never_put_in_hides_nothing(many):
    layout = many.archive.layout
    layout.compacted.mkdir()
    (layout.compacted / f"{'0' * 64}.txt").write_text("\n".join(layout.fact_names()))
    assert len(layout.fact_names()) == 5
    with locked(layout):
        drop_replaced(layout, grace=-1)
    assert len(layout.fact_names()) == 5
    assert list(layout.compacted.iterdir()) == []


def test_compacted_again_and_again(many, make):
    archive, layout = many.archive, many.archive.layout
    for number in range(3):
        many.put(make.hand(f"new{number}"))
        before = all_of(archive)
        assert compact(layout, {}).after == 1
        assert all_of(archive) == before
    with locked(layout):
        drop_replaced(layout, grace=-1)
    assert len(layout.stored_names()) == 1
    assert all_of(archive) == before


def test_bytes_of_facts_are_unchanged(many):
    layout = many.archive.layout
    key = lambda fact: (fact.id is None, fact.id, fact.line)  # noqa: E731
    before = sorted((fact for name in layout.fact_names() for fact in read_facts(layout, name)), key=key)
    compact(layout, {}, grace=-1)
    (name,) = layout.fact_names()
    assert sorted(read_facts(layout, name), key=key) == before


def test_a_writer_that_was_there_before_stores_no_hand_twice(many, make):
    """Its index knows the files that are gone."""
    layout = many.archive.layout
    compact(layout, {}, grace=-1)
    assert many.put(make.hand("9", quan=1)).n_duplicates == 1
    assert [fact.id for fact in many.put(make.hand("9", quan=7)).new] == [None]
    fresh = type(many)(many.archive, KnownIndex(layout))
    assert fresh.put(make.hand("9", quan=1)).n_duplicates == 1


@pytest.mark.parametrize("rows", [3, 6, 9, 12, 1000])
def test_files_of_about_so_many_rows(rows, many):
    before = all_of(many.archive)
    compact(many.archive.layout, {}, rows=rows, grace=-1)
    sizes = [pq.read_metadata(path).num_rows for path in many.archive.layout.facts.iterdir()]
    assert sum(sizes) == 15
    assert max(sizes) <= max(rows, 3)
    assert all_of(many.archive) == before


def test_verdicts_of_two_versions_are_not_mixed(store, make):
    for number, engine in enumerate(["old", "new", "old", "new"]):
        store.put(make.hand(f"{number}"), engine=engine)
    before = all_of(store.archive)
    assert compact(store.archive.layout, {}).after == 2
    assert all_of(store.archive) == before
    folders = current_folders(store.archive.layout)
    assert {folders[name].engine_tag for name in store.archive.layout.fact_names()} == {
        engine_tag("old"),
        engine_tag("new"),
    }


def test_what_has_no_verdicts_or_says_what_nobody_can_join_stays(many, make):
    layout = many.archive.layout
    first, second, *_ = layout.fact_names()
    (layout.verdicts / current_folders(layout)[first].name).rename(layout.root / "taken")
    path = layout.fact_path(second)
    pq.write_table(pq.read_table(path).replace_schema_metadata({b"else.where": b"1"}), path)
    assert compact(layout, {}).after == 3
    assert {first, second} <= set(layout.fact_names())


def test_verdicts_renewed_meanwhile_are_not_lost(many, monkeypatch):
    layout = many.archive.layout
    real = room.merge_verdicts

    def meanwhile(folders, target):
        real(folders, target)
        with locked(layout):
            (_, folder), *_ = current_folders(layout).items()
            (layout.verdicts / folder.name).rename(layout.verdicts / folder._replace(generation=9).name)

    monkeypatch.setattr(room, "merge_verdicts", meanwhile)
    before = all_of(many.archive)
    report = compact(layout, {})
    assert (report.after, report.left, report.rows) == (5, 5, 0)
    assert all_of(many.archive) == before


def test_a_damaged_file_stays_and_costs_nothing(many):
    layout = many.archive.layout
    path = layout.fact_path(layout.fact_names()[0])
    raw = path.read_bytes()
    path.write_bytes(raw[:4] + b"\xa5" * (len(raw) // 3) + raw[4 + len(raw) // 3 :])
    damaged = path.read_bytes()
    report = compact(layout, {})
    assert (report.left, report.after) == (5, 5)
    assert compact(layout, {}).after == 2
    assert path.read_bytes() == damaged


def test_an_interrupted_ingest_goes_on_after_it(many):
    """What the files say of the input that they hold goes into the new one (`erqishi_logs.pipeline.covered`)."""
    layout = many.archive.layout
    spans = [Span(bytes([n]) * 16, 0, 9, 2, 1, True) for n in range(5)]
    for path, span in zip(sorted(layout.facts.iterdir()), spans, strict=True):
        pq.write_table(pq.read_table(path).replace_schema_metadata({METADATA: pack([span])}), path)
    assert main(["compact", "--archive", str(layout.root), "--lang", "en"]) == 0
    assert len(layout.fact_names()) == 1
    covered = Covered.of(layout, many.archive.engine)
    assert [covered.find(span.key, 0) for span in spans] == spans
    (meta,) = (pq.read_metadata(layout.fact_path(name)).metadata for name in layout.fact_names())
    assert len(unpack(meta[METADATA])) == 5


def test_cli_compact(many, capsys):
    root = str(many.archive.layout.root)
    assert main(["compact", "--archive", root, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["before"], told["after"], told["rows"], told["left"]) == (5, 1, 15, 0)
    for lang, word in (("en", "1 → 1"), ("zh-Hant", "1 個"), ("zh-Hans", "1 个")):
        assert main(["compact", "--archive", root, "--lang", lang]) == 0
        assert word in capsys.readouterr().out


def test_an_archive_goes_on_after_it(many, tmp_path):
    compact(many.archive.layout, {})
    (tmp_path / "x.pu").write_text("規則 duikou\n家 甲 乙\n莊 甲\n打 甲 八", encoding="utf-8")
    assert ingest([tmp_path / "x.pu"], many.archive).stored == 1
    assert reaudit(many.archive).hands == 11
    assert len(many.archive.ids()) == 11
