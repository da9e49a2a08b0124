"""A game: its deck, its melds, its own event types."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from erqishi_logs.melds import MeldTable

if TYPE_CHECKING:
    from erqishi_logs.cards import Deck


@dataclass(frozen=True)
class Game:
    """遊戲: `own_events` are the event types beyond those of 貳柒拾 (FORMAT, Events)."""

    id: str
    name: str
    deck: Deck
    melds: MeldTable
    own_events: tuple[str, ...] = ()
    #: How many 聽 its rules may add to the deck (S0-001).
    most_wilds: int = 0


def with_wilds(game: Game, wilds: int) -> Game:
    """聽用: the game with so many 聽 in its deck, another id, for it has tables of its own (S0-001)."""
    deck = game.deck.with_wilds(wilds)
    return replace(game, id=f"{game.id}+{wilds}", deck=deck, melds=MeldTable(deck, game.melds.special))
