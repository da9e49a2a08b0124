"""A small table for audit tests: hands and events as 譜, findings as short lines."""

from __future__ import annotations

from erqishi_logs.audit import Finding, audit_record
from erqishi_logs.record import Record, loads_pu
from erqishi_logs.rules import load_rules

NAMES = "甲乙丙丁"


def record(rules: str, hands: dict[str, str], events: str, *, quan: int | None = None, house: str = "") -> Record:
    """The hands by name (`?` where none is given), 甲 deals; `;` ends an event."""
    players = NAMES[: len(hands)] if len(hands) > 3 else NAMES[: max(2, len(hands))]
    lines = ["譜 1", f"規則 {rules}", "家 " + " ".join(players), "莊 甲"]
    if quan:
        lines.append(f"圈 {quan}")
    lines += [f"同規 {item}" for item in house.split()]
    lines += [f"發 {name} {hands.get(name) or '?'}" for name in players]
    lines += [event.strip() for event in events.split(";") if event.strip()]
    (found,) = loads_pu("\n".join(lines) + "\n")
    assert isinstance(found, Record), str(found)
    return found


def findings(hand: Record, *, cannot_tell: bool = False) -> list[Finding]:
    return list(audit_record(hand, load_rules(hand.rules, hand.house or ()), cannot_tell=cannot_tell).findings)


def told(hand: Record, *, cannot_tell: bool = False) -> list[str]:
    """Findings such as `chi_guozhang 乙 4 <0`, `note chai_kan 乙 2`, `? hou_dui 丙 5`; `unfinished` left out.

    Events count from 0 after the deals.
    """
    deals = sum(e.type in ("cut", "deal") for e in hand.events)
    lines = []
    for f in findings(hand, cannot_tell=cannot_tell):
        if f.code == "unfinished":
            continue
        mark = {"violation": "", "note": "note ", "fault": "fault "}[f.severity]
        seat = "" if f.seat is None else f" {NAMES[f.seat]}"
        event = "" if f.event is None else f" {f.event - deals}"
        evidence = " <" + ",".join(str(e - deals) for e in f.evidence) if f.evidence else ""
        lines.append(("? " if f.verdict == "cannot_tell" else "") + mark + f.code + seat + event + evidence)
    return sorted(lines)
