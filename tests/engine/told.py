"""What the kernels and the plain engine say of a hand, in the same words."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from erqishi_logs.engine.arrays import Code, Done, Verdicts
from erqishi_logs.engine.audit import audit
from erqishi_logs.engine.pack import pack
from erqishi_logs.engine.tables import game_arrays, rule_arrays
from erqishi_logs.games import ERQISHI
from erqishi_logs.record.types import TITLES, Record

if TYPE_CHECKING:
    from collections.abc import Sequence

    from erqishi_logs.audit import Verdict
    from erqishi_logs.replay import Replay
    from erqishi_logs.rules import RuleSet

Told = dict[str, Any]

_SEVERITIES = ("fault", "violation", "note")
_OUTCOMES = ("unfinished", "hu", "huang")


@cache
def game() -> Any:
    return game_arrays(ERQISHI)


def audit_records(records: Sequence[Record], rules: Sequence[RuleSet]) -> list[Told | None]:
    """Each record under its rule set; None where it was left to the plain engine."""
    apart = list(dict.fromkeys(rules))
    rows = np.array([apart.index(one) for one in rules], np.int64)
    hands = pack(records)
    verdicts = audit(hands, rows, rule_arrays(apart), game())
    first = np.searchsorted(verdicts.f_hand, np.arange(len(records) + 1))
    return [
        told_of(verdicts, h, rules[h], records[h], range(*first[h : h + 2]), hands.event_at)
        if verdicts.done[h] == Done.JUDGED
        else None
        for h in range(len(records))
    ]


def told_of(v: Verdicts, h: int, rules: RuleSet, record: Record, findings: range, event_at: Any) -> Told:
    counted = v.hushu[h] >= 0
    names = [*(tier.name for tier in rules.tiers), rules.tai_name, *rules.xiaojia_names]
    events = slice(event_at[h], event_at[h + 1])
    return {
        "findings": [_finding(v, f) for f in findings],
        "outcome": _OUTCOMES[v.outcome[h]],
        "winner": _seat(v.winner[h]),
        "win_card": _card(v.win_card[h]),
        "from_seat": _seat(v.from_seat[h]),
        "taipao": bool(v.taipao[h]),
        "hushu": int(v.hushu[h]) if counted else None,
        "tier": ("" if v.tier[h] < 0 else names[v.tier[h]]) if counted else None,
        "titles": tuple(title for place, title in enumerate(TITLES) if v.titles[h] >> place & 1),
        "total": int(v.total[h]) if counted else None,
        "win_valid": None if v.win_valid[h] < 0 else bool(v.win_valid[h]),
        "pay": tuple(map(float, v.pay[h, : record.n_players])) if v.has_pay[h] else None,
        "n_violations": int(v.n_violations[h]),
        "n_faults": int(v.n_faults[h]),
        "states": [(int(left), _card(live)) for left, live in zip(v.wall_left[events], v.live[events], strict=True)],
    }


def _finding(v: Verdicts, f: int) -> tuple[object, ...]:
    evidence = v.evidence[v.evidence_at[f] : v.evidence_at[f + 1]]
    code = Code(v.f_code[f]).name.lower()
    return (
        *(_SEVERITIES[v.f_severity[f]], code, _seat(v.f_seat[f]), _seat(v.f_event[f])),
        tuple(map(int, evidence)),
    )


def _seat(value: int) -> int | None:
    return None if value < 0 else int(value)


def _card(kind: int) -> str | None:
    return None if kind < 0 else ERQISHI.deck.format_card(int(kind))


def told_plainly(verdict: Verdict, replay: Replay) -> Told:
    """The same of the plain engine."""
    same = ("outcome", "winner", "win_card", "from_seat", "taipao", "hushu", "tier", "titles", "total", "win_valid")
    lives = (step.after.live for step in replay.steps)
    return {
        "findings": [(f.severity, f.code, f.seat, f.event, f.evidence) for f in verdict.findings],
        **{name: getattr(verdict, name) for name in same},
        "pay": None if verdict.pay is None else tuple(map(float, verdict.pay)),
        "n_violations": verdict.n_violations,
        "n_faults": verdict.n_faults,
        "states": [
            (step.wall_left, None if live is None else _card(live.kind))
            for step, live in zip(replay.steps, lives, strict=True)
        ],
    }
