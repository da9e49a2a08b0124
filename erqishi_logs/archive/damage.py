"""損壞: Parquet files of an archive that cannot be read: told, left where they are, the others read all the same."""

from __future__ import annotations

from contextlib import suppress
from functools import cache
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import pyarrow as pa
import pyarrow.parquet as pq

from erqishi_logs.archive.publish import current_folders
from erqishi_logs.archive.schema import DERIVED_VIEWS, VERDICT_VIEWS
from erqishi_logs.errors import ArchiveError, system_reason
from erqishi_logs.texts.phrase import Phrase

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from erqishi_logs.archive.layout import Layout
    from erqishi_logs.archive.publish import VerdictFolder

_MAGIC = b"PAR1"
#: The length of the footer and the magic behind it.
_TAIL = 8


class Damage(NamedTuple):
    """損壞: a file that cannot be read, and what is wrong with it."""

    path: Path
    kind: Literal["facts", "verdicts"]
    reason: str

    def message(self, layout: Layout) -> Phrase:
        """The line for people: file, what was found, what to do."""
        file = self.path.relative_to(layout.root).as_posix()
        reason = Phrase(f"archive.damaged_{self.kind}", file=file, reason=self.reason)
        return Phrase("archive.in_archive", root=layout.root, reason=reason)


class DamagedFactsError(ArchiveError):
    """A fact file that cannot be read."""


def find_damage(layout: Layout) -> list[Damage]:
    """損壞: every file of the archive that cannot be read, by its ends and by what `look_closer` found before."""
    facts = {name: fault_of(layout.fact_path(name)) for name in layout.fact_names()}
    found = [Damage(layout.fact_path(name), "facts", reason) for name, reason in facts.items() if reason]
    folders = current_folders(layout)
    whole = [folders[name] for name, reason in facts.items() if name in folders and not reason]
    for folder in whole:
        paths = ((path, fault_of(path)) for path in verdict_paths(layout, folder))
        found += [Damage(path, "verdicts", reason) for path, reason in paths if reason]
    return found


def whole_facts(layout: Layout) -> list[str]:
    """The names of the fact files that can be read."""
    return [name for name in layout.fact_names() if fault_of(layout.fact_path(name)) is None]


def whole_folders(layout: Layout) -> dict[str, VerdictFolder]:
    """The derived files that count, by fact file; of a folder with a damaged file none does."""
    return {fact: folder for fact, folder in current_folders(layout).items() if is_whole(layout, folder)}


def is_whole(layout: Layout, folder: VerdictFolder) -> bool:
    """Whether every derived file of a folder can be read."""
    return not any(map(fault_of, verdict_paths(layout, folder)))


def verdict_paths(layout: Layout, folder: VerdictFolder) -> list[Path]:
    """The derived files of a folder; an older version wrote no `seats`."""
    views = DERIVED_VIEWS if folder.has_all_columns else VERDICT_VIEWS
    return [layout.verdicts / folder.name / f"{view}.parquet" for view in views]


def read_columns(layout: Layout, name: str, columns: Sequence[str]) -> Any:
    """Columns of a fact file. Raises DamagedFactsError in one line where it cannot be read."""
    path = layout.fact_path(name)
    table = read_whole(path, columns)
    if table is None:
        reason = fault_of(path) or Phrase("archive.inner_fault")
        raise DamagedFactsError(Damage(path, "facts", reason).message(layout))
    return table


def read_whole(path: Path, columns: Sequence[str] | None = None, words: Sequence[str] = ()) -> Any:
    """The table of a Parquet file; None where it cannot be read, which is remembered for this run.

    Columns of `words` are read as numbers of few words each.
    """
    if fault_of(path) is not None:
        return None
    try:
        return pq.read_table(path, columns=columns and list(columns), read_dictionary=list(words))
    except (pa.ArrowException, OSError, ValueError):
        remember_damage(path)
        return None


def remember_damage(path: Path) -> None:
    """Has `fault_of` tell for the rest of this run that a file, as it is now, cannot be read within."""
    with suppress(OSError):
        _closely().add(_state(path))


def look_closer(layout: Layout) -> bool:
    """Reads every file whole and remembers for this run which cannot be; whether that found more."""
    before = len(_closely())
    paths = [layout.fact_path(name) for name in whole_facts(layout)]
    paths += [path for folder in whole_folders(layout).values() for path in verdict_paths(layout, folder)]
    for path in paths:
        read_whole(path)
    return len(_closely()) > before


def fault_of(path: Path) -> Phrase | None:
    """What is wrong with a Parquet file as its two ends show it, None where nothing is."""
    try:
        state, ends = _state(path), _ends(path)
    except OSError as error:
        return Phrase("archive.no_file", reason=system_reason(error))
    size = state[1]
    if size == 0:
        return Phrase("archive.empty_file")
    head, tail = ends
    footer = int.from_bytes(tail[:4], "little")
    if head != _MAGIC or tail[4:] != _MAGIC or footer + len(_MAGIC) + _TAIL > size:
        return Phrase("archive.cut_file", size=size)
    return Phrase("archive.inner_fault") if state in _closely() else None


def _ends(path: Path) -> tuple[bytes, bytes]:
    with path.open("rb") as file:
        head = file.read(len(_MAGIC))
        file.seek(max(0, file.seek(0, 2) - _TAIL))
        return head, file.read()


_State = tuple[str, int, int]


def _state(path: Path) -> _State:
    found = path.stat()
    return str(path), found.st_size, found.st_mtime_ns


@cache
def _closely() -> set[_State]:
    """The files that `look_closer` could not read."""
    return set()
