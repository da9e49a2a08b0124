"""A bot that breaks one rule at its first chance and plays on honestly; what each such bot shares."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from erqishi_logs.games import ERQISHI
from erqishi_logs.legal import free_counts
from erqishi_logs.simulate import GreedyBot
from erqishi_logs.simulate.offers import legal_claims, legal_discards, owed_call
from erqishi_logs.simulate.worth import shapes_of

if TYPE_CHECKING:
    from random import Random

    from erqishi_logs.record import Event, Record
    from erqishi_logs.replay import Replay
    from erqishi_logs.rules import RuleSet
    from erqishi_logs.simulate.deal import Deal
    from erqishi_logs.simulate.desk import Desk


class Expected(NamedTuple):
    """What the audit must report of the cheat: it knows what it did, whatever the audit thinks."""

    severity: str
    code: str
    event: int


class StuckError(Exception):
    """After its cheat a seat owes a discard and has no card that it may discard: the record breaks off there."""


class Cheat(GreedyBot):
    """Breaks `code` once. Its own further findings that follow from the cheat are in `explained`."""

    code = ""
    explained: frozenset[str] = frozenset()
    #: Ways to cheat, one of which is drawn a hand.
    ways: tuple[str, ...] = ("",)
    #: Whether it needs a long hand to get its chance: the others are then meek in three hands of four.
    patient = False
    deals = 1

    def __init__(self, rng: Random) -> None:
        self.way = rng.choice(self.ways)
        self.planned: Event | None = None

    @classmethod
    def judged_in(cls, rules: RuleSet) -> bool:
        """Whether the code can be broken under these rules."""
        return True

    def happened(self, desk: Desk) -> bool:
        """Whether the planned act got into the record as it was planned."""
        return self.planned is not None and any(event is self.planned for event in desk.events)

    def cheat_act(self, desk: Desk, seat: int) -> Event | None:
        """The forbidden act when an act is owed, if there is a chance."""
        return None

    def cheat_answer(self, desk: Desk, seat: int) -> Event | None:
        """The forbidden answer to a live card, if there is a chance."""
        return None

    def act(self, desk: Desk, seat: int) -> Event:
        if not self.happened(desk):
            self.planned = self.cheat_act(desk, seat)
            if self.planned is not None:
                return self.planned
        if not owed_call(desk, seat) and not legal_discards(desk, seat):
            raise StuckError
        return super().act(desk, seat)

    def answer(self, desk: Desk, seat: int) -> Event | None:
        if not self.happened(desk):
            self.planned = self.cheat_answer(desk, seat)
            if self.planned is not None:
                return self.planned
            return self.honest_answer(desk, seat)
        return super().answer(desk, seat)

    def honest_answer(self, desk: Desk, seat: int) -> Event | None:
        """What it claims while it waits for its chance."""
        return super().answer(desk, seat)

    def luck(self, held: list[int], wall: list[int]) -> float:
        """How good a deal is for this cheat, by counts; of `deals` deals the best is played."""
        return 0.0

    def wish(self, rng: Random) -> tuple[list[int], list[int]]:
        """Kinds that the cheat's hand, and the wall, must have, for a chance that is rare."""
        return [], []

    def tamper(self, desk: Desk, seat: int, events: list[Event], rng: Random) -> list[Event]:
        """The deal, changed where the cheat is in the deal; it sets `planned`."""
        return events

    def expected(self, record: Record, replay: Replay, seat: int) -> list[Expected]:
        """What must be found in the record; empty where there was no chance."""
        at = self.place(record)
        return [] if at is None else [Expected("violation", self.code, at)]

    def place(self, record: Record) -> int | None:
        """The event of the cheat."""
        return next((i for i, event in enumerate(record.events) if event is self.planned), None)


class Meek(GreedyBot):
    """Breaks no rule, makes the kai it owes, and otherwise lets the cheat play."""

    def answer(self, desk: Desk, seat: int) -> Event | None:
        claims = legal_claims(desk, seat)
        return claims[0] if claims and claims[0].type == "kai" else None


def owes_kai(desk: Desk, seat: int) -> bool:
    """Whether answering otherwise would be 有開不開, too."""
    claims = legal_claims(desk, seat)
    return bool(claims) and claims[0].type == "kai"


def free_kinds(desk: Desk, seat: int) -> list[int]:
    """The seat's free cards, one entry a card."""
    hand = desk.table.seats[seat]
    return desk.game.deck.expand(free_counts(hand.concealed, hand.dealt))


def card(desk: Desk, kind: int) -> str:
    return desk.game.deck.format_card(kind)


def won_at(replay: Replay, seat: int) -> int | None:
    """The event of the seat's win, if it won."""
    return replay.table.ended if replay.table.winner == seat else None


def near(held: list[int]) -> float:
    """How near a dealt hand is to complete."""
    free = tuple(0 if count > 2 else count for count in held)
    return shapes_of(ERQISHI).worth(free, 7 - sum(count > 2 for count in held), 10, discards=False)


def grant(deal: Deal, place: int, hand_wish: list[int], wall_wish: list[int]) -> Deal:
    """The deal with the wished cards swapped into the hand at `place` and into the wall, where they find room."""
    if len(hand_wish) > len(deal.hands[place]) or len(wall_wish) > len(deal.wall):
        return deal
    piles = [list(hand) for hand in (*deal.hands, deal.wall)]
    kept = {place: list(hand_wish), len(piles) - 1: list(wall_wish)}
    for pile, wish in kept.items():
        for kind in wish:
            if piles[pile].count(kind) < wish.count(kind):
                _fetch(piles, kept, pile, kind)
    return deal._replace(hands=tuple(tuple(sorted(hand)) for hand in piles[:-1]), wall=tuple(piles[-1]))


def _fetch(piles: list[list[int]], kept: dict[int, list[int]], pile: int, kind: int) -> None:
    """Swaps one card of the kind in, for one that is not wished for here."""
    spare = next(i for i, k in enumerate(piles[pile]) if piles[pile].count(k) > kept[pile].count(k))
    for other, cards in enumerate(piles):
        if other != pile and cards.count(kind) > kept.get(other, []).count(kind):
            place = cards.index(kind)
            cards[place], piles[pile][spare] = piles[pile][spare], cards[place]
            return
