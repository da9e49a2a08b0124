"""開: kai that were owed and not made (RULEBOOK §7: youkai_bukai)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from erqishi_logs.audit.claims import judged
from erqishi_logs.audit.finding import Finding
from erqishi_logs.legal import may_kai

if TYPE_CHECKING:
    from collections.abc import Iterator

    from erqishi_logs.audit.case import Case
    from erqishi_logs.replay import Live


def check_missed_kai(case: Case, live: Live) -> None:
    """有開不開: a kan of X held when X was live, no win took it, no kai (S0-149, S1-041, S2-114)."""
    if live.settled < 0 or live.kind < 0:
        return
    for number in range(case.n_players):
        if case.may_hold(number, live.kind) >= 3:
            case.decide(number, (live.kind,), lambda dealt, number=number: _missed(case, number, live, dealt))  # type: ignore[misc]


def missed(case: Case, number: int, live: Live, dealt: list[int]) -> bool:
    """Whether the seat let this kai go."""
    seat = case.seats[number]
    if live.kind < 0 or live.settled < 0 or live.taken_how == "hu" or seat.is_xiaojia or live.hidden:
        return False
    if live.taken_by == number and live.taken_how in ("kai", "saochuan"):
        return False
    holds = dealt[live.kind] == 3 and live.kind != case.game.deck.wild and not seat.used_at(live.event)[live.kind]
    return holds and number not in live.claimed_by and may_kai(live.seat, live.flip, number)


def _missed(case: Case, number: int, live: Live, dealt: list[int]) -> Iterator[Finding]:
    if missed(case, number, live, dealt):
        facts = (("card", case.game.deck.format_card(live.kind)),)
        yield Finding(
            judged(case, "youkai_bukai"),
            "youkai_bukai",
            number,
            live.settled,
            (live.event,),
            clause="S0-149",
            facts=facts,
        )


def missed_before(case: Case, number: int, event: int, dealt: list[int]) -> tuple[int, ...]:
    """The live cards on which the seat missed a kai before `event`."""
    return tuple(live.event for live in case.replay.lives if live.event < event and missed(case, number, live, dealt))
