"""行: streams of record lines cut into runs of whole lines, in bounded memory."""

from __future__ import annotations

from typing import TYPE_CHECKING, BinaryIO, NamedTuple

from erqishi_logs.errors import RecordError
from erqishi_logs.record import loads
from erqishi_logs.record.encoding import detect_encoding
from erqishi_logs.record.files import RecordLine
from erqishi_logs.record.jsonl import MAX_LINE_BYTES, too_long
from erqishi_logs.record.pu import is_pu
from erqishi_logs.record.stream import CHUNK, iter_chunks
from erqishi_logs.record.zstd import BrokenStreamError
from erqishi_logs.texts.phrase import Phrase

if TYPE_CHECKING:
    from collections.abc import Iterator

#: What a quarantined line of more than `MAX_LINE_BYTES` keeps of itself.
_KEPT_OF_TOO_LONG = 2**16
#: Spaces and byte order marks, in any encoding.
_BLANK = b" \t\r\n\0\xef\xbb\xbf\xff\xfe"
#: How every canonical line begins; what makes the encoding doubtful; bytes of a character.
_OPENING = b'{"format":"erqishi-log/1",'
_NOT_PLAIN = (b"\0", "\ufffd".encode())
_LONGEST_CHARACTER = 4


class Run(NamedTuple):
    """段: whole lines of a file, the first of them number `line`, and the place of its first byte, unpacked.

    `is_end`: nothing comes behind; `breaks_off`: what comes behind is damaged.
    """

    text: bytes
    line: int
    at: int
    is_end: bool = False
    breaks_off: bool = False

    @property
    def end(self) -> int:
        """The place behind its last byte."""
        return self.at + len(self.text)


def is_lines(head: bytes, name: str, *, is_all: bool) -> bool:
    """行: whether a file that begins with `head`, unpacked, is record lines in UTF-8 beyond doubt.

    >>> is_lines("譜 1".encode(), "x", is_all=True), is_lines('{"甲":1}'.encode(), "x", is_all=False)
    (False, True)
    """
    if _are_plainly_lines(head):
        return is_all or not head.isascii()
    encoding = detect_encoding(head)
    text = head.decode(encoding.codec, "replace").removeprefix("\ufeff").lstrip()
    named_pu = name.removesuffix(".gz").removesuffix(".zst").endswith(".pu")
    if is_pu(text) or (named_pu and not text.startswith("{")):
        return False
    # What begins with ASCII alone may go on in any encoding.
    return encoding.codec == "utf-8" and (is_all or not head.isascii())


def _are_plainly_lines(head: bytes) -> bool:
    """Whether it is what `dumps` writes: then nothing else need be asked, of each of many small files."""
    if not head.startswith(_OPENING) or any(sign in head for sign in _NOT_PLAIN):
        return False
    try:
        head.decode()
    except UnicodeDecodeError as error:
        return error.end == len(head) and error.start > len(head) - _LONGEST_CHARACTER
    return True


def read_line(raw: bytes, file: str, number: int) -> RecordLine | None:
    """行: what one line of record lines in UTF-8 is, its line end cut off; None where it is blank.

    >>> read_line(b"  ", "x", 1) is None, str(read_line(b"{", "x", 7).error)[:6]
    (True, 'x:7:2:')
    """
    if len(raw) > MAX_LINE_BYTES:
        return overlong_line(raw, len(raw), file, number)
    raw = raw.removesuffix(b"\r")
    if not raw.strip(_BLANK):
        return None
    try:
        return RecordLine(file, number, raw, loads(raw, file=file, line_number=number), None)
    except RecordError as error:
        # The frames of the reader would hang on it, some kilobytes for each line of a file of junk.
        error.__traceback__ = error.__context__ = None
        return RecordLine(file, number, raw, None, error)


def overlong_line(raw: bytes, n_bytes: int, file: str, number: int) -> RecordLine:
    """行: a line that is no hand by its size alone, of which `raw` is the beginning.

    >>> overlong_line(b"xyz", 9_000_000, "f", 2).error.line
    2
    """
    error = too_long(Phrase("line.too_long_bytes", size=n_bytes), file, number)
    return RecordLine(file, number, raw[:_KEPT_OF_TOO_LONG], None, error)


