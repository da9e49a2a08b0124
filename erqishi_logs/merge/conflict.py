"""不合: where witnesses contradict each other, and who says what."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable


class Reading(NamedTuple):
    """一說: what some of the records say, seats as the merged record numbers them; None: that there is no such event.

    `events` are places in the `events` of each of `records`; None for what is no event, or is not there.
    """

    records: tuple[str, ...]
    events: tuple[int | None, ...]
    says: Any


class Conflict(NamedTuple):
    """不合: one thing told in more than one way.

    `kind`: `differs` (an event, told with other `fields`), `missing` (an event that some do not have), `ends` (a
    record that breaks off), `head` (a key of the record). `event` is its place in the merged record, for `ends` the
    first that is missing; None for a key, or where the merged record leaves the event out. The first reading is
    the one that the merged record keeps.
    """

    kind: str
    fields: tuple[str, ...]
    event: int | None
    readings: tuple[Reading, ...]

    def as_data(self) -> dict[str, Any]:
        """As JSON has it.

        >>> Conflict("head", ("quan",), None, (Reading(("a",), (None,), 3), Reading(("b",), (None,), 4))).as_data()[
        ...     "readings"
        ... ]
        [{'says': 3, 'witnesses': [{'id': 'a', 'event': None}]}, {'says': 4, 'witnesses': [{'id': 'b', 'event': None}]}]
        """
        told = [
            {"says": reading.says, "witnesses": [{"id": i, "event": e} for i, e in zip(*reading[:2], strict=True)]}
            for reading in self.readings
        ]
        return {"kind": self.kind, "fields": list(self.fields), "event": self.event, "readings": told}


def gather_readings(said: Iterable[tuple[str, int | None, Any]]) -> tuple[Reading, ...]:
    """眾說: (record, event, what it says) by what is said, in the order in which it is first said.

    >>> gather_readings([("a", 4, "五"), ("b", 5, "六"), ("c", 4, "五")])[0]
    Reading(records=('a', 'c'), events=(4, 4), says='五')
    """
    by_words: dict[str, list[tuple[str, int | None, Any]]] = {}
    for record, event, says in said:
        by_words.setdefault(repr(says), []).append((record, event, says))
    return tuple(
        Reading(tuple(s[0] for s in same), tuple(s[1] for s in same), same[0][2]) for same in by_words.values()
    )
