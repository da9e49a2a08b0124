"""`erqishi reaudit`: the stored hands judged again, and what changes."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from erqishi_logs.cli.changes import cause_data, cause_lines, shown
from erqishi_logs.cli.command import archive_option, cluster_option, json_option, option, rules_option, verb
from erqishi_logs.cli.damage import tell_damage
from erqishi_logs.cli.language import current_lang, say
from erqishi_logs.cli.output import print_json, print_line, progress
from erqishi_logs.texts import code_name, name_of
from erqishi_logs.texts.phrase import told

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from erqishi_logs.archive import Archive
    from erqishi_logs.compare import Cause
    from erqishi_logs.pipeline import Change, FindingKey, ReauditReport
    from erqishi_logs.record import Record
    from erqishi_logs.rules import RuleSet


@verb
@archive_option
@rules_option
@cluster_option
@option("--no-why", is_flag=True, words="no_why")
@json_option
def reaudit(*, archive: str, rules: str | None, cluster: str | None, no_why: bool, as_json: bool) -> int:
    """重審: a line for each hand whose verdict changes or that cannot be judged, then counts."""
    from erqishi_logs.archive import Archive
    from erqishi_logs.pipeline import reaudit as run

    opened = Archive.open(archive)
    before = opened.damaged()
    with progress("reaudit") as advance:
        report = run(opened, rules, advance, cluster=cluster)
    lost = [damage for damage in opened.damaged() if damage.kind == "facts"]
    tell_damage(opened, [*(damage for damage in before if damage.kind == "verdicts"), *lost])
    reasons = None if no_why or rules is None else _Reasons(opened, rules)
    if as_json:
        print_json(as_data(report, reasons))
    else:
        _print_report(report, opened, reasons)
    return 2 if lost else 0


class _Reasons:
    """Why hands change: by which options of the rules put in place of those they were judged under."""

    def __init__(self, archive: Archive, rules: str) -> None:
        from erqishi_logs.pipeline.judge import Judge

        self._archive = archive
        self._judge = Judge(archive.club_rules())
        self._other = archive.rules(rules)

    def lines(self, change: Change) -> list[str]:
        record, own, causes = self._found(change)
        found = [cause_lines(cause, own, self._other, record.players) for cause in causes]
        return [line for lines in found for line in lines]

    def data(self, change: Change) -> list[dict[str, Any]]:
        _, own, causes = self._found(change)
        return [cause_data(cause, own, self._other) for cause in causes]

    def _found(self, change: Change) -> tuple[Record, RuleSet, list[Cause]]:
        from erqishi_logs.compare import explain_change

        record = self._archive.record(change.id)
        rows = self._archive.select("SELECT judged_as FROM records WHERE id = ?", [change.id]).to_pylist()
        own, _ = self._judge.rules_of(record, rows[0]["judged_as"])
        return record, own, explain_change(record, own, self._other)


def as_data(report: ReauditReport, reasons: _Reasons | None = None) -> dict[str, Any]:
    """重審報告: as JSON: counts, `changes` with before and after of each hand, `failures` with the reason of each.

    With `reasons` each change has its `causes`: the options that make it, in sentences, and what each makes.
    """
    counts = {key: getattr(report, key) for key in ("hands", "new", "renewed", "seconds")}
    failures = [hand._asdict() for hand in report.failed]
    changes = [_change(change) | ({"causes": reasons.data(change)} if reasons else {}) for change in report.changes]
    return {**counts, "failed": len(failures), "changed": len(changes), "changes": changes, "failures": failures}


def _change(change: Change) -> dict[str, Any]:
    fields = {name: {"before": before, "after": after} for name, (before, after) in change.fields.items()}
    added, removed = ([key._asdict() for key in keys] for keys in (change.added, change.removed))
    return {"id": change.id, "fields": fields, "added": added, "removed": removed}


def _print_report(report: ReauditReport, archive: Archive, reasons: _Reasons | None) -> None:
    for change in report.changes:
        print_line(change.id)
        players = archive.record(change.id).players if "winner" in change.fields else ()
        found = (*_findings("added", change.added), *_findings("removed", change.removed))
        for line in (*found, *_columns(change, players), *(reasons.lines(change) if reasons else ())):
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
            pair = [say("reaudit.none") if seat is None else players[seat] for seat in (before, after)]
        else:
            pair = [shown(column, value) for value in (before, after)]
        yield say("reaudit.column", name=name_of("column", column, current_lang()), before=pair[0], after=pair[1])
