"""A small archive, written batch by batch without any file of records."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING, NamedTuple

import msgspec
import pytest

from erqishi_logs.archive import Archive, Fact, Judged, KnownIndex, digest_of, write_batch
from erqishi_logs.audit import judge_replay
from erqishi_logs.record import Record, dump_bytes, dumps, loads, record_id
from erqishi_logs.replay import replay_record
from erqishi_logs.rules import RuleSet, load_preset

if TYPE_CHECKING:
    from pathlib import Path

    from erqishi_logs.archive.store import Sifted

#: 丙 chis 七, then discards the 九 of it: 上吐下瀉 (S0-158).
HAND = (
    '{"format":"erqishi-log/1","rules":"leshan","players":["甲","乙","丙"],"dealer":1,"events":['
    '{"type":"cut","seat":1,"card":"肆"},{"type":"deal","seat":1,"cards":"一一六八八九九十壹壹壹貳叄肆伍陸陸柒玖玖拾"},'
    '{"type":"deal","seat":2,"cards":"二二三五五七八九九十壹貳叄叄伍陸捌捌捌玖"},{"type":"deal","seat":0,"cards":"????????????????????"},'
    '{"type":"discard","seat":1,"card":"六"},{"type":"flip","seat":2,"card":"七"}]}'
)


def hand(hand_id: str | None = None, **changes: object) -> Record:
    """The same deal under another id, or with other keys."""
    return msgspec.structs.replace(loads(HAND), id=hand_id, **changes)


def fact_of(record: Record, raw: bytes | None = None, file: str = "茶樓.jsonl", line: int = 1) -> Fact:
    """A record as its line came in."""
    text = dumps(record)
    raw = raw or text.encode()
    digest = digest_of(dump_bytes(msgspec.structs.replace(record, id=None)))
    written = None if raw == text.encode() else text
    return Fact(record_id(record), raw, written, digest, None, "jsonl", None, None, file, line)


def judged_of(record: Record, rules: RuleSet | None = None) -> Judged:
    """A record under its own rules."""
    rules = rules or load_preset(record.rules)
    replay = replay_record(record, rules)
    states = [(step.wall_left, None) for step in replay.steps]
    return Judged(record_id(record), record, rules, judge_replay(replay), states, rules.hash, None)


class Store(NamedTuple):
    """An archive and a writer of it."""

    archive: Archive
    index: KnownIndex

    def put(self, *records: Record, lost: tuple[Fact, ...] = (), engine: str | None = None) -> Sifted:
        facts = [fact_of(record, line=at) for at, record in enumerate(records, 1)]
        judged = {(f.id, f.digest): judged_of(r) for f, r in zip(facts, records, strict=True)}
        return write_batch(self.archive.layout, self.index, [*facts, *lost], judged, engine or self.archive.engine)


def open_store(path: Path) -> Store:
    """An archive, made if it is not there, and a writer that has seen nothing of it."""
    archive = Archive.open(path, create=True)
    return Store(archive, KnownIndex(archive.layout))


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """An empty archive."""
    return open_store(tmp_path / "庫")


@pytest.fixture(scope="session")
def make() -> SimpleNamespace:
    """`hand` and the rest, for tests that build their own facts."""
    return SimpleNamespace(hand=hand, fact_of=fact_of, judged_of=judged_of, open_store=open_store)
