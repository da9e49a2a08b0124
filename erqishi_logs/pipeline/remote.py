"""遠檔: files of a store that is no disk, such as S3, named by an address (`s3://bucket/folder/file.jsonl`)."""

from __future__ import annotations

import errno
import io
import os
import stat
from functools import cache
from pathlib import Path, PosixPath
from typing import TYPE_CHECKING, Any, BinaryIO, cast
from urllib.parse import quote

from erqishi_logs.errors import ErqishiError
from erqishi_logs.texts.phrase import Phrase

if TYPE_CHECKING:
    from collections.abc import Iterator

#: Stores that pyarrow reads; where they are and who asks, it learns from their own environment variables.
SCHEMES = ("s3", "gs")
#: Each piece is a request of its own.
_PIECE = 4 * 2**20


class Remote(PosixPath):
    """遠檔: an address of a store, with what the pipeline asks of a path; `str` gives the address back.

    >>> str(Remote("s3://bucket/甲 乙/x.jsonl.gz")), Remote("s3://bucket/x.jsonl.gz").suffix
    ('s3://bucket/甲 乙/x.jsonl.gz', '.gz')
    """

    def __str__(self) -> str:
        return super().__str__().replace(":/", "://", 1)

    def absolute(self) -> Remote:
        """Itself."""
        return self

    def is_file(self, **_: Any) -> bool:
        """Whether there is such a file."""
        return bool(self._info().is_file)

    def is_dir(self, **_: Any) -> bool:
        """Whether there is anything below this address."""
        from pyarrow.fs import FileType  # noqa: PLC0415 - heavy, for stores alone

        return bool(self._info().type == FileType.Directory)

    def stat(self, **_: Any) -> os.stat_result:
        """Size and time of change. Raises FileNotFoundError, OSError."""
        info = self._info()
        if not info.is_file:
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(self))
        changed = info.mtime_ns or 0
        seconds, times = changed // 10**9, [changed / 1e9] * 3 + [changed] * 3
        return os.stat_result((stat.S_IFREG, 0, 0, 1, 0, 0, info.size or 0, seconds, seconds, seconds, *times))

    def open(self, *_: Any, **__: Any) -> Any:
        """Its bytes, to read. Raises FileNotFoundError, OSError."""
        store, place = self._place()
        raw = _Bytes(_told(self, store.open_input_file, place))
        return cast("BinaryIO", io.BufferedReader(raw, _PIECE))

    def walk_files(self) -> Iterator[Remote]:
        """Every file below this address, sorted. Raises OSError."""
        from pyarrow.fs import FileSelector  # noqa: PLC0415 - as above

        store, place = self._place()
        found = _told(self, store.get_file_info, FileSelector(place, recursive=True))
        scheme = self.parts[0]
        yield from sorted(Remote(f"{scheme}//{info.path}") for info in found if info.is_file)

    def _info(self) -> Any:
        store, place = self._place()
        return _told(self, store.get_file_info, place)

    def _place(self) -> tuple[Any, str]:
        scheme, *rest = self.parts
        return _store(scheme, rest[0] if rest else ""), "/".join(rest)


class _Bytes(io.RawIOBase):
    """What pyarrow opened, as Python reads."""

    def __init__(self, file: Any) -> None:
        self._file = file

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        return int(self._file.readinto(buffer))

    def seek(self, offset: int, whence: int = 0) -> int:
        return int(self._file.seek(offset, whence))

    def tell(self) -> int:
        return int(self._file.tell())

    def close(self) -> None:
        self._file.close()
        super().close()


def as_path(given: str | Path) -> Path:
    """路: a path of the disk, or the address of a store.

    >>> as_path("s3://bucket/x.jsonl").name, type(as_path("x.jsonl")).__name__
    ('x.jsonl', 'PosixPath')
    """
    is_address = isinstance(given, str) and given.partition("://")[0] in SCHEMES and "://" in given
    return Remote(given) if is_address else Path(given)


@cache
def _store(scheme: str, bucket: str) -> Any:
    """What pyarrow reads a bucket by; where it lies is looked up once."""
    from pyarrow.fs import FileSystem  # noqa: PLC0415 - as above

    try:
        return FileSystem.from_uri(f"{scheme}//{quote(bucket)}")[0]
    except (OSError, ValueError) as error:
        raise _unreachable(f"{scheme}//{bucket}", error) from None


def _told(path: Remote, ask: Any, *about: Any) -> Any:
    """What a store answers; that there is no such file it says as a disk does."""
    try:
        return ask(*about)
    except FileNotFoundError:
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(path)) from None
    except (OSError, ValueError) as error:
        raise _unreachable(str(path), error) from None


def _unreachable(address: str, error: Exception) -> ErqishiError:
    return ErqishiError(Phrase("cluster.store", address=address, reason=" ".join(str(error).split())))
