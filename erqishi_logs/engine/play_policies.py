"""策: what a seat does when it is asked; a policy is a whole number, and each question has one kernel that asks it.

To add one: a name in `Policy`, and a branch in `wants_win`, `choose_claim`, `choose_discard` and `keeps_card`. A policy
may look at its own seat's cards, at what lies on the table and at `public`, never at another hand or the wall.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any

from erqishi_logs.engine.arrays import Type
from erqishi_logs.engine.compiled import inner
from erqishi_logs.engine.cover import KIND
from erqishi_logs.engine.literals import fixed
from erqishi_logs.engine.play_chances import best_win
from erqishi_logs.engine.play_desk import Claim, Is, Mine, Play
from erqishi_logs.engine.play_dice import roll
from erqishi_logs.engine.play_worth import BLACK, GOES, LOOSE_BLACK, RED, STAYS, needed_melds, take_stock, worth
from erqishi_logs.engine.tables import NO_MELD, Opt
from erqishi_logs.engine.view import ROW, Tables
from erqishi_logs.rules.options import BakuaiFalse

Array = Any


class Policy(IntEnum):
    """策: the policies, by the names that the command line takes.

    `RANDOM`: any legal act; it makes the kai it owes and mostly takes a win. `GREEDY`: wins when it may, claims what
    brings its hand nearer to a win with enough 和數, discards what fits nothing. `COUNTING`: so, too, but a pair is
    worth what the cards are that it has not seen yet.
    """

    RANDOM = 0
    GREEDY = 1
    COUNTING = 2


#: Of `RANDOM`, in percent: how often it takes a win, a claim, keeps a card as 小家, and calls 八塊 falsely.
_WINS, _CLAIMS, _KEEPS, _BLUFFS, _ALL = map(fixed, (85, 50, 50, 2, 100))
_NO_CARD = fixed(-1)
#: What a second card of the kind counts for, against cards that may come; less than any worth.
_OWN = 8
_LEAST = -(1 << 40)


@inner
def wants_win(s: Play, seat: int) -> bool:
    """和: whether it takes the win that it may take."""
    return s.policy[seat] != Policy.RANDOM or roll(s, _ALL) < _WINS


@inner
def bluffs(s: Play, num: Array, seat: int) -> bool:
    """假八塊: whether the dealer calls at the deal what he does not owe (S2-040)."""
    may = num[Opt.BAKUAI_FALSE] == BakuaiFalse.DEALER and s.now[Is.OPENING] and s.policy[seat] == Policy.RANDOM
    return may and roll(s, _ALL) < _BLUFFS


@inner
def choose_claim(s: Play, t: Tables, seat: int) -> int:
    """Which of the `Is.CLAIMS` rows of `claims` it makes, −1 for none; a kai is owed."""
    n = s.now[Is.CLAIMS]
    if s.claims[0, Claim.TYPE] == Type.KAI:
        return 0
    if s.policy[seat] == Policy.RANDOM:
        return roll(s, n) if roll(s, _ALL) < _CLAIMS else -1
    take_stock(s, t, seat, s.policy[seat] == Policy.COUNTING)
    needed, hushu = needed_melds(s, seat), s.seats[seat, Mine.HUSHU]
    black, red, mine = s.words[BLACK], s.words[RED], s.seats[seat]
    if not mine[Mine.WEIGHED] or s.policy[seat] == Policy.COUNTING:
        mine[Mine.WORTH] = worth(s, t, black, red, needed, hushu, STAYS)
        mine[Mine.WEIGHED] = 1
    best, found = int(mine[Mine.WORTH]), -1
    for row in range(n):
        value = _after_claim(s, t, row, black, red, needed, hushu)
        if value > best:
            best, found = value, row
    return found


@inner
def _after_claim(s: Play, t: Tables, row: int, black: int, red: int, needed: int, hushu: int) -> int:
    """牌勢 after a claim, its discard still to come."""
    claim, live = s.claims[row], s.now[Is.LIVE]
    if claim[Claim.TYPE] == Type.DUI:
        unit = 2 * t.covers.kinds[KIND * live + 1]
        red_live = t.covers.kinds[KIND * live]
        hushu += t.game.points[0, live]
        return worth(s, t, black - unit * (1 - red_live), red - unit * red_live, needed - 1, hushu, GOES)
    words = _without(t, claim[Claim.ONE], claim[Claim.TWO], black, red)
    hushu += _points(t, live, claim[Claim.ONE], claim[Claim.TWO])
    for i in range(claim[Claim.BAI]):
        one, two = claim[Claim.PAIRS + 2 * i], claim[Claim.PAIRS + 2 * i + 1]
        words = _without(t, one, two, words[0], words[1])
        words = _without(t, live, _NO_CARD, words[0], words[1])
        hushu += _points(t, live, one, two)
    return worth(s, t, words[0], words[1], needed - 1 - claim[Claim.BAI], hushu, GOES)


@inner
def _without(t: Tables, one: int, two: int, black: int, red: int) -> tuple[int, int]:
    """Two words without one card, or two (`two` −1: one)."""
    unit, colour = t.covers.kinds[KIND * one + 1], t.covers.kinds[KIND * one]
    black, red = black - unit * (1 - colour), red - unit * colour
    if two >= 0:
        unit, colour = t.covers.kinds[KIND * two + 1], t.covers.kinds[KIND * two]
        black, red = black - unit * (1 - colour), red - unit * colour
    return black, red


@inner
def _points(t: Tables, live: int, one: int, two: int) -> int:
    low, high = min(live, one, two), max(live, one, two)
    meld = t.game.meld3[low, live + one + two - low - high, high]
    return int(t.game.points[meld, low]) if meld != NO_MELD else 0


@inner
def choose_discard(s: Play, t: Tables, seat: int, kinds: int) -> int:
    """打: one of these kinds, a bit a kind; never none."""
    if s.policy[seat] == Policy.RANDOM:
        return _any_of(s, kinds)
    if seat == s.now[Is.XIAOJIA]:
        return _worse_of_two(s, t, seat, kinds)
    take_stock(s, t, seat, s.policy[seat] == Policy.COUNTING)
    needed, hushu = needed_melds(s, seat), s.seats[seat, Mine.HUSHU]
    black, red = s.words[BLACK], s.words[RED]
    worth(s, t, black, red, needed, hushu, STAYS)
    found = _loosest(s, t, seat, kinds)
    if found >= 0:
        return found
    best = _LEAST
    for kind in range(s.held.shape[1]):
        if kinds >> kind & 1:
            words = _without(t, kind, _NO_CARD, black, red)
            value = worth(s, t, words[0], words[1], needed, hushu, STAYS)
            if value > best:
                best, found = value, kind
    return found


@inner
def _any_of(s: Play, kinds: int) -> int:
    """One of these kinds, each as likely."""
    n = 0
    for kind in range(s.held.shape[1]):
        n += kinds >> kind & 1
    n = roll(s, n)
    for kind in range(s.held.shape[1]):
        n -= kinds >> kind & 1
        if n < 0:
            return kind
    return -1


@inner
def _loosest(s: Play, t: Tables, seat: int, kinds: int) -> int:
    """Of the kinds that were left over the one that fewest cards would make useful, −1 where none may be put out."""
    found, least = -1, 1 << 40
    for kind in range(s.held.shape[1]):
        unit, colour = t.covers.kinds[KIND * kind + 1], t.covers.kinds[KIND * kind]
        if kinds >> kind & 1 and s.words[LOOSE_BLACK + colour] & 7 * unit:
            value = 2 * _links(s, t, seat, kind) + colour
            if value < least:
                found, least = kind, value
    return found


@inner
def _links(s: Play, t: Tables, seat: int, kind: int) -> int:
    """How many cards may come that make a meld of this one and one more held."""
    held = s.held[seat]
    links = _OWN * (held[kind] > 1)
    counts = s.policy[seat] == Policy.COUNTING
    for i in range(t.game.n_pairs[kind]):
        one, two = int(t.game.pairs[kind, i, 0]), int(t.game.pairs[kind, i, 1])
        if held[one] > 0:
            links += _to_come(s, t, held, two, counts)
        if held[two] > 0:
            links += _to_come(s, t, held, one, counts)
    return int(links)


@inner
def _to_come(s: Play, t: Tables, held: Array, kind: int, counts: bool) -> int:
    left = t.game.copies[kind] - held[kind] - (s.public[kind] if counts else 0)
    return int(max(left, 0))


@inner
def keeps_card(s: Play, t: Tables, seat: int, kind: int) -> bool:
    """小家: whether he keeps the card of his turn; he shows one that wins."""
    if best_win(s, t, seat, kind) >= 0:
        return False
    if s.policy[seat] == Policy.RANDOM:
        return roll(s, _ALL) < _KEEPS
    one, two = _two_held(s, seat, _NO_CARD)
    return max(_hope(t, one, kind), _hope(t, two, kind)) > _hope(t, one, two)


@inner
def _two_held(s: Play, seat: int, put_out: int) -> tuple[int, int]:
    """The first and the last card of a hand of which `put_out` (−1: nothing) is taken away."""
    first, last = -1, -1
    for kind in range(s.held.shape[1]):
        if s.held[seat, kind] > (1 if kind == put_out else 0):
            first = kind if first < 0 else first
            last = kind
    return first, last


@inner
def _hope(t: Tables, one: int, two: int) -> int:
    """小家: what the meld pays that two cards may become, 0 where they become none that counts (RULEBOOK §6)."""
    values, red = t.rules.xiaojia_values[ROW], t.covers.kinds[KIND * one]
    if one == two:
        return int(values[2 * red])
    for i in range(t.game.n_pairs[one]):
        first, second = int(t.game.pairs[one, i, 0]), int(t.game.pairs[one, i, 1])
        if (two == first or two == second) and _points(t, one, first, second) > 0:
            return int(values[2 * red + 1])
    return 0


@inner
def _worse_of_two(s: Play, t: Tables, seat: int, kinds: int) -> int:
    """小家: the card without which the two that stay promise most."""
    found, best = -1, -1
    for kind in range(s.held.shape[1]):
        if kinds >> kind & 1:
            one, two = _two_held(s, seat, kind)
            hope = _hope(t, one, two)
            if hope > best:
                found, best = kind, hope
    return found
