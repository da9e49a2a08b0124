"""A backup comes back byte for byte; what is no backup, or a hostile one, is refused and leaves nothing behind."""

from __future__ import annotations

import hashlib
import io
import json
import os
import random
import signal
import subprocess
import sys
import tarfile
import time
from pathlib import Path

import pytest
import zstandard

from erqishi_logs.archive import Archive, compact
from erqishi_logs.archive.layout import MARKER
from erqishi_logs.cli import main
from erqishi_logs.errors import ArchiveError
from erqishi_logs.pipeline import ingest
from erqishi_logs.upkeep import backup as backup_room, restore as restore_room
from erqishi_logs.upkeep.backup import back_up
from erqishi_logs.upkeep.restore import restore
from erqishi_logs.upkeep.undo import undo

ROOT = Path(__file__).resolve().parents[2]
KILLS = 3 * int(os.environ.get("ERQISHI_SOAK", "1"))


@pytest.fixture(scope="module")
def filled(tmp_path_factory, make):
    """Two batches and a club's rules file with a long name."""
    home = tmp_path_factory.mktemp("filled")
    archive = Archive.open(home / "庫", create=True)
    rules = home / "x.toml"
    rules.write_text(f'id = "{"樂" * 40}"\nname = "本會"\nbase = "leshan"', encoding="utf-8")
    archive.add_rules(rules)
    ingest([make.write_lines(home / "x.jsonl", range(8))], archive, batch_hands=4)
    back_up(archive.layout, home / "x.backup")
    return archive, home / "x.backup"


def content(root):
    kept = {path: path.read_bytes() for path in root.rglob("*") if path.is_file() and path.name != "lock"}
    return {path.relative_to(root).as_posix(): data for path, data in kept.items()}


def test_a_backup_comes_back_byte_for_byte(filled, tmp_path, make):
    archive, file = filled
    target = tmp_path / "又"
    target.mkdir()
    report = restore(file, target)
    assert content(target) == content(archive.layout.root)
    assert report.files == len(content(target))
    back = Archive.open(target)
    assert make.all_of(back) == make.all_of(archive)
    assert list(back.club_rules()) == ["樂" * 40]
    times = [path.stat().st_mtime_ns for path in sorted(archive.layout.facts.iterdir())]
    assert times == [path.stat().st_mtime_ns for path in sorted(back.layout.facts.iterdir())]
    assert [path.name for path in tmp_path.iterdir()] == ["又"]


def test_tar_itself_reads_it(filled):
    _, file = filled
    data = zstandard.ZstdDecompressor().stream_reader(io.BytesIO(file.read_bytes())).read()
    with tarfile.open(fileobj=io.BytesIO(data)) as tar:
        names = tar.getnames()
    assert names[0] == MARKER
    assert names[-1] == "manifest.json"


def test_what_was_replaced_is_not_in_it(archive, make, tmp_path):
    ingest([make.write_lines(tmp_path / "x.jsonl", range(4))], archive, batch_hands=2)
    ingest([make.write_lines(tmp_path / "y.jsonl", range(4, 8))], archive)
    compact(archive.layout, {})
    undo(archive)
    back_up(archive.layout, tmp_path / "x.backup")
    restore(tmp_path / "x.backup", tmp_path / "又")
    assert len(list((tmp_path / "又" / "facts").iterdir())) == 1
    assert make.all_of(Archive.open(tmp_path / "又")) == make.all_of(archive)


def test_it_is_the_archive_of_one_moment_whatever_comes_meanwhile(archive, make, tmp_path, monkeypatch):
    ingest([make.write_lines(tmp_path / "x.jsonl", range(4))], archive, batch_hands=2)
    before = make.all_of(archive)
    real = backup_room._add

    def busy(tar, name, path, size):
        if name.startswith("facts/"):
            ingest([make.write_lines(tmp_path / "y.jsonl", range(10, 14))], archive, batch_hands=2)
            for old in archive.layout.facts.iterdir():
                old.unlink()
        return real(tar, name, path, size)

    monkeypatch.setattr(backup_room, "_add", busy)
    back_up(archive.layout, tmp_path / "x.backup")
    restore(tmp_path / "x.backup", tmp_path / "又")
    assert make.all_of(Archive.open(tmp_path / "又")) == before
    assert list((archive.layout.root / "parts").iterdir()) == []


