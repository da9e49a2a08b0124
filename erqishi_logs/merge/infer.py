"""推牌: cards that must be where nobody looked, by counting the deck."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec.structs import replace

from erqishi_logs.cards import UNSEEN, UNSEEN_GLYPH
from erqishi_logs.merge.counting import is_forced, least_of
from erqishi_logs.merge.meet import fill
from erqishi_logs.merge.places import Group, Slot, find_places, named_discards
from erqishi_logs.merge.undo import LIST, SOURCE
from erqishi_logs.record import Record, record_id
from erqishi_logs.record.types import CLAIMS
from erqishi_logs.replay import replay_record

if TYPE_CHECKING:
    from collections.abc import Iterator

    from erqishi_logs.merge.places import Places
    from erqishi_logs.replay import Replay
    from erqishi_logs.rules import RuleSet

#: Faults after which no deal can have been played so; the others tell of the record alone (FORMAT, Faults).
_OF_CARDS = ("fifth_copy", "not_in_hand", "wall_overrun", "wall_differs", "early_huang")
#: Those that hold though a hand is not recorded in full; and though a discard was not seen, which may have been a
#: card that the replay counts in the hand still.
_OF_A_SHORT_DEAL, _OF_AN_UNSEEN_DISCARD = ("fifth_copy", "wall_differs"), ("wall_differs",)


class Inferred(NamedTuple):
    """推得: cards of a `place` (hand, flip, draw, discard, cut, wall, claim) that every deal which fits has there.

    `event` is the event whose `?` they are, None where no single event holds them: a hand dealt in takes, the wall.
    """

    place: str
    seat: int | None
    event: int | None
    cards: str


class Contradiction(NamedTuple):
    """矛盾: why no deal fits, or why none can be counted: a fault's code, the seat, the event, the card it is about."""

    code: str
    seat: int | None
    event: int | None
    card: str | None


@dataclass(frozen=True)
class Inference:
    """推牌: how many deals fit the record, and what they all have.

    `fits`: `one` deal (hands, flips, and what is left in the wall, its order aside), `several`, `none` (the record
    contradicts itself), `uncounted` (a hand is not recorded in full); `reasons` of the last two.
    """

    record: Record
    fits: str
    cards: tuple[Inferred, ...]
    reasons: tuple[Contradiction, ...] = ()

    def noted(self) -> Record:
        """The record, its facts untouched, with what is inferred under `_inferred`, which nothing reads.

        >>> from erqishi_logs.rules import load_preset
        >>> from erqishi_logs.simulate import simulate_hand
        >>> hand = simulate_hand(load_preset("leshan"), 1)
        >>> infer_cards(hand, load_preset("leshan")).noted() == hand
        True
        """
        return _with_list(self.record, [inferred._asdict() for inferred in self.cards])

    def filled(self) -> Record:
        """A record derived from this one: `?` named where it is inferred, each place listed under `_inferred`.

        It has no `id`, `_inferred_from` names the record. To an auditor its cards are seen: give it only who means
        to; `without_inferred` undoes it.
        """
        if not self.cards:
            return self.record
        events, listed = [*self.record.events], []
        for inferred in self.cards:
            entry = inferred._asdict()
            if inferred.event is not None:
                event = events[inferred.event]
                key = "cards" if inferred.place == "hand" else "card"
                entry["noted"] = getattr(event, key)
                events[inferred.event] = replace(event, **{key: fill(entry["noted"], inferred.cards)})
            listed.append(entry)
        return _with_list(replace(self.record, id=None, events=events), listed, record_id(self.record))


def _with_list(record: Record, listed: list[dict[str, Any]], source: str | None = None) -> Record:
    extra = {**(record.extra or {}), **({LIST: listed} if listed else {})}
    if source:
        extra[SOURCE] = source
    return replace(record, extra=extra or None)


