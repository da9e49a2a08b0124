"""`erqishi reaudit`: the stored hands judged again, and what changes."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from erqishi_logs.cli.command import archive_option, cluster_option, json_option, rules_option, verb
from erqishi_logs.cli.damage import tell_damage
from erqishi_logs.cli.language import current_lang, say
from erqishi_logs.cli.output import print_json, print_line, progress
from erqishi_logs.texts import code_name, name_of
from erqishi_logs.texts.phrase import told

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from erqishi_logs.archive import Archive
    from erqishi_logs.pipeline import Change, FindingKey, ReauditReport

#: Columns whose values have names, and the table of `names.toml` that holds them.
_TABLES = {"outcome": "outcome", "status": "status", "tier": "tier", "titles": "title"}


@verb
@archive_option
@rules_option
@cluster_option
@json_option
def reaudit(*, archive: str, rules: str | None, cluster: str | None, as_json: bool) -> int:
    """重審: a line for each hand whose verdict changes or that cannot be judged, then counts."""
    from erqishi_logs.archive import Archive
    from erqishi_logs.pipeline import reaudit as run

    opened = Archive.open(archive)
    before = opened.damaged()
    with progress("reaudit") as advance:
        report = run(opened, rules, advance, cluster=cluster)
    lost = [damage for damage in opened.damaged() if damage.kind == "facts"]
    tell_damage(opened, [*(damage for damage in before if damage.kind == "verdicts"), *lost])
    if as_json:
        print_json(as_data(report))
    else:
        _print_report(report, opened)
    return 2 if lost else 0


def as_data(report: ReauditReport) -> dict[str, Any]:
    """重審報告: as JSON: counts, `changes` with before and after of each hand, `failures` with the reason of each."""
    counts = {key: getattr(report, key) for key in ("hands", "new", "renewed", "seconds")}
    failures = [hand._asdict() for hand in report.failed]
    changes = [_change(change) for change in report.changes]
    return {**counts, "failed": len(failures), "changed": len(changes), "changes": changes, "failures": failures}


def _change(change: Change) -> dict[str, Any]:
    fields = {name: {"before": before, "after": after} for name, (before, after) in change.fields.items()}
    added, removed = ([key._asdict() for key in keys] for keys in (change.added, change.removed))
    return {"id": change.id, "fields": fields, "added": added, "removed": removed}


def _print_report(report: ReauditReport, archive: Archive) -> None:
    for change in report.changes:
        print_line(change.id)
        players = archive.record(change.id).players if "winner" in change.fields else ()
        found = (*_findings("added", change.added), *_findings("removed", change.removed))
        for line in (*found, *_columns(change, players)):
            print_line(f"  {line}")
    for hand in report.failed:
        print_line(say("reaudit.failed", id=hand.id, reason=told(hand.reason, current_lang())))
    print_line(say("reaudit.summary", hands=report.hands, changed=len(report.changes), failed=len(report.failed)))


def _findings(table: str, keys: Iterable[FindingKey]) -> Iterator[str]:
    """A line for each sort of finding that comes or goes: severity, name, the steps where it shows, how many."""
    lang = current_lang()
    steps: dict[tuple[str, str], list[str]] = {}
    for key in keys:
        steps.setdefault((key.severity, key.code), []).extend([str(key.event + 1)] if key.event is not None else [])
    counts = Counter((key.severity, key.code) for key in keys)
    for (severity, code), found in steps.items():
        where = say("reaudit.at", steps=say("reaudit.comma").join(dict.fromkeys(found))) if found else ""
        times = say("reaudit.times", n=counts[severity, code]) if counts[severity, code] > 1 else ""
        yield say(
            f"reaudit.{table}",
            severity=name_of("severity", severity, lang),
            name=code_name(code, lang),
            where=where,
            times=times,
        )


def _columns(change: Change, players: Sequence[str]) -> Iterator[str]:
    """A line for each column of `hands` that changes, named and valued in the run's language."""
    for column, (before, after) in change.fields.items():
        if column == "winner":
            shown = [say("reaudit.none") if seat is None else players[seat] for seat in (before, after)]
        else:
            shown = [_shown(column, value) for value in (before, after)]
        yield say("reaudit.column", name=name_of("column", column, current_lang()), before=shown[0], after=shown[1])


def _shown(column: str, value: Any) -> str:
    if isinstance(value, list):
        return say("reaudit.comma").join(_shown(column, part) for part in value) or say("reaudit.none")
    if value in (None, ""):
        return say("reaudit.none")
    if isinstance(value, bool):
        return say("reaudit.yes" if value else "reaudit.no")
    if isinstance(value, float):
        return f"{value:+g}" if value else "0"
    return name_of(_TABLES[column], value, current_lang()) if column in _TABLES else str(value)
