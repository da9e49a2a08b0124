"""Facts are immutable, each hand is there once, and a batch is visible whole or not at all (DESIGN, The archive)."""

from __future__ import annotations

import hashlib
import shutil
import threading

import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings, strategies as st

from erqishi_logs.archive import Archive, Fact, KnownIndex, locked, lost_digest, read_verdicts, write_batch
from erqishi_logs.archive.publish import current_folders, drop_superseded, publish_verdicts
from erqishi_logs.archive.verdicts import verdict_tables
from erqishi_logs.errors import ArchiveError


def lost(raw: bytes, line: int = 1, file: str = "x.jsonl") -> Fact:
    return Fact(None, raw, None, lost_digest(file, line, raw), "why", "jsonl", None, None, file, line)


def test_design_a_fact_file_is_named_by_its_content(store, make):
    store.put(make.hand())
    (path,) = store.archive.layout.facts.iterdir()
    assert path.stem == hashlib.sha256(path.read_bytes()).hexdigest()


def test_design_raw_is_kept_byte_for_byte(store, make):
    raw = '{ "format":"erqishi-log/1" }\r'.encode("utf-16")
    record = make.hand("a")
    fact = make.fact_of(record, raw)
    write_batch(store.archive.layout, store.index, [fact], {("a", fact.digest): make.judged_of(record)}, "e")
    (row,) = store.archive.select("SELECT raw, record FROM records").to_pylist()
    assert row["raw"] == raw
    assert store.archive.record("a") == record


def test_format_quarantine_is_byte_for_byte_with_reason(store):
    store.put(lost=(lost(b"\xff\x00{", 7),))
    (row,) = store.archive.select("SELECT file, line, raw, reason FROM quarantine").to_pylist()
    assert row == {"file": "x.jsonl", "line": 7, "raw": b"\xff\x00{", "reason": "why"}


def test_design_the_same_twice_is_a_no_op(store, make):
    first = store.put(make.hand("a"), make.hand(), lost=(lost(b"?"),))
    again = Archive.open(store.archive.layout.root)
    second = type(store)(again, KnownIndex(again.layout)).put(make.hand("a"), make.hand(), lost=(lost(b"?"),))
    assert (len(first.new), first.n_duplicates) == (3, 0)
    assert (len(second.new), second.n_duplicates) == (0, 3)
    assert len(store.archive.layout.fact_names()) == 1


def test_format_same_id_other_content_is_quarantined_once(store, make):
    store.put(make.hand("a"))
    for expected in ([None], []):
        assert [fact.id for fact in store.put(make.hand("a", quan=3)).new] == expected
    assert store.archive.ids() == ["a"]
    (row,) = store.archive.select("SELECT reason FROM quarantine").to_pylist()
    assert "'a'" in row["reason"]


def test_format_same_id_other_content_in_one_batch(store, make):
    assert [fact.id for fact in store.put(make.hand("a"), make.hand("a", quan=3)).new] == ["a", None]


def test_same_content_other_id_are_two_hands(store, make):
    store.put(make.hand("a"), make.hand("b"))
    assert store.archive.ids() == ["a", "b"]


def test_equal_bad_lines_of_one_file_are_both_kept(store):
    assert len(store.put(lost=(lost(b"{}", 1), lost(b"{}", 2))).new) == 2


def test_design_two_writers_store_no_hand_twice(store, make):
    """Each of both has looked before the other published."""
    hands = [make.hand(f"h{n}") for n in range(20)]
    others = [type(store)(store.archive, KnownIndex(store.archive.layout)) for _ in range(4)]
    stored: list[int] = []
    threads = [threading.Thread(target=lambda one=one: stored.append(len(one.put(*hands).new))) for one in others]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(stored) == [0, 0, 0, 20]
    assert store.archive.select("SELECT count(*) n, count(DISTINCT id) m FROM records").to_pylist() == [
        {"n": 20, "m": 20}
    ]


def test_design_verdicts_without_their_facts_are_invisible(store, make):
    store.put(make.hand("a"))
    (name,) = store.archive.layout.fact_names()
    store.archive.layout.fact_path(name).rename(store.archive.layout.root / "taken")
    for view in ("hands", "events", "findings", "records"):
        assert store.archive.select(f"SELECT count(*) n FROM {view}").to_pylist() == [{"n": 0}]  # noqa: S608


