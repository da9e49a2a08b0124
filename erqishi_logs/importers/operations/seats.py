"""座: the list's players, 庄家 下家 上家 數底, as seats counter-clockwise from the dealer (RULEBOOK §3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from erqishi_logs.importers.operations import messages as say
from erqishi_logs.importers.operations.complaints import FormError
from erqishi_logs.texts.phrase import Phrase

if TYPE_CHECKING:
    from collections.abc import Sequence

#: With so many players one may be 小家, with so many cards.
_FEWEST, _MOST = 2, 8
XIAOJIA_TABLE, XIAOJIA_CARDS = 4, 2
#: A hand of at most so many cards is one of the game of fourteen.
_FOURTEEN = 15


def seat_order(hand: say.Hand) -> tuple[say.Player, ...]:
    """座: the players by seat, the dealer first. Raises FormError where two have one uid.

    An operation 庄家 names the dealer, else he is the first of the list. 小家 is the dealer's 上家 (§3):
    where the list has him third he and the fourth change places.

    >>> players = [say.Player(uid, hand_cards=[1] * n) for uid, n in ((5, 21), (6, 20), (7, 2), (8, 20))]
    >>> [player.uid for player in seat_order(say.Hand(players))]
    [5, 6, 8, 7]
    """
    players = list(hand.players)
    if not _FEWEST <= len(players) <= _MOST:
        found = Phrase("value.players", count=len(players))
        raise FormError("$.players", found, Phrase("operations.two_to_eight", low=_FEWEST, high=_MOST))
    uids = [str(player.uid) for player in players]
    for index, uid in enumerate(uids):
        if uid in uids[:index]:
            found = Phrase("operations.same_uid", uid=uid)
            raise FormError(f"$.players[{index}].uid", found, Phrase("operations.each_uid"))
    first = next((uids.index(str(op.oper)) for op in _named(hand, uids)), 0)
    players = players[first:] + players[:first]
    if len(players) == XIAOJIA_TABLE and _is_xiaojia(hand, players[2], players[3]):
        players[2:] = players[3], players[2]
    return tuple(players)


def _named(hand: say.Hand, uids: Sequence[str]) -> list[say.Operation]:
    ops = hand.player_ops or ()
    return [op for op in ops if op.k not in say.LOBBY and (op.k or 0) & say.DEALER and str(op.oper) in uids]


def _is_xiaojia(hand: say.Hand, third: say.Player, fourth: say.Player) -> bool:
    """Whether the third is 小家 and the fourth is not: by the cards, where they do not tell by the hidden draws."""
    sizes = [len(player.hand_cards or ()) for player in (third, fourth)]
    if XIAOJIA_CARDS in sizes:
        return sizes[0] == XIAOJIA_CARDS != sizes[1]
    ops = hand.player_ops or ()
    drawers = {str(op.oper) for op in ops if op.k not in say.LOBBY and (op.k or 0) & say.DRAW}
    return str(third.uid) in drawers and str(fourth.uid) not in drawers


def hand_size(players: Sequence[say.Player]) -> int:
    """手: cards dealt to a seat that is neither dealer nor 小家, 20 or 14.

    >>> hand_size([say.Player(1, hand_cards=[1] * 15), say.Player(2)]), hand_size([say.Player(1), say.Player(2)])
    (14, 20)
    """
    most = max((len(player.hand_cards or ()) for player in players), default=0)
    return 14 if XIAOJIA_CARDS + 1 < most <= _FOURTEEN else 20
