"""大批重審: stored hands judged by the compiled engine, block by block."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from erqishi_logs.archive import read_facts, verdict_tables
from erqishi_logs.engine.scan import scan, split_lines
from erqishi_logs.pipeline.compiled import CompiledJudge, Scanned, clean_tables
from erqishi_logs.pipeline.judge import Judge
from erqishi_logs.pipeline.merging import merged
from erqishi_logs.pipeline.stored import Failed, Rejudged, judge_each

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from erqishi_logs.archive import Fact
    from erqishi_logs.archive.layout import Layout
    from erqishi_logs.rules import RuleSet


class BlockRejudge:
    """大批重審: judges fact files by name; `instead` is as in `Judge`."""

    def __init__(
        self, layout: Layout, club: Mapping[str, RuleSet], engine: str, instead: RuleSet | None, block_bytes: int
    ) -> None:
        self._layout = layout
        self._engine = engine
        self._block_bytes = block_bytes
        self._judge = Judge(club, instead)
        self._compiled = CompiledJudge(self._judge)

    def __call__(self, name: str) -> Rejudged:
        """The tables of the hands of a fact file. Raises DamagedFactsError."""
        tables: list[dict[str, Any]] = [verdict_tables([], self._engine)]
        failed: list[Failed] = []
        for facts in self._blocks(read_facts(self._layout, name)):
            some, lost = self._judged(facts)
            tables += some
            failed += lost
        return Rejudged(merged(tables), failed)

    def _blocks(self, facts: Sequence[Fact]) -> Iterator[list[Fact]]:
        block, size = [], 0
        for fact in facts:
            block.append(fact)
            size += len(fact.record or fact.raw)
            if size >= self._block_bytes:
                yield block
                block, size = [], 0
        if block:
            yield block

    def _judged(self, facts: Sequence[Fact]) -> tuple[list[dict[str, Any]], list[Failed]]:
        text = b"\n".join(fact.canonical.encode() for fact in facts)
        array = np.frombuffer(text, np.uint8)
        scanned = Scanned(text, scan(array, *split_lines(array)))
        found = self._compiled.judge(scanned, np.ones(len(facts), bool), [fact.judged_as for fact in facts])
        tables = []
        for source in sorted({fact.source for fact in facts}, key=str):
            rows = [row for row, fact in enumerate(facts) if fact.source == source and found.clean[row]]
            tables.append(clean_tables(scanned, found, {row: str(facts[row].id) for row in rows}, source, self._engine))
        said, failed = judge_each((f for f, clean in zip(facts, found.clean, strict=True) if not clean), self._judge)
        return [*filter(None, tables), verdict_tables(said, self._engine)], failed
