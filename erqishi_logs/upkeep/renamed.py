"""改名之檔: a fact file in which a person bears another name, with its verdicts."""

from __future__ import annotations

import re
import secrets
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from erqishi_logs.archive.facts import Fact
from erqishi_logs.archive.ingests import INGESTS, Stretch, join_stretches
from erqishi_logs.archive.schema import FACT_SCHEMA, VERDICT_VIEWS, table_of
from erqishi_logs.archive.store import lost_digest
from erqishi_logs.archive.verdicts import verdict_tables, with_rows_of
from erqishi_logs.errors import ErqishiError
from erqishi_logs.people.raws import Written as Text, rename_raw
from erqishi_logs.people.records import rename_record
from erqishi_logs.pipeline.digests import content_digest
from erqishi_logs.record import loads, record_id

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from erqishi_logs.audit.judged import Judged
    from erqishi_logs.people.renaming import Renaming
    from erqishi_logs.pipeline.judge import Judge
    from erqishi_logs.record import Record
    from erqishi_logs.rules import RuleSet
    from erqishi_logs.upkeep.rewriting import Stored

_REFERS = ('"replaces"', '"merged_from"')
_QUOTED = re.compile(r"'([^']+)'")
#: Columns of `events` in which a person may have written; the others are cards and words of the format.
_OF_EVENTS = ("id", "text")


