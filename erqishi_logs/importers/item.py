"""段: what an importer makes of a piece of a log."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from erqishi_logs.errors import RecordError
    from erqishi_logs.record.types import Record


@dataclass(frozen=True)
class LogItem:
    """段: a hand, or what cannot be read as one: exactly one of `record` and `error` is there.

    `file` and `line` (from 1) are where it begins, `raw` are its bytes as they came.
    """

    file: str
    line: int
    raw: bytes
    record: Record | None = None
    error: RecordError | None = None
