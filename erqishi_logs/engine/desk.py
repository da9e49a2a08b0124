"""案: the working memory of the audit kernels: one hand at a time, reused for all of a block.

What `erqishi_logs.replay` keeps as objects is here rows of numbers. The log of used cards is not kept: of a
complete record each live card keeps what every seat held when it was turned up.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any, NamedTuple

import numpy as np

from erqishi_logs.engine.group import Answer, Ask, win_room
from erqishi_logs.engine.tables import MAX_PLAYERS
from erqishi_logs.engine.view import as_record

Array = Any

#: Live cards, melds on the table of one seat, findings, and evidence of one hand; more is left to the plain engine.
MAX_LIVES = 512
MAX_MELDS = 96
MAX_FOUND = 192
MAX_EVIDENCE = 1024
MAX_WRONG = 48


class Now(IntEnum):
    """Where the hand stands, in `Desk.now` (`Phase` and `Table` of the plain engine)."""

    OWES = 0
    FLIPS_NEXT = 1
    #: Row of `Desk.lives`, −1 for none.
    LIVE = 2
    OPENING = 3
    #: Cards of the seat that owes, those on the table among them.
    TOTAL = 4
    #: The event that ended the hand, −1.
    ENDED = 5
    WINNER = 6
    WALL_LEFT = 7
    WALL_NEXT = 8
    N_LIVES = 9
    N_FOUND = 10
    N_EVIDENCE = 11
    #: 1 where the plain engine must judge this hand.
    LEFT = 12
    N_PLAYERS = 13
    DEALER = 14
    #: Seat of the 小家, −1.
    XIAOJIA = 15
    #: Kind of the recorded 圈, 0 to 10; 0 where none is recorded.
    QUAN = 16
    #: The card of the 圈, −1.
    QUAN_KIND = 17
    #: Cards dealt to a seat that is neither dealer nor 小家.
    EACH = 18
    #: Row of `Desk.lives` on which the hand was won, −1 for the deal.
    WON_ON = 19


class Of(IntEnum):
    """Columns of `Desk.seats`."""

    #: Cards dealt, deal events, cards laid on the table, cards held.
    DEALT = 0
    TAKES = 1
    LAID = 2
    HELD = 3
    MELDS = 4
    #: kai on the table.
    QUADS = 5
    #: The event of the last 進張, −1; whether it was a chi, its card, the two hand cards.
    JINZHANG = 6
    BY_CHI = 7
    TAKEN = 8
    FIRST = 9
    SECOND = 10
    #: Takes that had not their number: told where the deal is recorded take by take.
    WRONG = 11


class Up(IntEnum):
    """Columns of `Desk.lives` (`Live` of the plain engine)."""

    EVENT = 0
    KIND = 1
    SEAT = 2
    FLIP = 3
    HIDDEN = 4
    #: The event that settled it, −1; who took it, −1; how (the event's type, −1).
    SETTLED = 5
    TAKEN_BY = 6
    TAKEN_HOW = 7
    RIGHTFUL = 8
    #: Bits of the seats that did not pass, of those that let a kai go.
    CLAIMED = 9
    MISSED = 10
    #: Whether the deal was all that went before.
    OPENING = 11


class Found(IntEnum):
    """Columns of `Desk.found`; the evidence is `Desk.evidence[FROM : TO]`."""

    SEVERITY = 0
    CODE = 1
    SEAT = 2
    EVENT = 3
    FROM = 4
    TO = 5


class Severity(IntEnum):
    """In the order in which findings of one event are told."""

    FAULT = 0
    VIOLATION = 1
    NOTE = 2


class Desk(NamedTuple):
    """案: `now[Now.X]`; `held[p, k]`, `dealt[p, k]`, `seen[k]`: cards by kind; `first_discard[p, k]`: event, −1;
    `seats[p, Of.X]`; `meld[p, i]`, `meld_kind[p, i]`: the melds on the table in order, `MeldKind` (−1: no meld)
    and lowest kind; `lives[l, Up.X]`, `live_held[l, p, k]`, `live_melds[l, p]`: what each
    seat held and how many melds it had when it was turned up; `found[f, Found.X]`, `evidence`;
    `wrong_takes[p, i]`: the events of takes that had not their number; `free[k]`: the laying search's own;
    `ask`, `answer`, `room`: of the counting kernels (`erqishi_logs.engine.group`).
    """

    now: Array
    held: Array
    dealt: Array
    seen: Array
    first_discard: Array
    seats: Array
    meld: Array
    meld_kind: Array
    lives: Array
    live_held: Array
    live_melds: Array
    found: Array
    evidence: Array
    wrong_takes: Array
    free: Array
    ask: Array
    answer: Array
    room: Array


def new_desk(n_kinds: int) -> Desk:
    """案: for a deck of so many kinds; one record, as the kernels want it.

    >>> new_desk(20).held.shape
    (8, 20)
    """
    kinds, players = (n_kinds,), (MAX_PLAYERS,)
    empty = Desk(
        now=np.zeros(len(Now), np.int64),
        held=np.zeros(players + kinds, np.int8),
        dealt=np.zeros(players + kinds, np.int8),
        seen=np.zeros(kinds, np.int8),
        first_discard=np.zeros(players + kinds, np.int64),
        seats=np.zeros((*players, len(Of)), np.int64),
        meld=np.zeros((*players, MAX_MELDS), np.int8),
        meld_kind=np.zeros((*players, MAX_MELDS), np.int8),
        lives=np.zeros((MAX_LIVES, len(Up)), np.int64),
        live_held=np.zeros((MAX_LIVES, *players, *kinds), np.int8),
        live_melds=np.zeros((MAX_LIVES, *players), np.int64),
        found=np.zeros((MAX_FOUND, len(Found)), np.int64),
        evidence=np.zeros(MAX_EVIDENCE, np.int64),
        wrong_takes=np.zeros((*players, MAX_WRONG), np.int64),
        free=np.zeros(kinds, np.int8),
        ask=np.zeros(len(Ask), np.int64),
        answer=np.zeros(len(Answer), np.int64),
        room=win_room(),
    )
    desk: Desk = as_record(empty)
    return desk
