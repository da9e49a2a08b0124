"""轉賬: who pays whom, in the fewest payments."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

#: Up to so many people with a balance the number of payments is the least that there can be; 2^12 groups are looked at.
EXACT = 12


class Transfer(NamedTuple):
    """轉賬: `payer` gives `payee` an amount, in millionths of a point."""

    payer: str
    payee: str
    amount: int


def fewest_transfers(balances: Mapping[str, int]) -> tuple[Transfer, ...]:
    """轉賬: payments that bring every balance (+ is owed, − owes; sum 0) to 0, as few as can be.

    The people fall into as many groups as can be that are even among themselves; a group of n takes n − 1 payments.
    Of more than `EXACT` people with a balance: only the greedy payments, at most one less than people.
    Raises ValueError where the balances do not sum to 0.

    >>> fewest_transfers({"甲": -40, "乙": 60, "丙": -20})
    (Transfer(payer='甲', payee='乙', amount=40), Transfer(payer='丙', payee='乙', amount=20))
    >>> len(fewest_transfers({"甲": 5, "乙": -5, "丙": 7, "丁": -7}))
    2
    """
    if sum(balances.values()):
        msg = f"balances sum to {sum(balances.values())}, not 0"
        raise ValueError(msg)
    owed = {name: amount for name, amount in balances.items() if amount}
    groups = even_groups(tuple(owed.values())) if len(owed) <= EXACT else ((1 << len(owed)) - 1,)
    names = tuple(owed)
    return tuple(
        transfer
        for group in groups
        for transfer in _within({name: owed[name] for place, name in enumerate(names) if group >> place & 1})
    )


def even_groups(amounts: tuple[int, ...]) -> tuple[int, ...]:
    """組: as many groups as can be, each summing to 0, as masks of places; together they hold everybody.

    >>> even_groups((5, -5, 7, -7))
    (3, 12)
    """
    sums, best, cut = [0] * (1 << len(amounts)), [0] * (1 << len(amounts)), [0] * (1 << len(amounts))
    for mask in range(1, len(sums)):
        low = (mask & -mask).bit_length() - 1
        sums[mask] = sums[mask & (mask - 1)] + amounts[low]
        parts = [mask & ~(1 << place) for place in range(len(amounts)) if mask >> place & 1]
        cut[mask] = max(parts, key=lambda part: best[part])
        best[mask] = best[cut[mask]] + (sums[mask] == 0)
    return tuple(_cuts(sums, cut))


def _cuts(sums: list[int], cut: list[int]) -> Iterator[int]:
    """The groups, from the order in which the best way takes people away: one ends wherever the rest is even."""
    rest = start = len(sums) - 1
    while rest:
        rest = cut[rest]
        if sums[rest] == 0:
            yield start & ~rest
            start = rest


def _within(owed: dict[str, int]) -> Iterator[Transfer]:
    """The largest debt to the largest credit, until all is even."""
    left = dict(owed)
    while left:
        payer, payee = min(left, key=lambda name: left[name]), max(left, key=lambda name: left[name])
        amount = min(-left[payer], left[payee])
        yield Transfer(payer, payee, amount)
        left[payer] += amount
        left[payee] -= amount
        left = {name: rest for name, rest in left.items() if rest}
