"""桂林字牌: the broadcast log of a game server, "guilin-server-log" (PLATFORMS, C; RULEBOOK §9).

One broadcast a line, tables interleaved, parts rotated. Every hand that begins becomes a record;
a hand with a result has its deal rebuilt, another keeps `?` for what nobody saw.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from erqishi_logs.errors import RecordError
from erqishi_logs.importers.guilin.hands import HandLog, split_hands
from erqishi_logs.importers.guilin.lines import Line, Message, is_broadcast, parse_line
from erqishi_logs.importers.guilin.records import SOURCE, read_hand
from erqishi_logs.importers.item import LogItem
from erqishi_logs.texts.phrase import Phrase

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

__all__ = ["SOURCE", "load", "sniff"]


def sniff(head: bytes, name: str) -> bool:  # noqa: ARG001 - every importer is asked alike
    """Whether the beginning of a file is one of this log.

    >>> sniff(b"[2017-07-28 17:35:06.021] [DEBUG] pomelo - [channelService.js] channelService sendMess", "a.log")
    True
    """
    return is_broadcast(head)


def load(paths: Sequence[Path]) -> Iterator[LogItem]:
    """局: the hands of the parts of one log, given in any order, and its unreadable lines.

    A hand's `file` and `line` are where it begins, its `raw` are its lines from all parts. A part that is
    there twice is read once and told; its hands would be broken off at its end. Raises OSError for a part
    that cannot be opened.
    """
    bad: list[LogItem] = []
    for log in split_hands(_messages(_in_time(_without_copies(paths, bad)), bad)):
        yield from bad
        bad.clear()
        yield _item(log)
    yield from bad


def _item(log: HandLog) -> LogItem:
    file, number, _ = log.messages[0].line
    try:
        return LogItem(file, number, log.raw, record=read_hand(log))
    except RecordError as error:
        return LogItem(file, number, log.raw, error=error)


def _messages(paths: Iterable[Path], bad: list[LogItem]) -> Iterator[Message]:
    for path in paths:
        for line in _lines(path):
            try:
                message = parse_line(line)
            except RecordError as error:
                bad.append(LogItem(*line, error=error))
                continue
            if message is not None:
                yield message


def _lines(path: Path) -> Iterator[Line]:
    with path.open("rb") as lines:
        for number, raw in enumerate(lines, 1):
            yield Line(str(path), number, raw)


def _without_copies(paths: Iterable[Path], bad: list[LogItem]) -> list[Path]:
    """The parts, each once; for a copy of one before it an error at its first line."""
    first: dict[bytes, Path] = {}
    for path in paths:
        with path.open("rb") as part:
            head = part.readline()
            part.seek(0)
            digest = hashlib.file_digest(part, "sha256").digest()
        other = first.setdefault(digest, path)
        if other is not path:
            found = Phrase("guilin.copy", other=other.name)
            error = RecordError(str(path), 1, None, found, Phrase("guilin.each_once"))
            bad.append(LogItem(str(path), 1, head, error=error))
    return list(first.values())


def _in_time(paths: Iterable[Path]) -> list[Path]:
    """The parts by the time of their first broadcast; parts without one first, in the order given."""
    return sorted(paths, key=_first_time)


def _first_time(path: Path) -> str:
    message = next(_messages([path], []), None)
    return message.at.isoformat() if message else ""
