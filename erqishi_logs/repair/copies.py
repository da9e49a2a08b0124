"""存樣: a table kept as it was before an event, so that the replay can go on from there more than once."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from erqishi_logs.replay import Table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from erqishi_logs.replay import Live, Seat

Slotted = TypeVar("Slotted", "Table", "Seat", "Live")

_LISTS = ("dealt", "concealed", "used", "used_events", "exposed", "discards", "turned", "jinzhang", "takes")


def copy_table(table: Table) -> Table:
    """存樣: a table of its own in the same state; what is applied to one does not show on the other.

    >>> from erqishi_logs.replay import new_table
    >>> from erqishi_logs.rules import load_preset
    >>> from erqishi_logs.simulate import simulate_hand
    >>> table = new_table(simulate_hand(load_preset("leshan"), 1), load_preset("leshan"))
    >>> other = copy_table(table)
    >>> other.seats[0].dealt[0] += 1
    >>> table.seats[0].dealt[0]
    0
    """
    copied = _same(table, Table.__slots__)
    copied.seen = list(table.seen)
    copied.seats = [_copy_seat(seat) for seat in table.seats]
    live = table.phase.live
    if live is not None:
        copied.phase = table.phase._replace(live=_same(live, type(live).__slots__))
    return copied


def _copy_seat(seat: Seat) -> Seat:
    copied = _same(seat, type(seat).__slots__)
    for name in _LISTS:
        setattr(copied, name, list(getattr(seat, name)))
    return copied


def _same(one: Slotted, names: Sequence[str]) -> Slotted:
    copied = object.__new__(type(one))
    for name in names:
        setattr(copied, name, getattr(one, name))
    return copied
