"""按: what each seat was offered at a live card, and what it clicked (PLATFORMS, A: `opers`, `currOper`)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from erqishi_logs.cards import UNSEEN
from erqishi_logs.importers.snapshots import shapes as say
from erqishi_logs.importers.snapshots.acts import Act, read_act
from erqishi_logs.importers.snapshots.numbers import glyphs
from erqishi_logs.record.types import Event

if TYPE_CHECKING:
    from collections.abc import Sequence

    from erqishi_logs.importers.snapshots.shapes import Operation, User

CLAIM_TYPES = {say.HU: "hu", say.KAI: "kai", say.DUI: "dui", say.CHI: "chi"}
_OFFERED = (*say.CLAIMS, say.BA_YU)


class Click(NamedTuple):
    """按: a click of a seat on a live card, and all that it was offered."""

    act: Act
    live: int
    offers: tuple[Operation, ...]

    def event(self) -> Event | None:
        """事: a pass, or a claim that was overruled; None for a click that is neither."""
        if self.act.code == say.PASS:
            event = Event("pass", self.act.seat, glyphs([self.live]))
        elif self.act.code in CLAIM_TYPES:
            event = Event(CLAIM_TYPES[self.act.code], self.act.seat, glyphs([self.live]), overruled=True)
        else:
            return None
        if self.act.code == say.CHI:
            event.cards = glyphs((*self.act.cards, UNSEEN, UNSEEN)[:2])
        others = [offer for offer in self.offers if offer.oper != self.act.code]
        if others:
            event.extra = {"_offers": plain_offers(others)}
        return event


@dataclass
class Clicks:
    """按: the offers and clicks on the card that is live. A click that only stays is none."""

    pending: list[Click] = field(default_factory=list)
    offers: dict[int, tuple[Operation, ...]] = field(default_factory=dict)
    _last: dict[int, int] = field(default_factory=dict)

    def waits(self, seat: int) -> bool:
        """Whether the seat was offered something at the card that is live."""
        return seat in self.offers

    def take(self, seat: int, user: User, live: int | None) -> None:
        """Takes in what a snapshot says of a seat; `live` is the kind that is live. Raises OddError."""
        offers = offers_of(user)
        if offers and live is not None:
            self.offers[seat] = offers
        click = read_click(user, seat)
        before = self._last.get(seat, 0)
        self._last[seat] = click.code if click else 0
        if click is not None and click.code != before and live is not None:
            known = self.offers.get(seat, ())
            self.pending.append(Click(_with_cards(click, known), live, known))

    def settle(self, act: Act | None) -> tuple[list[Event], dict[str, Any] | None]:
        """定: the events of what was clicked in vain once `act` settles the card, and the offers nobody answered."""
        real = [] if act is None else [c for c in self.pending if (c.act.seat, c.act.code) == (act.seat, act.code)]
        told = [click.event() for click in self.pending if click not in real]
        answered = {click.act.seat for click in self.pending} | ({act.seat} if act and not act.turns else set())
        ignored = {str(seat): plain_offers(offers) for seat, offers in self.offers.items() if seat not in answered}
        self.pending, self.offers = [], {}
        return [event for event in told if event is not None], ignored or None

    def claimed(self, seat: int, code: int) -> bool:
        """Whether the seat has clicked this claim on the card that is live."""
        return any((click.act.seat, click.act.code) == (seat, code) for click in self.pending)


def offers_of(user: User) -> tuple[Operation, ...]:
    """按: the claims that a seat is offered; a bare number is an operation without cards."""
    listed = [say.Operation(offer) if isinstance(offer, int) else offer for offer in user.opers or ()]
    return tuple(offer for offer in listed if offer.oper in _OFFERED)


def read_click(user: User, seat: int) -> Act | None:
    """按: what a seat clicked; None where it clicked nothing. Raises OddError."""
    click = user.curr_oper
    code = click.oper if isinstance(click, say.Operation) else click
    return read_act(click, seat, "currOper") if click is not None and code else None


def plain_offers(offers: Sequence[Operation]) -> list[dict[str, Any]]:
    """按: operations as plain data, as the platform writes them."""
    return [msgspec.to_builtins(offer) for offer in offers]


def _with_cards(click: Act, offers: Sequence[Operation]) -> Act:
    """The click with the hand cards of the one offer that it can mean."""
    if click.cards:
        return click
    fitting = [read_act(offer, click.seat, "opers") for offer in offers if offer.oper == click.code]
    return fitting[0] if len(fitting) == 1 else click
