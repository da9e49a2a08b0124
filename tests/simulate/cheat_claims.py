"""Cheats with claims: 吃過張 後對 吃錯 有擺不擺 三搭一 有開不開 未開和牌."""

from __future__ import annotations

from typing import TYPE_CHECKING

from erqishi_logs.legal import can_use, free_counts, iter_chi, layings_after, may_chi
from erqishi_logs.record import Event
from erqishi_logs.rules.options import BaiImpossible, Judged
from erqishi_logs.simulate.offers import is_tu, leaves_discard, legal_claims
from tests.simulate.cheat import Cheat, Expected, card, free_kinds, near, won_at

if TYPE_CHECKING:
    from collections.abc import Iterator

    from erqishi_logs.record import Record
    from erqishi_logs.replay import Live, Replay
    from erqishi_logs.rules import RuleSet
    from erqishi_logs.simulate.desk import Desk


class ChiGuozhang(Cheat):
    """吃過張: a chi of a kind whose chi it passed."""

    code = "chi_guozhang"

    def cheat_answer(self, desk: Desk, seat: int) -> Event | None:
        return passed_claim(desk, seat, "chi", desk.memories[seat].chi)

    def honest_answer(self, desk: Desk, seat: int) -> Event | None:
        return without(super().honest_answer(desk, seat), "chi", desk.rng.random() < 0.6)


class HouDui(Cheat):
    """後對: a dui of a kind whose dui it passed."""

    code = "hou_dui"

    def cheat_answer(self, desk: Desk, seat: int) -> Event | None:
        return passed_claim(desk, seat, "dui", desk.memories[seat].dui)

    def honest_answer(self, desk: Desk, seat: int) -> Event | None:
        return without(super().honest_answer(desk, seat), "dui", refuse=True)


def passed_claim(desk: Desk, seat: int, claim: str, passed: set[int]) -> Event | None:
    """A claim that only its having been passed forbids."""
    live = desk.live
    if live is None or live.kind not in passed or _overruled(desk, seat, live.kind):
        return None
    passed.discard(live.kind)
    claims = [event for event in legal_claims(desk, seat) if event.type == claim]
    passed.add(live.kind)
    return desk.rng.choice(claims) if claims else None


def _overruled(desk: Desk, seat: int, kind: int) -> bool:
    """Whether the record shows that the seat wanted a card of the kind: it did not pass that one (FORMAT)."""
    return any(e.overruled and e.seat == seat and e.card == card(desk, kind) for e in desk.events)


def without(answer: Event | None, claim: str, refuse: bool) -> Event | None:
    return None if answer is not None and answer.type == claim and refuse else answer


class ShangtuXiaxie(Cheat):
    """上吐下瀉: after a chi it discards what would have made its two cards a meld."""

    code = "shangtu_xiaxie"

    def cheat_act(self, desk: Desk, seat: int) -> Event | None:
        last = desk.events[-1]
        if last.type != "chi" or last.seat != seat:
            return None
        parse = desk.game.deck.parse_cards
        first, second = parse(last.cards or "")
        choices = [k for k in free_kinds(desk, seat) if is_tu(desk, k, parse(last.card or "")[0], (first, second))]
        return Event("discard", seat=seat, card=card(desk, desk.rng.choice(choices))) if choices else None


def has_chi_right(desk: Desk, seat: int, live: Live) -> bool:
    return may_chi(desk.rules, desk.n_players, live.seat, live.flip, seat)


def chi_event(desk: Desk, seat: int, kind: int, cards: tuple[int, int], bai: tuple[str, ...] = ()) -> Event | None:
    """A chi, if a card that may be discarded is left after it."""
    used = [*cards, *(k for meld in bai for k in desk.game.deck.parse_cards(meld))]
    if not leaves_discard(desk, seat, used, (kind, cards)):
        return None
    return Event("chi", seat=seat, card=card(desk, kind), cards=desk.game.deck.format_cards(cards), bai=bai or None)


