"""`erqishi reaudit`: the stored hands judged again, and what changes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from erqishi_logs.cli.command import archive_option, json_option, rules_option, verb
from erqishi_logs.cli.language import current_lang, say
from erqishi_logs.cli.output import print_json, print_line, progress
from erqishi_logs.texts import code_name

if TYPE_CHECKING:
    from erqishi_logs.pipeline import Change, FindingKey, ReauditReport


@verb
@archive_option
@rules_option
@json_option
def reaudit(*, archive: str, rules: str | None, as_json: bool) -> int:
    """重審: counts, then a line for each hand whose verdict changes."""
    from erqishi_logs.archive import Archive
    from erqishi_logs.pipeline import reaudit as run

    with progress("reaudit") as advance:
        report = run(Archive.open(archive), rules, advance)
    if as_json:
        print_json(as_data(report))
    else:
        _print_report(report)
    return 0


def as_data(report: ReauditReport) -> dict[str, Any]:
    """重審報告: as JSON: counts, and `changes` with before and after of each hand."""
    counts = {key: getattr(report, key) for key in ("hands", "new", "failed", "renewed", "seconds")}
    return {**counts, "changed": len(report.changes), "changes": [_change(change) for change in report.changes]}


def _change(change: Change) -> dict[str, Any]:
    fields = {name: {"before": before, "after": after} for name, (before, after) in change.fields.items()}
    added, removed = ([key._asdict() for key in keys] for keys in (change.added, change.removed))
    return {"id": change.id, "fields": fields, "added": added, "removed": removed}


def _print_report(report: ReauditReport) -> None:
    for change in report.changes:
        fields = [f"{name} {_shown(before)} → {_shown(after)}" for name, (before, after) in change.fields.items()]
        print_line("  ".join([change.id, *map(_plus, change.added), *map(_minus, change.removed), *fields]))
    print_line(say("reaudit.summary", hands=report.hands, changed=len(report.changes), failed=report.failed))


def _plus(key: FindingKey) -> str:
    return f"+ {code_name(key.code, current_lang())}"


def _minus(key: FindingKey) -> str:
    return f"− {code_name(key.code, current_lang())}"


def _shown(value: Any) -> str:
    if isinstance(value, list):
        return "/".join(map(_shown, value)) or "–"
    return "–" if value is None else str(value)
