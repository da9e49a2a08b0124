"""Bytes of a file, unpacked and cut into lines, in bounded memory."""

from __future__ import annotations

import zlib
from itertools import chain
from typing import TYPE_CHECKING, BinaryIO, NamedTuple

import zstandard

from erqishi_logs.errors import ErqishiError
from erqishi_logs.texts.phrase import Phrase

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

CHUNK = 2**16
_GZIP_MAGIC, _ZSTD_MAGIC = b"\x1f\x8b", b"\x28\xb5\x2f\xfd"
#: zstd may make 128 KB of 4 bytes; fed in pieces of this size it makes 8 MB at most.
_ZSTD_PIECE = 2**8
#: The window that `zstd --long` uses; a larger one is refused, for it is that much memory.
_ZSTD_WINDOW = 2**27


class BrokenStreamError(ErqishiError):
    """Compressed input that ends early or is damaged; `str` says which."""


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
    if head.startswith(_ZSTD_MAGIC):
        return _unzstd(chunks)
    return chunks


def iter_lines(chunks: Iterable[bytes], newline: bytes, limit: int) -> Iterator[RawLine]:
    r"""The lines of a byte stream, from number 1; beyond `limit` bytes a line is counted, not kept.

    >>> list(iter_lines([b"ab\ncde", b"f"], b"\n", 3))
    [RawLine(number=1, raw=b'ab', n_bytes=2), RawLine(number=2, raw=b'cde', n_bytes=4)]
    """
    number, pending, kept, dropped = 1, b"", b"", 0
    for chunk in chunks:
        pending += chunk
        start = 0
        while (end := _line_end(pending, newline, start)) >= 0:
            yield _line(number, kept or pending[start:end], dropped + end - start, limit, newline)
            number, kept, dropped, start = number + 1, b"", 0, end + len(newline)
        pending = pending[start:]
        if dropped or len(pending) > limit:
            kept = kept or pending[:limit]
            # An unfinished UTF-16 unit stays, so that the next line end is looked for in step.
            whole = len(pending) - len(pending) % len(newline)
            dropped, pending = dropped + whole, pending[whole:]
    if kept or pending:
        yield _line(number, kept or pending, dropped + len(pending), limit, newline)


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


def _unzstd(chunks: Iterable[bytes]) -> Iterator[bytes]:
    packer = zstandard.ZstdDecompressor(max_window_size=_ZSTD_WINDOW)
    frame = packer.decompressobj()
    for chunk in chunks:
        for start in range(0, len(chunk), _ZSTD_PIECE):
            rest = chunk[start : start + _ZSTD_PIECE]
            while rest:
                if frame.eof:
                    frame = packer.decompressobj()
                try:
                    yield frame.decompress(rest)
                except zstandard.ZstdError as error:
                    raise BrokenStreamError(Phrase("file.damaged", kind="zstd", reason=error)) from None
                rest = frame.unused_data if frame.eof else b""
    if not frame.eof:
        raise BrokenStreamError(Phrase("file.ends_early", kind="zstd"))
