"""Archives of a few hands for the tests of upkeep."""

from __future__ import annotations

import json
from types import SimpleNamespace
from typing import TYPE_CHECKING

import pytest

from erqishi_logs.archive import Archive

if TYPE_CHECKING:
    from pathlib import Path

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
    order = ("format", "id", "rules", "session", "hand", "venue", "recorder", "players", "dealer", "events", "tags")
    whole = {**_HAND, **({"id": hand_id} if hand_id else {}), **changes}
    kept = {key: whole[key] for key in order if key in whole} | {key: whole[key] for key in whole if key not in order}
    return json.dumps(kept, ensure_ascii=False, separators=(",", ":"))


def write_lines(path: Path, numbers: range, **changes: object) -> Path:
    """A file of the hands h0, h1, …"""
    path.write_text("".join(line(f"h{n}", **changes) + "\n" for n in numbers), encoding="utf-8")
    return path


VIEWS = {
    "records": "SELECT * EXCLUDE (batch, ingested_at) FROM records ORDER BY id",
    "quarantine": "SELECT * EXCLUDE (batch, ingested_at) FROM quarantine ORDER BY file, line",
    "hands": "SELECT * FROM hands ORDER BY id",
    "events": "SELECT * FROM events ORDER BY id, seq",
    "findings": "SELECT * FROM findings ORDER BY id, seq",
    "seats": "SELECT * FROM seats ORDER BY id, seat",
}


def all_of(archive: Archive) -> dict[str, list[dict[str, object]]]:
    """All that the views show, the place and time of storing aside."""
    return {view: archive.select(sql).to_pylist() for view, sql in VIEWS.items()}


@pytest.fixture(scope="session")
def make() -> SimpleNamespace:
    """`line`, `write_lines`, `all_of`."""
    return SimpleNamespace(line=line, write_lines=write_lines, all_of=all_of)


@pytest.fixture
def archive(tmp_path: Path) -> Archive:
    """An empty archive."""
    return Archive.open(tmp_path / "庫", create=True)
