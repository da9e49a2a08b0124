"""Who may answer a live card (RULEBOOK §4.2): position and priority, whatever the cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from erqishi_logs.rules.options import ChiFrom, FlipCountsAs

if TYPE_CHECKING:
    from erqishi_logs.rules import RuleSet


def may_chi(rules: RuleSet, n_players: int, turned_by: int, flip: bool, seat: int) -> bool:
    """吃: a discard by next(s); a flip by s, then next(s); 對摳 only one's own flip (S0-029, S0-135).

    >>> from erqishi_logs.rules import load_preset
    >>> [may_chi(load_preset("leshan"), 3, 0, True, seat) for seat in range(3)]
    [True, True, False]
    """
    if flip and rules.flip_counts_as == FlipCountsAs.DISCARD:
        return seat == (turned_by + 1) % n_players
    if rules.chi_from == ChiFrom.OWN_FLIP:
        return flip and seat == turned_by
    return (flip and seat == turned_by) or seat == (turned_by + 1) % n_players


def may_dui(rules: RuleSet, turned_by: int, flip: bool, seat: int) -> bool:
    """對: anyone but the discarder; the flipper too unless the rules say no (S0-026, S1-129)."""
    if seat != turned_by:
        return True
    return flip and rules.dui_own_flip


def may_kai(turned_by: int, flip: bool, seat: int) -> bool:
    """開: anyone but the discarder (S0-037)."""
    return flip or seat != turned_by


def may_hu(turned_by: int, flip: bool, seat: int) -> bool:
    """和: anyone but the discarder; the flipper may (S0-054)."""
    return flip or seat != turned_by


def is_taipao(rules: RuleSet, turned_by: int, flip: bool, seat: int) -> bool:
    """抬炮: a win on a discard; where 翻牌算打字 also one by another on a flip (S0-059, S0-172).

    >>> from erqishi_logs.rules import load_preset
    >>> is_taipao(load_preset("leshan"), 0, False, 1), is_taipao(load_preset("leshan"), 0, True, 1)
    (True, False)
    """
    if not flip:
        return True
    return rules.flip_counts_as == FlipCountsAs.DISCARD and seat != turned_by


def answers_for(rules: RuleSet, turned_by: int, flip: bool, taker: int, *, xiaojia: bool) -> bool:
    """圈自負: whether who turned the card up put it out: a discard, 小家's any card (S1-074, S1-080).

    `xiaojia`: he is one. Where 翻牌算打字 a flip that another takes is put out, too (S0-172) **(r)**.

    >>> from erqishi_logs.rules import load_preset
    >>> [answers_for(load_preset(rules), 0, True, 1, xiaojia=False) for rules in ("muchuan", "muchuan-8")]
    [False, True]
    """
    return turned_by != taker and (xiaojia or is_taipao(rules, turned_by, flip, taker))


def distance(n_players: int, turned_by: int, flip: bool, seat: int) -> int:
    """Places counter-clockwise from the card: the flipper himself 0, next(s) 1 … (S0-055).

    Of several who would win on one card the smallest has precedence.
    """
    if flip and seat == turned_by:
        return 0
    return (seat - turned_by) % n_players or n_players