def refused(file, tmp_path, said):
    target = tmp_path / "target" / "又"
    with pytest.raises(ArchiveError, match=said) as caught:
        restore(file, target)
    assert "\n" not in str(caught.value)
    assert list(target.parent.iterdir()) == []


def test_nothing_is_replaced(filled, tmp_path):
    archive, file = filled
    with pytest.raises(ArchiveError, match="is there already"):
        back_up(archive.layout, file)
    with pytest.raises(ArchiveError, match="within the archive"):
        back_up(archive.layout, archive.layout.root / "tmp" / "x")
    (tmp_path / "x").touch()
    for root in (tmp_path, tmp_path / "x", archive.layout.root):
        with pytest.raises(ArchiveError, match="not empty"):
            restore(file, root)


@pytest.mark.parametrize("share", [0.0, 0.3, 0.9, 0.999])
def test_a_backup_cut_off_is_refused(filled, share, tmp_path):
    data = filled[1].read_bytes()
    (tmp_path / "x").write_bytes(data[: int(len(data) * share)])
    refused(tmp_path / "x", tmp_path, "cut off|no zstd")


def test_any_flipped_bit_is_found(filled, tmp_path):
    chance, data = random.Random(270), filled[1].read_bytes()
    for _ in range(25):
        at = chance.randrange(len(data))
        (tmp_path / "x").write_bytes(data[:at] + bytes([data[at] ^ 1 << chance.randrange(8)]) + data[at + 1 :])
        refused(tmp_path / "x", tmp_path, "expected a backup")


def member(name, data=b"", **about):
    header = tarfile.TarInfo(name)
    header.size = len(data)
    for key, value in about.items():
        setattr(header, key, value)
    return header, data


def packed(path, members, listed=None):
    """A backup of these members, with a list of them that is right."""
    files = {h.name: [len(d), hashlib.sha256(d).hexdigest(), 0] for h, d in members}
    text = json.dumps({"format": "erqishi-backup/1", "files": files if listed is None else listed}).encode()
    with zstandard.ZstdCompressor().stream_writer(path.open("wb")) as out, tarfile.open(fileobj=out, mode="w|") as tar:
        for header, data in [*members, member("manifest.json", text)]:
            tar.addfile(header, io.BytesIO(data))
    return path


MARK = member(MARKER, b'{"format": "erqishi-archive/1"}\n')
ZEROS = bytes(10**6)


@pytest.mark.parametrize(
    "bad",
    [
        member("/etc/x"),
        member("../x"),
        member("facts/../../x"),
        member("rules/.toml"),
        member("rules/../x.toml"),
        member("facts/x.parquet"),
        member("tmp/x"),
        member("lock"),
        member("facts", type=tarfile.DIRTYPE),
        member("people.json", type=tarfile.SYMTYPE, linkname="/etc/passwd"),
        member("people.json", type=tarfile.LNKTYPE, linkname="/etc/passwd"),
        member("people.json", type=tarfile.CHRTYPE),
        member("people.json", type=tarfile.FIFOTYPE),
        member("rules/" + "x" * 300 + ".toml"),
        member("rules/樂.toml", pax_headers={"path": "/etc/x"}),
    ],
    ids=lambda one: one[0].name[:30],
)
def test_what_is_no_part_of_an_archive_is_refused(bad, tmp_path):
    refused(packed(tmp_path / "x", [MARK, bad]), tmp_path, "no part of an archive")


