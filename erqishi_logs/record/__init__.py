"""記錄: `erqishi-log/1` as JSON lines and as 譜 (FORMAT)."""

from erqishi_logs.record.identity import content_id, record_id, with_id
from erqishi_logs.record.jsonl import MAX_LINE_BYTES, dump_bytes, dumps, loads
from erqishi_logs.record.types import Event, Record

__all__ = [
    "MAX_LINE_BYTES",
    "Event",
    "Record",
    "content_id",
    "dump_bytes",
    "dumps",
    "loads",
    "record_id",
    "with_id",
]
