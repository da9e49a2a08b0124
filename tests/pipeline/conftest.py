"""Files of records for the pipeline's tests, written by the tests themselves."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from erqishi_logs.archive import Archive

ROOT = Path(__file__).resolve().parents[2]

#: The hand of FORMAT, 譜: 乙 wins 16和; 茶樓, 2024-02-10, hand 7.
PU = """譜 1
規則 樂山市中區
場 茶樓 2024-02-10  局 7
家 甲 乙 丙
莊 乙
叨 乙 肆
發 乙 一一六八八九九十壹壹壹貳叄肆伍陸陸柒玖玖拾
發 丙 二二三五五七八九九十壹貳叄叄伍陸捌捌捌玖
發 甲 ?
打 乙 八
吃 丙 七九 擺 八九十
打 丙 玖
對 乙
打 乙 九
翻 丙 七
翻 甲 一
和 乙: 六陸陸 一一一 壹壹壹 八九十 叄肆伍 貳柒拾 16和 = 20
付 甲 -20 乙 +40 丙 -20
"""

_HAND = {
    "format": "erqishi-log/1",
    "rules": "leshan",
    "players": ["甲", "乙", "丙"],
    "dealer": 1,
    "events": [
        {"type": "cut", "seat": 1, "card": "肆"},
        {"type": "deal", "seat": 1, "cards": "一一六八八九九十壹壹壹貳叄肆伍陸陸柒玖玖拾"},
        {"type": "deal", "seat": 2, "cards": "二二三五五七八九九十壹貳叄叄伍陸捌捌捌玖"},
        {"type": "deal", "seat": 0, "cards": "?" * 20},
        {"type": "discard", "seat": 1, "card": "六"},
        {"type": "flip", "seat": 2, "card": "七"},
    ],
}


def line(hand_id: str | None = None, **changes: object) -> str:
    """The same deal as a canonical line, under an id and with other keys."""
    head = {"format": _HAND["format"], **({"id": hand_id} if hand_id else {})}
    return json.dumps({**head, **_HAND, **changes}, ensure_ascii=False, separators=(",", ":"))


def write_lines(path: Path, count: int, start: int = 0, **changes: object) -> Path:
    """A file of so many hands, h0, h1, …"""
    path.write_text("".join(line(f"h{n}", **changes) + "\n" for n in range(start, start + count)), encoding="utf-8")
    return path


_CHILD = """
import sys
from erqishi_logs.archive import Archive
from erqishi_logs.pipeline import ingest
archive = Archive.open(sys.argv[1], create=True)
ingest(sys.argv[2:], archive, batch_hands=20, progress=lambda done: print(done.report.stored, flush=True))
"""


def start_ingest(archive: Path, *paths: Path) -> subprocess.Popen[str]:
    """An ingest of its own process, in batches of 20, that prints how many are stored after each batch."""
    command = [sys.executable, "-c", _CHILD, str(archive), *map(str, paths)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.Popen(command, cwd=archive.parent, env=environment, stdout=subprocess.PIPE, text=True)


@pytest.fixture(scope="session")
def make() -> SimpleNamespace:
    """`line`, `write_lines`, `start_ingest`, `PU`."""
    return SimpleNamespace(line=line, write_lines=write_lines, start_ingest=start_ingest, PU=PU)


@pytest.fixture
def archive(tmp_path: Path) -> Archive:
    """An empty archive."""
    return Archive.open(tmp_path / "庫", create=True)


@pytest.fixture
def rows(archive: Archive):
    """The rows of one SELECT over `archive`, as tuples."""
    return lambda sql: [tuple(row.values()) for row in archive.select(sql).to_pylist()]
