"""The guides of docs/: every command that they show runs, and says what the guide says it says."""

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
GUIDES = {"zh-Hant": "guide.zh.md", "zh-Hans": "guide.zh-Hans.md"}
#: Verbs that open a page and stay.
STAYING = ("app", "demo")


class Shown(NamedTuple):
    """Commands of the guide, and the output shown below them ("" where none is)."""

    commands: list[list[str]]
    output: str


def _guide(lang: str) -> str:
    return (ROOT / "docs" / GUIDES[lang]).read_text(encoding="utf-8")


def _blocks(lang: str) -> list[str]:
    fenced = re.findall(r"^```(\w*)\n(.*?)^```$", _guide(lang), re.MULTILINE | re.DOTALL)
    return [block for language, block in fenced if not language]


def _club_rules(lang: str) -> str:
    (block,) = re.findall(r"^```toml\n(.*?)^```$", _guide(lang), re.MULTILINE | re.DOTALL)
    return str(block)


def _shown(lang: str) -> list[Shown]:
    found: list[Shown] = []
    blocks = _blocks(lang)
    for block, below in zip(blocks, [*blocks[1:], ""], strict=True):
        commands = [shlex.split(line)[1:] for line in block.splitlines() if line.startswith("erqishi ")]
        if commands:
            found.append(Shown(commands, "" if below.startswith("erqishi ") else below))
    return found


def _lines(text: str) -> list[str]:
    """What the guide promises of an output: its lines without what it leaves out."""
    cut = [line.split("…")[0].strip() for line in text.splitlines()]
    return [line for line in cut if line]


@pytest.fixture(params=GUIDES)
def lang(request: pytest.FixtureRequest) -> str:
    """The language of a guide."""
    return str(request.param)


@pytest.fixture
def table(tmp_path: Path) -> Path:
    """A folder as the guide's reader has it: `data/`, and a 譜 of his own."""
    shutil.copytree(ROOT / "data", tmp_path / "data")
    for name in ("茶館2024.pu", "茶馆2024.pu"):
        shutil.copy(ROOT / "data" / "19-hu-guo-zhang.pu", tmp_path / name)
    for lang, name in (("zh-Hant", "茶館.toml"), ("zh-Hans", "茶馆.toml")):
        (tmp_path / name).write_text(_club_rules(lang), encoding="utf-8")
    return tmp_path


def test_guide_shows_commands(lang: str) -> None:
    assert {command[0] for shown in _shown(lang) for command in shown.commands} >= {
        "audit", "rules", "score", "replay", "ingest", "query", "reaudit", "export", "app", "demo",
    }  # fmt: skip


def test_every_command_of_the_guide_runs(
    table: Path, lang: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(table)
    for shown in _shown(lang):
        said = ""
        for command in shown.commands:
            _put_club_rules(command, lang)
            if command[0] not in STAYING:
                assert main([*command, "--lang", lang]) in (0, 1), command
                said += capsys.readouterr().out
        missing = [line for line in _lines(shown.output) if line not in said]
        assert not missing, said


def _put_club_rules(command: list[str], lang: str) -> None:
    """What the guide has its reader do by hand before a command that names `chaguan`."""
    if "chaguan" in command:
        folder = Path(command[command.index("--archive") + 1]) / "rules"
        (folder / "chaguan.toml").write_text(_club_rules(lang), encoding="utf-8")


def test_the_slip_in_the_guide_is_a_record(lang: str) -> None:
    (slip,) = [block for block in _blocks(lang) if block.startswith(("譜 1", "谱 1"))]
    (record,) = loads_pu(slip)
    assert isinstance(record, Record)
    assert [event.type for event in record.events].count("deal") == 3


def test_every_story_is_listed(lang: str) -> None:
    listed = re.findall(r"^\| `(\d\d-[a-z-]+)` \|", _guide(lang), re.MULTILINE)
    assert listed == [path.stem for path in sorted((ROOT / "data").glob("*.pu"))]
