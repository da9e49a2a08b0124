"""Files of records: what each line or 譜 hand of a file is, as a stream in bounded memory."""

from __future__ import annotations

import gzip
import os
import shutil
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, NamedTuple

import zstandard

from erqishi_logs.errors import ErqishiError, RecordError, system_reason
from erqishi_logs.record.encoding import UTF8, Encoding, detect_encoding
from erqishi_logs.record.jsonl import MAX_LINE_BYTES, decode, dump_bytes, loads, too_long
from erqishi_logs.record.pu import PLAIN, dumps_pu, is_pu, read_hand
from erqishi_logs.record.pu.hands import Line, iter_hands
from erqishi_logs.record.stream import CHUNK, iter_chunks, iter_lines
from erqishi_logs.record.zstd import BrokenStreamError
from erqishi_logs.texts.phrase import Phrase

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from erqishi_logs.record.pu import Wording
    from erqishi_logs.record.stream import RawLine
    from erqishi_logs.record.types import Record
    from erqishi_logs.rules import RuleSet

#: What a quarantined line of more than `MAX_LINE_BYTES` keeps of itself.
_KEPT_OF_TOO_LONG = 2**16
#: Spaces and byte order marks, in any encoding.
_BLANK = b" \t\r\n\0\xef\xbb\xbf\xff\xfe"
_FORMS = {".jsonl": "jsonl", ".ndjson": "jsonl", ".json": "jsonl", ".pu": "pu"}


class RecordLine(NamedTuple):
    """One line of JSON, or the lines of one 譜 hand: its record, or why it is none.

    `line` counts from 1 and is the first of a hand; `raw` is what the file holds there, without
    the last line end, in the file's own `encoding`; `form` is `jsonl` or `pu`.
    """

    file: str
    line: int
    raw: bytes
    record: Record | None
    error: RecordError | None
    form: str = "jsonl"
    encoding: str = "utf-8"


def read_file(path: str | os.PathLike[str], known: Mapping[str, RuleSet] | None = None) -> Iterator[RecordLine]:
    r"""局: every record of a file, or why it is none; `.gz`, `.zst`, form and encoding are recognised.

    Raises RecordError where the file itself cannot be opened.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     target = Path(folder, "x.pu")
    ...     _ = target.write_text("規則 duikou\n家 甲 乙\n莊 甲\n打 甲 八", encoding="big5")
    ...     [(item.line, item.encoding, item.record.events[0].card) for item in read_file(target)]
    [(1, 'big5hkscs', '八')]
    """
    return iter_records(path, known=known)


def iter_records(
    source: str | os.PathLike[str] | BinaryIO, name: str | None = None, known: Mapping[str, RuleSet] | None = None
) -> Iterator[RecordLine]:
    """局: as `read_file`, from a path or a binary stream; `name` is what errors call it.

    `known` has rule sets beside the presets, by which a 譜 may be read.

    >>> import io
    >>> [str(item.error) for item in iter_records(io.BytesIO(b"{"), "x.jsonl")]
    ['x.jsonl:1:2: found the end of the line; expected a key in "double quotes"; the line was cut off']
    """
    if not isinstance(source, str | os.PathLike):
        yield from _from_stream(source, name or str(getattr(source, "name", "-")), known)
        return
    name = name or os.fspath(source)
    try:
        with Path(source).open("rb") as stream:
            yield from _from_stream(stream, name, known)
    except OSError as error:
        raise RecordError(name, 0, None, unreadable_file(error), Phrase("file.of_records")) from None


def unreadable_file(error: OSError) -> Phrase:
    """What was found of a file that the system does not give."""
    return Phrase("file.unreadable", reason=system_reason(error))


