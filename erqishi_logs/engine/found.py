"""判: findings of one hand, gathered and put in order."""

from __future__ import annotations

from typing import Any

import numpy as np

from erqishi_logs.engine.arrays import Code
from erqishi_logs.engine.compiled import inner
from erqishi_logs.engine.desk import MAX_EVIDENCE, MAX_FOUND, Desk, Found, Now

Array = Any

#: The place of each code in the order of their names, in which findings are told that nothing else puts in order.
NAME_ORDER = np.argsort(np.argsort([code.name for code in Code])).astype(np.int64)


@inner
def add(d: Desk, severity: int, code: int, seat: int, event: int, evidence: int) -> None:
    """判: one finding, told once; `seat`, `event`, `evidence` −1 for none; further evidence by `add_evidence`."""
    n = d.now[Now.N_FOUND]
    for i in range(n):
        row = d.found[i]
        if (
            row[Found.CODE] == code
            and row[Found.EVENT] == event
            and row[Found.SEAT] == seat
            and row[Found.SEVERITY] == severity
        ):
            return
    if n >= MAX_FOUND:
        d.now[Now.LEFT] = 1
        return
    row = d.found[n]
    row[Found.SEVERITY] = severity
    row[Found.CODE] = code
    row[Found.SEAT] = seat
    row[Found.EVENT] = event
    row[Found.FROM] = d.now[Now.N_EVIDENCE]
    row[Found.TO] = row[Found.FROM]
    d.now[Now.N_FOUND] = n + 1
    if evidence >= 0:
        add_evidence(d, evidence)


@inner
def add_evidence(d: Desk, event: int) -> None:
    """One more event of evidence for the finding added last."""
    n = d.now[Now.N_EVIDENCE]
    if n >= MAX_EVIDENCE:
        d.now[Now.LEFT] = 1
        return
    d.evidence[n] = event
    d.now[Now.N_EVIDENCE] = n + 1
    d.found[d.now[Now.N_FOUND] - 1, Found.TO] = n + 1


@inner
def _first(d: Desk, row: Array) -> int:
    """The first event of evidence, the event itself where there is none."""
    least = max(row[Found.EVENT], 0)
    for i in range(row[Found.FROM], row[Found.TO]):
        if i == row[Found.FROM] or d.evidence[i] < least:
            least = d.evidence[i]
    return least


@inner
def _goes_before(d: Desk, one: Array, other: Array, name_order: Array) -> bool:
    if (one[Found.EVENT] < 0) != (other[Found.EVENT] < 0):
        return other[Found.EVENT] < 0
    if one[Found.EVENT] != other[Found.EVENT]:
        return one[Found.EVENT] < other[Found.EVENT]
    if one[Found.SEVERITY] != other[Found.SEVERITY]:
        return one[Found.SEVERITY] < other[Found.SEVERITY]
    first, second = _first(d, one), _first(d, other)
    if first != second:
        return first < second
    if one[Found.CODE] != other[Found.CODE]:
        return name_order[one[Found.CODE]] < name_order[other[Found.CODE]]
    return one[Found.SEAT] < other[Found.SEAT]


@inner
def put_in_order(d: Desk, name_order: Array) -> None:
    """The order of `erqishi_logs.audit`: event, severity, first evidence, code, seat; those of no event last."""
    for i in range(1, d.now[Now.N_FOUND]):
        j = i
        while j > 0 and _goes_before(d, d.found[j], d.found[j - 1], name_order):
            for column in range(d.found.shape[1]):
                kept = d.found[j, column]
                d.found[j, column] = d.found[j - 1, column]
                d.found[j - 1, column] = kept
            j -= 1
