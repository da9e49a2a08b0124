"""譜: what the lines read so far say to the next."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from erqishi_logs.errors import RuleError
from erqishi_logs.record.pu import words
from erqishi_logs.record.pu.header import header_words
from erqishi_logs.record.types import event_keys
from erqishi_logs.rules import fold, load_known_rules, preset_ids, with_house

if TYPE_CHECKING:
    from collections.abc import Mapping

    from erqishi_logs.record.pu.cursor import Words
    from erqishi_logs.rules import RuleSet


class Course:
    """What the lines read so far say to the next: the header, the live card, who was dealt cards."""

    def __init__(self, header: dict[str, Any], known: Mapping[str, RuleSet] | None = None) -> None:
        self.header = header
        self.known = known or {}
        self.types = event_keys(header.get("game", "erqishi"))
        self.live: str | None = None
        self.dealt: set[int] = set()

    @property
    def kun_is_tier(self) -> bool:
        """坤: whether the rules of the hand call a tier so; also where they are not known (S2-086).

        Raises HouseError for a difference that is none.
        """
        rules = self._rules()
        return rules is None or rules.kun_word_is_tier

    @property
    def chipiao_is_title(self) -> bool:
        """吃瞟: whether the rules of the hand call the title piao so (S3-013). Raises HouseError as `kun_is_tier`."""
        rules = self._rules()
        return rules is not None and rules.chipiao_is_title

    @property
    def xiaojia(self) -> int | None:
        """小家: his seat; None where there is none or the rules are unknown. Raises HouseError as `kun_is_tier`."""
        rules = self._rules()
        n_players = len(self.header["players"])
        return (self.header["dealer"] - 1) % n_players if rules and rules.has_xiaojia(n_players) else None

    @cached_property
    def words(self) -> Words:
        """What the words of a line are read by, the seats' other names among them."""
        return header_words(self.header)._replace(role=self._role)

    def _role(self, word: str) -> int | None:
        """家: the seat that a folded word names by what it is, unless a player is called so."""
        if any(fold(name) == word for name in self.header["players"]):
            return None
        if word in words.XIAOJIA_WORDS:
            return self.xiaojia
        return self.header["dealer"] if word in words.DEALER_WORDS else None

    def hand_size(self, seat: int) -> int | None:
        """發: how many cards the seat is due by the rules; None where they are unknown.

        Raises HouseError for a difference that is none.
        """
        rules = self._rules()
        return due_cards(rules, len(self.header["players"]), self.header["dealer"], seat) if rules else None

    def penalty(self) -> float | None:
        """包牌: what the rules have the offender give each other player; None where they are unknown or have none.

        Raises HouseError for a difference that is none.
        """
        rules = self._rules()
        return rules.penalty_due or None if rules else None

    def _rules(self) -> RuleSet | None:
        """The rules of the hand, its differences applied; None where they are unknown. Raises HouseError."""
        if not self._is_known:
            return None
        rules = load_known_rules(self.header["rules"], (), self.known)
        for option in self.header.get("house", ()):
            try:
                rules = with_house(rules, (option,))
            except RuleError as error:
                raise HouseError(option, error) from None
        return rules

    @property
    def _is_known(self) -> bool:
        return self.header["rules"] in self.known or self.header["rules"] in preset_ids()


class HouseError(Exception):
    """同規: `option` is no difference from the rules of the hand, and the reading hangs on it."""

    def __init__(self, option: str, error: RuleError) -> None:
        super().__init__(option, error)
        self.option = option
        self.error = error


def due_cards(rules: RuleSet, n_players: int, dealer: int, seat: int) -> int:
    """發: the size of a seat's dealt hand (RULEBOOK §3).

    >>> from erqishi_logs.rules import load_preset
    >>> [due_cards(load_preset("leshan-4"), 4, 0, seat) for seat in range(4)]
    [21, 20, 20, 2]
    """
    if rules.has_xiaojia(n_players) and seat == (dealer - 1) % n_players:
        return 2
    return rules.cards_each(n_players) + (rules.dealer_extra if seat == dealer else 0)
