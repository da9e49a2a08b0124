"""發牌: too few, too many, wrong takes (RULEBOOK §3, §7)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from erqishi_logs.audit.finding import Finding

if TYPE_CHECKING:
    from erqishi_logs.audit.case import Case
    from erqishi_logs.replay import Seat


def check_deals(case: Case) -> None:
    """short_deal, duo_mo, qi_san_da_yi of every seat."""
    first = next((i for i, e in enumerate(case.events) if e.type not in ("cut", "deal", "note")), None)
    for number, seat in enumerate(case.seats):
        due = case.table.due(number)
        dealt = 0
        for event, cards in seat.takes:
            if dealt <= due < dealt + cards:
                case.findings.append(_found("duo_mo", number, event, due, dealt + cards))
            dealt += cards
        if dealt < due and first is not None:
            facts = (("dealt", str(dealt)), ("due", str(due)))
            case.findings.append(Finding("fault", "short_deal", number, first, clause="FORMAT", facts=facts))
        if len(seat.takes) > 2:
            _check_takes(case, number, seat, due)


def _check_takes(case: Case, number: int, seat: Seat, due: int) -> None:
    """欺三搭一: takes of two, the dealer's last one alone; 小家 one, twice (S0-107, S0-121, S2-110)."""
    takes = [1] * due if seat.is_xiaojia else [2] * (due // 2) + [1] * (due % 2)
    for place, (event, cards) in enumerate(seat.takes):
        expected = takes[place] if place < len(takes) else 0
        if cards != expected:
            case.findings.append(_found("qi_san_da_yi", number, event, expected, cards))


def _found(code: str, number: int, event: int, expected: int, cards: int) -> Finding:
    facts = (("expected", str(expected)), ("cards", str(cards)))
    clause = {"duo_mo": "S2-109", "qi_san_da_yi": "S2-110"}[code]
    return Finding("violation", code, number, event, clause=clause, facts=facts)


def is_short(case: Case, number: int) -> bool:
    """Whether the record deals the seat fewer cards than due."""
    return sum(cards for _, cards in case.seats[number].takes) < case.table.due(number)
