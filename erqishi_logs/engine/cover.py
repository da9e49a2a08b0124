"""鋪: whether cards can be laid into melds that do not count, compiled (RULEBOOK §2).

A part hand is two words, its black and its red cards: four bits a number, three for the count, one to
guard. A search clears the lowest number: its cards of both colours go into 半邊字, a 樁子 and runs that
begin there, and each way to do so stands ready in a table.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from erqishi_logs.engine.compiled import inner, kernel
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
_KEPT = 5
#: Whole numbers of room that a search needs.
STACK = _KEPT * 12

Variant = tuple[bool, bool, bool]


class CoverArrays(NamedTuple):
    """鋪: a game's cards and melds as words.

    `unit[kind]` is one card in the word of its colour. `ways_at[number - 1, z, 8 * black + red]`: where the ways
    to clear so many cards of a number begin in `black`, `red` (what they take, in the words shifted
    down to the number) and `pairs` (1 where a 樁子 is one of them), with `z` 樁子 still to be laid; the ways end
    where those of the next begin. `lamp_black`, `lamp_red`, `lamp_points`, `lamp_place`: each chi meld that
    counts as words, its 和數, and its place among the melds of a 小家 (`xiaojia_total`).
    """

    unit: Array
    ways_at: Array
    black: Array
    red: Array
    pairs: Array
    lamp_black: Array
    lamp_red: Array
    lamp_points: Array
    lamp_place: Array


def cover_arrays(game: GameArrays) -> CoverArrays:
    """鋪: the tables of a game.

    >>> from erqishi_logs.engine.tables import game_arrays
    >>> from erqishi_logs.games import ERQISHI
    >>> cover_arrays(game_arrays(ERQISHI)).lamp_points.tolist()
    [3, 6]
    """
    n_numbers = int(game.numbers.max())
    at: dict[Variant, Array] = {}
    ways: list[tuple[int, int, int]] = []
    rows = []
    for number in range(1, n_numbers + 1):
        variant = _variant(game, number)
        if variant not in at:
            at[variant] = _table(variant, ways)
        rows.append(at[variant])
    black, red, pairs = np.array(ways, np.int64).T.copy()
    unit = np.array([1 << _BITS * (int(number) - 1) for number in game.numbers], np.int64)
    lamps = [_lamp(game, unit, [int(kind) for kind in kinds]) for kinds in game.counting]
    words = np.array(lamps, np.int64).reshape(-1, 4).T.copy()
    return CoverArrays(unit, np.array(rows), black, red, pairs, *words)


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


def _table(variant: Variant, ways: list[tuple[int, int, int]]) -> Array:
    """Where the ways of each count begin and end, by 樁子, then count; the ways are put to the end of `ways`."""
    at = np.zeros((2, 64, 2), np.int64)
    for z, black, red in product(range(2), range(_MOST_ALIKE + 1), range(_MOST_ALIKE + 1)):
        begin = len(ways)
        ways += sorted(set(_iter_ways(variant, z, black, red)))
        at[z, 8 * black + red] = begin, len(ways)
    return at


def _iter_ways(variant: Variant, z: int, black: int, red: int) -> Iterator[tuple[int, int, int]]:
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
def can_cover(black: int, red: int, pairs: int, covers: CoverArrays, room: Array, at: int) -> bool:
    """鋪: whether two words can be laid into melds that do not count and so many 樁子 (0 or 1).

    `room[at : at + STACK]`, int64, is overwritten.

    >>> from erqishi_logs.engine.tables import game_arrays
    >>> from erqishi_logs.games import ERQISHI
    >>> tables = cover_arrays(game_arrays(ERQISHI))
    >>> [can_cover(black, 0, 0, tables, np.zeros(STACK, np.int64), 0) for black in (0x111, 0x112)]
    [True, False]
    """
    if not black | red:
        return pairs == 0
    depth = 0
    _enter(black, red, pairs, covers, room, at)
    while depth >= 0:
        base = at + _KEPT * depth
        way = room[base + 3]
        if way == room[base + 4]:
            depth -= 1
            continue
        room[base + 3] = way + 1
        shift = _lowest(room[base] | room[base + 1])
        take_black = covers.black[way] << shift
        take_red = covers.red[way] << shift
        if has_left(room[base], take_black) and has_left(room[base + 1], take_red):
            black = room[base] - take_black
            red = room[base + 1] - take_red
            left = room[base + 2] - covers.pairs[way]
            if not black | red:
                if left == 0:
                    return True
                continue
            depth += 1
            _enter(black, red, left, covers, room, base + _KEPT)
    return False


@inner
def _lowest(word: int) -> int:
    """Where the lowest number of a word begins, in bits."""
    shift = 0
    while not word >> shift & 15:
        shift += _BITS
    return shift


@inner
def _enter(black: int, red: int, pairs: int, covers: CoverArrays, room: Array, base: int) -> None:
    """Begins with the ways to clear the lowest number of two words."""
    shift = _lowest(black | red)
    count = 8 * (black >> shift & 7) + (red >> shift & 7)
    room[base] = black
    room[base + 1] = red
    room[base + 2] = pairs
    room[base + 3] = covers.ways_at[shift >> 2, pairs, count, 0]
    room[base + 4] = covers.ways_at[shift >> 2, pairs, count, 1]
