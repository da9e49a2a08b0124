"""`erqishi audit`: the findings of hands, not stored."""

from __future__ import annotations

import hashlib
from collections import Counter
from typing import TYPE_CHECKING, Any, cast

import click

from erqishi_logs.audit import message
from erqishi_logs.cli.command import SourcePath, cluster_option, json_option, option, rules_option, verb
from erqishi_logs.cli.complaint import UsageProblemError
from erqishi_logs.cli.language import current_lang, say
from erqishi_logs.cli.output import print_json, print_line, styled, tell_of_compiler
from erqishi_logs.cli.ruleset import name_of_rules
from erqishi_logs.pipeline import Audited, Pace, iter_audit
from erqishi_logs.texts import code_name, name_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from erqishi_logs.audit import Finding
    from erqishi_logs.record import Record

_COLOURS = {"violation": "red", "fault": "yellow"}


@verb
@click.argument("paths", metavar="PATH…", nargs=-1, required=True, type=SourcePath())
@rules_option
@option("--archive", metavar="DIR", words="rules_archive", type=click.Path())
@option("--all", "show_all", is_flag=True, words="all")
@cluster_option
@json_option
def audit(
    *,
    paths: tuple[str, ...],
    rules: str | None,
    archive: str | None,
    show_all: bool,
    cluster: str | None,
    as_json: bool,
) -> int:
    """審: every finding of every hand; 1 where a violation, a fault or an unreadable line is among them."""
    told: Counter[str] = Counter()
    twice: Counter[str] = Counter()
    seen: set[bytes] = set()
    if show_all and cluster is not None:
        raise UsageProblemError(say("error.all_here"))
    known, pace = _known(archive), Pace(cluster=cluster)
    hands = iter_audit(paths, rules, known, cannot_tell=show_all, pace=pace, on_compile=tell_of_compiler)
    for hand in hands:
        if _is_again(hand, seen):
            twice[hand.file] += 1
            continue
        if hand.is_judged:
            told["hands"] += 1
            told.update(finding.severity for finding in hand.findings if finding.verdict == "violated")
        else:
            told["unreadable"] += 1
        (_print_json if as_json else _print_hand)(hand)
    if not told["hands"]:
        if told["unreadable"]:  # why, was said line by line
            raise UsageProblemError(say("error.none_readable"))
        raise UsageProblemError(say("error.nothing_read", reason=say("error.no_records")))
    if not as_json:
        _print_summary(told, twice)
    return int(bool(told["violation"] or told["fault"] or told["unreadable"]))


def finding_data(finding: Finding, hand: Audited) -> dict[str, Any]:
    """判: a finding as CLI.md gives it, name and message in the run's language."""
    return {
        "id": hand.id,
        "severity": finding.severity,
        "code": finding.code,
        "name": code_name(finding.code, current_lang()),
        "seat": finding.seat,
        "event": finding.event,
        "evidence": list(finding.evidence),
        "verdict": finding.verdict,
        "depends": list(finding.depends),
        "message": _sentence(finding, hand),
    }


def finding_line(finding: Finding, hand: Audited) -> str:
    """判: a finding as a line for people."""
    lang = current_lang()
    word = name_of("severity", finding.severity, lang)
    if finding.verdict == "cannot_tell":
        word = name_of("verdict", finding.verdict, lang)
    severity = styled(word, _COLOURS.get(finding.severity))
    name = code_name(finding.code, lang)
    return say("audit.finding", severity=severity, name=name, message=_sentence(finding, hand))


def in_order(findings: Iterable[Finding]) -> list[Finding]:
    """先後: findings by the event where they show, then by their first evidence; those of the whole hand last.

    >>> from erqishi_logs.audit import Finding
    >>> split, owed = Finding("note", "chai_kan", 0, 18), Finding("note", "youkai_bukai", 0, 18, (17,))
    >>> [finding.code for finding in in_order([split, owed])]
    ['youkai_bukai', 'chai_kan']
    """
    return sorted(findings, key=_place)


def _place(finding: Finding) -> tuple[bool, int, int]:
    event = finding.event or 0
    return finding.event is None, event, min(finding.evidence, default=event)


def _is_again(hand: Audited, seen: set[bytes]) -> bool:
    """Whether this run has had the same hand, id and content; keeps 16 bytes a hand."""
    if not hand.is_judged:
        return False
    digest = hashlib.blake2b(f"{hand.id}\n".encode() + hand.digest, digest_size=16).digest()
    if digest in seen:
        return True
    seen.add(digest)
    return False


def _print_summary(told: Counter[str], twice: Counter[str]) -> None:
    for file, hands in twice.items():
        print_line(say("audit.again", file=file, hands=hands))
    counts = {"violations": told["violation"], "faults": told["fault"], "unreadable": told["unreadable"]}
    print_line(say("audit.summary", hands=told["hands"], **counts))


def _known(archive: str | None) -> dict[str, Any]:
    if archive is None:
        return {}
    from erqishi_logs.archive import Archive

    return Archive.open(archive).club_rules()


def _sentence(finding: Finding, hand: Audited) -> str:
    faulty = hand.verdict is not None and hand.verdict.n_faults > 0
    return message(finding, cast("Record", hand.record), current_lang(), faulty=faulty)


def _print_json(hand: Audited) -> None:
    if not hand.is_judged:
        place = {"file": hand.file, "line": hand.line or None}
        print_json({"severity": "unreadable", **place, "reason": hand.reason_in(current_lang())})
        return
    for finding in hand.findings:
        print_json(finding_data(finding, hand))


def _print_hand(hand: Audited) -> None:
    if not hand.is_judged:
        print_line(hand.line_in(current_lang()))
        return
    if hand.findings and hand.record is not None:
        rules = name_of_rules(hand.rules) if hand.rules else hand.record.rules
        print_line(say("audit.hand", id=hand.id, rules=rules, players=" ".join(hand.record.players)))
    for finding in in_order(hand.findings):
        print_line(finding_line(finding, hand))
