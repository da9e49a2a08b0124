"""審: all findings of a record and what the rules make of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from erqishi_logs.audit.case import Case
from erqishi_logs.audit.claims import check_claim
from erqishi_logs.audit.deals import check_deals
from erqishi_logs.audit.finding import Finding
from erqishi_logs.audit.kai import check_missed_kai
from erqishi_logs.audit.open_cards import judge_named
from erqishi_logs.audit.pay import check_pay, counted_pay
from erqishi_logs.audit.turns import check_turn
from erqishi_logs.audit.verdict import Outcome, Verdict, bars_win
from erqishi_logs.audit.winner import check_win, is_certain
from erqishi_logs.audit.wins import Win, read_win
from erqishi_logs.legal import is_taipao
from erqishi_logs.replay import replay_record
from erqishi_logs.scoring import declared_total

if TYPE_CHECKING:
    from erqishi_logs.record.types import Event, Record
    from erqishi_logs.replay import Replay, Step
    from erqishi_logs.rules import RuleSet

_ORDER = {"fault": 0, "violation": 1, "note": 2}


def audit_record(record: Record, rules: RuleSet, *, cannot_tell: bool = False) -> Verdict:
    """審: replay the record, judge every act, count the win, check the payment.

    `cannot_tell` adds the findings that hang on unknown cards. Never raises for what a record
    says: wrong moves are findings, impossible ones are faults (RULEBOOK §7, FORMAT).

    >>> from erqishi_logs.record import loads
    >>> from erqishi_logs.rules import load_preset
    >>> head = '{"format":"erqishi-log/1","rules":"leshan","players":["甲","乙","丙"],"dealer":0,'
    >>> line = head + '"events":[{"type":"huang"}]}'
    >>> [f.code for f in audit_record(loads(line), load_preset("leshan")).findings]
    ['early_huang', 'short_deal', 'short_deal', 'short_deal', 'unfinished']
    """
    return judge_replay(replay_record(record, rules), cannot_tell=cannot_tell)


def judge_replay(replay: Replay, *, cannot_tell: bool = False) -> Verdict:
    """The verdict on a replay that is already there."""
    case = _check_all(replay, cannot_tell=cannot_tell)
    case.findings.extend(judge_named(case, lambda named: _check_all(named).findings))
    return _conclude(case)


def _check_all(replay: Replay, *, cannot_tell: bool = False) -> Case:
    case = Case(replay, cannot_tell=cannot_tell)
    check_deals(case)
    for live in replay.lives:
        check_missed_kai(case, live)
    for step, event in zip(replay.steps, case.events, strict=True):
        _check_step(case, step, event)
    return case


def _check_step(case: Case, step: Step, event: Event) -> None:
    if step.faults:
        for fault in step.faults:
            facts = (("card", case.game.deck.format_card(fault.kind)),)
            case.findings.append(
                Finding("fault", fault.code, fault.seat, fault.event, fault.evidence, clause="FORMAT", facts=facts)
            )
        return
    if case.replay.table.ended is not None and step.event > case.replay.table.ended:
        return
    check_turn(case, step, event)
    check_claim(case, step, event)
    if event.type == "hu":
        check_win(case, step, event)


def _conclude(case: Case) -> Verdict:
    win = _final_win(case)
    stands = win_stands(case, win)
    counted = counted_pay(case, win if stands else None, _declared_total(case, win)) if stands is not None else None
    check_pay(case, counted)
    outcome = _outcome(case)
    if outcome == "unfinished":
        case.findings.append(Finding("note", "unfinished", None, None, clause="FORMAT"))
    findings = tuple(sorted(_told_once(case.findings), key=_place))
    if outcome != "hu":
        return Verdict(findings=findings, outcome=outcome, pay=counted, ended=case.table.ended)
    return _won(case, findings, win, counted)


def _told_once(findings: list[Finding]) -> list[Finding]:
    """One finding a code, seat and event, however many checks came to it; the certain one before the other."""
    told: dict[tuple[object, ...], Finding] = {}
    for f in sorted(findings, key=lambda f: f.verdict == "cannot_tell"):
        told.setdefault((f.severity, f.code, f.seat, f.event), f)
    return list(told.values())


def _place(finding: Finding) -> tuple[bool, int, int, int, str, int]:
    return (
        finding.event is None,
        finding.event or 0,
        _ORDER[finding.severity],
        min(finding.evidence, default=finding.event or 0),
        finding.code,
        -1 if finding.seat is None else finding.seat,
    )


def _outcome(case: Case) -> Outcome:
    ended = case.table.ended
    if ended is None:
        return "unfinished"
    return "hu" if case.events[ended].type == "hu" else "huang"


def _final_win(case: Case) -> Win | None:
    ended = case.table.ended
    if ended is None or case.events[ended].type != "hu":
        return None
    seat = case.table.winner
    step, event = case.replay.steps[ended], case.events[ended]
    if not is_certain(case, step, event, seat):
        return None
    return read_win(case, step, event, case.seats[seat].dealt)


def win_stands(case: Case, win: Win | None) -> bool | None:
    """Whether the hand's win is paid; None where what it pays is not judged (RULEBOOK §6).

    A win that is a violation is not paid where the table punished it (詐和 ends the hand), and not
    judged where nobody did; neither is a win that the table punished and the rules do not.
    """
    ended = case.table.ended
    if ended is None:
        return None
    if case.events[ended].type != "hu":
        return False
    if win is None:
        return None
    wrong = any(bars_win(finding, win.seat, ended) for finding in case.findings)
    punished = any(e.type == "baopai" and e.seat == win.seat for e in case.events[ended + 1 :])
    return None if wrong != punished else not wrong


def _declared_total(case: Case, win: Win | None) -> float | None:
    """The total of the win as declared: the winner is paid on what he declares (RULEBOOK §6)."""
    if win is None or win.verdict.count is None:
        return None
    event = case.events[win.event]
    return declared_total(event.hushu, event.titles, event.total, win.verdict.count, win.ctx)


def _won(case: Case, findings: tuple[Finding, ...], win: Win | None, counted: tuple[float, ...] | None) -> Verdict:
    ended = case.table.ended or 0
    event = case.events[ended]
    live = case.replay.steps[ended].before.live
    count = win.verdict.count if win is not None else None
    return Verdict(
        findings=findings,
        outcome="hu",
        winner=case.table.winner,
        win_card=case.game.deck.format_card(live.kind) if live is not None else None,
        from_seat=live.seat if live is not None else None,
        taipao=live is not None and is_taipao(case.rules, live.seat, live.flip, case.table.winner),
        hushu=count.hushu if count is not None else None,
        tier=count.tier if count is not None else None,
        titles=count.titles if count is not None else (),
        total=count.total if count is not None else None,
        declared_hushu=event.hushu,
        declared_total=event.total,
        pay=counted,
        count=count,
        ended=ended,
    )
