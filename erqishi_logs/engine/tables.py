"""表: games and rule sets as integer arrays, the form that the kernels read.

Rule sets come packed by `erqishi_logs.rules.pack_rules`, games by their deck and meld table: nothing
is decided here that the plain engine does not decide.
"""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from erqishi_logs.melds import HUSHU, MeldKind
from erqishi_logs.rules import pack_rules

if TYPE_CHECKING:
    from collections.abc import Sequence

    from erqishi_logs.games import Game
    from erqishi_logs.rules import RuleSet

Array = Any

#: Seats a record may have (FORMAT).
MAX_PLAYERS = 8
#: What a table of melds says where three kinds make none.
NO_MELD = -1


class Opt(IntEnum):
    """The scalar options, as columns of `RuleArrays.num`; the names of `RuleSet` in capitals."""

    HAND_SIZE = 0
    DEALER_EXTRA = 1
    WILDS = 2
    CUT = 3
    DEALER_BY = 4
    CHI_FROM = 5
    FLIP_COUNTS_AS = 6
    DUI_OWN_FLIP = 7
    BAI_IMPOSSIBLE = 8
    BAKUAI_FALSE = 9
    SAO = 10
    GUOZHANG_SCOPE = 11
    GUOZHANG_CLEARS = 12
    HU_GUOZHANG = 13
    HOU_DUI_HU = 14
    HOU_DUI_HU_CLEARS = 15
    OWN_DISCARD_DEAD = 16
    HUILONG = 17
    SHANGTU_XIAXIE = 18
    JUDGED_YOUKAI_BUKAI = 19
    JUDGED_YOUBAI_BUBAI = 20
    JUDGED_CHAI_KAN = 21
    HUSHU_BUGOU_IS_ZHA_HU = 22
    MIN_HUSHU = 23
    ZHUANGZI_BREAKS_KUN = 24
    SCHEME = 25
    ROUNDING = 26
    TAI_FROM = 27
    TAI_FAN = 28
    UNIT = 29
    LADDER_TITLES = 30
    ONE_COLOUR_FLOOR = 31
    FAN_TIANHU = 32
    FAN_DIHU = 33
    FAN_KUN = 34
    FAN_PIAO = 35
    FAN_QUAN = 36
    FAN_QUANHONG = 37
    FAN_QUANHEI = 38
    QUAN_QUAD_FAN = 39
    CAP = 40
    CAP_TAIPAO = 41
    XIAOJIA_QUAN = 42
    XIAOJIA_QUAN_VALUE = 43
    XIAOJIA_DIHU_FAN = 44
    XIAOJIA_OWN_DRAW = 45
    QUAN_PAYS_ALONE = 46
    BAOHOU_JIXU = 47


class RuleArrays(NamedTuple):
    """規則: several rule sets, one a row `r`; whole numbers, int64.

    `num[r, Opt.X]`: the scalar options. `tiers[r, i]`: from which 和數, value, fan, of `n_tiers[r]`
    rows; `kun_table[r, i]`: from which 和數, total, of `n_kun[r]`; `literal[r, i]`: from which 和數,
    titles as a mask, value, of `n_literal[r]`. By number of players: `cards_each[r, n]`,
    `has_xiaojia[r, n]`, `taipao[r, n]` (the factor). `xiaojia_values[r]`: black dui, black longdeng, red
    dui, red longdeng.
    """

    num: Array
    tiers: Array
    n_tiers: Array
    kun_table: Array
    n_kun: Array
    literal: Array
    n_literal: Array
    cards_each: Array
    has_xiaojia: Array
    taipao: Array
    xiaojia_values: Array


class GameArrays(NamedTuple):
    """遊戲: one game's deck and melds by kind; int8 but `pairs`, int16.

    `colours`, `numbers`, `copies` by kind. `meld3[a, b, c]` with a ≤ b ≤ c: the `MeldKind` of a chi meld of
    these kinds, else NO_MELD. `pairs[x, i]`: the sorted pairs with which X makes a chi meld, in
    order, `n_pairs[x]` of them. `points[meld, kind]`: the 和數 of a meld by its lowest kind.
    `order`: the kinds by number, then colour, `place` the reverse; `options[p, i]`: the chi melds whose lowest
    place is p, as (meld, three sorted kinds), in the order of the plain engine, `n_options[p]` of them.
    `counting[i]`: the chi melds that count, three kinds each. `quan_kind[n]`: the red kind of number n, −1
    where there is none.
    """

    colours: Array
    numbers: Array
    copies: Array
    meld3: Array
    pairs: Array
    n_pairs: Array
    points: Array
    order: Array
    place: Array
    options: Array
    n_options: Array
    counting: Array
    quan_kind: Array


