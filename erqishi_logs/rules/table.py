"""桌: whether a rule set can be played at the table that a record names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from erqishi_logs.errors import RuleError
from erqishi_logs.games import game_of
from erqishi_logs.texts.phrase import Phrase

if TYPE_CHECKING:
    from erqishi_logs.rules.ruleset import RuleSet

#: Cards of a 小家 (RULEBOOK §2).
_XIAOJIA_CARDS = 2


def check_table(rules: RuleSet, game: str, n_players: int) -> None:
    """桌: raises RuleError where the rules are of another game, or deal more cards than its deck has (§1, §3).

    A number of players that the preset does not name but the deck can deal is no error: tables differ.

    >>> from erqishi_logs.rules import load_preset
    >>> check_table(load_preset("leshan"), "erqishi", 4)
    >>> check_table(load_preset("leshan"), "erqishi", 8)
    Traceback (most recent call last):
    ...
    erqishi_logs.errors.RuleError: rules leshan: found 8 players, who are dealt 161 cards; expected at most 80
    """
    if rules.game != game:
        raise RuleError(Phrase("known.other_game", rules=rules.id, found=game, expected=rules.game))
    cards, deck = count_dealt(rules, n_players), game_of(game, rules.wilds).deck.n_cards
    if cards > deck:
        raise RuleError(Phrase("known.too_many_players", rules=rules.id, players=n_players, cards=cards, deck=deck))


def count_dealt(rules: RuleSet, n_players: int) -> int:
    """發牌: cards that a table of so many is dealt in all (§3).

    >>> from erqishi_logs.rules import load_preset
    >>> count_dealt(load_preset("leshan"), 3), count_dealt(load_preset("leshan-4"), 4)
    (61, 63)
    """
    full = n_players - rules.has_xiaojia(n_players)
    return full * rules.cards_each(n_players) + rules.dealer_extra + _XIAOJIA_CARDS * (n_players - full)
