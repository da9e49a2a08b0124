"""牌在何處: the places of a hand's cards that its record does not name, and what is known of them.

Who was dealt a card that he later used held it from the deal on (a concealed hand only shrinks), a kai took three;
the replay has found that out. 小家, who takes cards in, may have used one that he drew: what he draws unseen and what
he was dealt make one place as far as his acts tell.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from erqishi_logs.cards import UNSEEN, UNSEEN_GLYPH
from erqishi_logs.rules.options import Cut

if TYPE_CHECKING:
    from collections.abc import Iterator

    from erqishi_logs.replay import Live, Replay


class Slot(NamedTuple):
    """處: `size` cards that lie together unseen: a `hand` as dealt, one `flip`, `draw` or `cut`, the rest of the
    `wall`. `event` is None where no single event holds them: a hand dealt in takes, the wall.
    """

    place: str
    seat: int | None
    event: int | None
    size: int


@dataclass
class Group:
    """併處: slots that are one place as far as the record tells; `held`: by kind, what is known to lie in them."""

    slots: list[Slot]
    held: list[int]

    @property
    def size(self) -> int:
        """Unseen cards in it."""
        return sum(slot.size for slot in self.slots)


@dataclass
class Places:
    """諸處: the groups of a record; by kind, the cards whose place it names; by event, what the wall's cards are."""

    seen: list[int]
    groups: list[Group] = field(default_factory=list)
    named: dict[int, int] = field(default_factory=dict)


def find_places(replay: Replay) -> Places:
    """諸處: where the unseen cards of a record without impossible events lie.

    >>> from erqishi_logs.replay import replay_record
    >>> from erqishi_logs.rules import load_preset
    >>> from erqishi_logs.simulate import as_seen_by, simulate_hand
    >>> seen = as_seen_by(simulate_hand(load_preset("leshan"), 1), 0)
    >>> places = find_places(replay_record(seen, load_preset("leshan")))
    >>> [(slot.place, slot.seat) for group in places.groups for slot in group.slots]
    [('hand', 1), ('hand', 2), ('wall', None)]
    """
    places = Places([0] * replay.game.deck.n_kinds)
    draws = _from_the_wall(replay, places)
    for seat in range(replay.n_players):
        _hand(replay, places, seat, draws.get(seat, []))
    _cut(replay, places)
    _rest(replay, places)
    return places


def _see(places: Places, kind: int) -> None:
    places.seen[kind] += 1


def _from_the_wall(replay: Replay, places: Places) -> dict[int, list[Slot]]:
    """Flips become places or cards seen; the unseen draws by seat."""
    lives = {live.event: live for live in replay.lives}
    draws: dict[int, list[Slot]] = {}
    for turn, (index, kind) in enumerate(_taken(replay, lives)):
        event = replay.events[index]
        wall = replay.table.wall or []
        known = wall[turn] if kind == UNSEEN and turn < len(wall) else kind
        if known != UNSEEN:
            _see(places, known)
            places.named[index] = known
        elif event.type == "draw" and event.seat is not None:
            draws.setdefault(event.seat, []).append(Slot("draw", event.seat, index, 1))
        else:
            places.groups.append(Group([Slot("flip", event.seat, index, 1)], [0] * len(places.seen)))
    return draws


def _taken(replay: Replay, lives: dict[int, Live]) -> Iterator[tuple[int, int]]:
    """(event, kind) of each card that left the wall, in order; a claim may have named it."""
    for step in replay.steps:
        event = replay.events[step.event]
        if event.type == "flip":
            yield step.event, lives[step.event].kind
        elif event.type == "draw":
            yield step.event, replay.game.deck.parse_card(event.card or UNSEEN_GLYPH)


def _hand(replay: Replay, places: Places, number: int, draws: list[Slot]) -> None:
    deck, seat = replay.game.deck, replay.seats[number]
    deals = [(index, replay.events[index].cards or "") for index, _ in seat.takes]
    noted = deck.count_kinds(kind for _, cards in deals for kind in deck.parse_cards(cards))
    held = [max(0, known - count) for known, count in zip(_least_dealt(replay, number), noted, strict=True)]
    for kind, (count, more) in enumerate(zip(noted, held, strict=True)):
        places.seen[kind] += count + more
    unseen = [(index, cards.count(UNSEEN_GLYPH)) for index, cards in deals if UNSEEN_GLYPH in cards]
    size = sum(count for _, count in unseen)
    slots = [Slot("hand", number, unseen[0][0] if len(unseen) == 1 else None, size)] if size else []
    if slots or draws:
        places.groups.append(Group([*slots, *draws], held))


def _least_dealt(replay: Replay, number: int) -> list[int]:
    """By kind, what the seat has at least been dealt; a discard that only its claim names is one of them."""
    seat = replay.seats[number]
    named = [0] * len(seat.dealt)
    for live in named_discards(replay):
        named[live.kind] += live.seat == number
    return [max(known, used + more) for known, used, more in zip(seat.dealt, seat.used[-1], named, strict=True)]


def named_discards(replay: Replay) -> list[Live]:
    """明打: discards that the recorder did not see and a claim named.

    >>> from erqishi_logs.replay import replay_record
    >>> from erqishi_logs.rules import load_preset
    >>> from erqishi_logs.simulate import simulate_hand
    >>> named_discards(replay_record(simulate_hand(load_preset("leshan"), 1), load_preset("leshan")))
    []
    """
    turned = [live for live in replay.lives if not live.flip and live.kind != UNSEEN]
    return [live for live in turned if replay.events[live.event].card == UNSEEN_GLYPH]


def _cut(replay: Replay, places: Places) -> None:
    for index, event in enumerate(replay.events):
        if event.type != "cut" or replay.rules.cut != Cut.OUT:
            continue
        kind = replay.game.deck.parse_card(event.card or UNSEEN_GLYPH)
        if kind == UNSEEN:
            places.groups.append(Group([Slot("cut", event.seat, index, 1)], [0] * len(places.seen)))
        else:
            _see(places, kind)


def _rest(replay: Replay, places: Places) -> None:
    table = replay.table
    known = [kind for kind in (table.wall or [])[table.wall_next :] if kind != UNSEEN]
    for kind in known:
        _see(places, kind)
    if table.wall_left > len(known):
        rest = Slot("wall", None, None, table.wall_left - len(known))
        places.groups.append(Group([rest], [0] * len(places.seen)))