class Renamer:
    """改名: puts names right in facts and verdicts; `ids` are the new ids of hands by the old ones.

    The ids must be told first, of all fact files (`note`, then `settle`): hands name each other by them.
    """

    def __init__(self, renaming: Renaming, judge: Judge, known: Mapping[str, RuleSet], engine: str) -> None:
        self.renaming = renaming
        self.ids: dict[str, str] = {}
        self.referring: list[Record] = []
        self._lost: dict[str, str] = {}
        self._judge = judge
        self._known = known
        self._engine = engine

    def note(self, facts: Any) -> list[int]:
        """記: the rows of a fact file that may hold a name or refer to another hand; notes the new ids of its hands."""
        found = []
        for row, fact in enumerate(_iter_facts(facts)):
            if _refers(fact) or self._holds(fact):
                found.append(row)
                self._note(fact)
        return found

    def _holds(self, fact: Fact) -> bool:
        texts = (fact.file, fact.source, fact.reason, fact.record, fact.id)
        is_in = self.renaming.is_in
        return is_in(fact.raw) or any(is_in(text.encode()) for text in texts if text)

    def _note(self, fact: Fact) -> None:
        if fact.id is None:
            return
        record = loads(fact.canonical)
        if record.replaces or record.merged_from:
            self.referring.append(record)
        else:
            self._note_id(record)

    def _note_id(self, record: Record) -> bool:
        renamed = self._renamed(record)
        old, new = record_id(record), record_id(renamed)
        is_news = old != new and self.ids.get(old) != new
        if is_news:
            self.ids[old] = new
        return is_news

    def settle(self, present: Iterable[str]) -> None:
        """定: the ids of hands that refer to others, once all are noted; `present` are the ids that the archive has.

        What a renamed hand refers to and the archive does not have is a hash that could be guessed from: it becomes
        an id of nothing.
        """
        absent = self.references().difference(present)
        self._lost = {id_: f"h-{secrets.token_hex(8)}" for id_ in absent if id_.startswith("h-")}
        while any(self._note_id(record) for record in self.referring):  # a chain of repairs needs a round a link
            pass

    def references(self) -> set[str]:
        """指: the ids that hands refer to."""
        return {id_ for one in self.referring for id_ in (one.replaces, *(one.merged_from or ())) if id_}

    def _renamed(self, record: Record) -> Record:
        renamed = rename_record(record, self.renaming, lambda id_: self.ids.get(id_, id_))
        if renamed == record or not (record.replaces or record.merged_from):
            return renamed
        return rename_record(record, self.renaming, lambda id_: self.ids.get(id_) or self._lost.get(id_, id_))

    def fact(self, fact: Fact) -> Fact:
        """事實: a fact with the names replaced; the same where there are none."""
        text = self.renaming.text
        placed = fact._replace(file=text(fact.file), source=fact.source and text(fact.source))
        if fact.id is None:
            raw, reason = self.renaming.raw(fact.raw), self._reason(fact.reason or "")
            moved = placed._replace(raw=raw, reason=reason)
            return moved._replace(digest=lost_digest(moved.file, moved.line, raw)) if moved != fact else fact
        record = loads(fact.canonical)
        renamed = self._renamed(record)
        was = Text(fact.raw, fact.form, fact.record)
        said = rename_raw(was, (record, renamed), self.renaming, fact.file, self._known)
        moved = placed._replace(raw=said.raw, form=said.form, record=said.record)
        return moved._replace(id=record_id(renamed), digest=content_digest(renamed)) if renamed != record else moved

    def _reason(self, reason: str) -> str:
        with_ids = _QUOTED.sub(lambda found: f"'{self.ids.get(found[1], found[1])}'", reason)
        return self.renaming.text(with_ids)

    def file(self, stored: Stored, rows: Sequence[int]) -> tuple[Stored, int, int]:
        """檔: a fact file with its verdicts renamed; how many hands and pieces of quarantined input were changed."""
        old = list(_iter_facts(stored.facts.take(pa.array(rows, pa.int64()))))
        new = [self.fact(fact) for fact in old]
        changed = [n for n, fact in enumerate(new) if fact != old[n]]
        pairs = [(old[n], new[n]) for n in changed]
        facts = _with_rows(stored.facts, [rows[n] for n in changed], [fact for _, fact in pairs])
        hands = [(was, fact) for was, fact in pairs if fact.id is not None]
        metadata = {key: text for key, text in stored.metadata.items() if key != INGESTS}
        stretches = [self._stretch(one) for one in stored.stretches]
        metadata[INGESTS] = join_stretches([stretches])
        verdicts = self._verdicts(stored, hands) if hands else stored.verdicts
        return (
            stored._replace(facts=facts, verdicts=verdicts, metadata=metadata, stretches=stretches),
            len(hands),
            len(pairs) - len(hands),
        )

    def _stretch(self, stretch: Stretch) -> Stretch:
        ingest, text = stretch.ingest, self.renaming.text
        named = ingest._replace(source=ingest.source and text(ingest.source), paths=tuple(map(text, ingest.paths)))
        return Stretch(named, stretch.rows)

    def _verdicts(self, stored: Stored, hands: Sequence[tuple[Fact, Fact]]) -> dict[str, Any] | None:
        """The verdicts of the hands that are now called otherwise, and of the others as they were."""
        if stored.verdicts is None:
            return None
        judged, as_were = [], []
        for was, fact in hands:
            try:
                judged.append(self._judged(fact))
            except ErqishiError:
                as_were.append((str(was.id), str(fact.id)))
        tables = verdict_tables(judged, self._engine)
        gone = pa.array([was.id for was, _ in hands], pa.string())
        ids = stored.verdicts["hands"]["id"]
        kept = ids.filter(pc.invert(pc.is_in(ids, gone))).to_pylist()
        for was_id, new_id in as_were:
            rows = {view: self._as_was(view, stored.verdicts[view], was_id, new_id) for view in VERDICT_VIEWS}
            tables = with_rows_of(tables, rows, [new_id])
        return with_rows_of(tables, stored.verdicts, kept)

    def _judged(self, fact: Fact) -> Judged:
        return self._judge.judge(str(fact.id), loads(fact.canonical), fact.source, fact.judged_as)

    def _as_was(self, view: str, table: Any, was_id: str, new_id: str) -> Any:
        """The rows of a hand that cannot be judged any more, the names in them replaced."""
        rows = table.filter(pc.equal(table["id"], was_id)).to_pylist()
        for row in rows:
            for key in _OF_EVENTS if view == "events" else row:
                row[key] = self._cell(row[key])
            row["id"] = new_id
        return pa.Table.from_pylist(rows, schema=table.schema)

    def _cell(self, value: Any) -> Any:
        if isinstance(value, str):
            return self.renaming.text(self.ids.get(value, value))
        return [self._cell(one) for one in value] if isinstance(value, list) else value


def _refers(fact: Fact) -> bool:
    """Whether a fact may name another hand by its id."""
    if fact.id is None:
        return _QUOTED.search(fact.reason or "") is not None
    return any(word in fact.canonical for word in _REFERS)


def _iter_facts(table: Any) -> Iterator[Fact]:
    for batch in table.to_batches(max_chunksize=1000):
        yield from map(Fact._make, zip(*(batch[name].to_pylist() for name in Fact._fields), strict=True))


def _with_rows(table: Any, rows: Sequence[int], facts: Sequence[Fact]) -> Any:
    """The table with other facts in some of its rows, stored when those were."""
    times = table["ingested_at"].take(pa.array(rows, pa.int64())).to_pylist()
    new = table_of(FACT_SCHEMA, [(*fact, at) for fact, at in zip(facts, times, strict=True)])
    order = np.arange(len(table))
    order[list(rows)] = len(table) + np.arange(len(rows))
    whole = table.select(FACT_SCHEMA.names).cast(FACT_SCHEMA)
    return pa.concat_tables([whole, new]).combine_chunks().take(pa.array(order))
