"""不合: options that contradict each other in a club's own rules, each with the nearest value that does not.

`check_rules` refuses what nothing can be counted by, in a stranger's record too. These are told to who
writes a rules file: a record with such a `house` is judged all the same, and an archive that holds one opens.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from erqishi_logs.errors import RuleError
from erqishi_logs.games import game_of
from erqishi_logs.rules import options as opt
from erqishi_logs.rules.table import count_dealt
from erqishi_logs.texts.phrase import Phrase

if TYPE_CHECKING:
    from collections.abc import Iterator

    from erqishi_logs.rules.ruleset import RuleSet

#: Cards of a meld; a hand holds one card less than whole melds (RULEBOOK §2).
_MELD = 3


def check_club(rules: RuleSet) -> None:
    """不合: raises RuleError with the first contradiction among the options of a club's rules, and what would do.

    >>> from erqishi_logs.rules import load_rules
    >>> check_club(load_rules("quan", ["cap=5"]))
    Traceback (most recent call last):
    erqishi_logs.errors.RuleError: rule set quan: cap 5 is less than the least win pays (10); expected 10 or more, or 0
    """
    for contradiction in iter_clashes(rules):
        raise RuleError(Phrase("clash.rule_set", id=rules.id, reason=contradiction))


def iter_clashes(rules: RuleSet) -> Iterator[Phrase]:
    """不合: every contradiction among the options, in the order of the rulebook.

    >>> from erqishi_logs.rules import load_preset, preset_ids
    >>> [clash for preset in preset_ids() for clash in iter_clashes(load_preset(preset))]
    []
    """
    yield from _deal(rules)
    yield from _dealer(rules)
    yield from _tiers(rules)
    yield from _titles(rules)
    yield from _xiaojia(rules)


def _deal(rules: RuleSet) -> Iterator[Phrase]:
    """What cannot be dealt, or makes no complete hand (§2, §3)."""
    counts = [n for n, _ in rules.hand_sizes]
    doubled = [n for n in counts if counts.count(n) > 1]
    if doubled:
        yield Phrase("clash.hand_sizes_twice", players=doubled[0])
    for name, cards in (("hand_size", rules.hand_size), *(("hand_sizes", size) for _, size in rules.hand_sizes)):
        if cards % _MELD != _MELD - 1:
            near = max(_MELD - 1, cards - (cards + 1) % _MELD)
            yield Phrase("clash.hand_size", name=name, cards=cards, one=near, other=near + _MELD)
    if rules.dealer_extra > 1:
        yield Phrase("clash.dealer_extra", cards=rules.dealer_extra)
    deck = game_of(rules.game, rules.wilds).deck.n_cards
    for n in rules.players:
        if count_dealt(rules, n) > deck:
            yield Phrase(
                "clash.no_deal", players=n, cards=count_dealt(rules, n), deck=deck, most=_fitting(rules, n, deck)
            )


def _fitting(rules: RuleSet, n_players: int, deck: int) -> int:
    """The largest hand that so many players can be dealt."""
    each = (deck - rules.dealer_extra) // n_players
    return each - (each + 1) % _MELD


def _dealer(rules: RuleSet) -> Iterator[Phrase]:
    """Who deals, and what he is owed (§3, S2-040)."""
    if rules.dealer_by == opt.DealerBy.CUT_CARD and rules.cut == opt.Cut.NONE:
        yield Phrase("clash.no_cut")
    if rules.dealer_by == opt.DealerBy.CUT_CARD and rules.dealer_keeps != opt.DealerKeeps.NONE:
        yield Phrase("clash.dealer_keeps")
    if rules.bakuai_false == opt.BakuaiFalse.DEALER and rules.dealer_extra == 0:
        yield Phrase("clash.bakuai_false")


def _tiers(rules: RuleSet) -> Iterator[Phrase]:
    """Tiers, the least win and the cap (§6)."""
    tens = rules.scheme == opt.Scheme.TENS
    if rules.tai_from and not tens:
        yield Phrase("clash.tai_scheme", scheme=rules.scheme.name.lower())
    starts = [tier.from_hushu for tier in rules.tiers] + ([rules.tai_from] if rules.tai_from else [])
    if len(starts) > 1 and rules.min_hushu > max(starts):
        yield Phrase("clash.min_hushu", least=rules.min_hushu, last=max(starts))
    least = _least_total(rules)
    if 0 < rules.cap < least:
        yield Phrase("clash.cap", cap=rules.cap, least=least)
    if any(a >= b for (a, _), (b, _) in pairwise(rules.kun_table)):
        yield Phrase("clash.kun_table", steps=[least for least, _ in rules.kun_table])


def _least_total(rules: RuleSet) -> int:
    """What the least win without a title pays, before any cap."""
    hushu = max(rules.min_hushu, 1)
    tier = next((tier for tier in reversed(rules.tiers) if tier.from_hushu <= hushu), None)
    if rules.scheme != opt.Scheme.TENS:
        return (tier or rules.tiers[0]).value
    value = tier.value if tier and tier.value else hushu
    fan = tier.fan if tier else 0
    if rules.rounding == opt.Rounding.ROUND_THEN_DOUBLE:
        value = _tens(value)
    value <<= fan
    return (_tens(value) if rules.rounding == opt.Rounding.DOUBLE_THEN_ROUND else value) // rules.unit


def _tens(value: int) -> int:
    return (value + 5) // 10 * 10


def _titles(rules: RuleSet) -> Iterator[Phrase]:
    """Titles that could never be paid (§6)."""
    ladder = rules.scheme == opt.Scheme.LADDER
    if ladder and rules.ladder_titles == opt.LadderTitles.LITERAL and not rules.ladder_literal:
        yield Phrase("clash.ladder_literal")
    if rules.one_colour_floor and not (rules.fan_quanhong or rules.fan_quanhei):
        yield Phrase("clash.one_colour", floor=rules.one_colour_floor)
    if rules.quan_quad_fan > 1 and not rules.fan_quan:
        yield Phrase("clash.quan_quad_fan", fan=rules.quan_quad_fan)


def _xiaojia(rules: RuleSet) -> Iterator[Phrase]:
    """小家, who is there because the deck has no full hand for him (S0-092, S0-170)."""
    deck = game_of(rules.game, rules.wilds).deck.n_cards
    for n in rules.players:
        full = n * rules.cards_each(n) + rules.dealer_extra
        if rules.has_xiaojia(n) and full <= deck:
            yield Phrase("clash.xiaojia", players=n, cards=rules.cards_each(n), left=_without(rules.xiaojia_at, n))
    plays = any(rules.has_xiaojia(n) for n in rules.players)
    if plays and rules.xiaojia_quan == opt.XiaojiaQuan.VALUE and rules.xiaojia_quan_value == 0:
        yield Phrase("clash.xiaojia_quan", near=rules.xiaojia_values[2])


def _without(numbers: tuple[int, ...], number: int) -> list[int]:
    return [each for each in numbers if each != number]
