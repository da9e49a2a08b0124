"""對照: what of a sitting does not go together (RULEBOOK §3)."""

from __future__ import annotations

from datetime import date, datetime
from typing import TYPE_CHECKING

from erqishi_logs.rules.options import Cutter, DealerBy
from erqishi_logs.sitting.chain import Link, copied_slots, end_doubts, is_same_table, iter_links
from erqishi_logs.sitting.course import QUANS, Doubt, cutters, turns_by_quan
from erqishi_logs.sitting.note import Note
from erqishi_logs.sitting.seating import dealer_named
from erqishi_logs.sitting.sitting import resting_circles

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from erqishi_logs.sitting.played import Played
    from erqishi_logs.sitting.sitting import Sitting, Slot

_CUTTER_CLAUSES = {
    Cutter.SHUFFLER_PREV: "S0-101",
    Cutter.SHUFFLER_NEXT: "S1-007 S2-012",
    Cutter.LAST_SEAT: "S1-017 S2-024",
}


def check_sitting(sitting: Sitting, *, cannot_tell: bool = False) -> tuple[Note, ...]:
    """對照: the contradictions between the hands of a sitting, in its order; none is a violation.

    `cannot_tell` adds what cannot be told, with what it hangs on. A hand that is missing, doubled, unfinished or
    of a faulty record, and a change of players or of rules, leave the next hand untold.

    >>> from erqishi_logs.sitting.sitting import sitting_of
    >>> check_sitting(sitting_of("茶樓", []))
    ()
    """
    notes: list[Note] = []
    again, resting = copied_slots(sitting), resting_circles(sitting)
    for link in iter_links(sitting):
        notes += _numbering(link, sitting, again)
        notes += _table(link, resting)
        notes += _dealer(link)
        notes += _quan(link)
        notes += _cutter(link)
    notes += [Note("hand_unnumbered", None, (hand.id,), "FORMAT", (("id", hand.id),)) for hand in sitting.unnumbered]
    return tuple(note for note in notes if cannot_tell or note.verdict == "holds")


def _note(code: str, link: Link, clause: str, **facts: object) -> Note:
    ids = (*((link.before.lead.id,) if link.before else ()), link.hand.id)
    return Note(code, link.slot.number, ids, clause, tuple((key, str(value)) for key, value in facts.items()))


def _untold(code: str, link: Link, doubts: tuple[Doubt, ...]) -> Note:
    ids = (*((link.before.lead.id,) if link.before else ()), link.hand.id)
    return Note(code, link.slot.number, ids, verdict="cannot_tell", depends=doubts)


def _many(values: Iterable[object]) -> str:
    """Several values of a fact; `note_text` puts the language's joint between them."""
    return "\n".join(sorted(map(str, values)))


def _numbering(link: Link, sitting: Sitting, again: dict[int, int]) -> Iterator[Note]:
    before = link.before.number if link.before else 0
    if link.slot.number > before + 1:
        facts = {"before": before, "first": before + 1, "last": link.slot.number - 1}
        form = ("start" if not before else "") + ("many" if facts["first"] != facts["last"] else "")
        yield _note("hand_missing", link, "FORMAT", **facts, **({"form": form} if form else {}))
    yield from _copies(link.slot)
    if link.slot.number in again:
        earlier = next(slot for slot in sitting.slots if slot.number == again[link.slot.number])
        facts_ = (("form", "again"), ("before", str(earlier.number)))
        yield Note("hand_doubled", link.slot.number, (earlier.lead.id, link.hand.id), "FORMAT", facts_)
    if link.before and _is_earlier(link.hand, link.before.lead):
        yield _note(
            "order_differs", link, "FORMAT", before=before, at=link.hand.played_at, was=link.before.lead.played_at
        )


def _copies(slot: Slot) -> Iterator[Note]:
    if len(slot.copies) > 1:
        code = "hand_doubled" if slot.is_one_hand else "number_doubled"
        ids = tuple(hand.id for hand in slot.copies)
        yield Note(code, slot.number, ids, "FORMAT", (("ids", "\n".join(ids)),))


def _is_earlier(hand: Played, before: Played) -> bool:
    """Whether what the records say of their times puts a later hand before an earlier one."""
    if not hand.played_at or not before.played_at:
        return False
    one, other = _time(hand.played_at), _time(before.played_at)
    if isinstance(one, datetime) and isinstance(other, datetime):
        return (one.tzinfo is None) == (other.tzinfo is None) and one < other
    return _day(one) < _day(other)


def _time(written: str) -> date:
    return (date if len(written) <= 10 else datetime).fromisoformat(written)


def _day(time: date) -> date:
    return time.date() if isinstance(time, datetime) else time


