"""快照: the replays of an online platform, "eqs-snapshots" (PLATFORMS, A).

A replay is a list of snapshots of the whole table; a file holds one or several. What was done is read from the
differences and from what the snapshots say, and every hand is written back the same way.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from erqishi_logs.errors import ErqishiError, RecordError
from erqishi_logs.importers.dumped import Dumped
from erqishi_logs.importers.item import LogItem
from erqishi_logs.importers.lost import lost_between
from erqishi_logs.importers.snapshots.hands import HandText, split_hands
from erqishi_logs.importers.snapshots.pieces import iter_pieces
from erqishi_logs.importers.snapshots.records import SOURCE, read_hand
from erqishi_logs.importers.snapshots.writing import snapshots_of
from erqishi_logs.record.stream import iter_chunks
from erqishi_logs.record.types import Record  # noqa: TC001 - a field of a dataclass
from erqishi_logs.texts.phrase import Phrase

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

__all__ = ["ENDING", "SOURCE", "dump", "load", "sniff"]

ENDING = ".eqs.json"
_ENDINGS = (ENDING, f"{ENDING}.gz", f"{ENDING}.zst")
_MARKS = (b'"zhuangId"', b'"userCard"', b'"handCards"', b'"operUid"')


def sniff(head: bytes, name: str) -> bool:
    """Whether a file is of this form, by its name or by its beginning.

    >>> sniff(b'[{"roomId":8,"zhuangId":1,"users":[]}]', "a.json"), sniff(b'{"format":"erqishi-log/1"}', "a.json")
    (True, False)
    """
    if name.lower().endswith(_ENDINGS):
        return True
    text = head.removeprefix(b"\xef\xbb\xbf").lstrip()
    return text.startswith((b"[", b"{")) and b'"erqishi-log/' not in text[:200] and any(m in text for m in _MARKS)


def load(paths: Sequence[Path]) -> Iterator[LogItem]:
    """局: the hands of files, in order, and what in them is none, with file, line, snapshot and field.

    A fault costs the hand that it is in. Raises OSError for a file that cannot be opened.
    """
    for path in paths:
        with path.open("rb") as stream:
            for text in split_hands(iter_pieces(iter_chunks(stream)), str(path)):
                yield _item(text)


def dump(record: Record) -> Dumped:
    """寫: a hand as the platform's JSON, one list on one line; and what the platform has no place for.

    What is written is read again and compared, so that nothing is left out unnamed. Raises ErqishiError where the
    hand cannot be told in snapshots: another game, or moves that no table can show.

    >>> from erqishi_logs.record import loads
    >>> head = (
    ...     '{"format":"erqishi-log/1","rules":"app-leshan","source":"eqs-snapshots","players":["甲","乙"],"dealer":0,'
    ... )
    >>> hand = loads(
    ...     head
    ...     + '"events":[{"type":"deal","seat":0,"cards":"一二"},{"type":"deal","seat":1,"cards":"三"}],"tags":["x"]}'
    ... )
    >>> [lost.told("en") for lost in dump(hand).lost]
    ["'tags'"]
    """
    raw = json.dumps(snapshots_of(record), ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
    back = next(_read(raw))
    if back.record is None:
        reason = back.error.found if back.error else ""
        msg = Phrase("eqs.cannot_tell", id=record.id or "", reason=reason)
        raise ErqishiError(msg)
    return Dumped(raw, lost_between(record, back.record))


def _read(raw: bytes) -> Iterator[LogItem]:
    return map(_item, split_hands(iter_pieces(iter([raw])), "-"))


def _item(text: HandText) -> LogItem:
    try:
        return LogItem(text.file, text.line, text.raw, record=read_hand(text))
    except RecordError as error:
        error.__traceback__ = error.__context__ = None
        return LogItem(text.file, error.line or text.line, text.raw, error=error)
