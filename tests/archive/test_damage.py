"""A damaged file is told in one line, costs no other hand, and nothing is deleted (DESIGN, The archive)."""

from __future__ import annotations

import io

import pytest

from erqishi_logs.archive import Archive, DamagedFactsError, KnownIndex, read_facts, read_verdicts
from erqishi_logs.archive.damage import verdict_paths
from erqishi_logs.archive.publish import current_folders
from erqishi_logs.archive.query import ScanError, stream
from erqishi_logs.archive.render import write_rows
from erqishi_logs.cli import main
from erqishi_logs.pipeline import reaudit
from erqishi_logs.texts import LANGUAGES


def spoil_footer(raw):
    start = len(raw) - 8 - int.from_bytes(raw[-8:-4], "little")
    return raw[:start] + b"\xa5" * 30 + raw[start + 30 :]


#: name: what becomes of the bytes of a file.
HARMS = {
    "truncated": lambda raw: raw[: len(raw) // 2],
    "without_its_end": lambda raw: raw[:-1],
    "zero_bytes": lambda _raw: b"",
    "garbage": lambda raw: b"\xa5" * len(raw),
    "one_byte": lambda _raw: b"P",
    "pages_overwritten": lambda raw: raw[:4] + b"\xa5" * (len(raw) // 3) + raw[4 + len(raw) // 3 :],
    "footer_overwritten": lambda raw: raw[:-60] + b"\xa5" * 52 + raw[-8:],
    "footer_s_beginning_overwritten": spoil_footer,
}


@pytest.fixture
def two(store, make):
    """Two batches: hand a, hand b; the names of their fact files."""
    store.put(make.hand("a"))
    store.put(make.hand("b"))
    rows = store.archive.select("SELECT id, batch FROM records").to_pylist()
    return store.archive, {row["id"]: row["batch"] for row in rows}


def damage(path, harm):
    path.write_bytes(HARMS[harm](path.read_bytes()))
    return path


@pytest.mark.parametrize("harm", HARMS)
def test_a_damaged_fact_file_is_told_and_the_others_are_read(two, harm):
    archive, batches = two
    layout = archive.layout
    path = damage(layout.fact_path(batches["a"]), harm)
    before = path.read_bytes()
    again = Archive.open(layout.root)
    assert again.select("SELECT id FROM records").to_pylist() == [{"id": "b"}]
    assert {row["id"] for row in again.select("SELECT id FROM hands JOIN events USING (id)").to_pylist()} == {"b"}
    (found,) = again.damaged()
    assert (found.path, found.kind) == (path, "facts")
    for lang in LANGUAGES:
        line = found.message(layout).told(lang)
        assert f"facts/{path.name}" in line
        assert "\n" not in line
    with pytest.raises(DamagedFactsError, match=path.name):
        read_facts(layout, batches["a"])
    with pytest.raises(DamagedFactsError, match=path.name):
        KnownIndex(layout).refresh()
    assert reaudit(again).hands == 1
    assert path.read_bytes() == before
    assert len(current_folders(layout)) == 2


@pytest.mark.parametrize("view", [0, 1, 2])
@pytest.mark.parametrize("harm", HARMS)
def test_a_damaged_verdict_file_is_told_and_built_again(two, harm, view):
    archive, batches = two
    layout = archive.layout
    damage(verdict_paths(layout, current_folders(layout)[batches["a"]])[view], harm)
    assert read_verdicts(layout, batches["a"]) is None
    (found,) = archive.damaged()
    assert found.kind == "verdicts"
    assert "erqishi reaudit" in found.message(layout)
    assert archive.select("SELECT id FROM hands").to_pylist() == [{"id": "b"}]
    assert archive.ids() == ["a", "b"]
    assert archive.unjudged() == [batches["a"]]
    assert not archive.is_current(batches["a"])
    reaudit(archive)
    assert archive.damaged() == []
    assert archive.select("SELECT id FROM hands ORDER BY id").to_pylist() == [{"id": "a"}, {"id": "b"}]


def test_a_missing_verdict_file_is_built_again(two):
    archive, batches = two
    verdict_paths(archive.layout, current_folders(archive.layout)[batches["a"]])[1].unlink()
    assert [found.kind for found in archive.damaged()] == ["verdicts"]
    reaudit(archive)
    assert archive.damaged() == []


@pytest.mark.parametrize("fmt", ["csv", "json", "parquet"])
def test_a_stream_begins_again_without_the_damaged_file(two, fmt):
    archive, batches = two
    damage(archive.layout.fact_path(batches["a"]), "pages_overwritten")
    out = io.BytesIO()
    archive.ask(lambda con: write_rows(stream(con, "SELECT * FROM records ORDER BY id"), fmt, out))
    assert archive.select("SELECT id FROM records").num_rows == 1


def test_a_stream_that_has_begun_is_not_begun_again(store, make):
    store.put(make.hand("a"))
    asked = []

    def work(con):
        asked.append(con)
        error = ScanError("SQL: x")
        error.begun = True
        raise error

    with pytest.raises(ScanError):
        store.archive.ask(work)
    assert len(asked) == 1


COMMANDS = {
    "query": (["query", "SELECT id FROM hands JOIN records USING (id)", "--format", "csv"], 2, "id\nb\n"),
    "query_table": (["query", "SELECT id FROM records"], 2, "b\n"),
    "reaudit": (["reaudit"], 2, "1 hands"),
}


@pytest.mark.parametrize("harm", ["truncated", "zero_bytes", "garbage", "footer_overwritten"])
@pytest.mark.parametrize(("words", "code", "out"), COMMANDS.values(), ids=COMMANDS)
def test_cli_every_command_tells_it_in_one_line(two, harm, words, code, out, capsys):
    archive, batches = two
    damage(archive.layout.fact_path(batches["a"]), harm)
    assert main([*words, "--archive", str(archive.layout.root), "--lang", "en"]) == code
    told = capsys.readouterr()
    assert out in told.out
    assert told.err.count("\n") == 1
    assert batches["a"] in told.err


@pytest.mark.parametrize("harm", ["truncated", "zero_bytes", "garbage", "pages_overwritten"])
def test_cli_ingest_stores_nothing_while_a_fact_file_is_damaged(two, harm, capsys, tmp_path):
    archive, batches = two
    damage(archive.layout.fact_path(batches["a"]), harm)
    (tmp_path / "x.pu").write_text("規則 duikou\n家 甲 乙\n莊 甲\n打 甲 八", encoding="utf-8")
    assert main(["ingest", str(tmp_path / "x.pu"), "--archive", str(archive.layout.root), "--lang", "en"]) == 2
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    assert batches["a"] in told
    assert len(archive.layout.fact_names()) == 2


def test_cli_ingest_builds_damaged_verdicts_again(two, capsys, tmp_path):
    archive, batches = two
    layout = archive.layout
    damage(verdict_paths(layout, current_folders(layout)[batches["a"]])[0], "truncated")
    (tmp_path / "x.pu").write_text("規則 duikou\n家 甲 乙\n莊 甲\n打 甲 八", encoding="utf-8")
    assert main(["ingest", str(tmp_path / "x.pu"), "--archive", str(layout.root), "--lang", "en"]) == 0
    assert "hands.parquet" in capsys.readouterr().err
    assert archive.damaged() == []
    assert archive.select("SELECT count(*) n FROM hands").to_pylist() == [{"n": 3}]
