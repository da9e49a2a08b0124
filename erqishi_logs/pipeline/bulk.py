"""大批: an ingest by the compiled engine, in blocks, on all cores (DESIGN, principle 6)."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path  # noqa: TC003 - a field's type
from typing import TYPE_CHECKING, Any, NamedTuple

from erqishi_logs.archive.ingests import Ingest, mark_ingest, new_ingest
from erqishi_logs.archive.known import KnownIndex
from erqishi_logs.archive.parts import Part, begin_run, put_in, run_folder, write_part
from erqishi_logs.pipeline.blocks import Block, Skipped, iter_blocks
from erqishi_logs.pipeline.covered import METADATA, Covered, pack
from erqishi_logs.pipeline.crew import Crew, count_workers

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from erqishi_logs.archive import Archive
    from erqishi_logs.pipeline.pace import Pace
    from erqishi_logs.pipeline.sources import Log
    from erqishi_logs.pipeline.worker import Begin
    from erqishi_logs.rules import RuleSet


class Job(NamedTuple):
    """活: a block and the name of the folder for what comes of it."""

    number: int
    block: Block


class Done(NamedTuple):
    """成: what came of a block: `n_read` pieces of input, `n_duplicates` of them twice in it, the rest in `part`."""

    part: Part
    n_read: int
    n_duplicates: int


@dataclass(frozen=True)
class BeginIngest:
    """始: what a worker must know to do the blocks of an ingest."""

    club: Mapping[str, RuleSet]
    engine: str
    source: str | None
    judged_as: str | None
    folder: Path
    ingest: Ingest

    def is_warm(self) -> bool:
        """Whether no compiler is needed."""
        from erqishi_logs.engine.compiled import is_warm  # noqa: PLC0415 - the compiled engine is loaded in a worker

        return is_warm()

    def prepare(self) -> Callable[[Job], Done]:
        """What does a job, all kernels loaded."""
        from erqishi_logs.pipeline.bench import Bench  # noqa: PLC0415 - as above
        from erqishi_logs.pipeline.warm import warm_up  # noqa: PLC0415 - as above

        bench = Bench(self.club, self.engine, self.source, self.judged_as)
        warm_up(bench.compiled)

        def work(job: Job) -> Done:
            made = bench.work(job.block)
            facts = made.facts.replace_schema_metadata({METADATA: pack(made.spans), **mark_ingest(self.ingest)})
            folder = self.folder / str(job.number)
            part = write_part(folder, facts, made.verdicts, made.identities, made.lost)
            return Done(part, made.n_read, made.n_duplicates)

        return work


def ingest_blocks(
    archive: Archive,
    logs: Iterable[Log],
    begin_with: tuple[str | None, str | None],
    pace: Pace,
    counts: Counter[str],
    on_compile: Callable[[], None] | None = None,
    ingest: Ingest | None = None,
) -> Iterator[int]:
    """入庫: takes in the logs block by block, and yields after each the bytes of input done, about.

    `begin_with`: source and rule set named at the ingest; `counts` is what an `IngestReport` counts.
    """
    club = archive.club_rules()
    index = KnownIndex.opened(archive.layout)
    begin_run(archive.layout)
    with ExitStack() as stack:
        folder = stack.enter_context(run_folder(archive.layout))
        begin = BeginIngest(club, archive.engine, *begin_with, folder, ingest or new_ingest(source=begin_with[0]))
        skipped: list[Skipped] = []
        covered = Covered.of(archive.layout, archive.engine)
        jobs = _jobs(iter_blocks(logs, pace.block_bytes, club, covered), skipped)
        done: Iterator[tuple[Job, Done]]
        if pace.cluster is not None:
            from erqishi_logs.pipeline.cluster_files import BeginFiles, ingest_files  # noqa: PLC0415 - an extra

            of_files = BeginFiles(begin, club, pace.block_bytes, archive.engine)
            done = ingest_files(pace.cluster, of_files, logs, covered, skipped)
        elif pace.n_workers == 0:
            work = begin.prepare()
            done = ((job, work(job)) for job in jobs)
        else:
            crew = stack.enter_context(Crew(pace.n_workers or count_workers(), begin, on_compile))
            done = crew.results(jobs)
        for job, result in done:
            _count_skipped(skipped, counts)
            part = put_in(archive.layout, index, result.part, archive.engine)
            _count(part, result, counts)
            yield job.block.done
        _count_skipped(skipped, counts)


def ingest_jobs(
    archive: Archive,
    wrap: Callable[[BeginIngest], Begin],
    jobs: Iterator[Any],
    counts: Counter[str],
    on_compile: Callable[[], None] | None = None,
    made_of: Iterable[str] = (),
) -> Iterator[Any]:
    """入庫: as `ingest_blocks`, where the workers make the input themselves; yields each job when it is stored.

    `wrap` gives what a worker begins with, around that of an ingest; a job has a `number` of its own.
    `made_of` is what the history of the archive names as its input.
    """
    index = KnownIndex.opened(archive.layout)
    begin_run(archive.layout)
    with ExitStack() as stack:
        folder = stack.enter_context(run_folder(archive.layout))
        begin = BeginIngest(archive.club_rules(), archive.engine, None, None, folder, new_ingest(made_of))
        crew = stack.enter_context(Crew(count_workers(), wrap(begin), on_compile))
        for job, result in crew.results(jobs):
            _count(put_in(archive.layout, index, result.part, archive.engine), result, counts)
            yield job


def _jobs(blocks: Iterator[Block | Skipped], skipped: list[Skipped]) -> Iterator[Job]:
    number = 0
    for block in blocks:
        if isinstance(block, Skipped):
            skipped.append(block)
        else:
            yield Job(number, block)
            number += 1


def _count_skipped(skipped: list[Skipped], counts: Counter[str]) -> None:
    n_read = sum(one.n_read for one in skipped)
    skipped.clear()
    counts.update(read=n_read, duplicate=n_read)


def _count(part: Part, result: Done, counts: Counter[str]) -> None:
    counts.update(
        read=result.n_read,
        duplicate=result.n_duplicates + part.n_duplicates,
        stored=part.n_stored,
        quarantined=part.n_quarantined,
        findings=part.n_findings,
    )
