"""記錄: `erqishi-log/1` as JSON lines and as 譜 (FORMAT)."""

from erqishi_logs.record.encoding import detect_encoding
from erqishi_logs.record.files import RecordLine, iter_records, read_file, write_file
from erqishi_logs.record.identity import content_id, record_id, with_id
from erqishi_logs.record.jsonl import MAX_LINE_BYTES, as_dict, dump_bytes, dumps, loads
from erqishi_logs.record.known import check_rules_known
from erqishi_logs.record.pu import Wording, dumps_pu, is_pu, loads_pu, parse_wording
from erqishi_logs.record.types import Event, Record

__all__ = [
    "MAX_LINE_BYTES",
    "Event",
    "Record",
    "RecordLine",
    "Wording",
    "as_dict",
    "check_rules_known",
    "content_id",
    "detect_encoding",
    "dump_bytes",
    "dumps",
    "dumps_pu",
    "is_pu",
    "iter_records",
    "loads",
    "loads_pu",
    "parse_wording",
    "read_file",
    "record_id",
    "with_id",
    "write_file",
]
