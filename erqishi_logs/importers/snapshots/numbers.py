"""牌號: the platform's numbers of cards (PLATFORMS, A): rank × 100 + kind × 10 + copy."""

from __future__ import annotations

from typing import TYPE_CHECKING

from erqishi_logs.cards import ERQISHI_DECK, UNSEEN
from erqishi_logs.importers.snapshots.odd import OddError
from erqishi_logs.texts.phrase import Phrase

if TYPE_CHECKING:
    from collections.abc import Iterable

_RANKS = 10
_HUGE = 10**9


def kind_of(card: int, field: str) -> int:
    """牌: the kind of a number, `UNSEEN` for 0; 1–20, the other platform's numbers, are read, too. Raises OddError.

    The copy, 1–4 or 0 where it is not known, is not kept.

    >>> ERQISHI_DECK.format_cards([kind_of(521, "x"), kind_of(510, "x"), kind_of(15, "x"), kind_of(0, "x")])
    '伍五伍?'
    """
    if 0 <= card <= 2 * _RANKS:
        return card - 1 if card else UNSEEN
    rank, size, copy = card // 100, card // 10 % 10, card % 10
    if not (1 <= rank <= _RANKS and size in (1, 2) and copy <= 4):
        shown = card if abs(card) < _HUGE else "…"
        raise OddError(field, Phrase("eqs.no_card", card=shown), Phrase("eqs.card"))
    return (size - 1) * _RANKS + rank - 1


def kinds_of(cards: Iterable[int], field: str) -> tuple[int, ...]:
    """牌: the kinds of numbers, in their order. Raises OddError."""
    return tuple(kind_of(card, field) for card in cards)


def number_of(kind: int) -> int:
    """牌號: the number of a kind whose copy is not known, 0 for `UNSEEN`.

    >>> number_of(14), number_of(4), number_of(UNSEEN)
    (520, 510, 0)
    """
    return 0 if kind == UNSEEN else (kind % _RANKS + 1) * 100 + (kind // _RANKS + 1) * 10


def glyphs(kinds: Iterable[int]) -> str:
    """牌: kinds as characters, `?` for `UNSEEN`."""
    return ERQISHI_DECK.format_cards(kinds)
