"""發牌: a deck shuffled, cut and dealt (RULEBOOK §3); `erqishi_logs.simulate.deal` in kernels."""

from __future__ import annotations

from typing import Any

from erqishi_logs.engine.arrays import ABSENT, Type
from erqishi_logs.engine.compiled import inner
from erqishi_logs.engine.play_desk import Is, Mine, Play
from erqishi_logs.engine.play_dice import roll
from erqishi_logs.engine.play_record import end_group, push, put_card
from erqishi_logs.engine.tables import Opt
from erqishi_logs.engine.view import ROW, Tables
from erqishi_logs.rules.options import Cut, DealerBy

Array = Any

#: Cards of one take (S0-107); one hand in so many has its deal recorded take by take.
_TAKE = 2
_TAKES_ONE_IN = 40
_XIAOJIA_CARDS = 2


@inner
def shuffle(s: Play, t: Tables) -> None:
    """洗牌, 叨牌: the deck in any order, `Is.CUT` the card turned up (−1: none), `Is.WALL` the cards that are left."""
    n = 0
    for kind in range(len(t.game.copies)):
        for _ in range(t.game.copies[kind]):
            s.deck[n] = kind
            n += 1
    for last in range(n - 1, 0, -1):
        other = roll(s, last + 1)
        kept = s.deck[last]
        s.deck[last] = s.deck[other]
        s.deck[other] = kept
    cut = t.rules.num[ROW, Opt.CUT]
    s.now[Is.CUT] = -1
    if cut == Cut.OUT:
        n -= 1
        s.now[Is.CUT] = s.deck[n]
    elif cut == Cut.BACK:
        s.now[Is.CUT] = s.deck[roll(s, n)]
    s.now[Is.WALL] = n


@inner
def seat_dealer(s: Play, t: Tables, dealer: int, shuffler: int, cutter_step: int) -> None:
    """頭家: the number cut, counted from the cutter = 1, names him; else he is given (S0-101, S0-106, S1-069)."""
    n_players = s.now[Is.N_PLAYERS]
    if t.rules.num[ROW, Opt.DEALER_BY] == DealerBy.CUT_CARD:
        number = t.game.numbers[s.now[Is.CUT]] if s.now[Is.CUT] >= 0 else 1
        s.now[Is.CUTTER] = (shuffler + cutter_step) % n_players
        s.now[Is.DEALER] = (s.now[Is.CUTTER] + number - 1) % n_players
    else:
        s.now[Is.DEALER] = dealer
        s.now[Is.CUTTER] = (dealer - 1) % n_players
    has_xiaojia = t.rules.has_xiaojia[ROW, n_players]
    s.now[Is.XIAOJIA] = (s.now[Is.DEALER] - 1) % n_players if has_xiaojia else -1


@inner
def deal(s: Play, t: Tables) -> None:
    """發牌: hands off the top, the dealer first; the rest is the wall."""
    now = s.now
    for seat in range(now[Is.N_PLAYERS]):
        for kind in range(s.held.shape[1]):
            s.held[seat, kind] = 0
    at = 0
    for place in range(now[Is.N_PLAYERS]):
        seat = (now[Is.DEALER] + place) % now[Is.N_PLAYERS]
        for _ in range(_size(s, t, seat)):
            s.held[seat, s.deck[at]] += 1
            at += 1
    for seat in range(now[Is.N_PLAYERS]):
        for kind in range(s.held.shape[1]):
            s.dealt[seat, kind] = s.held[seat, kind]
            if s.held[seat, kind] >= 3:
                s.seats[seat, Mine.HUSHU] += t.game.points[1 if s.held[seat, kind] == 3 else 3, kind]
    now[Is.WALL] -= at
    for i in range(now[Is.WALL]):
        s.wall[i] = s.deck[at + i]


@inner
def _size(s: Play, t: Tables, seat: int) -> int:
    """Cards dealt to a seat (S0-110 to S0-113)."""
    if seat == s.now[Is.XIAOJIA]:
        return _XIAOJIA_CARDS
    extra = t.rules.num[ROW, Opt.DEALER_EXTRA] if seat == s.now[Is.DEALER] else 0
    return int(s.now[Is.EACH] + extra)


@inner
def write_deal(s: Play, t: Tables) -> None:
    """The `cut` and `deal` events, the dealer first; now and then take by take."""
    now = s.now
    if now[Is.CUT] >= 0:
        push(s, Type.CUT, now[Is.CUTTER], now[Is.CUT])
    by_takes = roll(s, _TAKES_ONE_IN) == 0
    rounds = (now[Is.EACH] + t.rules.num[ROW, Opt.DEALER_EXTRA] + 1) // _TAKE if by_takes else 1
    for turn in range(rounds):
        for place in range(now[Is.N_PLAYERS]):
            seat = (now[Is.DEALER] + place) % now[Is.N_PLAYERS]
            _write_cards(s, seat, turn, by_takes, _size(s, t, seat))


@inner
def _write_cards(s: Play, seat: int, turn: int, by_takes: bool, size: int) -> None:
    """A hand in order, or what of it comes in one round of takes; 小家 takes one card in two rounds."""
    take = 1 if size <= _XIAOJIA_CARDS else _TAKE
    first = turn * take if by_takes else 0
    end = min(size, first + take) if by_takes else size
    if first >= end:
        return
    push(s, Type.DEAL, seat, ABSENT)
    at = 0
    for kind in range(s.held.shape[1]):
        for _ in range(s.held[seat, kind]):
            if first <= at < end:
                put_card(s, kind)
            at += 1
    end_group(s)
