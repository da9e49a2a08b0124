"""聽用 in a dui: which two cards of the hand it takes, which no record says (FORMAT, Events; S0-001)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from erqishi_logs.cards import UNSEEN
from erqishi_logs.legal import dui_cards

if TYPE_CHECKING:
    from erqishi_logs.replay.table import Seat, Table


def dui_hand(table: Table, seat: Seat, kind: int) -> tuple[int, ...]:
    """對: the two cards of the hand by which the seat duis a card of this kind, `?` for one that nobody can know.

    Two alike where they are held, else one and a 聽 **(r)**. With unseen cards the second may be either, and
    of a live 聽 both may be any two alike: the hand is blurred then, so that nothing is inferred from it.
    """
    wild = table.game.deck.wild
    if kind == wild:
        return UNSEEN, UNSEEN
    cards = dui_cards(seat.concealed, kind, wild)
    if seat.unseen <= 0 or seat.concealed[kind] > 1 or kind == UNSEEN:
        return cards or (kind, kind)
    if not cards and table.seen[wild] >= table.game.deck.copies[wild]:
        return kind, kind
    seat.is_blurred = True
    return cards or (kind, UNSEEN)
