"""入庫: how a batch becomes visible, whole or not at all.

A writer works under the lock: it writes to tmp/, syncs, then renames. The verdicts of a batch are
renamed first; nobody looks at them until their fact file is there, so the last rename shows all
of the batch at once. Acknowledged means that this rename is on the disk.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import time
from typing import TYPE_CHECKING, Any, NamedTuple

from erqishi_logs.archive.changes import finish_change
from erqishi_logs.archive.layout import sync_folder
from erqishi_logs.archive.parquet import name_of_content, write_parquet
from erqishi_logs.archive.schema import verdict_tag
from erqishi_logs.archive.seats import write_verdicts

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from erqishi_logs.archive.layout import Layout

#: Superseded verdicts and replaced facts stay this long, for readers that opened before (seconds).
GRACE = 3600.0
_NAME = re.compile(r"([0-9a-f]+)\.([0-9]+)\.([0-9a-f]+)\.([0-9a-f]+)")


class VerdictFolder(NamedTuple):
    """A folder of derived files: of which fact file, the how-manyth, by which engine, which columns."""

    fact: str
    generation: int
    engine_tag: str
    columns_tag: str

    @property
    def name(self) -> str:
        """The folder's name.

        >>> VerdictFolder("0f", 2, "aa", "bb").name
        '0f.2.aa.bb'
        """
        return f"{self.fact}.{self.generation}.{self.engine_tag}.{self.columns_tag}"

    @property
    def has_all_columns(self) -> bool:
        """Whether it was written with the columns of this version.

        >>> VerdictFolder("0f", 2, "aa", "bb").has_all_columns
        False
        """
        return self.columns_tag == verdict_tag()

    @classmethod
    def of_name(cls, name: str) -> VerdictFolder | None:
        """The folder of a name; None for what others put here.

        >>> VerdictFolder.of_name("0f.2.aa.bb"), VerdictFolder.of_name(".DS_Store")
        (VerdictFolder(fact='0f', generation=2, engine_tag='aa', columns_tag='bb'), None)
        """
        found = _NAME.fullmatch(name)
        return cls(found[1], int(found[2]), found[3], found[4]) if found else None


def engine_tag(engine: str) -> str:
    """8 hex digits that stand for an engine version in a folder's name.

    >>> engine_tag("0.1.0+1f2e3d4c")
    '0e142c43'
    """
    return hashlib.sha256(engine.encode()).hexdigest()[:8]


def current_folders(layout: Layout) -> dict[str, VerdictFolder]:
    """The derived files that count, by fact file."""
    current: dict[str, VerdictFolder] = {}
    for folder in _folders(layout):
        if folder.fact not in current or current[folder.fact].generation < folder.generation:
            current[folder.fact] = folder
    return current


def _folders(layout: Layout) -> Iterator[VerdictFolder]:
    with os.scandir(layout.verdicts) as entries:  # it tells of each what it is without asking again
        for entry in entries:
            folder = VerdictFolder.of_name(entry.name)
            if folder is not None and entry.is_dir():
                yield folder


def publish_batch(layout: Layout, facts: Any, verdicts: Mapping[str, Any], engine: str) -> str:
    """入庫: makes one batch visible and returns the name of its fact file. Needs the lock."""
    drop_orphans(layout)
    temporary = layout.tmp / "facts.parquet"
    write_parquet(facts, temporary, "facts")
    name = name_of_content(temporary)
    publish_verdicts(layout, name, verdicts, engine)
    temporary.replace(layout.fact_path(name))
    sync_folder(layout.facts)
    return name


def publish_verdicts(layout: Layout, fact: str, verdicts: Mapping[str, Any], engine: str) -> None:
    """評判入庫: makes derived files of a fact file the ones that count. Needs the lock."""
    temporary = layout.tmp / "verdicts"
    temporary.mkdir()
    write_verdicts(temporary, verdicts, layout)
    put_verdicts(layout, fact, temporary, engine)


def put_verdicts(layout: Layout, fact: str, written: Path, engine: str) -> None:
    """評判入庫: makes a folder of written derived files the one that counts for a fact file. Needs the lock."""
    sync_folder(written)
    names = (name for name in os.listdir(layout.verdicts) if name.startswith(fact))  # noqa: PTH208 - names are enough
    generation = max((folder.generation for folder in map(VerdictFolder.of_name, names) if folder), default=0) + 1
    written.rename(layout.verdicts / VerdictFolder(fact, generation, engine_tag(engine), verdict_tag()).name)
    sync_folder(layout.verdicts)


def drop_superseded(layout: Layout, grace: float = GRACE) -> None:
    """Deletes derived files that newer ones replaced more than `grace` seconds ago. Needs the lock."""
    current = current_folders(layout)
    for folder in list(_folders(layout)):
        newest = current[folder.fact]
        if folder != newest and time.time() - (layout.verdicts / newest.name).stat().st_mtime > grace:
            shutil.rmtree(layout.verdicts / folder.name)


def drop_replaced(layout: Layout, grace: float = GRACE) -> None:
    """Deletes fact files, with their verdicts, whose place another took more than `grace` s ago. Needs the lock."""
    stored = layout.stored_names()
    replaced = layout.replaced(stored)
    for path in layout.compacted.glob("*.txt"):
        if path.stem in stored and time.time() - path.stat().st_mtime <= grace:
            continue
        # The list of a file that was never put in names files that count.
        old = set(replaced.get(path.stem, ()))
        for name in old:
            layout.fact_path(name).unlink(missing_ok=True)
        sync_folder(layout.facts)
        for folder in [folder for folder in _folders(layout) if folder.fact in old]:
            shutil.rmtree(layout.verdicts / folder.name)
        path.unlink()


def drop_orphans(layout: Layout) -> None:
    """Deletes the verdicts of a batch whose writer died before its facts were there. Needs the lock.

    And what `finish_change` and `drop_replaced` do.
    """
    finish_change(layout)
    drop_replaced(layout)
    names = layout.stored_names()
    for folder in list(_folders(layout)):
        if folder.fact not in names:
            shutil.rmtree(layout.verdicts / folder.name)
