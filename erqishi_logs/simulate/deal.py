"""發牌: a shuffled deck, cut and dealt (RULEBOOK §3)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from erqishi_logs.record import Event
from erqishi_logs.rules.options import Cut

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

    from erqishi_logs.cards import Deck
    from erqishi_logs.games import Game
    from erqishi_logs.rules import RuleSet

#: Cards of one take (S0-107).
TAKE = 2


class Deal(NamedTuple):
    """發牌: the card cut (None where nobody cuts), the hands from the dealer on, the wall, top first."""

    cut: int | None
    hands: tuple[tuple[int, ...], ...]
    wall: tuple[int, ...]


def deal_sizes(rules: RuleSet, n_players: int) -> list[int]:
    """Cards dealt to each seat, the dealer first, 小家 last (S0-110 to S0-113).

    >>> from erqishi_logs.rules import load_preset
    >>> deal_sizes(load_preset("leshan-4"), 4)
    [21, 20, 20, 2]
    """
    each = rules.cards_each(n_players)
    sizes = [each] * n_players
    sizes[0] += rules.dealer_extra
    if rules.has_xiaojia(n_players):
        sizes[-1] = 2
    return sizes


def deal_cards(game: Game, rules: RuleSet, n_players: int, rng: Random) -> Deal:
    """發牌: shuffle, cut where the rules have it, deal (RULEBOOK §3).

    >>> from random import Random
    >>> from erqishi_logs.games import ERQISHI
    >>> from erqishi_logs.rules import load_preset
    >>> deal = deal_cards(ERQISHI, load_preset("leshan"), 3, Random(1))
    >>> [len(hand) for hand in deal.hands], len(deal.wall)
    ([21, 20, 20], 18)
    """
    cards = game.deck.expand(game.deck.copies)
    rng.shuffle(cards)
    cut = None
    if rules.cut == Cut.OUT:
        # A 聽 has no number and names nobody: the next card is turned **(r)**.
        cut = cards.pop(max(place for place, kind in enumerate(cards) if kind != game.deck.wild))
    elif rules.cut == Cut.BACK:
        cut = rng.choice([kind for kind in cards if kind != game.deck.wild])
    hands = []
    start = 0
    for size in deal_sizes(rules, n_players):
        hands.append(tuple(sorted(cards[start : start + size])))
        start += size
    return Deal(cut, tuple(hands), tuple(cards[start:]))


def deal_events(deck: Deck, deal: Deal, dealer: int, cutter: int | None, *, takes: bool) -> Iterator[Event]:
    """The `cut` and `deal` events, the dealer first; take by take if asked (RULEBOOK §3)."""
    n_players = len(deal.hands)
    if deal.cut is not None and cutter is not None:
        yield Event("cut", seat=cutter, card=deck.format_card(deal.cut))
    if not takes:
        for place, hand in enumerate(deal.hands):
            yield Event("deal", seat=(dealer + place) % n_players, cards=deck.format_cards(hand))
        return
    for start in range(0, max(map(len, deal.hands)), TAKE):
        for place, hand in enumerate(deal.hands):
            if is_due(len(hand), start):
                cards = hand[start : start + TAKE] if len(hand) > TAKE else hand[start // TAKE : start // TAKE + 1]
                yield Event("deal", seat=(dealer + place) % n_players, cards=deck.format_cards(cards))


def is_due(size: int, start: int) -> bool:
    """Whether a hand of so many cards has a take in the round from `start` on; 小家 takes one card in two rounds."""
    return start < (TAKE * size if size <= TAKE else size)


def cut_number(deck: Deck, deal: Deal) -> int:
    """The number on the card cut, which names the dealer counting from the cutter = 1 (S0-106)."""
    return deck.numbers[deal.cut] if deal.cut is not None else 1
