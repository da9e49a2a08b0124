"""兩事異同: where two notes of one event contradict each other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from erqishi_logs.merge.course import is_optional
from erqishi_logs.merge.meet import meet_card, meet_cards, meet_groups

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from erqishi_logs.record import Event

#: The cost of an event that one note has and the other not; of two that differ in part; in all. Two that have
#: neither act nor seat in common are dearer than one missing here and one there: they are not one event.
GAP, PART, ALL = 100, 100, 10_000
#: The same for what may be left out.
OPTIONAL_GAP = 1

_PLAIN = ("blocks", "code", "amount", "hidden")
#: Of a hu, recorded or not (FORMAT, Events).
_DECLARED = ("hushu", "total")


def differences(one: Event, other: Event) -> tuple[str, ...]:
    """異: the keys in which two notes of an event contradict each other; `?` and what is not recorded never do.

    >>> from erqishi_logs.record import Event
    >>> chi = Event("chi", seat=1, card="五", cards="四六")
    >>> (
    ...     differences(chi, Event("chi", seat=1, card="?", cards="六四")),
    ...     differences(chi, Event("flip", seat=2, card="五")),
    ... )
    ((), ('type', 'seat'))
    """
    return () if one == other else tuple(_differing(one, other))


def _differing(one: Event, other: Event) -> Iterator[str]:
    if one.type != other.type:
        yield "type"
    if one.seat != other.seat:
        yield "seat"
    if one.overruled != other.overruled:
        yield "overruled"
    if not _agree(one.card, other.card, meet_card):
        yield "card"
    if one.type != other.type:
        return
    if not _agree(one.cards, other.cards, meet_cards):
        yield "cards"
    if not one.overruled and not _agree(one.bai or (), other.bai or (), meet_groups):
        yield "bai"
    yield from (key for key in _PLAIN if getattr(one, key) != getattr(other, key))
    yield from _differing_win(one, other)
    if one.type == "note" and one.text != other.text:
        yield "text"


def _differing_win(one: Event, other: Event) -> Iterator[str]:
    if one.melds is not None and other.melds is not None and meet_groups(one.melds, other.melds) is None:
        yield "melds"
    for key in _DECLARED:
        if None not in (getattr(one, key), getattr(other, key)) and getattr(one, key) != getattr(other, key):
            yield key
    if one.titles is not None and other.titles is not None and set(one.titles) != set(other.titles):
        yield "titles"


def _agree(one: object, other: object, meet: Callable[..., object]) -> bool:
    if one is None or other is None:
        return one is other
    return meet(one, other) is not None


def event_cost(one: Event, other: Event) -> int:
    """異之價: 0 where they agree, `PART` where they are one event told in two ways, `ALL` where they are not.

    >>> from erqishi_logs.record import Event
    >>> [
    ...     event_cost(Event("flip", seat=1, card="五"), Event(t, seat=s, card="六"))
    ...     for t, s in (("flip", 1), ("dui", 2))
    ... ]
    [100, 10000]
    """
    keys = differences(one, other)
    if not keys:
        return 0
    apart = "type" in keys and "seat" in keys
    return ALL if apart or is_optional(one) or is_optional(other) else PART


def gap_cost(event: Event) -> int:
    """缺之價: what it costs that the other note has no such event.

    >>> from erqishi_logs.record import Event
    >>> gap_cost(Event("pass", seat=0, card="五"))
    1
    """
    return OPTIONAL_GAP if is_optional(event) else GAP
