"""歷: the ingests of an archive, one by one."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import pyarrow.compute as pc

from erqishi_logs.archive.damage import read_columns
from erqishi_logs.archive.ingests import Ingest, read_stretches
from erqishi_logs.errors import ArchiveError
from erqishi_logs.texts.phrase import Phrase

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from erqishi_logs.archive import Archive
    from erqishi_logs.archive.layout import Layout


class Entry(NamedTuple):
    """次: an ingest, the hands and the pieces of quarantined input that it stored and that are still there."""

    ingest: Ingest
    hands: int
    quarantined: int


def history(archive: Archive) -> list[Entry]:
    """歷: every ingest of which something is left, the latest last. Raises DamagedFactsError.

    >>> import tempfile
    >>> from erqishi_logs.archive import Archive
    >>> history(Archive.open(tempfile.mkdtemp(), create=True))
    []
    """
    found: dict[str, Entry] = {}
    for name in archive.layout.fact_names():
        for entry in _entries(archive.layout, name):
            before = found.get(entry.ingest.id, Entry(entry.ingest, 0, 0))
            found[entry.ingest.id] = Entry(
                before.ingest, before.hands + entry.hands, before.quarantined + entry.quarantined
            )
    return sorted(found.values(), key=lambda entry: (entry.ingest.at, entry.ingest.id))


def _entries(layout: Layout, name: str) -> Iterator[Entry]:
    is_hand = np.asarray(pc.is_valid(read_columns(layout, name, ["id"])["id"]))
    begin = 0
    for ingest, rows in read_stretches(layout, name):
        n_hands = int(is_hand[begin : begin + rows].sum())
        yield Entry(ingest, n_hands, rows - n_hands)
        begin += rows


def find_ingest(entries: Sequence[Entry], batch: str | None) -> Entry:
    """尋: the ingest that an id, or the beginning of one, names; the last where it is None. Raises ArchiveError.

    >>> find_ingest([Entry(Ingest("20260101T000000Z-aa", ""), 1, 0)], "202601").hands
    1
    """
    if batch is None:
        if not entries:
            raise ArchiveError(Phrase("archive.no_ingests"))
        return entries[-1]
    found = [entry for entry in entries if entry.ingest.id.startswith(batch)]
    exact = [entry for entry in found if entry.ingest.id == batch]
    if len(exact or found) == 1:
        return (exact or found)[0]
    msg = Phrase("archive.some_ingests", id=batch, n=len(found)) if found else Phrase("archive.no_ingest", id=batch)
    raise ArchiveError(msg)
