"""事: what was done between two snapshots, by their difference and by what they say (PLATFORMS, A)."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final, NamedTuple

from erqishi_logs.cards import UNSEEN
from erqishi_logs.importers.snapshots import shapes as say
from erqishi_logs.importers.snapshots.numbers import kind_of, kinds_of
from erqishi_logs.importers.snapshots.odd import OddError
from erqishi_logs.texts.phrase import Phrase

if TYPE_CHECKING:
    from collections.abc import Sequence

    from erqishi_logs.importers.snapshots.shapes import Operation

#: A card turned up, discarded or flipped; a card drawn by 小家: neither has a number of its own.
TURN: Final = 0
DRAW: Final = -1


class Act(NamedTuple):
    """事: one thing done; `code` as the platform numbers it, or `TURN`, `DRAW`.

    `target` is the live card's kind, `cards` the kinds that join from the hand, `source` the platform's `from`.
    """

    code: int
    seat: int
    target: int = UNSEEN
    cards: tuple[int, ...] = ()
    source: int | None = None

    @property
    def turns(self) -> bool:
        """Whether it turns a card up or draws one."""
        return self.code in (TURN, DRAW, say.DISCARD, say.FLIP)

    @property
    def used(self) -> tuple[int, ...]:
        """The kinds that leave the concealed hand."""
        if self.code in (say.DISCARD, say.BAI):
            return self.cards if self.code == say.BAI else (self.target,)
        if self.code == say.CHI:
            return (*self.cards, UNSEEN, UNSEEN)[:2]
        return (self.target,) * {say.DUI: 2, say.KAI: 3}.get(self.code, 0)

    def may_be(self, other: Act) -> bool:
        """Whether an operation, `other`, may tell of the same thing as this difference of two tables."""
        same_code = self.code == other.code or (self.code in (TURN, DRAW) and other.turns)
        same_card = UNSEEN in (self.target, other.target) or self.target == other.target
        return self.seat == other.seat and same_code and (same_card or self.code == DRAW or other.code == say.BAI)


def read_act(operation: Operation | int, seat: int, field: str) -> Act:
    """事: an operation of a seat. Raises OddError for one that the platform does not have."""
    operation = say.Operation(operation) if isinstance(operation, int) else operation
    if operation.oper not in say.OPERATIONS:
        raise OddError(field, Phrase("eqs.no_oper", code=operation.oper), Phrase("eqs.opers"))
    target = kind_of(operation.target_id or 0, f"{field}.targetId")
    cards = kinds_of(operation.joined, f"{field}.id1")
    return Act(operation.oper, seat, target, cards, operation.from_)


def new_melds(before: Sequence[Operation], now: Sequence[Operation], seat: int) -> list[Act]:
    """比: the melds laid since; one that became another (對 to 雨, to 開) is new. Raises OddError for one gone."""
    if len(now) < len(before):
        raise OddError("leftCards", Phrase("eqs.fewer", now=len(now), before=len(before)), Phrase("eqs.follows"))
    old: list[Operation | None] = [*before]
    old += [None] * (len(now) - len(before))
    fresh = [meld for meld, was in zip(now, old, strict=True) if meld != was]
    return [read_act(meld, seat, "leftCards") for meld in fresh]


def new_cards(before: Sequence[int], now: Sequence[int], seat: int) -> list[Act]:
    """比: the cards put out since; the last of before may be gone, for somebody took it. Raises OddError."""
    for kept in (len(before), len(before) - 1):
        if kept >= 0 and list(now[:kept]) == list(before[:kept]):
            return [Act(TURN, seat, kind) for kind in kinds_of(now[kept:], "chuPai")]
    raise OddError("chuPai", Phrase("eqs.discards_changed"), Phrase("eqs.follows"))


def gained(before: Sequence[int], now: Sequence[int]) -> list[int]:
    """比: the kinds that a hand has now and had not before.

    >>> gained([3, 3, 5], [3, 5, 5, 7])
    [5, 7]
    """
    return sorted((Counter(now) - Counter(before)).elements())
