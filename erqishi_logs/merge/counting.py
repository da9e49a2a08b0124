"""點數: how the cards nobody saw may lie, kinds against places, without trying any deal.

So many cards of each kind are to lie in places of so many cards, every kind in every place. That is a transportation
problem whose cells are free, and its bounds are plain: of kind k the place p has at least what finds no room
elsewhere, `cards[k] + room[p] - all`, and at most the smaller of the two; each bound is reached by some deal, for the
rest of the cards fill the rest of the room in any way. A value is forced exactly where both bounds meet.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


def least_of(cards: Sequence[int], room: Sequence[int]) -> list[list[int]]:
    """至少: by place, then kind, how many cards of the kind lie there in every deal that fits.

    `cards`: by kind, how many are to be placed; `room`: by place, how many lie there; both sums are equal.

    >>> least_of([3, 1], [3, 1])
    [[2, 0], [0, 0]]
    """
    whole = sum(room)
    return [[max(0, count + free - whole) for count in cards] for free in room]


def most_of(cards: Sequence[int], room: Sequence[int]) -> list[list[int]]:
    """至多: by place, then kind, how many cards of the kind lie there in the deal that has most of them.

    >>> most_of([3, 1], [3, 1])
    [[3, 1], [1, 1]]
    """
    return [[min(count, free) for count in cards] for free in room]


def is_forced(cards: Sequence[int], room: Sequence[int]) -> bool:
    """唯一: whether the cards can lie in one way only.

    >>> is_forced([3, 0], [2, 1]), is_forced([3, 1], [3, 1]), is_forced([3, 1], [4])
    (True, False, True)
    """
    return least_of(cards, room) == most_of(cards, room)
