"""判臺: blocks of input as tables of an archive, judged by the compiled engine and, where there is something to
say, by the plain one.
"""

from __future__ import annotations

import datetime as dt
import hashlib
import io
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import pyarrow as pa

from erqishi_logs.archive.facts import Fact, as_text, fact_table
from erqishi_logs.archive.gather import numbers, texts, words
from erqishi_logs.archive.known import Known
from erqishi_logs.archive.schema import FACT_SCHEMA
from erqishi_logs.archive.store import as_lost, sift
from erqishi_logs.archive.verdicts import verdict_tables
from erqishi_logs.engine.arrays import Slot
from erqishi_logs.engine.scan import scan, split_lines
from erqishi_logs.errors import ErqishiError
from erqishi_logs.pipeline.blocks import Piece
from erqishi_logs.pipeline.compiled import CompiledJudge, Judged, Scanned, clean_tables
from erqishi_logs.pipeline.covered import Span
from erqishi_logs.pipeline.digests import line_digest
from erqishi_logs.pipeline.facts_of import fact_of
from erqishi_logs.pipeline.judge import Judge
from erqishi_logs.pipeline.lines import read_line
from erqishi_logs.pipeline.merging import merged
from erqishi_logs.record import dump_bytes, loads
from erqishi_logs.record.files import iter_records

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from erqishi_logs.audit.judged import Judged as PlainJudged
    from erqishi_logs.importers import Item
    from erqishi_logs.pipeline.blocks import Block
    from erqishi_logs.record import Record
    from erqishi_logs.rules import RuleSet

Array = Any

_RETURN = 0x0D
#: Places in a block: the part, then the line or item within it.
_PART = 1 << 32
_NAME_OF_ID = len(b',"id":"')


class Row(NamedTuple):
    """列: a piece of input: `hand` of `group` (0: as it stands, 1: put into canonical form, −1: of neither).

    `fact` and `item` are there where it was read by the exact reader.
    """

    place: int
    id: str | None
    digest: bytes
    group: int
    hand: int
    fact: Fact | None = None
    item: Item | None = None


class Lines(NamedTuple):
    """行: the lines of a block that are record lines, by their place; `piece` is their row of `files`."""

    place: Array
    piece: Array
    number: Array
    files: list[str]
    scanned: Scanned
    end: Array  # line end included where it is CR LF


class Output(NamedTuple):
    """所成: a block as tables, ready to be stored.

    `n_read` pieces of input, `n_duplicates` of them a second time within the block; `lost` names the
    facts (by row) that could not be judged with their id and digest as hands.
    """

    facts: Any
    verdicts: dict[str, Any]
    n_read: int
    n_duplicates: int
    identities: list[tuple[str | None, bytes]]
    lost: list[tuple[int, str, bytes]]
    spans: list[Span]


class Bench:
    """判臺: what a process keeps ready to judge the blocks of one ingest.

    `club` has the rule sets beside the presets; `source` and `judged_as` were named at the ingest; `instead` is as
    in `Judge`.
    """

    def __init__(
        self,
        club: Mapping[str, RuleSet],
        engine: str,
        source: str | None = None,
        judged_as: str | None = None,
        instead: RuleSet | None = None,
    ) -> None:
        self.club = club
        self.engine = engine
        self.source = source
        self.judged_as = judged_as
        self.judge = Judge(club, instead)
        self.compiled = CompiledJudge(self.judge)

    def work(self, block: Block) -> Output:
        """判: one block from bytes to tables."""
        return Work(self, block).output()


