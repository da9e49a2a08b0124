"""外來之檔: the forms in which others keep their logs, one file or folder each.

Each has the same names: `SOURCE`, what the form is called; `sniff(head, name)`, whether a file
that begins with `head` is of it; `load(paths)`, the hands of all parts of one log. A form that can be
written, too, has `ENDING`, the end of its files' names, and `dump(record)`, one hand as the form writes it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, cast

from erqishi_logs.importers import guilin, operations, snapshots

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from erqishi_logs.errors import RecordError
    from erqishi_logs.importers.dumped import Dumped
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


class Exporter(Importer, Protocol):
    """外來之檔: what an importer has whose form can be written."""

    @property
    def ENDING(self) -> str: ...  # noqa: N802 - a constant of a module
    @property
    def dump(self) -> Dump: ...


class Dump(Protocol):
    """One hand in the form, and what the form has no place for.

    Raises ErqishiError for a hand that the form cannot hold at all.
    """

    def __call__(self, record: Record) -> Dumped: ...


IMPORTERS: dict[str, Importer] = {importer.SOURCE: importer for importer in (guilin, operations, snapshots)}
EXPORTERS: dict[str, Exporter] = {
    source: cast("Exporter", importer) for source, importer in IMPORTERS.items() if hasattr(importer, "dump")
}


def find_importer(head: bytes, name: str) -> Importer | None:
    """The importer of a file that begins with `head`, or None.

    >>> find_importer(b"{}", "a.jsonl") is None
    True
    """
    return next((importer for importer in IMPORTERS.values() if importer.sniff(head, name)), None)
