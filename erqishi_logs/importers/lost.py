"""失: what of a record did not come back from a platform's form."""

from __future__ import annotations

from difflib import SequenceMatcher
from typing import TYPE_CHECKING, Any

from erqishi_logs.record import as_dict
from erqishi_logs.texts.phrase import Phrase

if TYPE_CHECKING:
    from collections.abc import Iterator

    from erqishi_logs.record import Record


def lost_between(record: Record, back: Record) -> tuple[Phrase, ...]:
    """失: each key and each sort of event that `back`, the record read again, lacks or has otherwise, named once.

    >>> from erqishi_logs.record import loads
    >>> head = '{"format":"erqishi-log/1","rules":"leshan","players":["甲","乙"],"dealer":0,'
    >>> one = loads(head + '"wall":"一","events":[{"type":"flip","seat":0,"card":"一","ms":5}]}')
    >>> other = loads(head + '"events":[{"type":"flip","seat":0,"card":"一"}]}')
    >>> [lost.told("en") for lost in lost_between(one, other)]
    ["'wall'", "'ms' of flip"]
    """
    before, after = as_dict(record), as_dict(back)
    names = (key for key in {**before, **after} if key != "events" and before.get(key) != after.get(key))
    lost = [Phrase("platform.key", key=key) for key in names]
    return tuple(dict.fromkeys([*lost, *_lost_events(before["events"], after["events"])]))


def _lost_events(before: list[dict[str, Any]], after: list[dict[str, Any]]) -> Iterator[Phrase]:
    """By the longest run of events that stayed in order; what a pair of them differs in is a key of that event."""
    ones, others = [list(map(_gist, events)) for events in (before, after)]
    matcher = SequenceMatcher(None, ones, others, autojunk=False)
    for _, start, end, start_after, end_after in matcher.get_opcodes():
        if ones[start:end] == others[start_after:end_after]:
            for one, other in zip(before[start:end], after[start_after:end_after], strict=True):
                keys = (key for key in {**one, **other} if one.get(key) != other.get(key))
                yield from (Phrase("platform.key_of", key=key, kind=_sort(one)) for key in keys)
        else:
            yield from (Phrase("platform.event", kind=_sort(event)) for event in before[start:end])
            yield from (Phrase("platform.other_event", kind=_sort(event)) for event in after[start_after:end_after])


def _sort(event: dict[str, Any]) -> str:
    kind: str = event["type"]
    return Phrase("platform.overruled", kind=kind) if event.get("overruled") else kind


def _gist(event: dict[str, Any]) -> tuple[object, ...]:
    return tuple(event.get(key) for key in ("type", "seat", "card", "overruled"))
