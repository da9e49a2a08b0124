"""Hands of a sitting, written down in a line each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from erqishi_logs.rules import RuleSet, load_preset
from erqishi_logs.sitting import Cut, Note, Penalty, Played, Result, check_sitting, sitting_of

if TYPE_CHECKING:
    from collections.abc import Sequence


def hand(
    number: int | None,
    dealer: str,
    winner: str | None = None,
    rules: str | RuleSet = "quan",
    players: str | Sequence[str] = "甲乙丙",
    **more: object,
) -> Played:
    """One hand: who deals, who wins (None: drawn); `cut` as ("丙", 4), `end` for another outcome."""
    cut, end = more.pop("cut", None), more.pop("end", None)
    seats = list(players)
    seat = None if winner is None else seats.index(winner)
    valid = more.pop("win_valid", None if winner is None else True)
    return Played(
        id=str(more.pop("id", f"h{number}")),
        session="茶樓",
        number=number,
        rules=load_preset(rules) if isinstance(rules, str) else rules,
        players=tuple(seats),
        dealer=seats.index(dealer),
        result=Result(str(end or ("huang" if winner is None else "hu")), seat, valid, more.pop("counted", None)),
        cut=None if cut is None else Cut(seats.index(cut[0]), cut[1]),
        **{"pay": (0,) * len(seats), **more},
    )


def fined(seat: int, amount: float = 20, code: str = "chi_guozhang") -> tuple[Penalty, ...]:
    """One penalty given at the table."""
    return (Penalty(seat, code, amount),)


def notes(*hands: Played, cannot_tell: bool = False) -> list[Note]:
    """The notes of the sitting that hands make."""
    return list(check_sitting(sitting_of("茶樓", hands), cannot_tell=cannot_tell))


def told(*hands: Played) -> list[tuple[str, int | None]]:
    """What holds: code and number of the hand."""
    return [(note.code, note.hand) for note in notes(*hands)]


def untold(*hands: Played) -> list[tuple[str, int | None, tuple[str, ...]]]:
    """What cannot be told: code, number of the hand, the codes on which it hangs."""
    found = [note for note in notes(*hands, cannot_tell=True) if note.verdict == "cannot_tell"]
    return [(note.code, note.hand, tuple(doubt.code for doubt in note.depends)) for note in found]
