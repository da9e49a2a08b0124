"""重寫: a fact file written anew with its verdicts, to take the place of another."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import pyarrow.parquet as pq

from erqishi_logs.archive.changes import Written
from erqishi_logs.archive.ingests import Stretch, read_stretches
from erqishi_logs.archive.parquet import name_of_content, write_parquet
from erqishi_logs.archive.publish import VerdictFolder, current_folders
from erqishi_logs.archive.schema import verdict_tag
from erqishi_logs.archive.seats import write_verdicts
from erqishi_logs.archive.verdicts import read_verdicts

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping
    from pathlib import Path

    from erqishi_logs.archive.layout import Layout

#: What Arrow itself says in a file's metadata.
_ARROW = b"ARROW:schema"


class Stored(NamedTuple):
    """存: a fact file as tables: its facts, its verdicts (None where there are none), its metadata, its ingests."""

    name: str
    facts: Any
    verdicts: dict[str, Any] | None
    metadata: dict[bytes, bytes]
    stretches: list[Stretch]


def read_stored(layout: Layout, name: str) -> Stored:
    """讀: a fact file with what belongs to it. Raises DamagedFactsError."""
    stretches = read_stretches(layout, name)
    table = pq.read_table(layout.fact_path(name))
    metadata = {key: value for key, value in (table.schema.metadata or {}).items() if key != _ARROW}
    return Stored(name, table, read_verdicts(layout, name), metadata, stretches)


def write_stored(layout: Layout, stored: Stored, metadata: Mapping[bytes, bytes]) -> Written:
    """寫: a fact file with its verdicts, in `tmp/`; `stored.name` is the file whose place it takes. Needs the lock."""
    home = layout.tmp / f"new-{stored.name}"
    home.mkdir()
    facts: Path = home / "facts.parquet"
    write_parquet(stored.facts.replace_schema_metadata(dict(metadata)), facts, "facts")
    name = name_of_content(facts)
    if stored.verdicts is None:
        return Written(name, facts, None, "")
    verdicts = home / "verdicts"
    verdicts.mkdir()
    write_verdicts(verdicts, stored.verdicts, layout)
    # Rows of another version stay as they are: the folder is called as theirs was.
    tag = current_folders(layout)[stored.name].engine_tag
    return Written(name, facts, verdicts, VerdictFolder(name, 1, tag, verdict_tag()).name)


def with_replaced(layout: Layout, names: Collection[str]) -> set[str]:
    """舊: fact files and those whose place they took, which would count again without them. Needs the lock."""
    replaced = layout.replaced(layout.stored_names())
    return {*names, *(old for name in names for old in replaced.get(name, ()))}
