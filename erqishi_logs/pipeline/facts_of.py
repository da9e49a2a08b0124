"""事實: what was read, as rows of a fact file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from erqishi_logs.archive.facts import Fact, as_text
from erqishi_logs.archive.store import lost_digest
from erqishi_logs.pipeline.digests import content_digest
from erqishi_logs.record import dumps, record_id

if TYPE_CHECKING:
    from erqishi_logs.importers import Item


def fact_of(item: Item, form: str, source: str | None, judged_as: str | None) -> Fact:
    """事實: a hand, or a piece of input that is none; `source` and `judged_as` were named at the ingest.

    >>> from erqishi_logs.pipeline.lines import read_line
    >>> fact_of(read_line(b"{", "x.jsonl", 3), "jsonl", None, None).line
    3
    """
    place = (form, source, judged_as, as_text(item.file))
    if item.record is None:
        digest = lost_digest(item.file, item.line, item.raw)
        line, reason = (item.error.line, item.error.placed_reason) if item.error else (item.line, "no record")
        return Fact(None, item.raw, None, digest, reason, *place, line)
    text = dumps(item.record)
    written = None if text.encode() == item.raw else text
    return Fact(record_id(item.record), item.raw, written, content_digest(item.record), None, *place, item.line)
