"""A server log followed by hand: what each seat held at each card, what it was offered, what it might have done.

The twin of the engine: RULEBOOK §4.4 and §5 in their plainest form, sharing no code with it.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest

from erqishi_logs.importers.guilin import messages as say
from erqishi_logs.importers.guilin.hands import HandLog, split_hands
from erqishi_logs.importers.guilin.lines import Line, Message, parse_line
from erqishi_logs.importers.guilin.records import read_hand

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from erqishi_logs.record import Record

FIXTURES = Path(__file__).parent / "fixtures"
BLACK, RED = range(10), range(10, 20)
CHI_MELDS = (
    [(k + n, k + n + 1, k + n + 2) for k in (0, 10) for n in range(8)]
    + [(1, 6, 9), (11, 16, 19)]
    + [tuple(sorted((n, n + 10, twice))) for n in BLACK for twice in (n, n + 10)]
)
SMALL_BIG = "一二三四五六七八九十壹貳叄肆伍陸柒捌玖拾"

Laying = tuple[tuple[int, ...], ...]
Options = dict[tuple[int, ...], set[Laying]]


class Chance(NamedTuple):
    """One seat asked about one live card, or not asked though its place and cards would let it chi."""

    line: Line
    seat: int
    kind: int
    held: list[int]
    dealt: list[int]
    offered: Options | None
    could: Options
    why_not: str


def chi_twin(held: Sequence[int], dealt: Sequence[int], kind: int) -> Options:
    """Every chi with every way to lay what must be laid, by trying all melds."""
    whole = {k for k in range(20) if held[k] >= 3 and held[k] == dealt[k]}
    if kind in whole:
        return {}
    free = [0 if k in whole else held[k] for k in range(20)]
    found: Options = {}
    for meld in CHI_MELDS:
        if kind in meld:
            pair = list(meld)
            pair.remove(kind)
            layings = set(lay_all(less(free, pair), kind, ())) if has(free, pair) else set()
            if layings:
                found[tuple(pair)] = layings
    return found


def lay_all(free: list[int], kind: int, laid: Laying) -> Iterator[Laying]:
    if free[kind] == 0:
        yield tuple(sorted(laid))
        return
    for meld in CHI_MELDS:
        if kind in meld and has(free, meld):
            yield from lay_all(less(free, meld), kind, (*laid, meld))


def has(free: Sequence[int], cards: Sequence[int]) -> bool:
    return all(free[kind] >= n for kind, n in Counter(cards).items())


def less(free: Sequence[int], cards: Sequence[int]) -> list[int]:
    taken = Counter(cards)
    return [n - taken[kind] for kind, n in enumerate(free)]


def read_offer(offer: say.Offer) -> Options:
    """The server's offer of a chi in the twin's form."""
    found: Options = {}
    for place, pair in enumerate(offer.card_arr):
        firsts = offer.xiahuo.get(str(place), [])
        nexts = offer.next_xiahuo.get(str(place), {})
        ways = [[one, *more] for i, one in enumerate(firsts) for more in _further(nexts.get(str(i), []))]
        found[kinds(pair)] = {tuple(sorted(kinds(meld) for meld in way)) for way in ways or [[]]}
    return found


def _further(nexts: list[list[int]]) -> list[list[list[int]]]:
    return [[meld] for meld in nexts] or [[]]


def kinds(cards: Sequence[int]) -> tuple[int, ...]:
    return tuple(sorted(card - 1 for card in cards))


class Watcher:
    """Follows the messages of one hand whose deal is known, and notes every chance to chi."""

    def __init__(self, log: HandLog, record: Record) -> None:
        self.seats = {uid: seat for seat, uid in enumerate(record.players)}
        self.n = len(self.seats)
        deals = {event.seat: event.cards or "" for event in record.events[: self.n]}
        self.dealt = [[deals[seat].count(glyph) for glyph in SMALL_BIG] for seat in range(self.n)]
        self.held = [list(counts) for counts in self.dealt]
        self.barred: list[dict[int, str]] = [{} for _ in range(self.n)]
        self.offers: dict[int, list[say.Offer]] = {}
        self.live: Line | None = None
        self.kind = self.turner = -1
        self.flip = self.hidden = False
        self.chances: list[Chance] = []
        for message in log.messages:
            self.take(message)

    def take(self, message: Message) -> None:
        body = message.body
        if isinstance(body, say.Post | say.Flip):
            self.settle(None, "nobody")
            self.turn_up(body, message.line)
        elif isinstance(body, list):
            for uid in message.to:
                self.offers[self.seats[uid]] = body
        elif isinstance(body, say.NoneAct):
            self.settle(None, "nobody")
        elif isinstance(body, say.Dui | say.Chi | say.Auto | say.Win):
            self.claim(body, self.seats[body.uid])

    def turn_up(self, body: say.Post | say.Flip, line: Line) -> None:
        self.live, self.kind, self.turner, self.offers = line, body.id - 1, self.seats[body.uid], {}
        self.flip = isinstance(body, say.Flip)
        self.hidden = isinstance(body, say.Flip) and not body.visible
        if not self.flip:
            self.use(self.turner, [body.id])
            self.barred[self.turner].setdefault(self.kind, "own discard")

    def claim(self, body: say.Dui | say.Chi | say.Auto | say.Win, seat: int) -> None:
        how = {say.Dui: "dui", say.Chi: "chi", say.Auto: "auto", say.Win: "hu"}[type(body)]
        self.settle(seat, how)
        if isinstance(body, say.Win):
            return
        grows = isinstance(body, say.Auto) and body.type in (2, 6, 10, 101, 31, 32)
        self.use(seat, [] if grows else body.card_arr)
        self.use(seat, getattr(body, "xiahuo", []))
        for gun in getattr(body, "chong_zhao", []):
            self.use(seat, gun)

    def use(self, seat: int, cards: Sequence[int]) -> None:
        for card in cards:
            self.held[seat][card - 1] -= 1
        assert min(self.held[seat]) >= 0

    def settle(self, taker: int | None, how: str) -> None:
        if self.live is None:
            return
        hu = how == "hu" or any(offer.type >= 11 for offers in self.offers.values() for offer in offers)
        for seat in range(self.n):
            self.note(self.live, seat, "hidden" if self.hidden else "hu" if hu else how)
        for seat in range(self.n):
            if seat != taker and self.asked_before(seat, taker, how):
                self.barred[seat].setdefault(self.kind, "passed")
        self.live, self.offers = None, {}

    def note(self, line: Line, seat: int, taken: str) -> None:
        right = seat == (self.turner + 1) % self.n or (self.flip and seat == self.turner)
        offered = next((read_offer(o) for o in self.offers.get(seat, []) if o.type == 4), None)
        could = chi_twin(self.held[seat], self.dealt[seat], self.kind) if right else {}
        if offered is None and not could:
            return
        why = taken if taken in ("hidden", "hu", "auto") else self.barred[seat].get(self.kind, "")
        args = (list(self.held[seat]), self.dealt[seat], offered, could, why)
        self.chances.append(Chance(line, seat, self.kind, *args))

    def asked_before(self, seat: int, taker: int | None, how: str) -> bool:
        """Whether the seat was offered a chi and nobody took the card before its turn."""
        if not any(offer.type == 4 for offer in self.offers.get(seat, [])):
            return False
        if taker is None:
            return True
        return how == "chi" and (seat - self.turner) % self.n < (taker - self.turner) % self.n


def read_logs(paths: Sequence[Path]) -> list[tuple[HandLog, Record]]:
    lines = (Line(path.name, n, raw) for path in paths for n, raw in enumerate(path.open("rb"), 1))
    messages = [message for line in lines if (message := parse_line(line)) is not None]
    return [(log, read_hand(log)) for log in split_hands(messages)]


@pytest.fixture(scope="session")
def fixtures() -> Path:
    return FIXTURES


@pytest.fixture(scope="session")
def watch() -> Callable[[Sequence[Path]], list[tuple[HandLog, Record, list[Chance]]]]:
    """The parts of a log, oldest first → hands whose deal is known, with every chance to chi in them."""

    def watch_all(paths: Sequence[Path]) -> list[tuple[HandLog, Record, list[Chance]]]:
        known = [(log, record) for log, record in read_logs(paths) if "?" not in (record.events[0].cards or "?")]
        return [(log, record, Watcher(log, record).chances) for log, record in known]

    return watch_all
