"""存: batches of facts into the archive, each hand once."""

from __future__ import annotations

from pathlib import PurePath
from typing import TYPE_CHECKING, NamedTuple

from erqishi_logs.archive.facts import Fact, as_text, digest_of, fact_table
from erqishi_logs.archive.ingests import mark_ingest, new_ingest
from erqishi_logs.archive.lock import locked
from erqishi_logs.archive.publish import publish_batch
from erqishi_logs.archive.verdicts import verdict_tables

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from erqishi_logs.archive.ingests import Ingest
    from erqishi_logs.archive.known import KnownIndex
    from erqishi_logs.archive.layout import Layout
    from erqishi_logs.audit.judged import Judged

HandKey = tuple[str | None, bytes]


class Sifted(NamedTuple):
    """The facts that an archive does not hold yet, and how many it does."""

    new: list[Fact]
    n_duplicates: int


def lost_digest(file: str, line: int, raw: bytes) -> bytes:
    """What makes two pieces of quarantined input the same: file name, line, bytes.

    >>> lost_digest("a/x.jsonl", 1, b"?") == lost_digest("b/x.jsonl", 1, b"?") != lost_digest("x.jsonl", 2, b"?")
    True
    """
    return digest_of(as_text(PurePath(file).name).encode(), str(line).encode(), raw)


def as_lost(fact: Fact, reason: str) -> Fact:
    """The same input, quarantined for a reason.

    >>> as_lost(Fact("a", b"{}", None, b"", None, "pu", None, None, "x", 1), "why").id is None
    True
    """
    digest = lost_digest(fact.file, fact.line, fact.raw)
    return fact._replace(id=None, record=None, digest=digest, reason=reason)


def sift(facts: Sequence[Fact], index: KnownIndex) -> Sifted:
    """篩: what is new among `facts`. The same id with other content becomes quarantined input."""
    held = index.find(facts).ids
    apart: list[Fact] = []
    for fact in facts:
        if fact.id is not None and held.setdefault(fact.id, fact.digest) != fact.digest:
            apart.append(
                as_lost(fact, f"id {fact.id!r} already stands for a hand with other content; give it another id")
            )
        else:
            apart.append(fact)
    known = index.find(apart)
    done: set[HandKey] = {*known.ids.items(), *((None, digest) for digest in known.quarantined)}
    new: list[Fact] = []
    for fact in apart:
        if (fact.id, fact.digest) not in done:
            done.add((fact.id, fact.digest))
            new.append(fact)
    return Sifted(new, len(facts) - len(new))


def write_batch(
    layout: Layout,
    index: KnownIndex,
    facts: Sequence[Fact],
    judged: Mapping[HandKey, Judged],
    engine: str,
    ingest: Ingest | None = None,
) -> Sifted:
    """存: stores what is new of a batch, with its verdicts; returns it once it is on the disk for good.

    `judged` has the verdict of each hand of `facts` by id and digest; `ingest` is what stores them.
    """
    with locked(layout):
        index.refresh()
        sifted = sift(facts, index)
        if sifted.new:
            verdicts = verdict_tables((judged[fact.id, fact.digest] for fact in sifted.new if fact.id), engine)
            table = fact_table(sifted.new).replace_schema_metadata(mark_ingest(ingest or new_ingest()))
            publish_batch(layout, table, verdicts, engine)
    return sifted
