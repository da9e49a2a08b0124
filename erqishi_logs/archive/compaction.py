"""併檔: many small files of an archive made into few, invisibly to readers.

What is written is written beside the archive, without the lock. Under it, the new verdicts and a list of the
files that are replaced are put in first; nobody looks at either until the new fact file is there: its rename shows
the new file and hides the old ones at once. The old ones are deleted later, for readers that opened before.
"""

from __future__ import annotations

import shutil
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import pyarrow as pa
import pyarrow.parquet as pq

from erqishi_logs.archive.damage import look_closer, whole_facts, whole_folders
from erqishi_logs.archive.ingests import INGESTS, Stretch, join_stretches, stretches_of
from erqishi_logs.archive.layout import put_file, sync_folder
from erqishi_logs.archive.lock import locked
from erqishi_logs.archive.merge import merge_facts, merge_verdicts
from erqishi_logs.archive.parquet import name_of_content
from erqishi_logs.archive.parts import run_folder
from erqishi_logs.archive.publish import GRACE, VerdictFolder, current_folders, drop_replaced, drop_superseded

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from erqishi_logs.archive.layout import Layout

#: Rows that a file is filled up to; a file of half as many stays as it is.
ROWS = 100_000
#: What Arrow itself says in a file's metadata.
_ARROW = b"ARROW:schema"


@dataclass
class CompactReport:
    """併檔報告: fact files `before` and `after`, `rows` written anew; `left`: files that changed meanwhile
    or turned out to be damaged, and stay as they are.

    `seconds` is wall time.
    """

    before: int = 0
    after: int = 0
    rows: int = 0
    left: int = 0
    seconds: float = 0.0


class Source(NamedTuple):
    """源: a fact file, the rows it has, its verdicts, its metadata, of which ingests its rows are."""

    name: str
    rows: int
    folder: VerdictFolder
    metadata: dict[bytes, bytes]
    stretches: list[Stretch]


def compact(
    layout: Layout,
    joins: Mapping[bytes, Callable[[Sequence[bytes]], bytes]],
    progress: Callable[[int, int], None] | None = None,
    *,
    rows: int = ROWS,
    grace: float = GRACE,
) -> CompactReport:
    """併檔: makes fact files of about `rows` rows, with their verdicts, out of smaller ones.

    `joins` says by key how the metadata of several files become one; a file that says more is left as it is,
    as one without verdicts of this version is (reaudit writes them). `progress` is told (rows done, rows in all).
    Files replaced more than `grace` seconds ago are deleted.

    >>> import tempfile
    >>> from erqishi_logs.archive import Archive
    >>> compact(Archive.open(tempfile.mkdtemp(), create=True).layout, {}).after
    0
    """
    started = time.monotonic()
    report = CompactReport(before=len(layout.fact_names()))
    groups = _groups(_sources(layout, joins, rows), rows)
    in_all = sum(source.rows for group in groups for source in group)
    done = 0
    with run_folder(layout) as folder:
        for number, group in enumerate(groups):
            home = folder / str(number)
            try:
                _write(layout, group, home, joins)
            except (pa.ArrowException, OSError):
                if not look_closer(layout):
                    raise
                report.left += len(group)  # one of them is damaged, which is known now
            else:
                _put(layout, group, home, report)
            shutil.rmtree(home, ignore_errors=True)
            done += sum(source.rows for source in group)
            if progress is not None:
                progress(done, in_all)
    with locked(layout):
        drop_superseded(layout, grace)
        drop_replaced(layout, grace)
    report.after = len(layout.fact_names())
    report.seconds = round(time.monotonic() - started, 3)
    return report


def _sources(layout: Layout, joins: Mapping[bytes, Any], rows: int) -> list[Source]:
    """The small files that can be joined, as they came in."""
    folders = {fact: folder for fact, folder in whole_folders(layout).items() if folder.has_all_columns}
    found, to_reread = [], layout.reread_names()
    for name in whole_facts(layout):
        with pq.ParquetFile(layout.fact_path(name)) as file:
            about = file.metadata
            metadata = {key: value for key, value in (about.metadata or {}).items() if key not in (_ARROW, INGESTS)}
            if name in folders and about.num_rows < rows / 2 and metadata.keys() <= joins.keys():
                told = {} if name in to_reread else metadata
                stretches = stretches_of(about.metadata or {}, file, name)
                found.append(Source(name, about.num_rows, folders[name], told, stretches))
    return sorted(found, key=lambda source: (layout.fact_path(source.name).stat().st_mtime_ns, source.name))


def _groups(sources: Sequence[Source], rows: int) -> list[list[Source]]:
    """What becomes one file: verdicts of one version, `rows` rows or a little less; never a file by itself."""
    groups: list[list[Source]] = []
    for tag in dict.fromkeys(source.folder.engine_tag for source in sources):
        held = rows + 1
        for source in (source for source in sources if source.folder.engine_tag == tag):
            if held + source.rows > rows:
                groups.append([])
                held = 0
            groups[-1].append(source)
            held += source.rows
    return [group for group in groups if len(group) > 1]


def _write(layout: Layout, group: Sequence[Source], home: Path, joins: Mapping[bytes, Any]) -> None:
    (home / "verdicts").mkdir(parents=True)
    metadata = {
        key: join([source.metadata[key] for source in group if key in source.metadata])
        for key, join in joins.items()
        if any(key in source.metadata for source in group)
    }
    metadata[INGESTS] = join_stretches(source.stretches for source in group)
    merge_facts([layout.fact_path(source.name) for source in group], home / "facts.parquet", metadata)
    merge_verdicts([layout.verdicts / source.folder.name for source in group], home / "verdicts")
    sync_folder(home / "verdicts")


def _put(layout: Layout, group: Sequence[Source], home: Path, report: CompactReport) -> None:
    """Puts in what was written, unless one of the files that it is made of is not what it was."""
    name = name_of_content(home / "facts.parquet")
    with locked(layout):
        names, folders = set(layout.fact_names()), current_folders(layout)
        if any(source.name not in names or folders[source.name] != source.folder for source in group):
            report.left += len(group)
            return
        replaced = layout.replaced(layout.stored_names())
        old = {source.name for source in group}
        old |= {name for source in group for name in replaced.get(source.name, ())}
        folder = VerdictFolder(name, 1, group[0].folder.engine_tag, group[0].folder.columns_tag)
        (home / "verdicts").rename(layout.verdicts / folder.name)
        sync_folder(layout.verdicts)
        layout.compacted.mkdir(exist_ok=True)
        put_file(layout.tmp / "replaced", layout.compacted / f"{name}.txt", "\n".join(sorted(old)).encode())
        sync_folder(layout.root)
        (home / "facts.parquet").replace(layout.fact_path(name))
        sync_folder(layout.facts)
    report.rows += sum(source.rows for source in group)
