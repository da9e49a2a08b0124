"""檔上集群: input as jobs for a cluster: files that a worker reads itself, blocks that it is sent."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from erqishi_logs.errors import ErqishiError
from erqishi_logs.importers import IMPORTERS
from erqishi_logs.pipeline.blocks import Block, Skipped, iter_blocks
from erqishi_logs.pipeline.bulk import BeginIngest, Done, Job
from erqishi_logs.pipeline.cluster import ClusterCrew
from erqishi_logs.pipeline.covered import Covered, Span
from erqishi_logs.pipeline.pace import weigh

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from erqishi_logs.pipeline.audit_blocks import BeginAudit
    from erqishi_logs.pipeline.sources import Log
    from erqishi_logs.rules import RuleSet

#: A file of more blocks than this (packed ones by what they may hold) is cut here and sent block by block, so that
#: all workers have of it.
_MOST_BLOCKS = 8
#: More files than this are no job, however small they are.
_MOST_FILES = 1_000


class Files(NamedTuple):
    """檔: logs that a worker reads; `spans` are stored already; `done` bytes of input end with them."""

    logs: tuple[Log, ...]
    spans: tuple[Span, ...]
    done: int


@dataclass(frozen=True)
class BeginFiles:
    """始: what a worker must know to cut files and do their blocks; `begin` does one block."""

    begin: BeginIngest | BeginAudit
    known: Mapping[str, RuleSet]
    block_bytes: int
    engine: str = ""

    def is_warm(self) -> bool:
        """Whether no compiler is needed."""
        return self.begin.is_warm()

    def prepare(self) -> Callable[[Files | Block | Skipped], list[Any]]:
        """What gives for each block of a job what came of it, or `Skipped`; an error ends the list."""
        do = self.begin.prepare()

        def work(job: Files | Block | Skipped) -> list[Any]:
            found: list[Any] = []
            try:
                # What was done before an error stays in the list.
                found.extend(one if isinstance(one, Skipped) else do(self._named(one)) for one in self._blocks(job))
            except (ErqishiError, OSError) as error:
                found.append(error)
            return found

        return work

    def _blocks(self, job: Files | Block | Skipped) -> Iterable[Block | Skipped]:
        if not isinstance(job, Files):
            return [job]
        return iter_blocks(job.logs, self.block_bytes, self.known, Covered(self.engine, job.spans))

    def _named(self, block: Block) -> Any:
        # A worker that was given up may live, and write where the next one writes: no two use one folder.
        return Job(secrets.randbits(62), block) if isinstance(self.begin, BeginIngest) else block


def map_files(
    address: str, begin: BeginFiles, logs: Iterable[Log], covered: Covered
) -> Iterator[tuple[int, Any | Skipped]]:
    """集群: for each block what came of it, in the order of the input, and the bytes of input done with its job.

    What `covered` has is `Skipped`. Raises ErqishiError, OSError as the workers do, and as `ClusterCrew`.
    """
    with ClusterCrew(address, begin) as crew:
        for job, found in crew.results(_Jobs(begin, covered).iter(logs)):
            for one in found:
                if isinstance(one, Exception):
                    raise one
                yield job.done, one


def ingest_files(
    address: str, begin: BeginFiles, logs: Iterable[Log], covered: Covered, skipped: list[Skipped]
) -> Iterator[tuple[Job, Done]]:
    """入庫: as `map_files`, for an ingest; what is stored already goes into `skipped`."""
    for done, one in map_files(address, begin, logs, covered):
        if isinstance(one, Skipped):
            skipped.append(one)
        else:
            yield Job(0, Block(b"", (), done)), one


class _Jobs:
    """The logs as jobs: those that are small or foreign together, the others cut."""

    def __init__(self, begin: BeginFiles, covered: Covered) -> None:
        self._begin = begin
        self._covered = covered
        self._logs: list[Log] = []
        self._spans: list[Span] = []
        self._weight = self._done = 0

    def iter(self, logs: Iterable[Log]) -> Iterator[Files | Block | Skipped]:
        most = _MOST_BLOCKS * self._begin.block_bytes
        for log in logs:
            is_stream = any(log.stream_of(path) for path in log.paths)
            weight = most if is_stream else weigh([log], most)
            if is_stream or (weight >= most and log.form not in IMPORTERS):
                yield from self._gathered()
                yield from self._cut(log)
                continue
            if self._weight + weight > self._begin.block_bytes or len(self._logs) >= _MOST_FILES:
                yield from self._gathered()
            self._add(log, weight)
        yield from self._gathered()

    def _add(self, log: Log, weight: int) -> None:
        self._logs.append(log._replace(opened={}))
        self._weight += weight
        self._done += sum(path.stat().st_size for path in log.paths)
        for path in log.paths:
            self._spans += self._covered.chain(self._covered.key(path, path.stat(), log.form))

    def _gathered(self) -> Iterator[Files]:
        if self._logs:
            yield Files(tuple(self._logs), tuple(self._spans), self._done)
        self._logs, self._spans, self._weight = [], [], 0

    def _cut(self, log: Log) -> Iterator[Block | Skipped]:
        before = self._done
        for block in iter_blocks([log], self._begin.block_bytes, self._begin.known, self._covered):
            self._done = before + block.done
            # What is skipped waits for its turn like all else, so that it is counted in order.
            yield block._replace(done=self._done)
