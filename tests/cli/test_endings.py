"""How a run ends: files written whole or not at all, Ctrl-C, closed streams."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from erqishi_logs.cli import main

ROOT = Path(__file__).resolve().parents[2]
CLEAN = str(ROOT / "data" / "01-qing-bai.pu")


def start(*words: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "erqishi_logs", *words]
    environ = {**os.environ, "PYTHONPATH": str(ROOT), "LC_ALL": "en_GB.UTF-8"}
    pipe = subprocess.PIPE
    # A shell that starts a job in the background makes it deaf to Ctrl-C, which must not decide a test.
    return subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=pipe,
        stderr=pipe,
        env=environ,
        preexec_fn=_hear,  # noqa: PLW1509
    )


def _hear() -> None:
    signal.signal(signal.SIGINT, signal.default_int_handler)


WRITERS = {
    "convert": ["convert", CLEAN, "{out}", "--to", "jsonl"],
    "simulate": ["simulate", "--rules", "leshan", "--hands", "1", "--out", "{out}"],
    "query": ["query", "select 1", "--archive", "{archive}", "--out", "{out}"],
    "export": ["export", "--archive", "{archive}", "--id", "qing-bai", "--html", "{out}"],
}


def words_of(verb: str, archive: str, out: Path) -> list[str]:
    return [word.format(archive=archive, out=out) for word in WRITERS[verb]]


@pytest.mark.parametrize("verb", WRITERS)
def test_what_is_no_regular_file_is_not_replaced(
    verb: str, archive: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    fifo = tmp_path / "pipe.jsonl"
    os.mkfifo(fifo)
    assert main([*words_of(verb, archive, fifo), "--lang", "en"]) == 2
    assert capsys.readouterr().err == f"erqishi: {fifo}: no regular file, so it is not written over\n"
    assert fifo.is_fifo()
    assert list(tmp_path.iterdir()) == [fifo]


@pytest.mark.parametrize("verb", WRITERS)
def test_a_link_is_written_through(verb: str, archive: str, tmp_path: Path) -> None:
    target, link = tmp_path / "target.jsonl", tmp_path / "link.jsonl"
    target.write_text("before")
    target.chmod(0o640)
    link.symlink_to(target)
    assert main(words_of(verb, archive, link)) == 0
    assert link.is_symlink()
    assert target.read_bytes() != b"before"
    assert target.stat().st_mode & 0o777 == 0o640


def test_a_failing_query_and_export_leave_the_file_as_it_was(archive: str, tmp_path: Path) -> None:
    out = tmp_path / "x"
    out.write_text("before")
    assert main(["query", "select 1/", "--archive", archive, "--out", str(out)]) == 2
    assert main(["export", "--archive", archive, "--id", "none", "--html", str(out)]) == 2
    assert out.read_text() == "before"
    assert list(tmp_path.iterdir()) == [out]


SLOW = "select sum(a.range*b.range) from range(100000000) a, range(1000000) b"


def test_a_running_query_ends_with_ctrl_c(archive: str) -> None:
    process = start("query", SLOW, "--archive", archive)
    time.sleep(3)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=10)
    assert (process.returncode, out, err.strip()) == (130, b"", b"erqishi: interrupted")


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)])
def test_a_run_that_is_ended_leaves_no_half_written_file(number: signal.Signals, code: int, tmp_path: Path) -> None:
    out = tmp_path / "x.jsonl"
    process = start("simulate", "--rules", "leshan", "--hands", "100000", "--out", str(out))
    until = time.monotonic() + 20
    while not list(tmp_path.iterdir()) and time.monotonic() < until:
        time.sleep(0.1)
    process.send_signal(number)
    _, err = process.communicate(timeout=10)
    assert (process.returncode, err.strip(), list(tmp_path.iterdir())) == (code, b"", [])


def test_ctrl_c_in_a_verb_is_no_internal_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("erqishi_logs.cli.rules.find_rules", interrupted)
    assert main(["rules", "leshan"]) == 130


def shell(line: str) -> subprocess.CompletedProcess[bytes]:
    """A line of bash, `erqishi` in it; its exit code is the first command's."""
    command = f'erqishi() {{ "{sys.executable}" -m erqishi_logs "$@"; }}; {line}'
    environ = {**os.environ, "PYTHONPATH": str(ROOT), "LC_ALL": "C"}
    return subprocess.run(["bash", "-c", command], capture_output=True, env=environ, check=False)


@pytest.mark.parametrize(
    ("line", "code", "err"),
    [
        ("erqishi rules | :; exit ${PIPESTATUS[0]}", 141, b""),
        ("erqishi --help | :; exit ${PIPESTATUS[0]}", 141, b""),
        (f"erqishi audit {CLEAN} --json | :; exit ${{PIPESTATUS[0]}}", 0, b""),
        ("erqishi rules >&-", 2, b"erqishi: Bad file descriptor\n"),
        ("erqishi rules > /dev/full", 2, b"erqishi: No space left on device\n"),
        ("erqishi audit - <&-", 2, b"erqishi: nothing could be read: no hands in it\n"),
        ("erqishi audti 2>&-", 2, b""),
        ("erqishi audti 2> /dev/full", 2, b""),
    ],
)
def test_closed_streams_end_without_a_traceback(line: str, code: int, err: bytes) -> None:
    done = shell(line)
    assert (done.returncode, done.stderr) == (code, err)


@pytest.mark.parametrize("named", ["jiangjiang", "{folder}/club.toml"])
def test_export_judges_as_the_archive_and_opens_no_path_of_a_record(
    named: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    club = tmp_path / "club.toml"
    club.write_text('id = "club"\nbase = "leshan"\n', encoding="utf-8")
    story = json.loads((ROOT / "data" / "stories.jsonl").read_text(encoding="utf-8").splitlines()[0])
    hand, page, archive = tmp_path / "x.jsonl", str(tmp_path / "x.html"), str(tmp_path / "A")
    hand.write_text(json.dumps({**story, "id": "x", "rules": named.format(folder=tmp_path)}), encoding="utf-8")
    assert main(["ingest", str(hand), "--archive", archive, "--rules", "quan"]) == 0
    assert main(["export", "--archive", archive, "--id", "x", "--html", page]) == 0
    capsys.readouterr()
    assert main(["replay", str(hand), "--step", "0", "--lang", "en"]) == 2
    assert capsys.readouterr().err.startswith("erqishi: unknown rule set")
