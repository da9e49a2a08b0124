"""外來之檔: the forms in which others keep their logs, one file or folder each.

Each has the same names: `SOURCE`, what the form is called; `sniff(head, name)`, whether a file
that begins with `head` is of it; `load(paths)`, the hands of all parts of one log.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from erqishi_logs.importers import guilin

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from erqishi_logs.errors import RecordError
    from erqishi_logs.record import Record


class Item(Protocol):
    """A hand of a file, or a piece of it that cannot be read: one of `record` and `error` is there."""

    @property
    def file(self) -> str: ...
    @property
    def line(self) -> int: ...
    @property
    def raw(self) -> bytes: ...
    @property
    def record(self) -> Record | None: ...
    @property
    def error(self) -> RecordError | None: ...


class Importer(Protocol):
    """外來之檔: what every importer has."""

    @property
    def SOURCE(self) -> str: ...  # noqa: N802 - a constant of a module
    @property
    def sniff(self) -> Sniff: ...
    @property
    def load(self) -> Load: ...


class Sniff(Protocol):
    """Whether a file of this beginning and name is of the form."""

    def __call__(self, head: bytes, name: str) -> bool: ...


class Load(Protocol):
    """The hands of all parts of one log, whatever their order."""

    def __call__(self, paths: Sequence[Path]) -> Iterator[Item]: ...


IMPORTERS: dict[str, Importer] = {importer.SOURCE: importer for importer in (guilin,)}


def find_importer(head: bytes, name: str) -> Importer | None:
    """The importer of a file that begins with `head`, or None.

    >>> find_importer(b"{}", "a.jsonl") is None
    True
    """
    return next((importer for importer in IMPORTERS.values() if importer.sniff(head, name)), None)
