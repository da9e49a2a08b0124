"""Ingest: every form, every hand once, what is no record kept with its reason (DESIGN, FORMAT, CLI)."""

from __future__ import annotations

import errno
import fcntl
import gc
import gzip
import os
import tracemalloc
from pathlib import Path

import pytest
import zstandard

from erqishi_logs.archive import Archive
from erqishi_logs.errors import ArchiveError, RecordError, RuleError
from erqishi_logs.pipeline import Pace, find_sources, ingest, intake, iter_audit, sources

BAD = "{not a record"


def counts(report):
    return {"read": report.read, "stored": report.stored, "duplicate": report.duplicate, "lost": report.quarantined}


def test_design_the_same_input_twice_is_all_duplicates(archive, make, tmp_path):
    source = make.write_lines(tmp_path / "x.jsonl", 50)
    with source.open("a", encoding="utf-8") as file:
        file.write(BAD + "\n" + BAD + "\n")
    first, second = ingest([source], archive, batch_hands=7), ingest([source], archive, batch_hands=11)
    assert counts(first) == {"read": 52, "stored": 50, "duplicate": 0, "lost": 2}
    assert counts(second) == {"read": 52, "stored": 0, "duplicate": 52, "lost": 0}
    assert (first.files, second.findings) == (1, 0)


def test_cli_every_piece_is_stored_a_duplicate_or_quarantined(archive, make, tmp_path):
    text = [make.line("a"), make.line("a"), make.line("a", quan=3), BAD, make.line(), make.line(), make.line("b")]
    (tmp_path / "x.jsonl").write_text("\n".join(text), encoding="utf-8")
    assert counts(ingest([tmp_path / "x.jsonl"], archive)) == {"read": 7, "stored": 3, "duplicate": 2, "lost": 2}


def test_format_quarantine_keeps_bytes_line_and_reason(archive, rows, make, tmp_path):
    (tmp_path / "x.jsonl").write_bytes(make.line("a").encode() + b"\n\xff\xfe{\n" + make.line("b").encode())
    ingest([tmp_path / "x.jsonl"], archive)
    ((line, raw, reason),) = rows("SELECT line, raw, reason FROM quarantine")
    assert (line, raw) == (2, b"\xff\xfe{")
    assert "expected" in reason


def test_findings_are_those_beyond_doubt(archive, rows, make, tmp_path):
    report = ingest([make.write_lines(tmp_path / "x.jsonl", 3)], archive)
    assert rows("SELECT count(*) FROM findings WHERE verdict = 'violated'") == [(report.findings,)]
    assert report.findings > 0


def test_format_pu_is_read_and_its_win_counted(archive, rows, make, tmp_path):
    (tmp_path / "x.pu").write_text(make.PU, encoding="utf-8")
    assert counts(ingest([tmp_path / "x.pu"], archive))["stored"] == 1
    sql = """
        SELECT winner, outcome, win_card, from_seat, taipao, hushu, total, declared_hushu, declared_total, pay_recorded
        FROM hands"""
    assert rows(sql) == [(1, "hu", "一", 0, False, 16, 20, 16, 20.0, [-20.0, 40.0, -20.0])]
    assert rows("SELECT form, decode(raw) FROM records")[0][0] == "pu"


def test_events_tell_the_wall_and_the_live_card(archive, rows, make, tmp_path):
    ingest([make.write_lines(tmp_path / "x.jsonl", 1)], archive)
    assert rows("SELECT type, wall_left, live_card FROM events ORDER BY seq")[-2:] == [
        ("discard", 18, "六"),
        ("flip", 17, "七"),
    ]


