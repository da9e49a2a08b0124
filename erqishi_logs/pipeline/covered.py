"""已讀: which stretches of which files an archive holds already, so that a restart reads on where it stopped.

Each fact file says in its Parquet metadata which stretches of input it was made of, down to the last hand.
A file is known by its path, size, time of change and inode: one that changed is read again.
"""

from __future__ import annotations

import base64
import hashlib
import zlib
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import pyarrow.parquet as pq

from erqishi_logs.archive.damage import whole_facts

if TYPE_CHECKING:
    import os
    from collections.abc import Iterable
    from pathlib import Path

    from erqishi_logs.archive.layout import Layout

#: The key of the metadata.
METADATA = b"erqishi.read"
_KEY_BYTES = 16
_ROW = np.dtype(
    [("key", f"V{_KEY_BYTES}"), ("at", "<u8"), ("end", "<u8"), ("line", "<u4"), ("n_read", "<u4"), ("is_end", "?")]
)


class Span(NamedTuple):
    """段: a stretch of a file from byte `at` to `end`, unpacked; line number `line` begins there.

    `n_read` pieces of input were in it; `is_end`: nothing comes behind.
    """

    key: bytes
    at: int
    end: int
    line: int
    n_read: int
    is_end: bool


class Covered:
    """已讀: the stretches that the fact files of an archive tell of.

    `engine` is the version that reads: what another one could not read is read again.
    """

    def __init__(self, engine: str, spans: Iterable[Span] = ()) -> None:
        self._engine = engine.encode()
        self._spans = {(span.key, span.at): span for span in spans}

    @classmethod
    def of(cls, layout: Layout, engine: str) -> Covered:
        """Of all fact files of an archive."""
        names = set(whole_facts(layout)) - layout.reread_names()
        metas = (pq.read_metadata(layout.fact_path(name)).metadata or {} for name in names)
        return cls(engine, (span for meta in metas if METADATA in meta for span in unpack(meta[METADATA])))

    def key(self, path: Path, status: os.stat_result, form: str) -> bytes:
        """鑰: what a file is known by; no other version of the program knows it by the same.

        >>> import os, pathlib
        >>> here = pathlib.Path(".")
        >>> len(Covered("1").key(here, os.stat(here), "jsonl"))
        16
        """
        about = f"{path.absolute()}\0{status.st_size}\0{status.st_mtime_ns}\0{status.st_ino}\0{form}"
        whole = about.encode("utf-8", "surrogateescape") + b"\0" + self._engine
        return hashlib.blake2b(whole, digest_size=_KEY_BYTES).digest()

    def find(self, key: bytes, at: int) -> Span | None:
        """段: the stretch of a file that begins at this byte.

        >>> Covered("1", [Span(b"k" * 16, 0, 9, 2, 1, False)]).find(b"k" * 16, 0).end
        9
        """
        return self._spans.get((key, at))

    def chain(self, key: bytes) -> list[Span]:
        """段: the stretches of a file from its first byte on, as far as each begins where the last one ended.

        >>> one, two, far = (Span(b"k" * 16, at, at + 9, 1, 1, False) for at in (0, 9, 30))
        >>> Covered("1", [far, two, one]).chain(b"k" * 16) == [one, two]
        True
        """
        found: list[Span] = []
        at = 0
        while (span := self.find(key, at)) is not None:
            found.append(span)
            if span.end <= at:  # an empty file
                break
            at = span.end
        return found


def pack(spans: Iterable[Span]) -> bytes:
    """裝: stretches as the text of the metadata.

    >>> unpack(pack([Span(b"k" * 16, 0, 9, 2, 1, True)]))[0].line
    2
    """
    rows = np.array([tuple(span) for span in spans], _ROW)
    return base64.b85encode(zlib.compress(rows.tobytes(), 1))


def unpack(text: bytes) -> list[Span]:
    """拆: the stretches of a metadata text.

    >>> unpack(pack([]))
    []
    """
    rows = np.frombuffer(zlib.decompress(base64.b85decode(text)), _ROW)
    return [Span(bytes(key), *rest) for key, *rest in rows.tolist()]
