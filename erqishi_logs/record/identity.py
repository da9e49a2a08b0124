"""局: what a hand is called, also when it has no name of its own (FORMAT, Record, `id`)."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

import msgspec

from erqishi_logs.record.jsonl import dump_bytes

if TYPE_CHECKING:
    from erqishi_logs.record.types import Record


def record_id(record: Record) -> str:
    """局: its `id`, or `h-` and 16 hex digits of SHA-256 of the canonical record without `id`.

    >>> from erqishi_logs.record.types import Record
    >>> record_id(Record(format="erqishi-log/1", rules="leshan", players=("甲", "乙"), dealer=0, events=[]))
    'h-cd20c9f1a20bad40'
    """
    return record.id or content_id(record)


def content_id(record: Record) -> str:
    """局: the id that the content alone gives, whatever `id` says.

    >>> from erqishi_logs.record.types import Record
    >>> hand = Record(format="erqishi-log/1", rules="leshan", players=("甲", "乙"), dealer=0, events=[])
    >>> content_id(msgspec.structs.replace(hand, id="x")) == content_id(hand)
    True
    """
    nameless = msgspec.structs.replace(record, id=None) if record.id else record
    return "h-" + hashlib.sha256(dump_bytes(nameless)).hexdigest()[:16]


def with_id(record: Record) -> Record:
    """局: the same hand with its `id` filled in; the very record where it has one.

    >>> from erqishi_logs.record.types import Record
    >>> with_id(Record(format="erqishi-log/1", rules="leshan", players=("甲", "乙"), dealer=0, events=[])).id[:2]
    'h-'
    """
    return record if record.id else msgspec.structs.replace(record, id=content_id(record))
