"""重審: stored hands judged again, and what changes by it."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from erqishi_logs.archive import (
    Archive,
    drop_superseded,
    locked,
    publish_verdicts,
    read_verdicts,
    with_rows_of,
)
from erqishi_logs.pipeline.stored import Failed, rejudge_by, rejudged

if TYPE_CHECKING:
    from collections.abc import Callable

#: Columns of `hands` whose change is told.
COMPARED = ("outcome", "winner", "win_valid", "hushu", "tier", "titles", "total", "pay", "status")
_FINDING = ("severity", "code", "seat", "event", "verdict")


class FindingKey(NamedTuple):
    """判: what makes two findings of a hand the same."""

    severity: str
    code: str
    seat: int | None
    event: int | None
    verdict: str


@dataclass(frozen=True)
class Change:
    """變: a hand whose verdict changes: columns of `hands` as (before, after), findings that come and go."""

    id: str
    fields: dict[str, tuple[Any, Any]]
    added: tuple[FindingKey, ...]
    removed: tuple[FindingKey, ...]


@dataclass
class ReauditReport:
    """重審報告: `hands` judged again, `new` of them for the first time, `failed` that could not be judged.

    A hand that failed keeps the verdict that it has. `renewed` counts the fact files whose verdicts were
    written anew. `seconds` is wall time.
    """

    hands: int = 0
    new: int = 0
    renewed: int = 0
    seconds: float = 0.0
    failed: list[Failed] = field(default_factory=list)
    changes: list[Change] = field(default_factory=list)


def reaudit(
    archive: Archive,
    rules: str | None = None,
    progress: Callable[[int, int], None] | None = None,
    *,
    cluster: str | None = None,
) -> ReauditReport:
    """重審: judges every stored hand again and lists what changes.

    Without `rules` each hand is judged under its own, and verdicts that differ, or are of another
    version of the program, are written anew; a hand that cannot be judged is named with its reason
    and keeps the verdict that it has. With `rules` (an id or a path) the hands of its game
    are judged under that rule set, house differences left aside, and nothing is written. `progress`
    is told (files done, files in all). `cluster` is the address of a Dask scheduler, whose workers judge.
    Raises RuleError for unknown `rules`.
    """
    started = time.monotonic()
    report = ReauditReport()
    names = archive.layout.fact_names()
    all_judged = rejudged(archive, names, archive.rules(rules) if rules else None, cluster)
    for done, (name, judged) in enumerate(all_judged, 1):
        if judged is None:  # told by `Archive.damaged`; the others are judged all the same
            continue
        old = read_verdicts(archive.layout, name)
        report.changes += compare(old, judged.tables, report)
        report.failed += judged.failed
        if rules is None:
            tables = with_rows_of(judged.tables, old, [hand.id for hand in judged.failed])
            report.renewed += _renew(archive, name, tables, old)
        if progress is not None:
            progress(done, len(names))
    if report.renewed:
        _drop_superseded(archive)
    report.seconds = round(time.monotonic() - started, 3)
    return report


def judge_missing(archive: Archive) -> ReauditReport:
    """補判: writes the verdicts of fact files that have none; `renewed` counts these files.

    >>> import tempfile
    >>> judge_missing(Archive.open(tempfile.mkdtemp(), create=True)).renewed
    0
    """
    report = ReauditReport()
    names = archive.unjudged()
    rejudge = rejudge_by(archive, names)
    for name in names:
        judged = rejudge(name)
        report.hands += judged.tables["hands"].num_rows
        report.new += judged.tables["hands"].num_rows
        report.failed += judged.failed
        report.renewed += _renew(archive, name, judged.tables, None)
    if report.renewed:
        _drop_superseded(archive)
    return report


def _renew(archive: Archive, name: str, tables: dict[str, Any], old: dict[str, Any] | None) -> bool:
    if old is not None and archive.is_current(name) and all(tables[view].equals(old[view]) for view in tables):
        return False
    with locked(archive.layout):
        publish_verdicts(archive.layout, name, tables, archive.engine)
    return True


def _drop_superseded(archive: Archive) -> None:
    with locked(archive.layout):
        drop_superseded(archive.layout)


def compare(old: dict[str, Any] | None, new: dict[str, Any], report: ReauditReport) -> list[Change]:
    """變: what differs between the verdicts that an archive holds and new ones; counts hands in `report`."""
    if old is not None and _are_alike(old, new):
        report.hands += new["hands"].num_rows
        return []
    before = _summaries(old) if old is not None else {}
    after = _summaries(new)
    report.hands += len(after)
    report.new += len(after.keys() - before.keys())
    return [change for id_ in after if id_ in before and (change := _change(id_, before[id_], after[id_]))]


def _are_alike(old: dict[str, Any], new: dict[str, Any]) -> bool:
    """Whether nothing that is told of differs, column by column."""
    told = {"hands": ["id", *COMPARED], "findings": ["id", *_FINDING]}
    return all(old[view].select(columns).equals(new[view].select(columns)) for view, columns in told.items())


class _Summary(NamedTuple):
    columns: dict[str, Any]
    findings: set[FindingKey]


def _summaries(tables: dict[str, Any]) -> dict[str, _Summary]:
    rows = tables["hands"].select(["id", *COMPARED]).to_pylist()
    found = {row.pop("id"): _Summary(row, set()) for row in rows}
    for row in tables["findings"].select(["id", *_FINDING]).to_pylist():
        found[row.pop("id")].findings.add(FindingKey(**row))
    return found


def _change(id_: str, before: _Summary, after: _Summary) -> Change | None:
    fields = {
        name: (value, after.columns[name]) for name, value in before.columns.items() if value != after.columns[name]
    }
    added, removed = after.findings - before.findings, before.findings - after.findings
    if not (fields or added or removed):
        return None
    return Change(id_, fields, _in_order(added), _in_order(removed))


def _in_order(keys: set[FindingKey]) -> tuple[FindingKey, ...]:
    return tuple(sorted(keys, key=lambda key: (key.event is None, key.event or 0, key.code, key.seat or 0)))
