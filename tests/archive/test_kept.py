"""The connection that is kept shows the archive as it is; files are written so that a hand is found at once."""

from __future__ import annotations

import shutil
import subprocess
import sys
import threading

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from erqishi_logs.archive import Archive
from erqishi_logs.archive.parquet import row_group_of, write_parquet
from erqishi_logs.archive.publish import current_folders


def count(archive, view="hands"):
    return archive.select(f"SELECT count(*) n FROM {view}").to_pylist()[0]["n"]  # noqa: S608


def test_a_question_is_asked_of_the_archive_as_it_is_then(store, make):
    for number in range(4):
        assert count(store.archive) == number
        store.put(make.hand(f"{number}"))


def test_the_connection_is_kept_while_nothing_changes(store, make, monkeypatch):
    store.put(make.hand("a"))
    made = []
    real = store.archive.connect
    archive = Archive.open(store.archive.layout.root)
    monkeypatch.setattr(archive._kept, "_make", lambda: made.append(1) or real())
    for _ in range(3):
        assert count(archive) == 1
    assert len(made) == 1
    store.put(make.hand("b"))
    assert count(archive) == 2
    assert len(made) == 2


def test_another_program_s_batches_are_seen(store, make):
    archive = Archive.open(store.archive.layout.root)
    assert count(archive) == 0
    store.put(make.hand("a"))
    assert count(archive) == 1


def test_a_batch_that_is_taken_away_is_gone(store, make):
    store.put(make.hand("a"))
    store.put(make.hand("b"))
    layout = store.archive.layout
    assert count(store.archive, "records") == 2
    shutil.move(layout.fact_path(layout.fact_names()[0]), layout.root / "taken")
    assert (count(store.archive, "records"), count(store.archive)) == (1, 1)


def test_a_file_cut_off_after_the_connection_was_made_costs_no_other_hand(store, make):
    store.put(make.hand("a"))
    store.put(make.hand("b"))
    layout = store.archive.layout
    assert count(store.archive) == 2
    folder = current_folders(layout)[layout.fact_names()[0]]
    path = layout.verdicts / folder.name / "hands.parquet"
    path.write_bytes(path.read_bytes()[:100])
    assert count(store.archive) == 1


def test_many_threads_may_ask_while_batches_come(store, make):
    wrong = []

    def ask():
        last = 0
        for _ in range(20):
            now = count(store.archive)
            if now < last:
                wrong.append((last, now))
            last = now

    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for number in range(8):
        store.put(make.hand(f"{number}"))
    for thread in threads:
        thread.join()
    assert wrong == []
    assert count(store.archive) == 8


def test_what_a_question_leaves_is_not_there_for_the_next(store, make):
    store.put(make.hand("a"))
    store.archive.ask(lambda con: con.execute("CREATE TEMP TABLE mine AS SELECT 1").fetchall())
    with pytest.raises(Exception, match="mine"):
        store.archive.select("SELECT * FROM mine")


@pytest.mark.parametrize("kind", ["facts", "hands", "events", "findings", "seats"])
def test_an_id_is_looked_for_in_few_row_groups(kind, store, make):
    store.put(make.hand("a"))
    layout = store.archive.layout
    (folder,) = current_folders(layout).values()
    home = layout.verdicts / folder.name
    path = layout.fact_path(folder.fact) if kind == "facts" else home / f"{kind}.parquet"
    column = pq.read_metadata(path).row_group(0).column(0)
    assert column.path_in_schema == "id"
    assert column.is_stats_set or pq.read_metadata(path).num_rows == 0


def test_row_groups_are_of_the_size_that_was_measured(tmp_path):
    schema = pa.schema([("id", pa.string()), ("seq", pa.int32()), ("type", pa.string()), ("card", pa.string())])
    rows = 2 * row_group_of("events")
    one = {"id": ["h"] * rows, "seq": [0] * rows, "type": ["note"] * rows, "card": [None] * rows}
    table = pa.table(one, schema=schema).append_column("live_card", pa.nulls(rows, pa.string()))
    write_parquet(table, tmp_path / "x", "events")
    about = pq.read_metadata(tmp_path / "x")
    assert [about.row_group(at).num_rows for at in range(about.num_row_groups)] == [row_group_of("events")] * 2
    assert "BYTE_STREAM_SPLIT" in about.row_group(0).column(1).encodings


def test_what_is_known_of_the_files_is_kept_for_every_question(store):
    cached = "SELECT current_setting('parquet_metadata_cache') AS cached"
    assert store.archive.select(cached).to_pylist() == [{"cached": True}]


def test_a_question_is_answered_without_pandas(store, make):
    store.put(make.hand("a"))
    root = str(store.archive.layout.root)
    code = "import sys; from erqishi_logs.archive import Archive; Archive.open(sys.argv[1]).select('FROM hands')"
    told = subprocess.run(
        [sys.executable, "-c", f"{code}; print('pandas' in sys.modules)", root],
        capture_output=True,
        text=True,
        check=True,
    )
    assert told.stdout.strip() == "False"
