"""操作錄: the operation-list replay of an online game, "2710" (PLATFORMS, B).

A JSON object a hand: the deal, the operations one after another, the settlement. Several hands in a
file stand in a list, a line each, or one after another.
"""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

from erqishi_logs.errors import RecordError
from erqishi_logs.importers.item import LogItem
from erqishi_logs.importers.operations.complaints import FormError, parse_hand, place_error
from erqishi_logs.importers.operations.pieces import Piece, Pieces
from erqishi_logs.importers.operations.records import SOURCE, read_hand
from erqishi_logs.importers.operations.written import dump
from erqishi_logs.record.stream import iter_chunks
from erqishi_logs.record.zstd import BrokenStreamError
from erqishi_logs.texts.phrase import Phrase

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

__all__ = ["ENDING", "SOURCE", "dump", "load", "sniff"]

ENDING = ".2710.json"
_OWN = b"erqishi-log/"
_OPERATIONS, _DEALT = b'"player_ops"', (b'"hand_cards"', b'"bottom_card"')


def sniff(head: bytes, name: str) -> bool:  # noqa: ARG001 - every importer is asked alike
    """Whether the beginning of a file, packed or not, is one of this form.

    >>> sniff(b'{"uid":"a","players":[{"uid":1,"hand_cards":[1]}],"player_ops":[]}', "a.json")
    True
    >>> sniff(b'{"format":"erqishi-log/1"}', "a.json")
    False
    """
    plain = b""
    try:
        for chunk in iter_chunks(io.BytesIO(head)):
            plain += chunk
            if len(plain) > len(head):
                break
    except BrokenStreamError:
        pass  # only the beginning is there
    text = plain.removeprefix(b"\xef\xbb\xbf").lstrip()
    if text[:1] not in (b"{", b"[") or _OWN in text:
        return False
    return _OPERATIONS in text or all(key in text for key in _DEALT)


def load(paths: Sequence[Path]) -> Iterator[LogItem]:
    """局: the hands of every file in order, and the pieces that are none. Raises OSError where one cannot be opened."""
    for path in paths:
        with path.open("rb") as stream:
            pieces = Pieces(iter_chunks(stream))
            last = 0
            for piece in pieces:
                last = piece.line
                if not (pieces.damage and piece.why):
                    yield _item(piece, str(path))
            if pieces.damage:
                error = RecordError(
                    str(path), last + 1, None, pieces.damage, Phrase("file.rest"), Phrase("remedy.fetch_again")
                )
                yield LogItem(str(path), last + 1, b"", error=error)


def _item(piece: Piece, file: str) -> LogItem:
    try:
        hand, plain = parse_hand(piece, file)
        return LogItem(file, piece.line, piece.raw, record=read_hand(hand, plain))
    except FormError as error:
        return LogItem(file, piece.line, piece.raw, error=place_error(error, piece, file))
    except RecordError as error:
        error.__traceback__ = error.__context__ = None
        return LogItem(file, piece.line, piece.raw, error=error)