def write_file(
    path: str | os.PathLike[str], records: Iterable[Record], form: str | None = None, wording: Wording = PLAIN
) -> int:
    """局: writes records as the name says, `.jsonl` or `.pu`, with `.gz` or `.zst`; how many.

    `form` (`pu.gz`) is what counts instead of the name, `wording` the words of a 譜. The file appears whole
    or not at all. Raises ErqishiError for another ending, and where `path` is there and no regular file.

    >>> import tempfile
    >>> hand = loads('{"format":"erqishi-log/1","rules":"leshan","players":["甲","乙"],"dealer":0,"events":[]}')
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write_file(Path(folder, "x.jsonl.zst"), [hand]), next(read_file(Path(folder, "x.jsonl.zst"))).record == hand
    (1, True)
    """
    kind, packed = _named_form(Path(f"x.{form}") if form else Path(path))
    return write_pieces(path, _slips(records, wording) if kind == "pu" else _lines(records), packed)


def write_pieces(path: str | os.PathLike[str], pieces: Iterable[bytes], packed: str = "") -> int:
    r"""整檔: a file of pieces as they are, each with its own line end, packed as `.gz` or `.zst`; how many.

    The file appears whole or not at all. Raises ErqishiError where `path` is there and no regular file.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write_pieces(Path(folder, "x"), [b"[]\n", b"[]\n"]), Path(folder, "x").read_bytes()
    (2, b'[]\n[]\n')
    """
    with whole_file(path) as plain:
        return _write(plain, packed, pieces)


@contextmanager
def whole_file(path: str | os.PathLike[str]) -> Iterator[BinaryIO]:
    r"""整檔: a file to write that takes its name when all went well; what bore the name stays as it was till then.

    Links are followed. Raises ErqishiError where `path` is there and no regular file: to rename over a
    device would take it from the system.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder, whole_file(folder) as file:
    ...     pass
    Traceback (most recent call last):
    ...
    erqishi_logs.errors.ErqishiError: ...: no regular file, so it is not written over
    """
    target = Path(os.path.realpath(path))
    if os.path.lexists(target) and not target.is_file():
        msg = Phrase("file.not_regular", path=os.fspath(path))
        raise ErqishiError(msg)
    part = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        with part.open("wb") as plain:
            yield plain
        if target.exists():
            shutil.copymode(target, part)
        part.replace(target)
    finally:
        part.unlink(missing_ok=True)


def _named_form(path: Path) -> tuple[str, str]:
    packed = path.suffix if path.suffix in (".gz", ".zst") else ""
    form = _FORMS.get(path.with_suffix("").suffix if packed else path.suffix)
    if form is None:
        msg = Phrase("file.ending", path=path, ending=path.suffix)
        raise ErqishiError(msg)
    return form, packed


def _write(plain: BinaryIO, packed: str, pieces: Iterable[bytes]) -> int:
    if packed == ".gz":
        # No name and no time inside: the same records make the same file.
        with gzip.GzipFile("", "wb", fileobj=plain, mtime=0) as out:
            return _write(out, "", pieces)  # type: ignore[arg-type]
    if packed == ".zst":
        with zstandard.ZstdCompressor(write_checksum=True).stream_writer(plain, closefd=False) as out:
            return _write(out, "", pieces)
    n_pieces = 0
    for piece in pieces:
        plain.write(piece)
        n_pieces += 1
    return n_pieces


def _lines(records: Iterable[Record]) -> Iterator[bytes]:
    return (dump_bytes(record) + b"\n" for record in records)


def _slips(records: Iterable[Record], wording: Wording) -> Iterator[bytes]:
    return ((("\n" if number else "") + dumps_pu(record, wording)).encode() for number, record in enumerate(records))


def _from_stream(stream: BinaryIO, name: str, known: Mapping[str, RuleSet] | None) -> Iterator[RecordLine]:
    chunks = _Chunks(iter_chunks(stream))
    head = chunks.head()
    encoding = detect_encoding(head)
    text = head.decode(encoding.codec, "replace").removeprefix("\ufeff").lstrip()
    by_name = name.removesuffix(".gz").removesuffix(".zst").endswith(".pu")
    is_text = is_pu(text) or (by_name and not text.startswith("{"))
    lines = _settled(iter_lines(chunks, encoding.newline, MAX_LINE_BYTES), encoding, sure=not head.isascii())
    last: RecordLine | None = None
    for item in _pu_items(lines, name, known) if is_text else _json_items(lines, name):
        last = item
        # Cut in the middle of a hand, a 譜 still reads like one.
        if not (chunks.broken and chunks.spent and (item.error or is_text)):
            yield item
    if chunks.broken:
        yield _rest_is_missing(name, chunks.broken.message, last)


