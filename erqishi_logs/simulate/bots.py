"""機器人: players that only do what the rules allow.

`greedy` claims what brings its hand nearer to a win with enough 和數; `random` takes any legal
course. Both see their own cards and the table, never another hand or the wall.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from erqishi_logs.errors import ErqishiError, nearest
from erqishi_logs.legal import dui_cards, free_counts
from erqishi_logs.melds import QUADS
from erqishi_logs.record import Event
from erqishi_logs.scoring import melds_needed
from erqishi_logs.scoring.tables import tables_of
from erqishi_logs.simulate.offers import (
    BLOCK,
    hu_event,
    legal_claims,
    legal_discards,
    legal_win,
    may_call_falsely,
    owed_call,
    xiaojia_win,
)
from erqishi_logs.simulate.worth import shapes_of

if TYPE_CHECKING:
    from erqishi_logs.simulate.desk import Desk


class Bot(Protocol):
    """機器人: what a seat does when it is asked."""

    def act(self, desk: Desk, seat: int) -> Event:
        """The seat owes an act: 天和, a call, or a discard."""

    def answer(self, desk: Desk, seat: int) -> Event | None:
        """What the seat claims of the live card, None if nothing."""

    def draw(self, desk: Desk, seat: int, kind: int) -> Event:
        """小家's turn: `draw` keeps the card, `flip` shows it."""


class GreedyBot:
    """貪: claims when it brings the hand nearer, wins when it may, always kai."""

    def act(self, desk: Desk, seat: int) -> Event:
        """天和, the call that is owed, or the loosest card."""
        opening = opening_win(desk, seat)
        if opening is not None:
            return opening
        blocks = owed_call(desk, seat)
        if blocks:
            return Event("bakuai", seat=seat, blocks=blocks)
        return self.discard(desk, seat)

    def discard(self, desk: Desk, seat: int) -> Event:
        """打: a card left over when melds and pairs are set apart; else the one that costs least."""
        shapes = shapes_of(desk.game)
        hand = desk.table.seats[seat]
        choices = legal_discards(desk, seat)
        free = tuple(without_wilds(desk, free_counts(hand.concealed, hand.dealt)))
        loose = [kind for kind in choices if kind in shapes.shape(free).loose]
        if loose:
            kind = min(loose, key=lambda k: shapes.looseness(free, k))
        else:
            kind = max(choices, key=lambda k: self.value(desk, seat, (k,)))
        return Event("discard", seat=seat, card=desk.game.deck.format_card(kind))

    def answer(self, desk: Desk, seat: int) -> Event | None:
        """和 if it may; else the claim after which the hand is worth most, if that is more than now."""
        count = legal_win(desk, seat)
        if count is not None:
            return hu_event(desk, seat, count)
        claims = legal_claims(desk, seat)
        if not claims or claims[0].type == "kai":
            return claims[0] if claims else None
        worths = [self.after(desk, seat, claim) for claim in claims]
        best = max(worths)
        return claims[worths.index(best)] if best > self.value(desk, seat, ()) else None

    def after(self, desk: Desk, seat: int, claim: Event) -> float:
        """牌勢 after a claim, its discard still to come."""
        deck, tables = desk.game.deck, tables_of(desk.game)
        kind = deck.parse_card(claim.card or "?")
        if claim.type == "dui":
            hand = dui_cards(desk.table.seats[seat].concealed, kind, deck.wild) or (kind, kind)
            return self.value(desk, seat, hand, 1, tables.points[0][kind])
        cards = deck.parse_cards(claim.cards or "")
        laid = [deck.parse_cards(meld) for meld in claim.bai or ()]
        chi_melds = desk.game.melds
        hushu = 0
        for meld in ([kind, *cards], *laid):
            found = chi_melds.chi_kind(meld)
            hushu += chi_melds.hushu(found, sorted(meld)) if found is not None else 0
        return self.value(desk, seat, (*cards, *(k for meld in laid for k in meld)), 1 + len(laid), hushu)

    def value(self, desk: Desk, seat: int, used: tuple[int, ...], groups: int = 0, hushu: int = 0) -> float:
        """牌勢 without the cards `used`, with so many more groups of so much 和數 on the table."""
        hand = desk.table.seats[seat]
        held = list(hand.concealed)
        for kind in used:
            held[kind] -= 1
        free = without_wilds(desk, free_counts(held, hand.dealt))
        points = tables_of(desk.game).points
        needed = melds_needed(desk.rules, desk.n_players) - len(hand.exposed) - groups
        for kind, count in enumerate(held):
            if kind == desk.game.deck.wild:
                needed -= count  # each makes a meld of a pair
            elif count >= 3 and not free[kind]:
                needed -= 1
                hushu += points[1 if count == 3 else 3][kind]
        exposed = desk.exposed_groups(seat)
        hushu += sum(points[group.meld][group.kinds[0]] for group in exposed if group.meld is not None)
        needed -= any(group.meld in QUADS for group in exposed) and not groups
        return shapes_of(desk.game).worth(tuple(free), needed, hushu, discards=bool(groups))

    def draw(self, desk: Desk, seat: int, kind: int) -> Event:
        """小家: shows a card that wins, keeps one that makes his two cards better, else shows it."""
        card = desk.game.deck.format_card(kind)
        if xiaojia_win(desk, seat, kind):
            return Event("flip", seat=seat, card=card)
        shapes = shapes_of(desk.game)
        held = desk.game.deck.expand(desk.table.seats[seat].concealed)
        now = shapes.hopes.get((held[0], held[1]), 0)
        then = max(shapes.hopes.get((min(kind, k), max(kind, k)), 0) for k in held)
        return Event("draw" if then > now else "flip", seat=seat, card=card)


