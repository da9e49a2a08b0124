"""The course of one hand: messages → events of the record (FORMAT, Events; RULEBOOK §9)."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING, Any, NamedTuple

from erqishi_logs.cards import ERQISHI_DECK
from erqishi_logs.errors import RecordError
from erqishi_logs.importers.guilin import messages as say
from erqishi_logs.record.types import Event
from erqishi_logs.texts.phrase import Phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from datetime import datetime

    from erqishi_logs.importers.guilin.hands import HandLog
    from erqishi_logs.importers.guilin.lines import Message

# Who is asked before whom (RULEBOOK §4.2): hu by nearness, then 開 and 掃 of themselves, 對, 吃 by turn, nobody.
_HU, _AUTO, _DUI, _CHI, _NOBODY = 0, 10, 20, 30, 40


def glyphs(cards: Iterable[int]) -> str:
    """牌: the log's numbers 1–20 as characters.

    >>> glyphs([2, 7, 10, 11])
    '二七十壹'
    """
    return ERQISHI_DECK.format_cards(card - 1 for card in cards)


class Live(NamedTuple):
    """現張: the card turned up, by whom, and how."""

    card: int
    seat: int
    flip: bool


class Course:
    """The events of a hand as they come, and what of each dealt hand has been seen to leave it.

    `used` are the cards by seat that left the concealed hand; `flips` the cards of the wall.
    """

    def __init__(self, seats: dict[str, int], began: datetime) -> None:
        self.seats = seats
        self.began = began
        self.events: list[Event] = []
        self.used: dict[int, list[int]] = defaultdict(list)
        self.flips: list[int] = []
        self.last_card: int | None = None
        self.win: say.Win | None = None
        self.result: say.Result | None = None
        self._live: Live | None = None
        self._offers: dict[int, set[int]] = {}
        self._quads: Counter[int] = Counter()
        self._ms = 0

    def follow(self, log: HandLog) -> None:
        """Take in every message. Raises RecordError where the course cannot be told."""
        for message in log.messages:
            # A log may have been put together out of order; no event comes before the deal.
            self._ms = max(0, round((message.at - self.began).total_seconds() * 1000))
            try:
                self._take(message)
            except LookupError as error:
                raise _lost(message, error.args[0]) from error

    def _take(self, message: Message) -> None:
        if isinstance(message.body, list):
            self.offers(message.body, message.to)
        elif type(message.body) in _TAKERS:
            _TAKERS[type(message.body)](self, message.body)

    def _add(self, kind: str, seat: int | None = None, card: int | None = None, **keys: object) -> None:
        shown = None if card is None else glyphs([card])
        self.events.append(Event(type=kind, seat=seat, card=shown, ms=self._ms, **keys))  # type: ignore[arg-type]

    def _seat(self, uid: str | None) -> int:
        if uid not in self.seats:
            msg = Phrase("guilin.stranger", uid=uid)
            raise LookupError(msg)
        return self.seats[uid]

    def _claimed(self) -> int:
        if self._live is None:
            msg = Phrase("guilin.no_live")
            raise LookupError(msg)
        return self._live.card

    # -- turning a card up

    def lord_select(self, body: say.LordSelect) -> None:
        self.last_card = body.id

    def post(self, body: say.Post) -> None:
        seat = self._seat(body.uid)
        self._turn(Live(body.id, seat, flip=False))
        self.used[seat].append(body.id)
        self._add("discard", seat, body.id)

    def flip(self, body: say.Flip) -> None:
        seat = self._seat(body.uid)
        self._turn(Live(body.id, seat, flip=True))
        self.flips.append(body.id)
        self._add("flip", seat, body.id, hidden=not body.visible)

    def _turn(self, live: Live) -> None:
        # Where onNoneAct is missing, the next card says the same.
        self._settle(_NOBODY)
        self._live = live

    # -- offers, and what became of them

    def offers(self, body: list[say.Offer], to: tuple[str, ...]) -> None:
        for uid in to:
            self._offers.setdefault(self._seat(uid), set()).update(offer.type for offer in body)

    def none_act(self, _body: say.NoneAct) -> None:
        self._settle(_NOBODY)

    def _settle(self, rank: int, taker: int | None = None) -> None:
        """過: who was asked before the taker, and did not take, has passed."""
        if self._live is not None:
            for seat in sorted(self._offers):
                if seat != taker and self._rank(seat) < rank:
                    self._add("pass", seat, self._live.card)
        self._live = None
        self._offers = {}

    def _rank(self, seat: int) -> int:
        types = self._offers[seat]
        if types.intersection(say.OFFER_HU):
            return _HU + self._distance(seat)
        return _DUI if say.OFFER_DUI in types else _CHI + self._distance(seat)

    def _distance(self, seat: int) -> int:
        return 0 if self._live is None else (seat - self._live.seat) % len(self.seats)

    # -- claims

    def dui(self, body: say.Dui) -> None:
        seat, card = self._seat(body.uid), self._claimed()
        self._settle(_DUI, seat)
        self.used[seat] += body.card_arr
        self._add("dui", seat, card)

    def chi(self, body: say.Chi) -> None:
        seat, card = self._seat(body.uid), self._claimed()
        self._settle(_CHI + self._distance(seat), seat)
        self.used[seat] += body.card_arr + body.xiahuo
        laid = tuple(glyphs(body.xiahuo[i : i + 3]) for i in range(0, len(body.xiahuo), 3))
        self._add("chi", seat, card, cards=glyphs(body.card_arr), bai=laid or None)

    def auto(self, body: say.Auto) -> None:
        seat, card = self._seat(body.uid), self._claimed()
        self._settle(_AUTO, seat)
        if body.type not in say.GROWS_TABLE_GROUP:
            self.used[seat] += body.card_arr
        self._add(_auto_event(body.type), seat, card)
        if body.type != say.SAO:
            self._quad(seat, body)

    def _quad(self, seat: int, body: say.Auto) -> None:
        for dealt in body.chong_zhao:
            self.used[seat] += dealt
        self._quads[seat] += 1 + len(body.chong_zhao)
        if body.type in say.NO_DISCARD_AFTER or body.chong_zhao:
            # The server says it is not the first quad, also where the line of the first is lost.
            self._quads[seat] = max(self._quads[seat], 2)
            self._add("bakuai", seat, blocks=4 * self._quads[seat])

    # -- the end

    def hu(self, body: say.Win) -> None:
        seat = self._seat(body.uid)
        self._settle(_HU + self._distance(seat), seat)
        self.win = body
        card = None if body.type == say.TIANHU else body.id
        self._add("hu", seat, card, melds=tuple(map(glyphs, body.card_arr)))

    def end(self, body: say.Result) -> None:
        self.result = body
        if body.uid is None:
            self._settle(_NOBODY)
            self._add("huang")
        elif self.win is not None:
            self.events[-1].hushu = body.hu_shu


def _auto_event(code: int) -> str:
    if code == say.SAO:
        return "sao"
    if code in say.SAOCHUAN:
        return "saochuan"
    if code in say.KAI:
        return "kai"
    msg = Phrase("guilin.auto_type", code=code)
    raise LookupError(msg)


def _lost(message: Message, found: str) -> RecordError:
    line = message.line
    return RecordError(line.file, line.number, None, found, Phrase("guilin.course"))


_TAKERS: dict[type, Callable[[Course, Any], None]] = {
    say.LordSelect: Course.lord_select,
    say.Post: Course.post,
    say.Flip: Course.flip,
    say.Dui: Course.dui,
    say.Chi: Course.chi,
    say.Auto: Course.auto,
    say.NoneAct: Course.none_act,
    say.Win: Course.hu,
    say.Result: Course.end,
}
