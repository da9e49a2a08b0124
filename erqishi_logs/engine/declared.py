"""報和: what a winner laid out and said against what was counted, compiled (RULEBOOK §2, §6, §7).

The twin of `erqishi_logs.scoring.declared`, and of `declared_groups` of `erqishi_logs.scoring.judge`.
"""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING, Any

import numpy as np

from erqishi_logs.engine.arrays import NOT_GIVEN
from erqishi_logs.engine.compiled import built_in, kernel
from erqishi_logs.engine.group import (
    BITS,
    GROUPS,
    LAYOUT,
    LEFT,
    NEEDED,
    QUAD,
    TABLE,
    UNCOUNTED,
    Answer,
    Ask,
    copy_sums,
    has_lamp,
    put_group,
    put_own,
)
from erqishi_logs.engine.tables import Opt
from erqishi_logs.engine.total import PIAO, QUAN, SHUANGQUAN, paid_titles, total_of
from erqishi_logs.melds import MeldKind
from erqishi_logs.rules.options import DealerBy

if TYPE_CHECKING:
    from erqishi_logs.engine.tables import GameArrays, RuleArrays

Array = Any

#: No card is left of a kind that makes three or four alike.
_WHOLE = 1 << 20


class Fault(IntEnum):
    """Bits of what `declared_faults` finds."""

    CHAI_LONGDENG_PIAO = 1
    XIAO_BAO_DA = 2
    SHAO_BAO = 4


@built_in
def lay_declared(
    room: Array,
    ask: Array,
    held: Array,
    card_at: Array,
    cards: Array,
    first: int,
    last: int,
    rules: RuleArrays,
    row: int,
    game: GameArrays,
    kinds: Array,
) -> bool:
    """報牌: whether the declared groups are an arrangement of the hand that `begin_hand` began (RULEBOOK §2, §7).

    They are one when they are his cards, all of them melds, kan and gun whole, as many as a complete hand has,
    with a zhuangzi exactly where there is a kai or gun. Their sums are left in the room at `LAYOUT`.
    """
    if room[TABLE + GROUPS] + last - first != room[NEEDED]:
        return False
    copy_sums(room, TABLE, LAYOUT)
    for kind in range(held.size):
        room[LEFT + kind] = held[kind]
    if ask[Ask.WIN] >= 0:
        room[LEFT + ask[Ask.WIN]] += 1
    pairs = 0
    for group in range(first, last):
        begin, size = card_at[group], card_at[group + 1] - card_at[group]
        if not _take(room, cards, begin, size) or not _lay(room, ask, held, cards, begin, size, game.meld3, kinds):
            return False
        pairs += size == 2
    if pairs != (1 if room[LAYOUT + BITS] & QUAD else 0):
        return False
    if pairs and rules.num[row, Opt.ZHUANGZI_BREAKS_KUN]:
        room[LAYOUT + BITS] |= UNCOUNTED
    return _is_used_up(room, ask, held)


@built_in
def _take(room: Array, cards: Array, begin: int, size: int) -> bool:
    """Takes the cards of a group from those left; false where one is not there."""
    for place in range(begin, begin + size):
        kind = cards[place]
        if kind < 0 or not room[LEFT + kind] & (_WHOLE - 1):
            return False
        room[LEFT + kind] -= 1
    return 2 <= size <= 4


@built_in
def _lay(room: Array, ask: Array, held: Array, cards: Array, begin: int, size: int, meld3: Array, kinds: Array) -> bool:
    """Adds a declared group to the sums; false where it is no meld."""
    kind = cards[begin]
    if not _is_alike(cards, begin, size):
        if size != 3:
            return False
        a, b, c = _sorted(cards[begin], cards[begin + 1], cards[begin + 2])
        meld = int(meld3[a, b, c])
        if meld >= 0:
            put_group(room, kinds, meld, int(a))
        return meld >= 0
    if size == 2:
        room[LAYOUT + GROUPS] += 1
        return True
    meld = _alike(held[kind], kind == ask[Ask.WIN], ask[Ask.SPLIT] >> kind & 1, size)
    if meld >= 0:
        put_own(room, kinds, meld, int(kind))
        room[LEFT + kind] |= _WHOLE
    return meld >= 0


@built_in
def _is_alike(cards: Array, begin: int, size: int) -> bool:
    for place in range(begin + 1, begin + size):
        if cards[place] != cards[begin]:
            return False
    return True


