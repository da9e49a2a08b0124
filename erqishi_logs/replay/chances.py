"""過張: which live cards a seat could have taken and did not (RULEBOOK §5).

A chance hangs on the cards and on the right; being pre-empted is no pass. What only a 聽 would have made
possible, in the hand or live, is no chance: the sources do not say that it binds (S0-002).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from erqishi_logs.legal import can_chi, can_dui, distance, may_chi, may_dui, may_hu

if TYPE_CHECKING:
    from collections.abc import Iterator

    from erqishi_logs.replay.replay import Replay
    from erqishi_logs.replay.table import Live

#: Claims that lay four alike.
QUAD_CLAIMS = ("kai", "saochuan")


def lives_before(replay: Replay, number: int, kind: int, event: int) -> Iterator[Live]:
    """Live cards of a kind that were settled before `event` and that the seat let go or took otherwise."""
    for live in replay.lives_of.get(kind, ()):
        if live.event >= event or live.settled < 0 or live.settled >= event:
            continue
        if number in live.claimed_by or (live.hidden and live.seat != number):
            continue
        yield live


def is_dead(replay: Replay, number: int, live: Live) -> bool:
    """自己打出去的牌均無法再使用: barred where the rules say so, hence no chance (S1-138)."""
    if not replay.rules.own_discard_dead or live.kind < 0 or live.kind == replay.game.deck.wild:
        return False
    return any(kind == live.kind and event < live.event for event, kind in replay.seats[number].discards)


def passed_chi(replay: Replay, number: int, live: Live, dealt: list[int]) -> bool:
    """吃: the seat could have chi'd this card and did not (S1-049, S1-052)."""
    if replay.seats[number].is_xiaojia or not may_chi(replay.rules, replay.n_players, live.seat, live.flip, number):
        return False
    if _chi_preempted(live, number) or is_dead(replay, number, live):
        return False
    held = replay.seats[number].held_at(live.event, dealt)
    return can_chi(replay.game.melds, replay.rules, held, dealt, live.kind)


def _chi_preempted(live: Live, number: int) -> bool:
    """Taken by a higher priority, or by the seat itself in another way."""
    if live.taken_by < 0:
        return False
    if live.taken_how != "chi" or live.taken_by == number:
        return True
    # A chi without right pre-empts nobody; next(s) does not pre-empt the flipper (S1-042).
    return live.rightful and live.flip and live.taken_by == live.seat


def passed_dui(replay: Replay, number: int, live: Live, dealt: list[int]) -> bool:
    """對: the seat could have dui'd this card and did not; who chi'd it has passed the dui (§5)."""
    if replay.seats[number].is_xiaojia or not may_dui(replay.rules, live.seat, live.flip, number):
        return False
    if live.taken_how not in ("", "chi") or is_dead(replay, number, live):
        return False
    held = replay.seats[number].held_at(live.event, dealt)
    return live.kind != replay.game.deck.wild and can_dui(held, dealt, live.kind)


def may_have_won(replay: Replay, number: int, live: Live) -> bool:
    """和: the seat had the right to win on this card and nobody nearer did (S0-055)."""
    if not may_hu(live.seat, live.flip, number) or is_dead(replay, number, live):
        return False
    if live.taken_how != "hu":
        return True
    if live.taken_by == number:
        return False
    own = distance(replay.n_players, live.seat, live.flip, number)
    return own < distance(replay.n_players, live.seat, live.flip, live.taken_by)


def last_jinzhang(replay: Replay, number: int, event: int) -> int:
    """進張: the seat's last one before `event`, or −1 (S0-025)."""
    return max((e for e in replay.seats[number].jinzhang if e < event), default=-1)
