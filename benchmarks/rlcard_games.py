"""The yardstick: RLCard plays mahjong with agents that choose at random.

The package alone is small (numpy, termcolor); its extra `torch` is not needed. Its own `RandomAgent` cannot be
imported without `rlcard.agents`, which asks pip for a list of packages and wants a module that Python 3.12 no longer
has: the same choice stands here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import rlcard
from rows import Row

if TYPE_CHECKING:
    from collections.abc import Iterator

    from setting import Setting

PACKAGE = "rlcard"
GAMES = 30


class RandomAgent:
    """Any legal action."""

    use_raw = False

    def __init__(self, dice: np.random.RandomState) -> None:
        self._dice = dice

    def step(self, state: dict[str, Any]) -> Any:
        """The action taken in a state."""
        return self._dice.choice(list(state["legal_actions"]))

    def eval_step(self, state: dict[str, Any]) -> tuple[Any, dict[str, Any]]:
        """The same, in play that is not training."""
        return self.step(state), {}


def rows(setting: Setting) -> Iterator[Row]:
    """Whole games."""
    env = rlcard.make("mahjong", config={"seed": setting.seed})
    dice = np.random.RandomState(setting.seed)
    env.set_agents([RandomAgent(dice) for _ in range(env.num_players)])
    yield Row("rlcard", "RLCard: a game of mahjong, random agents", GAMES, lambda: play(env))


def play(env: Any) -> None:
    """Plays the games to their ends."""
    for _ in range(GAMES):
        env.run()