@built_in
def _sorted(a: int, b: int, c: int) -> tuple[int, int, int]:
    low, high = min(a, b), max(a, b)
    return min(low, c), max(low, min(high, c)), max(high, c)


@built_in
def _alike(held: int, won: bool, split: int, size: int) -> int:
    """對, 坎, 開, 滾: what three or four alike are, −1 where they are none."""
    if size == 4:
        if held > 3:
            return MeldKind.GUN
        return MeldKind.KAI if held == 3 and won else -1
    if held == 2:
        return MeldKind.DUI if won else -1
    if held == 3:
        return MeldKind.KAN
    return MeldKind.KAN if held > 3 and split else -1


@built_in
def _is_used_up(room: Array, ask: Array, held: Array) -> bool:
    """Whether no card is left, and the kan and gun that were not split are whole."""
    for kind in range(held.size):
        left = room[LEFT + kind]
        if left & (_WHOLE - 1):
            return False
        if held[kind] > 2 and left == 0 and not ask[Ask.SPLIT] >> kind & 1:
            return False
    return True


@kernel
def declared_faults(
    hushu: int,
    titles: int,
    total: float,
    answer: Array,
    ask: Array,
    dealt: Array,
    rules: RuleArrays,
    row: int,
    game: GameArrays,
) -> int:
    """報和: which of `Fault` hold (RULEBOOK §7), of a hu that `answer` says has a count.

    What was not recorded: `hushu` NOT_GIVEN, `titles` −1, `total` NaN. A title that the rule set does not pay is
    never declared too high or too low; nor is 圈 where the 圈 was not recorded.
    """
    counted = answer[Answer.TITLES]
    due_hushu, due_total, most = answer[Answer.HUSHU], answer[Answer.TOTAL], answer[Answer.TOTAL]
    paid = paid_titles(rules, row)
    said = counted if titles < 0 else titles & paid
    faults = 0
    if said & PIAO & ~counted and not ask[Ask.XIAOJIA] and has_lamp(dealt, game):
        faults |= Fault.CHAI_LONGDENG_PIAO
    unjudged = (PIAO if faults else 0) | _quan_unknown(said & ~counted, answer, ask, rules, row)
    if unjudged:
        # Of 拆開龍燈 that title and its total are not also 小報大.
        said &= ~unjudged
        most = max(most, total_of(rules, row, due_hushu, counted | unjudged))
    if ask[Ask.XIAOJIA] and hushu != NOT_GIVEN and _is_figure(hushu, due_hushu, due_total, rules, row):
        hushu = due_hushu
    if said & ~counted or hushu > due_hushu or total > most:
        faults |= Fault.XIAO_BAO_DA
    if paid & counted & ~said or (hushu != NOT_GIVEN and due_hushu > hushu) or due_total > total:
        faults |= Fault.SHAO_BAO
    return faults


@built_in
def _is_figure(hushu: int, due_hushu: int, due_total: int, rules: RuleArrays, row: int) -> bool:
    """小家: the 和數 of his meld may be said as its figure, 玖玖玖 as 40和 (S0-129, S2-104)."""
    if not due_hushu <= hushu <= due_total:
        return False
    for place in range(rules.xiaojia_values.shape[1]):
        if rules.xiaojia_values[row, place] == hushu:
            return True
    return hushu == due_total or hushu == rules.num[row, Opt.XIAOJIA_QUAN_VALUE]


@built_in
def _quan_unknown(said: int, answer: Array, ask: Array, rules: RuleArrays, row: int) -> int:
    """圈: the 圈 titles declared where every hand has a 圈, this one's was not recorded, and a red meld may be it."""
    if ask[Ask.QUAN] > 0 or rules.num[row, Opt.DEALER_BY] != DealerBy.QUAN:
        return 0
    return said & ((QUAN if answer[Answer.RED] else 0) | (SHUANGQUAN if answer[Answer.RED_QUAD] else 0))


@kernel
def declared_total(
    hushu: int, titles: int, total: float, answer: Array, ask: Array, rules: RuleArrays, row: int
) -> float:
    """報和: the total as declared, on which the winner is paid; what was not recorded is as counted (RULEBOOK §6).

    Arguments as of `declared_faults`.
    """
    if not np.isnan(total):
        return total
    if ask[Ask.XIAOJIA] or (hushu == NOT_GIVEN and titles < 0):
        return float(answer[Answer.TOTAL])
    said = answer[Answer.TITLES] if titles < 0 else titles
    return float(total_of(rules, row, answer[Answer.HUSHU] if hushu == NOT_GIVEN else hushu, said))
