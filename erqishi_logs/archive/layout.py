"""檔案庫: where the files of an archive lie, and how a file is made to stay.

erqishi-archive.json                       what this directory is
facts/<sha256>.parquet                     one ingest batch, immutable
verdicts/<sha256>.<n>.<engine>.<columns>/  hands, events and findings of it; the highest n counts
compacted/<sha256>.txt                     the fact files that this one took the place of, not read any more
rules/<id>.toml                            a club's own rule sets
keys.parquet                               keys of the facts; derived, may be missing or old
people.json                                which names are one person
reread.txt                                 the fact files whose sources are to be read again
change.json                                there only while fact files take the place of others
tmp/, parts/, lock                         writers only
"""

from __future__ import annotations

import json
import os
import re
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path  # noqa: TC003 - doctests use it

from erqishi_logs.archive.lock import locked
from erqishi_logs.errors import ArchiveError
from erqishi_logs.texts.phrase import Phrase

MARKER = "erqishi-archive.json"
ARCHIVE_FORMAT = "erqishi-archive/1"
_FACT_FILE = re.compile(r"([0-9a-f]{64})\.parquet")
_NOT_FACTS = ("verdicts", "rules", "tmp")
_FOLDERS = ("facts", *_NOT_FACTS)


@dataclass(frozen=True)
class Layout:
    """檔案庫: the paths of the archive in directory `root`."""

    root: Path

    @property
    def facts(self) -> Path:
        """Fact files."""
        return self.root / "facts"

    @property
    def verdicts(self) -> Path:
        """Folders of derived files."""
        return self.root / "verdicts"

    @property
    def rules(self) -> Path:
        """Rules files."""
        return self.root / "rules"

    @property
    def compacted(self) -> Path:
        """A list of names for each fact file that holds what others held before."""
        return self.root / "compacted"

    @property
    def keys(self) -> Path:
        """The keys of the facts, as far as they were gathered."""
        return self.root / "keys.parquet"

    @property
    def tmp(self) -> Path:
        """What is being written; whatever lies here when a writer has the lock is left over."""
        return self.root / "tmp"

    @property
    def lock(self) -> Path:
        """The file that writers lock."""
        return self.root / "lock"

    @property
    def people(self) -> Path:
        """Which names are one person."""
        return self.root / "people.json"

    @property
    def reread(self) -> Path:
        """The names of fact files that do not tell any more what was read."""
        return self.root / "reread.txt"

    @property
    def change(self) -> Path:
        """What is being put in the place of what (`erqishi_logs.archive.changes`)."""
        return self.root / "change.json"

    def fact_names(self) -> list[str]:
        """The names of the fact files that count, sorted, without ending; what others put here is none.

        >>> Layout(Path("nowhere")).fact_names()
        []
        """
        while True:
            change = read_small(self.change)
            # In this order: whoever sees a file that took the place of others then sees their names, too.
            stored = self.stored_names()
            names = stored.difference(*self.replaced(stored).values(), _hidden(change))
            if change == read_small(self.change):
                return sorted(names)

    def reread_names(self) -> set[str]:
        """The fact files whose sources are to be read again.

        >>> Layout(Path("nowhere")).reread_names()
        set()
        """
        return set(read_small(self.reread).decode("ascii").split())

    def stored_names(self) -> set[str]:
        """The names of all fact files, of those too whose place another took and that stay for open readers.

        >>> Layout(Path("nowhere")).stored_names()
        set()
        """
        try:
            names = os.listdir(self.facts)  # noqa: PTH208 - asked with every batch, and names are enough
        except FileNotFoundError:
            return set()
        return {found[1] for name in names if (found := _FACT_FILE.fullmatch(name))}

    def replaced(self, stored: set[str]) -> dict[str, list[str]]:
        """By fact file, of those `stored`, the names of the files that it took the place of.

        >>> Layout(Path("nowhere")).replaced(set())
        {}
        """
        lists = [path for path in self.compacted.glob("*.txt") if path.stem in stored]
        return {path.stem: read_small(path).decode("ascii").split() for path in lists}

    def fact_path(self, name: str) -> Path:
        """The path of a fact file.

        >>> Layout(Path("A")).fact_path("0f").as_posix()
        'A/facts/0f.parquet'
        """
        return self.facts / f"{name}.parquet"


def open_layout(root: Path, *, create: bool) -> Layout:
    """檔案庫: the archive in a directory, made if `create`. Raises ArchiveError."""
    layout = Layout(root)
    marker = root / MARKER
    try:
        if not marker.is_file():
            _make(layout, create=create)
        found = json.loads(marker.read_text(encoding="utf-8")).get("format")
    except (OSError, ValueError, AttributeError) as error:
        reason = Phrase("archive.not_opened", error=error, marker=MARKER)
        msg = Phrase("archive.in_archive", root=root, reason=reason)
        raise ArchiveError(msg) from error
    if found != ARCHIVE_FORMAT:
        reason = Phrase("archive.wrong_format", found=found, expected=ARCHIVE_FORMAT)
        msg = Phrase("archive.in_archive", root=root, reason=reason)
        raise ArchiveError(msg)
    for folder in _NOT_FACTS:  # thrown away, or lost where a copy leaves out empty folders
        with suppress(OSError):
            (root / folder).mkdir(exist_ok=True)
    return layout


def _make(layout: Layout, *, create: bool) -> None:
    root = layout.root
    if not create:
        msg = Phrase("archive.in_archive", root=root, reason=Phrase("archive.none_here", root=root))
        raise ArchiveError(msg)
    # A maker that was killed leaves some of our own names behind: that is still ours to finish.
    own = {*_FOLDERS, "lock", MARKER}
    if root.exists() and (not root.is_dir() or any(path.name not in own for path in root.iterdir())):
        msg = Phrase("archive.in_archive", root=root, reason=Phrase("archive.other_things"))
        raise ArchiveError(msg)
    for folder in _FOLDERS:
        (root / folder).mkdir(parents=True, exist_ok=True)
    text = json.dumps({"format": ARCHIVE_FORMAT}) + "\n"
    with locked(layout):
        put_file(root / "tmp" / "marker", root / MARKER, text.encode())
    sync_folder(root.parent)


def read_small(path: Path) -> bytes:
    """The content of a small file, empty where there is none.

    >>> read_small(Path("nowhere"))
    b''
    """
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return b""


def _hidden(change: bytes) -> list[str]:
    """The fact files that do not count while a change goes on: the new ones first, the old ones once they are there."""
    found = json.loads(change) if change else {}
    names: list[str] = found["old" if found["is_done"] else "new"] if found else []
    return names


def put_file(temporary: Path, target: Path, content: bytes) -> None:
    """Writes a file so that it is there whole or not at all, and stays."""
    with temporary.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    temporary.replace(target)
    sync_folder(target.parent)


def sync_file(path: Path) -> None:
    """Forces a written file to the disk."""
    _sync(path, os.O_RDONLY)


def sync_folder(path: Path) -> None:
    """Forces the names in a folder to the disk: only then a rename is kept."""
    _sync(path, os.O_RDONLY | os.O_DIRECTORY)


def _sync(path: Path, flags: int) -> None:
    handle = os.open(path, flags)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
