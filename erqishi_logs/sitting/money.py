"""數: amounts that add up exactly, in millionths of a point."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from erqishi_logs.sitting.played import Number

#: Parts of a point that are told apart; payments that differ by no more are the same to the audit.
MICRO = 10**6


def micro(amount: Number, stake: Number = 1) -> int:
    """數: an amount × the stake, as written in decimals, in millionths.

    >>> micro(0.1) * 3 == micro(0.3), micro(20, 0.5)
    (True, 10000000)
    """
    return round(Fraction(repr(amount)) * Fraction(repr(stake)) * MICRO)


def points(amount: int) -> Number:
    """數: millionths as a number of points, whole where it is whole.

    >>> points(micro(20)), points(micro(-0.5))
    (20, -0.5)
    """
    return amount // MICRO if amount % MICRO == 0 else amount / MICRO


def balanced(pay: Sequence[Number]) -> tuple[int, ...] | None:
    """付: payments in millionths that sum to 0; None where they do not.

    A difference of less than a millionth a seat, which thirds of a stake leave, goes to the largest of them.

    >>> balanced([-1 / 3, -1 / 3, 2 / 3]), balanced([-20, 30, -20])
    ((-333333, -333333, 666666), None)
    """
    parts = [micro(amount) for amount in pay]
    off = sum(parts)
    if abs(off) > len(parts):
        return None
    parts[max(range(len(parts)), key=lambda seat: abs(parts[seat]))] -= off
    return tuple(parts)
