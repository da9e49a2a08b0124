"""Hands by brute force: melds on characters, layings, complete hands by recursive partition (RULEBOOK §2, §4, §6).

Nothing here knows the engine's rooms `legal`, `replay` or `audit`; only totals come from `scoring`, which has its
own twin.
"""

from __future__ import annotations

from collections import Counter
from itertools import product
from typing import TYPE_CHECKING, Any, NamedTuple

from erqishi_logs.games import ERQISHI
from erqishi_logs.melds import MeldKind
from erqishi_logs.scoring import Count, Group, WinContext, count_win

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

SMALL, BIG = "一二三四五六七八九十", "壹貳叄肆伍陸柒捌玖拾"
GLYPHS = SMALL + BIG
Cards = Counter[str]


def number(card: str) -> int:
    return GLYPHS.index(card) % 10 + 1


def is_red(card: str) -> bool:
    return card in BIG


def chi_meld(cards: str) -> MeldKind | None:
    """連子 龍燈 半邊字, or None (§2)."""
    if len(cards) != 3:
        return None
    numbers = sorted(number(card) for card in cards)
    colours = {is_red(card) for card in cards}
    if len(colours) == 1 and numbers == [2, 7, 10]:
        return MeldKind.LONGDENG
    if len(colours) == 1 and numbers == [numbers[0], numbers[0] + 1, numbers[0] + 2]:
        return MeldKind.LIANZI
    if len(colours) == 2 and len(set(numbers)) == 1:
        return MeldKind.BANBIANZI
    return None


#: Every chi meld, as sorted characters, found by trying all triples.
CHI_MELDS = sorted(
    {
        "".join(sorted(a + b + c, key=GLYPHS.index))
        for a, b, c in product(GLYPHS, repeat=3)
        if chi_meld(a + b + c) is not None
    }
)


def contains(cards: Cards, wanted: Iterable[str]) -> bool:
    return all(cards[card] >= n for card, n in Counter(wanted).items())


def without(cards: Cards, gone: Iterable[str]) -> Cards:
    left = Counter(cards)
    left.subtract(Counter(gone))
    return +left


def most_laid(free: Cards, card: str) -> int:
    """The most copies of `card` that disjoint chi melds, each holding one, can lay from `free` (擺)."""
    best = 0
    for meld in CHI_MELDS:
        if card in meld and contains(free, meld):
            best = max(best, meld.count(card) + most_laid(without(free, meld), card))
    return best


def can_lay_all(free: Cards, card: str) -> bool:
    return most_laid(free, card) == free[card]


def chi_pairs(free: Cards, card: str) -> list[str]:
    """Every two cards of `free` that make a chi meld with `card`."""
    cards = sorted(free.elements())
    pairs = {cards[i] + cards[j] for i in range(len(cards)) for j in range(i)}
    return sorted(pair for pair in pairs if chi_meld(card + pair) is not None)


def can_chi(free: Cards, card: str, *, must_lay: bool) -> bool:
    """Whether some pair of `free` (kan and gun taken out) may chi `card`, 擺 included (§4.4)."""
    return any(not must_lay or can_lay_all(without(free, pair), card) for pair in chi_pairs(free, card))


# Complete hands


class Block(NamedTuple):
    meld: MeldKind
    cards: str


class Held(NamedTuple):
    """What decides whether a hand is complete: concealed cards, its kan and gun, the table, the winning card."""

    concealed: Cards
    whole: frozenset[str]
    table: tuple[Any, ...]
    win: str | None
    melds_needed: int


def _wholes(card: str, held: int, won: int, *, whole: bool, split: bool) -> list[tuple[list[Block], int]]:
    """What cards alike may be: the blocks made of them, how many stay free."""
    kan, kai = Block(MeldKind.KAN, card * 3), Block(MeldKind.KAI, card * 4)
    ways: list[tuple[list[Block], int]] = []
    if whole and held == 4:
        ways.append(([Block(MeldKind.GUN, card * 4)], won))
    elif whole:
        ways.append(([kan], won))
        if won:
            ways.append(([kai], 0))
    if whole and split and held == 4:
        ways.append(([kan], 1 + won))
    if not whole and held == 3:
        # What is left of a split gun may still lie together; whether it is a kan then is left open (decisions.md).
        ways.append(([kan], won))
    if not whole or split:
        ways.append(([], held + won))
        if won and held >= 2:
            ways.append(([Block(MeldKind.DUI, card * 3)], held - 2))
    return ways


def _partitions(free: Cards, zhuangzi: int) -> Iterator[list[Block]]:
    """Every way to take `free` apart into chi melds and just so many zhuangzi."""
    if not free:
        if not zhuangzi:
            yield []
        return
    first = min(free, key=GLYPHS.index)
    if zhuangzi and free[first] >= 2:
        for rest in _partitions(without(free, first * 2), 0):
            yield [Block(MeldKind.ZHUANGZI, first * 2), *rest]
    for cards in CHI_MELDS:
        if first in cards and contains(free, cards):
            meld = chi_meld(cards)
            assert meld is not None
            for rest in _partitions(without(free, cards), zhuangzi):
                yield [Block(meld, cards), *rest]


def arrangements(held: Held, *, split: bool = False) -> list[list[Block]]:
    """Every arrangement of the concealed cards with the winning one; with `split`, kan and gun may be split too."""
    if any(group["meld"] is None for group in held.table):
        return []
    kinds = sorted(set(held.concealed) | ({held.win} if held.win else set()))
    choices = [
        _wholes(
            card,
            held.concealed[card],
            int(card == held.win),
            # What is left of a split gun is no kan (§2).
            whole=held.concealed[card] >= 3 and (split or card in held.whole),
            split=split,
        )
        for card in kinds
    ]
    on_table = sum(group["meld"] == MeldKind.KAI for group in held.table)
    found: list[list[Block]] = []
    for chosen in product(*choices):
        blocks = [block for made, _ in chosen for block in made]
        free = +Counter({card: n for card, (_, n) in zip(kinds, chosen, strict=True)})
        quads = on_table + sum(block.meld in (MeldKind.KAI, MeldKind.GUN) for block in blocks)
        zhuangzi = 1 if quads else 0
        left = held.melds_needed - len(held.table) - len(blocks)
        if free.total() != 3 * left - zhuangzi:
            continue
        found += [blocks + rest for rest in _partitions(free, zhuangzi)]
    return found


# Counting, by the engine's scorer, which has a twin of its own


def kind(card: str) -> int:
    return GLYPHS.index(card)


def as_group(block: Block, *, exposed: bool = False) -> Group:
    return Group(block.meld, tuple(sorted(map(kind, block.cards))), exposed=exposed)


def count(blocks: list[Block], held: Held, ctx: WinContext) -> Count:
    table = [as_group(Block(group["meld"], group["cards"]), exposed=True) for group in held.table]
    return count_win((*table, *map(as_group, blocks)), ctx)


def best(found: list[list[Block]], held: Held, ctx: WinContext) -> tuple[list[Block], Count] | None:
    """The arrangement of the highest payment, then of the higher 和數; those that are enough before all others."""
    counted = [(blocks, count(blocks, held, ctx)) for blocks in found]
    if not counted:
        return None
    return max(counted, key=lambda pair: (pair[1].hushu >= ctx.min_hushu, pair[1].total, pair[1].hushu))


def counts_by_kind(cards: Cards) -> list[int]:
    return [cards[card] for card in GLYPHS]


GAME = ERQISHI
