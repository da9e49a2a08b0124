"""施: one event onto the desk; `erqishi_logs.replay.apply` in kernels.

An event is first asked for its fault (`fault_of`), which changes nothing; then it is judged against the desk as
it stands; then `apply` moves the cards.
"""

from __future__ import annotations

from typing import Any

from erqishi_logs.engine.arrays import ABSENT, UNSEEN, Code, Flag, Type
from erqishi_logs.engine.chances import let_kai_go
from erqishi_logs.engine.compiled import inner
from erqishi_logs.engine.desk import MAX_LIVES, MAX_MELDS, MAX_WRONG, Desk, Now, Of, Severity, Up
from erqishi_logs.engine.found import add
from erqishi_logs.engine.legal import may_chi
from erqishi_logs.engine.tables import NO_MELD, GameArrays, Opt
from erqishi_logs.engine.view import View
from erqishi_logs.melds import MeldKind
from erqishi_logs.rules.options import Cut, Judged

Array = Any

#: No fault.
NO_FAULT = -1


@inner
def fault_of(d: Desk, g: GameArrays, num: Array, view: View, hand: int, i: int) -> int:
    """The fault for which event `i` (of the block) is skipped, or NO_FAULT."""
    kind = view.events[i].type
    if d.now[Now.ENDED] >= 0:
        return NO_FAULT if kind in (Type.NOTE, Type.BAOPAI) else Code.AFTER_END
    if kind in (Type.FLIP, Type.DRAW):
        return _wall_fault(d, g, view, hand, view.events[i].card)
    if kind == Type.DISCARD:
        return NO_FAULT if d.held[view.events[i].seat, view.events[i].card] > 0 else Code.NOT_IN_HAND
    if kind in (Type.CHI, Type.DUI, Type.KAI, Type.HU):
        return _claim_fault(d, view, i)
    if kind == Type.DEAL:
        return _deal_fault(d, g, view, i)
    if kind == Type.CUT and num[Opt.CUT] == Cut.OUT:
        return Code.FIFTH_COPY if d.seen[view.events[i].card] >= g.copies[view.events[i].card] else NO_FAULT
    if kind == Type.HUANG and d.now[Now.WALL_LEFT] > 0:
        return Code.EARLY_HUANG
    return NO_FAULT


@inner
def _agrees(recorded: int, card: int) -> bool:
    return recorded == card or recorded == UNSEEN


@inner
def _wall_fault(d: Desk, g: GameArrays, view: View, hand: int, card: int) -> int:
    if d.now[Now.WALL_LEFT] <= 0:
        return Code.WALL_OVERRUN
    at = view.wall_at[hand] + d.now[Now.WALL_NEXT]
    if view.heads[hand].has_wall and at < view.wall_at[hand + 1] and not _agrees(view.wall[at], card):
        return Code.WALL_DIFFERS
    return Code.FIFTH_COPY if d.seen[card] >= g.copies[card] else NO_FAULT


@inner
def _deal_fault(d: Desk, g: GameArrays, view: View, i: int) -> int:
    """A fifth card of a kind; `free` counts the cards of this deal."""
    for kind in range(len(d.free)):
        d.free[kind] = 0
    for at in range(view.card_at[view.group_at[i]], view.card_at[view.group_at[i + 1]]):
        kind = view.cards[at]
        d.free[kind] += 1
        if d.seen[kind] + d.free[kind] > g.copies[kind]:
            return Code.FIFTH_COPY
    return NO_FAULT


@inner
def is_at_deal(d: Desk, view: View, i: int) -> bool:
    """天和: a hu of the dealer before anything else, on no card."""
    return bool(d.now[Now.OPENING]) and view.events[i].seat == d.now[Now.DEALER] and view.events[i].card == ABSENT


@inner
def _claim_fault(d: Desk, view: View, i: int) -> int:
    kind = view.events[i].type
    overruled = view.events[i].marks & Flag.OVERRULED
    if kind == Type.HU and not overruled and is_at_deal(d, view, i):
        return NO_FAULT
    live = d.now[Now.LIVE]
    if live < 0 or (view.events[i].card != ABSENT and view.events[i].card != d.lives[live, Up.KIND]):
        return Code.NO_LIVE_CARD
    if overruled or kind == Type.HU:
        return NO_FAULT
    held = d.held[view.events[i].seat]
    if kind != Type.CHI:
        needed = 2 if kind == Type.DUI else 3
        return NO_FAULT if held[d.lives[live, Up.KIND]] >= needed else Code.NOT_IN_HAND
    for card in range(len(d.free)):
        d.free[card] = held[card]
    for at in range(view.card_at[view.group_at[i]], view.card_at[view.group_at[i + 1]]):
        d.free[view.cards[at]] -= 1
        if d.free[view.cards[at]] < 0:
            return Code.NOT_IN_HAND
    return NO_FAULT


