"""The yardstick: PokerKit parses and replays six-player hold'em hands that it played itself."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

from pokerkit import Automation, HandHistory, NoLimitTexasHoldem
from rows import Row

if TYPE_CHECKING:
    from collections.abc import Iterator

    from setting import Setting

PACKAGE = "pokerkit"
PLAYERS = 6
_AUTOMATIONS = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.CARD_BURNING,
    Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
    Automation.HAND_KILLING,
    Automation.CHIPS_PUSHING,
    Automation.CHIPS_PULLING,
)


def rows(setting: Setting) -> Iterator[Row]:
    """Parse and replay."""
    texts = list(iter_texts(min(setting.hands, 400), setting.seed))
    yield Row("pokerkit", "PokerKit: parse and replay a 6-player hold'em hand (PHH)", len(texts), lambda: replay(texts))


def iter_texts(hands: int, seed: int) -> Iterator[str]:
    """Hands as PHH texts; the players fold as often as not, raise now and then, call otherwise."""
    random.seed(seed)  # PokerKit deals from the global generator
    game = NoLimitTexasHoldem(
        _AUTOMATIONS, ante_trimming_status=True, raw_antes=0, raw_blinds_or_straddles=(1, 2), min_bet=2
    )
    for _ in range(hands):
        state = game([200] * PLAYERS, PLAYERS)
        _play(state)
        yield HandHistory.from_game_state(game, state).dumps()


def replay(texts: list[str]) -> None:
    """Parses each text and plays it to the end."""
    for text in texts:
        for _ in HandHistory.loads(text):
            pass


def _play(state: Any) -> None:
    while state.status:
        if state.can_deal_hole():
            state.deal_hole()
        elif state.can_deal_board():
            state.deal_board()
        else:
            _act(state)


def _act(state: Any) -> None:
    chance = random.random()
    if chance < 0.12 and state.can_complete_bet_or_raise_to():
        state.complete_bet_or_raise_to(state.min_completion_betting_or_raising_to_amount)
    elif chance > 0.6 and state.can_fold():
        state.fold()
    else:
        state.check_or_call()
