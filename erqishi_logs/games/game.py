"""A game: its deck, its melds, its own event types."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from erqishi_logs.cards import Deck
    from erqishi_logs.melds import MeldTable


@dataclass(frozen=True)
class Game:
    """遊戲: `own_events` are the event types beyond those of 貳柒拾 (FORMAT, Events)."""

    id: str
    name: str
    deck: Deck
    melds: MeldTable
    own_events: tuple[str, ...] = ()