class ChiCuo(Cheat):
    """吃錯牌: no meld, no right, or an X kept that cannot be laid."""

    code = "chi_cuo"
    ways = ("no_meld", "no_right", "cannot_lay")

    def cheat_answer(self, desk: Desk, seat: int) -> Event | None:
        live = desk.live
        if live is None or live.kind in desk.memories[seat].chi or desk.is_dead(seat, live.kind):
            return None
        if desk.table.seats[seat].concealed[live.kind] > 2 or desk.rng.random() < 0.5:
            return None
        choices = [event for event in getattr(self, f"_{self.way}")(desk, seat, live) if event is not None]
        return desk.rng.choice(choices) if choices else None

    def _no_meld(self, desk: Desk, seat: int, live: Live) -> Iterator[Event | None]:
        free = free_kinds(desk, seat)
        if len(free) < 4 or live.kind in free or not has_chi_right(desk, seat, live):
            return  # an X kept would be 有擺不擺, too
        first, second = sorted(desk.rng.sample(free, 2))
        if desk.game.melds.chi_kind((live.kind, first, second)) is None and not first == second == live.kind:
            yield chi_event(desk, seat, live.kind, (first, second))

    def _no_right(self, desk: Desk, seat: int, live: Live) -> Iterator[Event | None]:
        if has_chi_right(desk, seat, live):
            return
        hand = desk.table.seats[seat]
        for cards, bai in iter_chi(desk.game.melds, desk.rules, hand.concealed, hand.dealt, live.kind):
            laid = tuple(desk.game.deck.format_cards((live.kind, *pair)) for pair in bai)
            yield chi_event(desk, seat, live.kind, cards, laid)

    def _cannot_lay(self, desk: Desk, seat: int, live: Live) -> Iterator[Event | None]:
        if not has_chi_right(desk, seat, live) or desk.rules.bai_impossible != BaiImpossible.FORBID:
            return
        for cards, n_layings in keeping(desk, seat, live.kind):
            if not n_layings:
                yield chi_event(desk, seat, live.kind, cards)


def keeping(desk: Desk, seat: int, kind: int) -> Iterator[tuple[tuple[int, int], int]]:
    """The chi after which an X remains, with the number of ways to lay what remains."""
    hand = desk.table.seats[seat]
    free = free_counts(hand.concealed, hand.dealt)
    for cards in desk.game.melds.chi_pairs[kind]:
        if free[kind] > cards.count(kind) and can_use(free, cards):
            yield cards, sum(1 for _ in layings_after(desk.game.melds, free, kind, cards))


class YoubaiBubai(Cheat):
    """有擺不擺: an X kept that could be laid; where the win is judged it keeps that X and wins."""

    code = "youbai_bubai"
    patient = True

    def cheat_answer(self, desk: Desk, seat: int) -> Event | None:
        live = desk.live
        if live is None or live.kind in desk.memories[seat].chi or desk.is_dead(seat, live.kind):
            return None
        if not has_chi_right(desk, seat, live) or desk.table.seats[seat].concealed[live.kind] > 2:
            return None
        choices = [chi_event(desk, seat, live.kind, cards) for cards, n in keeping(desk, seat, live.kind) if n]
        choices = [event for event in choices if event is not None]
        return desk.rng.choice(choices) if choices else None

    def expected(self, record: Record, replay: Replay, seat: int) -> list[Expected]:
        at, won = self.place(record), won_at(replay, seat)
        if at is None:
            return []
        if replay.rules.judged_youbai_bubai == Judged.ACT:
            return [Expected("violation", self.code, at)]
        kind = replay.table.game.deck.parse_card(record.events[at].card or "")
        keeps = won is not None and replay.table.seats[seat].concealed[kind] > 0
        return [Expected("note", self.code, at), *([Expected("violation", self.code, won or 0)] if keeps else [])]