def _rest_is_missing(name: str, found: str, last: RecordLine | None) -> RecordLine:
    """The error for all that a broken file does not give; it takes the unfinished part with it."""
    cut = last if last is not None and (last.error or last.form == "pu") else None
    line = cut.line if cut else (last.line + 1 if last else 1)
    error = RecordError(name, line, None, found, Phrase("file.rest"), Phrase("remedy.fetch_again"))
    return cut._replace(record=None, error=error) if cut else RecordLine(name, line, b"", None, error)


def _settled(lines: Iterable[RawLine], encoding: Encoding, *, sure: bool) -> Iterator[tuple[RawLine, Encoding]]:
    """Each line with its encoding, looked for once more where the first bytes were ASCII alone."""
    for line in lines:
        if not sure and not line.raw.isascii():
            encoding, sure = detect_encoding(line.raw), True
        yield line, encoding


def _json_items(lines: Iterable[tuple[RawLine, Encoding]], name: str) -> Iterator[RecordLine]:
    for line, encoding in lines:
        if line.n_bytes > MAX_LINE_BYTES:
            error = too_long(Phrase("line.too_long_bytes", size=line.n_bytes), name, line.number)
            yield RecordLine(name, line.number, line.raw[:_KEPT_OF_TOO_LONG], None, error, "jsonl", encoding.codec)
        elif line.raw.strip(_BLANK):
            yield _json_item(line, encoding, name)


def _json_item(line: RawLine, encoding: Encoding, name: str) -> RecordLine:
    try:
        text = line.raw if encoding.codec == "utf-8" else decode(line.raw, encoding.codec, name, line.number)
        record = loads(text, file=name, line_number=line.number)
    except RecordError as error:
        # The frames of the reader would hang on it, some kilobytes for each line of a file of junk.
        error.__traceback__ = error.__context__ = None
        return RecordLine(name, line.number, line.raw, None, error, "jsonl", encoding.codec)
    return RecordLine(name, line.number, line.raw, record, None, "jsonl", encoding.codec)


def _pu_items(
    lines: Iterable[tuple[RawLine, Encoding]], name: str, known: Mapping[str, RuleSet] | None
) -> Iterator[RecordLine]:
    encoding = UTF8

    def texts() -> Iterator[Line]:
        nonlocal encoding
        for line, encoding in lines:
            wide = encoding.codec.startswith("utf-16")
            text = line.raw.decode(encoding.codec, "replace" if wide else "surrogateescape")
            yield Line(line.number, text.removeprefix("\ufeff"), line.raw)

    for hand in iter_hands(texts(), MAX_LINE_BYTES):
        read = read_hand(hand, name, known)
        raw = encoding.newline.join(line.raw for line in hand)
        if isinstance(read, RecordError):
            yield RecordLine(name, hand[0].number, raw, None, read, "pu", encoding.codec)
        else:
            yield RecordLine(name, hand[0].number, raw, read, None, "pu", encoding.codec)


class _Chunks:
    """Pieces of bytes of which the first can be looked at; a broken stream ends and is remembered."""

    def __init__(self, chunks: Iterator[bytes]) -> None:
        self._chunks = chunks
        self.broken: BrokenStreamError | None = None
        self.spent = False

    def head(self) -> bytes:
        """The first bytes, up to `CHUNK`, which are given again later."""
        seen = b""
        while len(seen) < CHUNK and (piece := self._next()) is not None:
            seen += piece
        self._chunks = chain([seen], self._chunks)
        self.spent = False
        return seen[:CHUNK]

    def _next(self) -> bytes | None:
        try:
            return next(self._chunks)
        except StopIteration:
            self.spent = True
        except BrokenStreamError as error:
            self.broken, self.spent = error, True
        return None

    def __iter__(self) -> Iterator[bytes]:
        while (piece := self._next()) is not None:
            yield piece