@inner
def apply(d: Desk, g: GameArrays, num: Array, view: View, i: int, event: int) -> None:
    """Moves the cards of event `i`, the `event`th of its hand, which has no fault; a hu is `end_hand`'s."""
    kind, seat = view.events[i].type, view.events[i].seat
    if kind in (Type.FLIP, Type.DRAW):
        d.seen[view.events[i].card] += 1
        d.now[Now.WALL_LEFT] -= 1
        d.now[Now.WALL_NEXT] += 1
    if kind == Type.FLIP:
        _turn_up(d, num, view, i, event)
    elif kind == Type.DISCARD:
        _discard(d, num, view, i, event)
    elif kind == Type.DEAL:
        _deal(d, num, view, i, event)
    elif kind == Type.DRAW:
        d.held[seat, view.events[i].card] += 1
        d.seats[seat, Of.HELD] += 1
        _owe(d, num, seat, event, Type.DRAW, -1)
    elif kind in (Type.CHI, Type.DUI, Type.KAI):
        _claim(d, g, num, view, i, event)
    elif kind == Type.BAKUAI:
        if d.now[Now.OWES] == seat:
            set_turn(d, -1, (seat + 1) % d.now[Now.N_PLAYERS], -1)
    elif kind == Type.CUT and num[Opt.CUT] == Cut.OUT:
        d.seen[view.events[i].card] += 1
        d.now[Now.WALL_LEFT] -= 1


@inner
def set_turn(d: Desk, owes: int, flips_next: int, live: int) -> None:
    """Whose turn it is after the opening; −1 for nobody and nothing."""
    d.now[Now.OWES] = owes
    d.now[Now.FLIPS_NEXT] = flips_next
    d.now[Now.LIVE] = live
    d.now[Now.OPENING] = 0
    d.now[Now.TOTAL] = 0


@inner
def settle(d: Desk, num: Array, event: int, taker: int, how: int) -> None:
    """定: what became of the live card; who let a kai of it go is told here (有開不開)."""
    live = d.now[Now.LIVE]
    if live < 0:
        return
    row = d.lives[live]
    row[Up.SETTLED] = event
    row[Up.TAKEN_BY] = taker
    row[Up.TAKEN_HOW] = how
    for seat in range(d.now[Now.N_PLAYERS]):
        if let_kai_go(d, seat, live):
            row[Up.MISSED] |= 1 << seat
            by_act = num[Opt.JUDGED_YOUKAI_BUKAI] == Judged.ACT
            severity = Severity.VIOLATION if by_act else Severity.NOTE
            add(d, severity, Code.YOUKAI_BUKAI, seat, event, row[Up.EVENT])


@inner
def _turn_up(d: Desk, num: Array, view: View, i: int, event: int) -> None:
    settle(d, num, event, -1, -1)
    live = d.now[Now.N_LIVES]
    if live >= MAX_LIVES:
        d.now[Now.LEFT] = 1
        return
    seat, n_players = view.events[i].seat, d.now[Now.N_PLAYERS]
    row = d.lives[live]
    row[Up.EVENT] = event
    row[Up.KIND] = view.events[i].card
    row[Up.SEAT] = seat
    row[Up.FLIP] = view.events[i].type == Type.FLIP
    row[Up.HIDDEN] = (view.events[i].marks & Flag.HIDDEN) != 0
    row[Up.SETTLED] = -1
    row[Up.TAKEN_BY] = -1
    row[Up.TAKEN_HOW] = -1
    row[Up.RIGHTFUL] = 1
    row[Up.CLAIMED] = 0
    row[Up.MISSED] = 0
    row[Up.OPENING] = d.now[Now.OPENING]
    for other in range(n_players):
        d.live_melds[live, other] = d.seats[other, Of.MELDS]
        for kind in range(d.held.shape[1]):
            d.live_held[live, other, kind] = d.held[other, kind]
    d.now[Now.N_LIVES] = live + 1
    set_turn(d, -1, (seat + 1) % n_players, live)


@inner
def _discard(d: Desk, num: Array, view: View, i: int, event: int) -> None:
    seat, card = view.events[i].seat, view.events[i].card
    d.held[seat, card] -= 1
    d.seats[seat, Of.HELD] -= 1
    _turn_up(d, num, view, i, event)
    if d.first_discard[seat, card] < 0:
        d.first_discard[seat, card] = event


@inner
def due(d: Desk, num: Array, seat: int) -> int:
    """Cards that the deal owes a seat (RULEBOOK §3)."""
    if seat == d.now[Now.XIAOJIA]:
        return 2
    return d.now[Now.EACH] + (num[Opt.DEALER_EXTRA] if seat == d.now[Now.DEALER] else 0)


@inner
def _expected_take(d: Desk, owed: int, seat: int, take: int) -> int:
    """欺三搭一: takes of two, the last one alone; 小家 one, twice (S0-107, S0-121, S2-110)."""
    if seat == d.now[Now.XIAOJIA]:
        return 1 if take < owed else 0
    if take < owed // 2:
        return 2
    return owed % 2 if take == owed // 2 else 0


@inner
def _keep_wrong_take(d: Desk, seat: int, event: int) -> None:
    n = d.seats[seat, Of.WRONG]
    if n >= MAX_WRONG:
        d.now[Now.LEFT] = 1
        return
    d.wrong_takes[seat, n] = event
    d.seats[seat, Of.WRONG] = n + 1


