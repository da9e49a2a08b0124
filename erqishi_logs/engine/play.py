"""對打: whole hands played in compiled code, by policies, straight into arrays.

What comes out are `Hands` as the scanner makes them of lines. Each hand has a generator of its own, so that it comes
out the same alone, in a block of any size, and on any machine.
"""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from erqishi_logs.engine.arrays import Hands, Slot
from erqishi_logs.engine.compiled import inner, kernel
from erqishi_logs.engine.cover import cover_arrays
from erqishi_logs.engine.literals import fixed
from erqishi_logs.engine.play_course import begin_hand, play_out
from erqishi_logs.engine.play_deal import deal, seat_dealer, shuffle, write_deal
from erqishi_logs.engine.play_desk import MAX_CARDS, MAX_EVENTS, MAX_GROUPS, Ev, Is, Play, new_play
from erqishi_logs.engine.play_dice import begin_dice, roll
from erqishi_logs.engine.play_policies import Policy
from erqishi_logs.engine.tables import MAX_PLAYERS, Opt, game_arrays, rule_arrays
from erqishi_logs.engine.view import ROW, Tables, as_record, rule_rows
from erqishi_logs.errors import RuleError
from erqishi_logs.games import GAMES
from erqishi_logs.rules.options import Cutter, DealerBy, DealerKeeps
from erqishi_logs.rules.table import check_table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from erqishi_logs.engine.cover import CoverArrays
    from erqishi_logs.engine.tables import GameArrays
    from erqishi_logs.rules import RuleSet

Array = Any

#: 圈 are counted 1 to 10, then from 1 again (S1-071).
_QUANS = fixed(10)
#: What a generator is for.
_FOR_SITTING, _FOR_HAND = map(fixed, (0, 1))
_MOST_SEED = (1 << 64) - 1


class Course(NamedTuple):
    """程: what is played. `players`: the numbers of players, which the sittings take in turn; `policies`: one a seat,
    the last one repeated; `sitting`: hands of a sitting (1: each hand stands alone, in any 圈).
    """

    tables: Tables
    players: Array
    policies: tuple[Policy, ...]
    sitting: int
    cutter_step: int
    keeps: int


class Run(IntEnum):
    """Places of what the kernel is told."""

    SEED = 0
    FIRST = 1
    HANDS = 2
    SITTING = 3
    CUTTER_STEP = 4
    KEEPS = 5
    KEEPS_OFFERS = 6


class Sitting(IntEnum):
    """Where a sitting stands, in the second half of the same array: who deals (−1: the cut names him), who dealt first,
    圈 (0: none), who shuffles.
    """

    DEALER = 7
    FIRST_DEALER = 8
    QUAN = 9
    SHUFFLER = 10


class Head(IntEnum):
    """Columns of `Out.heads`."""

    PLAYERS = 0
    DEALER = 1
    QUAN = 2
    HAND = 3
    STUCK = 4


class Out(NamedTuple):
    """出: the arrays of `Hands` in the making, those of one type in one."""

    heads: Array  # int64[n, 5]
    pay: Array  # float64[n, 8]
    event_at: Array  # int64[n + 1]
    wall_at: Array  # int64[n + 1]
    wall: Array  # int8
    small: Array  # int8[4, e]: type, seat, card, flags
    whole: Array  # int64[e]
    number: Array  # float64[e]
    titles: Array  # int16[e]
    group_at: Array  # int64[e + 1]
    card_at: Array  # int64[groups + 1]
    cards: Array  # int8


def course_of(
    rules: RuleSet,
    n_players: int | None = None,
    policies: Sequence[Policy] = (),
    sitting: int = 24,
) -> Course:
    """程: hands of a rule set, greedy players if none are named. Raises RuleError for what cannot be played.

    >>> from erqishi_logs.rules import load_preset
    >>> course_of(load_preset("quan")).players.tolist()
    [3, 4]
    """
    if rules.sao:
        raise RuleError(f"rules {rules.id!r} cannot be simulated: their hidden flips are played by no bot")
    if n_players is not None and n_players not in rules.players:
        allowed = ", ".join(map(str, rules.players))
        raise RuleError(f"rules {rules.id!r} are for {allowed} players, not {n_players}")
    players = sorted(rules.players) if n_players is None else [n_players]
    for seats in players:
        check_table(rules, rules.game, seats)
    game = game_arrays(GAMES[rules.game])
    tables = Tables(rule_rows(rule_arrays([rules])), as_record(game), as_record(cover_arrays(game)))
    step = -1 if rules.cutter == Cutter.SHUFFLER_PREV else 1
    chosen = tuple(policies) or (Policy.GREEDY,)
    return Course(tables, np.array(players, np.int64), chosen, sitting, step, int(rules.dealer_keeps))


