"""One-seat views: what is found from one chair must be found with all cards open."""

from __future__ import annotations

from typing import TYPE_CHECKING

from erqishi_logs.audit import audit_record
from erqishi_logs.replay import replay_record
from erqishi_logs.simulate import as_seen_by

if TYPE_CHECKING:
    from collections.abc import Iterable

    from erqishi_logs.audit import Finding
    from erqishi_logs.record import Record
    from erqishi_logs.rules import RuleSet

Key = tuple[str, str, int | None, int | None]


def by_key(findings: Iterable[Finding]) -> dict[Key, set[int]]:
    """Findings beyond doubt by severity, code, seat and event, each with its evidence."""
    certain = [f for f in findings if f.verdict == "violated"]
    return {(f.severity, f.code, f.seat, f.event): set(f.evidence) for f in certain}


def unsound(record: Record, rules: RuleSet) -> list[str]:
    """What any seat's view finds that the whole record does not, over all seats."""
    full = by_key(audit_record(record, rules).findings)
    wrong = []
    for seat in range(record.n_players):
        view = by_key(audit_record(as_seen_by(record, seat), rules).findings)
        wrong += [
            f"{rules.id} seen by {seat}: {key} by {evidence}"
            for key, evidence in view.items()
            if key not in full or not evidence <= full[key]
        ]
    return wrong


def denied(record: Record, rules: RuleSet) -> list[str]:
    """What was broken and a seat's view, asked for what cannot be told, too, says nothing of: it took it for clear."""
    full = [f for f in audit_record(record, rules).findings if f.severity == "violation"]
    wrong = []
    for seat in range(record.n_players):
        view = audit_record(as_seen_by(record, seat), rules, cannot_tell=True).findings
        told = {(f.code, f.seat, f.event) for f in view}
        wrong += [f"{rules.id} seen by {seat}: {f.code}" for f in full if (f.code, f.seat, f.event) not in told]
    return wrong


def shows_other_cards(record: Record, rules: RuleSet) -> bool:
    """Whether the winner declared cards that are not his: another seat then has them for his hand (§4.9)."""
    table = replay_record(record, rules).table
    last = record.events[table.ended or 0]
    if table.winner < 0 or last.melds is None:
        return False
    shown = table.game.deck.count_kinds(table.game.deck.parse_cards("".join(last.melds)))
    if last.card:
        shown[table.game.deck.parse_card(last.card)] -= 1
    return shown != table.seats[table.winner].concealed
