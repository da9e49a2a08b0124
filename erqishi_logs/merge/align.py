"""排齊: two sequences side by side at the least cost."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

Left = TypeVar("Left")
Right = TypeVar("Right")
Pairs = list[tuple[int | None, int | None]]


def align(
    left: Sequence[Left],
    right: Sequence[Right],
    cost: Callable[[Left, Right], int],
    left_gap: Callable[[Left], int],
    right_gap: Callable[[Right], int],
) -> Pairs:
    """排齊: pairs of places, None where one side has nothing; what agrees at both ends is not weighed.

    >>> align("abc", "ac", lambda a, b: 0 if a == b else 3, lambda a: 1, lambda b: 1)
    [(0, 0), (1, None), (2, 1)]
    """
    most = min(len(left), len(right))
    head = next((k for k in range(most) if cost(left[k], right[k])), most)
    tail = next((k for k in range(most - head) if cost(left[-1 - k], right[-1 - k])), most - head)
    n, m = len(left) - tail, len(right) - tail
    table = _weigh(left[head:n], right[head:m], cost, left_gap, right_gap)
    middle = [(_add(i, head), _add(j, head)) for i, j in _walk(table)]
    return [*((k, k) for k in range(head)), *middle, *((n + k, m + k) for k in range(tail))]


def _add(place: int | None, by: int) -> int | None:
    return None if place is None else place + by


def _weigh(
    left: Sequence[Left],
    right: Sequence[Right],
    cost: Callable[[Left, Right], int],
    left_gap: Callable[[Left], int],
    right_gap: Callable[[Right], int],
) -> list[list[tuple[int, int]]]:
    """By how much of each side is done: (least cost, the last step: 0 both, 1 left, 2 right)."""
    gaps = [right_gap(item) for item in right]
    row = [(0, 0)]
    for gap in gaps:
        row.append((row[-1][0] + gap, 2))
    table = [row]
    for mine in left:
        gap = left_gap(mine)
        next_row = [(row[0][0] + gap, 1)]
        for j, yours in enumerate(right):
            ways = (row[j][0] + cost(mine, yours), 0), (row[j + 1][0] + gap, 1), (next_row[j][0] + gaps[j], 2)
            next_row.append(min(ways))
        table.append(next_row)
        row = next_row
    return table


def _walk(table: list[list[tuple[int, int]]]) -> Pairs:
    i, j = len(table) - 1, len(table[0]) - 1
    pairs: Pairs = []
    while i or j:
        step = table[i][j][1]
        i, j = i - (step != 2), j - (step != 1)
        pairs.append((i if step != 2 else None, j if step != 1 else None))
    return pairs[::-1]
