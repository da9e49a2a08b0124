"""快照: what a snapshot holds (PLATFORMS, A). Only the fields that a record needs; the rest stays in the raw text."""

from __future__ import annotations

from typing import Any, Final

import msgspec

HU: Final = 42
KAI: Final = 43
BA_YU: Final = 44
DUI: Final = 45
CHI: Final = 46
BAI: Final = 47
DISCARD: Final = 48
PASS: Final = 49
FLIP: Final = 50
SWAP: Final = 51
OPERATIONS: Final = range(HU, SWAP + 1)
CLAIMS: Final = (HU, KAI, DUI, CHI)

Number = int | float
Uid = int | str
#: roomId, 圈, number of the hand.
Room = tuple[int | str | None, int | None, int | None]


class Shape(msgspec.Struct, rename="camel", omit_defaults=True, gc=False):
    """One JSON object of the platform."""


class Operation(Shape):
    """事: one thing done or offered; cards are the platform's numbers, 0 or absent: none."""

    oper: int = 0
    target_id: int | None = None
    from_: int | None = msgspec.field(default=None, name="from")
    id1: int | None = None
    id2: int | None = None
    id3: int | None = None

    @property
    def joined(self) -> tuple[int, ...]:
        """The hand cards that join, as the platform numbers them."""
        return tuple(card for card in (self.id1, self.id2, self.id3) if card)


class User(Shape):
    """家: a seat in a snapshot, in the room, or in the settlement; absent is not told."""

    uid: Uid | None = None
    user_name: str | None = None
    seat_id: int | None = None
    score: Number | None = None
    hand_cards: list[int] | int | None = None
    left_cards: list[Operation] | None = None
    chu_pai: list[int] | None = None
    opers: list[Operation | int] | None = None
    curr_oper: Operation | int | None = None
    hu_shu: int | None = None
    hu_rules: list[int] | None = None
    hu_type: int | None = None
    hu_score: Number | None = None
    yu_score: Number | None = None
    total_score: Number | None = None
    right_card: int | None = None

    @property
    def settles(self) -> bool:
        """Whether this is a seat of the settlement."""
        return any(value is not None for value in (self.hu_shu, self.hu_rules, self.hu_type, self.total_score))


class Snapshot(Shape):
    """快照: the whole table at one moment; the first has the room, too, the last may be the settlement."""

    room_id: Uid | None = None
    circle: int | None = None
    ju_shu: int | None = None
    zhuang_id: Uid | None = None
    rules: dict[str, Any] | None = None
    users: list[User] | None = None
    user_card: list[User] | None = None
    left_card: int | None = None
    left_count: int | None = None
    oper_uid: Uid | None = None
    oper: Operation | int | None = None

    @property
    def seats(self) -> list[User]:
        """Every seat told of, in `users` and `userCard`."""
        return [*(self.users or ()), *(self.user_card or ())]

    @property
    def wall(self) -> int | None:
        """How many cards the wall has."""
        return self.left_card if self.left_count is None else self.left_count

    @property
    def settles(self) -> bool:
        """Whether the settlement is in it."""
        return any(user.settles for user in self.seats)

    @property
    def room(self) -> Room | None:
        """Which hand of which room it says it is of, None where it does not say."""
        named = (self.room_id, self.circle, self.ju_shu)
        return None if named == (None, None, None) else named


_READER = msgspec.json.Decoder(Snapshot)


def parse_snapshot(text: bytes) -> Snapshot:
    """快照: one JSON object. Raises msgspec.MsgspecError; RecursionError where it is nested without end.

    >>> parse_snapshot(b'{"operUid":7,"oper":{"oper":48,"targetId":521,"from":0}}').oper.target_id
    521
    """
    return _READER.decode(text)