class Work:
    """活: one block, read; `rows` are its pieces of input in order."""

    def __init__(self, bench: Bench, block: Block) -> None:
        self.bench = bench
        self.block = block
        self.lines = lines_of(block)
        others = [(place, fact, item) for place, fact, item in self._others()]
        records = [item.record for _, _, item in others if item.record is not None]
        self.groups = (self.lines.scanned, _rewritten(records))
        self.rows = sorted([*self._line_rows(), *_other_rows(others)])

    def _others(self) -> Iterator[tuple[int, Fact, Item]]:
        """What the exact readers make of all that the scanner did not take."""
        for place, form, item in self._items():
            yield place, fact_of(item, form, self.bench.source, self.bench.judged_as), item

    def _items(self) -> Iterator[tuple[int, str, Item]]:
        for at, part in enumerate(self.block.parts):
            if not isinstance(part, Piece):
                yield at * _PART, part.form, part.item
            elif part.whole:
                stream = io.BytesIO(self.block.text[part.begin : part.end])
                for n, line in enumerate(iter_records(stream, part.file, self.bench.club)):
                    yield at * _PART + n, line.form, line
        lines = self.lines
        for n in np.flatnonzero(lines.scanned.hands.ok == 0).tolist():
            raw = self.block.text[lines.scanned.hands.begin[n] : lines.end[n]]
            item = read_line(raw, lines.files[lines.piece[n]], int(lines.number[n]))
            if item is not None:
                yield int(lines.place[n]), item.form, item

    def _line_rows(self) -> Iterator[Row]:
        scanned = self.lines.scanned
        rows = np.flatnonzero(scanned.hands.ok)
        places = self.lines.place[rows].tolist()
        for place, hand, (id_, digest) in zip(places, rows.tolist(), identities(scanned, rows), strict=True):
            yield Row(place, id_, digest, 0, hand)

    def output(self) -> Output:
        rows, n_duplicates = self._once()
        judged = tuple(self.judged(rows, group) for group in (0, 1))
        said, lost = self._said(rows, judged)
        facts = [lost.get(row.place, row.fact) for row in rows]
        ids = [(row.id, row.digest) if (f := lost.get(row.place)) is None else (f.id, f.digest) for row in rows]
        return Output(
            facts=self._facts(rows, facts),
            verdicts=merged([*self._columns(rows, judged), verdict_tables(said, self.bench.engine)]),
            n_read=len(self.rows),
            n_duplicates=n_duplicates,
            identities=ids,
            lost=[(n, str(row.id), row.digest) for n, row in enumerate(rows) if row.place in lost],
            spans=self._spans({place // _PART for place in lost}),
        )

    def _once(self) -> tuple[list[Row], int]:
        """Each piece of input once, and how many were there before; what has another's id is none."""
        ids = [row.id or row.digest for row in self.rows]
        if len(set(ids)) == len(ids):
            return self.rows, 0
        facts = [self.fact(row) for row in self.rows]
        sifted = sift(facts, _Nothing())  # type: ignore[arg-type]
        by_fact = {id(fact): row for fact, row in zip(facts, self.rows, strict=True)}
        by_place = {(fact.file, fact.line, fact.raw): row for fact, row in zip(facts, self.rows, strict=True)}
        kept = []
        for fact in sifted.new:
            row = by_fact.get(id(fact))
            if row is None:
                was = by_place[fact.file, fact.line, fact.raw]
                row = Row(was.place, None, fact.digest, -1, -1, fact)
            kept.append(row)
        return kept, sifted.n_duplicates

    def fact(self, row: Row) -> Fact:
        """事實: the fact of a piece of input."""
        if row.fact is not None:
            return row.fact
        lines = self.lines
        place = ("jsonl", self.bench.source, self.bench.judged_as, lines.files[lines.piece[row.hand]])
        return Fact(row.id, lines.scanned.line(row.hand), None, row.digest, None, *place, int(lines.number[row.hand]))

    def record(self, row: Row) -> Record:
        """局: the record of a hand."""
        known = row.item.record if row.item is not None else None
        return known or loads(self.lines.scanned.line(row.hand))

    def judged(self, rows: Sequence[Row], group: int) -> Judged:
        """機判: what the compiled engine makes of the hands of a group that are among `rows`."""
        wanted = np.zeros(len(self.groups[group].hands.ok), bool)
        wanted[[row.hand for row in rows if row.group == group]] = True
        return self.bench.compiled.judge(self.groups[group], wanted, self.bench.judged_as)

    def _said(self, rows: Sequence[Row], by_group: Sequence[Judged]) -> tuple[list[PlainJudged], dict[int, Fact]]:
        """The hands of which the plain engine says something, and by place those it cannot judge."""
        said, lost = [], {}
        for row in rows:
            if row.id is None or (row.group >= 0 and by_group[row.group].clean[row.hand]):
                continue
            record = self.record(row)
            try:
                said.append(self.bench.judge.judge(row.id, record, self.bench.source, self.bench.judged_as))
            except ErqishiError as error:
                lost[row.place] = as_lost(self.fact(row), str(error))
        return said, lost

    def _columns(self, rows: Sequence[Row], by_group: Sequence[Judged]) -> Iterator[dict[str, Any]]:
        for group, found in enumerate(by_group):
            clean = [row for row in rows if row.group == group and found.clean[row.hand]]
            ids = {row.hand: str(row.id) for row in clean}
            tables = clean_tables(self.groups[group], found, ids, self.bench.source, self.bench.engine)
            if tables:
                yield tables

    def _facts(self, rows: Sequence[Row], facts: Sequence[Fact | None]) -> Any:
        now = dt.datetime.now(dt.UTC).replace(tzinfo=None)
        plain = [n for n, fact in enumerate(facts) if fact is None]
        told = [n for n, fact in enumerate(facts) if fact is not None]
        tables = [self._line_facts([rows[n] for n in plain], now), fact_table([f for f in facts if f is not None], now)]
        if not told:
            return tables[0]
        order = np.argsort(np.array([*plain, *told]))
        return pa.concat_tables(tables).combine_chunks().take(pa.array(order))

    def _line_facts(self, rows: Sequence[Row], now: dt.datetime) -> Any:
        """Facts of canonical lines, straight from their bytes."""
        lines, n = self.lines, len(rows)
        if not n:
            return FACT_SCHEMA.empty_table()
        hands, at = lines.scanned.hands, np.array([row.hand for row in rows])
        columns = {
            "id": pa.array([row.id for row in rows], pa.string()),
            "raw": texts(lines.scanned.text, hands.begin, hands.end - hands.begin, at, binary=True),
            "record": pa.nulls(n, pa.string()),
            "digest": pa.array([row.digest for row in rows], pa.binary()),
            "reason": pa.nulls(n, pa.string()),
            "form": pa.repeat("jsonl", n),
            "source": pa.repeat(pa.scalar(self.bench.source, pa.string()), n),
            "judged_as": pa.repeat(pa.scalar(self.bench.judged_as, pa.string()), n),
            "file": words(pa.array(lines.files, pa.string()), lines.piece[at]),
            "line": numbers(lines.number[at], pa.int32()),
            "ingested_at": pa.repeat(pa.scalar(now, pa.timestamp("us")), n),
        }
        return pa.Table.from_arrays([columns[name] for name in FACT_SCHEMA.names], schema=FACT_SCHEMA)

    def _spans(self, lost_parts: set[int]) -> list[Span]:
        """The stretches of files that are read for good: what rules cannot judge today they may tomorrow."""
        n_read = np.bincount([row.place // _PART for row in self.rows], minlength=len(self.block.parts))
        found = []
        for at, (part, n) in enumerate(zip(self.block.parts, n_read.tolist(), strict=True)):
            if isinstance(part, Piece) and part.key and at not in lost_parts:
                line = part.line + self.block.text.count(b"\n", part.begin, part.end)
                found.append(Span(part.key, part.at, part.at + part.end - part.begin, line, n, part.is_end))
        return found


class _Nothing:
    """An archive that holds nothing."""

    def find(self, _facts: Sequence[Fact]) -> Known:
        return Known({}, set())


def lines_of(block: Block) -> Lines:
    """行: the record lines of a block, scanned; blank ones and those of other forms left out."""
    text = np.frombuffer(block.text, np.uint8)
    begin, end = split_lines(text)
    parts = [(at, part) for at, part in enumerate(block.parts) if isinstance(part, Piece)]
    firsts = np.array([part.begin for _, part in parts], np.int64)
    piece: Array = np.searchsorted(firsts, begin, "right") - 1
    whole = np.array([part.whole for _, part in parts], bool)
    taken = (end > begin) & ~whole[piece] if parts else np.zeros(len(begin), bool)
    number = np.arange(len(begin)) - np.searchsorted(begin, firsts)[piece] if parts else begin
    begin, end, piece, number = begin[taken], end[taken], piece[taken], number[taken]
    before_return = end - (text[end - 1] == _RETURN) if len(end) else end
    return Lines(
        place=np.array([at for at, _ in parts], np.int64)[piece] * _PART + number,
        piece=piece,
        number=number + np.array([part.line for _, part in parts], np.int64)[piece],
        files=[as_text(part.file) for _, part in parts],
        scanned=Scanned(block.text, scan(text, begin, before_return)),
        end=end,
    )


def _rewritten(records: Sequence[Record]) -> Scanned:
    """Hands that came in another form, in canonical form."""
    text = b"\n".join(map(dump_bytes, records))
    array = np.frombuffer(text, np.uint8)
    return Scanned(text, scan(array, *split_lines(array)))


def _other_rows(others: Sequence[tuple[int, Fact, Item]]) -> Iterator[Row]:
    hand = 0
    for place, fact, item in others:
        if item.record is None:
            yield Row(place, None, fact.digest, -1, -1, fact, item)
        else:
            yield Row(place, fact.id, fact.digest, 1, hand, fact, item)
            hand += 1


def identities(scanned: Scanned, rows: Array) -> Iterator[tuple[str, bytes]]:
    """局: what canonical lines are called, and the digests of their content; as of the records that they are.

    >>> line = b'{"format":"erqishi-log/1","id":"a","rules":"x","players":["B","C"],"dealer":0,"events":[]}'
    >>> array = np.frombuffer(line, np.uint8)
    >>> next(identities(Scanned(line, scan(array, *split_lines(array))), np.array([0])))[0]
    'a'
    """
    hands, text = scanned.hands, scanned.text
    places = hands.begin[rows], hands.end[rows], hands.slots[rows, Slot.ID, 0], hands.slots[rows, Slot.ID, 1]
    for begin, end, at, length in zip(*(column.tolist() for column in places), strict=True):
        if length < 0:
            line = text[begin:end]
            yield "h-" + hashlib.sha256(line).hexdigest()[:16], line_digest(line)
        else:
            first, last = begin + at, begin + at + length
            line = text[begin : first - _NAME_OF_ID] + text[last + 1 : end]
            yield text[first:last].decode(), line_digest(line)