def _table(link: Link, resting: tuple[tuple[str, ...], ...]) -> Iterator[Note]:
    hand = link.hand
    twice = {name for name in hand.players if hand.players.count(name) > 1}
    if twice:
        yield Note("same_name", link.slot.number, (hand.id,), "FORMAT", (("names", _many(twice)),))
    if link.before is None:
        return
    last = link.before.lead
    number = link.before.number
    if hand.has_names and last.has_names and not is_same_table(last, hand, resting):
        came, left = set(hand.players) - set(last.players), set(last.players) - set(hand.players)
        if not came and not left:
            yield _note("seats_changed", link, "S0-096", before=number, seats=" ".join(hand.players))
        else:
            form = "both" if came and left else "came" if came else "left"
            facts = {"before": number, "form": form, "came": _many(came), "left": _many(left)}
            yield _note("players_changed", link, "S0-096", **facts)
    if (last.rules.id, last.rules.house) != (hand.rules.id, hand.rules.house):
        rules = {"was": _rules(last), "is": _rules(hand)}
        yield _note("rules_changed", link, "FORMAT", before=number, **rules)


def _rules(hand: Played) -> str:
    return " ".join((hand.rules.id, *hand.rules.house))


def _dealer(link: Link) -> Iterator[Note]:
    hand = link.hand
    if hand.rules.dealer_by == DealerBy.CUT_CARD:
        yield from _dealer_cut(link)
    elif turns_by_quan(hand.rules):
        if link.due.doubts:
            yield _untold("dealer_differs", link, link.due.doubts)
        elif link.due.dealers is not None and hand.dealer_name not in link.due.dealers:
            facts = {"dealer": hand.dealer_name, "expected": _many(link.due.dealers), "form": _why_dealer(link)}
            yield _note("dealer_differs", link, "S1-068 S1-069 S2-015 S0-165", **facts)


def _why_dealer(link: Link) -> str:
    """How the hand before ended for its dealer."""
    last = link.before.lead if link.before else link.hand
    return "kept" if last.winner_name == last.dealer_name else "passed"


def _dealer_cut(link: Link) -> Iterator[Note]:
    hand = link.hand
    if hand.cut is None or hand.cut.number is None or not hand.has_names:
        doubt = Doubt("names" if not hand.has_names else "cut_card" if hand.cut else "no_cut", link.slot.number)
        yield Note("dealer_differs", link.slot.number, (hand.id,), verdict="cannot_tell", depends=(doubt,))
        return
    named = dealer_named(hand.players, hand.cut.seat, hand.cut.number)
    if named != hand.dealer_name:
        facts = {"form": "cut", "cutter": hand.players[hand.cut.seat], "number": hand.cut.number}
        words = {**facts, "expected": named, "dealer": hand.dealer_name}
        told = tuple((key, str(value)) for key, value in words.items())
        yield Note("dealer_differs", link.slot.number, (hand.id,), "S0-106", told)


def _quan(link: Link) -> Iterator[Note]:
    found = link.hand.quan
    if not turns_by_quan(link.hand.rules) or found is None:
        return
    if link.due.doubts:
        yield _untold("quan_differs", link, link.due.doubts)
    elif link.quans is not None and found not in link.quans:
        clause = "S0-166 S1-070 S2-017" if link.before else "S0-166 S1-068"
        form = "" if link.before else "start"
        if link.before and found in {quan % QUANS + 1 for quan in link.quans}:
            form = "skipped"
        facts = {"quan": found, "expected": _many(link.quans), "dealer": link.hand.dealer_name}
        yield _note("quan_differs", link, clause, **facts, **({"form": form} if form else {}))


def _cutter(link: Link) -> Iterator[Note]:
    hand = link.hand
    if hand.cut is None or hand.rules.dealer_by == DealerBy.GIVEN or not hand.has_names:
        return
    by_deal = hand.rules.cutter == Cutter.LAST_SEAT or turns_by_quan(hand.rules)
    if not by_deal and link.before is None and not link.due.doubts:
        return  # nobody wrote down who shuffled first
    shufflers = frozenset((hand.dealer_name,)) if by_deal else link.due.shufflers
    dealers = {hand.dealer_name, *(link.due.dealers or ())}
    may = cutters(hand.rules, link.circles, hand.players, shufflers, dealers)
    if may is None:
        doubts = link.due.doubts or (*_who_shuffled(link, shufflers),)
        yield _untold("cutter_differs", link, doubts)
    elif hand.players[hand.cut.seat] not in may:
        facts = {"cutter": hand.players[hand.cut.seat], "expected": _many(may)}
        yield _note("cutter_differs", link, _CUTTER_CLAUSES[hand.rules.cutter], **facts)


def _who_shuffled(link: Link, shufflers: frozenset[str] | None) -> Iterator[Doubt]:
    """Why nobody can tell who should have cut."""
    if shufflers is not None:
        yield Doubt("rests", link.slot.number)
    elif link.before is not None:
        yield from tuple(end_doubts(link.before)) or (Doubt("shuffler", link.before.number),)
