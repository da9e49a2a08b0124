"""觀: what the audit kernels see of a block and of the tables: few and plain, for a kernel is given each of them whole.

Numba takes every array of a tuple apart into the arguments of every kernel it is handed to; a record is one
address. So the columns of `Hands` are put side by side, and tables that do not change are one record each.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from erqishi_logs.engine.cover import cover_arrays
from erqishi_logs.engine.tables import MAX_PLAYERS

if TYPE_CHECKING:
    from erqishi_logs.engine.arrays import Hands
    from erqishi_logs.engine.tables import GameArrays, RuleArrays

Array = Any

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
    """表: what does not change from hand to hand, as records: rule sets, the game, its cards as words."""

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


def table_records(rules: RuleArrays, game: GameArrays) -> Tables:
    """表: rule sets and a game as records.

    >>> from erqishi_logs.engine.tables import game_arrays, rule_arrays
    >>> from erqishi_logs.games import ERQISHI
    >>> from erqishi_logs.rules import load_preset
    >>> table_records(rule_arrays([load_preset("leshan")]), game_arrays(ERQISHI)).game.copies.sum()
    80
    """
    return Tables(as_record(rules), as_record(game), as_record(cover_arrays(game)))


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
