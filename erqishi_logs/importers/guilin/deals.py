"""發牌 rebuilt: what each seat must have been dealt (PLATFORMS, C)."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from erqishi_logs.importers.guilin import messages as say

if TYPE_CHECKING:
    from erqishi_logs.importers.guilin.course import Course

_HAND = 20
_COPIES = 4


def rebuild_deal(course: Course, dealer: int) -> list[list[int]] | None:
    """發牌: the cards dealt to each seat, or None where the log does not tell them.

    Backwards from the win: final hand, without the winning card, and all that left the hand. The
    deal is taken only if it closes: 21 and 20 each, and with the flips and what remained of the
    wall 80 cards, four of each kind.
    """
    win, result = course.win, course.result
    if win is None or result is None or set(win.hands) != set(course.seats):
        return None
    dealt = [[*win.hands[uid], *course.used[seat]] for uid, seat in sorted(course.seats.items(), key=_by_seat)]
    if not _without_winning_card(dealt[course.seats[win.uid]], win):
        return None
    return dealt if _closes(dealt, dealer, course.flips + result.remain_card) else None


def _by_seat(item: tuple[str, int]) -> int:
    return item[1]


def _without_winning_card(cards: list[int], win: say.Win) -> bool:
    # A card that joined a table group, and the deal's own 天和, are not in the final hand as a card too many.
    if win.out_side or win.type == say.TIANHU:
        return True
    if win.id not in cards:
        return False
    cards.remove(win.id)
    return True


def _closes(dealt: list[list[int]], dealer: int, others: list[int]) -> bool:
    sizes = [len(cards) for cards in dealt]
    due = [_HAND + (seat == dealer) for seat in range(len(dealt))]
    counts = Counter(card for cards in dealt for card in cards) + Counter(others)
    return sizes == due and len(counts) == 20 and set(counts.values()) == {_COPIES}
