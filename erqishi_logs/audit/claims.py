"""進張: chi, dui and what is discarded after them (RULEBOOK §4.4, §5, §7)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from erqishi_logs.audit.finding import Finding, Severity
from erqishi_logs.cards import UNSEEN
from erqishi_logs.legal import count_laid, free_counts, is_kan, iter_chi, layings_after, may_chi
from erqishi_logs.replay.chances import (
    is_dead,
    last_jinzhang,
    lives_before,
    may_have_won,
    passed_chi,
    passed_dui,
)
from erqishi_logs.replay.winning import could_win
from erqishi_logs.rules.options import BaiImpossible, Clears, Judged, Scope

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from erqishi_logs.audit.case import Case
    from erqishi_logs.melds import Pair
    from erqishi_logs.record.types import Event
    from erqishi_logs.replay import Live, Step


def check_claim(case: Case, step: Step, event: Event) -> None:
    """Findings of a chi, a dui or a discard."""
    check = _CHECKS.get(event.type)
    if check is not None and not event.overruled:
        check(case, step, event)


def judged(case: Case, code: str) -> Severity:
    """At the act a violation, or a note (he can no longer win), as the rules judge the code."""
    return "violation" if getattr(case.rules, f"judged_{code}") == Judged.ACT else "note"


# --- chi -----------------------------------------------------------------------------------


def _chi(case: Case, step: Step, event: Event) -> None:
    live, seat = step.before.live, event.seat
    if live is None or seat is None:
        return
    deck = case.game.deck
    cards = deck.parse_cards(event.cards or "")
    laid = [deck.parse_cards(text) for text in event.bai or ()]
    hand = [*cards, *(k for meld in laid for k in meld)]
    near = case.game.melds.neighbours[live.kind] if live.kind != UNSEEN else ()
    _check_laid(case, step, event, laid)
    wrong = _check_chi_itself(case, step, event, cards)
    if live.kind != UNSEEN and case.may_hold(seat, live.kind) > case.seats[seat].used_at(step.event)[live.kind]:

        def kept(dealt: list[int]) -> Iterator[Finding]:
            return (f for f in _kept(case, step, seat, cards, laid, dealt) if not (wrong and f.code == "chi_cuo"))

        case.decide(seat, {*near, *_known(hand), *_wild(case)}, kept)
    _check_split(case, step, seat, hand)
    if live.kind != UNSEEN:
        case.decide(seat, near, lambda dealt: _guozhang(case, step, seat, "chi_guozhang", dealt))


def _known(kinds: Sequence[int]) -> list[int]:
    return [kind for kind in kinds if kind != UNSEEN]


def _wild(case: Case) -> tuple[int, ...]:
    wild = case.game.deck.wild
    return (wild,) if wild >= 0 else ()


def _check_laid(case: Case, step: Step, event: Event, laid: list[list[int]]) -> None:
    """三搭一: a laid group that is no chi meld or holds no X (S0-139)."""
    live = step.before.live
    for meld in laid:
        if UNSEEN in meld or live is None or live.kind == UNSEEN:
            continue
        holds_it = live.kind in meld or case.game.deck.wild in meld
        if not holds_it or case.game.melds.chi_kind(meld) is None:
            facts = (("meld", case.game.deck.format_cards(meld)),)
            case.findings.append(
                Finding("violation", "san_da_yi", event.seat, step.event, clause="S0-139", facts=facts)
            )
            return


def _check_chi_itself(case: Case, step: Step, event: Event, cards: list[int]) -> bool:
    """吃錯牌: no chi meld, or no right; True if found."""
    live, seat = step.before.live, event.seat
    if live is None or seat is None:
        return False
    why = ""
    if case.seats[seat].is_xiaojia:
        why = "xiaojia_claims"
    elif not may_chi(case.rules, case.n_players, live.seat, live.flip, seat):
        why = "no_right"
    elif is_dead(case.replay, seat, live):
        why = "own_discard_dead"
    elif UNSEEN not in (*cards, live.kind) and case.game.melds.chi_kind([live.kind, *cards]) is None:
        why = "no_meld"
    if why:
        case.findings.append(Finding("violation", "chi_cuo", seat, step.event, clause="S0-142", facts=(("why", why),)))
    return bool(why)


def _kept(
    case: Case, step: Step, seat: int, cards: list[int], laid: list[list[int]], dealt: list[int]
) -> Iterator[Finding]:
    """有擺不擺 where the X kept could be laid, 吃錯牌 where it could not (S0-032, S0-034, S0-150)."""
    live = step.before.live
    if live is None or UNSEEN in cards or live.kind in (UNSEEN, case.game.deck.wild):
        return
    held = case.seats[seat].held_at(step.event - 1, dealt)
    laid_already = sum(meld.count(live.kind) for meld in laid)
    kept = held[live.kind] - cards.count(live.kind) - laid_already
    if kept <= 0:
        return
    card = _card(case, live.kind)
    lenient = case.rules.bai_impossible == BaiImpossible.ALLOW
    most = _most_laid(case, held, dealt, (cards[0], cards[1]), live.kind)
    if most == kept + laid_already or (lenient and most > laid_already):
        severity = judged(case, "youbai_bubai")
        yield Finding(severity, "youbai_bubai", seat, step.event, (step.event,), clause="S0-150", facts=card)
    elif any(held[wild] for wild in _wild(case)) and not is_kan(held, dealt, live.kind):
        return  # by a 聽 it may be laid, and whether it must be no source says
    elif not lenient or is_kan(held, dealt, live.kind):
        facts = (("why", "cannot_lay"), *card)
        yield Finding("violation", "chi_cuo", seat, step.event, clause="S0-034", facts=facts)


def _most_laid(case: Case, held: Sequence[int], dealt: Sequence[int], cards: Pair, kind: int) -> int:
    """擺: how many X could be laid after a chi with these two cards; −1 where a kan of X forbids it (§4.4)."""
    if is_kan(held, dealt, kind):
        return -1
    free = free_counts(held, dealt)
    for card in cards:
        # Cards taken out of a kan are a finding of their own; what else is free is asked here.
        free[card] = max(free[card], cards.count(card))
    layings = layings_after(case.game.melds, free, kind, cards, lenient=True)
    return count_laid(next(layings), kind)


def _card(case: Case, kind: int) -> tuple[tuple[str, str], ...]:
    return (("card", case.game.deck.format_card(kind)),)


def _check_split(case: Case, step: Step, seat: int, used: Sequence[int]) -> None:
    kinds = {k for k in used if k not in (UNSEEN, case.game.deck.wild) and case.may_hold(seat, k) >= 3}
    if kinds:
        case.decide(seat, kinds, lambda dealt: split_kan(case, step, seat, [k for k in used if k in kinds], dealt))


def split_kan(case: Case, step: Step, seat: int, used: Sequence[int], dealt: list[int]) -> Iterator[Finding]:
    """拆坎子: a card of a kan or gun in another meld, or discarded (S0-014, S1-054, S1-055)."""
    if case.seats[seat].is_xiaojia:
        return
    before = case.seats[seat].used_at(step.event - 1)
    for kind in used:
        if kind != UNSEEN and dealt[kind] >= 3 and not before[kind]:
            yield Finding(
                judged(case, "chai_kan"), "chai_kan", seat, step.event, clause="S0-151", facts=_card(case, kind)
            )
            return


# --- passed cards ---------------------------------------------------------------------------


def passes(case: Case, seat: int, kind: int, event: int, dealt: list[int], claim: str) -> list[Live]:
    """過張: the live cards of a kind whose `claim` the seat passed before `event`, in order.

    With the scope `kind` any unused chance counts (S1-135); where 進張 clears them only those
    since the last one.
    """
    since = last_jinzhang(case.replay, seat, event) if case.rules.guozhang_clears == Clears.ON_JINZHANG else -1
    lives = lives_before(case.replay, seat, kind, event)
    return [live for live in lives if live.event > since and _passed(case, seat, live, dealt, claim)]


def passed_duis(case: Case, seat: int, kind: int, event: int, dealt: list[int]) -> list[Live]:
    """後對: the live cards of a kind whose dui itself the seat passed before `event` (S0-152)."""
    lives = lives_before(case.replay, seat, kind, event)
    return [live for live in lives if passed_dui(case.replay, seat, live, dealt)]


def _passed(case: Case, seat: int, live: Live, dealt: list[int], claim: str) -> bool:
    chances: dict[str, Callable[[], bool]] = {
        "chi": lambda: passed_chi(case.replay, seat, live, dealt),
        "dui": lambda: passed_dui(case.replay, seat, live, dealt),
    }
    if case.rules.guozhang_scope == Scope.PER_CLAIM:
        return chances[claim]()
    if live.taken_by == seat:
        return False  # the chance was used, whichever way
    return (
        chances["chi"]()
        or chances["dui"]()
        or (may_have_won(case.replay, seat, live) and could_win(case.replay, seat, live, dealt))
    )


def _guozhang(case: Case, step: Step, seat: int, code: str, dealt: list[int]) -> Iterator[Finding]:
    live = step.before.live
    if live is None:
        return
    claim = "chi" if code == "chi_guozhang" else "dui"
    passed = passes(case, seat, live.kind, step.event, dealt, claim)
    if passed:
        first = passed[0]
        clause = {"chi_guozhang": "S0-141", "hou_dui": "S0-144"}[code]
        facts = (*_card(case, live.kind), *with_what(case, seat, first, dealt, claim))
        evidence = () if _may_be_earlier(case, seat, first) else (first.event,)
        yield Finding("violation", code, seat, step.event, evidence, clause=clause, facts=facts)


def _may_be_earlier(case: Case, seat: int, first: Live) -> bool:
    """Whether an unseen hand may have passed a win on the kind before: the first chance is not certain then."""
    if case.rules.guozhang_scope != Scope.KIND or case.seats[seat].unseen <= 0:
        return False
    lives = lives_before(case.replay, seat, first.kind, first.event)
    return any(live.taken_by != seat and may_have_won(case.replay, seat, live) for live in lives)


def with_what(case: Case, seat: int, live: Live, dealt: list[int], claim: str) -> tuple[tuple[str, str], ...]:
    """The hand cards with which the chance was there, for the sentence."""
    if claim == "dui":
        return (("hand", case.game.deck.format_card(live.kind) * 2),)
    held = case.seats[seat].held_at(live.event, dealt)
    option = next(iter_chi(case.game.melds, case.rules, held, dealt, live.kind), None)
    return (("hand", case.game.deck.format_cards(option.cards)),) if option else ()


# --- dui, discard ---------------------------------------------------------------------------


def _dui(case: Case, step: Step, event: Event) -> None:
    live, seat = step.before.live, event.seat
    if live is None or seat is None or live.kind in (UNSEEN, case.game.deck.wild):
        return
    _check_split(case, step, seat, (live.kind,))
    near = case.game.melds.neighbours[live.kind] if case.rules.guozhang_scope == Scope.KIND else (live.kind,)
    case.decide(seat, near, lambda dealt: _guozhang(case, step, seat, "hou_dui", dealt))


def _discard(case: Case, step: Step, event: Event) -> None:
    seat = event.seat
    if seat is None or not event.card:
        return
    kind = case.game.deck.parse_card(event.card)
    if kind == UNSEEN:
        return
    _check_tu(case, step, seat, kind)
    _check_split(case, step, seat, (kind,))


def _check_tu(case: Case, step: Step, seat: int, kind: int) -> None:
    """上吐下瀉: chi of X with a, b, then d ≠ X where {a, b, d} is a chi meld (S0-143, S1-056)."""
    claim = last_jinzhang(case.replay, seat, step.event)
    if not case.rules.shangtu_xiaxie or step.before.owes != seat or claim < 0 or case.events[claim].type != "chi":
        return
    live = case.replay.steps[claim].before.live
    cards = case.game.deck.parse_cards(case.events[claim].cards or "")
    taken = live.kind if live is not None else UNSEEN
    if case.game.deck.wild in (taken, kind, *cards):
        return  # what a 聽 stands for is his to say
    if taken in (kind, UNSEEN) or UNSEEN in cards or case.game.melds.chi_kind([*cards, kind]) is None:
        return
    facts = (
        ("card", case.game.deck.format_card(taken)),
        ("hand", case.game.deck.format_cards(cards)),
        ("discard", case.game.deck.format_card(kind)),
    )
    case.findings.append(
        Finding("violation", "shangtu_xiaxie", seat, step.event, (claim,), clause="S0-143", facts=facts)
    )


_CHECKS: dict[str, Callable[[Case, Step, Event], None]] = {"chi": _chi, "dui": _dui, "discard": _discard}
