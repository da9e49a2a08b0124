"""行牌: acts that the turn does not give, flips not due, calls of 八塊 (RULEBOOK §4.5, §7)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from erqishi_logs.audit.finding import Finding
from erqishi_logs.legal import may_dui, may_hu, may_kai
from erqishi_logs.replay.chances import QUAD_CLAIMS, is_dead
from erqishi_logs.rules.options import BakuaiFalse

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from erqishi_logs.audit.case import Case
    from erqishi_logs.record.types import Event
    from erqishi_logs.replay import Step


def check_turn(case: Case, step: Step, event: Event) -> None:
    """luan_da, duo_mo and cuo_bakuai of one event."""
    check = _CHECKS.get(event.type)
    if check is not None and not event.overruled:
        check(case, step, event)


def _add(case: Case, code: str, step: Step, seat: int | None, why: str, clause: str) -> None:
    case.findings.append(Finding("violation", code, seat, step.event, clause=clause, facts=(("why", why),)))


def _discard(case: Case, step: Step, event: Event) -> None:
    if step.before.owes != event.seat:
        _add(case, "luan_da", step, event.seat, "no_discard_owed", "§4.5")
        return
    _decide_call(case, step, event.seat, lambda owed, quads: _wrong_call(step, event.seat, quads) if owed else None)


def _wrong_call(step: Step, seat: int | None, quads: int) -> Finding:
    facts = (("owed", str(4 * quads)),)
    return Finding("violation", "cuo_bakuai", seat, step.event, clause="S0-155", facts=facts)


def _bakuai(case: Case, step: Step, event: Event) -> None:
    seat = event.seat
    if seat is None or step.before.owes != seat:
        _add(case, "cuo_bakuai", step, seat, "not_his_turn", "S0-155")
        return
    falsely = case.rules.bakuai_false == BakuaiFalse.DEALER and step.before.opening and event.blocks == 8

    def judge(owed: bool, quads: int) -> Finding | None:
        if falsely and quads < 2:
            return None  # 假八塊 (S2-040)
        if owed and event.blocks == 4 * quads:
            return None
        return _wrong_call(step, seat, quads if owed else 0)

    _decide_call(case, step, seat, judge)


def _flip(case: Case, step: Step, event: Event) -> None:
    before = step.before
    if event.type == "draw" and event.seat is not None and not case.seats[event.seat].is_xiaojia:
        _add(case, "duo_mo", step, event.seat, "draw_not_xiaojia", "§4.7")
        return
    if before.owes < 0:
        if before.flips_next != event.seat:
            _add(case, "duo_mo", step, event.seat, "not_his_flip", "§4.3")
        return
    owing = before.owes
    if case.table.next(owing) != event.seat:
        _add(case, "duo_mo", step, event.seat, "discard_owed", "§4.3")
        return

    def judge(owed: bool, quads: int) -> Finding | None:
        if owed:
            return _wrong_call(step, owing, quads)
        return Finding("violation", "duo_mo", event.seat, step.event, clause="§4.3", facts=(("why", "discard_owed"),))

    _decide_call(case, step, owing, judge)


def _decide_call(case: Case, step: Step, seat: int, judge: Callable[[bool, int], Finding | None]) -> None:
    """Judge by whether a call is owed and by how many kai and gun, for every number of gun that fits."""
    hand = case.rules.cards_each(case.n_players)
    on_table = sum(meld.claim in QUAD_CLAIMS for meld in case.seats[seat].exposed_at(step.event - 1))
    found = []
    for guns in possible_guns(case, seat, step.event - 1):
        quads = on_table + guns
        owed = quads >= 2 and step.before.total <= hand + quads - 1 and not case.seats[seat].is_xiaojia
        found.append(judge(owed, quads))
    told = [f for f in found if f is not None]
    keys = {(f.code, f.seat) for f in told}
    if len(told) == len(found) and len(keys) == 1 and not case.seats[seat].is_blurred:
        case.findings.append(told[0])
    elif told and case.cannot_tell:
        case.findings.extend(_uncertain(told))


def _uncertain(told: list[Finding]) -> Iterator[Finding]:
    seen = set()
    for f in told:
        if (f.code, f.seat) not in seen:
            seen.add((f.code, f.seat))
            yield Finding(
                f.severity,
                f.code,
                f.seat,
                f.event,
                verdict="cannot_tell",
                depends=("磙",),
                clause=f.clause,
                facts=f.facts,
            )


def possible_guns(case: Case, number: int, event: int) -> range:
    """How many whole gun the seat may hold after `event`: all numbers that some deal gives.

    A range from the fewest to the most: a call is wrong only if it is wrong for each of them.
    """
    seat = case.seats[number]
    used = seat.used_at(event)
    copies = case.game.deck.copies
    wild = case.game.deck.wild
    certain = sum(d >= 4 and not u and k != wild for k, (d, u) in enumerate(zip(seat.dealt, used, strict=True)))
    if seat.unseen <= 0:
        return range(certain, certain + 1)
    needs = []
    capacity = 0
    for kind, pool in enumerate(case.pool):
        need = copies[kind] - seat.dealt[kind]
        is_open = not used[kind] and need > 0 and pool >= need and copies[kind] >= 4 and kind != wild
        capacity += pool - 1 if is_open else pool
        if is_open:
            needs.append(need)
    fewest = max(0, seat.unseen - capacity)
    left = seat.unseen
    most = 0
    for need in sorted(needs):
        if need > left:
            break
        left -= need
        most += 1
    return range(certain + min(fewest, most), certain + most + 1)


def _dui(case: Case, step: Step, event: Event) -> None:
    live, seat = step.before.live, event.seat
    if live is None or seat is None:
        return
    if case.seats[seat].is_xiaojia:
        _add(case, "luan_da", step, seat, "xiaojia_claims", "§4.7")
    elif not may_dui(case.rules, live.seat, live.flip, seat):
        _add(case, "luan_da", step, seat, "own_card", "S0-026")
    elif is_dead(case.replay, seat, live):
        _add(case, "luan_da", step, seat, "own_discard_dead", "S1-138")


def _kai(case: Case, step: Step, event: Event) -> None:
    live, seat = step.before.live, event.seat
    if live is None or seat is None:
        return
    if case.seats[seat].is_xiaojia:
        _add(case, "luan_da", step, seat, "xiaojia_claims", "§4.7")
    elif not may_kai(live.seat, live.flip, seat):
        _add(case, "luan_da", step, seat, "own_card", "S0-037")
    elif is_dead(case.replay, seat, live) and not case.rules.sao:
        _add(case, "luan_da", step, seat, "own_discard_dead", "S1-138")


def _hu(case: Case, step: Step, event: Event) -> None:
    """A win on one's own discard; where 和回龍 is an offence, that says it (§4.2)."""
    live, seat = step.before.live, event.seat
    if live is None or seat is None or case.rules.huilong:
        return
    if not may_hu(live.seat, live.flip, seat):
        _add(case, "luan_da", step, seat, "own_card", "S0-054")


_CHECKS: dict[str, Callable[[Case, Step, Event], None]] = {
    "discard": _discard,
    "bakuai": _bakuai,
    "flip": _flip,
    "draw": _flip,
    "dui": _dui,
    "kai": _kai,
    "hu": _hu,
}