def write_forms(folder, make):
    """The same hand a, b, c, … in every form a folder may hold."""
    (folder / "deep" / "er").mkdir(parents=True)
    (folder / "a.jsonl").write_text(make.line("a"), encoding="utf-8")
    (folder / "deep" / "b.jsonl.gz").write_bytes(gzip.compress(make.line("b").encode()))
    (folder / "deep" / "er" / "c.jsonl.zst").write_bytes(zstandard.compress(make.line("c").encode()))
    (folder / "d.pu").write_text(make.PU, encoding="gb18030")
    (folder / "e.txt").write_text(make.PU.replace("局 7", "局 8"), encoding="utf-8")
    (folder / "f.log").write_text(make.line("f"), encoding="utf-8-sig")
    (folder / "README.md").write_text("# notes", encoding="utf-8")
    (folder / "photo.jpg").write_bytes(b"\xff\xd8\xff\xe0" + bytes(range(256)))


def test_cli_folders_are_gone_through_and_forms_sniffed(archive, rows, make, tmp_path):
    write_forms(tmp_path / "in", make)
    report = ingest([tmp_path / "in", tmp_path / "in" / "a.jsonl"], archive)
    assert counts(report) == {"read": 6, "stored": 6, "duplicate": 0, "lost": 0}
    assert (report.files, report.passed_over, report.unread) == (6, 2, ())
    assert rows("SELECT hand FROM hands WHERE hand IS NOT NULL ORDER BY hand") == [(7,), (8,)]


@pytest.mark.parametrize("content", [b"# notes", b"\x00\x01\x02", b""])
def test_a_named_file_of_no_known_form_stops_before_anything_is_stored(content, archive, make, tmp_path):
    (tmp_path / "x.dat").write_bytes(content)
    good = make.write_lines(tmp_path / "x.jsonl", 1)
    with pytest.raises(RecordError, match=r"x\.dat: found a file of no known form; expected record lines"):
        ingest([good, tmp_path / "x.dat"], archive)
    assert archive.ids() == []


@pytest.mark.parametrize("name", ["none.jsonl", "none\0.jsonl"])
def test_a_path_that_is_not_there(name, archive, tmp_path):
    with pytest.raises(RecordError, match=r"none.?\.jsonl"):
        ingest([tmp_path / name], archive)


@pytest.mark.parametrize("source", [None, "jsonl"])
def test_what_a_folder_holds_that_cannot_be_read_is_told(source, archive, make, tmp_path):
    """A link to itself is refused by the system whoever asks."""
    folder = tmp_path / "in"
    folder.mkdir()
    make.write_lines(folder / "x.jsonl", 2)
    (folder / "y.jsonl").symlink_to(folder / "y.jsonl")
    (folder / "z.jsonl").symlink_to(folder / "nowhere")
    report = ingest([folder], archive, source=source)
    assert (report.stored, report.files) == (2, 1)
    assert [Path(error.file).name for error in report.unread] == ["y.jsonl", "z.jsonl"]
    with pytest.raises(RecordError, match=r"y\.jsonl"):
        ingest([folder / "y.jsonl"], archive)
    unread = [one.file for one in iter_audit([folder]) if one.reason]
    assert [Path(file).name for file in unread] == ["y.jsonl", "z.jsonl"]


def test_a_folder_in_a_folder_that_cannot_be_read_is_told(archive, make, monkeypatch, tmp_path):
    (tmp_path / "in" / "shut").mkdir(parents=True)
    make.write_lines(tmp_path / "in" / "x.jsonl", 1)
    scandir = os.scandir

    def refuse(path):
        if os.fspath(path).endswith("shut"):
            raise PermissionError(errno.EACCES, "Permission denied", os.fspath(path))
        return scandir(path)

    monkeypatch.setattr(os, "scandir", refuse)
    report = ingest([tmp_path / "in"], archive)
    assert report.stored == 1
    assert [Path(error.file).name for error in report.unread] == ["shut"]


