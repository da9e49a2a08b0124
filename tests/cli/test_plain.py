"""What strangers wrote goes to a terminal as plain text: no control characters, no lines of their own."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from erqishi_logs.cli import main
from erqishi_logs.cli.output import plain

ROOT = Path(__file__).resolve().parents[2]
EVIL = "甲\x1b[31m\x1b]0;x\x07\x9b2J\u202e\u2067\u200f\r\n乙"
STORY = json.loads((ROOT / "data" / "stories.jsonl").read_text(encoding="utf-8").splitlines()[0])


@given(st.text())
def test_plain_text_holds_no_control_and_stays_as_it_is(words: str) -> None:
    once = plain(words)
    assert not any(ord(sign) < 32 or 0x7F <= ord(sign) < 0xA0 or sign in "\u200e\u200f\u202e\u2066" for sign in once)
    assert plain(once) == once


@pytest.fixture
def evil_file(tmp_path: Path) -> Path:
    path = tmp_path / "x\x1b[2J.jsonl"
    story = {**STORY, "id": f"id{EVIL}", "players": [EVIL, *STORY["players"][1:]]}
    path.write_text(json.dumps(story) + "\n{\n", encoding="utf-8")
    return path


@pytest.mark.parametrize("words", [["audit"], ["audit", "--all"], ["replay"], ["replay", "--step", "3"]])
def test_names_ids_and_paths_are_plain(words: list[str], evil_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main([words[0], str(evil_file), *words[1:], "--lang", "en"])
    out, err = capsys.readouterr()
    assert plain((out + err).replace("\n", "")) == (out + err).replace("\n", "")


def test_an_archive_tells_them_plain(evil_file: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    archive = str(tmp_path / "A")
    main(["ingest", str(evil_file), "--archive", archive])
    for words in (["query", "select id, players from hands"], ["export", "--id", EVIL, "--html", "x"], ["reaudit"]):
        main([*words, "--archive", archive, "--lang", "en"])
    out, err = capfd.readouterr()
    assert plain((out + err).replace("\n", "")) == (out + err).replace("\n", "")


def test_on_a_terminal_only_our_own_colours_are_escapes(evil_file: Path) -> None:
    parent, child = pty.openpty()
    command = [sys.executable, "-m", "erqishi_logs", "replay", str(evil_file), "--step", "0"]
    environ = {**os.environ, "PYTHONPATH": str(ROOT), "LC_ALL": "en_GB.UTF-8"}
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=child, stderr=child, env=environ)
    os.close(child)
    shown = b""
    try:
        while piece := os.read(parent, 65536):
            shown += piece
    except OSError:  # the end of a terminal, on Linux
        pass
    assert process.wait() == 0
    text = shown.decode().replace("\r\n", "\n").replace("\x1b[31m", "").replace("\x1b[1m", "").replace("\x1b[0m", "")
    assert "\x1b[1m甲\\x1b[31m\\x1b]0;x\\x07\\x9b2J\\u202e\\u2067\\u200f\\r\\n乙\x1b[0m".encode() in shown
    assert "\x1b" not in text
