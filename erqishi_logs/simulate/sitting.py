"""場: sittings of simulated hands, each hand of which can be played again alone."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, NamedTuple

from erqishi_logs.cards import WILD_GLYPH
from erqishi_logs.errors import RuleError
from erqishi_logs.games import game_of
from erqishi_logs.legal import answers_for, is_taipao
from erqishi_logs.record import Record
from erqishi_logs.record.types import FORMAT
from erqishi_logs.rules.options import DealerBy, DealerKeeps
from erqishi_logs.rules.table import check_table
from erqishi_logs.scoring import settle
from erqishi_logs.simulate.bots import bot_named
from erqishi_logs.simulate.deal import Deal, cut_number, deal_cards, deal_events
from erqishi_logs.simulate.desk import Desk
from erqishi_logs.simulate.play import play_out

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from erqishi_logs.record.types import Number
    from erqishi_logs.rules import RuleSet
    from erqishi_logs.simulate.bots import Bot

NAMES = ("甲", "乙", "丙", "丁", "戊", "己", "庚", "辛")
#: Hands of one sitting.
SITTING = 24
#: One hand in so many has its deal recorded take by take.
TAKES_ONE_IN = 40
#: 圈 are counted 1 to 10, then from 1 again (S1-071).
QUANS = 10


def hand_seed(seed: int, number: int) -> str:
    """The seed of hand `number` (from 0) of a run; `simulate_hand` takes it to play that hand alone.

    >>> hand_seed(7, 0)
    '7/0'
    """
    return f"{seed}/{number}"


def simulate_hand(
    rules: RuleSet,
    seed: int | str,
    n_players: int | None = None,
    dealer: int | None = None,
    quan: int | None = None,
    bots: Sequence[str | Bot] = (),
    *,
    shuffler: int = 0,
) -> Record:
    """一局: one hand played by bots, as an ordinary complete record; the same arguments give the same hand.

    `bots` names one bot a seat ("greedy", "random"), the last one repeated; a bot may be given
    itself. Without `dealer` he is named by the card cut, counted from the cutter, where the rules
    have it so, else it is seat 0. Raises RuleError for a game or a number of players that the
    rules do not have.

    >>> from erqishi_logs.rules import load_preset
    >>> record = simulate_hand(load_preset("leshan"), 1)
    >>> record.n_players, [e.type for e in record.events[:4]], sum(record.pay)
    (3, ['cut', 'deal', 'deal', 'deal'], 0)
    """
    n_players = check_players(rules, n_players)
    rng = Random(f"erqishi/{rules.id}/{n_players}/{seed}")  # noqa: S311 - a game, no secret
    game = game_of(rules.game, rules.wilds)
    deal = deal_cards(game, rules, n_players, rng)
    dealer, cutter = seat_dealer(rules, game_number(rules, deal), n_players, dealer, shuffler)
    desk = Desk(game, rules, n_players, dealer, quan, rng)
    for event in deal_events(game.deck, deal, dealer, cutter, takes=rng.randrange(TAKES_ONE_IN) == 0):
        desk.push(event)
    play_out(desk, seat_bots(bots, n_players), deal.wall)
    return Record(
        format=FORMAT,
        game=rules.game,
        rules=rules.id,
        house=rules.house or None,
        source="simulate",
        players=NAMES[:n_players],
        dealer=dealer,
        quan=quan,
        wall=game.deck.format_cards(deal.wall),
        events=desk.events,
        pay=pay_of(desk),
        extra={"_seed": str(seed)},
    )


def check_players(rules: RuleSet, n_players: int | None) -> int:
    """The number of players, the least the rules have if none is asked for. Raises RuleError.

    >>> from erqishi_logs.rules import load_preset
    >>> check_players(load_preset("leshan"), None)
    3
    """
    if rules.sao:
        raise RuleError(f"rules {rules.id!r} cannot be simulated: their hidden flips are played by no bot")
    if n_players is None:
        n_players = min(rules.players)
    if n_players not in rules.players:
        allowed = ", ".join(map(str, rules.players))
        raise RuleError(f"rules {rules.id!r} are for {allowed} players, not {n_players}")
    check_table(rules, rules.game, n_players)
    return n_players


def game_number(rules: RuleSet, deal: Deal) -> int:
    """The number on the card cut (S0-106)."""
    return cut_number(game_of(rules.game, rules.wilds).deck, deal)


def seat_dealer(
    rules: RuleSet, number: int, n_players: int, dealer: int | None, shuffler: int
) -> tuple[int, int | None]:
    """(dealer, cutter): the number cut, counted from the cutter = 1, names the dealer (S0-101, S0-106).

    With a dealer given the cutter is the seat from which the number leads to him.

    >>> from erqishi_logs.rules import load_preset
    >>> seat_dealer(load_preset("leshan"), 2, 3, None, 0), seat_dealer(load_preset("leshan"), 2, 3, 1, 0)
    ((0, 2), (1, 0))
    """
    if rules.dealer_by != DealerBy.CUT_CARD:
        return (0 if dealer is None else dealer), (-1 if dealer is None else dealer - 1) % n_players
    if dealer is None:
        cutter = (shuffler + (1 if rules.cutter else -1)) % n_players
        return (cutter + number - 1) % n_players, cutter
    return dealer, (dealer - number + 1) % n_players


def seat_bots(bots: Sequence[str | Bot], n_players: int) -> list[Bot]:
    """One bot a seat, the last one repeated; greedy if none is named."""
    named = list(bots or ("greedy",))[:n_players]
    named += named[-1:] * (n_players - len(named))
    return [bot_named(bot) if isinstance(bot, str) else bot for bot in named]


def pay_of(desk: Desk) -> tuple[Number, ...]:
    """付: what each seat wins or pays by the declared total (RULEBOOK §6)."""
    last = desk.events[desk.table.ended or 0]
    if last.type != "hu" or last.seat is None:
        return tuple(settle(desk.rules, desk.n_players))
    live = next((live for live in desk.lives if live.settled == desk.table.ended), None)
    return tuple(
        settle(
            desk.rules,
            desk.n_players,
            winner=last.seat,
            total=int(last.total or 0),
            discarder=live.seat
            if live is not None and is_taipao(desk.rules, live.seat, live.flip, last.seat)
            else None,
            quan_payer=quan_payer(desk, last.seat),
        )
    )


def quan_payer(desk: Desk, winner: int) -> int | None:
    """圈自負: whose discard made the winner's quan dui or kai, where the rules have it (S1-073)."""
    if not desk.rules.quan_pays_alone or desk.quan is None:
        return None
    deck = desk.game.deck
    quan = next(k for k in range(deck.n_kinds) if deck.colours[k] and deck.numbers[k] == desk.quan)
    for live in desk.lives:
        if live.kind != quan or live.taken_by != winner:
            continue
        made = live.taken_how in ("dui", "kai") or is_won_alike(desk, live.kind)
        is_xiaojia = desk.table.seats[live.seat].is_xiaojia
        if made and answers_for(desk.rules, live.seat, live.flip, winner, xiaojia=is_xiaojia):
            return live.seat
    return None