def test_parts_of_a_foreign_log_reach_one_reader(monkeypatch, tmp_path):
    class Foreign:
        SOURCE = "foreign-log"

        @staticmethod
        def sniff(head, _):
            return head.startswith(b"foreign")

        @staticmethod
        def load(paths):
            read.append({path.name for path in paths})
            return iter(())

    read: list[set[str]] = []
    monkeypatch.setitem(sources.IMPORTERS, "foreign-log", Foreign)
    monkeypatch.setattr(sources, "find_importer", lambda head, name: Foreign if Foreign.sniff(head, name) else None)
    for place in ("x/a.log", "x/a.log.1", "x/a.log.2", "y/a.log"):
        (tmp_path / place).parent.mkdir(exist_ok=True)
        (tmp_path / place).write_text("foreign")
    found = find_sources([tmp_path / "x" / "a.log.1", tmp_path])
    assert found.n_files == 4
    for log in found.logs:
        list(log.hands())
    assert read == [{"a.log", "a.log.1", "a.log.2"}, {"a.log"}]


def test_source_names_a_form_or_where_the_hands_came_from(archive, rows, make, tmp_path):
    plain = tmp_path / "x.dat"
    plain.write_text(make.line("a"), encoding="utf-8")
    ingest([plain], archive, source="jsonl")
    plain.write_text(make.line("b") + "\n" + make.line("c", source="網"), encoding="utf-8")
    ingest([plain], archive, source="茶樓")
    assert rows("SELECT h.id, h.source, r.source AS named FROM hands h JOIN records r USING (id) ORDER BY id") == [
        ("a", None, None),
        ("b", "茶樓", "茶樓"),
        ("c", "網", "茶樓"),
    ]


CLUB = 'id = "ours"\nbase = "quan"\n[options]\ncap = 200\n'


def test_format_a_club_s_rules_are_known_by_id(archive, rows, make, tmp_path):
    source = make.write_lines(tmp_path / "x.jsonl", 2, rules="ours")
    assert counts(ingest([source], archive))["lost"] == 2
    assert "ours" in rows("SELECT reason FROM quarantine")[0][0]
    (tmp_path / "club.toml").write_text(CLUB)
    archive.add_rules(tmp_path / "club.toml")
    assert counts(ingest([source], archive))["stored"] == 2
    assert rows("SELECT DISTINCT rules, judged_rules, stale FROM hands") == [("ours", "ours", False)]


def test_a_club_s_rules_are_replaced_knowingly_and_their_hands_are_stale(archive, rows, make, tmp_path):
    path = tmp_path / "club.toml"
    path.write_text(CLUB)
    archive.add_rules(path)
    archive.add_rules(path)
    ingest([make.write_lines(tmp_path / "x.jsonl", 1, rules="ours", house=["cap=300"])], archive)
    path.write_text(CLUB.replace("200", "100"))
    with pytest.raises(ArchiveError, match="another 'ours'"):
        archive.add_rules(path)
    assert rows("SELECT stale FROM hands") == [(False,)]
    archive.add_rules(path, replace=True)
    assert rows("SELECT stale FROM hands") == [(True,)]


@pytest.mark.parametrize("name", ["leshan", "../x", "a b", ""])
def test_a_club_s_rules_need_an_id_of_their_own(name, archive, tmp_path):
    (tmp_path / "club.toml").write_text(CLUB.replace("ours", name))
    with pytest.raises((ArchiveError, RuleError), match="id"):
        archive.add_rules(tmp_path / "club.toml")


def test_cli_rules_put_in_place_of_the_record_s_own(archive, rows, make, tmp_path):
    """The facts stay as they are; house differences are left aside."""
    source = make.write_lines(tmp_path / "x.jsonl", 1, house=["cap=40"])
    ingest([source], archive, rules="quan")
    assert rows("SELECT rules, judged_rules, judged_as, decode(raw) FROM hands JOIN records USING (id)") == [
        ("leshan", "quan", "quan", source.read_text(encoding="utf-8").rstrip("\n"))
    ]


