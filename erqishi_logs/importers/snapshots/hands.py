"""局: the snapshots of a file, hand by hand (PLATFORMS, A)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from erqishi_logs.errors import RecordError
from erqishi_logs.importers.guilin.complaints import message_fault
from erqishi_logs.importers.snapshots.shapes import Room, Snapshot, parse_snapshot
from erqishi_logs.texts.phrase import Phrase

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from erqishi_logs.importers.snapshots.pieces import Piece

#: A hand has some hundred snapshots.
MAX_SNAPSHOTS = 5_000
MAX_HAND_BYTES = 16 * 2**20


class Placed(NamedTuple):
    """A snapshot, its number in the hand from 1, and the line of the file where it begins."""

    number: int
    line: int
    shape: Snapshot


@dataclass
class HandText:
    """局: the snapshots of one hand, or why there are none: `error` is the first fault."""

    file: str
    line: int
    snapshots: list[Placed] = field(default_factory=list)
    error: RecordError | None = None
    text: bytearray = field(default_factory=bytearray)
    room: Room | None = None
    n_snapshots: int = 0
    n_bytes: int = 0

    @property
    def raw(self) -> bytes:
        """What the file holds of it, byte for byte."""
        return bytes(self.text.strip(b" \t\r\n,"))

    @property
    def settled(self) -> bool:
        """Whether its settlement has come."""
        return bool(self.snapshots) and self.snapshots[-1].shape.settles

    def keep(self, piece: Piece) -> None:
        self.n_bytes += len(piece.raw)
        if self.n_bytes <= MAX_HAND_BYTES:
            self.text += piece.raw
        else:
            self.refuse(piece.line, Phrase("eqs.hand_too_long", limit=MAX_HAND_BYTES))

    def refuse(self, line: int, found: Phrase, expected: Phrase | None = None) -> None:
        """Keeps the first fault; the snapshots are needed no more."""
        if self.error is None:
            self.error = RecordError(self.file, line, None, found, expected or Phrase("eqs.replay"))
        self.snapshots.clear()

    def add(self, line: int, shape: Snapshot) -> None:
        self.n_snapshots += 1
        if self.error is None and self.n_snapshots > MAX_SNAPSHOTS:
            self.refuse(line, Phrase("eqs.too_many", limit=MAX_SNAPSHOTS))
        self.room = self.room or shape.room
        if self.error is None:
            self.snapshots.append(Placed(self.n_snapshots, line, shape))


def split_hands(pieces: Iterable[Piece], file: str) -> Iterator[HandText]:
    """局: the hands of a file, each a list, or one after the other in one: another room, 圈 or number begins one."""
    hand: HandText | None = None
    for piece in pieces:
        if piece.mark == "[" and hand is not None and hand.n_snapshots:
            yield hand
            hand = None
        if piece.mark == "{":
            shape, fault = _read(piece.text, (hand.n_snapshots if hand else 0) + 1)
            if hand is not None and shape is not None and _begins_another(hand, shape):
                yield hand
                hand = None
            hand = hand or HandText(file, piece.line)
            hand.keep(piece)
            if shape is None:
                hand.n_snapshots += 1
                hand.refuse(piece.line, *fault)
            else:
                hand.add(piece.line, shape)
            continue
        if hand is None or not hand.n_snapshots:
            hand = HandText(file, piece.line)
        hand.keep(piece)
        if piece.fault is not None:
            hand.refuse(piece.line, piece.fault)
        if piece.mark in "]!" and (hand.n_snapshots or hand.error):
            yield hand
            hand = None
    if hand is not None and (hand.n_snapshots or hand.error):
        yield hand


def _begins_another(hand: HandText, shape: Snapshot) -> bool:
    if hand.settled and not shape.settles:
        return True
    return None not in (hand.room, shape.room) and shape.room != hand.room


def _read(text: bytes, number: int) -> tuple[Snapshot | None, tuple[Phrase, Phrase]]:
    where = Phrase("eqs.snapshot", number=number)
    nothing = (where, where)
    try:
        return parse_snapshot(text), nothing
    except RecursionError:
        return None, (Phrase("eqs.too_deep", route=where), Phrase("eqs.replay"))
    except msgspec.MsgspecError as error:
        found, expected = message_fault(where, error)
        return None, (_as_phrase(found), _as_phrase(expected))
    except ValueError as error:  # an integer of thousands of digits
        return None, (Phrase("guilin.unfit", route=where, error=str(error)), Phrase("eqs.replay"))


def _as_phrase(words: str) -> Phrase:
    return words if isinstance(words, Phrase) else Phrase("part.as_is", words=words)
