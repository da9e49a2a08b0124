"""存: what the importer kept under `_` keys, as the writer takes it up again; what is not as it was kept is let be."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from erqishi_logs.errors import RecordError
from erqishi_logs.importers.snapshots.shapes import Number, Operation, Uid
from erqishi_logs.record import loads
from erqishi_logs.record.types import FORMAT

if TYPE_CHECKING:
    from erqishi_logs.record import Event, Record

_T = TypeVar("_T")


def kept(of: Record | Event, key: str, kind: type[_T]) -> _T | None:
    """存: a `_` key of a record or an event, where it is of its kind.

    >>> from erqishi_logs.record import Event
    >>> kept(Event("hu", 0, extra={"_huType": 31}), "_huType", int), kept(Event("hu", 0), "_huType", int)
    (31, None)
    """
    value = (of.extra or {}).get(key)
    try:
        return None if value is None else msgspec.convert(value, kind)
    except msgspec.ValidationError:
        return None


def kept_by_seat(record: Record, key: str) -> list[Number] | None:
    """存: a number for each seat."""
    values = kept(record, key, list[Number])
    return values if values is not None and len(values) == record.n_players else None


def kept_uids(record: Record) -> list[Uid]:
    """存: the players' uids, all different; 1, 2, 3 … where none were kept."""
    uids = kept(record, "_uids", list[Uid]) or []
    fits = len(uids) == record.n_players == len(set(map(str, uids)))
    return uids if fits else list(range(1, record.n_players + 1))


def kept_offers(event: Event, n_players: int) -> dict[int, list[Any]]:
    """存: the offers at a live card that nobody answered, by seat."""
    if kept(event, "_offers", dict[str, list[Operation]]) is None:
        return {}
    offers: dict[str, list[Any]] = (event.extra or {})["_offers"]
    return {int(seat): told for seat, told in offers.items() if seat.isdecimal() and int(seat) < n_players}


def kept_rest(record: Record) -> list[Event]:
    """存: the events after a 巴雨."""
    rest = kept(record, "_rest", list[dict[str, Any]])
    if not rest:
        return []
    plain = {"format": FORMAT, "rules": record.rules, "players": record.players, "dealer": 0, "events": rest}
    try:
        return loads(msgspec.json.encode(plain)).events
    except RecordError:
        return []
