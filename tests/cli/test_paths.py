"""Paths that are no plain file name: a file called -, links that lead round in a ring."""

from __future__ import annotations

import io
import shutil
import sys
from pathlib import Path

import pytest

from erqishi_logs.cli import main

CLEAN = Path(__file__).resolve().parents[2] / "data" / "01-qing-bai.pu"
Captured = pytest.CaptureFixture[str]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"")))
    return tmp_path


@pytest.mark.parametrize("words", [["audit", "."], ["audit", "./-"], ["replay", "./-"], ["convert", "./-", "x.jsonl"]])
def test_a_file_named_dash_is_not_standard_input(words: list[str], folder: Path) -> None:
    shutil.copy(CLEAN, folder / "-")
    assert main(words) == 0


@pytest.mark.parametrize("words", [["audit"], ["replay"], ["ingest", "--archive", "A"], ["score", "--batch"]])
def test_links_in_a_ring_are_one_line(words: list[str], folder: Path, capsys: Captured) -> None:
    (folder / "a").symlink_to("b")
    (folder / "b").symlink_to("a")
    assert main([*words, "a", "--lang", "en"]) == 2
    out, err = capsys.readouterr()
    assert "a: " in out + err
    assert "Too many levels of symbolic links" in out + err
    assert err.count("\n") == 1
