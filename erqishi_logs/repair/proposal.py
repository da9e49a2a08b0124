"""擬改: proposals for a record that makes no sense, each judged by the audit, ranked; nothing is ever changed here."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace as with_fields
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from erqishi_logs.audit import audit_record
from erqishi_logs.audit.pay import ROUNDING
from erqishi_logs.cards import UNSEEN_GLYPH
from erqishi_logs.merge import infer_cards
from erqishi_logs.record import record_id
from erqishi_logs.repair.course import Course
from erqishi_logs.repair.edit import Edit, apply_edit
from erqishi_logs.repair.search import Bound, Found, search

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from erqishi_logs.audit import Finding, Verdict
    from erqishi_logs.record import Event, Record
    from erqishi_logs.rules import RuleSet

#: Found edits that the audit looks at.
MOST_AUDITED = 40
#: What weighs how much: a payment that is not right, a violation or a note that was not there before, a new payment.
PAY, VIOLATION, NOTE, NEW_PAY = 1.5, 2.5, 0.3, 1.0
#: A proposal that is so much worse than the best is not told.
FAR_BEHIND = 4.0
Place = tuple[str, int | None]
_PAY_CODES = ("pay_unbalanced", "pay_differs")


@dataclass(frozen=True)
class Proposal:
    """擬改: edits in order, the record they make, and what speaks for and against them.

    `record` has no `id` and `replaces` the old one. `remains` is what of it makes no sense still, `explains`
    the first thing of the old one that does not: each a code and an event, None for the end and the payment. `gone`
    are the violations of the old record that it would take away, which may be real; `new` those it would bring. The
    lower the `score` the likelier; `tied`: another proposal has the same.
    """

    edits: tuple[Edit, ...]
    record: Record
    remains: tuple[Place, ...]
    gone: tuple[Finding, ...]
    new: tuple[Finding, ...]
    score: float
    explains: Place
    tied: bool = False

    def as_data(self, old: Record) -> dict[str, Any]:
        """The proposal for JSON; `old` is the record that it is for. An edit's indices hold after those before it."""
        told, before = [], old
        for edit in self.edits:
            told.append(edit.as_data(before))
            before = apply_edit(before, edit)
        lists = {name: [_told(f) for f in getattr(self, name)] for name in ("gone", "new")}
        remains = [{"code": code, "event": event} for code, event in self.remains]
        return {"edits": told, "score": round(self.score, 2), "tied": self.tied, "remains": remains, **lists}


def propose_repairs(
    record: Record,
    rules: RuleSet,
    most: int = 3,
    *,
    tries: int = 6_000,
    seconds: float = 2.0,
    progress: Callable[[int, int], None] | None = None,
) -> list[Proposal]:
    """擬改: the smallest edits that make sense of a record, likeliest first, at most `most`; none for a clean one.

    Judged is what is left: impossible events, events out of turn, the payment, violations that were not there before
    (FORMAT, Faults). At most `tries` edits are replayed and about `seconds` are taken; `progress` is told (tries
    done, at most). A violation of play alone (過張 …) is no fault of the record and gets no proposal.

    >>> from msgspec.structs import replace
    >>> from erqishi_logs.rules import load_preset
    >>> from erqishi_logs.simulate import simulate_hand
    >>> hand, rules = simulate_hand(load_preset("leshan"), 1), load_preset("leshan")
    >>> propose_repairs(hand, rules)
    []
    >>> twice = replace(hand, events=[*hand.events[:8], hand.events[7], *hand.events[8:]])
    >>> propose_repairs(twice, rules)[0].record.events == hand.events
    True
    """
    course = Course(record, rules)
    before = audit_record(record, rules)
    bound = Bound(tries, seconds, progress)
    found = list(search(course, bound)) if course.troubles else []
    found += [Found((edit,), 0) for edit in _payments(record, before)] if not course.troubles else []
    explains = _explained(course, before)
    problem = course.weight + _pay_weight(before)
    judged = [_judge(one, record, rules, before, explains) for one in found[:MOST_AUDITED]]
    better = [one for one in judged if one.score - sum(edit.cost for edit in one.edits) < problem - ROUNDING]
    ranked = _distinct(sorted(better, key=lambda one: one.score))[:most]
    ranked = [one for one in ranked if one.score <= ranked[0].score + FAR_BEHIND]
    return [_tied(one, ranked) for one in ranked]


