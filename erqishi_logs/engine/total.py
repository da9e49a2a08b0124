"""算: from 和數 and titles to the total by the options of a rule set, compiled (RULEBOOK §6).

The twin of `erqishi_logs.scoring.scale`. Titles are masks, their bits in the order of
`erqishi_logs.rules.options.TITLES`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from erqishi_logs.engine.compiled import built_in, kernel
from erqishi_logs.engine.tables import Opt
from erqishi_logs.rules.options import LadderTitles, Rounding, Scheme, XiaojiaQuan

if TYPE_CHECKING:
    from erqishi_logs.engine.tables import RuleArrays

TIANHU, DIHU, KUN, PIAO, QUAN, SHUANGQUAN, QUANHONG, QUANHEI = (1 << place for place in range(8))
_N_TITLES = 8
_SHUANGQUAN_PLACE = 5
#: No total is larger: doublings of a rule set without a cap stop here.
_MOST = 1 << 60
#: Where the names of a 小家's win by the dui of the 圈 stand.
_QUAN_NAME = 4


@kernel
def total_of(rules: RuleArrays, row: int, hushu: int, titles: int) -> int:
    """總數 of so much 和數 with the titles of a mask, at stake 1 and before 抬炮 (RULEBOOK §6).

    >>> from erqishi_logs.engine.tables import rule_arrays
    >>> from erqishi_logs.rules import load_preset
    >>> total_of(rule_arrays([load_preset("leshan")]), 0, 24, QUAN)
    80
    """
    scheme = rules.num[row, Opt.SCHEME]
    if scheme == Scheme.TENS:
        value = _tens(rules, row, hushu, titles)
    elif scheme == Scheme.LADDER:
        value = _ladder(rules, row, hushu, titles)
    else:
        step = max(0, _reached(rules.tiers, rules.n_tiers[row], row, hushu))
        value = _titled(rules, row, rules.tiers[row, step, 1], titles)
    return _capped(rules, row, value)


@kernel
def tier_of(rules: RuleArrays, row: int, hushu: int) -> int:
    """階: the row of the tier of a 和數, −1 below the first, the number of tiers for 臺和.

    >>> from erqishi_logs.engine.tables import rule_arrays
    >>> from erqishi_logs.rules import load_preset
    >>> tier_of(rule_arrays([load_preset("leshan")]), 0, 9)
    -1
    """
    tai = rules.num[row, Opt.TAI_FROM]
    if tai and hushu >= tai:
        return int(rules.n_tiers[row])
    return _reached(rules.tiers, rules.n_tiers[row], row, hushu)


@kernel
def paid_titles(rules: RuleArrays, row: int) -> int:
    """番: the titles that a rule set pays, as a mask.

    >>> from erqishi_logs.engine.tables import rule_arrays
    >>> from erqishi_logs.rules import load_preset
    >>> paid_titles(rule_arrays([load_preset("quan-raw")]), 0) == KUN | PIAO | QUAN
    True
    """
    paid = 0
    for place in range(_N_TITLES):
        if _fan(rules, row, place):
            paid |= 1 << place
    return paid


@kernel
def xiaojia_total(rules: RuleArrays, row: int, place: int, titles: int, own_draw: int) -> int:
    """小家: the value of his one meld (S0-128 to S0-133, S1-083 to S1-086, S2-103 to S2-105).

    `place`: 0 black dui, 1 black longdeng, 2 red dui, 3 red longdeng.

    >>> from erqishi_logs.engine.tables import rule_arrays
    >>> from erqishi_logs.rules import load_preset
    >>> xiaojia_total(rule_arrays([load_preset("leshan-4")]), 0, 2, 0, 0)
    40
    """
    value = rules.xiaojia_values[row, place]
    if titles & QUAN and rules.num[row, Opt.XIAOJIA_QUAN] == XiaojiaQuan.VALUE:
        value = rules.num[row, Opt.XIAOJIA_QUAN_VALUE]
    elif titles & QUAN:
        value = _doubled(value, rules.num[row, Opt.FAN_QUAN])
    if titles & DIHU:
        value = _doubled(value, rules.num[row, Opt.XIAOJIA_DIHU_FAN])
    if own_draw and rules.num[row, Opt.XIAOJIA_OWN_DRAW] > 1:
        value *= rules.num[row, Opt.XIAOJIA_OWN_DRAW]
    return _capped(rules, row, value)


@kernel
def xiaojia_tier(rules: RuleArrays, row: int, place: int, titles: int) -> int:
    """小家: what stands for the name of his win where others have a tier.

    It is the number of tiers + 1 + the place of the name in `RuleSet.xiaojia_names`.

    >>> from erqishi_logs.engine.tables import rule_arrays
    >>> from erqishi_logs.rules import load_preset
    >>> rules = rule_arrays([load_preset("leshan-4")])
    >>> xiaojia_tier(rules, 0, 2, QUAN) - int(rules.n_tiers[0]) - 1
    4
    """
    return int(rules.n_tiers[row]) + 1 + (_QUAN_NAME if titles & QUAN else place)


@built_in
def _reached(rows: object, n_rows: int, row: int, hushu: int) -> int:
    """The last of the rows that begin at this 和數 or below, −1 for none."""
    for place in range(n_rows - 1, -1, -1):
        if rows[row, place, 0] <= hushu:  # type: ignore[index]
            return place
    return -1


@built_in
def _fan(rules: RuleArrays, row: int, place: int) -> int:
    """What the title of a place is worth, 0 where it is not paid."""
    if place < _SHUANGQUAN_PLACE:
        return int(rules.num[row, Opt.FAN_TIANHU + place])
    if place == _SHUANGQUAN_PLACE:
        return max(0, int(rules.num[row, Opt.QUAN_QUAD_FAN]) - 1)
    return int(rules.num[row, Opt.FAN_TIANHU + place - 1])


@built_in
def _doubled(value: int, fan: int) -> int:
    return _MOST if value > (_MOST >> min(fan, 60)) else value << fan


@built_in
def _titled(rules: RuleArrays, row: int, value: int, titles: int) -> int:
    """The value doubled once a fan of each title."""
    fan = 0
    for place in range(_N_TITLES):
        if titles >> place & 1:
            fan += _fan(rules, row, place)
    return _doubled(value, fan)


@built_in
def _rounded(value: int) -> int:
    return (value + 5) // 10 * 10


@built_in
def _capped(rules: RuleArrays, row: int, value: int) -> int:
    cap = rules.num[row, Opt.CAP]
    return int(cap) if 0 < cap < value else int(value)


@built_in
def _tens(rules: RuleArrays, row: int, hushu: int, titles: int) -> int:
    table = _reached(rules.kun_table, rules.n_kun[row], row, hushu) if titles & KUN else -1
    if table >= 0:
        fan = 0
        value = rules.kun_table[row, table, 1]
        titles &= ~KUN
    else:
        fan = _tier_fan(rules, row, hushu)
        value = _tier_value(rules, row, hushu)
    rounding = rules.num[row, Opt.ROUNDING]
    if rounding == Rounding.ROUND_THEN_DOUBLE:
        value = _rounded(value)
    value = _titled(rules, row, _doubled(value, fan), titles)
    if rounding == Rounding.DOUBLE_THEN_ROUND:
        value = _rounded(value)
    unit = rules.num[row, Opt.UNIT]
    return value // unit if unit > 1 else value


@built_in
def _tier_fan(rules: RuleArrays, row: int, hushu: int) -> int:
    tier = tier_of(rules, row, hushu)
    if tier == rules.n_tiers[row]:
        return int(rules.num[row, Opt.TAI_FAN])
    return int(rules.tiers[row, tier, 2]) if tier >= 0 else 0


@built_in
def _tier_value(rules: RuleArrays, row: int, hushu: int) -> int:
    """What the tier gives in place of the 和數, or the 和數 itself."""
    tier = tier_of(rules, row, hushu)
    if 0 <= tier < rules.n_tiers[row] and rules.tiers[row, tier, 1]:
        return int(rules.tiers[row, tier, 1])
    return hushu


@built_in
def _ladder(rules: RuleArrays, row: int, hushu: int, titles: int) -> int:
    floor = rules.num[row, Opt.ONE_COLOUR_FLOOR]
    floored = titles & (QUANHONG | QUANHEI) if floor else 0
    step = max(0, _reached(rules.tiers, rules.n_tiers[row], row, hushu))
    if rules.num[row, Opt.LADDER_TITLES] == LadderTitles.LITERAL:
        value = _named(rules, row, hushu, titles, rules.tiers[row, step, 1])
    else:
        value = _climbed(rules, row, step, titles & ~floored)
    return max(value, floor) if floored & paid_titles(rules, row) else value


@built_in
def _climbed(rules: RuleArrays, row: int, step: int, titles: int) -> int:
    for place in range(_N_TITLES):
        if titles >> place & 1:
            step += _fan(rules, row, place)
    return int(rules.tiers[row, min(step, rules.n_tiers[row] - 1), 1])


@built_in
def _named(rules: RuleArrays, row: int, hushu: int, titles: int, value: int) -> int:
    """The best of the steps that the source names for these titles."""
    for place in range(rules.n_literal[row]):
        if rules.literal[row, place, 0] <= hushu and not rules.literal[row, place, 1] & ~titles:
            value = max(value, rules.literal[row, place, 2])
    return value
