"""失: what of a record the operation list does not give back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from erqishi_logs.record.jsonl import as_dict
from erqishi_logs.texts.phrase import Phrase

if TYPE_CHECKING:
    from collections.abc import Iterator

    from erqishi_logs.record.types import Event, Record

#: Events that the form has no operation for.
_NO_OPERATION = ("cut", "baopai", "note")


def turn_to_dealer(record: Record) -> Record:
    """The same hand with the dealer as seat 0, as the form has it; itself where he is.

    >>> from erqishi_logs.record import Event, Record
    >>> hand = Record(format="erqishi-log/1", rules="x", players=("甲", "乙"), dealer=1, events=[Event("flip", seat=1)])
    >>> turned = turn_to_dealer(hand)
    >>> turned.players, turned.dealer, turned.events[0].seat
    (('乙', '甲'), 0, 0)
    """
    first, n_players = record.dealer, record.n_players
    if first == 0:
        return record

    def turn(values: Any) -> Any:
        return None if values is None else (*values[first:], *values[:first])

    def seat(event: Event) -> Event:
        if event.seat is None:
            return event
        return msgspec.structs.replace(event, seat=(event.seat - first) % n_players)

    return msgspec.structs.replace(
        record,
        players=turn(record.players),
        dealer=0,
        view=None if record.view is None else (record.view - first) % n_players,
        events=[seat(event) for event in record.events],
        pay=turn(record.pay),
    )


def compare(record: Record, turned: Record, back: Record) -> tuple[Phrase, ...]:
    """失: what `back`, read from the form, has not of `turned`, which is `record` with the dealer as seat 0."""
    found = [] if turned is record else [Phrase("operations.lost_seats")]
    found += _keys(as_dict(turned), as_dict(back))
    found += _events(turned.events, back.events)
    return tuple(dict.fromkeys(found))


def _keys(here: dict[str, Any], there: dict[str, Any]) -> Iterator[Phrase]:
    for key in [*here, *(key for key in there if key not in here)]:
        if key != "events" and here.get(key) != there.get(key):
            yield Phrase("operations.lost_key", key=key)


def _events(here: list[Event], there: list[Event]) -> Iterator[Phrase]:
    """The events that the form cannot hold, then what of the others differs."""
    for event in here:
        if _is_lost(event):
            yield Phrase(f"operations.lost_{event.type}")
    if [e.seat for e in here if e.type == "deal"] != [e.seat for e in there if e.type == "deal"]:
        yield Phrase("operations.lost_takes")
    if _dealt(here) != _dealt(there):
        yield Phrase("operations.lost_deal")
    mine, theirs = _played(here), _played(there)
    calls = [[(e.seat, e.blocks) for e in events if e.type == "bakuai"] for events in (mine, theirs)]
    if calls[0] != calls[1]:
        yield Phrase("operations.lost_bakuai")
        mine, theirs = ([e for e in events if e.type != "bakuai"] for events in (mine, theirs))
    if [(e.type, e.seat) for e in mine] != [(e.type, e.seat) for e in theirs]:
        yield Phrase("operations.lost_course")
        return
    yield from _fields(mine, theirs)


def _dealt(events: list[Event]) -> dict[int | None, str]:
    hands: dict[int | None, str] = {}
    for event in events:
        if event.type == "deal":
            hands[event.seat] = hands.get(event.seat, "") + (event.cards or "")
    return hands


def _fields(mine: list[Event], theirs: list[Event]) -> Iterator[Phrase]:
    for one, other in zip(mine, theirs, strict=True):
        for name in one.__struct_fields__:
            if getattr(one, name) != getattr(other, name):
                yield Phrase("operations.lost_of_event", event=one.type, key=name)


def _is_lost(event: Event) -> bool:
    """A note that an import wrote is written anew by the next."""
    if event.type == "note":
        return not {"_op", "_outside"} & set(event.extra or ())
    return event.type in _NO_OPERATION


def _played(events: list[Event]) -> list[Event]:
    """What the form has: no lost event, no deals but as whole hands."""
    return [event for event in events if event.type != "deal" and not _is_lost(event)]