def is_whole(record: Record, rules: RuleSet) -> bool:
    """通: whether a record makes sense from the deal to the payment; wrong play alone is no matter of it.

    >>> from erqishi_logs.rules import load_preset
    >>> from erqishi_logs.simulate import simulate_hand
    >>> is_whole(simulate_hand(load_preset("leshan"), 1), load_preset("leshan"))
    True
    """
    return not _remains(Course(record, rules), audit_record(record, rules))


def _judge(found: Found, record: Record, rules: RuleSet, before: Verdict, explains: Place) -> Proposal:
    made, edits = record, []
    for edit in found.edits:
        made, done = _named(apply_edit(made, edit), edit, rules)
        edits.append(done)
    course, verdict = Course(made, rules), audit_record(made, rules)
    new, gone = list(_beyond(verdict, before)), list(_beyond(before, verdict))
    weight = sum(VIOLATION if f.severity == "violation" else NOTE for f in new)
    return Proposal(
        edits=tuple(edits),
        record=replace(made, id=None, replaces=record_id(record)),
        remains=_remains(course, verdict),
        gone=tuple(f for f in gone if f.severity == "violation"),
        new=tuple(f for f in new if f.severity == "violation"),
        explains=explains,
        score=course.weight + found.cost + _pay_weight(verdict) + weight,
    )


def _explained(course: Course, before: Verdict) -> Place:
    """The first thing that makes no sense: an event, the end, or the payment."""
    return next(iter(_remains(course, before)), ("", None))


def _remains(course: Course, verdict: Verdict) -> tuple[Place, ...]:
    """What makes no sense, in order: events, the end, the payment."""
    last = len(course.events)
    told = [(t.code, t.event if t.event < last else None) for t in course.troubles]
    told += [(f.code, f.event) for f in verdict.findings if f.severity == "fault" or f.code == "unfinished"]
    return tuple(dict.fromkeys(told))


def _beyond(one: Verdict, other: Verdict) -> Iterator[Finding]:
    """Violations and notes of play in one verdict that the other has not, wherever they show."""
    had = Counter((f.severity, f.code, f.seat) for f in other.findings)
    for f in one.findings:
        if f.severity == "fault" or f.seat is None or f.verdict != "violated":
            continue
        had[f.severity, f.code, f.seat] -= 1
        if had[f.severity, f.code, f.seat] < 0:
            yield f


def _pay_weight(verdict: Verdict) -> float:
    return PAY * sum(f.code in _PAY_CODES for f in verdict.findings)


def _payments(record: Record, verdict: Verdict) -> Iterator[Edit]:
    """What may have been paid: what the rules give, else what brings the sum to zero by one seat's number."""
    pay = record.pay
    if pay is None or not _pay_weight(verdict):
        return
    if verdict.pay is not None:
        yield Edit("pay", len(record.events), cost=NEW_PAY, pay=tuple(verdict.pay))
        return
    for seat in range(len(pay)):
        yield Edit("pay", len(record.events), cost=NEW_PAY, pay=_balanced(pay, seat))


def _balanced(pay: Sequence[float], seat: int) -> tuple[float, ...]:
    return tuple(won - sum(pay) if other == seat else won for other, won in enumerate(pay))


def _distinct(proposals: Iterable[Proposal]) -> list[Proposal]:
    """Each repaired record once, by its best edits."""
    kept: list[Proposal] = []
    for one in proposals:
        if all(one.record != other.record for other in kept):
            kept.append(one)
    return kept


def _tied(one: Proposal, ranked: Sequence[Proposal]) -> Proposal:
    return with_fields(one, tied=sum(abs(other.score - one.score) < ROUNDING for other in ranked) > 1)


def _named(made: Record, edit: Edit, rules: RuleSet) -> tuple[Record, Edit]:
    """The record with `?` of the edit just done named, where every deal that fits has the card there; and the edit.

    A hand that the one who noted the record never saw stays unseen.
    """
    if not edit.is_blank or len(edit.after) != 1 or _is_hidden(made, edit):
        return made, edit
    filled = infer_cards(made, rules).filled().events[edit.index]
    is_blank = UNSEEN_GLYPH in _cards(filled)
    known = with_fields(edit, after=(filled,), could_be=edit.could_be if is_blank else (), is_blank=is_blank)
    events = [*made.events]
    events[edit.index] = filled
    return replace(made, events=events), known


def _cards(event: Event) -> str:
    return (event.card or "") + (event.cards or "")


def _is_hidden(record: Record, edit: Edit) -> bool:
    event = edit.after[0]
    return event.type in ("deal", "draw") and record.view is not None and event.seat != record.view


def _told(finding: Finding) -> dict[str, Any]:
    return {name: getattr(finding, name) for name in ("severity", "code", "seat", "event")}
