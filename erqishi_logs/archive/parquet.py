"""檔: how every Parquet file of an archive is written."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any

import pyarrow.parquet as pq

from erqishi_logs.archive.layout import sync_file

if TYPE_CHECKING:
    from pathlib import Path

#: Rows a row group: one hand's events lie in one or two of them.
_ROW_GROUP = 30_000
_CHUNK = 2**20


def write_parquet(table: Any, path: Path) -> None:
    """檔: writes a table to a file and forces it to the disk."""
    pq.write_table(table, path, compression="zstd", row_group_size=_ROW_GROUP)
    sync_file(path)


def name_of_content(path: Path) -> str:
    """名: what a fact file is called, SHA-256 of its bytes.

    >>> import tempfile
    >>> from pathlib import Path
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder, "x")
    ...     _ = path.write_bytes(b"")
    ...     name_of_content(path)[:8]
    'e3b0c442'
    """
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while chunk := file.read(_CHUNK):
            digest.update(chunk)
    return digest.hexdigest()
