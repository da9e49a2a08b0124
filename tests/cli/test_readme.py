"""The READMEs show what the commands really print."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from erqishi_logs.cli import main

ROOT = Path(__file__).resolve().parents[2]
BLOCK = re.compile(r"^```\n(\$ erqishi .*?)^```$", re.MULTILINE | re.DOTALL)
CASES = [
    (page, command.splitlines()[0], "\n".join(command.splitlines()[1:]))
    for page in ("README.md", "README.zh.md")
    for block in BLOCK.findall((ROOT / page).read_text(encoding="utf-8"))
    for command in block.strip().removeprefix("$ ").split("\n$ ")
]


@pytest.mark.parametrize(("page", "command", "output"), CASES, ids=[f"{page}: {command}" for page, command, _ in CASES])
def test_the_readme_shows_real_output(
    page: str, command: str, output: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    assert main(shlex.split(command)[1:]) in (0, 1)
    assert capsys.readouterr().out.rstrip() == output.rstrip(), page


def test_both_readmes_show_examples() -> None:
    assert {page for page, _, _ in CASES} == {"README.md", "README.zh.md"}


@pytest.mark.parametrize("page", ["README.md", "README.zh.md"])
def test_links_lead_somewhere(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    missing = [link for link in re.findall(r"\]\(([^)#:]+)\)", text) if not (ROOT / link).exists()]
    assert not missing


def test_the_hand_in_the_readmes_is_the_sample() -> None:
    sample = (ROOT / "data" / "03-chi-guozhang.pu").read_text(encoding="utf-8")
    shown = "\n".join(line for line in sample.splitlines() if not line.startswith("#"))
    for page in ("README.md", "README.zh.md"):
        assert shown.strip() in (ROOT / page).read_text(encoding="utf-8"), page
