"""The yardstick: the package `mahjong` values riichi hands."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from mahjong.hand_calculating.hand import HandCalculator
from mahjong.tile import TilesConverter
from rows import Row

if TYPE_CHECKING:
    from collections.abc import Iterator

    from setting import Setting

PACKAGE = "mahjong"
Hand = tuple[list[int], int]


def rows(setting: Setting) -> Iterator[Row]:
    """The value of a winning hand."""
    wins = list(iter_wins(4 * min(setting.hands, 1000), setting.seed))
    yield Row("mahjong", "mahjong: value of a winning riichi hand", len(wins), lambda: value(wins))


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


def value(hands: list[Hand]) -> None:
    """Values each hand."""
    calculator = HandCalculator()
    for tiles, win in hands:
        calculator.estimate_hand_value(tiles, win)


def _group(dice: random.Random) -> list[int]:
    if dice.random() < 0.3:
        return [dice.randrange(34)] * 3
    first = 9 * dice.randrange(3) + dice.randrange(7)
    return [first, first + 1, first + 2]