def rule_arrays(rule_sets: Sequence[RuleSet]) -> RuleArrays:
    """規則: rule sets as arrays, row by row.

    >>> from erqishi_logs.rules import load_preset
    >>> int(rule_arrays([load_preset("leshan"), load_preset("quan")]).num[1, Opt.CAP])
    100
    """
    packed = [pack_rules(rules) for rules in rule_sets]
    tiers, n_tiers = _rows([p["tiers"] for p in packed], 3)
    kun_table, n_kun = _rows([p["kun_table"] for p in packed], 2)
    literal, n_literal = _rows([p["ladder_literal"] for p in packed], 3)
    players = range(MAX_PLAYERS + 1)
    return RuleArrays(
        num=np.array([[p[option.name.lower()][0] for option in Opt] for p in packed], np.int64),
        tiers=tiers,
        n_tiers=n_tiers,
        kun_table=kun_table,
        n_kun=n_kun,
        literal=literal,
        n_literal=n_literal,
        cards_each=np.array([[rules.cards_each(n) for n in players] for rules in rule_sets], np.int64),
        has_xiaojia=np.array([[rules.has_xiaojia(n) for n in players] for rules in rule_sets], np.int64),
        taipao=np.array([[rules.taipao_factor(n) for n in players] for rules in rule_sets], np.int64),
        xiaojia_values=np.array([p["xiaojia_values"] for p in packed], np.int64),
    )


def _rows(flat: Sequence[Sequence[int]], width: int) -> tuple[Array, Array]:
    """Lists of rows of one width, filled up with zeros to the longest, and how long each is."""
    counts = [len(numbers) // width for numbers in flat]
    rows = np.zeros((len(flat), max([*counts, 1]), width), np.int64)
    for place, (numbers, count) in enumerate(zip(flat, counts, strict=True)):
        rows[place, :count] = np.array(numbers, np.int64).reshape(count, width)
    return rows, np.array(counts, np.int64)


def game_arrays(game: Game) -> GameArrays:
    """遊戲: a game as arrays.

    >>> from erqishi_logs.games import ERQISHI
    >>> arrays = game_arrays(ERQISHI)
    >>> int(arrays.points[MeldKind.GUN, 10]), arrays.options.shape[0], int(arrays.n_options.sum())
    (12, 20, 38)
    """
    deck, melds = game.deck, game.melds
    n = deck.n_kinds
    order = sorted(range(n), key=lambda kind: (deck.numbers[kind], deck.colours[kind]))
    place = [order.index(kind) for kind in range(n)]
    meld3 = np.full((n, n, n), NO_MELD, np.int8)
    for kinds, meld in melds.chi_melds.items():
        meld3[kinds] = meld
    options: list[list[tuple[int, ...]]] = [[] for _ in order]
    for kinds, meld in melds.chi_melds.items():
        options[min(place[kind] for kind in kinds)].append((meld, *kinds))
    points = _points(game)
    counting = [kinds for kinds, meld in melds.chi_melds.items() if points[meld, kinds[0]]]
    return GameArrays(
        colours=np.array(deck.colours, np.int8),
        numbers=np.array(deck.numbers, np.int8),
        copies=np.array(deck.copies, np.int8),
        meld3=meld3,
        pairs=_padded(melds.chi_pairs, 2).astype(np.int16),
        n_pairs=np.array([len(pairs) for pairs in melds.chi_pairs], np.int8),
        points=points,
        order=np.array(order, np.int8),
        place=np.array(place, np.int8),
        options=_padded(options, 4).astype(np.int8),
        n_options=np.array([len(found) for found in options], np.int8),
        counting=np.array(counting, np.int8).reshape(-1, 3),
        quan_kind=_quan_kinds(game),
    )


def _padded(lists: Sequence[Sequence[Sequence[int]]], width: int) -> Array:
    filled = np.full((len(lists), max(map(len, lists)), width), -1, np.int64)
    for place, rows in enumerate(lists):
        if rows:
            filled[place, : len(rows)] = rows
    return filled


def _points(game: Game) -> Array:
    points = np.zeros((len(MeldKind), game.deck.n_kinds), np.int8)
    for meld in MeldKind:
        if meld != MeldKind.LIANZI:
            points[meld] = [HUSHU[meld][colour] for colour in game.deck.colours]
    for kinds, meld in game.melds.chi_melds.items():
        if meld == MeldKind.LIANZI:
            points[meld, kinds[0]] = game.melds.hushu(meld, kinds)
    return points


def _quan_kinds(game: Game) -> Array:
    deck = game.deck
    found = np.full(max(deck.numbers) + 1, -1, np.int8)
    for kind, (colour, number) in enumerate(zip(deck.colours, deck.numbers, strict=True)):
        if colour == 1:
            found[number] = kind
    return found