@pytest.mark.parametrize(
    ("members", "listed", "said"),
    [
        ([MARK, MARK], None, "twice"),
        ([MARK], {}, "not as its list says"),
        ([MARK], {"../x": [1, "", 0]}, "not as its list says"),
        ([MARK], [], "list that cannot be read"),
        ([MARK], {MARKER: [len(MARK[1]), hashlib.sha256(MARK[1]).hexdigest(), 10**30]}, "list that cannot be read"),
        ([MARK, member(f"facts/{'0' * 64}.parquet", b"x")], None, "not as its list says"),
        ([member(MARKER, b'{"format": "other/1"}')], None, "format 'other/1'"),
        ([MARK, *(member(f"facts/{n:064x}.parquet", ZEROS) for n in range(70))], None, "more content than"),
    ],
)
def test_a_list_that_is_not_right_and_a_bomb_are_refused(members, listed, said, tmp_path):
    refused(packed(tmp_path / "x", members, listed), tmp_path, said)


@pytest.mark.parametrize("data", [b"", b"x", b"PAR1" * 99, zstandard.compress(b"x" * 2000)])
def test_what_is_no_backup_is_refused(data, tmp_path):
    (tmp_path / "x").write_bytes(data)
    refused(tmp_path / "x", tmp_path, "expected a backup")


def test_a_huge_size_in_a_header_takes_no_memory(tmp_path):
    header = tarfile.TarInfo("people.json")
    header.size = 2**60
    data = header.tobuf(tarfile.GNU_FORMAT)
    (tmp_path / "x").write_bytes(zstandard.compress(data))
    refused(tmp_path / "x", tmp_path, "more content than")


def test_damaged_facts_are_not_backed_up(archive, make, tmp_path):
    ingest([make.write_lines(tmp_path / "x.jsonl", range(4))], archive)
    (path,) = archive.layout.facts.iterdir()
    data = path.read_bytes()
    path.write_bytes(data[:100] + b"x" + data[101:])
    with pytest.raises(ArchiveError, match="damaged inside"):
        back_up(archive.layout, tmp_path / "x.backup")
    assert not (tmp_path / "x.backup").exists()


_CHILD = """
import sys, time
from pathlib import Path
from erqishi_logs.upkeep import restore as room
real = room._copy
def slowly(*arguments):
    print("copy", flush=True)
    time.sleep(0.02)
    return real(*arguments)
room._copy = slowly
room.restore(Path(sys.argv[1]), Path(sys.argv[2]))
print("done", flush=True)
"""


def test_a_killed_restore_leaves_no_archive_and_the_next_clears_up(filled, tmp_path):
    archive, file = filled
    chance, target = random.Random(8), tmp_path / "又"
    for _ in range(KILLS):
        command = [sys.executable, "-c", _CHILD, str(file), str(target)]
        child = subprocess.Popen(command, env={**os.environ, "PYTHONPATH": str(ROOT)}, stdout=subprocess.PIPE)
        for _ in range(chance.randint(1, 10)):
            child.stdout.readline()
        time.sleep(chance.random() / 50)
        child.send_signal(signal.SIGKILL)
        was_done = b"done" in child.communicate()[0]
        assert target.exists() <= was_done or content(target) == content(archive.layout.root)
        if not target.exists():
            with pytest.raises(ArchiveError, match="none here"):
                Archive.open(target)
    if not target.exists():
        restore(file, target)
    assert content(target) == content(archive.layout.root)
    assert [path.name for path in tmp_path.iterdir()] == ["又"]


def test_the_verbs(filled, tmp_path, capsys):
    archive, _ = filled
    out, root = str(tmp_path / "x.backup"), str(tmp_path / "又")
    assert main(["backup", "--archive", str(archive.layout.root), "--out", out, "--json"]) == 0
    written = json.loads(capsys.readouterr().out)
    assert written["bytes"] == Path(out).stat().st_size
    assert main(["restore", out, "--archive", root, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["files"] == written["files"]
    assert main(["restore", out, "--archive", root, "--lang", "zh-Hans"]) == 2
    assert capsys.readouterr().err.startswith("erqishi: ")
    assert main(["restore", "none", "--archive", str(tmp_path / "z")]) == 2
    assert main(["query", "select count(*) as n from hands", "--archive", root, "--format", "json"]) == 0
    assert restore_room.RestoreReport._fields[0] == "files"
