"""對打入庫: hands of the compiled players straight into an archive: no file between, each played where it is judged."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from erqishi_logs.engine.compiled import PLAYING, is_warm
from erqishi_logs.pipeline.blocks import Block, Piece
from erqishi_logs.pipeline.bulk import BeginIngest, Done, Job, ingest_jobs
from erqishi_logs.rules import RuleSet  # noqa: TC001 - a field's type
from erqishi_logs.simulate.bulk import SOURCE, Run, iter_lines, run_of
from erqishi_logs.simulate.sitting import SITTING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from erqishi_logs.archive import Archive

#: Hands of a job: whole sittings, some 4 MB of lines, as the blocks of an ingest.
JOB_HANDS = 100 * SITTING


class Played(NamedTuple):
    """活: `n_hands` hands from number `first` on; `done` with it are so many of all."""

    number: int
    first: int
    n_hands: int

    @property
    def done(self) -> int:
        """Hands done with this job."""
        return self.first + self.n_hands


@dataclass(frozen=True)
class BeginPlaying:
    """始: what a worker must know to play hands and to judge them; as `BeginIngest`."""

    ingest: BeginIngest
    rules: RuleSet
    seed: int
    bots: tuple[str, ...]
    n_players: int | None

    def is_warm(self) -> bool:
        """Whether no compiler is needed."""
        return self.ingest.is_warm() and is_warm(PLAYING)

    def prepare(self) -> Callable[[Played], Done]:
        """What does a job, all kernels loaded."""
        run = run_of(self.rules, self.seed, self.bots, self.n_players)
        ingest = self.ingest.prepare()

        def work(job: Played) -> Done:
            return ingest(Job(job.number, _block(run, job)))

        return work


def _block(run: Run, job: Played) -> Block:
    lines = b"".join(lines.tobytes() for lines, _ in iter_lines(run, job.n_hands, threads=1, first=job.first))
    return Block(lines, (Piece(_name(run), 0, len(lines), job.first + 1, False, b"", 0, True),), job.done)


def _name(run: Run) -> str:
    """What stands for the file that there is none of."""
    return f"{SOURCE}:{run.rules.id}:{run.seed}"


def store_bulk(
    archive: Archive,
    rules: RuleSet,
    hands: int,
    seed: int,
    bots: tuple[str, ...] = (),
    *,
    n_players: int | None = None,
    tell: Callable[[int, int], None] | None = None,
    on_compile: Callable[[], None] | None = None,
) -> Counter[str]:
    """對打入庫: plays the hands that `bulk.write_bulk` would write, stores and judges them; counts as of an ingest.

    The `file` of a hand names rules and seed, its `line` is its number from 1. A second run stores nothing: all are
    there. `tell` is told how many hands are done, of how many. Raises RuleError, ErqishiError, ArchiveError.
    """
    run = run_of(rules, seed, bots, n_players)  # what cannot be played is refused before a worker is started
    counts: Counter[str] = Counter(read=0, stored=0, duplicate=0, quarantined=0, findings=0)
    jobs = ingest_jobs(
        archive,
        lambda begin: BeginPlaying(begin, rules, seed, bots, n_players),
        _iter_jobs(hands),
        counts,
        on_compile,
        [_name(run)],
    )
    for job in jobs:
        if tell is not None:
            tell(job.done, hands)
    return counts


def _iter_jobs(hands: int) -> Iterator[Played]:
    for number, first in enumerate(range(0, hands, JOB_HANDS)):
        yield Played(number, first, min(JOB_HANDS, hands - first))