def play(course: Course, n_hands: int, seed: int, first_hand: int = 0) -> Hands:
    """對打: `n_hands` hands from number `first_hand` (from 0) on; no text has a place in them, `begin` and `end` are 0.

    The hands of a sitting follow one another, so the sitting of the first is played from its own first hand on.

    >>> from erqishi_logs.rules import load_preset
    >>> leshan = course_of(load_preset("leshan"))
    >>> alone, all_ = play(leshan, 1, 7, 30), play(leshan, 40, 7)
    >>> first = all_.event_at[30]
    >>> bool((alone.card == all_.card[first : first + len(alone.card)]).all())
    True
    """
    out, _ = _played(course, n_hands, seed, first_hand, new_play(len(course.tables.game.copies)), keeps_offers=False)
    return _hands(out)


def play_offered(course: Course, seed: int, number: int) -> tuple[Hands, Array]:
    """對打: one hand, and all that its seats were offered in it (`Offer`), in the order in which they were asked.

    Who takes a hu is not asked what else he wants; a call that is owed and 天和 are not in it.

    >>> from erqishi_logs.engine.arrays import Type
    >>> from erqishi_logs.engine.play_desk import Offer
    >>> from erqishi_logs.rules import load_preset
    >>> hands, offers = play_offered(course_of(load_preset("leshan")), 7, 0)
    >>> offers[0, Offer.EVENT] == 4, Type(offers[0, Offer.CLAIM]).name
    (np.True_, 'DISCARD')
    """
    s = new_play(len(course.tables.game.copies))
    out, n = _played(course, 1, seed, number, s, keeps_offers=True)
    return _hands(out), s.offers[:n].copy()


def _played(
    course: Course, n_hands: int, seed: int, first_hand: int, s: Play, *, keeps_offers: bool
) -> tuple[Out, int]:
    """The hands, and how many offers were kept of the last."""
    chosen = [*course.policies, *[course.policies[-1]] * MAX_PLAYERS][:MAX_PLAYERS]
    s.policy[:] = chosen
    run = np.zeros(len(Run) + len(Sitting), np.int64)
    run[Run.SEED] = np.uint64(seed & _MOST_SEED).astype(np.int64)
    run[Run.FIRST], run[Run.HANDS], run[Run.SITTING] = first_hand, n_hands, course.sitting
    run[Run.CUTTER_STEP], run[Run.KEEPS] = course.cutter_step, course.keeps
    out = _out(n_hands)
    run[Run.KEEPS_OFFERS] = keeps_offers
    _play_block(run, course.players, s, *course.tables, out)
    if out.heads[:, Head.STUCK].any():
        raise RuleError("these rules leave a seat that owes a discard without one")
    return out, int(s.now[Is.OFFERS])


def _out(n: int) -> Out:
    """Room for the most that so many hands may need; what is not used is never touched, and so takes no memory."""
    e = n * MAX_EVENTS
    out = Out(
        heads=np.zeros((n, len(Head)), np.int64),
        pay=np.zeros((n, MAX_PLAYERS)),
        event_at=np.zeros(n + 1, np.int64),
        wall_at=np.zeros(n + 1, np.int64),
        wall=np.empty(80 * n, np.int8),
        small=np.empty((4, e), np.int8),
        whole=np.empty(e, np.int64),
        number=np.empty(e),
        titles=np.empty(e, np.int16),
        group_at=np.empty(e + 1, np.int64),
        card_at=np.empty(n * MAX_GROUPS + 1, np.int64),
        cards=np.empty(n * MAX_CARDS, np.int8),
    )
    out.group_at[0] = out.card_at[0] = 0
    return out


def _hands(out: Out) -> Hands:
    n, e = len(out.heads), int(out.event_at[-1])
    groups = int(out.group_at[e])
    slots, text_at = np.zeros((n, len(Slot), 2), np.int32), np.zeros((e, 2), np.int32)
    slots[:, :, 1] = text_at[:, 1] = -1
    return Hands(
        ok=np.ones(n, np.uint8),
        begin=np.zeros(n, np.int64),
        end=np.zeros(n, np.int64),
        n_players=out.heads[:, Head.PLAYERS].astype(np.int8),
        dealer=out.heads[:, Head.DEALER].astype(np.int8),
        quan=out.heads[:, Head.QUAN].astype(np.int8),
        view=np.full(n, -1, np.int8),
        hand=out.heads[:, Head.HAND].copy(),
        stake=np.full(n, np.nan),
        has_pay=np.ones(n, np.uint8),
        pay=out.pay,
        has_wall=np.ones(n, np.uint8),
        wall_at=out.wall_at,
        wall=out.wall[: out.wall_at[-1]],
        slots=slots,
        event_at=out.event_at,
        type=out.small[0, :e],
        seat=out.small[1, :e],
        card=out.small[2, :e],
        flags=out.small[3, :e].view(np.uint8),
        group_at=out.group_at[: e + 1],
        card_at=out.card_at[: groups + 1],
        cards=out.cards[: out.card_at[groups]],
        whole=out.whole[:e],
        number=out.number[:e],
        titles=out.titles[:e],
        ms=np.full(e, -1, np.int64),
        text_at=text_at,
    )


