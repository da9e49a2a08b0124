"""行牌: lets bots play a hand to its end (RULEBOOK §4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from erqishi_logs.legal import distance
from erqishi_logs.record import Event
from erqishi_logs.record.types import CLAIMS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from erqishi_logs.simulate.bots import Bot
    from erqishi_logs.simulate.desk import Desk

#: How often a claim that was overruled gets into the record.
OVERRULED_WRITTEN = 0.3
#: Precedence of the claims: hu, then kai and dui, then chi (S0-042, S0-055).
_RANKS = {"hu": 0, "kai": 1, "dui": 1, "chi": 2}


def play_out(desk: Desk, bots: Sequence[Bot], wall: Sequence[int]) -> None:
    """行牌: from the deal to hu or huang; `wall` is what is turned up, top first."""
    table = desk.table
    while table.ended is None:
        phase = table.phase
        if phase.owes >= 0:
            desk.push(bots[phase.owes].act(desk, phase.owes))
        elif phase.live is None or not _claimed(desk, bots):
            turn_up(desk, bots, wall)


def _claimed(desk: Desk, bots: Sequence[Bot]) -> bool:
    """Asks every seat; the claim of the highest precedence is made, others now and then written down."""
    wishes = [wish for seat, bot in enumerate(bots) if (wish := bot.answer(desk, seat)) is not None]
    if not wishes:
        return False
    first, *others = sorted(wishes, key=lambda wish: precedence(desk, wish))
    for other in others:
        if other.type in CLAIMS and desk.rng.random() < OVERRULED_WRITTEN:
            desk.push(msgspec.structs.replace(other, overruled=True))
    desk.push(first)
    return True


def precedence(desk: Desk, wish: Event) -> tuple[int, int]:
    """Who goes first: by claim, then nearest counter-clockwise from the card (S0-055)."""
    live = desk.live
    if live is None or wish.seat is None:
        return len(_RANKS), 0
    return _RANKS.get(wish.type, len(_RANKS)), distance(desk.n_players, live.seat, live.flip, wish.seat)


def turn_up(desk: Desk, bots: Sequence[Bot], wall: Sequence[int]) -> None:
    """The next seat flips; 小家 draws; with the wall empty the hand is drawn (黃)."""
    table = desk.table
    if table.wall_left <= 0:
        desk.push(Event("huang"))
        return
    seat, kind = table.phase.flips_next, wall[table.wall_next]
    if table.seats[seat].is_xiaojia:
        desk.push(bots[seat].draw(desk, seat, kind))
    else:
        desk.push(Event("flip", seat=seat, card=desk.game.deck.format_card(kind)))