def test_verdicts_whose_facts_never_came_are_cleared_by_the_next_batch(store, make):
    """A writer was killed between the two renames."""
    store.put(make.hand("a"))
    layout = store.archive.layout
    with locked(layout):
        publish_verdicts(layout, "0" * 64, verdict_tables([], "e"), "e")
    assert len(list(layout.verdicts.iterdir())) == 2
    store.put(make.hand("b"))
    assert {folder.fact for folder in current_folders(layout).values()} == set(layout.fact_names())


def test_makers_at_once_are_in_nobody_s_way(tmp_path):
    """What one is writing is not what another takes for left over."""
    failed: list[BaseException] = []

    def make_one() -> None:
        try:
            Archive.open(tmp_path / "庫", create=True)
        except ArchiveError as error:
            failed.append(error)

    threads = [threading.Thread(target=make_one) for _ in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failed == []
    assert list((tmp_path / "庫" / "tmp").iterdir()) == []


def test_what_a_killed_writer_left_is_cleared(store, make):
    tmp = store.archive.layout.tmp
    (tmp / "verdicts").mkdir()
    (tmp / "verdicts" / "hands.parquet").write_bytes(b"half")
    (tmp / "facts.parquet").write_bytes(b"half")
    store.put(make.hand("a"))
    assert list(tmp.iterdir()) == []
    assert store.archive.ids() == ["a"]


@pytest.mark.parametrize("name", [".DS_Store", "._0f.parquet", "._x.toml", "notes.parquet", "a.b.c.d", "0f.1.aa.bb"])
def test_stray_files_are_in_nobody_s_way(name, store, make):
    layout = store.archive.layout
    for folder in (layout.facts, layout.verdicts, layout.rules):
        (folder / name).write_bytes(b"stray")
    store.put(make.hand("a"))
    assert store.archive.select("SELECT id FROM hands JOIN records USING (id)").to_pylist() == [{"id": "a"}]
    with locked(layout):
        drop_superseded(layout)
    assert all((folder / name).exists() for folder in (layout.facts, layout.verdicts, layout.rules))


def test_design_a_reader_is_not_blocked_by_a_writer(store, make):
    store.put(make.hand("a"))
    with locked(store.archive.layout):
        assert store.archive.ids() == ["a"]


def test_design_a_reader_sees_the_archive_as_it_was(store, make):
    store.put(make.hand("a"))
    with store.archive.connect() as con:
        store.put(make.hand("b"))
        assert con.execute("SELECT count(*) FROM hands").fetchone() == (1,)


def test_design_older_verdicts_are_served_and_marked_stale(store, make):
    store.put(make.hand("a"), engine="0.0.1+old")
    store.put(make.hand("b"))
    rows = store.archive.select("SELECT id, engine, stale FROM hands ORDER BY id").to_pylist()
    assert [(row["id"], row["stale"]) for row in rows] == [("a", True), ("b", False)]
    old, new = (store.archive.is_current(batch) for batch in by_hand(store, "a", "b"))
    assert (old, new) == (False, True)


def by_hand(store, *ids):
    rows = store.archive.select("SELECT id, batch FROM records").to_pylist()
    batches = {row["id"]: row["batch"] for row in rows}
    return [batches[id_] for id_ in ids]


def test_design_missing_verdicts_are_named(store, make):
    store.put(make.hand("a"))
    (folder,) = current_folders(store.archive.layout).values()
    (store.archive.layout.verdicts / folder.name).rename(store.archive.layout.root / "taken")
    assert store.archive.unjudged() == store.archive.layout.fact_names()


def test_newer_verdicts_count_and_old_ones_stay_for_open_readers(store, make):
    store.put(make.hand("a"), engine="old")
    layout = store.archive.layout
    (name,) = layout.fact_names()
    with store.archive.connect() as con, locked(layout):
        publish_verdicts(layout, name, verdict_tables([make.judged_of(make.hand("a"))], "new"), "new")
        drop_superseded(layout)
        assert con.execute("SELECT engine FROM hands").fetchall() == [("old",)]
    assert store.archive.select("SELECT engine FROM hands").to_pylist() == [{"engine": "new"}]
    assert read_verdicts(layout, name)["hands"]["engine"].to_pylist() == ["new"]
    drop_superseded(layout, grace=-1)
    assert len(list(layout.verdicts.iterdir())) == 1


def test_files_of_an_older_schema_are_served(store, make):
    """A column that an older version did not write reads as null."""
    store.put(make.hand("a"))
    layout = store.archive.layout
    (folder,) = current_folders(layout).values()
    path = layout.verdicts / folder.name
    table = pq.read_table(path / "hands.parquet").drop(["win_valid"])
    pq.write_table(table, path / "hands.parquet")
    path.rename(path.with_name(folder._replace(columns_tag="00000000").name))
    assert store.archive.select("SELECT id, win_valid, stale FROM hands").to_pylist() == [
        {"id": "a", "win_valid": None, "stale": False}
    ]
    assert store.archive.unjudged() == []
    assert not store.archive.is_current(folder.fact)
    assert read_verdicts(layout, folder.fact)["hands"]["win_valid"].to_pylist() == [None]


def test_design_events_are_flat_and_sorted_by_hand(store, make):
    store.put(make.hand("b"), make.hand("a"))
    (folder,) = current_folders(store.archive.layout).values()
    rows = pq.read_table(store.archive.layout.verdicts / folder.name / "events.parquet").to_pylist()
    assert [(row["id"], row["seq"]) for row in rows] == [(id_, seq) for id_ in "ab" for seq in range(6)]
    assert [row["type"] for row in rows[:6]] == ["cut", "deal", "deal", "deal", "discard", "flip"]


def test_all_files_are_zstd(store, make):
    store.put(make.hand("a"))
    for path in store.archive.layout.root.rglob("*.parquet"):
        assert pq.read_metadata(path).row_group(0).column(0).compression == "ZSTD"


@pytest.mark.parametrize("name", ["a[1]*?", "a'b;--", "茶 樓", "%20"])
def test_any_folder_name_will_do(name, tmp_path, make):
    store = make.open_store(tmp_path / name)
    store.put(make.hand("a"))
    assert store.archive.select("SELECT id FROM hands JOIN records USING (id)").to_pylist() == [{"id": "a"}]


@settings(max_examples=15, deadline=None)
@given(batches=st.lists(st.lists(st.tuples(st.sampled_from("abcd"), st.integers(1, 2)), max_size=5), max_size=5))
def test_the_first_content_of_an_id_stands_whatever_comes(batches, tmp_path_factory, make):
    store = make.open_store(tmp_path_factory.mktemp("x") / "庫")
    first: dict[str, int] = {}
    for batch in batches:
        store.put(*(make.hand(id_, quan=quan) for id_, quan in batch))
        for id_, quan in batch:
            first.setdefault(id_, quan)
    assert {id_: store.archive.record(id_).quan for id_ in store.archive.ids()} == first
    assert dict(map(tuple, store.archive.select("SELECT id, quan FROM hands").to_pandas().to_numpy())) == first


def test_opening_what_is_no_archive(tmp_path):
    (tmp_path / "notes.txt").write_text("x")
    for path, create in ((tmp_path / "none", False), (tmp_path, True), (tmp_path / "notes.txt", True)):
        with pytest.raises(ArchiveError) as error:
            Archive.open(path, create=create)
        assert "\n" not in str(error.value)


def test_a_maker_that_was_killed_leaves_nothing_in_the_way(tmp_path):
    for name in ("facts", "tmp"):
        (tmp_path / name).mkdir()
    assert Archive.open(tmp_path, create=True).ids() == []
    (tmp_path / "erqishi-archive.json").write_text('{"format":"erqishi-archive/9"}')
    with pytest.raises(ArchiveError, match="erqishi-archive/9"):
        Archive.open(tmp_path)


@pytest.mark.parametrize("name", ["verdicts", "rules", "tmp"])
def test_design_a_folder_that_holds_no_facts_may_be_thrown_away(name, store, make):
    store.put(make.hand("a"))
    shutil.rmtree(store.archive.layout.root / name)
    again = Archive.open(store.archive.layout.root)
    assert again.unjudged() == (again.layout.fact_names() if name == "verdicts" else [])
    later = type(store)(again, KnownIndex.opened(again.layout))
    assert (later.put(make.hand("a")).n_duplicates, later.put(make.hand("b")).n_duplicates) == (1, 0)
