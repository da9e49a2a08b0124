"""和牌者: a declared hu, whether its winner's cards are known or not (RULEBOOK §7, Hidden cards)."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

import msgspec

from erqishi_logs.audit.case import Case, iter_worlds
from erqishi_logs.audit.deals import is_short
from erqishi_logs.audit.finding import Finding
from erqishi_logs.audit.kai import missed
from erqishi_logs.audit.open_cards import iter_fits, open_places
from erqishi_logs.audit.wins import hou_dui_any, huilong, judge_declared, kai_finding, live_of, notes, violation
from erqishi_logs.cards import UNSEEN
from erqishi_logs.melds import MeldKind
from erqishi_logs.replay.chances import last_jinzhang, may_have_won
from erqishi_logs.rules.options import HouDuiHu, HuGuozhang, Judged, Scope

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from erqishi_logs.record.types import Event
    from erqishi_logs.replay import Live, Step

#: Hands that the winner may have been dealt and that are tried one by one; of more his win is left as cannot tell.
FEW_HANDS = 500


def check_win(case: Case, step: Step, event: Event) -> None:
    """和牌: every finding of a declared hu."""
    seat = event.seat
    if event.overruled or seat is None:
        return
    live = live_of(step, event)
    kind = live.kind if live is not None else UNSEEN
    if kind != UNSEEN and case.rules.huilong:
        case.findings.extend(huilong(case, seat, step.event, kind))
    if case.cannot_tell:
        case.findings.extend(_open_acts(case, seat, step.event))
    if is_certain(case, step, event, seat) or _has_few_hands(case, step, event, seat):
        every = range(case.game.deck.n_kinds)
        case.decide(seat, every, lambda dealt: judge_declared(case, step, event, dealt))
        return
    _check_unseen_win(case, step, event, kind)


def is_certain(case: Case, step: Step, event: Event, seat: int) -> bool:
    """Whether all that a hu is judged by is known: the hand, the melds, the card won on, what is declared."""
    return case.is_known(seat) and _is_open(case, step, event, seat)


def _is_open(case: Case, step: Step, event: Event, seat: int) -> bool:
    live = live_of(step, event)
    if (live is not None and live.kind == UNSEEN) or is_short(case, seat):
        return False
    return not any(UNSEEN in case.game.deck.parse_cards(meld) for meld in event.melds or ())


def _has_few_hands(case: Case, step: Step, event: Event, seat: int) -> bool:
    """Whether only cards dealt to the winner are unknown, and they can be tried one by one."""
    owner = case.seats[seat]
    if owner.unseen <= 0 or owner.is_blurred or any(UNSEEN in meld.kinds for meld in owner.exposed):
        return False
    every = range(case.game.deck.n_kinds)
    tried = sum(1 for _ in islice(iter_worlds(owner, case.pool, every), FEW_HANDS + 1))
    return tried <= FEW_HANDS and _is_open(case, step, event, seat)


def _check_unseen_win(case: Case, step: Step, event: Event, kind: int) -> None:
    """A winner whose cards are not all known: what hangs on few kinds is asked, the rest cannot be told."""
    seat = event.seat if event.seat is not None else 0
    first = len(case.findings)
    if kind >= 0 and case.rules.hou_dui_hu == HouDuiHu.ANY:
        case.decide(
            seat, case.game.melds.neighbours[kind], lambda dealt: hou_dui_any(case, seat, step.event, kind, dealt)
        )
    lost = _missed_lives(case, seat, step.event, all)
    case.findings.extend(kai_finding(case, seat, step.event, () if case.seats[seat].is_blurred else lost))
    acts = notes(case, "chai_kan", seat, step.event)
    if acts:
        case.findings.append(violation("chai_kan", seat, step.event, acts, "S0-151"))
    if case.cannot_tell:
        told = {f.code for f in case.findings[first:]}
        open_codes = {code: found for code, found in _may_be_found(case, step, event, kind) if code not in told}
        case.findings.extend(open_codes.values())


def _missed_lives(case: Case, seat: int, event: int, how: Callable[[Iterator[bool]], bool]) -> tuple[int, ...]:
    """The live cards whose kai the seat let go in all of its worlds, or in any of them."""
    lost = []
    for kind, lives in case.lives_of.items():
        if kind >= 0 and case.may_hold(seat, kind) >= 3:
            lost += [live.event for live in lives if live.event < event and how(_tries(case, seat, live))]
    return tuple(sorted(lost))


def _tries(case: Case, seat: int, live: Live) -> Iterator[bool]:
    worlds = iter_worlds(case.seats[seat], case.pool, (live.kind,))
    return (missed(case, seat, live, world) for world in worlds)


# --- what cannot be told ----------------------------------------------------------------------


def _open_acts(case: Case, seat: int, event: int) -> Iterator[Finding]:
    """拆坎子, 有擺不擺 where unseen cards leave open whether the act was one, or whether that X is still concealed."""
    notes_of: dict[str, list[Finding]] = {"chai_kan": [], "youbai_bubai": []}
    for note in case.findings:
        if note.severity != "note" or note.seat != seat or note.event is None or note.event > event:
            continue
        split = note.code == "chai_kan" and note.verdict == "cannot_tell"
        if split or (note.code == "youbai_bubai" and _may_keep(case, seat, note.event, event)):
            notes_of[note.code].append(note)
    for code, acts in notes_of.items():
        if acts:
            depends = tuple(dict.fromkeys(card for act in acts for card in act.depends)) or ("?",)
            evidence = tuple(act.event for act in acts if act.event is not None)
            yield Finding(
                "violation", code, seat, event, evidence, "cannot_tell", depends, acts[0].clause, acts[0].facts
            )


def _may_keep(case: Case, seat: int, chi: int, event: int) -> bool:
    live = case.replay.steps[chi].before.live
    if live is None or live.kind == UNSEEN:
        return False
    return case.may_hold(seat, live.kind) > case.seats[seat].used_at(event)[live.kind]


def _may_be_found(case: Case, step: Step, event: Event, kind: int) -> Iterator[tuple[str, Finding]]:
    """Every code that some hand of the winner might break at his hu."""
    seat = event.seat if event.seat is not None else 0
    if _is_told_by_naming(case, step, seat):
        return
    for code, clause, may_be in _open_codes(case, step, event, kind):
        if may_be:
            yield code, Finding("violation", code, seat, step.event, (), "cannot_tell", ("?",), clause, _facts(event))
    for found in kai_finding(case, seat, step.event, _missed_lives(case, seat, step.event, any)):
        unknown = tuple(dict(found.facts).get("card", "?"))
        yield found.code, msgspec.structs.replace(found, verdict="cannot_tell", depends=unknown)


def _is_told_by_naming(case: Case, step: Step, seat: int) -> bool:
    """Whether one card on the table is all that is not known: it is named then, and the win judged by that."""
    places = open_places(case)
    named = next(iter_fits(case, places[0]), None) if len(places) == 1 else None
    return named is not None and is_certain(Case(named), named.steps[step.event], named.events[step.event], seat)


def _open_codes(case: Case, step: Step, event: Event, kind: int) -> Iterator[tuple[str, str, bool]]:
    """Codes with their clause and whether the little that is known leaves them possible."""
    seat = event.seat if event.seat is not None else 0
    rules, declared = case.rules, (event.hushu, event.titles, event.total)
    keeps_kan = kind >= 0 and case.may_hold(seat, kind) >= 3
    yield "zha_hu", "S2-057", True
    yield "hushu_bugou", "S0-147", case.seats[seat].is_xiaojia or rules.min_hushu > 0
    yield "hu_cuo", "S0-148", event.melds is not None
    yield "chai_kan", "S0-151", any(case.may_hold(seat, k) >= 3 for k in range(case.game.deck.n_kinds))
    yield "youkai_bukai", "S0-149", keeps_kan
    yield "weikai_hu", "S2-119", keeps_kan and rules.judged_youkai_bukai == Judged.ACT
    yield "xiao_bao_da", "S0-154", any(value is not None for value in declared)
    yield "chai_longdeng_piao", "S0-156", "piao" in (event.titles or ()) and _may_have_longdeng(case, seat)
    yield "hou_dui_hu", "S0-152", kind >= 0 and _may_have_passed_dui(case, seat, step.event, kind)
    yield "hu_guozhang", "S0-157", live_of(step, event) is not None and _may_have_passed(case, seat, step.event, kind)


def _may_have_longdeng(case: Case, seat: int) -> bool:
    melds = case.game.melds.chi_melds.items()
    longdeng = [kinds for kinds, meld in melds if meld == MeldKind.LONGDENG]
    return case.rules.fan_piao > 0 and any(all(case.may_hold(seat, kind) for kind in kinds) for kinds in longdeng)


def _may_have_passed_dui(case: Case, seat: int, event: int, kind: int) -> bool:
    if case.rules.hou_dui_hu != HouDuiHu.AS_DUI:
        return False
    worlds = iter_worlds(case.seats[seat], case.pool, (kind,))
    return any(any(hou_dui_any(case, seat, event, kind, world)) for world in worlds)


def _may_have_passed(case: Case, seat: int, event: int, kind: int) -> bool:
    """Whether a card stood on which the seat had the right to win and nobody did, since its last 進張."""
    rules = case.rules
    if rules.hu_guozhang == HuGuozhang.NONE and rules.guozhang_scope != Scope.KIND:
        return False
    since = last_jinzhang(case.replay, seat, event)
    lives = [live for live in case.replay.lives if since < live.event and 0 <= live.settled < event]
    if rules.hu_guozhang != HuGuozhang.ANY and kind >= 0:
        lives = [live for live in lives if live.kind in (kind, UNSEEN)]
    return any(seat not in live.claimed_by and may_have_won(case.replay, seat, live) for live in lives)


def _facts(event: Event) -> tuple[tuple[str, str], ...]:
    declared = {"declared": event.hushu, "declared_total": event.total}
    said = [(key, str(value)) for key, value in declared.items() if value is not None]
    return (("titles", ""), ("declared_titles", " ".join(event.titles or ())), *said)
