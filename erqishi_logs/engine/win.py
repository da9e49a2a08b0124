"""和: whether a hand wins, what it counts, and the verdict on a declared hu, compiled (RULEBOOK §6, §7).

The twin of `erqishi_logs.scoring.judge`, and of what `erqishi_logs.audit.wins` asks of the arrangements.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from erqishi_logs.engine.arrays import Code
from erqishi_logs.engine.compiled import built_in, kernel
from erqishi_logs.engine.declared import lay_declared
from erqishi_logs.engine.group import (
    ALL_DUI,
    ANY_KAI,
    BEST_BITS,
    BEST_ENOUGH,
    BEST_HUSHU,
    BEST_PLACE,
    BEST_TITLES,
    BEST_TOTAL,
    BITS,
    HUSHU,
    LAYOUT,
    LEAST,
    LEFT_KAN,
    MODE,
    OWN_DUI,
    OWN_KAI,
    PLACE,
    POSSIBLE,
    RED_ALIKE,
    RED_QUAD,
    SPLIT,
    Answer,
    Ask,
    begin_hand,
    titles_of,
)
from erqishi_logs.engine.layout import ALL, ANY, BEST, note_possible, search, worth
from erqishi_logs.engine.tables import Opt
from erqishi_logs.engine.total import tier_of, xiaojia_tier

if TYPE_CHECKING:
    from erqishi_logs.engine.cover import CoverArrays
    from erqishi_logs.engine.tables import GameArrays, RuleArrays

Array = Any

#: Bits of `Ask.SPLIT` for every kind.
EVERY_KIND = (1 << 62) - 1


@kernel
def is_complete(
    room: Array,
    ask: Array,
    held: Array,
    dealt: Array,
    table_meld: Array,
    table_kind: Array,
    rules: RuleArrays,
    row: int,
    game: GameArrays,
    covers: CoverArrays,
    split: int,
) -> bool:
    """牌型: whether a hand can be complete, the kan and gun of the kinds in `split` apart (`EVERY_KIND`: any)."""
    if not begin_hand(room, ask, held, dealt, table_meld, table_kind, rules, row, game, covers.kinds):
        return False
    room[SPLIT] = split
    room[MODE] = ANY
    return search(room, ask, held, rules, row, covers)


@kernel
def best_total(
    room: Array,
    ask: Array,
    held: Array,
    dealt: Array,
    table_meld: Array,
    table_kind: Array,
    rules: RuleArrays,
    row: int,
    game: GameArrays,
    covers: CoverArrays,
) -> int:
    """和: the total of the best count of a hand if that is a win, else −1 (`best_at` of the plain engine)."""
    if not begin_hand(room, ask, held, dealt, table_meld, table_kind, rules, row, game, covers.kinds):
        return -1
    room[MODE] = BEST
    search(room, ask, held, rules, row, covers)
    return room[BEST_TOTAL] if room[BEST_ENOUGH] else -1


@kernel
def best_batch(
    hands: Array,
    wins: Array,
    ask: Array,
    rules: RuleArrays,
    row: int,
    game: GameArrays,
    covers: CoverArrays,
    room: Array,
    counts: Array,
) -> None:
    """和數 of many hands that were dealt as they are: `hands` int8[n, kinds] without the winning card, `wins` int8[n].

    `counts` int64[n, 3] takes 和數, titles and total of the best arrangement, −1 where a hand is not complete. `ask`
    is given as for one hand; its `WIN` is overwritten.

    >>> import numpy as np
    >>> from erqishi_logs.engine.cover import cover_arrays
    >>> from erqishi_logs.engine.group import win_room
    >>> from erqishi_logs.engine.tables import game_arrays, rule_arrays
    >>> from erqishi_logs.games import ERQISHI
    >>> from erqishi_logs.rules import load_preset
    >>> game, rules = game_arrays(ERQISHI), rule_arrays([load_preset("leshan")])
    >>> hands = np.array([[2, 3, 3] + [0] * 7 + [3] * 4 + [0] * 6], np.int8)
    >>> wins, ask, counts = np.array([0], np.int8), np.zeros(len(Ask), np.int64), np.zeros((1, 3), np.int64)
    >>> ask[Ask.N_PLAYERS] = 3
    >>> best_batch(hands, wins, ask, rules, 0, game, cover_arrays(game), win_room(), counts)
    >>> counts.tolist()
    [[31, 4, 240]]
    """
    for place in range(wins.size):
        held = hands[place]
        ask[Ask.WIN] = wins[place]
        counts[place] = -1
        if begin_hand(room, ask, held, held, held, held, rules, row, game, covers.kinds):
            room[MODE] = BEST
            search(room, ask, held, rules, row, covers)
            if room[BEST_TOTAL] >= 0:
                counts[place, 0] = room[BEST_HUSHU]
                counts[place, 1] = room[BEST_TITLES]
                counts[place, 2] = room[BEST_TOTAL]


@kernel
def judge(
    answer: Array,
    room: Array,
    ask: Array,
    held: Array,
    dealt: Array,
    table_meld: Array,
    table_kind: Array,
    card_at: Array,
    cards: Array,
    first: int,
    last: int,
    rules: RuleArrays,
    row: int,
    game: GameArrays,
    covers: CoverArrays,
) -> None:
    """和牌之判, in the order of RULEBOOK §7: what a declared hu is, into `answer` (`Answer`).

    `held`: concealed counts without the winning card, `dealt`: all dealt to the winner; int8[kinds].
    `table_meld`, `table_kind`: `MeldKind` (−1: no meld) and lowest kind of the melds on the table, the first
    `Ask.N_TABLE`, int8. The declared groups are `first : last`, of which `g` is `cards[card_at[g] : card_at[g + 1]]`;
    `first` −1 where none were declared. No kind may have more than five cards.
    """
    answer[:] = 0
    answer[Answer.TOTAL] = answer[Answer.TIER] = -1
    may_win = begin_hand(room, ask, held, dealt, table_meld, table_kind, rules, row, game, covers.kinds)
    if (
        may_win
        and first >= 0
        and lay_declared(room, ask, held, card_at, cards, first, last, rules, row, game, covers.kinds)
    ):
        answer[Answer.AS_DECLARED] = 1
        _count_declared(room, ask, rules, row)
    elif may_win:
        room[MODE] = ALL if first < 0 else BEST
        search(room, ask, held, rules, row, covers)
    if room[BEST_TOTAL] < 0:
        room[SPLIT] = EVERY_KIND
        room[MODE] = ANY
        split = may_win and search(room, ask, held, rules, row, covers)
        answer[Answer.REASON] = Code.CHAI_KAN if split else Code.ZHA_HU
        return
    if not room[BEST_ENOUGH]:
        answer[Answer.REASON] = Code.HUSHU_BUGOU
    elif first >= 0 and not answer[Answer.AS_DECLARED]:
        answer[Answer.REASON] = Code.HU_CUO
    _tell(answer, room, ask, rules, row)


@built_in
def _count_declared(room: Array, ask: Array, rules: RuleArrays, row: int) -> None:
    """The declared arrangement as the best there is, and the only one that may be meant."""
    bits = room[LAYOUT + BITS]
    hushu = room[LAYOUT + HUSHU]
    titles = titles_of(room, bits, ask[Ask.XIAOJIA], rules.num[row, Opt.QUAN_QUAD_FAN] > 1)
    room[BEST_ENOUGH] = 1 if hushu >= room[LEAST] else 0
    room[BEST_TOTAL] = worth(rules, row, ask, hushu, titles, room[LAYOUT + PLACE])
    room[BEST_HUSHU], room[BEST_TITLES], room[BEST_BITS] = hushu, titles, bits
    room[BEST_PLACE] = room[LAYOUT + PLACE]
    note_possible(room, bits)


@built_in
def _tell(answer: Array, room: Array, ask: Array, rules: RuleArrays, row: int) -> None:
    """What the room knows of the arrangement that counts."""
    hushu, titles, bits = room[BEST_HUSHU], room[BEST_TITLES], room[BEST_BITS]
    answer[Answer.HAS_COUNT] = 1
    answer[Answer.HUSHU] = hushu
    answer[Answer.TITLES] = titles
    answer[Answer.TOTAL] = room[BEST_TOTAL]
    if ask[Ask.XIAOJIA] and hushu:
        answer[Answer.TIER] = xiaojia_tier(rules, row, room[BEST_PLACE], titles)
    else:
        answer[Answer.TIER] = tier_of(rules, row, hushu)
    answer[Answer.LEFT_OF_GUN] = 1 if bits & LEFT_KAN else 0
    answer[Answer.BY_WIN] = 1 if bits & (OWN_DUI | OWN_KAI) else 0
    answer[Answer.RED] = 1 if bits & RED_ALIKE else 0
    answer[Answer.RED_QUAD] = 1 if bits & RED_QUAD else 0
    answer[Answer.POSSIBLE] = room[POSSIBLE]
    answer[Answer.ANY_KAI] = room[ANY_KAI]
    answer[Answer.ALL_DUI] = room[ALL_DUI]