class RandomBot:
    """隨: any legal course; it makes the kai it owes and mostly wins when it may."""

    #: How often it takes a win, a claim, and keeps a card as 小家.
    WINS, CLAIMS, KEEPS = 0.85, 0.5, 0.5
    #: How often a dealer calls 八塊 without owing it, where he may.
    BLUFFS = 0.02

    def act(self, desk: Desk, seat: int) -> Event:
        """天和, the call that is owed, or any legal discard."""
        opening = opening_win(desk, seat)
        if opening is not None:
            return opening
        blocks = owed_call(desk, seat)
        if blocks:
            return Event("bakuai", seat=seat, blocks=blocks)
        if may_call_falsely(desk, seat) and desk.rng.random() < self.BLUFFS:
            return Event("bakuai", seat=seat, blocks=2 * BLOCK)
        kind = desk.rng.choice(legal_discards(desk, seat))
        return Event("discard", seat=seat, card=desk.game.deck.format_card(kind))

    def answer(self, desk: Desk, seat: int) -> Event | None:
        """和 mostly; else any legal claim or none."""
        count = legal_win(desk, seat)
        if count is not None and desk.rng.random() < self.WINS:
            return hu_event(desk, seat, count)
        claims = legal_claims(desk, seat)
        if claims and (claims[0].type == "kai" or desk.rng.random() < self.CLAIMS):
            return desk.rng.choice(claims)
        return None

    def draw(self, desk: Desk, seat: int, kind: int) -> Event:
        """小家: keeps the card or shows it."""
        keeps = desk.rng.random() < self.KEEPS and not xiaojia_win(desk, seat, kind)
        return Event("draw" if keeps else "flip", seat=seat, card=desk.game.deck.format_card(kind))


def opening_win(desk: Desk, seat: int) -> Event | None:
    """天和: the dealer's win on the deal, or None (S0-078)."""
    if not desk.table.phase.opening or seat != desk.table.dealer:
        return None
    count = desk.best_of(desk.arrangements(seat), seat)
    return hu_event(desk, seat, count) if count is not None else None


def without_wilds(desk: Desk, free: list[int]) -> list[int]:
    """牌 without 聽, which lie apart from what is set apart by kinds."""
    if desk.game.deck.wild >= 0:
        free[desk.game.deck.wild] = 0
    return free


BOTS: dict[str, type[Bot]] = {"greedy": GreedyBot, "random": RandomBot}


def bot_named(name: str) -> Bot:
    """機器人 by name. Raises ErqishiError with the nearest known one.

    >>> bot_named("greedy").__class__.__name__
    'GreedyBot'
    """
    if name not in BOTS:
        near = nearest(name, BOTS)
        hint = f"; did you mean {near!r}?" if near else ""
        raise ErqishiError(f"no bot {name!r}; the bots are {', '.join(BOTS)}{hint}")
    return BOTS[name]()
