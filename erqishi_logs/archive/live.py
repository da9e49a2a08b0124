"""現張: how the files of `events` hold the live card.

It nearly always is the card of a discard or flip, and none after any other event. The files hold only where
it is not: `live_else` is null where that holds, empty where no card is live all the same, else the live card.
"""

from __future__ import annotations

from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

#: Events that turn a card up.
TURNS = ("discard", "flip")
#: The column of the files.
ELSE = "live_else"


def pack_live(events: Any) -> Any:
    """裝: a table of `events` as its file holds it; one that is so already is given back.

    >>> table = pa.table(
    ...     {"type": ["flip", "note", "pass"], "card": ["五", None, "五"], "live_card": ["五", "五", None]}
    ... )
    >>> pack_live(table).to_pydict()
    {'type': ['flip', 'note', 'pass'], 'card': ['五', None, '五'], 'live_else': [None, '五', None]}
    """
    if "live_card" not in events.column_names:
        return events
    live = events["live_card"]
    known = _turned_up(events)
    same = pc.or_(pc.fill_null(pc.equal(live, known), False), pc.and_(pc.is_null(live), pc.is_null(known)))
    other = pc.if_else(same, pa.scalar(None, pa.string()), pc.fill_null(live, ""))
    return events.drop_columns(["live_card"]).append_column(ELSE, other)


def unpack_live(stored: Any) -> Any:
    """拆: the table of `events` of a file; a file that holds `live_card` itself is that table.

    >>> unpack_live(pa.table({"type": ["flip", "flip"], "card": ["五", "?"], "live_else": [None, ""]})).to_pydict()
    {'type': ['flip', 'flip'], 'card': ['五', '?'], 'live_card': ['五', None]}
    """
    if ELSE not in stored.column_names:
        return stored
    found = pc.coalesce(stored[ELSE], _turned_up(stored))
    live = pc.if_else(pc.equal(found, ""), pa.scalar(None, pa.string()), found)
    return stored.drop_columns([ELSE]).append_column("live_card", live)


def _turned_up(events: Any) -> Any:
    turns = pc.is_in(events["type"], pa.array(TURNS, pa.string()))
    return pc.if_else(turns, events["card"], pa.scalar(None, pa.string()))
