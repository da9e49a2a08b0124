"""一家所見: a complete record as one seat would have kept it (FORMAT, `view`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from erqishi_logs.cards import UNSEEN_GLYPH

if TYPE_CHECKING:
    from erqishi_logs.record import Event, Record


def as_seen_by(record: Record, seat: int) -> Record:
    """一家所見: the same hand with what only the others saw as `?`; raises ValueError for a seat that is not there.

    Hidden are the other hands, what a 小家 draws and keeps, the wall, and the cards of a win that
    was overruled. A winner shows everything, so a hu keeps its melds (RULEBOOK §4.9).

    >>> from erqishi_logs.rules import load_preset
    >>> from erqishi_logs.simulate import simulate_hand
    >>> seen = as_seen_by(simulate_hand(load_preset("leshan"), 1), 0)
    >>> [set(e.cards) == {"?"} for e in seen.events if e.type == "deal"], seen.view, seen.wall
    ([False, True, True], 0, None)
    """
    if not 0 <= seat < record.n_players:
        raise ValueError(f"no seat {seat}; the seats are 0 to {record.n_players - 1}")
    return msgspec.structs.replace(
        record, id=None, view=seat, wall=None, events=[_seen(event, seat) for event in record.events]
    )


def _seen(event: Event, seat: int) -> Event:
    if event.seat == seat:
        return event
    if event.type == "deal":
        return msgspec.structs.replace(event, cards=UNSEEN_GLYPH * len(event.cards or ""))
    if event.type == "draw" or event.hidden:
        return msgspec.structs.replace(event, card=UNSEEN_GLYPH)
    if event.type == "hu" and event.overruled:
        return msgspec.structs.replace(event, melds=None, hushu=None, titles=None, total=None)
    return event
