"""What differs by game: deck, meld table, event types of its own.

`GAMES` maps a record's `game` to it. How a game is played and counted is said by options of
its `RuleSet`, not here.
"""

from __future__ import annotations

from erqishi_logs.games.erqishi import ERQISHI
from erqishi_logs.games.game import Game
from erqishi_logs.games.guilin import GUILIN

GAMES: dict[str, Game] = {game.id: game for game in (ERQISHI, GUILIN)}

__all__ = ["ERQISHI", "GAMES", "GUILIN", "Game"]
