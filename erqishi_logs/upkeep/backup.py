"""備份: an archive as one file, a tar packed with zstd whose last member is a list of all others with their hashes.

The files are linked into a folder of their own under the lock, so an ingest or a compaction that comes meanwhile
changes nothing of what is written: the backup is the archive as it was at that moment.
"""

from __future__ import annotations

import hashlib
import io
import json
import os
import shutil
import tarfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, NamedTuple

import zstandard

from erqishi_logs.archive.changes import finish_change
from erqishi_logs.archive.damage import find_damage, whole_folders
from erqishi_logs.archive.layout import MARKER, Layout, sync_folder
from erqishi_logs.archive.lock import locked
from erqishi_logs.archive.parts import run_folder
from erqishi_logs.errors import ArchiveError
from erqishi_logs.record.files import whole_file
from erqishi_logs.texts.phrase import Phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

BACKUP_FORMAT = "erqishi-backup/1"
MANIFEST = "manifest.json"
#: What a name may take in the header of a tar without extensions.
_NAME_BYTES = 100


class BackupReport(NamedTuple):
    """備份報告: the files in the backup, the bytes that they hold, the bytes of the backup; `seconds` wall time."""

    files: int
    bytes_in: int
    bytes_out: int
    seconds: float


def back_up(layout: Layout, out: Path, progress: Callable[[int, int], None] | None = None) -> BackupReport:
    """備份: writes the archive as it is now to one file, whole or not at all; `progress` is told (bytes, of bytes).

    Raises ArchiveError where `out` is there or within the archive, and for damaged facts.
    """
    started = time.monotonic()
    _check_target(layout, out)
    with run_folder(layout) as folder:
        files = _linked(layout, folder / "files")
        total = sum(path.stat().st_size for path in files.values())
        with whole_file(out) as plain:
            _write(plain, files, lambda done: progress(done, total) if progress else None)
            plain.flush()
            os.fsync(plain.fileno())
    sync_folder(out.resolve().parent)
    return BackupReport(len(files), total, out.stat().st_size, round(time.monotonic() - started, 3))


def _check_target(layout: Layout, out: Path) -> None:
    if os.path.lexists(out):
        raise ArchiveError(Phrase("archive.backup_there", file=out))
    if out.resolve().is_relative_to(layout.root.resolve()):
        raise ArchiveError(Phrase("archive.backup_within", file=out))


def _linked(layout: Layout, folder: Path) -> dict[str, Path]:
    """The files of the archive that count, by their place in it, held where nobody deletes them."""
    with locked(layout):
        finish_change(layout)
        for damage in find_damage(layout):
            if damage.kind == "facts":
                raise ArchiveError(damage.message(layout))
        found = {}
        for name in _iter_names(layout):
            found[name] = folder / name
            found[name].parent.mkdir(parents=True, exist_ok=True)
            _link(layout.root / name, found[name])
    return found


def _link(source: Path, target: Path) -> None:
    try:
        os.link(source, target)
    except OSError:  # a file system without links
        shutil.copy2(source, target)


def _iter_names(layout: Layout) -> Iterator[str]:
    """What of an archive is kept; verdicts that are damaged can be built again."""
    yield MARKER
    yield from (path.name for path in (layout.people, layout.reread) if path.exists())
    yield from (f"rules/{path.name}" for path in sorted(layout.rules.glob("*.toml")))
    facts, folders = layout.fact_names(), whole_folders(layout)
    yield from (f"facts/{name}.parquet" for name in facts)
    for folder in (folders[name] for name in facts if name in folders):
        inner = sorted((layout.verdicts / folder.name).glob("*.parquet"))
        yield from (f"verdicts/{folder.name}/{path.name}" for path in inner)


def _write(plain: BinaryIO, files: dict[str, Path], tell: Callable[[int], None]) -> None:
    listed: dict[str, list[Any]] = {}
    done = 0
    with (
        zstandard.ZstdCompressor(write_checksum=True).stream_writer(plain, closefd=False) as packed,
        tarfile.open(fileobj=packed, mode="w|", format=tarfile.USTAR_FORMAT) as tar,
    ):
        for name, path in files.items():
            status = path.stat()
            digest = _add(tar, name, path, status.st_size)
            _check_fact(name, digest)
            listed[name] = [status.st_size, digest, status.st_mtime_ns]
            done += status.st_size
            tell(done)
        text = json.dumps({"format": BACKUP_FORMAT, "files": listed}, ensure_ascii=False).encode()
        tar.addfile(_header(MANIFEST, len(text)), io.BytesIO(text))


def member_name(name: str) -> str:
    """名: what a file of an archive is called in a backup; a name that no header holds is shortened.

    >>> member_name("rules/ours.toml"), len(member_name(f"rules/{'樂' * 60}.toml"))
    ('rules/ours.toml', 27)
    """
    long = name.startswith("rules/") and len(name.encode()) > _NAME_BYTES
    return f"rules/{hashlib.sha256(name.encode()).hexdigest()[:16]}.toml" if long else name


def _header(name: str, size: int) -> tarfile.TarInfo:
    header = tarfile.TarInfo(member_name(name))
    header.size, header.mode = size, 0o644
    return header


def _add(tar: tarfile.TarFile, name: str, path: Path, size: int) -> str:
    with path.open("rb") as file:
        hashed = _Hashed(file)
        tar.addfile(_header(name, size), hashed)
    return hashed.digest.hexdigest()


def _check_fact(name: str, digest: str) -> None:
    if name.startswith("facts/") and Path(name).stem != digest:
        raise ArchiveError(Phrase("archive.damaged_facts", file=name, reason=Phrase("archive.inner_fault")))


class _Hashed:
    """A file whose bytes are hashed as they are read."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self.digest = hashlib.sha256()

    def read(self, size: int = -1) -> bytes:
        piece = self._file.read(size)
        self.digest.update(piece)
        return piece
