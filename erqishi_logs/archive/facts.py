"""事實: what came in, one row a hand or a piece of input that is none."""

from __future__ import annotations

import datetime as dt
import hashlib
from typing import TYPE_CHECKING, Any, NamedTuple

from erqishi_logs.archive.damage import read_columns
from erqishi_logs.archive.schema import FACT_SCHEMA, table_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from erqishi_logs.archive.layout import Layout


class Fact(NamedTuple):
    """事實: one hand as it came, or (`id` None, `reason` given) a piece of input that is no record.

    `raw` is what the file said; `record` the canonical JSON, None where `raw` is just that. Two
    facts are the same where `digest` is: the content of a hand without its id, or a piece of
    input with its place. `judged_as` names the rule set put in place of the record's own.
    """

    id: str | None
    raw: bytes
    record: str | None
    digest: bytes
    reason: str | None
    form: str
    source: str | None
    judged_as: str | None
    file: str
    line: int

    @property
    def canonical(self) -> str:
        """The canonical JSON of the hand.

        >>> Fact("a", b"{}", None, b"", None, "pu", None, None, "x", 1).canonical
        '{}'
        """
        return self.raw.decode() if self.record is None else self.record


def as_text(name: str) -> str:
    r"""文: a name as the archive holds it; bytes of a file's name that are no UTF-8 stand as escapes.

    >>> print(as_text("\udcbeW.jsonl"))
    \udcbeW.jsonl
    """
    return name.encode("utf-8", "backslashreplace").decode()


def digest_of(*parts: bytes) -> bytes:
    """SHA-256 of parts, kept apart.

    >>> digest_of(b"a", b"bc") == digest_of(b"ab", b"c")
    False
    """
    sized = b"".join(len(part).to_bytes(8, "big") + part for part in parts)
    return hashlib.sha256(sized).digest()


def fact_table(facts: Sequence[Fact], now: dt.datetime | None = None) -> Any:
    """The Arrow table of a fact file; `now` is the time of the ingest, UTC.

    >>> fact_table([]).num_rows
    0
    """
    at = now or dt.datetime.now(dt.UTC).replace(tzinfo=None)
    return table_of(FACT_SCHEMA, [(*fact, at) for fact in facts])


def read_facts(layout: Layout, name: str) -> list[Fact]:
    """事實: the hands of a fact file, quarantined input left out. Raises DamagedFactsError."""
    return [fact for fact in iter_rows(layout, name) if fact.id is not None]


def iter_rows(layout: Layout, name: str) -> Iterator[Fact]:
    """Every row of a fact file in order."""
    table = read_columns(layout, name, Fact._fields)
    yield from map(Fact._make, zip(*(column.to_pylist() for column in table.columns), strict=True))
