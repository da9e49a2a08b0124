"""從眾: the reading that most witnesses support, the first witness's where as many support each."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

Value = TypeVar("Value")


class Prevailing(NamedTuple):
    """從眾: the value kept, and whether anybody contradicts it."""

    value: object
    is_disputed: bool


def prevail(
    values: Iterable[Value], meet: Callable[[Value, Value], Value | None], says: Callable[[Value], int]
) -> Prevailing:
    """從眾: the value of most witnesses, in which all that agrees with it is united.

    `values` in the order of the witnesses; `meet` gives None for a contradiction; `says` how much a value tells:
    what tells nothing has no voice.

    >>> from erqishi_logs.merge.meet import meet_cards, n_known
    >>> prevail(["??", "一?", "三四", "二一"], meet_cards, n_known)
    Prevailing(value='二一', is_disputed=True)
    >>> prevail(["五", "六", "六"], meet_cards, n_known), prevail(["五", "六"], meet_cards, n_known)
    (Prevailing(value='六', is_disputed=True), Prevailing(value='五', is_disputed=True))
    """
    told = list(values)
    loud = [value for value in told if says(value)] or told
    support = [sum(meet(value, other) is not None for other in loud) for value in loud]
    chosen = loud[support.index(max(support))]
    disputed = False
    for value in told:
        met = meet(chosen, value)
        disputed = disputed or met is None
        chosen = chosen if met is None else met
    return Prevailing(chosen, disputed)


def meet_equal(one: Value, other: Value) -> Value | None:
    """相同: the value where both are equal.

    >>> meet_equal(3, 3), meet_equal(3, 4)
    (3, None)
    """
    return one if one == other else None
