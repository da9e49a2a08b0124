"""The yardstick: the package `mahjong` values riichi hands."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from mahjong.hand_calculating.hand import HandCalculator
from mahjong.tile import TilesConverter

if TYPE_CHECKING:
    from collections.abc import Iterator

Hand = tuple[list[int], int]


def iter_wins(hands: int, seed: int) -> Iterator[Hand]:
    """Closed winning hands of four groups and a pair, each with its winning tile."""
    dice = random.Random(seed)
    made = 0
    while made < hands:
        kinds = [kind for _ in range(4) for kind in _group(dice)] + [dice.randrange(34)] * 2
        if max(kinds.count(kind) for kind in kinds) > 4:
            continue
        tiles = TilesConverter.to_136_array([kinds.count(kind) for kind in range(34)])
        yield tiles, dice.choice(tiles)
        made += 1


def value(hands: list[Hand]) -> int:
    """Values each hand; the number that had a yaku."""
    calculator = HandCalculator()
    return sum(calculator.estimate_hand_value(tiles, win).error is None for tiles, win in hands)


def _group(dice: random.Random) -> list[int]:
    if dice.random() < 0.3:
        return [dice.randrange(34)] * 3
    first = 9 * dice.randrange(3) + dice.randrange(7)
    return [first, first + 1, first + 2]
