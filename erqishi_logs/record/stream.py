"""Bytes of a file, unpacked and cut into lines, in bounded memory."""

from __future__ import annotations

import re
import zlib
from functools import cache
from itertools import chain
from typing import TYPE_CHECKING, BinaryIO, NamedTuple

from erqishi_logs.record.zstd import BrokenStreamError, is_zstd, unpack_zstd
from erqishi_logs.texts.phrase import Phrase

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

CHUNK = 2**16
_GZIP_MAGIC = b"\x1f\x8b"


class RawLine(NamedTuple):
    """One line without its line end. `n_bytes` is its whole length, `raw` at most the limit."""

    number: int
    raw: bytes
    n_bytes: int


def iter_chunks(stream: BinaryIO) -> Iterator[bytes]:
    """The bytes of a stream in pieces, unpacked where they are gzip or zstd.

    Raises BrokenStreamError after all that could be read.

    >>> import gzip, io
    >>> list(iter_chunks(io.BytesIO(gzip.compress("打 甲 一".encode()))))[0].decode()
    '打 甲 一'
    """
    head = stream.read(CHUNK)
    chunks = chain([head], iter(lambda: stream.read(CHUNK), b""))
    if head.startswith(_GZIP_MAGIC):
        return _gunzip(chunks)
    if is_zstd(head):
        return unpack_zstd(chunks)
    return chunks


def iter_lines(chunks: Iterable[bytes], newline: bytes, limit: int) -> Iterator[RawLine]:
    r"""The lines of a byte stream, from number 1; beyond `limit` bytes a line is counted, not kept.

    A run of blank lines is given as one, all of them counted: a megabyte of gzip holds a thousand million.

    >>> list(iter_lines([b"ab\ncde", b"f"], b"\n", 3))
    [RawLine(number=1, raw=b'ab', n_bytes=2), RawLine(number=2, raw=b'cde', n_bytes=4)]
    """
    number, pending, kept, dropped, blank = 1, b"", b"", 0, False
    blanks = _blank_lines(newline)
    for chunk in chunks:
        pending += chunk
        start = 0
        while (end := _line_end(pending, newline, start)) >= 0:
            run = None if dropped else blanks.match(pending, start)
            if run is None or not blank:
                yield _line(number, kept or pending[start:end], dropped + end - start, limit, newline)
            blank = run is not None
            next_start = run.end() if run else end + len(newline)
            number += pending.count(newline, start, next_start) if run else 1
            kept, dropped, start = b"", 0, next_start
        pending = pending[start:]
        if dropped or len(pending) > limit:
            kept = kept or pending[:limit]
            # An unfinished UTF-16 unit stays, so that the next line end is looked for in step.
            whole = len(pending) - len(pending) % len(newline)
            dropped, pending = dropped + whole, pending[whole:]
    if kept or pending:
        yield _line(number, kept or pending, dropped + len(pending), limit, newline)


@cache
def _blank_lines(newline: bytes) -> re.Pattern[bytes]:
    """What matches blank lines in a row, line ends included."""
    if newline == b"\n":
        return re.compile(b"[ \t\r\n]*\n")
    other = newline.replace(b"\n", b"\r")
    return re.compile(b"(?:%b|%b)*%b" % (newline, other, newline))


def _line(number: int, raw: bytes, n_bytes: int, limit: int, newline: bytes) -> RawLine:
    # In UTF-16 the byte of a CR is half a character; there the reader of the text drops it.
    ending = b"\r" if newline == b"\n" else b""
    return RawLine(number, raw[:limit].removesuffix(ending), n_bytes)


def _line_end(text: bytes, newline: bytes, start: int) -> int:
    at = text.find(newline, start)
    while at >= 0 and (at - start) % len(newline):
        at = text.find(newline, at + 1)
    return at


def _gunzip(chunks: Iterable[bytes]) -> Iterator[bytes]:
    unpacker = zlib.decompressobj(31)
    for chunk in chunks:
        rest, piece = chunk, b""
        while rest or len(piece) == CHUNK:
            if unpacker.eof:
                rest = rest.lstrip(b"\0")
                if not rest:
                    break
                unpacker = zlib.decompressobj(31)
            before = unpacker.copy()
            try:
                piece = unpacker.decompress(rest, CHUNK)
            except zlib.error as error:
                yield from _before_fault(before, rest)
                raise BrokenStreamError(Phrase("file.damaged", kind="gzip", reason=error)) from None
            yield piece
            rest = unpacker.unused_data if unpacker.eof else unpacker.unconsumed_tail
    if not unpacker.eof:
        raise BrokenStreamError(Phrase("file.ends_early", kind="gzip"))


def _before_fault(unpacker: zlib._Decompress, packed: bytes) -> Iterator[bytes]:
    """What can be unpacked of bytes that have a fault, which by itself zlib does not give."""
    piece = b""
    for at in range(len(packed)):
        try:
            piece += unpacker.decompress(packed[at : at + 1])
        except zlib.error:
            break
        if len(piece) >= CHUNK:
            yield piece
            piece = b""
    yield piece