def is_won_alike(desk: Desk, kind: int) -> bool:
    """Whether the win declared has a dui or kai made with the card won on."""
    melds = desk.events[desk.table.ended or 0].melds or ()
    held = desk.table.seats[desk.table.winner].concealed[kind]
    card = desk.game.deck.format_card(kind)
    return (held > 1 and card * (held + 1) in melds) or f"{card}{card}{WILD_GLYPH}" in melds


class Round(NamedTuple):
    """Where a sitting stands: who deals (None: the cut names him), first dealer, 圈, who shuffles."""

    dealer: int | None
    first: int
    quan: int | None
    shuffler: int


def first_round(rules: RuleSet, n_players: int, rng: Random) -> Round:
    """The highest card called shuffles first, or deals first in 打圈 (S0-099, S1-069)."""
    seat = rng.randrange(n_players)
    if rules.dealer_by == DealerBy.CUT_CARD:
        return Round(None, 0, None, seat)
    return Round(seat, seat, 1, seat)


def next_round(rules: RuleSet, n_players: int, now: Round, record: Record, rng: Random) -> Round:
    """Who deals next, and the 圈 (S1-068 to S1-071; RULEBOOK §3)."""
    last = record.events[-1]
    winner = last.seat if last.type == "hu" else None
    if now.dealer is None or now.quan is None:
        return now._replace(shuffler=now.shuffler if winner is None else winner)
    keeps = rules.dealer_keeps == DealerKeeps.ALWAYS or (rules.dealer_keeps == DealerKeeps.MAY and rng.random() < 0.5)
    if winner == now.dealer and keeps:
        return now
    dealer = (now.dealer + 1) % n_players
    back = dealer == now.first
    return now._replace(dealer=dealer, quan=now.quan % QUANS + 1 if back else now.quan, shuffler=dealer)


def iter_hands(
    rules: RuleSet, hands: int, seed: int, bots: Sequence[str] = (), *, n_players: int | None = None
) -> Iterator[Record]:
    """局: so many hands in sittings of `SITTING`, dealer, 圈 and shuffler going on by the rules.

    Without `n_players` the sittings take every number of players that the rules have, in turn.
    The same arguments give the same records. Each carries what `simulate_hand` needs to play it
    alone: its seed under `_seed`, its dealer and its 圈.

    >>> from erqishi_logs.rules import load_preset
    >>> leshan = load_preset("leshan")
    >>> first, second = iter_hands(leshan, 2, seed=3)
    >>> first.session, first.hand, second.hand
    ('simulate-leshan-3-1', 1, 2)
    >>> alone = simulate_hand(leshan, second.extra["_seed"], 3, second.dealer)
    >>> alone.events == second.events
    True
    """
    counts = sorted(rules.players) if n_players is None else [n_players]
    for start in range(0, hands, SITTING):
        sitting = start // SITTING
        n = check_players(rules, counts[sitting % len(counts)])
        rng = Random(f"sitting/{seed}/{sitting}")  # noqa: S311 - a game, no secret
        now = first_round(rules, n, rng)
        for number in range(start, min(hands, start + SITTING)):
            record = simulate_hand(rules, hand_seed(seed, number), n, now.dealer, now.quan, bots, shuffler=now.shuffler)
            record.session = f"simulate-{rules.id}-{seed}-{sitting + 1}"
            record.hand = number - start + 1
            yield record
            now = next_round(rules, n, now, record, rng)
