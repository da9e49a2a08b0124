"""撤: an ingest undone: what it stored is taken out of the archive, and nothing else."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from erqishi_logs.archive.changes import Written, finish_change, put_change
from erqishi_logs.archive.ingests import INGESTS, Ingest, join_stretches, read_stretches
from erqishi_logs.archive.layout import put_file
from erqishi_logs.archive.lock import locked
from erqishi_logs.archive.parts import refuse_live
from erqishi_logs.upkeep.history import find_ingest, history
from erqishi_logs.upkeep.rewriting import Stored, read_stored, with_replaced, write_stored

if TYPE_CHECKING:
    from erqishi_logs.archive import Archive
    from erqishi_logs.archive.layout import Layout


class UndoReport(NamedTuple):
    """撤回報告: the ingest that was undone, the hands and the quarantined input that went; `seconds` wall time."""

    ingest: Ingest
    hands: int
    quarantined: int
    seconds: float


def undo(archive: Archive, batch: str | None = None) -> UndoReport:
    """撤: takes out what an ingest stored; `batch` is its id or the beginning of it, None the last.

    The same input can be ingested again: nothing counts as read any more. Raises ArchiveError where there is no such
    ingest, where a run is under way, and where a fact file is damaged.
    """
    started = time.monotonic()
    layout = archive.layout
    with locked(layout):
        finish_change(layout)
        refuse_live(layout)
        entry = find_ingest(history(archive), batch)
        touched = [name for name in layout.fact_names() if _has(layout, name, entry.ingest)]
        _read_again(layout)
        new = [_without(layout, name, entry.ingest) for name in touched]
        put_change(layout, [one for one in new if one is not None], with_replaced(layout, touched))
    return UndoReport(entry.ingest, entry.hands, entry.quarantined, round(time.monotonic() - started, 3))


def _has(layout: Layout, name: str, ingest: Ingest) -> bool:
    return any(stretch.ingest.id == ingest.id for stretch in read_stretches(layout, name))


def _read_again(layout: Layout) -> None:
    """Nothing counts as read: a stretch that another ingest read may be there for hands that now go."""
    put_file(layout.tmp / "reread", layout.reread, "\n".join(layout.fact_names()).encode())


def _without(layout: Layout, name: str, ingest: Ingest) -> Written | None:
    """What is left of a fact file, written; None where nothing is."""
    stored = read_stored(layout, name)
    rows = [stretch.rows for stretch in stored.stretches]
    stays = np.repeat([stretch.ingest.id != ingest.id for stretch in stored.stretches], rows)
    if not stays.any():
        return None
    facts = stored.facts.filter(pa.array(stays))
    ids = facts["id"].combine_chunks()
    verdicts = stored.verdicts and {
        view: table.filter(pc.is_in(table["id"], ids)) for view, table in stored.verdicts.items()
    }
    left = [stretch for stretch in stored.stretches if stretch.ingest.id != ingest.id]
    return write_stored(layout, Stored(name, facts, verdicts, {}, left), {INGESTS: join_stretches([left])})
