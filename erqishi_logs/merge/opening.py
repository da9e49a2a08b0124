"""合開局: cut, deals and comments before the first act, as several witnesses have them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace

from erqishi_logs.merge.column import besides
from erqishi_logs.merge.conflict import Conflict, gather_readings
from erqishi_logs.merge.course import opening_end
from erqishi_logs.merge.meet import meet_takes, n_known
from erqishi_logs.merge.prevail import prevail

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from erqishi_logs.merge.column import Noted
    from erqishi_logs.record import Event, Record

Takes = tuple[str, ...]


class Deal(NamedTuple):
    """一家之牌: the deal events of a seat, and the dispute about them, its event not yet numbered."""

    events: list[Event]
    conflict: Conflict | None


def unite_deals(witnesses: Sequence[Record], ids: Sequence[str]) -> dict[int, Deal]:
    """合發牌: by seat, in the order in which the witnesses deal, the hand that they name together.

    A hand that a witness did not write down is not in dispute; another number of cards is.

    >>> from erqishi_logs.record import loads
    >>> head = '{"format":"erqishi-log/1","rules":"leshan","players":["甲","乙"],"dealer":0,'
    >>> line = head + '"events":[{"type":"deal","seat":0,"cards":"%s"}]}'
    >>> unite_deals([loads(line % "一?"), loads(line % "二?")], ("a", "b"))[0].events[0].cards
    '一二'
    """
    noted = [dict(_by_seat(record)) for record in witnesses]
    seats = dict.fromkeys(seat for deals in noted for seat in deals)
    return {seat: _unite_seat([deals.get(seat, []) for deals in noted], ids) for seat in seats}


def _by_seat(record: Record) -> Iterator[tuple[int, list[Noted]]]:
    deals: dict[int, list[Noted]] = {}
    for place, event in enumerate(record.events[: opening_end(record.events)]):
        if event.type == "deal" and event.seat is not None:
            deals.setdefault(event.seat, []).append((place, event))
    yield from deals.items()


def _unite_seat(noted: Sequence[Sequence[Noted]], ids: Sequence[str]) -> Deal:
    told = [tuple(event.cards or "" for _, event in deals) for deals in noted]
    kept = prevail([takes for takes in told if takes], meet_takes, _n_known)
    takes: Takes = kept.value  # type: ignore[assignment]
    sizes = [len(take) for take in takes]
    like = [deals for deals in noted if [len(event.cards or "") for _, event in deals] == sizes]
    if like:
        columns = [[event for _, event in column] for column in zip(*like, strict=True)]
        events = [replace(c[0], cards=cards, **besides(c)) for c, cards in zip(columns, takes, strict=True)]
    else:
        lead = next(event for deals in noted for _, event in deals)
        events = [replace(lead, cards=cards) for cards in takes]
    return Deal(events, _dispute(events[0], noted, told, takes, ids) if kept.is_disputed else None)


def _n_known(takes: Takes) -> int:
    # Hands that nobody saw still have so many cards: they have a voice where nobody says more.
    return n_known("".join(takes))


def _dispute(
    event: Event, noted: Sequence[Sequence[Noted]], told: Sequence[Takes], kept: Takes, ids: Sequence[str]
) -> Conflict:
    said = [
        (ids[w], noted[w][0][0], {"type": "deal", "seat": event.seat, "cards": "".join(takes)})
        for w, takes in enumerate(told)
        if takes
    ]
    order = {ids[w]: meet_takes(kept, takes) is None for w, takes in enumerate(told) if takes}
    readings = sorted(gather_readings(said), key=lambda reading: order[reading.records[0]])
    return Conflict("differs", ("cards",), None, tuple(readings))