@kernel
def _play_block(
    run: Array, players: Array, s: Play, rows: Array, game: GameArrays, covers: CoverArrays, out: Out
) -> None:
    t = Tables(rows[0], game, covers)
    first, size = run[Run.FIRST], run[Run.SITTING]
    for number in range(first // size * size, first + run[Run.HANDS]):
        sitting = number // size
        n_players = players[sitting % len(players)]
        if number % size == 0:
            _begin_sitting(run, s, t, sitting, n_players)
        _play_hand(run, s, t, number, n_players)
        if number >= first:
            _keep(s, out, number - first, number % size + 1)
        _go_on(run, s, n_players)


@inner
def _begin_sitting(run: Array, s: Play, t: Tables, sitting: int, n_players: int) -> None:
    """The highest card called shuffles first, or deals first in 打圈 (S0-099, S1-069)."""
    begin_dice(s, run[Run.SEED], sitting, _FOR_SITTING)
    seat = roll(s, n_players)
    run[Sitting.SHUFFLER] = run[Sitting.DEALER] = run[Sitting.FIRST_DEALER] = seat
    run[Sitting.QUAN] = 1 if run[Run.SITTING] > 1 else 1 + roll(s, _QUANS)
    if t.rules.num[ROW, Opt.DEALER_BY] == DealerBy.CUT_CARD:
        run[Sitting.DEALER], run[Sitting.QUAN] = -1, 0


@inner
def _play_hand(run: Array, s: Play, t: Tables, number: int, n_players: int) -> None:
    """One hand to its end; the record lies in `s`."""
    begin_dice(s, run[Run.SEED], number, _FOR_HAND)
    begin_hand(s, t, n_players, run[Sitting.QUAN])
    s.now[Is.KEEPS_OFFERS] = run[Run.KEEPS_OFFERS]
    shuffle(s, t)
    seat_dealer(s, t, run[Sitting.DEALER], run[Sitting.SHUFFLER], run[Run.CUTTER_STEP])
    deal(s, t)
    write_deal(s, t)
    play_out(s, t)


@inner
def _go_on(run: Array, s: Play, n_players: int) -> None:
    """Who deals next, and the 圈 (S1-068 to S1-071; RULEBOOK §3)."""
    winner = s.now[Is.WINNER]
    if run[Sitting.DEALER] < 0:
        if winner >= 0:
            run[Sitting.SHUFFLER] = winner
        return
    if winner == run[Sitting.DEALER]:
        keeps = run[Run.KEEPS] == DealerKeeps.ALWAYS
        if keeps or (run[Run.KEEPS] == DealerKeeps.MAY and roll(s, 2) == 0):
            return
    run[Sitting.DEALER] = (run[Sitting.DEALER] + 1) % n_players
    run[Sitting.SHUFFLER] = run[Sitting.DEALER]
    if run[Sitting.DEALER] == run[Sitting.FIRST_DEALER]:
        run[Sitting.QUAN] = run[Sitting.QUAN] % _QUANS + 1


@inner
def _keep(s: Play, out: Out, h: int, hand: int) -> None:
    """The hand from the desk to the block."""
    now = s.now
    out.heads[h, Head.PLAYERS], out.heads[h, Head.DEALER] = now[Is.N_PLAYERS], now[Is.DEALER]
    out.heads[h, Head.QUAN], out.heads[h, Head.HAND], out.heads[h, Head.STUCK] = now[Is.QUAN], hand, now[Is.STUCK]
    for seat in range(now[Is.N_PLAYERS]):
        out.pay[h, seat] = s.pay[seat]
    wall = out.wall_at[h]
    for i in range(now[Is.WALL]):
        out.wall[wall + i] = s.wall[i]
    out.wall_at[h + 1] = wall + now[Is.WALL]
    _keep_events(s, out, out.event_at[h])
    out.event_at[h + 1] = out.event_at[h] + now[Is.EVENTS]


@inner
def _keep_events(s: Play, out: Out, first: int) -> None:
    """Its events, groups and cards, from event `first` on."""
    groups = out.group_at[first]
    cards = out.card_at[groups]
    for i in range(s.now[Is.EVENTS]):
        row, at = s.events[i], first + i
        out.small[0, at], out.small[1, at] = row[Ev.TYPE], row[Ev.SEAT]
        out.small[2, at], out.small[3, at] = row[Ev.CARD], row[Ev.FLAGS]
        out.whole[at] = row[Ev.WHOLE]
        out.number[at] = np.nan if row[Ev.NUMBER] < 0 else float(row[Ev.NUMBER])
        out.titles[at] = row[Ev.TITLES]
        out.group_at[at + 1] = groups + s.group_at[i + 1]
    for i in range(s.now[Is.GROUPS]):
        out.card_at[groups + i + 1] = cards + s.card_at[i + 1]
    for i in range(s.now[Is.CARDS]):
        out.cards[cards + i] = s.cards[i]
