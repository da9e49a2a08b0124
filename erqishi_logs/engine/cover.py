"""鋪: whether cards can be laid into melds that do not count, compiled (RULEBOOK §2).

A part hand is two words, its black and its red cards: four bits a number, three for the count, one to
guard. A search clears the lowest number: its cards of both colours go into 半邊字, a 樁子 and runs that
begin there, and each way to do so stands ready in a table.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from erqishi_logs.engine.compiled import built_in, kernel
from erqishi_logs.melds import MeldKind

if TYPE_CHECKING:
    from collections.abc import Iterator

    from erqishi_logs.engine.tables import GameArrays

Array = Any

_BITS = 4
#: The guard bits of a word; two numbers beyond the last, where a run that leaves the deck would lie.
_GUARDS = sum(8 << _BITS * place for place in range(12))
#: Copies of a kind that a table knows.
_MOST_ALIKE = 5
_RUN = 0x111
#: What a search keeps of each number it has cleared.
_KEPT = 6
#: Whole numbers of room that a search needs.
STACK = _KEPT * 12

#: Cards and numbers of a `CoverArrays` row.
KIND, LAMP, WAY = 2 + len(MeldKind), 4, 3

Variant = tuple[bool, bool, bool]
Way = tuple[int, int, int]


class CoverArrays(NamedTuple):
    """鋪: a game's cards and melds as words; flat, int64.

    `kinds[KIND * kind :]`: colour, one card in the word of that colour, then the 和數 of each `MeldKind` by its
    lowest kind. `lamps[LAMP * i :]`: each chi meld that counts as a black and a red word, its 和數, its place
    among the melds of a 小家 (`xiaojia_total`). `ways[WAY * i :]`: a way to clear a number: what it takes of the
    black and the red word shifted down to that number, 1 where a 樁子 is part of it.
    `ways_at[128 * (number - 1) + 64 * z + 8 * black + red]`: the ways to clear so many cards of a number with `z`
    樁子 still to be laid, as begin << 16 | end.
    """

    kinds: Array
    lamps: Array
    ways: Array
    ways_at: Array


def cover_arrays(game: GameArrays) -> CoverArrays:
    """鋪: the tables of a game.

    >>> from erqishi_logs.engine.tables import game_arrays
    >>> from erqishi_logs.games import ERQISHI
    >>> [int(points) for points in cover_arrays(game_arrays(ERQISHI)).lamps[2::LAMP]]
    [3, 6]
    """
    at: dict[Variant, list[int]] = {}
    ways: list[Way] = []
    rows = []
    for number in range(1, int(game.numbers.max()) + 1):
        variant = _variant(game, number)
        if variant not in at:
            at[variant] = _table(variant, ways)
        rows.append(at[variant])
    units = 1 << _BITS * (game.numbers.astype(np.int64) - 1)
    kinds = np.column_stack([game.colours, units, game.points.T])
    lamps = [_lamp(game, units, [int(kind) for kind in found]) for found in game.counting]
    return CoverArrays(*(np.array(part, np.int64).ravel() for part in (kinds, lamps, ways, rows)))


def _variant(game: GameArrays, number: int) -> Variant:
    """Which melds that do not count begin at a number: a black run, a red run, 半邊字."""
    runs = [_is_plain(game, [_kind(game, colour, number + step) for step in range(3)]) for colour in (0, 1)]
    both = [_kind(game, 0, number), _kind(game, 0, number), _kind(game, 1, number)]
    return runs[0], runs[1], _is_plain(game, both)


def _kind(game: GameArrays, colour: int, number: int) -> int:
    found = np.flatnonzero((game.colours == colour) & (game.numbers == number))
    return int(found[0]) if found.size else -1


def _is_plain(game: GameArrays, kinds: list[int]) -> bool:
    a, b, c = sorted(kinds)
    return a >= 0 and game.meld3[a, b, c] >= 0 and not game.points[game.meld3[a, b, c], a]


def _table(variant: Variant, ways: list[Way]) -> list[int]:
    """The ways of each count, by 樁子, then count; they are put to the end of `ways`."""
    at = [0] * 128
    for z, black, red in product(range(2), range(_MOST_ALIKE + 1), range(_MOST_ALIKE + 1)):
        begin = len(ways)
        ways += sorted(set(_iter_ways(variant, z, black, red)))
        at[64 * z + 8 * black + red] = begin << 16 | len(ways)
    return at


def _iter_ways(variant: Variant, z: int, black: int, red: int) -> Iterator[Way]:
    """All ways to use up the cards of one number: 2 + 1, 1 + 2, a 樁子 of either colour, runs for the rest."""
    black_run, red_run, both = variant
    most = 2 if both else 0
    for p, q, (pairs, pair_black, pair_red) in product(
        range(most + 1), range(most + 1), [(0, 0, 0), (1, 2, 0), (1, 0, 2)][: 1 + 2 * z]
    ):
        runs = black - 2 * p - q - pair_black, red - p - 2 * q - pair_red
        if min(runs) >= 0 and (black_run or not runs[0]) and (red_run or not runs[1]):
            yield black - runs[0] + runs[0] * _RUN, red - runs[1] + runs[1] * _RUN, pairs


def _lamp(game: GameArrays, unit: Array, kinds: list[int]) -> tuple[int, int, int, int]:
    red = int(game.colours[kinds[0]])
    meld = int(game.meld3[kinds[0], kinds[1], kinds[2]])
    word = int(sum(unit[kind] for kind in kinds))
    place = 2 * red + (meld == MeldKind.LONGDENG)
    return word * (1 - red), word * red, int(game.points[meld, kinds[0]]), place


@kernel
def has_left(word: int, taken: int) -> bool:
    """Whether a word holds what is to be taken from it.

    >>> has_left(0x21, 0x11), has_left(0x21, 0x12)
    (True, False)
    """
    # A number that runs short borrows its guard bit.
    return ((word | _GUARDS) - taken) & _GUARDS == _GUARDS


@kernel
def can_cover(black: int, red: int, pairs: int, ways: Array, ways_at: Array, room: Array, at: int) -> bool:
    """鋪: whether two words can be laid into melds that do not count and so many 樁子 (0 or 1).

    `ways`, `ways_at` as in `CoverArrays`. `room[at : at + STACK]`, int64, is overwritten.

    >>> from erqishi_logs.engine.tables import game_arrays
    >>> from erqishi_logs.games import ERQISHI
    >>> _, _, ways, ways_at = cover_arrays(game_arrays(ERQISHI))
    >>> [can_cover(black, 0, 0, ways, ways_at, np.zeros(STACK, np.int64), 0) for black in (0x111, 0x112)]
    [True, False]
    """
    if not black | red:
        return pairs == 0
    base = at
    shift = _next_number(black | red, 0)
    way, end = _ways_of(black, red, pairs, shift, ways_at)
    while True:
        if way == end:
            # Back to the number before.
            if base == at:
                return False
            base -= _KEPT
            black, red, pairs = room[base], room[base + 1], room[base + 2]
            shift, way, end = room[base + 3], room[base + 4], room[base + 5]
            continue
        left_black = (black | _GUARDS) - (ways[WAY * way] << shift)
        left_red = (red | _GUARDS) - (ways[WAY * way + 1] << shift)
        left_pairs = pairs - ways[WAY * way + 2]
        way += 1
        # A number that runs short borrows its guard bit.
        if left_black & left_red & _GUARDS != _GUARDS:
            continue
        if way < end:
            room[base], room[base + 1], room[base + 2] = black, red, pairs
            room[base + 3], room[base + 4], room[base + 5] = shift, way, end
            base += _KEPT
        black, red, pairs = left_black ^ _GUARDS, left_red ^ _GUARDS, left_pairs
        if black | red:
            shift = _next_number(black | red, shift)
            way, end = _ways_of(black, red, pairs, shift, ways_at)
        elif pairs == 0:
            return True
        else:
            way = end


@built_in
def _next_number(word: int, shift: int) -> int:
    """Where the lowest number of a word begins, in bits, from `shift` on."""
    while not word >> shift & 15:
        shift += _BITS
    return shift


@built_in
def _ways_of(black: int, red: int, pairs: int, shift: int, ways_at: Array) -> tuple[int, int]:
    found = ways_at[(shift << 5) + (pairs << 6) + ((black >> shift & 7) << 3) + (red >> shift & 7)]
    return found >> 16, found & 0xFFFF
