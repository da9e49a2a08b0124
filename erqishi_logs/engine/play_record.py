"""記: events of the hand that is played, written as they happen."""

from __future__ import annotations

from typing import Any

from erqishi_logs.engine.arrays import ABSENT, NOT_GIVEN, Flag, Type
from erqishi_logs.engine.compiled import inner
from erqishi_logs.engine.play_desk import Claim, Ev, Is, Offer, Play

Array = Any


@inner
def push(s: Play, kind: int, seat: int, card: int) -> int:
    """記: one more event, and its place; its groups are added after it."""
    at = s.now[Is.EVENTS]
    row = s.events[at]
    row[Ev.TYPE] = kind
    row[Ev.SEAT] = seat
    row[Ev.CARD] = card
    row[Ev.FLAGS] = 0
    row[Ev.WHOLE] = NOT_GIVEN
    row[Ev.TITLES] = -1
    row[Ev.NUMBER] = -1
    s.now[Is.EVENTS] = at + 1
    s.group_at[at + 1] = s.now[Is.GROUPS]
    return int(at)


@inner
def put_card(s: Play, kind: int) -> None:
    """A card into the group that is being written."""
    s.cards[s.now[Is.CARDS]] = kind
    s.now[Is.CARDS] += 1


@inner
def end_group(s: Play) -> None:
    """Ends a group of the last event."""
    s.now[Is.GROUPS] += 1
    s.card_at[s.now[Is.GROUPS]] = s.now[Is.CARDS]
    s.group_at[s.now[Is.EVENTS]] = s.now[Is.GROUPS]


@inner
def keep_offer(s: Play, seat: int, kind: int, one: int) -> None:
    """An offer of a hu or a discard, where offers are kept."""
    n = s.now[Is.OFFERS]
    if not s.now[Is.KEEPS_OFFERS] or n >= len(s.offers):
        return
    s.offers[n, Offer.EVENT], s.offers[n, Offer.SEAT] = s.now[Is.EVENTS], seat
    s.offers[n, Offer.CLAIM + Claim.TYPE], s.offers[n, Offer.CLAIM + Claim.ONE] = kind, one
    s.offers[n, Offer.CLAIM + Claim.BAI] = 0
    s.now[Is.OFFERS] = n + 1


@inner
def keep_claims(s: Play, seat: int) -> None:
    """The claims that a seat is offered, where offers are kept."""
    if not s.now[Is.KEEPS_OFFERS]:
        return
    for row in range(s.now[Is.CLAIMS]):
        n = s.now[Is.OFFERS]
        keep_offer(s, seat, s.claims[row, Claim.TYPE], s.claims[row, Claim.ONE])
        if n < s.now[Is.OFFERS]:
            for column in range(s.claims.shape[1]):
                s.offers[n, Offer.CLAIM + column] = s.claims[row, column]


@inner
def write_claim(s: Play, seat: int, overruled: int) -> None:
    """開 對 吃: what the seat wishes, as an event; of a chi its two cards and each meld laid, X first."""
    wish, live = s.wish[seat], s.now[Is.LIVE]
    at = push(s, wish[Claim.TYPE], seat, live)
    s.events[at, Ev.FLAGS] = Flag.OVERRULED if overruled else 0
    if wish[Claim.TYPE] != Type.CHI:
        return
    put_card(s, wish[Claim.ONE])
    put_card(s, wish[Claim.TWO])
    end_group(s)
    for i in range(wish[Claim.BAI]):
        put_card(s, live)
        put_card(s, wish[Claim.PAIRS + 2 * i])
        put_card(s, wish[Claim.PAIRS + 2 * i + 1])
        end_group(s)


@inner
def write_win(s: Play, seat: int, overruled: int) -> None:
    """和: the arrangement that `find_win` left, all of it declared."""
    at = push(s, Type.HU, seat, s.now[Is.LIVE] if s.now[Is.LIVE] >= 0 else ABSENT)
    s.events[at, Ev.FLAGS] = Flag.MELDS | (Flag.OVERRULED if overruled else 0)
    s.events[at, Ev.WHOLE] = s.now[Is.HUSHU]
    s.events[at, Ev.TITLES] = s.now[Is.TITLES]
    s.events[at, Ev.NUMBER] = s.now[Is.SUM]
    for i in range(s.groups.shape[1]):
        size = s.groups[0, i, 0]
        if size == 0:
            return
        for place in range(size):
            put_card(s, s.groups[0, i, 1] >> 8 * place & 0xFF)
        end_group(s)
