"""桌: the working memory of the simulator kernels: one hand while it is played, in one record."""

from __future__ import annotations

from enum import IntEnum
from typing import Any, NamedTuple

import numpy as np

from erqishi_logs.engine.group import Ask, win_room
from erqishi_logs.engine.tables import MAX_PLAYERS
from erqishi_logs.engine.view import as_record

Array = Any

#: Room of one hand. Claims that were overruled are written down only while there are fewer than `CROWDED` events, so
#: that the rest always fits: no hand turns up more than 80 cards.
MAX_EVENTS, CROWDED = 640, 400
MAX_GROUPS, MAX_CARDS = 2560, 6144
MAX_CLAIMS = 160
_MAX_WALL = 80
_MAX_MELDS = 16
_MAX_OFFERS = 2048


class Is(IntEnum):
    """Where the hand stands, in `Play.now`; −1 for none of kinds and seats."""

    N_PLAYERS = 0
    DEALER = 1
    XIAOJIA = 2
    #: The 圈, 0 for none, and its card.
    QUAN = 3
    QUAN_KIND = 4
    #: Cards dealt to a seat that is neither dealer nor 小家.
    EACH = 5
    #: Who owes an act, who flips when nobody answers.
    OWES = 6
    FLIPS_NEXT = 7
    #: 現張: its kind, who turned it up, whether by a flip, whether it is the dealer's opening discard.
    LIVE = 8
    TURNED_BY = 9
    FLIP = 10
    FIRST = 11
    OPENING = 12
    ENDED = 13
    WINNER = 14
    #: Cards in `wall`, and how many of them are taken.
    WALL = 15
    TAKEN = 16
    EVENTS = 17
    GROUPS = 18
    CARDS = 19
    #: Cards of the seat that owes, those on the table among them.
    TOTAL = 20
    #: Of the chi just made: its card and the two hand cards. Of a 小家: the card just drawn.
    CHI = 21
    ONE = 22
    TWO = 23
    DRAWN = 24
    CLAIMS = 25
    #: 圈自負: whose card made the winner's dui or kai of the 圈, by winner: seat + 1 in four bits each.
    QUAN_FROM = 26
    CUTTER = 27
    CUT = 28
    #: What is declared of a win.
    HUSHU = 29
    TITLES = 30
    SUM = 31
    #: 1 where a seat that owed a discard had none it might make: no rule set should bring that about.
    STUCK = 32
    #: Whether what is offered is kept, and how many rows of it there are.
    KEEPS_OFFERS = 33
    OFFERS = 34


class Mine(IntEnum):
    """Columns of `Play.seats`; kinds are bits."""

    #: Melds on the table, cards laid there, kai among them.
    MELDS = 0
    LAID = 1
    QUADS = 2
    #: Passed chi and dui; those (scope `kind`: any chance) since the last 進張; kinds of passed wins; the highest.
    CHI = 3
    DUI = 4
    RECENT = 5
    WON = 6
    BEST = 7
    DISCARDED = 8
    #: Kinds that might complete the hand, free kinds of which there is one, two; 1 where these are up to date.
    WAITS = 9
    FRESH = 10
    #: Chances with the live card: chi, dui, the total of the best win (−1: none).
    CAN_CHI = 11
    CAN_DUI = 12
    CAN_WIN = 13
    #: 和數 of what lies on the table, kan and gun held apart.
    HUSHU = 14
    ONE = 15
    TWO = 16
    #: 牌勢 of the hand as it is, and 1 where that is up to date.
    WORTH = 17
    WEIGHED = 18


class Ev(IntEnum):
    """Columns of `Play.events`, as the columns of `Hands` of these names; `NUMBER` −1 for none."""

    TYPE = 0
    SEAT = 1
    CARD = 2
    FLAGS = 3
    WHOLE = 4
    TITLES = 5
    NUMBER = 6


