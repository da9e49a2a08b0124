"""The search: an edit replayed from where it stands is the same as the whole record replayed; it ends when told to."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from erqishi_logs.record import Event
from erqishi_logs.repair import apply_edit, propose_repairs
from erqishi_logs.repair.copies import copy_table
from erqishi_logs.repair.course import Course
from erqishi_logs.repair.lost import iter_lost
from erqishi_logs.repair.slips import iter_slips
from erqishi_logs.replay import new_table
from erqishi_logs.replay.apply import apply_event
from tests.repair.damage import cases

CASES = list(cases(12, Random("search")))


def state(table) -> tuple[object, ...]:
    """What of a table can differ."""
    live = table.phase.live
    seats = [[getattr(seat, name) for name in type(seat).__slots__] for seat in table.seats]
    own = (table.seen, table.wall_left, table.wall_next, table.ended, table.winner, table.phase[:2], table.phase[3:])
    return repr(own), repr(seats), None if live is None else [getattr(live, name) for name in type(live).__slots__]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.rules.id}-{case.way}-{case.event}")
def test_an_edit_is_replayed_as_if_from_the_beginning(case) -> None:
    course = Course(case.damaged, case.rules)
    rng = Random(case.event)
    tried = 0
    for index in rng.sample(range(len(case.damaged.events)), 8):
        edits = [*iter_slips(course, index), *iter_lost(course, index)]
        for edit in rng.sample(edits, min(6, len(edits))):
            whole = Course(apply_edit(case.damaged, edit), case.rules)
            found = course.try_edit(edit)
            if found is None:
                assert whole.weight >= course.weight
            else:
                assert found.weight == whole.weight < course.weight
            tried += 1
    assert tried > 20


@pytest.mark.parametrize("case", CASES[:6], ids=lambda case: case.rules.id)
def test_what_happens_on_a_copied_table_does_not_show_on_the_other(case) -> None:
    table = new_table(case.record, case.rules)
    for index in range(len(case.record.events)):
        kept, was = copy_table(table), state(table)
        apply_event(table, case.record.events, index)
        assert state(kept) == was
        apply_event(kept, case.record.events, index)
        assert state(kept) == state(table)


def test_no_more_is_tried_than_allowed() -> None:
    broken = next(case for case in CASES if Course(case.damaged, case.rules).troubles)
    told: list[tuple[int, int]] = []
    assert propose_repairs(broken.damaged, broken.rules, tries=0) == []
    assert propose_repairs(broken.damaged, broken.rules, seconds=0.0) == []
    # Events that nothing explains keep the search going to its bound.
    wild = [Event("dui", seat=k % 2, card="一") for k in range(9)]
    record = replace(broken.damaged, events=[*broken.damaged.events[:-1], *wild])
    propose_repairs(record, broken.rules, tries=300, progress=lambda done, most: told.append((done, most)))
    assert told
    assert max(done for done, _ in told) <= 300
    assert {most for _, most in told} == {300}


@pytest.mark.parametrize("case", CASES[:9], ids=lambda case: f"{case.rules.id}-{case.way}")
def test_a_proposal_is_its_edits_done_one_after_the_other_and_the_old_record_stays(case) -> None:
    events = [*case.damaged.events]
    for proposal in propose_repairs(case.damaged, case.rules, 5):
        record = case.damaged
        for edit in proposal.edits:
            assert tuple(record.events[edit.index : edit.index + len(edit.before)]) == edit.before
            record = apply_edit(record, edit)
        assert replace(proposal.record, id=None, replaces=None) == replace(record, id=None, replaces=None)
    assert case.damaged.events == events
