"""尋: the edits that leave least that makes no sense: single ones first, then pairs, within a bound."""

from __future__ import annotations

import time
from collections import defaultdict
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from erqishi_logs.cards import UNSEEN_GLYPH
from erqishi_logs.repair.course import Course, first_act
from erqishi_logs.repair.dealing import iter_deals
from erqishi_logs.repair.edit import Edit, apply_edit
from erqishi_logs.repair.lost import iter_lost
from erqishi_logs.repair.slips import iter_cards, iter_slips

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from erqishi_logs.record import Event
    from erqishi_logs.repair.course import Tried

#: How many lines before the first trouble are looked at first.
NEAR = 3
#: How many single edits are taken further by a second.
WIDTH = 8


@dataclass
class Bound:
    """界: how long is searched at most; `tries` are edits replayed. `progress` is told (tries done, at most)."""

    tries: int = 6_000
    seconds: float = 2.0
    progress: Callable[[int, int], None] | None = None
    done: int = 0
    begun: float = field(default_factory=time.monotonic)

    def is_over(self) -> bool:
        """Whether no more is to be tried."""
        return self.done >= self.tries or time.monotonic() - self.begun > self.seconds

    def count(self) -> None:
        """One edit more has been tried."""
        self.done += 1
        if self.progress is not None and self.done % 100 == 0:
            self.progress(self.done, self.tries)


@dataclass(frozen=True)
class Found:
    """所得: edits in the order in which they are done, and how much then still makes no sense."""

    edits: tuple[Edit, ...]
    weight: float

    @property
    def cost(self) -> float:
        """How unlikely such slips are together."""
        return sum(edit.cost for edit in self.edits)

    @property
    def rank(self) -> float:
        """The lower the better."""
        return self.weight + self.cost


def search(course: Course, bound: Bound) -> list[Found]:
    """尋: what was found, the best first; pairs only where no single edit makes all of it make sense."""
    singles = _try(course, _near(course), bound)
    if not _is_solved(singles):
        singles += _try(course, _far(course), bound)
    singles = _folded(singles)
    found = [Found((tried.edit,), tried.weight) for tried in singles]
    if not _is_solved(singles):
        found += _pairs(course, sorted(found, key=lambda one: one.rank)[:WIDTH], bound)
    return sorted(found, key=lambda one: one.rank)


def _is_solved(tried: Iterable[Tried]) -> bool:
    return any(one.weight == 0 for one in tried)


def _pairs(course: Course, firsts: Iterable[Found], bound: Bound) -> Iterator[Found]:
    for first in firsts:
        if bound.is_over():
            return
        then = Course(apply_edit(course.record, first.edits[0]), course.rules)
        for tried in _folded(_try(then, _near(then), bound)):
            yield Found((first.edits[0], tried.edit), tried.weight)


def _try(course: Course, edits: Iterable[Edit], bound: Bound) -> list[Tried]:
    found = []
    for edit in edits:
        if bound.is_over():
            break
        bound.count()
        tried = course.try_edit(edit)
        if tried is not None:
            found.append(tried)
    return found


def _near(course: Course) -> Iterator[Edit]:
    """Edits at the first event that makes no sense and at those just before it, and of the deal if that is near."""
    at = course.troubles[0].event
    last = len(course.events) - 1
    for index in range(min(at, len(course.events)), max(-1, at - NEAR), -1):
        yield from iter_lost(course, index)
    for index in range(min(at + 1, last), max(-1, at - NEAR), -1):
        yield from iter_slips(course, index)
    if at <= first_act(course.events) or any(t.code in ("early_huang", "wall_differs") for t in course.troubles):
        yield from iter_deals(course, course.troubles[0])


def _far(course: Course) -> Iterator[Edit]:
    """Edits of the deal and of earlier events of the same seat or cards; lines lost long before."""
    at = course.troubles[0].event
    yield from iter_deals(course, course.troubles[0])
    about = _about(course.events[at]) if at < len(course.events) else None
    earlier = range(min(at, len(course.events)) - NEAR, first_act(course.events) - 1, -1)
    for index in earlier:
        event = course.events[index]
        if about is None or about & _about(event):
            for other, cost in iter_cards(course, index):
                yield Edit("change", index, before=(event,), after=(other,), cost=cost)
            yield from (edit for edit in iter_slips(course, index) if edit.op != "change")
    for index in earlier:
        yield from iter_lost(course, index)


def _about(event: Event) -> set[object]:
    """The seat and the cards of an event: events that share none have nothing to do with each other."""
    return {event.seat, *(event.card or ""), *(event.cards or ""), *"".join(event.bai or ())} - {None, UNSEEN_GLYPH}


def _folded(tried: Iterable[Tried]) -> list[Tried]:
    """A lost line whose card may have been several is one edit, with `?` for the card and those it could be."""
    slots: dict[tuple[object, ...], list[Tried]] = defaultdict(list)
    for one in tried:
        slots[one.edit.slot].append(one)
    return [one for slot in slots.values() for one in _fold(slot)]


def _fold(slot: list[Tried]) -> list[Tried]:
    least = min(one.weight for one in slot)
    best = [one for one in slot if one.weight == least]
    blank = [one for one in best if one.edit.is_blank]
    exact = [one for one in best if not one.edit.is_blank]
    if not blank or len(exact) == 1:
        return exact or best
    could_be = tuple(dict.fromkeys(_cards(one.edit.after[0]) for one in exact))
    return [blank[0]._replace(edit=replace(blank[0].edit, could_be=could_be))]


def _cards(event: Event) -> str:
    return "".join(filter(None, (event.cards or event.card, *(event.bai or ()))))
