"""併: tables of verdicts in one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from erqishi_logs.archive.gather import spans
from erqishi_logs.archive.schema import VERDICT_VIEWS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


def merged(tables: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """併: tables of verdicts in one, sorted by hand; each is sorted in itself, and one of them has the findings.

    >>> from erqishi_logs.archive import verdict_tables
    >>> merged([verdict_tables([], "1"), verdict_tables([], "1")])["events"].num_rows
    0
    """
    filled = [table for table in tables if table["hands"].num_rows]
    whole = {view: pa.concat_tables([t[view] for t in tables if view in t]) for view in VERDICT_VIEWS}
    if len(filled) < 2:
        return whole
    hands, events = whole["hands"].combine_chunks(), whole["events"].combine_chunks()
    order = pc.sort_indices(hands["id"])
    counts = hands["n_events"].to_numpy()
    first, at = np.cumsum(counts) - counts, order.to_numpy()
    return {
        "hands": hands.take(order),
        "events": events.take(pa.array(spans(first[at], counts[at]))),
        "findings": whole["findings"],
    }
