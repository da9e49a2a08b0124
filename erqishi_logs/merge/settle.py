"""定欄: of each event that any witness noted, what the merged record has, and the conflicts about it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from erqishi_logs.merge.column import readings_of, unite_column
from erqishi_logs.merge.conflict import Conflict
from erqishi_logs.merge.course import is_optional

if TYPE_CHECKING:
    from collections.abc import Sequence

    from erqishi_logs.merge.column import Column
    from erqishi_logs.record import Event


class Settled(NamedTuple):
    """定: an event of the merged record, None where it leaves it out; conflicts whose event is not yet numbered;
    the place in the first witness's record, None where he has not noted it.
    """

    event: Event | None
    conflicts: tuple[Conflict, ...]
    place: int | None = None


def settle(columns: Sequence[Column], ids: Sequence[str], finished: Sequence[bool]) -> list[Settled]:
    """定欄: the columns one by one; `finished`: by witness, whether it goes on to the end of the hand.

    An event that as many have as have not is kept where the first of them has it. Where a record breaks off is
    said once, and it is not asked about what came later.

    >>> from erqishi_logs.record import Event
    >>> flip = (0, Event("flip", seat=1, card="五"))
    >>> [(s.event is None, [c.kind for c in s.conflicts]) for s in settle([{1: flip}], ("a", "b"), (True, True))]
    [(True, ['missing'])]
    """
    last = {w: max((k for k, column in enumerate(columns) if w in column), default=-1) for w in range(len(ids))}
    ends = {w: place for w, place in last.items() if not finished[w]}
    told: list[Settled] = []
    said: set[int] = set()
    for k, column in enumerate(columns):
        gone = [w for w, place in ends.items() if place < k]
        broken = [] if _is_optional(column) else [w for w in gone if w not in said]
        said.update(broken)
        absent = [w for w in range(len(ids)) if w not in column and w not in gone]
        told.append(_settle_one(column, ids, [] if _is_optional(column) else absent, broken))
    return told


def _is_optional(column: Column) -> bool:
    return all(is_optional(event) for _, event in column.values())


def _settle_one(column: Column, ids: Sequence[str], absent: list[int], broken: list[int]) -> Settled:
    united = unite_column(column)
    stays = len(column) > len(absent) or (len(column) == len(absent) and min(column) < min(absent))
    conflicts = []
    if absent or united.fields:
        conflicts.append(_conflict(column, ids, united.fields, absent, united.event if stays else None))
    if broken:
        readings = readings_of(column, ids, united.fields, broken)
        conflicts.append(Conflict("ends", (), None, readings))
    place = column[0][0] if 0 in column else None
    return Settled(united.event if stays else None, tuple(conflicts), place)


def _conflict(
    column: Column, ids: Sequence[str], fields: Sequence[str], absent: list[int], kept: Event | None
) -> Conflict:
    readings = readings_of(column, ids, fields, absent)
    ordered = sorted(readings, key=lambda reading: not _says(reading.says, kept))
    return Conflict("missing" if absent else "differs", tuple(fields), None, tuple(ordered))


def _says(says: object, kept: Event | None) -> bool:
    """Whether a reading is the one kept, as far as act, seat, card and what is in dispute go."""
    if kept is None or not isinstance(says, dict):
        return says is None and kept is None
    for key, value in says.items():
        mine = getattr(kept, key)
        if value != (list(mine) if isinstance(mine, tuple) else mine):
            return False
    return True
