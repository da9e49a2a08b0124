"""房: what is asked of a hand, what is summed up of its groups, what is answered (RULEBOOK §2, §6).

The numbers lie in arrays of int64 that the caller makes once; the names of their columns are here.
"""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING, Any

import numpy as np

from erqishi_logs.engine.compiled import built_in, kernel
from erqishi_logs.engine.cover import KIND, STACK
from erqishi_logs.engine.tables import Opt
from erqishi_logs.engine.total import DIHU, KUN, PIAO, QUAN, QUANHEI, QUANHONG, SHUANGQUAN, TIANHU
from erqishi_logs.melds import MeldKind

if TYPE_CHECKING:
    from erqishi_logs.engine.tables import GameArrays, RuleArrays

Array = Any


class Ask(IntEnum):
    """問: the columns of a question about a hand, int64.

    `WIN`: the kind won on, −1 for 天和. `SPLIT`: kinds of which a kan or gun was split, a bit a kind. `QUAN`: 0
    for none. `N_TABLE`: melds on the table. The others are 0 or 1, but `N_PLAYERS`.
    """

    WIN = 0
    SPLIT = 1
    N_PLAYERS = 2
    QUAN = 3
    XIAOJIA = 4
    OWN_DRAW = 5
    TIANHU = 6
    DIHU = 7
    N_TABLE = 8


class Answer(IntEnum):
    """答: the columns of a judged hu, int64.

    `REASON`: 0 for a win, else the `Code`. `AS_DECLARED`: the declared groups are valid melds of his cards.
    `HAS_COUNT`: something is counted (of the declared groups, else the best); without, what follows is 0, but
    `TIER` and `TOTAL` −1. `TITLES`: a mask. `TIER`: `tier_of`, of a 小家 `xiaojia_tier`.
    Of the arrangement counted: `LEFT_OF_GUN`: it has a concealed kan of a split kind; `BY_WIN`: the card won
    on makes a dui or kai; `RED`, `RED_QUAD`: it has a red dui, kan, kai or gun, a red kai or gun.
    Of those that may be meant (the declared one; where nothing was declared all with enough 和數):
    `POSSIBLE`: there are any; `ANY_KAI`: one makes a kai with the card won on; `ALL_DUI`: each of them makes a
    dui with it.
    """

    REASON = 0
    AS_DECLARED = 1
    HAS_COUNT = 2
    HUSHU = 3
    TITLES = 4
    TOTAL = 5
    TIER = 6
    LEFT_OF_GUN = 7
    BY_WIN = 8
    RED = 9
    RED_QUAD = 10
    POSSIBLE = 11
    ANY_KAI = 12
    ALL_DUI = 13


#: Bits that say what groups there are: of the card won on, of what is concealed, of all.
OWN_DUI, OWN_KAI, LEFT_KAN, RED_ALIKE, RED_QUAD = (1 << place for place in range(5))
QUAN_ALIKE, QUAN_QUAD, KAI, QUAD, UNCOUNTED = (1 << place for place in range(5, 10))

#: What is summed up of groups, in a block of room: 和數, their number, bits, free cards as words, their number, place
#: of the last group among the melds of a 小家, how often each chi meld that counts was laid.
HUSHU, GROUPS, BITS, BLACK, RED, FREE, PLACE, TIMES = range(8)
SUMS = 8

#: Blocks of the room: sums of what lies on the table, of what is sure, of one layout.
TABLE, SURE, LAYOUT = 0, SUMS, 2 * SUMS
#: The best so far: whether enough, total, 和數, titles, bits, place; then what is possible.
BEST_ENOUGH, BEST_TOTAL, BEST_HUSHU, BEST_TITLES, BEST_BITS, BEST_PLACE, POSSIBLE, ANY_KAI, ALL_DUI = range(
    3 * SUMS, 3 * SUMS + 9
)
#: What holds for the hand: melds needed, least 和數, titles of all its arrangements, whether 瞟 is barred, kind of
#: 圈, kinds of which a kan or gun may be split, what the search is for.
NEEDED, LEAST, SHARED, NO_PIAO, QUAN_KIND, SPLIT, MODE = range(ALL_DUI + 1, ALL_DUI + 8)
#: The kinds with a choice: kind, number of choices, choice. In their place, the cards left of a
#: declared hand. Then the search.
PICKS = MODE + 1
_MOST_KINDS = 20
LEFT = PICKS
SEARCH = PICKS + 3 * _MOST_KINDS


def win_room() -> Array:
    """The room that the kernels of a win work in: one for a thread, of no meaning between calls.

    >>> win_room().dtype.name
    'int64'
    """
    return np.zeros(SEARCH + STACK, np.int64)


@built_in
def copy_sums(room: Array, source: int, target: int) -> None:
    """房: the sums of one block of the room to another."""
    for column in range(SUMS):
        room[target + column] = room[source + column]


@kernel
def put_group(room: Array, kinds: Array, meld: int, kind: int) -> None:
    """房: adds a meld by its lowest kind to the sums at `LAYOUT`; `kinds` as in `CoverArrays`.

    >>> from erqishi_logs.engine.cover import cover_arrays
    >>> from erqishi_logs.engine.tables import game_arrays
    >>> from erqishi_logs.games import ERQISHI
    >>> room = win_room()
    >>> put_group(room, cover_arrays(game_arrays(ERQISHI)).kinds, MeldKind.GUN, 10)
    >>> int(room[LAYOUT + HUSHU])
    12
    """
    points = kinds[KIND * kind + 2 + meld]
    red = kinds[KIND * kind] == 1
    bits = 0 if points else UNCOUNTED
    if meld <= MeldKind.GUN:
        bits |= RED_ALIKE if red else 0
        bits |= QUAN_ALIKE if kind == room[QUAN_KIND] else 0
    if meld == MeldKind.KAI or meld == MeldKind.GUN:
        bits |= QUAD
        bits |= RED_QUAD if red else 0
        bits |= QUAN_QUAD if kind == room[QUAN_KIND] else 0
        bits |= KAI if meld == MeldKind.KAI else 0
    room[LAYOUT + HUSHU] += points
    room[LAYOUT + GROUPS] += 1
    room[LAYOUT + BITS] |= bits
    room[LAYOUT + PLACE] = 2 * red + (meld == MeldKind.LONGDENG)