def infer_cards(record: Record, rules: RuleSet) -> Inference:
    """推牌: what must be so in every deal that fits the record, and whether one, several or none does.

    Counted are the copies of each kind, the hands as dealt, the wall, and that a concealed hand only shrinks.
    Nothing is inferred from how one ought to have played (RULEBOOK §7, Hidden cards).

    >>> from erqishi_logs.rules import load_preset
    >>> from erqishi_logs.simulate import as_seen_by, simulate_hand
    >>> rules = load_preset("leshan")
    >>> hand = simulate_hand(rules, 1)
    >>> infer_cards(as_seen_by(hand, 0), rules).fits, infer_cards(hand, rules).fits
    ('several', 'one')
    """
    replay = replay_record(record, rules)
    stopped = _stopped(replay)
    if stopped is not None:
        return stopped
    places = find_places(replay)
    wrong = tuple(_contradictions(replay, places))
    if wrong:
        return Inference(record, "none", (), wrong)
    cards = [copies - seen for copies, seen in zip(replay.game.deck.copies, places.seen, strict=True)]
    room = [group.size - sum(group.held) for group in places.groups]
    forced = [
        _forced(group, [held + more for held, more in zip(group.held, least, strict=True)])
        for group, least in zip(places.groups, least_of(cards, room), strict=True)
    ]
    found = {slot: counts for each in forced for slot, counts in each}
    fits = "one" if is_forced(cards, room) and all(sum(c) == s.size for s, c in found.items()) else "several"
    return Inference(record, fits, tuple(_told(replay, places, found)))


def _stopped(replay: Replay) -> Inference | None:
    """What keeps one from counting: an impossible event, a hand not dealt in full."""
    deck = replay.game.deck
    short = [
        Contradiction("short_deal", number, None, None)
        for number, seat in enumerate(replay.seats)
        if sum(cards for _, cards in seat.takes) < replay.table.due(number)
    ]
    faults = [
        Contradiction(f.code, f.seat, f.event, deck.format_card(f.kind) if f.kind != UNSEEN else None)
        for step in replay.steps
        for f in step.faults
    ]
    unseen = any(event.type == "discard" and event.card == UNSEEN_GLYPH for event in replay.events)
    counted = _OF_AN_UNSEEN_DISCARD if unseen else _OF_A_SHORT_DEAL if short else _OF_CARDS
    against = [fault for fault in faults if fault.code in counted]
    if against:
        return Inference(replay.record, "none", (), tuple(against))
    if short or faults:
        return Inference(replay.record, "uncounted", (), (*short, *faults))
    return None


def _contradictions(replay: Replay, places: Places) -> Iterator[Contradiction]:
    """Kinds that are there too often, hands that hold more than was dealt, a wall longer than what is left."""
    deck = replay.game.deck
    for kind, (copies, seen) in enumerate(zip(deck.copies, places.seen, strict=True)):
        if seen > copies:
            yield Contradiction("fifth_copy", None, None, deck.format_card(kind))
    for group in places.groups:
        if sum(group.held) > group.size:
            yield Contradiction("not_in_hand", group.slots[0].seat, None, None)
    table = replay.table
    if table.wall_left < 0 or len((table.wall or [])[table.wall_next :]) > table.wall_left:
        yield Contradiction("wall_overrun", None, None, None)


def _forced(group: Group, least: list[int]) -> list[tuple[Slot, list[int]]]:
    """By slot, what must lie in it if so much must lie in its group: what finds no room in the group's others."""
    return [(slot, [max(0, count - (group.size - slot.size)) for count in least]) for slot in group.slots]


def _told(replay: Replay, places: Places, found: dict[Slot, list[int]]) -> Iterator[Inferred]:
    """What is new to the record, by event; claims of a card that is known by now among them."""
    deck = replay.game.deck
    named = dict(places.named)
    for slot, counts in found.items():
        kinds = deck.expand(counts)
        if kinds and slot.event is not None and slot.place != "hand":
            named[slot.event] = kinds[0]
        elif kinds:
            yield Inferred(slot.place, slot.seat, slot.event, deck.format_cards(kinds))
    for live in named_discards(replay):
        named[live.event] = live.kind
    for index, event in enumerate(replay.events):
        if event.card != UNSEEN_GLYPH:
            continue
        kind = _claimed(replay, named, index) if event.type in CLAIMS else named.get(index, UNSEEN)
        if kind != UNSEEN:
            place = "claim" if event.type in CLAIMS else event.type
            yield Inferred(place, event.seat, index, deck.format_card(kind))


def _claimed(replay: Replay, named: dict[int, int], index: int) -> int:
    """The card that a claim takes, as far as it is known."""
    live = replay.steps[index].before.live
    return UNSEEN if live is None else named.get(live.event, live.kind)
