"""行程: a record gone through once, with the table kept before each event; an edit then costs only what follows it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from erqishi_logs.repair.copies import copy_table
from erqishi_logs.repair.edit import spliced
from erqishi_logs.repair.sense import BEFORE_PLAY, DISORDER, Trouble, deal_troubles, step_trouble
from erqishi_logs.replay import new_table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from erqishi_logs.record import Event, Record
    from erqishi_logs.repair.edit import Edit
    from erqishi_logs.replay import Table
    from erqishi_logs.rules import RuleSet


class Tried(NamedTuple):
    """試: an edit and what then still makes no sense."""

    edit: Edit
    weight: float
    first: int


class Course:
    """行程: the tables before each event (one more for the end) and what makes no sense, in order."""

    def __init__(self, record: Record, rules: RuleSet) -> None:
        self.record = record
        self.rules = rules
        self.events: list[Event] = record.events
        self.tables: list[Table] = []
        table = new_table(record, rules)
        self.troubles: list[Trouble] = []
        first = first_act(self.events)
        for index in range(len(self.events)):
            self.tables.append(copy_table(table))
            self.troubles += deal_troubles(table, self.events, index) if index == first else []
            trouble = step_trouble(table, self.events, index)
            self.troubles += [trouble] if trouble else []
        self.tables.append(table)
        if table.ended is None:
            self.troubles.append(Trouble(len(self.events), "unfinished", DISORDER))

    @property
    def weight(self) -> float:
        """How much makes no sense; 0 where all does."""
        return sum(trouble.weight for trouble in self.troubles)

    def try_edit(self, edit: Edit) -> Tried | None:
        """試: what an edit leaves; None where that is no less than before. Only the events from it on are replayed."""
        before = [trouble for trouble in self.troubles if trouble.event < edit.index]
        weight, whole = sum(trouble.weight for trouble in before), self.weight
        if weight >= whole:
            return None
        found = _run(copy_table(self.tables[edit.index]), spliced(self.events, edit), edit.index, whole - weight)
        if found is None:
            return None
        troubles = [*before, *found]
        at = troubles[0].event if troubles else len(self.events) + 1
        return Tried(edit, sum(trouble.weight for trouble in troubles), at)


def first_act(events: Sequence[Event]) -> int:
    """首手: the first event after cut and deal; the number of events where there is none."""
    return next((i for i, event in enumerate(events) if event.type not in BEFORE_PLAY), len(events))


def _run(table: Table, events: Sequence[Event], start: int, limit: float) -> list[Trouble] | None:
    """What makes no sense from `start` on; None once it weighs as much as `limit`."""
    found: list[Trouble] = []
    left, first = limit, first_act(events)
    for index in range(start, len(events)):
        more = deal_troubles(table, events, index) if index == first else []
        trouble = step_trouble(table, events, index)
        more += [trouble] if trouble else []
        left -= sum(one.weight for one in more)
        if left <= 0:
            return None
        found += more
    if table.ended is None:
        found.append(Trouble(len(events), "unfinished", DISORDER))
        left -= DISORDER
    return found if left > 0 else None