@inner
def _take(d: Desk, num: Array, seat: int, event: int, n_cards: int) -> None:
    """發牌: one deal event of so many cards; more than due is 多摸牌 (S2-109)."""
    owed, had = due(d, num, seat), d.seats[seat, Of.DEALT]
    if had <= owed < had + n_cards:
        add(d, Severity.VIOLATION, Code.DUO_MO, seat, event, -1)
    if n_cards != _expected_take(d, owed, seat, d.seats[seat, Of.TAKES]):
        _keep_wrong_take(d, seat, event)
    d.seats[seat, Of.DEALT] += n_cards
    d.seats[seat, Of.TAKES] += 1


@inner
def _deal(d: Desk, num: Array, view: View, i: int, event: int) -> None:
    seat = view.events[i].seat
    first, last = view.card_at[view.group_at[i]], view.card_at[view.group_at[i + 1]]
    for at in range(first, last):
        kind = view.cards[at]
        d.seen[kind] += 1
        d.dealt[seat, kind] += 1
        d.held[seat, kind] += 1
    _take(d, num, seat, event, last - first)
    d.seats[seat, Of.HELD] += last - first
    d.now[Now.WALL_LEFT] -= last - first
    if not d.now[Now.OPENING]:
        # Written late or taken late: a record cannot say which, so the hand cannot be rebuilt.
        d.now[Now.LEFT] = 1
    if seat == d.now[Now.DEALER]:
        d.now[Now.TOTAL] = d.seats[seat, Of.HELD]


@inner
def _owe(d: Desk, num: Array, seat: int, event: int, how: int, taker: int) -> None:
    """進張: the seat took a card in and owes a discard."""
    d.seats[seat, Of.JINZHANG] = event
    d.seats[seat, Of.BY_CHI] = how == Type.CHI
    settle(d, num, event, taker, how if taker >= 0 else -1)
    set_turn(d, seat, -1, -1)
    d.now[Now.TOTAL] = d.seats[seat, Of.HELD] + d.seats[seat, Of.LAID]


@inner
def _lay(d: Desk, seat: int, meld: int, kind: int, n_cards: int) -> None:
    n = d.seats[seat, Of.MELDS]
    if n >= MAX_MELDS:
        d.now[Now.LEFT] = 1
        return
    d.meld[seat, n] = meld
    d.meld_kind[seat, n] = kind
    d.seats[seat, Of.MELDS] = n + 1
    d.seats[seat, Of.LAID] += n_cards


@inner
def meld_of(g: GameArrays, one: int, two: int, three: int) -> int:
    """The chi meld that three kinds make in any order, or NO_MELD."""
    low, high = min(one, two, three), max(one, two, three)
    return g.meld3[low, one + two + three - low - high, high]


@inner
def _lay_group(d: Desk, g: GameArrays, view: View, seat: int, group: int) -> None:
    """擺: one laid group; what is no meld has none (三搭一)."""
    at, end = view.card_at[group], view.card_at[group + 1]
    meld, low = NO_MELD, view.cards[at]
    for card in range(at, end):
        low = min(low, view.cards[card])
    if end - at == 3:
        meld = meld_of(g, view.cards[at], view.cards[at + 1], view.cards[at + 2])
    _lay(d, seat, meld, low, end - at)


@inner
def _claim(d: Desk, g: GameArrays, num: Array, view: View, i: int, event: int) -> None:
    kind, seat, live = view.events[i].type, view.events[i].seat, d.now[Now.LIVE]
    card = d.lives[live, Up.KIND]
    if view.events[i].marks & Flag.OVERRULED:
        d.lives[live, Up.CLAIMED] |= 1 << seat
        return
    if kind != Type.CHI:
        count = 2 if kind == Type.DUI else 3
        d.held[seat, card] -= count
        d.seats[seat, Of.HELD] -= count
        d.seats[seat, Of.QUADS] += kind == Type.KAI
        _lay(d, seat, MeldKind.DUI if kind == Type.DUI else MeldKind.KAI, card, count + 1)
        _owe(d, num, seat, event, kind, seat)
        return
    first_group, last_group = view.group_at[i], view.group_at[i + 1]
    for at in range(view.card_at[first_group], view.card_at[last_group]):
        d.held[seat, view.cards[at]] -= 1
        d.seats[seat, Of.HELD] -= 1
    at = view.card_at[first_group]
    first, second = view.cards[at], view.cards[at + 1]
    _lay(d, seat, meld_of(g, card, first, second), min(card, first, second), 3)
    for group in range(first_group + 1, last_group):
        _lay_group(d, g, view, seat, group)
    d.seats[seat, Of.TAKEN] = card
    d.seats[seat, Of.FIRST] = first
    d.seats[seat, Of.SECOND] = second
    row = d.lives[live]
    allowed = may_chi(num, d.now[Now.N_PLAYERS], row[Up.SEAT], row[Up.FLIP], seat)
    row[Up.RIGHTFUL] = allowed and seat != d.now[Now.XIAOJIA]
    _owe(d, num, seat, event, kind, seat)
