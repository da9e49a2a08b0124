"""去處: files written in the form of a platform."""

from __future__ import annotations

import os
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from erqishi_logs.errors import ErqishiError
from erqishi_logs.importers import EXPORTERS
from erqishi_logs.record.files import write_pieces

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from erqishi_logs.importers import Exporter
    from erqishi_logs.record import Record
    from erqishi_logs.texts.phrase import Phrase

_PACKINGS = ("", ".gz", ".zst")
#: What a platform's form may be called, packed or not.
TARGET_FORMS = tuple(source + packed for source in EXPORTERS for packed in _PACKINGS)


@dataclass
class Target:
    """去處: a platform's form, `packed` as `.gz` or `.zst`.

    `lost` counts the hands by what of them the form has no place for, `n_lossy` those that lose anything.
    """

    exporter: Exporter
    packed: str = ""
    lost: Counter[Phrase] = field(default_factory=Counter)
    n_lossy: int = 0

    def write(
        self, path: str | os.PathLike[str], records: Iterable[Record], refuse: Callable[[ErqishiError], None]
    ) -> int:
        """局: writes the hands that the form can hold; `refuse` is told of each other. How many are written."""
        return write_pieces(path, self._pieces(records, refuse), self.packed)

    def _pieces(self, records: Iterable[Record], refuse: Callable[[ErqishiError], None]) -> Iterator[bytes]:
        for record in records:
            try:
                raw, lost = self.exporter.dump(record)
            except ErqishiError as error:
                refuse(error)
                continue
            self.lost.update(lost)
            self.n_lossy += bool(lost)
            yield raw


def find_target(path: str | os.PathLike[str], form: str | None = None) -> Target | None:
    """去處: the platform's form that `form`, or else the ending of `path`, names; None where it is another.

    >>> find_target("x.jsonl") is None, find_target("x.json", "jsonl.gz") is None
    (True, True)
    """
    for exporter in EXPORTERS.values():
        for packed in _PACKINGS:
            if form == exporter.SOURCE + packed or (not form and os.fspath(path).endswith(exporter.ENDING + packed)):
                return Target(exporter, packed)
    return None
