"""塊: files as blocks of some megabytes, each of which is judged on its own."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, BinaryIO, NamedTuple, cast

from erqishi_logs.errors import RecordError
from erqishi_logs.importers import IMPORTERS
from erqishi_logs.pipeline.lines import LineCutter, Run, Taped, is_lines
from erqishi_logs.pipeline.remote import Remote
from erqishi_logs.record.files import iter_records, unreadable_file
from erqishi_logs.record.stream import CHUNK
from erqishi_logs.texts.phrase import Phrase

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path

    from erqishi_logs.importers import Item
    from erqishi_logs.pipeline.covered import Covered
    from erqishi_logs.pipeline.sources import Log
    from erqishi_logs.rules import RuleSet

#: What is read takes so many times the room of its bytes, and each part some room of its own.
_OF_A_RECORD, _OF_A_PART = 4, 200
_PACKED = (b"\x1f\x8b", b"\x28\xb5\x2f\xfd")


class Piece(NamedTuple):
    """段: bytes of a file in a block, `text[begin:end]`, the first line of which is number `line`.

    `whole`: all bytes of a file that is no record lines in UTF-8; else whole lines of one that is. They begin at
    byte `at` of the file, unpacked; `is_end`: nothing comes behind. `key` is what `Covered` knows the
    file by, empty where it is not to be known.
    """

    file: str
    begin: int
    end: int
    line: int
    whole: bool
    key: bytes
    at: int
    is_end: bool


class ReadItem(NamedTuple):
    """讀得: a hand that was read already, or a piece of input that is none, with its form."""

    form: str
    item: Item


class Block(NamedTuple):
    """塊: pieces of files and hands that were read already, in order; `done` bytes of input end with it."""

    text: bytes
    parts: tuple[Piece | ReadItem, ...]
    done: int


class Skipped(NamedTuple):
    """略過: so many pieces of input that the archive holds already, up to `done` bytes of input."""

    n_read: int
    done: int


def iter_blocks(
    logs: Iterable[Log], limit: int, known: Mapping[str, RuleSet], covered: Covered
) -> Iterator[Block | Skipped]:
    """塊: the logs in blocks of some `limit` bytes; what `covered` has is left out.

    `known` has rule sets beside the presets. Raises RecordError where a file cannot be read.
    """
    builder = _Builder(limit, known, covered)
    for log in logs:
        yield from builder.log(log)
    if builder.parts:
        yield builder.take()


class _Builder:
    """The block that is being gathered."""

    def __init__(self, limit: int, known: Mapping[str, RuleSet], covered: Covered) -> None:
        self._limit = limit
        self._known = known
        self._covered = covered
        self._texts: list[bytes] = []
        self._size = self._weight = 0
        self.parts: list[Piece | ReadItem] = []
        self.done = 0

    def take(self) -> Block:
        block = Block(b"".join(self._texts), tuple(self.parts), self.done)
        self._texts, self._size, self._weight, self.parts = [], 0, 0, []
        return block

    def log(self, log: Log) -> Iterator[Block | Skipped]:
        if log.form in IMPORTERS:
            before = self.done
            yield from self._items(ReadItem(log.form, item) for item in IMPORTERS[log.form].load(log.paths))
            self.done = before + sum(map(_size_of, log.paths))
            return
        for path in log.paths:
            stream = log.stream_of(path)
            if stream is not None:
                yield from self._stream(stream, str(path), b"")
                continue
            try:
                yield from self._file(path, log.form)
            except OSError as error:
                raise RecordError(str(path), 0, None, unreadable_file(error), Phrase("file.of_records")) from None

    def _file(self, path: Path, form: str) -> Iterator[Block | Skipped]:
        with path.open("rb", buffering=0) as file:
            status = path.stat() if isinstance(path, Remote) else os.fstat(file.fileno())
            end = self.done + status.st_size
            key = self._covered.key(path, status, form)
            if status.st_size <= self._limit:
                data = file.read(self._limit + 1)
                if not data.startswith(_PACKED) and len(data) <= self._limit:
                    yield from self._small(data, str(path), key)
                    return
                file.seek(0)
            yield from self._stream(file, str(path), key)
            self.done = end

    def _small(self, data: bytes, name: str, key: bytes) -> Iterator[Block | Skipped]:
        span = self._covered.find(key, 0)
        if span is not None and span.is_end:
            self.done += len(data)
            yield Skipped(span.n_read, self.done)
            return
        whole = not is_lines(data[:CHUNK], name, is_all=len(data) <= CHUNK)
        yield from self._add(data, Piece(name, 0, 0, 1, whole, key, 0, is_end=True))

    def _stream(self, stream: BinaryIO, name: str, key: bytes) -> Iterator[Block | Skipped]:
        """A file, or (`key` empty) a stream of which nobody knows the size."""
        taped = Taped(stream)
        cutter = LineCutter(taped, name, self._limit)
        if not is_lines(cutter.head, name, is_all=cutter.is_all):
            lines = iter_records(cast("BinaryIO", taped.begin_again()), name, self._known)
            yield from self._items(ReadItem(line.form, line) for line in lines)
            return
        taped.go_on()
        before = self.done
        yield from self._skipped(cutter, key)
        for run in cutter.runs():
            if not isinstance(run, Run):
                self._add_item(ReadItem("jsonl", run))
                continue
            known_by = b"" if run.breaks_off else key
            yield from self._add(run.text, Piece(name, 0, 0, run.line, False, known_by, run.at, run.is_end))
            if key:
                self.done = before + stream.tell()
                yield from self._skipped(cutter, key)

    def _skipped(self, cutter: LineCutter, key: bytes) -> Iterator[Skipped]:
        while (span := self._covered.find(key, cutter.at)) is not None:
            cutter.skip(span.end, span.line)
            yield Skipped(span.n_read, self.done)

    def _add(self, text: bytes, piece: Piece) -> Iterator[Block]:
        if self.parts and self._weight + len(text) > self._limit + CHUNK:
            yield self.take()
        self.parts.append(piece._replace(begin=self._size, end=self._size + len(text)))
        self._texts += [text, b"\n"]
        self._size += len(text) + 1
        self._weight += len(text) + _OF_A_PART
        self.done += len(text)

    def _items(self, items: Iterator[ReadItem]) -> Iterator[Block]:
        for item in items:
            self._add_item(item)
            if self._weight >= self._limit:
                yield self.take()

    def _add_item(self, item: ReadItem) -> None:
        self.parts.append(item)
        self._weight += _OF_A_RECORD * len(item.item.raw) + _OF_A_PART
        self.done += len(item.item.raw) + 1


def _size_of(path: Path) -> int:
    return path.stat().st_size if path.is_file() else 0
