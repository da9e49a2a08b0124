"""From 和數 and titles to the total, by the options of a rule set (RULEBOOK §6)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from erqishi_logs.rules.options import TITLES, LadderTitles, Rounding, Scheme, Tier, XiaojiaQuan
from erqishi_logs.scoring.lines import XIAOJIA_MELDS, Line
from erqishi_logs.scoring.titles import DIHU, KUN, QUAN, QUANHEI, QUANHONG, title_fans, titles_in

if TYPE_CHECKING:
    from erqishi_logs.rules import RuleSet


class Total(NamedTuple):
    """總數: what one payer pays at stake 1 before 抬炮, the tier's name, the steps to it."""

    total: int
    tier: str
    lines: tuple[Line, ...]


class Scale:
    """算法: the totals of one rule set, each worked out once."""

    def __init__(self, rules: RuleSet) -> None:
        self.rules = rules
        self.fans = title_fans(rules)
        self._totals: dict[tuple[int, int], Total] = {}
        self._paid = sum(1 << place for place, fan in enumerate(self.fans) if fan)

    def total(self, hushu: int, titles: int) -> Total:
        """總數 of so much 和數 with the titles of a mask."""
        key = (hushu, titles)
        found = self._totals.get(key)
        if found is None:
            found = self._totals[key] = self._work_out(hushu, titles)
        return found

    def paid(self, titles: int) -> int:
        """The titles of a mask that are paid."""
        return titles & self._paid

    def tier(self, hushu: int) -> Tier:
        """階: the tier of a 和數; below the first it has no name."""
        rules = self.rules
        if rules.tai_from and hushu >= rules.tai_from:
            return Tier(rules.tai_from, rules.tai_name, 0, rules.tai_fan)
        reached = [tier for tier in rules.tiers if tier.from_hushu <= hushu]
        return reached[-1] if reached else Tier(0, "", 0, 0)

    def _work_out(self, hushu: int, titles: int) -> Total:
        steps = _Steps()
        tier = self.tier(hushu)
        if self.rules.scheme == Scheme.TENS:
            value = self._tens(steps, hushu, titles, tier)
        elif self.rules.scheme == Scheme.LADDER:
            value = self._ladder(steps, hushu, titles)
        else:
            value = self._bracket(steps, hushu, titles)
        return Total(self._capped(steps, value), tier.name, tuple(steps.lines))

    def _tens(self, steps: _Steps, hushu: int, titles: int, tier: Tier) -> int:
        rules = self.rules
        table = [total for least, total in rules.kun_table if least <= hushu] if titles & KUN else []
        if table:
            value = steps.add("kun_table", (hushu,), table[-1])
            tier, titles = tier._replace(fan=0), titles & ~KUN
        else:
            steps.add("tier", (tier.name, tier.from_hushu), hushu)
            value = steps.add("tier_value", (tier.name,), tier.value) if tier.value else hushu
        if rules.rounding == Rounding.ROUND_THEN_DOUBLE:
            value = steps.rounded(value)
        value = self._doubled(steps, value, titles, tier)
        if rules.rounding == Rounding.DOUBLE_THEN_ROUND:
            value = steps.rounded(value)
        return steps.add("unit", (value, rules.unit), value // rules.unit) if rules.unit > 1 else value

    def _doubled(self, steps: _Steps, value: int, titles: int, tier: Tier) -> int:
        if tier.fan:
            value = steps.add("tier_fan", (tier.name, tier.fan), value << tier.fan)
        for title in titles_in(titles):
            fan = self.fans[TITLES.index(title)]
            value = steps.add("title", (title, fan), value << fan)
        return value

    def _ladder(self, steps: _Steps, hushu: int, titles: int) -> int:
        rules = self.rules
        step = self._step(steps, hushu)
        value = rules.tiers[step].value
        floored = titles & (QUANHONG | QUANHEI) if rules.one_colour_floor else 0
        if rules.ladder_titles == LadderTitles.LITERAL:
            value = self._named(steps, hushu, titles, value)
        else:
            value = self._climbed(steps, step, titles & ~floored, value)
        if self.paid(floored) and value < rules.one_colour_floor:
            value = steps.add("floor", (titles_in(floored)[0],), rules.one_colour_floor)
        return value

    def _climbed(self, steps: _Steps, step: int, titles: int, value: int) -> int:
        tiers = self.rules.tiers
        for title in titles_in(titles):
            fan = self.fans[TITLES.index(title)]
            step = min(step + fan, len(tiers) - 1)
            value = steps.add("title_step", (title, fan), tiers[step].value)
        return value

    def _named(self, steps: _Steps, hushu: int, titles: int, value: int) -> int:
        """The best of the steps that the source names for these titles."""
        rows = [row for row in self.rules.ladder_literal if row.from_hushu <= hushu and not row.titles & ~titles]
        best = max(rows, key=lambda row: row.value, default=None)
        if best is None or best.value <= value:
            return value
        return steps.add("named_step", titles_in(best.titles), best.value)

    def _bracket(self, steps: _Steps, hushu: int, titles: int) -> int:
        value = self.rules.tiers[self._step(steps, hushu)].value
        return self._doubled(steps, value, titles, Tier(0, "", 0, 0))

    def _step(self, steps: _Steps, hushu: int) -> int:
        """The place of the step or bracket of a 和數, the lowest for what is below it (RULEBOOK §6)."""
        tiers = self.rules.tiers
        if hushu < tiers[0].from_hushu:
            steps.add("least", (tiers[0].from_hushu,), tiers[0].value)
            return 0
        place = max(i for i, tier in enumerate(tiers) if tier.from_hushu <= hushu)
        steps.add("step", (tiers[place].name,), tiers[place].value)
        return place

    def xiaojia(self, place: int, titles: int, *, own_draw: bool) -> Total:
        """小家: the fixed value of his one meld (S0-128 to S0-133, S1-083 to S1-086, S2-103 to S2-105).

        `place`: 0 black dui, 1 black longdeng, 2 red dui, 3 red longdeng.
        """
        rules = self.rules
        steps = _Steps()
        value = steps.add("xiaojia", (XIAOJIA_MELDS[place],), rules.xiaojia_values[place])
        name = rules.xiaojia_names[_QUAN_PLACE if titles & QUAN else place]
        if titles & QUAN and rules.xiaojia_quan == XiaojiaQuan.VALUE:
            value = steps.add("xiaojia_quan", (), rules.xiaojia_quan_value)
        elif titles & QUAN:
            value = steps.add("title", ("quan", rules.fan_quan), value << rules.fan_quan)
        if titles & DIHU:
            value = steps.add("title", ("dihu", rules.xiaojia_dihu_fan), value << rules.xiaojia_dihu_fan)
        if own_draw and rules.xiaojia_own_draw > 1:
            value = steps.add("own_draw", (rules.xiaojia_own_draw,), value * rules.xiaojia_own_draw)
        return Total(self._capped(steps, value), name, tuple(steps.lines))

    def _capped(self, steps: _Steps, value: int) -> int:
        cap = self.rules.cap
        return steps.add("cap", (value,), cap) if 0 < cap < value else value


#: The name of a win by the dui of the 圈 stands behind those of the four melds.
_QUAN_PLACE = 4


class _Steps:
    """The receipt while it is written."""

    def __init__(self) -> None:
        self.lines: list[Line] = []

    def add(self, code: str, params: tuple[int | str, ...], value: int) -> int:
        self.lines.append(Line(code, params, value))
        return value

    def rounded(self, value: int) -> int:
        return self.add("round", (value,), round_to_ten(value))


def round_to_ten(value: int) -> int:
    """四捨五入 to tens, half up (S0-072).

    >>> round_to_ten(24), round_to_ten(25), round_to_ten(48)
    (20, 30, 50)
    """
    return (value + 5) // 10 * 10


_SCALES: dict[int, Scale] = {}
_SCALES_LIMIT = 64


def scale_of(rules: RuleSet) -> Scale:
    """算法 of a rule set, built once an object.

    >>> from erqishi_logs.rules import load_preset
    >>> scale_of(load_preset("leshan")).total(24, QUAN)[:2]
    (80, '大和')
    """
    # By identity: hashing some sixty options takes longer than a count. The scale keeps its rule
    # set alive, so that the identity stays its own.
    found = _SCALES.get(id(rules))
    if found is None:
        if len(_SCALES) >= _SCALES_LIMIT:
            _SCALES.clear()
        found = _SCALES[id(rules)] = Scale(rules)
    return found
