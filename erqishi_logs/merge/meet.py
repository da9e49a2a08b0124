"""兩說相合: what two notes of one thing say together; None where they contradict each other.

A `?` contradicts nothing. The cards of a hand or of a meld are a multiset: who wrote one card and `?`, and who
wrote another, are both right where there is room for both.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from erqishi_logs.cards import UNSEEN_GLYPH

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


def meet_card(one: str, other: str) -> str | None:
    """一張: the card that two notes name.

    >>> meet_card("?", "五"), meet_card("五", "五"), meet_card("五", "六")
    ('五', '五', None)
    """
    if other in (one, UNSEEN_GLYPH):
        return one
    return other if one == UNSEEN_GLYPH else None


def meet_cards(one: str, other: str) -> str | None:
    """數張: the cards of a hand or a meld that two notes name, in the order of the one that knows more.

    A kind is there at least as often as either has it: two notes of one 一 may mean the same card.

    >>> meet_cards("一??", "二??"), meet_cards("一二?", "三三?"), meet_cards("一二", "二一")
    ('一二?', None, '一二')
    """
    if one == other:
        return one
    if len(one) != len(other):
        return None
    left, right = _known(one), _known(other)
    if (left | right).total() > len(one):
        return None
    if right.total() > left.total():
        one, left, right = other, right, left
    more = sorted((right - left).elements())
    return fill(one, more)


def fill(cards: str, more: Iterable[str]) -> str:
    """補: the unseen cards of a text named, from the left, as far as there are names.

    >>> fill("一??", "五")
    '一五?'
    """
    for card in more:
        cards = cards.replace(UNSEEN_GLYPH, card, 1)
    return cards


def meet_groups(one: Sequence[str], other: Sequence[str]) -> tuple[str, ...] | None:
    """數房: the melds that two notes name, in any order, each in any order.

    >>> meet_groups(("八九十", "七七柒"), ("柒七七", "八九?"))
    ('八九十', '七七柒')
    """
    if len(one) != len(other):
        return None
    left, met = list(other), []
    for group in one:
        same = next((g for g in left if sorted(g) == sorted(group)), None)
        same = same or next((g for g in left if meet_cards(group, g) is not None), None)
        if same is None:
            return None
        left.remove(same)
        met.append(meet_cards(group, same) or group)
    return tuple(met)


def meet_wall(one: str, other: str) -> str | None:
    """牌墩: the wall that two notes name, card by card from the top.

    >>> meet_wall("一?三", "一二"), meet_wall("一二", "二一")
    ('一二三', None)
    """
    if len(other) > len(one):
        one, other = other, one
    cards = [meet_card(mine, yours) for mine, yours in zip(one, other, strict=False)]
    named = [card for card in cards if card is not None]
    return "".join(named) + one[len(other) :] if len(named) == len(cards) else None


def meet_takes(one: tuple[str, ...], other: tuple[str, ...]) -> tuple[str, ...] | None:
    """發牌: a hand as two notes have it, dealt at once or take by take.

    Takes of the same sizes meet one by one; else the hands as wholes, and the cards stay in the takes of the note
    that knows more.

    >>> meet_takes(("??", "?"), ("一?", "二")), meet_takes(("??", "?"), ("一二三",)), meet_takes(("一",), ("二",))
    (('一?', '二'), ('一二三',), None)
    """
    if [len(take) for take in one] == [len(take) for take in other]:
        takes = [meet_cards(mine, yours) for mine, yours in zip(one, other, strict=True)]
        named = tuple(take for take in takes if take is not None)
        return named if len(named) == len(takes) else None
    whole = meet_cards("".join(one), "".join(other))
    if whole is None:
        return None
    fuller = one if n_known("".join(one)) >= n_known("".join(other)) else other
    return (whole,) if len(fuller) == 1 else fuller


def n_known(cards: str) -> int:
    """幾張已知: how many cards of a text are named.

    >>> n_known("一?二")
    2
    """
    return len(cards) - cards.count(UNSEEN_GLYPH)


def _known(cards: str) -> Counter[str]:
    return Counter(card for card in cards if card != UNSEEN_GLYPH)
