"""The course of one hand: operations → events of the record (FORMAT, Events; PLATFORMS, B)."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, NamedTuple

from erqishi_logs.cards import ERQISHI_DECK, UNSEEN, UNSEEN_GLYPH
from erqishi_logs.importers.operations import messages as say
from erqishi_logs.importers.operations.complaints import FormError
from erqishi_logs.legal import distance
from erqishi_logs.melds import ERQISHI_MELDS
from erqishi_logs.record.types import CLAIMS, Event
from erqishi_logs.texts.phrase import Phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

#: Who takes a card before whom (RULEBOOK §4.2).
_RANKS = {"hu": 0, "kai": 1, "dui": 1, "chi": 2}
#: Two quads are the least for which 八塊 is called (RULEBOOK §4.5).
_TWO_QUADS = 2
#: Blocks that can be called (FORMAT, Events).
_MOST_QUADS = 6
_MOST_BITS = 2**31
YU = "雨"


def glyph(code: int | str, path: str) -> str:
    """牌: the character of a card's number 1–20, `?` for 0. Raises FormError.

    >>> glyph(12, "$"), glyph(0, "$")
    ('貳', '?')
    """
    if isinstance(code, int) and 0 <= code <= ERQISHI_DECK.n_kinds:
        return ERQISHI_DECK.format_card(code - 1 if code else UNSEEN)
    raise FormError(path, Phrase("operations.no_card", path=path, found=repr(code)[:40]), Phrase("operations.card"))


def glyphs(codes: Sequence[int | str], path: str) -> str:
    """牌: the characters of a list of numbers. Raises FormError with the place of the one that is no card.

    >>> glyphs([2, 7, 10, 11], "$.v")
    '二七十壹'
    """
    return "".join(glyph(code, f"{path}[{place}]") for place, code in enumerate(codes))


def barred(card: str, cards: str) -> list[int]:
    """上吐下瀉: the numbers of the cards that with the two laid from the hand make a chi meld, `card` apart.

    >>> barred("四", "二三")
    [1]
    """
    if UNSEEN_GLYPH in cards or len(cards) != 2:
        return []
    first, second = sorted(ERQISHI_DECK.parse_cards(cards))
    every = [kind for kind, pairs in enumerate(ERQISHI_MELDS.chi_pairs) if (first, second) in pairs]
    return [kind + 1 for kind in every if ERQISHI_DECK.format_card(kind) != card]


class Live(NamedTuple):
    """現張: the card turned up, by whom, and how."""

    card: str
    seat: int
    flip: bool


class Course:
    """The events of a hand as they come.

    `used` are the cards by seat that left the concealed hand, `laid` the melds by seat on the table;
    `outside` names what the app knows and the rules do not; `aside` has the operations that are no
    event, each with the number of events before it; `rest` those after which nothing can be told.
    """

    def __init__(self, seats: dict[str, int], dealt: list[str], size: int, huer: int | None) -> None:
        self.seats = seats
        self.dealt = dealt
        self.size = size
        self.huer = huer
        self.events: list[Event] = []
        self.used: list[Counter[str]] = [Counter() for _ in dealt]
        self.drawn: list[str] = ["" for _ in dealt]
        self.laid: list[list[str]] = [[] for _ in dealt]
        self.outside: list[str] = []
        self.aside: list[list[Any]] = []
        self.rest: list[Any] = []
        self.quan: int | None = None
        self.live: Live | None = None
        self.won: Event | None = None
        self._answers: list[Event] = []
        self._draw: Event | None = None
        self._owner = 0
        self._opening = True
        self._quads: Counter[int] = Counter()
        self._path = "$"

    def follow(self, ops: Sequence[say.Operation], plain: Sequence[Any]) -> None:
        """Takes in every operation; `plain` has them as the file does. Raises FormError."""
        for index, op in enumerate(ops):
            self._path = f"$.player_ops[{index}]"
            acts = self._acts(op.k or 0)
            if acts == [say.YU]:
                self._yu(op, plain[index])
                self.rest = list(plain[index + 1 :])
                return
            self._take(op, acts, plain[index])

    def _acts(self, k: int) -> list[int]:
        """The acts among the bits, one at most. Raises FormError."""
        if k in say.LOBBY:
            return []
        acts = [bit for bit in say.ACTS if k & bit]
        if len(acts) > 1 or not 0 <= k < _MOST_BITS:
            raise FormError(f"{self._path}.k", Phrase("operations.two_acts", k=k), Phrase("operations.one_act"))
        return acts

    def _take(self, op: say.Operation, acts: Sequence[int], plain: Any) -> None:
        k = op.k or 0
        refused = k not in say.LOBBY and k & say.MAY_HU and (op.v or [0])[0] == say.REFUSED
        if op.text or refused:
            self._answers.append(self._note(op, op.text or say.REFUSAL, plain))
        elif acts:
            if _ACTS[acts[0]](self, self._seat(op), op.v or []) is False:
                self._put_aside(plain)
        elif not self._is_told(op, k):
            self._put_aside(plain)
            if k not in say.LOBBY and k & ~say.KNOWN:
                self.outside.append(f"操作 {k}")

    def _put_aside(self, plain: Any) -> None:
        self.aside.append([len(self.events) + len(self._answers), plain])

    def _yu(self, op: say.Operation, plain: Any) -> None:
        """雨: a fourth card onto an own dui, which the rules do not know: what comes after cannot be told."""
        if self.live is not None and self._card(op.v or []) in (self.live.card, UNSEEN_GLYPH):
            for event in self._answers:
                event.overruled = event.type in CLAIMS
            self.live = None
            self.events, self._answers = self.events + self._answers, []
        self._settle()
        self.events.append(self._note(op, "雨：規則之外，此後不入記錄", plain))
        self.outside.append(YU)

    def _is_told(self, op: say.Operation, k: int) -> bool:
        """Whether the operation says what the record has elsewhere: the dealer, a deal, the 圈."""
        value = (op.v or [0])[0]
        if k in say.LOBBY:
            return False
        if k & say.QUAN and isinstance(value, int) and 1 <= value <= 10 and self.quan in (None, value):
            self.quan = value
            return True
        if k & say.DEAL and self._opening and str(op.oper) in self.seats:
            return self._deal(self._seat(op), op.v or [])
        return bool(k & say.DEALER) and not op.v and self.seats.get(str(op.oper)) == 0

    def _deal(self, seat: int, v: Sequence[int | str]) -> bool:
        """發牌: a hand that the list of players lacks, or the dealer's last card."""
        cards = glyphs(v, f"{self._path}.v")
        if cards and (not self.dealt[seat] or (len(cards) == 1 and self._lacks_last(seat))):
            self.dealt[seat] += cards
            return True
        return False

    def _lacks_last(self, seat: int) -> bool:
        return seat == 0 and self._opening and len(self.dealt[0]) == self.size

    def _seat(self, op: say.Operation) -> int:
        seat = self.seats.get(str(op.oper))
        if seat is None:
            found = Phrase("operations.stranger", uid=str(op.oper)[:40])
            raise FormError(f"{self._path}.oper", found, Phrase("part.one_of", words=", ".join(self.seats)))
        return seat

    def _note(self, op: say.Operation, text: str, plain: Any) -> Event:
        return Event("note", seat=self.seats.get(str(op.oper)), text=text, extra={"_op": plain})

    def _card(self, v: Sequence[int | str]) -> str:
        return glyph(v[0], f"{self._path}.v[0]") if v else UNSEEN_GLYPH

    # -- cards turned up

    def discard(self, seat: int, v: Sequence[int | str]) -> None:
        self._settle()
        card = self._card(v)
        self.used[seat][card] += 1
        self._turn(Event("discard", seat=seat, card=card), Live(card, seat, flip=False))

    def flip(self, seat: int, v: Sequence[int | str]) -> None:
        card = self._card(v)
        if not self._show_drawn(seat, card):
            self._settle()
            self._call()
            self._turn(Event("flip", seat=seat, card=card), Live(card, seat, flip=True))

    def draw(self, seat: int, v: Sequence[int | str]) -> None:
        card = self._card(v)
        if self._lacks_last(seat):
            self.dealt[0] += card
            return
        self._settle()
        self._call()
        self.drawn[seat] += card
        self._draw = Event("draw", seat=seat, card=card)
        self._turn(self._draw, None)
        self._owner = seat

    def _turn(self, event: Event, live: Live | None) -> None:
        self.events.append(event)
        self.live = live
        self._owner = -1
        self._opening = False
        self._draw = event if event.type == "draw" else None

    def _show_drawn(self, seat: int, card: str) -> bool:
        """小家 shows the card he drew, or wins with it: it was a flip (FORMAT, `draw`)."""
        draw = self._draw
        if draw is None or draw.seat != seat or draw.card is None:
            return False
        if UNSEEN_GLYPH not in (card, draw.card) and card != draw.card:
            return False
        self.drawn[seat] = self.drawn[seat][:-1]
        draw.type, draw.card = "flip", draw.card if card == UNSEEN_GLYPH else card
        self.live, self._draw, self._owner = Live(draw.card, seat, flip=True), None, -1
        return True

    # -- answers to it

    def chi(self, seat: int, v: Sequence[int | str]) -> None:
        end = v.index(0) if 0 in v else len(v)
        cards = glyphs(v[:end], f"{self._path}.v")
        if not cards or len(cards) % 3:
            found = Phrase("operations.cards", n=len(cards))
            raise FormError(f"{self._path}.v", found, Phrase("operations.triples"))
        laid = [cards[at : at + 3] for at in range(0, len(cards), 3)]
        chi = self._last_chi(seat)
        if chi is None:
            chi = Event("chi", seat=seat, card=laid[0][0], cards=laid[0][1:])
            del laid[0]
            self._answers.append(chi)
        chi.bai = (*(chi.bai or ()), *laid) or None
        forbidden = v[end + 1 :]
        if end < len(v) and set(forbidden) != set(barred(chi.card or "", chi.cards or "")):
            chi.extra = {"_barred": list(forbidden)}

    def _last_chi(self, seat: int) -> Event | None:
        """The chi that a further 吃 of the seat lays on with (擺)."""
        return next((event for event in self._answers if (event.type, event.seat) == ("chi", seat)), None)

    def alike(self, kind: str, seat: int, v: Sequence[int | str]) -> None:
        card = self._card(v)
        if card == UNSEEN_GLYPH and self.live is not None:
            card = self.live.card
        self._answers.append(Event(kind, seat=seat, card=card))

    def hu(self, seat: int, v: Sequence[int | str]) -> None:
        if self._draw is not None and self._draw.seat == seat:
            self._show_drawn(seat, UNSEEN_GLYPH)
        card = self._card(v) if v else UNSEEN_GLYPH
        if card == UNSEEN_GLYPH and self.live is not None:
            card = self.live.card
        at_deal = self._opening and seat == 0
        self._answers.append(Event("hu", seat=seat, card=None if at_deal or card == UNSEEN_GLYPH else card))

    def passed(self, seat: int, v: Sequence[int | str]) -> bool:
        """過; false where no card is live."""
        card = self._card(v)
        if card == UNSEEN_GLYPH and self.live is not None:
            card = self.live.card
        if self.live is None:
            return False
        self._answers.append(Event("pass", seat=seat, card=card))
        return True

    def _settle(self) -> None:
        """搶: of all claims of a live card the highest stands, said last; the others were overruled.

        An answer waits till then, for it is not known before whether a higher one comes.
        """
        answers, self._answers = self._answers, []
        claims = [event for event in answers if event.type in CLAIMS]
        if self.live is None or not claims:
            self.events += answers
            for event in claims:
                self._stand(event)
            return
        first = min(claims, key=self._rank)
        for event in claims:
            event.overruled = event is not first
        self.events += [event for event in answers if event is not first]
        self.events.append(first)
        self._stand(first)

    def _rank(self, event: Event) -> tuple[int, bool, int]:
        seat, live = event.seat, self.live
        if seat is None or live is None:
            return len(_RANKS), True, 0
        away = distance(len(self.dealt), live.seat, live.flip, seat)
        return _RANKS[event.type], event.type == "hu" and seat != self.huer, away

    def _stand(self, event: Event) -> None:
        seat, card = event.seat or 0, event.card or ""
        if event.type == "hu":
            self.won = event
            return
        melds = {"chi": [card + (event.cards or ""), *(event.bai or ())], "dui": [card * 3], "kai": [card * 4]}
        laid = melds[event.type]
        self.laid[seat] += laid
        self.used[seat].update("".join(laid))
        self.used[seat][card] -= 1
        self._quads[seat] += event.type == "kai"
        self.live, self._owner, self._opening = None, seat, False

    def _call(self) -> None:
        """八塊: who owed a discard and did not make it called, which the app does of itself (RULEBOOK §4.5)."""
        seat, self._owner = self._owner, -1
        if seat < 0:
            return
        quads = self._quads[seat] + self._guns(seat)
        if quads and not self.is_known(seat):
            quads = max(quads, _TWO_QUADS)
        if _TWO_QUADS <= quads <= _MOST_QUADS:
            self.events.append(Event("bakuai", seat=seat, blocks=4 * quads))

    def is_known(self, seat: int) -> bool:
        """Whether every card that came into the concealed hand was seen."""
        return bool(self.dealt[seat]) and UNSEEN_GLYPH not in self.dealt[seat] + self.drawn[seat]

    def _guns(self, seat: int) -> int:
        counts = Counter(self.dealt[seat])
        del counts[UNSEEN_GLYPH]
        return sum(n >= 4 and not self.used[seat][card] for card, n in counts.items())

    # -- the end

    def finish(self, *, drawn: bool) -> None:
        """The end: who the settlement says has won; `drawn`: 黃."""
        if YU in self.outside:
            return
        if self.huer is not None and not any(e.type == "hu" and e.seat == self.huer for e in self._answers):
            self.hu(self.huer, [])
        self._settle()
        if drawn and self.won is None:
            self._call()
            self.events.append(Event("huang"))


def _alike(kind: str) -> Callable[[Course, int, Sequence[int | str]], object]:
    return lambda course, seat, v: course.alike(kind, seat, v)


_ACTS: dict[int, Callable[[Course, int, Sequence[int | str]], object]] = {
    say.DRAW: Course.draw,
    say.FLIP: Course.flip,
    say.DISCARD: Course.discard,
    say.CHI: Course.chi,
    say.DUI: _alike("dui"),
    say.KAI: _alike("kai"),
    say.HU: Course.hu,
    say.PASS: Course.passed,
}
