"""入庫: files → records → verdicts → archive, in batches of bounded size."""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from erqishi_logs.archive import Archive, Fact, Judged, KnownIndex, as_lost, sift, write_batch
from erqishi_logs.archive.facts import as_text
from erqishi_logs.archive.ingests import Ingest, new_ingest
from erqishi_logs.archive.lock import locked
from erqishi_logs.errors import ErqishiError
from erqishi_logs.pipeline.facts_of import fact_of
from erqishi_logs.pipeline.judge import Judge
from erqishi_logs.pipeline.pace import NotWorthItError, Pace, is_much, only_if_worth_it
from erqishi_logs.pipeline.rejudge import judge_missing
from erqishi_logs.pipeline.sources import find_sources, form_named

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path

    from erqishi_logs.errors import RecordError
    from erqishi_logs.importers import Item
    from erqishi_logs.pipeline.sources import Log
    from erqishi_logs.record import Record

#: A batch is published when it holds so many hands, or so many bytes of input.
BATCH_HANDS = 2_000
BATCH_BYTES = 16 * 2**20


@dataclass(frozen=True)
class IngestReport:
    """入庫報告: `read` pieces of input, each of them stored, a duplicate, or quarantined.

    `findings` counts what is beyond doubt in the hands stored, `passed_over` files inside a folder of no
    known form; `unread` names those that cannot be read. `unjudged` counts hands stored before that lack
    a verdict and cannot be judged. `seconds` is wall time.
    """

    files: int = 0
    read: int = 0
    stored: int = 0
    duplicate: int = 0
    quarantined: int = 0
    findings: int = 0
    passed_over: int = 0
    unjudged: int = 0
    unread: tuple[RecordError, ...] = ()
    seconds: float = 0.0


@dataclass(frozen=True)
class Progress:
    """進度: told after each batch; what `report` says is stored is on the disk for good."""

    bytes_done: int
    bytes_total: int
    report: IngestReport


def ingest(
    paths: Iterable[str | Path],
    archive: Archive,
    source: str | None = None,
    rules: str | None = None,
    progress: Callable[[Progress], None] | None = None,
    *,
    batch_hands: int = BATCH_HANDS,
    pace: Pace = Pace(),  # noqa: B008 - a value that nobody can change
    on_compile: Callable[[], None] | None = None,
) -> IngestReport:
    """入庫: reads files and folders in any known form, judges and stores every hand once.

    `source` names the form (`guilin`, `pu`, …) instead of sniffing it; any other name is kept with
    the hands as where they came from. `rules` (an id or a path) puts a rule set in place of those
    that the records name, house differences included, for judging only: the facts stay as they
    are. What cannot be read or judged is quarantined with its reason; input that is in the archive
    already, quarantined input too, is a duplicate. Raises RecordError where a named path cannot
    be read at all (what cannot be inside a folder is told in `unread`), RuleError for unknown `rules`,
    ArchiveError. A few hands are judged by the plain engine in batches of `batch_hands` at most; more
    go as `pace` says by the compiled engine, and what an earlier ingest took of a file that has not
    changed is not read again. `on_compile` is called where the compiler must run first.
    """
    started = time.monotonic()
    paths = list(paths)
    sources = find_sources(paths, form_named(source) if source else None)
    if sources.unknown:
        raise sources.unknown[0]
    judged_as = archive.rules(rules).id if rules else None
    named = None if source is None or form_named(source) else as_text(source)
    run = _Run(archive, named, judged_as, batch_hands, new_ingest(paths, named))
    run.unread = tuple(sources.unread)
    run.counts.update(files=sources.n_files, passed_over=sources.passed_over)
    run.counts["unjudged"] = len(judge_missing(archive).failed)
    total = sum(map(size_of, sources.logs))
    for done in _steps(run, sources.logs, pace, on_compile):
        if progress is not None:
            progress(Progress(min(done, total), total, run.report(started)))
    return run.report(started)


