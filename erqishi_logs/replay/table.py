"""The table: what lies where after an event, and who is to act. Data only; `apply` changes it.

Nothing here judges. Hands are counts by kind; a card that the recorder did not see is only
counted, until a later event shows what it was (a concealed hand only shrinks, RULEBOOK §2).
"""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from erqishi_logs.games import Game
    from erqishi_logs.rules import RuleSet

NONE = -1


class Exposed(NamedTuple):
    """A meld on the table: the event and the claim that laid it, its kinds, claimed card first.

    `claim` is `chi`, `dui`, `kai`, `bai` (laid with a chi), or an event type of another game.
    `was` is what lay there before a fourth card came to it (桂林).
    """

    event: int
    claim: str
    kinds: tuple[int, ...]
    was: Exposed | None = None


class Live:
    """現張: a card turned up, and what became of it."""

    __slots__ = (
        "claimed_by",
        "event",
        "flip",
        "hidden",
        "kind",
        "rightful",
        "seat",
        "settled",
        "taken_by",
        "taken_how",
    )

    def __init__(self, event: int, kind: int, seat: int, *, flip: bool, hidden: bool = False) -> None:
        self.event = event
        self.kind = kind
        self.seat = seat
        self.flip = flip
        #: Seen by its flipper alone (桂林): nobody else may answer.
        self.hidden = hidden
        #: The event that settled it: a claim, the next card turned up, the end.
        self.settled = NONE
        self.taken_by = NONE
        self.taken_how = ""
        #: False where it was taken by a chi without right, which pre-empts nobody (RULEBOOK §7).
        self.rightful = True
        #: Seats whose claim of it was overruled or voided: they did not pass.
        self.claimed_by: tuple[int, ...] = ()


class Seat:
    """What is known of a seat's cards.

    `dealt` counts the cards known to have been dealt, those that a later event showed among
    them; `unseen` is how many of its concealed cards are still not known. `used` is a log of
    (event, what of `dealt` had been used after it), so that any earlier hand is `dealt - used`.
    """

    __slots__ = (
        "concealed",
        "dealt",
        "discards",
        "exposed",
        "is_blurred",
        "is_xiaojia",
        "jinzhang",
        "laid",
        "takes",
        "turned",
        "unseen",
        "used",
        "used_events",
    )

    def __init__(self, n_kinds: int, is_xiaojia: bool) -> None:
        self.is_xiaojia = is_xiaojia
        self.dealt = [0] * n_kinds
        self.concealed = [0] * n_kinds
        self.unseen = 0
        self.used: list[tuple[int, ...]] = [(0,) * n_kinds]
        self.used_events: list[int] = [-1]
        self.exposed: list[Exposed] = []
        #: Cards laid on the table, the claimed ones among them.
        self.laid = 0
        #: Own discards as (event, kind), in order.
        self.discards: list[tuple[int, int]] = []
        #: Discards and flips that nobody took, as (event, kind).
        self.turned: list[tuple[int, int]] = []
        #: Events by which the seat took a card in (進張).
        self.jinzhang: list[int] = []
        #: Deal events as (event, cards).
        self.takes: list[tuple[int, int]] = []
        #: True where the hand cannot be rebuilt: an unseen card left it, or one came in after the deal.
        self.is_blurred = False

    def used_at(self, event: int) -> tuple[int, ...]:
        """What had been used after `event`."""
        return self.used[bisect_right(self.used_events, event) - 1]

    def held_at(self, event: int, dealt: list[int]) -> list[int]:
        """Concealed counts after `event` if the seat was dealt `dealt`."""
        used = self.used[bisect_right(self.used_events, event) - 1]
        return [d - u for d, u in zip(dealt, used, strict=True)]

    def exposed_at(self, event: int) -> list[Exposed]:
        """Melds on the table after `event`."""
        then = [meld if meld.event <= event else meld.was for meld in self.exposed]
        return [meld for meld in then if meld is not None and meld.event <= event]

    @property
    def n_held(self) -> int:
        """Concealed cards, unseen ones among them."""
        return sum(self.concealed) + self.unseen


class Phase(NamedTuple):
    """Whose turn it is: the seat that owes a discard or a call, or the one that flips next.

    `total` is how many cards the owing seat has, those on the table among them; `opening` is
    true until the dealer has acted.
    """

    owes: int
    flips_next: int
    live: Live | None
    opening: bool
    total: int


class Table:
    """The table of one hand while events are applied to it."""

    __slots__ = (
        "dealer",
        "ended",
        "game",
        "n_players",
        "phase",
        "rules",
        "seats",
        "seen",
        "wall",
        "wall_left",
        "wall_next",
        "winner",
    )

    def __init__(self, game: Game, rules: RuleSet, n_players: int, dealer: int, wall: list[int] | None) -> None:
        self.game = game
        self.rules = rules
        self.n_players = n_players
        self.dealer = dealer
        xiaojia = (dealer - 1) % n_players if rules.has_xiaojia(n_players) else NONE
        self.seats = [Seat(game.deck.n_kinds, seat == xiaojia) for seat in range(n_players)]
        self.seen = [0] * game.deck.n_kinds
        self.wall = wall
        self.wall_next = 0
        self.wall_left = game.deck.n_cards
        self.phase = self.first_phase(0)
        #: The event that ended the hand.
        self.ended: int | None = None
        self.winner: int = NONE

    def first_phase(self, total: int) -> Phase:
        """起手: the dealer, of so many cards, is to act; where nobody 當底 he owes nothing and flips (S0-171)."""
        if self.rules.dealer_extra:
            return Phase(self.dealer, NONE, None, True, total)
        return Phase(NONE, self.dealer, None, True, 0)

    def due(self, seat: int) -> int:
        """Cards that the deal owes a seat (RULEBOOK §3)."""
        if self.seats[seat].is_xiaojia:
            return 2
        return self.rules.cards_each(self.n_players) + (self.rules.dealer_extra if seat == self.dealer else 0)

    def next(self, seat: int) -> int:
        """下家."""
        return (seat + 1) % self.n_players
