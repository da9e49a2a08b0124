"""The table of a record, event by event, in dicts (RULEBOOK §3 to §5): nothing here judges."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from erqishi_logs.melds import MeldKind
from erqishi_logs.rules.options import Cut
from tests.twin.naive_hands import Cards, Held, without

if TYPE_CHECKING:
    from erqishi_logs.rules import RuleSet

Event = dict[str, Any]


@dataclass
class Live:
    """現張: the card, who turned it up, how, at which event; `opening`: the dealer's first discard."""

    card: str
    seat: int
    how: str
    event: int
    opening: bool = False


@dataclass
class Seat:
    hand: Cards = field(default_factory=Counter)
    dealt: Cards = field(default_factory=Counter)
    takes: list[tuple[int, int]] = field(default_factory=list)
    table: list[dict[str, Any]] = field(default_factory=list)
    split: set[str] = field(default_factory=set)
    discards: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list))
    passed_chi: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list))
    passed_dui: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list))
    passed_dui_hu: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list))
    #: Passed wins since the last jinzhang: (event, card, total).
    passed_hu: list[tuple[int, str, float]] = field(default_factory=list)
    #: Every unused chance of a kind, for good and since the last jinzhang (`guozhang_scope = kind`).
    unused: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list))
    unused_lately: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list))
    missed_kai: list[int] = field(default_factory=list)
    unlaid: list[tuple[int, str]] = field(default_factory=list)
    splits: list[int] = field(default_factory=list)


class Table:
    """`turn` is one of ("open", dealer), ("live", who turned up), ("discard", seat), ("call", seat), ("flip", seat)."""

    def __init__(self, record: dict[str, Any], rules: RuleSet) -> None:
        self.record, self.rules = record, rules
        self.n = len(record["players"])
        self.dealer: int = record["dealer"]
        self.seats = [Seat() for _ in range(self.n)]
        self.xiaojia = (self.dealer - 1) % self.n if rules.has_xiaojia(self.n) else None
        self.live: Live | None = None
        self.turn: tuple[str, int] = ("open", self.dealer)
        self.seen: Cards = Counter()
        self.wall_left = sum((4,) * 20)
        self.wall_taken = 0
        self.ended: int | None = None
        self.acted = False
        self.chi_this_turn: dict[str, Any] | None = None
        self.overruled: dict[int, set[str]] = defaultdict(set)

    def next(self, seat: int) -> int:
        return (seat + 1) % self.n

    def size(self, seat: int) -> int:
        """H of §2."""
        return 2 if seat == self.xiaojia else self.rules.cards_each(self.n)

    def due(self, seat: int) -> int:
        return self.size(seat) + (self.rules.dealer_extra if seat == self.dealer else 0)

    def is_short(self, seat: int) -> bool:
        return self.seats[seat].dealt.total() < self.due(seat)

    # kan and gun

    def wholes(self, seat: int) -> set[str]:
        """坎 and 滾 in the hand: three or four alike, dealt, never split; 小家 has none."""
        if seat == self.xiaojia:
            return set()
        s = self.seats[seat]
        return {c for c, n in s.hand.items() if n >= 3 and s.dealt[c] >= 3 and c not in s.split}

    def free(self, seat: int) -> Cards:
        wholes = self.wholes(seat)
        return Counter({c: n for c, n in self.seats[seat].hand.items() if c not in wholes})

    def quads(self, seat: int) -> int:
        s = self.seats[seat]
        guns = sum(s.hand[c] == 4 for c in self.wholes(seat))
        return guns + sum(group["meld"] == MeldKind.KAI for group in s.table)

    def cards_of(self, seat: int) -> int:
        s = self.seats[seat]
        return s.hand.total() + sum(len(group["cards"]) for group in s.table)

    def owes_call(self, seat: int) -> bool:
        """八塊 (§4.5)."""
        r = self.quads(seat)
        return r >= 2 and self.cards_of(seat) <= self.size(seat) + r - 1

    def held(self, seat: int, win: str | None) -> Held:
        s = self.seats[seat]
        melds = (self.size(seat) + 1) // 3
        return Held(+s.hand, frozenset(self.wholes(seat)), tuple(s.table), win, melds)

    # what an event changes

    def take_out(self, seat: int, cards: str) -> None:
        self.seats[seat].hand = without(self.seats[seat].hand, cards)

    def deal(self, seat: int, cards: str, index: int) -> None:
        s = self.seats[seat]
        s.hand.update(cards)
        s.dealt.update(cards)
        s.takes.append((index, len(cards)))
        self.seen.update(cards)
        self.wall_left -= len(cards)

    def cut(self, card: str) -> None:
        if self.rules.cut == Cut.OUT:
            self.seen.update(card)
            self.wall_left -= 1

    def from_wall(self, card: str) -> None:
        self.seen.update(card)
        self.wall_left -= 1
        self.wall_taken += 1

    def turn_up(self, seat: int, card: str, how: str, event: int) -> None:
        opening = how == "discard" and seat == self.dealer and not self.acted
        self.live = Live(card, seat, how, event, opening)
        self.turn = ("live", seat)
        self.overruled.clear()

    def jinzhang(self, seat: int) -> None:
        """進張 clears passed wins, and what the options say."""
        s, rules = self.seats[seat], self.rules
        s.passed_hu.clear()
        s.unused_lately.clear()
        if rules.guozhang_clears:
            s.passed_chi.clear()
            s.passed_dui.clear()
            s.passed_dui_hu.clear()
            s.unused.clear()
        if rules.hou_dui_hu_clears:
            s.passed_dui_hu.clear()

    def after_claim(self, seat: int) -> None:
        self.live = None
        self.jinzhang(seat)
        self.turn = ("call" if self.owes_call(seat) else "discard", seat)
