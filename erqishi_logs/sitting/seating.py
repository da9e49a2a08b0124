"""方位: who sits where, who comes after whom, whom the cards called and cut name (RULEBOOK §3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from erqishi_logs.rules.options import Cutter
from erqishi_logs.sitting.played import card_number

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

Circle = tuple[str, ...]


def call_seats(called: Iterable[tuple[str, str]], game: str = "erqishi") -> Circle | None:
    """叫方位: the players counter-clockwise, the highest card first, then by size (S0-095, S1-065, S2-005).

    `called` are players with the card each turned up, in the order of turning: of equal numbers the one
    turned first is the higher (S1-066), whatever the colour. None where a card was not seen or has no number: the
    seats cannot be told. Raises CardError for what is no card.

    >>> call_seats([("甲", "三"), ("乙", "拾"), ("丙", "叄")])
    ('乙', '甲', '丙')
    >>> call_seats([("甲", "三"), ("乙", "?")]) is None
    True
    """
    cards = [(name, card_number(card, game)) for name, card in called]
    if any(number is None for _, number in cards):
        return None
    return tuple(name for name, _ in sorted(cards, key=lambda card: -(card[1] or 0)))


def dealer_named(players: Sequence[str], cutter: int, number: int) -> str:
    """叨莊: the player whom a cut card names; the cutter counts as 1, his 下家 as 2, and so on (S0-106, S2-009).

    >>> [dealer_named("甲乙丙", 1, number) for number in (1, 2, 3, 4, 10)]
    ['乙', '丙', '甲', '乙', '乙']
    """
    return players[(cutter + number - 1) % len(players)]


def after(circle: Sequence[str], name: str) -> str:
    """下家: who sits next, counter-clockwise. Raises ValueError where `name` does not sit there.

    >>> after("甲乙丙", "丙")
    '甲'
    """
    return circle[(list(circle).index(name) + 1) % len(circle)]


def before(circle: Sequence[str], name: str) -> str:
    """上家: whose 下家 a player is. Raises ValueError where `name` does not sit there.

    >>> before("甲乙丙", "甲")
    '丙'
    """
    return circle[list(circle).index(name) - 1]


def is_turned(one: Sequence[str], other: Sequence[str]) -> bool:
    """同桌: whether two tables are the same round, seat 0 anywhere.

    >>> is_turned("甲乙丙", "丙甲乙"), is_turned("甲乙丙", "甲丙乙")
    (True, False)
    """
    if len(one) != len(other) or one[0] not in other:
        return False
    turn = list(other).index(one[0])
    return list(one) == [*other[turn:], *other[:turn]]


def without(circle: Sequence[str], name: str) -> Circle:
    """歇: the table when one rests.

    >>> without("甲乙丙丁", "乙")
    ('甲', '丙', '丁')
    """
    return tuple(each for each in circle if each != name)


def cutter_for(cutter: Cutter, circle: Sequence[str], shuffler: str) -> str:
    """叨牌: who cuts what `shuffler` shuffled: his 上家 (S0-101) or 下家 (S1-007, S2-007).

    Where the last seat cuts (S2-024) the dealer shuffles (S1-067), and his 上家 is the last seat.

    >>> cutter_for(Cutter.SHUFFLER_PREV, "甲乙丙", "甲"), cutter_for(Cutter.SHUFFLER_NEXT, "甲乙丙", "甲")
    ('丙', '乙')
    """
    return (after if cutter == Cutter.SHUFFLER_NEXT else before)(circle, shuffler)


def shuffler_for(cutter: Cutter, circle: Sequence[str], who_cut: str) -> str:
    """洗牌: whose shuffle `who_cut` cut; the inverse of `cutter_for`.

    >>> shuffler_for(Cutter.SHUFFLER_PREV, "甲乙丙", "丙")
    '甲'
    """
    return (before if cutter == Cutter.SHUFFLER_NEXT else after)(circle, who_cut)