def test_cli_rules_from_a_path_are_kept_in_the_archive(archive, rows, make, tmp_path):
    (tmp_path / "club.toml").write_text(CLUB)
    ingest([make.write_lines(tmp_path / "x.jsonl", 1)], archive, rules=str(tmp_path / "club.toml"))
    assert rows("SELECT judged_rules FROM hands") == [("ours",)]
    assert set(archive.club_rules()) == {"ours"}


def test_unknown_rules_stop_before_anything_is_read(archive, make, tmp_path):
    with pytest.raises(RuleError, match="did you mean 'leshan'"):
        ingest([make.write_lines(tmp_path / "x.jsonl", 1)], archive, rules="leshann")
    assert archive.ids() == []


@pytest.mark.parametrize("house", [["cap"], ["capp=1"], ["cap=x"]])
def test_a_record_with_a_wrong_house_rule_is_quarantined(house, archive, make, tmp_path):
    assert counts(ingest([make.write_lines(tmp_path / "x.jsonl", 1, house=house)], archive))["lost"] == 1


def test_a_record_never_names_a_file_of_this_machine(archive, make, tmp_path):
    (tmp_path / "club.toml").write_text(CLUB)
    source = make.write_lines(tmp_path / "x.jsonl", 1, rules=str(tmp_path / "club.toml"))
    assert counts(ingest([source], archive))["lost"] == 1


def test_progress_is_told_after_each_batch_and_ends_full(archive, make, tmp_path):
    told = []
    ingest([make.write_lines(tmp_path / "x.jsonl", 10)], archive, progress=told.append, batch_hands=4)
    assert [done.report.stored for done in told] == [4, 8, 10]
    assert told[0].bytes_done < told[-1].bytes_done == told[-1].bytes_total


def test_design_memory_does_not_grow_with_the_input(archive, make, tmp_path):
    """What is still held after each batch: a single hand as Python objects is some 5 KB."""
    held = []

    def weigh(done):
        gc.collect()
        held.append(tracemalloc.get_traced_memory()[0])

    source = make.write_lines(tmp_path / "x.jsonl", 120)
    ingest([source], archive, batch_hands=12)
    tracemalloc.start()
    ingest([source], Archive.open(tmp_path / "庫2", create=True), batch_hands=12, progress=weigh)
    tracemalloc.stop()
    assert len(held) == 11
    assert held[-1] - held[2] < 16 * 1024


def test_no_undo_takes_a_file_away_that_is_looked_at(archive, make, tmp_path, monkeypatch):
    free: list[bool] = []
    plain = intake.sift

    def told(*given):
        with archive.layout.lock.open("ab") as handle:
            try:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
                free.append(True)
            except BlockingIOError:
                free.append(False)
        return plain(*given)

    monkeypatch.setattr(intake, "sift", told)
    ingest([make.write_lines(tmp_path / "x.jsonl", 2)], archive)
    assert free == [False]


@pytest.mark.skipif(os.name != "posix", reason="names are text on this system")
@pytest.mark.parametrize("least_bytes", [10**9, 0], ids=["plain", "bulk"])
def test_a_file_whose_name_is_no_utf_8_is_read_like_any(least_bytes, archive, rows, make, tmp_path):
    home = tmp_path / "x"
    home.mkdir()
    path = home / os.fsdecode("樂山".encode("big5") + b".jsonl")
    path.write_text(make.line("a") + "\n" + BAD + "\n", encoding="utf-8")
    pace = Pace(n_workers=0, least_bytes=least_bytes, least_bytes_cold=0)
    report = ingest([home], archive, "茶" + os.fsdecode(b"\xbe"), pace=pace)
    assert counts(report) == {"read": 2, "stored": 1, "duplicate": 0, "lost": 1}
    assert counts(ingest([path], archive, pace=Pace(least_bytes=10**9)))["duplicate"] == 2
    ((file, source),) = rows("SELECT file, source FROM records WHERE id = 'a'")
    assert file.endswith("/x/\\udcbc\u05a4s.jsonl")
    assert source == r"茶\udcbe"
