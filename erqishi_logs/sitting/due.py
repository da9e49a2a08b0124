"""下一局: who deals, shuffles and cuts the next hand of a sitting, and its 圈: what record entry needs."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeVar

from erqishi_logs.sitting.chain import copied_slots, end_doubts, iter_links
from erqishi_logs.sitting.course import Doubt, cutters, expect, quans_after, turns_by_quan

if TYPE_CHECKING:
    from collections.abc import Iterator

    from erqishi_logs.rules import RuleSet
    from erqishi_logs.sitting.chain import Link
    from erqishi_logs.sitting.seating import Circle
    from erqishi_logs.sitting.sitting import Sitting

Value = TypeVar("Value")


class Turn(NamedTuple):
    """輪: one way in which the next hand may begin, by names; None is not known, the dealer None: the cut names him."""

    dealer: str | None
    quan: int | None
    shuffler: str | None
    cutter: str | None


class Due(NamedTuple):
    """下一局: its number and every way in which it may begin; no way: it cannot be told, and `doubts` say why."""

    hand: int
    turns: tuple[Turn, ...]
    doubts: tuple[Doubt, ...] = ()


def first_due(rules: RuleSet, seats: Circle) -> Due:
    """首局: how a sitting begins when the seats are called, the highest card first (S0-099, S1-065, S2-006).

    >>> from erqishi_logs.rules import load_preset
    >>> first_due(load_preset("leshan"), ("乙", "甲", "丙")).turns
    (Turn(dealer=None, quan=None, shuffler='乙', cutter='丙'),)
    >>> first_due(load_preset("quan"), ("乙", "甲", "丙")).turns
    (Turn(dealer='乙', quan=1, shuffler='乙', cutter='丙'),)
    """
    first = seats[0]
    may = cutters(rules, (seats,), seats, frozenset((first,)), (first,))
    quan = 1 if turns_by_quan(rules) else None
    return Due(1, (Turn(first if quan else None, quan, first, _only(may)),))


def next_due(sitting: Sitting) -> Due:
    """下一局: what is due after the last numbered hand, the same people at the table and the same rules.

    Under 拉莊 there are two ways after a dealer's win (S0-165).

    >>> from erqishi_logs.sitting.sitting import sitting_of
    >>> next_due(sitting_of("茶樓", []))
    Due(hand=1, turns=(), doubts=(Doubt(code='none', first=None, last=None),))
    """
    last = None
    for link in iter_links(sitting):
        last = link
    if last is None:
        return Due(1, (), (Doubt("none"),))
    doubts = (*end_doubts(last.slot), *(Doubt("doubled", n) for n in copied_slots(sitting) if n == last.slot.number))
    due = expect(last.state, (last.hand.players, *last.circles), doubts)
    if due.doubts:
        return Due(last.slot.number + 1, (), due.doubts)
    turns = tuple(_by_quan(last, due.dealers) if due.dealers is not None else _by_cut(last, due.shufflers))
    return Due(last.slot.number + 1, turns, () if turns else (Doubt("shuffler", last.slot.number),))


def _by_quan(last: Link, dealers: frozenset[str]) -> Iterator[Turn]:
    """A turn for each who may deal, the dealer of now first; he shuffles, the last seat cuts (S1-017)."""
    for dealer in sorted(dealers, key=lambda name: name != last.hand.dealer_name):
        quans = quans_after(last.state, dealer, regular=True)
        yield Turn(dealer, _only(quans), dealer, _cutter(last, dealer))


def _by_cut(last: Link, shufflers: frozenset[str] | None) -> Iterator[Turn]:
    for shuffler in sorted(shufflers or ()):
        yield Turn(None, None, shuffler, _cutter(last, shuffler))


def _cutter(last: Link, shuffler: str) -> str | None:
    """Who cuts; where one rests, it hangs on who that will be."""
    if last.circles:
        return None
    return _only(cutters(last.hand.rules, (), last.hand.players, frozenset((shuffler,)), (shuffler,)))


def _only(values: frozenset[Value] | None) -> Value | None:
    return next(iter(values)) if values is not None and len(values) == 1 else None
