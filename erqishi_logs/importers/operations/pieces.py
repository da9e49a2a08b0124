"""件: the JSON objects of a file one after another, in a list, a line each or side by side, in bounded memory."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from erqishi_logs.record.zstd import BrokenStreamError

if TYPE_CHECKING:
    from collections.abc import Iterator

#: A hand is some 10 KB; what is longer is none.
MAX_BYTES = 2**20
#: What is kept of a piece that is no object.
KEPT = 2**16

_BETWEEN = re.compile(rb"(?:[\s,\[\]]|\xef\xbb\xbf)*")
_MARK = re.compile(rb'["{}]')
_STRING = re.compile(rb'"[^"\\\n]*(?:\\.[^"\\\n]*)*"')
_JUNK = re.compile(rb"[^\n{]+")


class Piece(NamedTuple):
    """A top-level object of a file, from `line` and `column` on (both from 1), or what stands where one should.

    `why` is empty for an object whose braces close, else `cut`, `long` or `junk`.
    """

    line: int
    column: int
    raw: bytes
    why: str = ""


class Pieces:
    r"""件: cuts the chunks of a file into its top-level objects. `damage` is told where the chunks end too early.

    An object that does not close ends where the next one begins in the same column; from the first
    such on, each object is looked at so, for the file is a broken one.

    >>> [piece.raw for piece in Pieces(iter([b'[{"a":1},\n', b'{"b":{}}]']))]
    [b'{"a":1}', b'{"b":{}}']
    >>> [(piece.line, piece.why) for piece in Pieces(iter([b'{"a":\n{"b":1}\nx']))]
    [(1, 'cut'), (2, ''), (3, 'junk')]
    """

    def __init__(self, chunks: Iterator[bytes]) -> None:
        self.damage: str | None = None
        self._chunks = chunks
        self._buffer = b""
        self._line = 1
        self._indent = b""
        self._is_broken = False

    def __iter__(self) -> Iterator[Piece]:
        """Every piece in order."""
        while self._skip_between():
            yield self._take_object() if self._buffer.startswith(b"{") else self._take_junk()

    def _more(self) -> bool:
        try:
            chunk = next(self._chunks, b"")
        except BrokenStreamError as error:
            self.damage, chunk = error.message, b""
        self._buffer += chunk
        return bool(chunk)

    def _drop(self, size: int) -> bytes:
        """Takes so many bytes off; what stands before the rest in its line is remembered."""
        taken, self._buffer = self._buffer[:size], self._buffer[size:]
        lines = taken.count(b"\n")
        self._line += lines
        self._indent = taken[taken.rfind(b"\n") + 1 :] if lines else (self._indent + taken)[-KEPT:]
        return taken

    def _skip_between(self) -> bool:
        while True:
            match = _BETWEEN.match(self._buffer)
            self._drop(match.end() if match else 0)
            # Of a byte order mark the rest may be in the next chunk.
            if len(self._buffer) > 2 or not self._more():
                return bool(self._buffer)

    def _piece(self, line: int, indent: bytes, raw: bytes, why: str = "") -> Piece:
        return Piece(line, len(indent.decode("utf-8", "replace").removeprefix("\ufeff")) + 1, raw, why)

    def _take_junk(self) -> Piece:
        line, indent, kept = self._line, self._indent, b""
        while match := _JUNK.match(self._buffer):
            is_all = match.end() == len(self._buffer)
            kept = (kept + self._drop(match.end()))[:KEPT]
            if not is_all or not self._more():
                break
        return self._piece(line, indent, kept or self._drop(1), "junk")

    def _take_object(self) -> Piece:
        line, indent = self._line, self._indent
        again = self._restart(indent)
        end, why = self._end(again if self._is_broken else None)
        if not why:
            return self._piece(line, indent, self._drop(end))
        self._is_broken = True
        return self._piece(line, indent, self._drop_till(again), why)

    @staticmethod
    def _restart(indent: bytes) -> re.Pattern[bytes]:
        before = indent if indent.isspace() else b""
        return re.compile(b"\n" + re.escape(before) + rb"\{")

    def _end(self, again: re.Pattern[bytes] | None) -> tuple[int, str]:
        """Where the object at the beginning of the buffer ends, or why it does not."""
        at, depth = 0, 0
        while True:
            match = _MARK.search(self._buffer, at)
            stop = self._stop(at, match, again)
            if stop == "more":
                at = match.start() if match else len(self._buffer)
                if not self._more():
                    return at, "cut"
            elif stop:
                return at, stop
            elif match is not None:
                mark = match.group()
                at = match.end()
                if mark == b'"':
                    at = _STRING.match(self._buffer, match.start()).end()  # type: ignore[union-attr]
                depth += (mark == b"{") - (mark == b"}")
                if depth == 0 and mark == b"}":
                    return at, ""

    def _stop(self, at: int, match: re.Match[bytes] | None, again: re.Pattern[bytes] | None) -> str:
        """Why the mark found from `at` on cannot be gone past: `more` bytes are needed, the object is cut or long."""
        if again is not None and again.search(
            self._buffer, max(at - 1, 0), match.end() if match else len(self._buffer)
        ):
            return "cut"
        if at > MAX_BYTES or (match is None and len(self._buffer) > MAX_BYTES):
            return "long"
        if match is None:
            return "more"
        if match.group() == b'"' and _STRING.match(self._buffer, match.start()) is None:
            if self._buffer.find(b"\n", match.start()) >= 0:
                return "cut"
            return "long" if len(self._buffer) > MAX_BYTES else "more"
        return ""

    def _drop_till(self, again: re.Pattern[bytes]) -> bytes:
        """Takes all before the next beginning; its first bytes."""
        kept = b""
        while True:
            match = again.search(self._buffer)
            if match:
                return (kept + self._drop(match.start()))[:KEPT]
            # A line end at the end of the buffer may belong to the next beginning.
            cut = self._buffer.rfind(b"\n")
            rest = cut if cut >= 0 and len(self._buffer) - cut <= KEPT else len(self._buffer)
            kept = (kept + self._drop(rest))[:KEPT]
            if not self._more():
                return (kept + self._drop(len(self._buffer)))[:KEPT]
