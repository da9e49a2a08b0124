"""局: what a sitting needs to know of one hand: where it stands, how it ended, what it paid."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from erqishi_logs.games import GAMES
from erqishi_logs.record import record_id

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from erqishi_logs.audit import Verdict
    from erqishi_logs.record import Record
    from erqishi_logs.rules import RuleSet

Number = int | float

UNSEEN = "?"
#: The wild card of the historic deck has no number (RULEBOOK §1).
WILD = "聽"
#: Faults that leave the course of a hand in doubt; those of what was paid do not (FORMAT, Faults).
FAULTS = frozenset(
    (
        "fifth_copy",
        "short_deal",
        "not_in_hand",
        "no_live_card",
        "wall_overrun",
        "wall_differs",
        "early_huang",
        "after_end",
    )
)


class Cut(NamedTuple):
    """叨: who cut and the number on the card turned up; None where it was not seen or has none (聽)."""

    seat: int
    number: int | None


class Penalty(NamedTuple):
    """包牌: given at the table: the offender's seat, the code, what each other player gets, in 和."""

    seat: int
    code: str
    amount: Number


class Result(NamedTuple):
    """局終: how a hand ended by its verdict; `win_valid` is None where nobody won, `pay` where it is not judged."""

    outcome: str
    winner: int | None = None
    win_valid: bool | None = None
    pay: tuple[Number, ...] | None = None


@dataclass(frozen=True, kw_only=True)
class Played:
    """局: one hand of a sitting. Seats count from 0, counter-clockwise; 和 as in the record.

    `dealt` holds what each seat was dealt, sorted, `?` unseen; `disputes` the codes of violations beyond
    doubt and of faults, and `unfinished`; `stands_for` the ids of the records that this one replaces or unites.
    """

    id: str
    session: str | None
    number: int | None
    rules: RuleSet
    players: tuple[str, ...]
    dealer: int
    result: Result
    quan: int | None = None
    stake: Number = 1
    played_at: str | None = None
    cut: Cut | None = None
    dealt: tuple[str, ...] = ()
    penalties: tuple[Penalty, ...] = ()
    pay: tuple[Number, ...] | None = None
    disputes: tuple[str, ...] = ()
    stands_for: tuple[str, ...] = ()

    @property
    def dealer_name(self) -> str:
        """莊: the name of the dealer."""
        return self.players[self.dealer]

    @property
    def winner_name(self) -> str | None:
        """和家: the name of who declared the hu that stands; None for nobody."""
        return None if self.result.winner is None else self.players[self.result.winner]

    @property
    def is_faulty(self) -> bool:
        """誤: whether the record has faults of another kind than what was paid, so that its end is in doubt."""
        return bool(set(self.disputes) & FAULTS)

    @property
    def is_doubtful(self) -> bool:
        """疑: whether nothing follows from how it ended: unfinished, or a record with faults."""
        return self.result.outcome == "unfinished" or self.is_faulty

    @property
    def win_in_doubt(self) -> bool:
        """疑和: whether the win breaks the rules, or its winner was punished at the table, for whatever it was."""
        fined = any(penalty.seat == self.result.winner for penalty in self.penalties)
        return self.result.winner is not None and (fined or not self.result.win_valid)

    @property
    def has_names(self) -> bool:
        """名: whether its players can be told apart by their names."""
        return not {UNSEEN, ""} & set(self.players) and len(set(self.players)) == len(self.players)


def played(record: Record, rules: RuleSet, verdict: Verdict) -> Played:
    """局: a record with its verdict, as a hand of its sitting.

    >>> from erqishi_logs.audit import audit_record
    >>> from erqishi_logs.rules import load_preset
    >>> from erqishi_logs.simulate import simulate_hand
    >>> leshan = load_preset("leshan")
    >>> record = simulate_hand(leshan, 1)
    >>> hand = played(record, leshan, audit_record(record, leshan))
    >>> hand.dealer_name, hand.cut.number, hand.disputes, hand.result.pay == hand.pay
    ('甲', 2, (), True)
    """
    cuts = [(event.seat, event.card) for event in record.events if event.type == "cut"]
    return Played(
        id=record_id(record),
        session=record.session,
        number=record.hand,
        rules=rules,
        players=record.players,
        dealer=record.dealer,
        result=Result(verdict.outcome, verdict.winner, verdict.win_valid, verdict.pay),
        quan=record.quan,
        stake=1 if record.stake is None else record.stake,
        played_at=record.played_at,
        cut=read_cut(record.game, cuts),
        dealt=dealt_hands(record.n_players, ((e.seat, e.cards) for e in record.events if e.type == "deal")),
        penalties=_penalties(record),
        pay=record.pay,
        disputes=_disputes(verdict),
        stands_for=(*((record.replaces,) if record.replaces else ()), *(record.merged_from or ())),
    )


def read_cut(game: str, cuts: Sequence[tuple[int | None, str | None]]) -> Cut | None:
    """叨: the cut of a hand from the seat and card of its `cut` events; None where it has none, or several.

    >>> read_cut("erqishi", [(2, "陸")]), read_cut("erqishi", [(2, "?")])
    (Cut(seat=2, number=6), Cut(seat=2, number=None))
    """
    seat, card = cuts[0] if len(cuts) == 1 else (None, None)
    return None if seat is None else Cut(seat, card_number(card or UNSEEN, game))


def card_number(card: str, game: str = "erqishi") -> int | None:
    """數: the number on a card, 1 to 10; None for `?` and 聽. Raises CardError for what is no card.

    >>> card_number("陸"), card_number("六"), card_number("?")
    (6, 6, None)
    """
    if card in (UNSEEN, WILD):
        return None
    deck = GAMES[game].deck
    return deck.numbers[deck.parse_card(card)]


def dealt_hands(n_players: int, deals: Iterable[tuple[int | None, str | None]]) -> tuple[str, ...]:
    """發: what each seat was dealt, its takes together, sorted; from the seat and cards of the `deal` events.

    >>> dealt_hands(3, [(1, "二一"), (2, "??"), (1, "十")])
    ('', '一二十', '??')
    """
    takes: list[str] = [""] * n_players
    for seat, cards in deals:
        if seat is not None:
            takes[seat] += cards or ""
    return tuple("".join(sorted(cards)) for cards in takes)


def _penalties(record: Record) -> tuple[Penalty, ...]:
    return tuple(
        Penalty(event.seat, event.code or "", event.amount)
        for event in record.events
        if event.type == "baopai" and event.seat is not None and event.amount is not None
    )


def _disputes(verdict: Verdict) -> tuple[str, ...]:
    sure = (f.code for f in verdict.findings if f.severity != "note" and f.verdict == "violated")
    return tuple(dict.fromkeys((*sure, *(("unfinished",) if verdict.outcome == "unfinished" else ()))))
