"""What a count depends on beside the groups themselves (RULEBOOK §6)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from erqishi_logs.games import Game
    from erqishi_logs.rules import RuleSet


class WinContext(NamedTuple):
    """和牌之境: the rules and what only the course of the hand shows (RULEBOOK §6).

    `dealt` are the counts of all cards dealt to the winner (the dealer's 21st too), None where they are
    not known: 瞟 is then not given, and said so. `win` is the kind won on, None for 天和.
    `own_draw`: 小家 won on his own turn's card; `own_flip`: the winner turned the card up himself.
    `kan_split`: kinds of which a kan or gun was split before, so that what is left is none (§2).
    """

    rules: RuleSet
    game: Game
    n_players: int
    quan: int | None = None
    dealt: Sequence[int] | None = None
    win: int | None = None
    tianhu: bool = False
    dihu: bool = False
    taipao: bool = False
    xiaojia: bool = False
    own_draw: bool = False
    own_flip: bool = False
    kan_split: frozenset[int] = frozenset()

    @property
    def min_hushu(self) -> int:
        """起和: the least 和數 of a win; 小家 needs any (S0-049, S0-127).

        >>> from erqishi_logs.games import ERQISHI
        >>> from erqishi_logs.rules import load_preset
        >>> WinContext(load_preset("leshan"), ERQISHI, 3).min_hushu
        10
        """
        return 1 if self.xiaojia else self.rules.min_hushu
