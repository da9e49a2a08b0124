"""還原: an archive out of a backup, checked to the last byte before it has its name; a stranger's file does no harm.

Only what an archive holds is taken, by name and sort; nothing is written outside a new folder beside the target, which
takes the target's name when all is right.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
import re
import secrets
import shutil
import tarfile
import time
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, NamedTuple

import zstandard

from erqishi_logs.archive.layout import MARKER, Layout, open_layout, sync_folder
from erqishi_logs.errors import ArchiveError
from erqishi_logs.texts.phrase import Phrase
from erqishi_logs.upkeep.backup import BACKUP_FORMAT, MANIFEST, member_name

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_MEMBER = re.compile(
    rf"{re.escape(MARKER)}|people\.json|reread\.txt|{re.escape(MANIFEST)}|rules/\w[\w-]{{0,63}}\.toml"
    r"|facts/[0-9a-f]{64}\.parquet|verdicts/[0-9a-f]{64}\.[0-9]{1,9}\.[0-9a-f]{8}\.[0-9a-f]{8}/[a-z]{1,20}\.parquet"
)
#: A backup that unpacks to more than so many bytes, and so many times its own size, is none.
_LEAST_LIMIT, _MOST_TIMES = 64 * 2**20, 200
_MOST_LIST_BYTES = 256 * 2**20
_WINDOW = 2**27
_CHUNK = 2**20


class RestoreReport(NamedTuple):
    """還原報告: files and bytes that were restored; `seconds` wall time."""

    files: int
    bytes_out: int
    seconds: float


class _BadBackupError(ArchiveError):
    """What is wrong with a backup, without its name."""


def restore(file: Path, root: Path, progress: Callable[[int, int], None] | None = None) -> RestoreReport:
    """還原: makes the archive `root` of a backup; `progress` is told (bytes, of bytes).

    Raises ArchiveError, in one line, where `root` holds anything and where the backup is damaged, cut off or none;
    then nothing is left behind.
    """
    started = time.monotonic()
    if root.exists() and (not root.is_dir() or any(root.iterdir())):
        raise ArchiveError(Phrase("archive.not_empty", root=root))
    size = file.stat().st_size
    with file.open("rb") as packed, _staged(root) as folder:
        limit = max(_LEAST_LIMIT, _MOST_TIMES * size)
        tell = (lambda: progress(packed.tell(), size)) if progress else (lambda: None)
        try:
            files = _unpack(packed, folder, limit, tell)
        except _BadBackupError as error:
            raise ArchiveError(Phrase("archive.no_backup", file=file, found=error.message)) from error
        except zstandard.ZstdError as error:
            found = Phrase("archive.backup_packed")
            raise ArchiveError(Phrase("archive.no_backup", file=file, found=found)) from error
        _put(folder, root)
    return RestoreReport(len(files), sum(files.values()), round(time.monotonic() - started, 3))


@contextmanager
def _staged(root: Path) -> Iterator[Path]:
    """A new folder beside the target, gone when something is wrong; those of dead runs are cleared."""
    home, prefix = root.absolute().parent, f".{root.absolute().name}.restoring-"
    home.mkdir(parents=True, exist_ok=True)
    for left in [path for path in home.iterdir() if path.name.startswith(prefix)]:
        with suppress(OSError):
            left.rmdir()  # killed before it had a lock
        with suppress(OSError), (left / "lock").open("rb") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            shutil.rmtree(left, ignore_errors=True)
    folder = home / f"{prefix}{secrets.token_hex(4)}"
    folder.mkdir()
    with (folder / "lock").open("ab") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        try:
            yield folder
        finally:
            shutil.rmtree(folder, ignore_errors=True)  # it bears another name when all went well


def _put(folder: Path, root: Path) -> None:
    layout = Layout(folder)
    for inner in (layout.facts, layout.verdicts, layout.rules, layout.tmp):
        inner.mkdir(exist_ok=True)
    open_layout(folder, create=False)
    for path in (*layout.verdicts.iterdir(), *(path for path in folder.iterdir() if path.is_dir()), folder):
        sync_folder(path)
    if root.exists():
        root.rmdir()
    folder.rename(root.absolute())
    sync_folder(root.absolute().parent)


def _unpack(packed: BinaryIO, folder: Path, limit: int, tell: Callable[[], None]) -> dict[str, int]:
    """Writes every member and compares them with the list that ends the backup; the size of each by its place."""
    stream = _Limited(zstandard.ZstdDecompressor(max_window_size=_WINDOW).stream_reader(packed), limit)
    found: dict[str, tuple[int, str]] = {}
    for header in _iter_headers(stream):
        name = _checked(header, found)
        if name == MANIFEST:
            return _settled(folder, found, stream.take(min(header.size, _MOST_LIST_BYTES)))
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        found[name] = header.size, _copy(stream, header.size, target)
        stream.take(-header.size % tarfile.BLOCKSIZE)
        tell()
    raise _BadBackupError(Phrase("archive.backup_cut"))


class _Limited:
    """A stream that ends with an error where it gives more than it may, or less than is asked for."""

    def __init__(self, stream: Any, limit: int) -> None:
        self._stream = stream
        self._limit = limit
        self._given = 0

    def expect(self, size: int) -> None:
        """Raises where so many bytes more are too many."""
        if self._given + size > self._limit:
            raise _BadBackupError(Phrase("archive.backup_bomb", size=self._limit))

    def take(self, size: int) -> bytes:
        """Just so many bytes."""
        self.expect(size)
        self._given += size
        pieces: list[bytes] = []
        while size:
            piece = self._stream.read(min(size, _CHUNK))
            if not piece:
                raise _BadBackupError(Phrase("archive.backup_cut"))
            pieces.append(piece)
            size -= len(piece)
        return b"".join(pieces)


def _iter_headers(stream: _Limited) -> Iterator[tarfile.TarInfo]:
    """The headers of a tar; whoever asks reads what stands behind each."""
    while any(block := stream.take(tarfile.BLOCKSIZE)):
        try:
            yield tarfile.TarInfo.frombuf(block, "utf-8", "surrogateescape")
        except tarfile.HeaderError as error:
            raise _BadBackupError(Phrase("archive.backup_header")) from error


def _checked(header: tarfile.TarInfo, found: dict[str, Any]) -> str:
    """The name of a member that may stand in an archive: no link, no device, no way out, no extension of the form."""
    name = header.name
    if header.type not in (tarfile.REGTYPE, tarfile.AREGTYPE) or not _MEMBER.fullmatch(name) or header.size < 0:
        raise _BadBackupError(Phrase("archive.backup_member", name=name[:200]))
    if name in found:
        raise _BadBackupError(Phrase("archive.backup_twice", name=name))
    return name


def _copy(stream: _Limited, size: int, target: Path) -> str:
    stream.expect(size)
    digest = hashlib.sha256()
    with target.open("xb") as file:
        for at in range(0, size, _CHUNK):
            piece = stream.take(min(_CHUNK, size - at))
            digest.update(piece)
            file.write(piece)
        file.flush()
        os.fsync(file.fileno())
    return digest.hexdigest()


def _settled(folder: Path, found: dict[str, tuple[int, str]], text: bytes) -> dict[str, int]:
    """Compares all with the list, and gives times and shortened names back."""
    listed = _read_list(text)
    if len(listed) != len(found) or {*map(member_name, listed)} != {*found}:
        raise _BadBackupError(Phrase("archive.backup_differs", name=MANIFEST))
    for name, (size, digest, mtime_ns) in listed.items():
        member = member_name(name)
        fact = Path(name).stem if name.startswith("facts/") else digest
        if found[member] != (size, digest) or fact != digest or not _MEMBER.fullmatch(name):
            raise _BadBackupError(Phrase("archive.backup_differs", name=name))
        path = (folder / member).rename(folder / name)
        os.utime(path, ns=(mtime_ns, mtime_ns))
    return {name: size for name, (size, _, _) in listed.items()}


def _read_list(text: bytes) -> dict[str, tuple[int, str, int]]:
    try:
        whole = json.loads(text)
        is_ours = whole["format"] == BACKUP_FORMAT
        listed = {str(name): (int(size), str(digest), int(at)) for name, (size, digest, at) in whole["files"].items()}
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise _BadBackupError(Phrase("archive.backup_list")) from error
    if not is_ours or any(not 0 <= at < 2**62 for _, _, at in listed.values()):
        raise _BadBackupError(Phrase("archive.backup_list"))
    return listed
