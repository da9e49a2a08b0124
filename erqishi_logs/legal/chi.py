"""吃 and 擺: which chi the cards allow, and how what remains may be laid (RULEBOOK §4.4).

`held` are a seat's concealed counts, `dealt` what it was dealt of each kind. A kan or gun is
three or four alike as dealt, none of them used yet: its cards are left out (RULEBOOK §2).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from erqishi_logs.rules.options import BaiImpossible

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from erqishi_logs.melds import MeldTable, Pair
    from erqishi_logs.rules import RuleSet

#: Further melds laid with a chi: each the two cards beside the X.
Laying = tuple["Pair", ...]


class ChiOption(NamedTuple):
    """吃: the two hand cards and one way to lay what must be laid."""

    cards: Pair
    bai: Laying


def is_kan(held: Sequence[int], dealt: Sequence[int], kind: int) -> bool:
    """坎子 or 磙: three or four alike as dealt, none of them used (RULEBOOK §2).

    >>> is_kan([3], [3], 0), is_kan([3], [4], 0)
    (True, False)
    """
    return held[kind] >= 3 and held[kind] == dealt[kind]


def free_count(held: Sequence[int], dealt: Sequence[int], kind: int) -> int:
    """How many of a kind a chi or 擺 may use: none of a kan or gun (S1-054)."""
    count = held[kind]
    return 0 if count >= 3 and count == dealt[kind] else count


def iter_layings(melds: MeldTable, free: Sequence[int], kind: int, count: int) -> Iterator[Laying]:
    """擺: the ways to lay `count` cards X with other free cards, in the order of the pairs.

    `free` are the free counts without those `count` cards.
    """
    if count == 0:
        yield ()
        return
    for pair in melds.chi_pairs[kind]:
        more = (pair[0] == kind) + (pair[1] == kind)
        if more + 1 > count or not _has_beside(free, pair, kind):
            continue
        rest = list(free)
        for card in pair:
            if card != kind:
                rest[card] -= 1
        for further in iter_layings(melds, rest, kind, count - 1 - more):
            if not further or further[0] >= pair:
                yield (pair, *further)


def _has_beside(free: Sequence[int], pair: Pair, kind: int) -> bool:
    first, second = pair
    if first == second and first != kind:
        return free[first] >= 2
    return (first == kind or free[first] >= 1) and (second == kind or free[second] >= 1)


def can_use(free: Sequence[int], pair: Pair) -> bool:
    """Whether both cards of a pair are there."""
    first, second = pair
    return free[first] >= 2 if first == second else free[first] >= 1 and free[second] >= 1


def layings_after(
    melds: MeldTable, free: Sequence[int], kind: int, cards: Pair, *, lenient: bool = False
) -> Iterator[Laying]:
    """擺: how every X still concealed after a chi with `cards` may be laid; one empty laying if none is left.

    `lenient`, where what cannot be laid may stay (S1-166): as many of them as can be.
    """
    rest = list(free)
    rest[cards[0]] -= 1
    rest[cards[1]] -= 1
    remaining, rest[kind] = rest[kind], 0
    for count in range(remaining, -1 if lenient else remaining - 1, -1):
        found = False
        for laying in iter_layings(melds, rest, kind, count):
            found = True
            yield laying
        if found:
            return


def free_counts(held: Sequence[int], dealt: Sequence[int]) -> list[int]:
    """The counts that chi and 擺 may use."""
    return [0 if h >= 3 and h == d else h for h, d in zip(held, dealt, strict=True)]


def iter_chi(
    melds: MeldTable, rules: RuleSet, held: Sequence[int], dealt: Sequence[int], kind: int
) -> Iterator[ChiOption]:
    """吃: every chi of X that the cards allow, with each way of laying (S0-032, S0-034).

    >>> from erqishi_logs.games import ERQISHI
    >>> from erqishi_logs.rules import load_preset
    >>> deck = ERQISHI.deck
    >>> hand = deck.count_kinds(deck.parse_cards("二七十五六"))
    >>> options = iter_chi(ERQISHI.melds, load_preset("leshan"), hand, hand, deck.parse_card("七"))
    >>> [(deck.format_cards(o.cards), [deck.format_cards(p) for p in o.bai]) for o in options]
    [('二十', ['五六']), ('五六', ['二十'])]
    """
    if is_kan(held, dealt, kind):
        return
    free = free_counts(held, dealt)
    lenient = rules.bai_impossible == BaiImpossible.ALLOW
    for pair in melds.chi_pairs[kind]:
        if can_use(free, pair):
            for laying in layings_after(melds, free, kind, pair, lenient=lenient):
                yield ChiOption(pair, laying)


def count_laid(laying: Laying, kind: int) -> int:
    """How many X a laying takes out of the hand: one a meld, and those beside it.

    >>> count_laid(((6, 16), (4, 5)), 6)
    3
    """
    return sum(1 + pair.count(kind) for pair in laying)


def can_chi(melds: MeldTable, rules: RuleSet, held: Sequence[int], dealt: Sequence[int], kind: int) -> bool:
    """吃: whether the cards allow any chi of X."""
    if is_kan(held, dealt, kind):
        return False
    if held[kind] == 0:
        # Nothing to lay: any usable pair will do; the common case, kept quick.
        return any(_usable(held, dealt, pair) for pair in melds.chi_pairs[kind])
    return next(iter_chi(melds, rules, held, dealt, kind), None) is not None


def _usable(held: Sequence[int], dealt: Sequence[int], pair: Pair) -> bool:
    first, second = pair
    if first == second:
        return held[first] >= 2 and not is_kan(held, dealt, first)
    return held[first] > 0 and held[second] > 0 and not is_kan(held, dealt, first) and not is_kan(held, dealt, second)


def can_dui(held: Sequence[int], dealt: Sequence[int], kind: int) -> bool:
    """對: two alike held, no kan of them (S0-026; a silent holder of a kan has passed no dui, §5)."""
    return held[kind] >= 2 and not is_kan(held, dealt, kind)


def dui_cards(held: Sequence[int], kind: int, wild: int) -> tuple[int, int] | None:
    """對: the two hand cards of a dui, two alike or, without them, one and a 聽; None where there are none (S0-001).

    >>> dui_cards([1, 2, 1], 0, 2), dui_cards([1, 2, 1], 1, 2), dui_cards([1, 2, 0], 0, 2)
    ((0, 2), (1, 1), None)
    """
    if held[kind] > 1:
        return kind, kind
    return (kind, wild) if wild >= 0 and kind != wild and held[kind] and held[wild] else None


def iter_wild_chi(
    melds: MeldTable, rules: RuleSet, held: Sequence[int], dealt: Sequence[int], kind: int
) -> Iterator[ChiOption]:
    """吃: every chi of X with one other card and a 聽, what must be laid laid without one (S0-001).

    >>> from erqishi_logs.games import game_of
    >>> from erqishi_logs.rules import load_preset
    >>> game, rules = game_of("erqishi", 4), load_preset("leshan")
    >>> hand = game.deck.count_kinds(game.deck.parse_cards("二九聽四"))
    >>> options = iter_wild_chi(game.melds, rules, hand, hand, game.deck.parse_card("七"))
    >>> [game.deck.format_cards(o.cards) for o in options]
    ['二聽', '九聽']
    """
    wild = melds.deck.wild
    if wild < 0 or not held[wild] or kind == wild or is_kan(held, dealt, kind):
        return
    free = free_counts(held, dealt)
    free[wild] = held[wild]
    lenient = rules.bai_impossible == BaiImpossible.ALLOW
    for other in sorted({card for pair in melds.chi_pairs[kind] for card in pair}):
        if free[other]:
            for laying in layings_after(melds, free, kind, (other, wild), lenient=lenient):
                yield ChiOption((other, wild), laying)


def can_kai(held: Sequence[int], dealt: Sequence[int], kind: int) -> bool:
    """開: a kan of the kind held (S0-037)."""
    return held[kind] == 3 and dealt[kind] == 3