@built_in
def put_own(room: Array, kinds: Array, meld: int, kind: int) -> None:
    """房: the same for a dui, kan, kai or gun of the concealed cards."""
    put_group(room, kinds, meld, kind)
    if meld == MeldKind.DUI:
        room[LAYOUT + BITS] |= OWN_DUI
    elif meld == MeldKind.KAI:
        room[LAYOUT + BITS] |= OWN_KAI
    elif meld == MeldKind.KAN and room[SPLIT] >> kind & 1:
        room[LAYOUT + BITS] |= LEFT_KAN


@built_in
def put_free(room: Array, kinds: Array, kind: int, cards: int) -> None:
    """Adds so many cards of a kind that go into other melds to the sums."""
    room[LAYOUT + BLACK + kinds[KIND * kind]] += cards * kinds[KIND * kind + 1]
    room[LAYOUT + FREE] += cards


@built_in
def begin_hand(
    room: Array,
    ask: Array,
    held: Array,
    dealt: Array,
    table_meld: Array,
    table_kind: Array,
    rules: RuleArrays,
    row: int,
    game: GameArrays,
    kinds: Array,
) -> bool:
    """What holds for all arrangements of a hand; false where a group on the table bars them all (三搭一)."""
    for column in range(PICKS):
        room[column] = 0
    room[BEST_TOTAL] = room[BEST_HUSHU] = -1
    num = rules.num[row]
    room[NEEDED] = 1 if ask[Ask.XIAOJIA] else (rules.cards_each[row, ask[Ask.N_PLAYERS]] + 1) // 3
    room[LEAST] = 1 if ask[Ask.XIAOJIA] else num[Opt.MIN_HUSHU]
    room[SPLIT] = ask[Ask.SPLIT]
    room[QUAN_KIND] = game.quan_kind[ask[Ask.QUAN]] if ask[Ask.QUAN] > 0 else -1
    room[SHARED] = (TIANHU if ask[Ask.TIANHU] else 0) | (DIHU if ask[Ask.DIHU] else 0)
    room[NO_PIAO] = 1 if ask[Ask.XIAOJIA] else has_counting_meld(dealt, game)
    for place in range(ask[Ask.N_TABLE]):
        if table_meld[place] < 0:
            return False
        put_group(room, kinds, int(table_meld[place]), int(table_kind[place]))
    copy_sums(room, LAYOUT, TABLE)
    if not ask[Ask.XIAOJIA] and num[Opt.FAN_QUANHONG] | num[Opt.FAN_QUANHEI]:
        room[SHARED] |= _one_colour(ask, held, table_meld, table_kind, num, game)
    return True


@kernel
def has_counting_meld(counts: Array, game: GameArrays) -> bool:
    """原手有和: whether a kan, gun or longdeng could be formed of `counts` (RULEBOOK §6, S1-110).

    >>> from erqishi_logs.engine.tables import game_arrays
    >>> from erqishi_logs.games import ERQISHI
    >>> has_counting_meld(np.array([3] + [0] * 19, np.int8), game_arrays(ERQISHI))
    True
    """
    for kind in range(counts.size):
        if counts[kind] > 2:
            return True
    return has_lamp(counts, game)


@kernel
def has_lamp(counts: Array, game: GameArrays) -> bool:
    """龍燈: whether `counts` hold the cards of a chi meld that counts.

    >>> from erqishi_logs.engine.tables import game_arrays
    >>> from erqishi_logs.games import ERQISHI
    >>> has_lamp(np.ones(20, np.int8), game_arrays(ERQISHI))
    True
    """
    lamps = game.counting
    for place in range(lamps.shape[0]):
        if counts[lamps[place, 0]] and counts[lamps[place, 1]] and counts[lamps[place, 2]]:
            return True
    return False


@built_in
def _one_colour(ask: Array, held: Array, table_meld: Array, table_kind: Array, num: Array, game: GameArrays) -> int:
    """全紅, 全黑: the title that the colours of all cards give, where it is paid."""
    seen = 0
    for kind in range(held.size):
        if held[kind]:
            seen |= 1 << game.colours[kind]
    if ask[Ask.WIN] >= 0:
        seen |= 1 << game.colours[ask[Ask.WIN]]
    for place in range(ask[Ask.N_TABLE]):
        seen |= 3 if table_meld[place] == MeldKind.BANBIANZI else 1 << game.colours[table_kind[place]]
    if seen == 2:
        return QUANHONG if num[Opt.FAN_QUANHONG] else 0
    return QUANHEI if seen == 1 and num[Opt.FAN_QUANHEI] else 0


@built_in
def titles_of(room: Array, bits: int, xiaojia: int, pays_quad: bool) -> int:
    """番名: the titles of an arrangement whose groups have these bits."""
    titles = int(room[SHARED])
    if bits & QUAN_ALIKE:
        titles |= QUAN
        titles |= SHUANGQUAN if pays_quad and bits & QUAN_QUAD else 0
    if xiaojia:
        return titles
    titles |= 0 if bits & UNCOUNTED else KUN
    titles |= 0 if bits & KAI or room[NO_PIAO] else PIAO
    return titles
