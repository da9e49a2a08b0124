"""一欄: one event as several witnesses noted it, and what they say together."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from erqishi_logs.merge.align import align
from erqishi_logs.merge.conflict import gather_readings
from erqishi_logs.merge.differ import differences, event_cost, gap_cost
from erqishi_logs.merge.meet import meet_card, meet_cards, meet_groups, n_known
from erqishi_logs.merge.prevail import meet_equal, prevail
from erqishi_logs.record import Event

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from erqishi_logs.merge.conflict import Reading

#: By witness: the place of the event in its record, and the event.
Column = dict[int, tuple[int, Event]]
Noted = tuple[int, Event]


def line_up(sequences: Sequence[Sequence[Noted]]) -> list[Column]:
    """排欄: the events of several witnesses side by side, the next witness against all before him.

    >>> from erqishi_logs.record import Event
    >>> flip, drawn = Event("flip", seat=1, card="五"), Event("huang")
    >>> [sorted(column) for column in line_up([[(0, flip), (1, drawn)], [(0, drawn)]])]
    [[0], [0, 1]]
    """
    columns: list[Column] = []
    for witness, sequence in enumerate(sequences):
        joined: list[Column] = []
        for left, right in align(columns, sequence, _cost, _gap, _gap_of_noted):
            column = {} if left is None else columns[left]
            if right is not None:
                column[witness] = sequence[right]
            joined.append(column)
        columns = joined
    return columns


def _cost(column: Column, noted: Noted) -> int:
    event = noted[1]
    first = next(iter(column.values()))[1]
    if first == event:
        return 0
    return min(event_cost(other, event) for _, other in column.values())


def _gap(column: Column) -> int:
    return max(gap_cost(event) for _, event in column.values())


def _gap_of_noted(noted: Noted) -> int:
    return gap_cost(noted[1])


class United(NamedTuple):
    """合: the event of a column, and the keys in which its witnesses differ."""

    event: Event
    fields: tuple[str, ...]


def unite_column(column: Column) -> United:
    """合一欄: what the witnesses of one event say together; of what they dispute, what most say, or the first.

    >>> from erqishi_logs.record import Event
    >>> chi, seen = Event("chi", seat=1, card="五", cards="四六"), Event("chi", seat=1, card="?", cards="六四", ms=900)
    >>> united = unite_column({0: (3, chi), 1: (3, seen)})
    >>> united.event == Event("chi", seat=1, card="五", cards="四六", ms=900), united.fields
    (True, ())
    """
    events = [event for _, event in column.values()]
    first = events[0]
    if all(event == first for event in events):
        return United(first, ())
    act = prevail([_act(event) for event in events], meet_equal, bool).value
    voices = [event for event in events if _act(event) == act]
    named = {key: prevail(values, meet, says) for key, values, meet, says in _by_key(voices)}
    fields = dict.fromkeys(key for event in events for key in differences(voices[0], event))
    fields |= dict.fromkeys(key for key, kept in named.items() if kept.is_disputed)
    values: dict[str, Any] = {key: kept.value for key, kept in named.items() if key not in _ABSENT or kept.value}
    lead = voices[0]
    event = Event(lead.type, lead.seat, overruled=lead.overruled, **values, **besides(events))
    return United(event, tuple(fields))


def _act(event: Event) -> tuple[str, int | None, bool]:
    return event.type, event.seat, event.overruled


def _by_key(
    events: Sequence[Event],
) -> Iterator[tuple[str, list[Any], Callable[[Any, Any], Any], Callable[[Any], int]]]:
    """Key, the values recorded, how two meet, how much one tells; a key that nobody recorded is left out."""
    for key, meet, says in _KEYS:
        noted = (getattr(event, key) for event in events)
        values = [_ABSENT.get(key) if value is None else value for value in noted]
        values = [value for value in values if value is not None]
        if values:
            yield key, values, meet, says


def _meet_titles(one: tuple[str, ...], other: tuple[str, ...]) -> tuple[str, ...] | None:
    return one if set(one) == set(other) else None


def _tells(_value: object) -> int:
    return 1


#: Keys whose absence says something: nothing was laid beside, the card was seen.
_ABSENT: dict[str, Any] = {"bai": (), "hidden": False}


def _n_known_in_groups(groups: tuple[str, ...]) -> int:
    return n_known("".join(groups))


_KEYS: tuple[tuple[str, Callable[[Any, Any], Any], Callable[[Any], int]], ...] = (
    ("card", meet_card, n_known),
    ("cards", meet_cards, n_known),
    ("bai", meet_groups, _tells),
    ("melds", meet_groups, _n_known_in_groups),
    ("hushu", meet_equal, _tells),
    ("titles", _meet_titles, _tells),
    ("total", meet_equal, _tells),
    ("blocks", meet_equal, _tells),
    ("code", meet_equal, _tells),
    ("amount", meet_equal, _tells),
    ("hidden", meet_equal, _tells),
)


def besides(events: Sequence[Event]) -> dict[str, Any]:
    """旁注: the first clock, every comment, every `_` key: no two recorders can contradict each other in them.

    >>> besides([Event("huang", text="散場"), Event("huang", ms=900)])
    {'ms': 900, 'text': '散場', 'extra': None}
    """
    texts = dict.fromkeys(event.text for event in events if event.text)
    extra: dict[str, Any] = {}
    for event in events:
        extra = {**(event.extra or {}), **extra}
    clock = next((event.ms for event in events if event.ms is not None), None)
    return {"ms": clock, "text": "；".join(texts) or None, "extra": extra or None}


def readings_of(
    column: Column, ids: Sequence[str], fields: Sequence[str], absent: Sequence[int]
) -> tuple[Reading, ...]:
    """眾說: who says what of an event: act, seat and the keys in dispute; `absent` witnesses say there is none.

    >>> from erqishi_logs.record import Event
    >>> [
    ...     reading.says
    ...     for reading in readings_of({0: (3, Event("flip", seat=1, card="五"))}, ("a", "b"), ("card",), (1,))
    ... ]
    [{'type': 'flip', 'seat': 1, 'card': '五'}, None]
    """
    said: list[tuple[str, int | None, Any]] = []
    for witness in sorted([*column, *absent]):
        place, event = column.get(witness, (None, None))
        said.append((ids[witness], place, None if event is None else event_says(event, fields)))
    return gather_readings(said)


def event_says(event: Event, fields: Sequence[str]) -> dict[str, Any]:
    """一說: an event as plain data, no more than act, seat, card and the keys in dispute.

    >>> event_says(Event("dui", seat=1, card="五", ms=3), ())
    {'type': 'dui', 'seat': 1, 'card': '五'}
    """
    keys = ("type", "seat", "card", *(key for key in fields if key not in ("type", "seat", "card")))
    values = {key: getattr(event, key) for key in keys}
    return {key: list(v) if isinstance(v, tuple) else v for key, v in values.items() if v not in (None, False)}
