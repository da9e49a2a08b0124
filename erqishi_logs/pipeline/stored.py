"""存局: the hands of a fact file judged, many by the compiled engine, a few by the plain one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from erqishi_logs.archive import DamagedFactsError, read_facts, verdict_tables
from erqishi_logs.errors import ErqishiError, RecordError
from erqishi_logs.pipeline.judge import Judge
from erqishi_logs.record import loads

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from erqishi_logs.archive import Archive, Fact
    from erqishi_logs.archive.layout import Layout
    from erqishi_logs.audit.judged import Judged
    from erqishi_logs.rules import RuleSet

#: Fact files of so many bytes in all are worth the compiled engine.
LEAST_FACTS_BYTES = 400_000
LEAST_FACTS_BYTES_COLD = 10 * 2**20
#: So many canonical bytes are judged at a time.
_BLOCK_BYTES = 8 * 2**20


class Failed(NamedTuple):
    """判不了: a stored hand that cannot be judged, and why, a `Phrase` where it can be told in other languages."""

    id: str
    reason: str


class Rejudged(NamedTuple):
    """重審得: the tables of the hands of a fact file, and those that could not be judged."""

    tables: dict[str, Any]
    failed: list[Failed]


def rejudge_by(archive: Archive, names: Sequence[str], instead: RuleSet | None = None) -> Callable[[str], Rejudged]:
    """重審: what judges the fact files of an archive by name, the way that is quicker for these `names`.

    It raises DamagedFactsError for a file that cannot be read.
    """
    layout, club = archive.layout, archive.club_rules()
    is_much = is_worth_it(layout, names, LEAST_FACTS_BYTES)
    if is_much and (is_warm() or is_worth_it(layout, names, LEAST_FACTS_BYTES_COLD)):
        from erqishi_logs.pipeline.rejudge_blocks import BlockRejudge  # noqa: PLC0415 - a few hands do not wait for it

        return BlockRejudge(layout, club, archive.engine, instead, _BLOCK_BYTES)
    judge = Judge(club, instead)

    def plain(name: str) -> Rejudged:
        judged, failed = judge_each(read_facts(layout, name), judge)
        return Rejudged(verdict_tables(judged, archive.engine), failed)

    return plain


def rejudged(
    archive: Archive, names: Sequence[str], instead: RuleSet | None, cluster: str | None
) -> Iterator[tuple[str, Rejudged | None]]:
    """重審: each of the `names` with what came of it, in order; None for a file that cannot be read.

    `cluster` is as in `reaudit`.
    """
    if cluster is not None:
        from erqishi_logs.pipeline.cluster_rejudge import cluster_rejudged  # noqa: PLC0415 - an extra

        yield from cluster_rejudged(archive, names, instead, _BLOCK_BYTES, cluster)
        return
    rejudge = rejudge_by(archive, names, instead)
    for name in names:
        try:
            judged = rejudge(name)
        except DamagedFactsError:
            yield name, None
        else:
            yield name, judged


def is_warm() -> bool:
    """Whether the compiled engine needs no compiler; loads it.

    >>> is_warm() in (True, False)
    True
    """
    from erqishi_logs.engine.compiled import is_warm as engine_is_warm  # noqa: PLC0415 - a few hands do not wait for it

    return engine_is_warm()


def is_worth_it(layout: Layout, names: Iterable[str], least_bytes: int) -> bool:
    """Whether so much is to be judged that the compiled engine is worth loading.

    >>> is_worth_it(None, [], 1)
    False
    """
    total = 0
    for name in names:
        total += layout.fact_path(name).stat().st_size
        if total >= least_bytes:
            return True
    return False


def judge_each(facts: Iterable[Fact], judge: Judge) -> tuple[list[Judged], list[Failed]]:
    """評判: stored hands one by one by the plain engine, and those that cannot be judged.

    >>> judge_each([], Judge({}))
    ([], [])
    """
    judged: list[Judged] = []
    failed: list[Failed] = []
    for fact in facts:
        try:
            record = loads(fact.canonical, file=fact.file, line_number=fact.line)
            judged.append(judge.judge(str(fact.id), record, fact.source, fact.judged_as))
        except ErqishiError as error:
            reason = error.placed_reason if isinstance(error, RecordError) else error.message
            failed.append(Failed(str(fact.id), reason))
    return judged, failed
