"""片: a JSON file cut into its outer brackets and the objects between, in bounded memory."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from erqishi_logs.record.zstd import BrokenStreamError
from erqishi_logs.texts.phrase import Phrase

if TYPE_CHECKING:
    from collections.abc import Iterator

#: A snapshot is some 2 KB; an object beyond this is none.
MAX_OBJECT_BYTES = 2**20
_MAX_DEPTH = 2
_CHUNK = 2**16
_BOM = b"\xef\xbb\xbf"
_BLANK = re.compile(rb"[ \t\r\n]*")
_MARK = re.compile(rb'"[^"\\]*(?:\\.[^"\\]*)*"|[{}\[\]"]', re.DOTALL)
_BEGINS_LINE = re.compile(rb"\n[ \t]*(?=[\[{])")


class Piece(NamedTuple):
    """片: `[`, `]`, an object `{`, or `!`, what is no part of such a file, told in `fault`.

    `raw` is all from the end of the piece before; `line`, from 1, is where the piece itself begins.
    """

    mark: str
    line: int
    raw: bytes
    fault: Phrase | None = None

    @property
    def text(self) -> bytes:
        """The piece alone."""
        return self.raw.lstrip(b" \t\r\n,")


def iter_pieces(chunks: Iterator[bytes]) -> Iterator[Piece]:
    r"""片: the pieces of a file of lists of objects, of lists of such lists, or of bare objects.

    After what is no part of such a file the next line that begins with a bracket is gone on with.

    >>> [(piece.mark, piece.line) for piece in iter_pieces(iter([b'[{"a":1},\n {}]\nx\n[]']))]
    [('[', 1), ('{', 1), ('{', 2), (']', 2), ('!', 3), ('[', 4), (']', 4)]
    """
    return _Cutter(chunks).pieces()


class _Cutter:
    """`_text` from `_start` on is what is not yet given out; places in it count from there."""

    def __init__(self, chunks: Iterator[bytes]) -> None:
        self._chunks = chunks
        self._text = b""
        self._start = 0
        self._spent: Phrase | None = None
        self._ended = False
        self._line = 1
        self._depth = 0
        self._wants_comma = False

    def pieces(self) -> Iterator[Piece]:
        self._more()
        self._text = self._text.removeprefix(_BOM)
        while True:
            at, comma = self._next()
            if at < 0:
                break
            yield self._piece(at, comma=comma)
        if self._spent is not None or self._depth:
            yield Piece("!", self._line, self._cut(self._size), self._spent or Phrase("eqs.ends"))

    @property
    def _size(self) -> int:
        return len(self._text) - self._start

    def _piece(self, at: int, *, comma: bool) -> Piece:
        place = self._start + at
        mark = self._text[place : place + 1]
        lines = self._text.count(b"\n", self._start, place)
        end = at + 1
        fault = self._fault(mark, place, comma=comma)
        if fault is None and mark == b"{":
            end = self._object_end(at)
            if end < 0:
                fault = Phrase("eqs.ends") if self._ended else Phrase("eqs.too_long", limit=MAX_OBJECT_BYTES)
        elif fault is not None and mark in b"[{" and lines:
            # What came before was never closed; a line that begins with a bracket begins anew.
            self._depth, self._wants_comma = 0, False
            return Piece("!", self._line, self._cut(at), Phrase("eqs.ends"))
        if fault is not None:
            return Piece("!", self._line + lines, self._skip(at), self._spent or fault)
        self._depth += {b"[": 1, b"]": -1}.get(mark, 0)
        self._wants_comma = mark != b"["
        return Piece(mark.decode(), self._line + lines, self._cut(end))

    def _fault(self, mark: bytes, place: int, *, comma: bool) -> Phrase | None:
        """Why this mark cannot stand here."""
        if mark not in b"[]{":
            return Phrase("eqs.no_json", found=self._text[place : place + 4].decode("utf-8", "replace")[:1])
        if mark == b"]":
            return None if self._depth and not comma else Phrase("eqs.no_json", found="]")
        if mark == b"[" and self._depth >= _MAX_DEPTH:
            return Phrase("eqs.no_json", found="[")
        wanted = self._wants_comma and self._depth > 0
        return None if comma == wanted else Phrase("eqs.no_json", found="," if comma else mark.decode())

    def _next(self) -> tuple[int, bool]:
        """Where the next piece begins, and whether a comma was passed over; −1 at the end."""
        at, comma = 0, False
        while True:
            blank = _BLANK.match(self._text, self._start + at)
            at = blank.end() - self._start if blank else at
            if at == self._size:
                if at > MAX_OBJECT_BYTES and not comma:
                    self._cut(at)
                    at = 0
                if not self._more():
                    return -1, comma
            elif self._text[self._start + at] == ord(",") and not comma:
                at, comma = at + 1, True
            else:
                return at, comma

    def _object_end(self, at: int) -> int:
        """Where the object that begins here ends; −1 where it does not, or is too long."""
        while True:
            end = _end_of(self._text, self._start + at)
            if end >= 0:
                return end - self._start
            if self._size - at > MAX_OBJECT_BYTES or not self._more(self._size):
                return -1

    def _skip(self, at: int) -> bytes:
        """Passes over the rest up to the next line that begins with a bracket; its first bytes."""
        self._depth, self._wants_comma = 0, False
        kept = b""
        while True:
            found = _BEGINS_LINE.search(self._text, self._start + at)
            cut = self._cut(found.end() - self._start if found else max(at, self._size - 1))
            kept = kept or cut[:_CHUNK]
            at = 0
            if found:
                return kept
            if not self._more():
                rest = self._cut(self._size)
                return kept if len(kept) >= _CHUNK else kept + rest

    def _cut(self, end: int) -> bytes:
        raw = self._text[self._start : self._start + end]
        self._start += end
        self._line += raw.count(b"\n")
        return raw

    def _more(self, least: int = 1) -> bool:
        """Reads on, `least` bytes if there are; False at the end."""
        got = 0
        pieces = [self._text[self._start :]]
        while got < least and not self._ended:
            try:
                piece = next(self._chunks)
            except StopIteration:
                self._ended = True
            except BrokenStreamError as error:
                self._ended, self._spent = True, error.message  # type: ignore[assignment]
            else:
                pieces.append(piece)
                got += len(piece)
        self._text, self._start = b"".join(pieces), 0
        return got > 0


def _end_of(text: bytes, start: int) -> int:
    depth = 0
    for found in _MARK.finditer(text, start):
        mark = found[0]
        if mark == b'"':  # a string without end
            return -1
        depth += (mark in b"{[") - (mark in b"}]")
        if depth == 0:
            return found.end()
    return -1
