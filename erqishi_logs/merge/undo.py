"""去推: a record with inferred cards brought back to what was noted."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from erqishi_logs.merge.meet import meet_cards
from erqishi_logs.record import content_id

if TYPE_CHECKING:
    from collections.abc import Sequence

    from erqishi_logs.record import Event, Record

LIST, SOURCE = "_inferred", "_inferred_from"


def without_inferred(record: Record) -> Record:
    """去推: what was noted alone: the cards that were named are `?` again, the list is gone, the `id` is back.

    Of a stranger's list only what can have come of an inference is undone: cards become unseen, no card another.

    >>> from erqishi_logs.merge.infer import infer_cards
    >>> from erqishi_logs.rules import load_preset
    >>> from erqishi_logs.simulate import as_seen_by, simulate_hand
    >>> seen = as_seen_by(simulate_hand(load_preset("leshan"), 1), 0)
    >>> without_inferred(infer_cards(seen, load_preset("leshan")).filled()) == seen
    True
    """
    if not record.extra or not {LIST, SOURCE} & set(record.extra):
        return record
    extra = dict(record.extra)
    events = [*record.events]
    listed = extra.pop(LIST, None)
    for entry in listed if isinstance(listed, list) else ():
        if _is_of_an_inference(entry, events):
            key = "cards" if entry["place"] == "hand" else "card"
            events[entry["event"]] = replace(events[entry["event"]], **{key: entry["noted"]})
    source = extra.pop(SOURCE, None)
    noted = replace(record, events=events, extra=extra or None)
    return (
        noted if record.id or not isinstance(source, str) or source == content_id(noted) else replace(noted, id=source)
    )


def _is_of_an_inference(entry: Any, events: Sequence[Event]) -> bool:
    """Whether an entry names an event and what was noted there, which the cards that stand there agree with."""
    if not isinstance(entry, dict) or not isinstance(entry.get("noted"), str):
        return False
    place = entry.get("event")
    if not isinstance(place, int) or not 0 <= place < len(events):
        return False
    now = events[place].cards if entry.get("place") == "hand" else events[place].card
    met = meet_cards(entry["noted"], now or "")
    return met is not None and sorted(met) == sorted(now or "")
