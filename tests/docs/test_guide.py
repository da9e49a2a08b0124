"""docs/guide.zh.md: every command that it shows runs, and says what the guide says it says."""

from __future__ import annotations

import re
import shlex
import shutil
from pathlib import Path
from typing import NamedTuple

import pytest

from erqishi_logs.cli import main
from erqishi_logs.record import Record, loads_pu

ROOT = Path(__file__).resolve().parents[2]
GUIDE = (ROOT / "docs" / "guide.zh.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```\n(.*?)^```$", GUIDE, re.MULTILINE | re.DOTALL)
#: Verbs that open a page and stay.
STAYING = ("app", "demo")


class Shown(NamedTuple):
    """Commands of the guide, and the output shown below them ("" where none is)."""

    commands: list[list[str]]
    output: str


def _shown() -> list[Shown]:
    found: list[Shown] = []
    for block, below in zip(BLOCKS, [*BLOCKS[1:], ""], strict=True):
        commands = [shlex.split(line)[1:] for line in block.splitlines() if line.startswith("erqishi ")]
        if commands:
            found.append(Shown(commands, "" if below.startswith("erqishi ") or "譜 1" in below else below))
    return found


def _lines(text: str) -> list[str]:
    """What the guide promises of an output: its lines without what it leaves out."""
    cut = [line.split("…")[0].strip() for line in text.splitlines()]
    return [line for line in cut if line]


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder as the guide's reader has it: `data/`, and a 譜 of his own."""
    folder = tmp_path_factory.mktemp("guide")
    shutil.copytree(ROOT / "data", folder / "data")
    shutil.copy(ROOT / "data" / "19-hu-guo-zhang.pu", folder / "茶館2024.pu")
    return folder


def test_guide_shows_commands() -> None:
    assert {command[0] for shown in _shown() for command in shown.commands} >= {
        "audit", "rules", "score", "replay", "ingest", "query", "reaudit", "export", "app", "demo",
    }  # fmt: skip


def test_every_command_of_the_guide_runs(
    table: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(table)
    for shown in _shown():
        said = ""
        for command in shown.commands:
            if command[0] not in STAYING:
                assert main([*command, "--lang", "zh-Hant"]) in (0, 1), command
                said += capsys.readouterr().out
        missing = [line for line in _lines(shown.output) if line not in said]
        assert not missing, said


def test_the_slip_in_the_guide_is_a_record() -> None:
    (slip,) = [block for block in BLOCKS if block.startswith("譜 1")]
    (record,) = loads_pu(slip)
    assert isinstance(record, Record)
    assert [event.type for event in record.events].count("deal") == 3


def test_every_story_is_listed() -> None:
    listed = re.findall(r"^\| `(\d\d-[a-z-]+)` \|", GUIDE, re.MULTILINE)
    assert listed == [path.stem for path in sorted((ROOT / "data").glob("*.pu"))]
