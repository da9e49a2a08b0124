"""集群重審: the fact files of an archive judged again by the workers of a cluster."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from erqishi_logs.archive import DamagedFactsError
from erqishi_logs.pipeline.cluster import ClusterCrew
from erqishi_logs.pipeline.stored import Rejudged, is_warm

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from erqishi_logs.archive import Archive
    from erqishi_logs.archive.layout import Layout
    from erqishi_logs.rules import RuleSet


@dataclass(frozen=True)
class BeginRejudge:
    """始: what a worker must know to judge fact files by name; as `BlockRejudge`."""

    layout: Layout
    club: Mapping[str, RuleSet]
    engine: str
    instead: RuleSet | None
    block_bytes: int

    def is_warm(self) -> bool:
        """Whether no compiler is needed."""
        return is_warm()

    def prepare(self) -> Callable[[str], Rejudged | None]:
        """What judges a fact file; None where it is damaged."""
        from erqishi_logs.pipeline.rejudge_blocks import BlockRejudge  # noqa: PLC0415 - loaded in a worker

        rejudge = BlockRejudge(self.layout, self.club, self.engine, self.instead, self.block_bytes)

        def work(name: str) -> Rejudged | None:
            try:
                return rejudge(name)
            except DamagedFactsError:
                return None

        return work


def cluster_rejudged(
    archive: Archive, names: Sequence[str], instead: RuleSet | None, block_bytes: int, address: str
) -> Iterator[tuple[str, Rejudged | None]]:
    """重審: each of the `names` with what came of it, in order. Raises as `ClusterCrew`."""
    begin = BeginRejudge(archive.layout, archive.club_rules(), archive.engine, instead, block_bytes)
    with ClusterCrew(address, begin) as crew:
        yield from crew.results(iter(names))