class Claim(IntEnum):
    """Columns of `Play.claims`: type, the two hand cards of a chi, melds laid (擺), the two cards beside X of each."""

    TYPE = 0
    ONE = 1
    TWO = 2
    BAI = 3
    PAIRS = 4


class Offer(IntEnum):
    """Columns of `Play.offers`: before which event, to which seat, then as of `Claim`. `ONE` of a hu is its total, of a
    discard the kinds that may be put out, a bit a kind.
    """

    EVENT = 0
    SEAT = 1
    CLAIM = 2


class Play(NamedTuple):
    """桌: `now[Is.X]`, `seats[p, Mine.X]`; `held[p, k]`, `dealt[p, k]`: cards by kind; `public[k]`: cards that all have
    seen; `meld[p, i]`, `meld_kind[p, i]`: melds on the table; `deck`, `wall[:Is.WALL]`: kinds, top first;
    `events[i, Ev.X]`, `group_at`, `card_at`, `cards`: the record so far, as in `Hands`; `claims[i, Claim.X]`: what a
    seat may claim; `wish[p, Claim.X]`: what each seat claims, type −1 for nothing; `offers[i, Offer.X]`: all that
    seats were offered, where that is kept; `policy[p]`; `dice[0]`: the generator; `pay[p]`; `free`: a search's own;
    `words`, `hopes`, `stack`, `groups`: of 牌勢 and of the arrangement; `ask`, `room`: of the counting kernels.
    """

    now: Array
    seats: Array
    held: Array
    dealt: Array
    public: Array
    meld: Array
    meld_kind: Array
    deck: Array
    wall: Array
    events: Array
    group_at: Array
    card_at: Array
    cards: Array
    claims: Array
    wish: Array
    offers: Array
    policy: Array
    dice: Array
    pay: Array
    free: Array
    words: Array
    hopes: Array
    stack: Array
    groups: Array
    ask: Array
    room: Array


def new_play(n_kinds: int) -> Play:
    """桌: for a deck of so many kinds; one record, as the kernels want it.

    >>> new_play(20).held.shape
    (8, 20)
    """
    empty = Play(
        now=np.zeros(len(Is), np.int64),
        seats=np.zeros((MAX_PLAYERS, len(Mine)), np.int64),
        held=np.zeros((MAX_PLAYERS, n_kinds), np.int8),
        dealt=np.zeros((MAX_PLAYERS, n_kinds), np.int8),
        public=np.zeros(n_kinds, np.int8),
        meld=np.zeros((MAX_PLAYERS, _MAX_MELDS), np.int8),
        meld_kind=np.zeros((MAX_PLAYERS, _MAX_MELDS), np.int8),
        deck=np.zeros(_MAX_WALL, np.int8),
        wall=np.zeros(_MAX_WALL, np.int8),
        events=np.zeros((MAX_EVENTS, len(Ev)), np.int64),
        group_at=np.zeros(MAX_EVENTS + 1, np.int64),
        card_at=np.zeros(MAX_GROUPS + 1, np.int64),
        cards=np.zeros(MAX_CARDS, np.int8),
        claims=np.zeros((MAX_CLAIMS, Claim.PAIRS + 6), np.int64),
        wish=np.zeros((MAX_PLAYERS, Claim.PAIRS + 6), np.int64),
        offers=np.zeros((_MAX_OFFERS, Offer.CLAIM + Claim.PAIRS + 6), np.int64),
        policy=np.zeros(MAX_PLAYERS, np.int64),
        dice=np.zeros(1, np.uint64),
        pay=np.zeros(MAX_PLAYERS, np.float64),
        free=np.zeros(n_kinds, np.int8),
        words=np.zeros(8, np.int64),
        hopes=np.zeros(16, np.int64),
        stack=np.zeros((16, 2), np.int64),
        groups=np.zeros((2, 16, 2), np.int64),
        ask=np.zeros(len(Ask), np.int64),
        room=win_room(),
    )
    play: Play = as_record(empty)
    return play
