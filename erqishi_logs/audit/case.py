"""The case of one hand: its replay, what is known of each hand, and the worlds that fit.

A *world* of a seat is one hand it may have been dealt: the cards known (shown, used, discarded
at any time of the record) plus a choice of the cards that nobody has seen, no kind more often
than the deck has it (RULEBOOK §7, Hidden cards). Every check runs in a world; what holds in all
of them is violated, what holds in some cannot be told. Nothing is guessed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

import msgspec

from erqishi_logs.audit.finding import Finding
from erqishi_logs.cards import UNSEEN

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from erqishi_logs.record.types import Event, Record
    from erqishi_logs.replay import Replay, Seat
    from erqishi_logs.rules import RuleSet

World = TypeVar("World")
Found = dict[tuple[object, ...], Finding]

#: Worlds tried for one question before it is left as cannot tell.
MOST_WORLDS = 200_000
#: Worlds tried for what only some find, once nothing is found in all: who asks for it waits.
ENOUGH_WORLDS = 10_000


class Case:
    """One hand under audit. `cannot_tell` asks for the findings that hang on unknown cards, too."""

    def __init__(self, replay: Replay, *, cannot_tell: bool = False) -> None:
        self.replay = replay
        self.record: Record = replay.record
        self.events: list[Event] = replay.record.events
        self.rules: RuleSet = replay.rules
        self.table = replay.table
        self.game = replay.table.game
        self.seats: list[Seat] = replay.table.seats
        self.n_players = replay.table.n_players
        self.cannot_tell = cannot_tell
        self.findings: list[Finding] = []
        self.lives_of = replay.lives_of
        self._pool: list[int] | None = None

    @property
    def pool(self) -> list[int]:
        """By kind, how many cards nobody saw in the whole record, a recorded wall included."""
        if self._pool is None:
            seen = list(self.table.seen)
            for kind in (self.table.wall or [])[self.table.wall_next :]:
                if kind != UNSEEN:
                    seen[kind] += 1
            self._pool = [max(0, c - s) for c, s in zip(self.game.deck.copies, seen, strict=True)]
        return self._pool

    def may_hold(self, number: int, kind: int) -> int:
        """The most of a kind that the seat can have been dealt."""
        seat = self.seats[number]
        if seat.unseen <= 0:
            return seat.dealt[kind]
        return seat.dealt[kind] + min(self.pool[kind], seat.unseen)

    def is_known(self, number: int) -> bool:
        """Whether the seat's hand and melds are known card by card, at every time."""
        seat = self.seats[number]
        if seat.unseen != 0 or seat.is_blurred:
            return False
        return not any(UNSEEN in meld.kinds for meld in seat.exposed)

    def decide(self, number: int, kinds: Iterable[int], check: Callable[[list[int]], Iterable[Finding]]) -> None:
        """Run a check that reads only `kinds` of the seat's dealt cards in every world of the seat."""
        seat = self.seats[number]
        if seat.unseen == 0 and not seat.is_blurred:
            self.findings.extend(check(seat.dealt))
            return
        worlds = iter_worlds(seat, self.pool, sorted(set(kinds)))
        certain, possible = weigh(worlds, check, self.cannot_tell)
        if seat.is_blurred:
            certain, possible = [], [*possible, *certain]
        self.findings.extend(certain)
        if self.cannot_tell:
            unknown = tuple(self.game.deck.format_card(k) for k in sorted(set(kinds)) if self.pool[k])
            self.findings.extend(
                msgspec.structs.replace(f, verdict="cannot_tell", depends=unknown or ("?",)) for f in possible
            )


def iter_worlds(seat: Seat, pool: Sequence[int], kinds: Sequence[int]) -> Iterator[list[int]]:
    """Every hand the seat may have been dealt, as far as `kinds` tell them apart.

    The unseen cards that are not of these kinds must find room among the other kinds, which
    bounds the choice from below. What is yielded is one list, changed in place.
    """
    elsewhere = sum(pool) - sum(pool[kind] for kind in kinds)
    least, most = max(0, seat.unseen - elsewhere), max(0, seat.unseen)
    dealt = list(seat.dealt)
    room = [0] * (len(kinds) + 1)
    for place in range(len(kinds) - 1, -1, -1):
        room[place] = room[place + 1] + pool[kinds[place]]

    def choose(place: int, chosen: int) -> Iterator[list[int]]:
        if place == len(kinds):
            yield dealt
            return
        kind = kinds[place]
        lowest = max(0, least - chosen - room[place + 1])
        for count in range(lowest, min(pool[kind], most - chosen) + 1):
            dealt[kind] = seat.dealt[kind] + count
            yield from choose(place + 1, chosen + count)
        dealt[kind] = seat.dealt[kind]

    yield from choose(0, 0)


def weigh(
    worlds: Iterator[World], check: Callable[[World], Iterable[Finding]], cannot_tell: bool
) -> tuple[list[Finding], list[Finding]]:
    """(what every world finds, with the evidence common to all; what only some find)."""
    common: Found | None = None
    some: Found = {}
    for tried, world in enumerate(worlds):
        found: Found = {(f.severity, f.code, f.seat, f.event): f for f in check(world)}
        common = found if common is None else _meet(common, found)
        if cannot_tell:
            some |= found
        elif not common:
            return [], []
        if tried >= (MOST_WORLDS if common else ENOUGH_WORLDS):
            return [], list((some | (common or {})).values())
    certain = common or {}
    return list(certain.values()), [f for key, f in some.items() if key not in certain]


def _meet(common: Found, found: Found) -> Found:
    met = {}
    for key, finding in common.items():
        other = found.get(key)
        if other is None:
            continue
        if (other.evidence, other.facts) != (finding.evidence, finding.facts):
            shared = tuple(e for e in finding.evidence if e in other.evidence)
            facts = tuple(fact for fact in finding.facts if fact in other.facts)
            met[key] = msgspec.structs.replace(finding, evidence=shared, facts=facts)
        else:
            met[key] = finding
    return met