class SanDaYi(Cheat):
    """三搭一: with a chi it lays three more cards that are no meld or hold no X."""

    code = "san_da_yi"
    ways = ("no_meld", "no_x")

    def cheat_answer(self, desk: Desk, seat: int) -> Event | None:
        claims = [event for event in legal_claims(desk, seat) if event.type == "chi"]
        live = desk.live
        if not claims or live is None:
            return None
        claim = desk.rng.choice(claims)
        parse = desk.game.deck.parse_cards
        free = free_kinds(desk, seat)
        for kind in (*parse(claim.cards or ""), *(k for meld in claim.bai or () for k in parse(meld))):
            free.remove(kind)
        extra = self._extra(desk, free, live.kind)
        if extra is None:
            return None
        cards = parse(claim.cards or "")
        laid = (*(claim.bai or ()), desk.game.deck.format_cards(extra))
        return self._with(desk, seat, claim, (cards[0], cards[1]), laid)

    def _extra(self, desk: Desk, free: list[int], kind: int) -> list[int] | None:
        if len(free) < 4:
            return None
        for _ in range(40):
            three = sorted(desk.rng.sample(free, 3))
            is_meld = desk.game.melds.chi_kind(three) is not None
            if (self.way == "no_x" and is_meld and kind not in three) or (self.way == "no_meld" and not is_meld):
                return three
        return None

    def _with(self, desk: Desk, seat: int, claim: Event, cards: tuple[int, int], laid: tuple[str, ...]) -> Event | None:
        kind = desk.game.deck.parse_card(claim.card or "")
        own = [k for meld in (claim.bai or ()) for k in desk.game.deck.parse_cards(meld)]
        used = [*cards, *own, *desk.game.deck.parse_cards(laid[-1])]
        if not leaves_discard(desk, seat, used, (kind, cards)):
            return None
        return Event("chi", seat=seat, card=claim.card, cards=claim.cards, bai=laid)


class YoukaiBukai(Cheat):
    """有開不開: it holds a kan of the live card and keeps silent."""

    code = "youkai_bukai"
    patient = True
    deals = 12
    explained = frozenset({"weikai_hu"})

    def __init__(self, rng) -> None:
        super().__init__(rng)
        self.missed: Live | None = None

    def happened(self, desk: Desk) -> bool:
        return self.missed is not None and self.missed.settled >= 0 and self.missed.taken_how != "hu"

    def cheat_answer(self, desk: Desk, seat: int) -> Event | None:
        claims = legal_claims(desk, seat)
        self.missed = desk.live if claims and claims[0].type == "kai" else None
        return None

    def honest_answer(self, desk: Desk, seat: int) -> Event | None:
        return without(super().honest_answer(desk, seat), "kai", refuse=True)

    def luck(self, held: list[int], wall: list[int]) -> float:
        return 10.0 * any(h == 3 and w == 1 for h, w in zip(held, wall, strict=True)) + near(held)

    def place(self, record: Record) -> int | None:
        if self.missed is None or self.missed.settled < 0 or self.missed.taken_how == "hu":
            return None
        return self.missed.settled

    def expected(self, record: Record, replay: Replay, seat: int) -> list[Expected]:
        at, won = self.place(record), won_at(replay, seat)
        if at is None:
            return []
        if replay.rules.judged_youkai_bukai == Judged.ACT:
            return [Expected("violation", self.code, at)]
        return [Expected("note", self.code, at), *([Expected("violation", self.code, won)] if won is not None else [])]


class WeikaiHu(YoukaiBukai):
    """未開和牌: where the silence is judged at once, the win after it is one more."""

    code = "weikai_hu"
    patient = True
    explained = frozenset({"youkai_bukai"})

    @classmethod
    def judged_in(cls, rules: RuleSet) -> bool:
        return rules.judged_youkai_bukai == Judged.ACT

    def expected(self, record: Record, replay: Replay, seat: int) -> list[Expected]:
        at, won = self.place(record), won_at(replay, seat)
        return [Expected("violation", self.code, won)] if at is not None and won is not None else []
