"""What differs by game: deck, meld table, event types of its own.

`GAMES` maps a record's `game` to it. How a game is played and counted is said by options of
its `RuleSet`, not here.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from erqishi_logs.games.erqishi import ERQISHI
from erqishi_logs.games.game import Game, with_wilds
from erqishi_logs.games.guilin import GUILIN

if TYPE_CHECKING:
    from erqishi_logs.cards import Deck

GAMES: dict[str, Game] = {game.id: game for game in (ERQISHI, GUILIN)}


@lru_cache(maxsize=32)
def game_of(game: str, wilds: int = 0) -> Game:
    """遊戲: the game of an id as a rule set with so many 聽 plays it (`wilds`, S0-001).

    >>> game_of("erqishi").deck.n_cards, game_of("erqishi", 4).deck.n_cards
    (80, 84)
    """
    found = GAMES[game]
    return with_wilds(found, wilds) if wilds else found


def written_deck(game: str) -> Deck:
    """牌: every card that a record of a game may name, 聽 too if any of its rules may have it (`Game.most_wilds`).

    >>> written_deck("erqishi").n_kinds
    20
    """
    return game_of(game, GAMES[game].most_wilds).deck


__all__ = ["ERQISHI", "GAMES", "GUILIN", "Game", "game_of", "with_wilds", "written_deck"]
