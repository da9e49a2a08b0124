"""zstd unpacked block by block, so that a fault costs no block before it (RFC 8878, 3.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import zstandard

from erqishi_logs.errors import ErqishiError
from erqishi_logs.texts.phrase import Phrase

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_MAGIC = b"\x28\xb5\x2f\xfd"
#: Behind one byte from 0x50 to 0x5f: a frame of which nothing is unpacked, as `pzstd` puts before its own.
_SKIPPED = b"\x2a\x4d\x18"
_CHECKSUM = 4
_RLE = 1
#: The window that `zstd --long` uses; a larger one is refused, for it is that much memory.
_WINDOW = 2**27


class BrokenStreamError(ErqishiError):
    """Compressed input that ends early or is damaged; `str` says which."""


def is_zstd(head: bytes) -> bool:
    r"""Whether a file begins as zstd does.

    >>> is_zstd(b"\x28\xb5\x2f\xfd"), is_zstd(b"\x5a\x2a\x4d\x18"), is_zstd(b"{}")
    (True, True, False)
    """
    return head.startswith(_MAGIC) or _is_skipped(head[:4])


def unpack_zstd(chunks: Iterable[bytes]) -> Iterator[bytes]:
    """The bytes of zstd frames, a block (128 KB at most) at a time. Raises BrokenStreamError after all of them.

    >>> list(unpack_zstd([zstandard.compress(b"ab"), zstandard.compress(b"c")]))
    [b'ab', b'c']
    """
    packed = _Packed(chunks)
    while magic := packed.upto(4):
        if _is_skipped(magic):
            packed.skip(int.from_bytes(packed.exactly(4), "little"))
        else:
            yield from _unpack_frame(magic, packed)


def _is_skipped(magic: bytes) -> bool:
    return magic[1:] == _SKIPPED and magic[0] & 0xF0 == 0x50


def _unpack_frame(magic: bytes, packed: _Packed) -> Iterator[bytes]:
    frame = zstandard.ZstdDecompressor(max_window_size=_WINDOW).decompressobj()
    try:
        for part in _parts(magic, packed):
            piece = frame.decompress(part)
            if piece:
                yield piece
    except zstandard.ZstdError as error:
        raise BrokenStreamError(Phrase("file.damaged", kind="zstd", reason=error)) from None
    if not frame.eof:
        raise _ends_early()


def _parts(magic: bytes, packed: _Packed) -> Iterator[bytes]:
    """A frame in parts: its header, each block, its checksum."""
    if magic != _MAGIC:
        yield magic + packed.upto(1)  # for zstd to complain of
    descriptor = packed.exactly(1)[0]
    single = descriptor >> 5 & 1
    size_bytes = (single, 2, 4, 8)[descriptor >> 6]
    header = (not single) + (0, 1, 2, 4)[descriptor & 3] + size_bytes
    yield magic + bytes([descriptor]) + packed.exactly(header)
    last = False
    while not last:
        head = packed.exactly(3)
        bits = int.from_bytes(head, "little")
        last = bool(bits & 1)
        yield head + packed.exactly(1 if bits >> 1 & 3 == _RLE else bits >> 3)
    if descriptor >> 2 & 1:
        yield packed.exactly(_CHECKSUM)


def _ends_early() -> BrokenStreamError:
    return BrokenStreamError(Phrase("file.ends_early", kind="zstd"))


class _Packed:
    """Packed bytes to take from by number."""

    def __init__(self, chunks: Iterable[bytes]) -> None:
        self._chunks = iter(chunks)
        self._rest = b""

    def upto(self, size: int) -> bytes:
        """So many bytes, fewer at the end."""
        while len(self._rest) < size and (chunk := next(self._chunks, b"")):
            self._rest += chunk
        taken, self._rest = self._rest[:size], self._rest[size:]
        return taken

    def exactly(self, size: int) -> bytes:
        """So many bytes. Raises BrokenStreamError where there are not."""
        taken = self.upto(size)
        if len(taken) < size:
            raise _ends_early()
        return taken

    def skip(self, size: int) -> None:
        """Passes over so many bytes, in bounded memory."""
        while size > 0:
            size -= len(self.exactly(min(size, 2**16)))
