"""觀: what the audit kernels see of a block and of the tables: few and plain, for a kernel is given each of them whole.

Numba takes every array of a tuple apart into the arguments of every kernel it is handed to; a record is one
address. So the columns of `Hands` are put side by side, and tables that do not change are one record each.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from erqishi_logs.engine.tables import MAX_PLAYERS

if TYPE_CHECKING:
    from erqishi_logs.engine.arrays import Hands
    from erqishi_logs.engine.tables import GameArrays, RuleArrays

Array = Any

#: The row of a rule set in its own record.
ROW = 0
#: Tiers, steps of a ladder and the like that a record has room for.
MAX_STEPS = 64

#: One event and one hand: the columns of `Hands` of the same names; `marks` are the `flags`, a word that numpy keeps.
EVENT = np.dtype(
    [("number", np.float64), *((name, np.int64) for name in ("whole", "titles", "type", "seat", "card", "marks"))]
)
HEAD = np.dtype(
    [
        ("stake", np.float64),
        ("pay", np.float64, (MAX_PLAYERS,)),
        *((name, np.int64) for name in ("ok", "n_players", "dealer", "quan", "has_pay", "has_wall")),
    ]
)


class View(NamedTuple):
    """觀: a block. `heads[h]` (HEAD) and `events[i]` (EVENT) are records; the rest as in `Hands`."""

    heads: Array
    events: Array
    event_at: Array
    group_at: Array
    card_at: Array
    cards: Array
    wall_at: Array
    wall: Array


class Tables(NamedTuple):
    """表: what a hand is judged by, as records: one rule set (`rule_rows`), the game, its cards as words."""

    rules: RuleArrays
    game: GameArrays
    covers: Any


def view_of(hands: Hands) -> View:
    """觀: a block as the kernels see it."""
    heads = np.empty(len(hands.ok), HEAD).view(np.recarray)
    events = np.empty(len(hands.type), EVENT).view(np.recarray)
    for names, rows in ((HEAD.names, heads), (EVENT.names, events)):
        for name in names or ():
            rows[name] = getattr(hands, "flags" if name == "marks" else name)
    cards, wall = hands.cards.astype(np.int64), hands.wall.astype(np.int64)
    return View(heads, events, hands.event_at, hands.group_at, hands.card_at, cards, hands.wall_at, wall)


def rule_rows(rules: RuleArrays) -> Array:
    """規則: rule sets as records, one a row, each with the tables of `RuleArrays` for itself alone (row ROW).

    Whatever the rule sets, the records are of one type, for which the kernels are compiled once. Raises ValueError
    where a rule set has more tiers or steps than a record has room for.

    >>> from erqishi_logs.engine.tables import rule_arrays
    >>> from erqishi_logs.rules import load_preset
    >>> rows = rule_rows(rule_arrays([load_preset("leshan"), load_preset("quan")]))
    >>> int(rows[1].n_tiers[ROW])
    3
    """
    shapes = {name: array.shape[1:] for name, array in zip(rules._fields, rules, strict=True)}
    if any(len(shape) == 2 and shape[0] > MAX_STEPS for shape in shapes.values()):
        msg = f"more than {MAX_STEPS} tiers or steps"
        raise ValueError(msg)
    wide = {name: (MAX_STEPS, *shape[1:]) if len(shape) == 2 else shape for name, shape in shapes.items()}
    rows = np.zeros(len(rules.num), np.dtype([(name, np.int64, (1, *shape)) for name, shape in wide.items()]))
    for name, array in zip(rules._fields, rules, strict=True):
        rows[name][tuple(map(slice, (None, 1, *array.shape[1:])))] = array[:, None]
    return rows.view(np.recarray)


def as_record(arrays: Any) -> Any:
    """The arrays of a named tuple side by side in one record, under their names.

    >>> class Two(NamedTuple):
    ...     one: Array
    ...     other: Array
    >>> as_record(Two(np.arange(3), np.zeros((2, 2)))).one.tolist()
    [0, 1, 2]
    """
    fields = [(name, array.dtype, array.shape) for name, array in zip(arrays._fields, arrays, strict=True)]
    record = np.zeros(1, np.dtype(fields, align=True)).view(np.recarray)
    for name, array in zip(arrays._fields, arrays, strict=True):
        record[0][name] = array
    return record[0]
