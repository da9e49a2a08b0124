"""大批審: files audited by the compiled engine, in blocks, on all cores; the order stays that of the input."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from erqishi_logs.errors import ErqishiError
from erqishi_logs.pipeline.audited import Audited, unread
from erqishi_logs.pipeline.blocks import Block, iter_blocks
from erqishi_logs.pipeline.covered import Covered
from erqishi_logs.pipeline.crew import Crew, count_workers
from erqishi_logs.pipeline.judge import Judge
from erqishi_logs.record import loads

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from erqishi_logs.audit.finding import Finding
    from erqishi_logs.audit.verdict import Verdict
    from erqishi_logs.pipeline.bench import Bench, Row, Work
    from erqishi_logs.pipeline.compiled import Judged
    from erqishi_logs.pipeline.pace import Pace
    from erqishi_logs.pipeline.sources import Log
    from erqishi_logs.record import Record
    from erqishi_logs.rules import RuleSet


class Told(NamedTuple):
    """述: what came of one piece of input; `rules` is its row in the rule sets of the block.

    Of a hand about which there is nothing to say `line` is its canonical line and `verdict` None.
    """

    file: str
    number: int
    error: ErqishiError | None = None
    id: str | None = None
    digest: bytes = b""
    line: bytes = b""
    record: Record | None = None
    rules: int = -1
    verdict: Verdict | None = None


class CleanHand(Audited):
    """清白: a hand about which there is nothing to say; its record and verdict are made where they are asked for."""

    def __init__(self, told: Told, rules: RuleSet) -> None:
        super().__init__(told.file, told.number, told.id, None, rules, digest=told.digest)
        for name in ("record", "verdict"):
            del self.__dict__[name]
        self.__dict__["_line"] = told.line

    @cached_property
    def record(self) -> Record:
        """局: the hand."""
        return loads(self.__dict__["_line"], file=self.file, line_number=self.line)

    @cached_property
    def verdict(self) -> Verdict:
        """判: as the plain engine gives it."""
        return Judge({}, self.rules).judge(str(self.id), self.record).verdict

    @property
    def is_judged(self) -> bool:
        """Always."""
        return True

    @property
    def findings(self) -> tuple[Finding, ...]:
        """None."""
        return ()


@dataclass(frozen=True)
class BeginAudit:
    """始: what a worker must know to audit blocks."""

    club: Mapping[str, RuleSet]
    instead: RuleSet | None

    def is_warm(self) -> bool:
        """Whether no compiler is needed."""
        from erqishi_logs.engine.compiled import is_warm  # noqa: PLC0415 - the compiled engine is loaded in a worker

        return is_warm()

    def prepare(self) -> Callable[[Block], tuple[list[RuleSet], list[Told]]]:
        """What audits a block, all kernels loaded."""
        from erqishi_logs.pipeline.bench import Bench, Work  # noqa: PLC0415 - as above
        from erqishi_logs.pipeline.warm import warm_up  # noqa: PLC0415 - as above

        bench = Bench(self.club, "", instead=self.instead)
        warm_up(bench.compiled)
        return lambda block: _Telling(bench, Work(bench, block)).all()


class _Telling:
    def __init__(self, bench: Bench, work: Work) -> None:
        self._bench = bench
        self._work = work
        self._rules: dict[str, int] = {}
        self._rule_sets: list[RuleSet] = []

    def all(self) -> tuple[list[RuleSet], list[Told]]:
        by_group = tuple(self._work.judged(self._work.rows, group) for group in (0, 1))
        told = [self._told(row, by_group) for row in self._work.rows]
        return self._rule_sets, told

    def _told(self, row: Row, by_group: tuple[Judged, ...]) -> Told:
        work = self._work
        fact = work.fact(row)
        if row.id is None:
            return Told(fact.file, fact.line, row.item.error if row.item else None)
        about = Told(fact.file, fact.line, None, row.id, row.digest)
        found = by_group[row.group]
        if found.clean[row.hand]:
            rules = found.known[found.ruled[row.hand]].rules
            return about._replace(line=work.groups[row.group].line(row.hand), rules=self._row_of(rules))
        record = work.record(row)
        try:
            judged = self._bench.judge.judge(row.id, record)
        except ErqishiError as error:
            return about._replace(record=record, error=error)
        return about._replace(record=record, verdict=judged.verdict, rules=self._row_of(judged.rules))

    def _row_of(self, rules: RuleSet) -> int:
        if rules.hash not in self._rules:
            self._rules[rules.hash] = len(self._rule_sets)
            self._rule_sets.append(rules)
        return self._rules[rules.hash]


def audit_blocks(
    logs: Iterable[Log],
    begin: BeginAudit,
    known: Mapping[str, RuleSet],
    pace: Pace,
    on_compile: Callable[[], None] | None = None,
) -> Iterator[Audited]:
    """審: every hand of the logs in order; `known` has the rule sets by which a 譜 may be read."""
    if pace.cluster is not None:
        from erqishi_logs.pipeline.cluster_files import BeginFiles, map_files  # noqa: PLC0415 - an extra

        for _, done in map_files(pace.cluster, BeginFiles(begin, known, pace.block_bytes), logs, Covered("")):
            yield from _audited(*done)
        return
    blocks: Iterator[Any] = iter_blocks(logs, pace.block_bytes, known, Covered(""))
    if pace.n_workers == 0:
        work = begin.prepare()
        for block in blocks:
            yield from _audited(*work(block))
        return
    with Crew(pace.n_workers or count_workers(), begin, on_compile) as crew:
        for _, (rule_sets, told) in crew.results(blocks):
            yield from _audited(rule_sets, told)


def _audited(rule_sets: list[RuleSet], told: list[Told]) -> Iterator[Audited]:
    for one in told:
        place = (one.file, one.number, one.id, one.record)
        if one.id is None:
            yield unread(one.error, one.file, one.number)
        elif one.error is not None:
            yield Audited(*place, reason=str(one.error), error=one.error)
        elif one.verdict is None:
            yield CleanHand(one, rule_sets[one.rules])
        else:
            yield Audited(*place, rule_sets[one.rules], one.verdict, digest=one.digest)