class Taped:
    """帶: a stream whose first bytes can be read again, for its form must be known before it is read."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._tape: list[bytes] | None = []

    def read(self, size: int = -1) -> bytes:
        """The next bytes."""
        piece = self._stream.read(size)
        if self._tape is not None:
            self._tape.append(piece)
        return piece

    def begin_again(self) -> Again:
        """The stream from its first byte."""
        return Again(b"".join(self._tape or []), self._stream)

    def go_on(self) -> None:
        """Keeps no more of what is read."""
        self._tape = None


class Again:
    """再: bytes that were read already, then the rest of their stream."""

    def __init__(self, first: bytes, stream: BinaryIO) -> None:
        self._first = first
        self._at = 0
        self._stream = stream

    def read(self, size: int = -1) -> bytes:
        r"""The next bytes.

        >>> import io
        >>> again = Again(b"abc", io.BytesIO(b"def"))
        >>> again.read(2), again.read(2), again.read(2), again.read()
        (b'ab', b'c', b'de', b'f')
        """
        if self._at < len(self._first):
            end = len(self._first) if size < 0 else self._at + size
            piece = self._first[self._at : end]
            self._at += len(piece)
            return piece
        return self._stream.read(size)

    def close(self) -> None:
        """Closes the stream behind."""
        self._stream.close()


class LineCutter:
    """裁: the runs of a stream of record lines.

    They are some `limit` bytes long; `at` is the place of the next one in the unpacked stream.
    """

    def __init__(self, stream: BinaryIO | Taped | Again, name: str, limit: int) -> None:
        self._name = name
        self._limit = limit
        self._broken: BrokenStreamError | None = None
        self._chunks = self._safely(iter_chunks(stream))  # type: ignore[arg-type]
        self._held: list[bytes] = []
        self._size = 0
        self._cut = 0  # behind the last line end of what is held
        self._line = 1
        self.at = 0
        self._last = b""  # the last run given
        self._fill(CHUNK)

    @property
    def head(self) -> bytes:
        """The first bytes, as many as are looked at to know a form."""
        return b"".join(self._held)[:CHUNK]

    @property
    def is_all(self) -> bool:
        """Whether the head is all there is."""
        return self._size < CHUNK

    def skip(self, at: int, line: int) -> None:
        """Leaves out all bytes before `at`, where line number `line` begins."""
        while self.at + self._size < at:
            self.at += self._size
            self._hold(b"")
            if not self._fill(1):
                break
        rest = b"".join(self._held)[at - self.at :]
        self.at, self._line = at, line
        self._hold(rest)

    def runs(self) -> Iterator[Run | RecordLine]:
        """The runs in order, and between them what is no line of a hand: too long, or cut off."""
        while True:
            more = self._fill(self._limit)
            if not more:
                break
            if self._cut:
                yield self._take(self._cut)
            elif self._size > MAX_LINE_BYTES:
                yield self._too_long()
            else:
                self._limit_grows()
        yield from self._rest()

    def _limit_grows(self) -> None:
        """A line is longer than a run should be: the run waits for its end."""
        chunk = next(self._chunks, None)
        if chunk is not None:
            self._add(chunk)

    def _rest(self) -> Iterator[Run | RecordLine]:
        if self._broken is None:
            if self._size:
                yield self._take(self._size)._replace(is_end=True)
            return
        if self._cut:
            yield self._take(self._cut)._replace(breaks_off=True)
        yield from self._cut_off(self._broken)

    def _cut_off(self, broken: BrokenStreamError) -> Iterator[RecordLine]:
        """What a broken stream ends in: the error takes an unfinished line with it."""
        last = self._last_item()
        tail = read_line(b"".join(self._held), self._name, self._line)
        if tail is not None and tail.record is not None:
            yield tail
        last = tail or last
        cut = last if last is not None and last.error else None
        line = cut.line if cut else (last.line + 1 if last else 1)
        error = RecordError(self._name, line, None, broken.message, Phrase("file.rest"), Phrase("remedy.fetch_again"))
        yield cut._replace(record=None, error=error) if cut else RecordLine(self._name, line, b"", None, error)

    def _last_item(self) -> RecordLine | None:
        """What the last line that is not blank is, of the last run given."""
        for back, raw in enumerate(reversed(self._last.split(b"\n"))):
            item = read_line(raw, self._name, self._line - back)
            if item is not None:
                return item
        return None

    def _too_long(self) -> RecordLine:
        kept, n_bytes = b"".join(self._held)[:_KEPT_OF_TOO_LONG], self._size
        rest = b""
        for chunk in self._chunks:
            end = chunk.find(b"\n")
            n_bytes += len(chunk) if end < 0 else end
            if end >= 0:
                rest = chunk[end + 1 :]
                break
        item = overlong_line(kept, n_bytes, self._name, self._line)
        self._line += 1
        self.at += n_bytes + 1
        self._hold(rest)
        return item

    def _take(self, n_bytes: int) -> Run:
        text = b"".join(self._held)
        run = Run(text[:n_bytes], self._line, self.at)
        self._line += run.text.count(b"\n")
        self.at += n_bytes
        self._last = run.text
        self._hold(text[n_bytes:])
        return run

    def _hold(self, text: bytes) -> None:
        self._held, self._size, self._cut = [], 0, 0
        if text:
            self._add(text)

    def _add(self, chunk: bytes) -> None:
        end = chunk.rfind(b"\n")
        if end >= 0:
            self._cut = self._size + end + 1
        self._held.append(chunk)
        self._size += len(chunk)

    def _fill(self, size: int) -> bool:
        """Reads on until so much is held; False at the end of the stream."""
        while self._size < size:
            chunk = next(self._chunks, None)
            if chunk is None:
                return False
            self._add(chunk)
        return True

    def _safely(self, chunks: Iterator[bytes]) -> Iterator[bytes]:
        try:
            yield from chunks
        except BrokenStreamError as error:
            self._broken = error