def _steps(run: _Run, logs: list[Log], pace: Pace, on_compile: Callable[[], None] | None) -> Iterator[int]:
    """Takes in the logs; yields after each batch the bytes of input done, about."""
    if is_much(logs, pace):
        from erqishi_logs.pipeline.bulk import ingest_blocks  # noqa: PLC0415 - a few hands do not wait for it

        named, worth_it = (run.source, run.judged_as), only_if_worth_it(logs, pace, on_compile)
        try:
            yield from ingest_blocks(run.archive, logs, named, pace, run.counts, worth_it, run.ingest)
        except NotWorthItError:  # the compiler would take longer than the plain engine
            pass
        else:
            return
    yield from _publish_all(run, logs)


def _publish_all(run: _Run, logs: Iterable[Log]) -> Iterator[int]:
    """Takes in the logs, batch by batch; yields after each batch the bytes of input done, about."""
    before = 0
    for log in logs:
        within = 0
        for form, item in log.hands(run.club):
            run.take(item, form)
            within += len(item.raw) + 1
            if run.full:
                run.publish()
                yield before + min(within, size_of(log))
        before += size_of(log)
    run.publish()
    yield before


def size_of(log: Log) -> int:
    """Bytes of the files of a log, as they lie on the disk."""
    return sum(path.stat().st_size for path in log.paths if path.is_file())


@dataclass
class _Run:
    """One ingest: the batch that is being gathered, and what came of those before."""

    archive: Archive
    source: str | None
    judged_as: str | None
    batch_hands: int
    ingest: Ingest
    counts: Counter[str] = field(default_factory=Counter)
    batch: list[tuple[Fact, Record | None]] = field(default_factory=list)
    batch_bytes: int = 0
    unread: tuple[RecordError, ...] = ()

    def __post_init__(self) -> None:
        self.index = KnownIndex.opened(self.archive.layout)
        self.club = self.archive.club_rules()
        self.judge = Judge(self.club)

    @property
    def full(self) -> bool:
        return len(self.batch) >= self.batch_hands or self.batch_bytes >= BATCH_BYTES

    def take(self, item: Item, form: str) -> None:
        self.batch.append((fact_of(item, form, self.source, self.judged_as), item.record))
        self.batch_bytes += len(item.raw)

    def publish(self) -> None:
        """Judges and stores the batch; returns when it is on the disk."""
        records = {(fact.id, fact.digest): record for fact, record in self.batch if record is not None}
        with locked(self.archive.layout):  # so that no undo takes a file away that is looked at
            self.index.refresh()
            sifted = sift([fact for fact, _ in self.batch], self.index)
        judged: dict[tuple[str | None, bytes], Judged] = {}
        facts = [self._judged(fact, records, judged) for fact in sifted.new]
        stored = write_batch(self.archive.layout, self.index, facts, judged, self.archive.engine, self.ingest)
        self._count(stored.new, judged)
        self.counts["duplicate"] += sifted.n_duplicates + stored.n_duplicates
        self.counts["read"] += len(self.batch)
        self.batch.clear()
        self.batch_bytes = 0

    def _judged(
        self,
        fact: Fact,
        records: dict[tuple[str | None, bytes], Record],
        judged: dict[tuple[str | None, bytes], Judged],
    ) -> Fact:
        if fact.id is None:
            return fact
        key = (fact.id, fact.digest)
        try:
            judged[key] = self.judge.judge(fact.id, records[key], fact.source, fact.judged_as)
        except ErqishiError as error:
            return as_lost(fact, str(error))
        return fact

    def _count(self, stored: list[Fact], judged: dict[tuple[str | None, bytes], Judged]) -> None:
        for fact in stored:
            if fact.id is None:
                self.counts["quarantined"] += 1
                continue
            self.counts["stored"] += 1
            findings = judged[fact.id, fact.digest].verdict.findings
            self.counts["findings"] += sum(finding.verdict == "violated" for finding in findings)

    def report(self, started: float) -> IngestReport:
        return IngestReport(**self.counts, unread=self.unread, seconds=round(time.monotonic() - started, 3))
