"""牌路: the parts of a record that several recorders may have noted, and the seats they count from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

if TYPE_CHECKING:
    from collections.abc import Sequence

    from erqishi_logs.record import Event, Record

#: What a recorder may leave out without saying that it did not happen (FORMAT, Events).
OPTIONAL = ("pass", "note")
#: What comes before the first act.
OPENING = ("cut", "deal", "note")
ENDS = ("hu", "huang")


def is_optional(event: Event) -> bool:
    """可不記: a decline, a comment, a claim that was overruled: where they are absent, nothing is said.

    >>> from erqishi_logs.record import Event
    >>> is_optional(Event("pass", seat=1, card="五")), is_optional(Event("flip", seat=1, card="五"))
    (True, False)
    """
    return event.overruled or event.type in OPTIONAL


def opening_end(events: Sequence[Event]) -> int:
    """開局: how many events stand before the first act.

    >>> from erqishi_logs.record import Event
    >>> opening_end([Event("deal", seat=0, cards="?"), Event("discard", seat=0, card="五")])
    1
    """
    return next((place for place, event in enumerate(events) if event.type not in OPENING), len(events))


def is_finished(record: Record) -> bool:
    """已終: whether the record goes on to a hu or a huang.

    >>> from erqishi_logs.record import loads
    >>> is_finished(loads('{"format":"erqishi-log/1","rules":"leshan","players":["甲","乙"],"dealer":0,"events":[]}'))
    False
    """
    return any(event.type in ENDS and not event.overruled for event in record.events)


def turned(record: Record, by: int) -> Record:
    """轉座: the same hand with seat s called s + `by`; the table goes round, nobody changes his neighbour.

    >>> from erqishi_logs.record import loads
    >>> hand = loads('{"format":"erqishi-log/1","rules":"leshan","players":["甲","乙","丙"],"dealer":0,"events":[]}')
    >>> turned(hand, 1).players, turned(hand, 1).dealer
    (('丙', '甲', '乙'), 1)
    """
    n = record.n_players
    if by % n == 0:
        return record
    events = [event if event.seat is None else replace(event, seat=(event.seat + by) % n) for event in record.events]
    return replace(
        record,
        players=tuple(record.players[(seat - by) % n] for seat in range(n)),
        dealer=(record.dealer + by) % n,
        view=None if record.view is None else (record.view + by) % n,
        pay=record.pay and tuple(record.pay[(seat - by) % n] for seat in range(n)),
        events=events,
    )
