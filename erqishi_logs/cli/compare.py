"""`erqishi compare`: hands judged under other rules too, side by side, with the clause that makes the difference."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from erqishi_logs.cli.changes import cause_data, cause_lines, shown
from erqishi_logs.cli.command import SourcePath, json_option, option, verb
from erqishi_logs.cli.complaint import UsageProblemError
from erqishi_logs.cli.language import current_lang, say
from erqishi_logs.cli.output import print_error, print_json, print_line, print_rows
from erqishi_logs.cli.ruleset import find_rules
from erqishi_logs.cli.witnesses import read_witnesses
from erqishi_logs.errors import ErqishiError
from erqishi_logs.rules import load_known_rules, rules_title
from erqishi_logs.texts import code_name

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from erqishi_logs.audit import Verdict
    from erqishi_logs.compare import Comparison, View
    from erqishi_logs.record import Record
    from erqishi_logs.rules import RuleSet

#: Of a hand under a rule set, as JSON.
_COLUMNS = ("outcome", "winner", "win_valid", "hushu", "tier", "titles", "total", "pay")


@verb
@click.argument("paths", metavar="PATH…", nargs=-1, required=True, type=SourcePath())
@option("--rules", metavar="ID,ID,…", words="compare_rules")
@option("--id", "hand_id", metavar="ID", words="compare_id")
@option("--archive", metavar="DIR", words="rules_archive", type=click.Path())
@json_option
def compare(
    *, paths: tuple[str, ...], rules: str | None, hand_id: str | None, archive: str | None, as_json: bool
) -> int:
    """異地: each hand under its own rules, and under those named or every preset that it fits."""
    from erqishi_logs.record import record_id

    named = [find_rules(name, archive) for name in rules.split(",") if name] if rules else None
    known = _club_rules(archive)
    noted, failed = read_witnesses(paths, known)
    chosen = [each for each in noted if hand_id in (None, record_id(each.record))]
    if not chosen:
        raise UsageProblemError(say("error.no_hand", id=hand_id))
    told = 0
    for each in chosen:
        try:
            found = _compared(each.record, named, known)
        except ErqishiError as error:
            failed += 1
            print_error(f"{each.place}: {error.text(current_lang())}")
            continue
        (_print_json if as_json else _print_hand)(each.record, found)
        told += 1
    if not told:
        raise UsageProblemError(say("error.none_readable"))
    return int(failed > 0)


def _club_rules(archive: str | None) -> dict[str, RuleSet]:
    if archive is None:
        return {}
    from erqishi_logs.archive import Archive

    return Archive.open(archive).club_rules()


def _compared(record: Record, named: Iterable[RuleSet] | None, known: Mapping[str, RuleSet]) -> Comparison:
    from erqishi_logs.compare import compare_record, fitting_rules

    own = load_known_rules(record.rules, record.house or (), known)
    return compare_record(record, own, fitting_rules(record, own) if named is None else named)


def _print_json(record: Record, found: Comparison) -> None:
    from erqishi_logs.record import record_id

    lang = current_lang()
    print_json(
        {
            "id": record_id(record),
            "players": list(record.players),
            "views": [_view_data(view, found.own.rules) for view in (found.own, *found.others)],
            "unfit": [{"rules": rules.id, "reason": reason.told(lang)} for rules, reason in found.unfit],
        }
    )


def _view_data(view: View, own: RuleSet) -> dict[str, Any]:
    verdict = view.verdict
    findings = [{"severity": f.severity, "code": f.code, "seat": f.seat, "event": f.event} for f in verdict.findings]
    columns = {name: getattr(verdict, name) for name in _COLUMNS}
    causes = [cause_data(cause, own, view.rules) for cause in view.causes]
    return {"rules": view.rules.id, "house": list(view.rules.house), **columns, "findings": findings, "causes": causes}


def _print_hand(record: Record, found: Comparison) -> None:
    from erqishi_logs.record import record_id

    lang, own = current_lang(), found.own.rules
    print_line(
        say("changes.hand", id=record_id(record), rules=rules_title(own, lang), players=" ".join(record.players))
    )
    heads = [say(f"changes.{head}") for head in ("rules", "outcome", "hushu", "tier", "titles", "total")]
    rows = [[*heads, *record.players, say("changes.violations")]]
    rows += [_row(view, record) for view in (found.own, *found.others)]
    print_rows([["", *row] for row in rows])
    for view in found.others:
        if view.causes:
            print_line(say("changes.elsewhere", rules=rules_title(view.rules, lang)))
        for cause in view.causes:
            for line in cause_lines(cause, own, view.rules, record.players):
                print_line(f"  {line}")
    for rules, reason in found.unfit:
        print_line(say("changes.unfit", rules=rules_title(rules, lang), reason=reason.told(lang)))


def _row(view: View, record: Record) -> list[str]:
    verdict = view.verdict
    pay = [shown("pay", part) for part in verdict.pay] if verdict.pay is not None else ["?"] * record.n_players
    codes = dict.fromkeys(f.code for f in verdict.findings if (f.severity, f.verdict) == ("violation", "violated"))
    broken = say("reaudit.comma").join(code_name(code, current_lang()) for code in codes)
    cells = [_cell(name, verdict) for name in ("hushu", "tier", "titles", "total")]
    return [rules_title(view.rules, current_lang()), _outcome(verdict, record), *cells, *pay, broken or "–"]


def _cell(name: str, verdict: Verdict) -> str:
    value = getattr(verdict, name)
    return shown(name, value) if value not in (None, "", ()) else "–"


def _outcome(verdict: Verdict, record: Record) -> str:
    if verdict.outcome != "hu" or verdict.winner is None:
        return shown("outcome", verdict.outcome)
    return say("changes.won" if verdict.win_valid else "changes.won_wrongly", player=record.players[verdict.winner])
