"""判: one finding of an audit, as a value (DESIGN, principle 2)."""

from __future__ import annotations

from typing import Literal

import msgspec

Severity = Literal["violation", "fault", "note"]
Verdict = Literal["violated", "cannot_tell"]


class Finding(msgspec.Struct, frozen=True, omit_defaults=False):
    """判: what an act or a record broke, where it shows, and by what evidence.

    `seat` counts from 0 and is None where no seat is at fault; `event` and `evidence` are indices
    into the record's events; `depends` names the unknown cards a `cannot_tell` hangs on;
    `clause` cites the rulebook; `facts` are the words its sentence is made of
    (see `erqishi_logs.audit.messages`).
    """

    severity: Severity
    code: str
    seat: int | None
    event: int | None
    evidence: tuple[int, ...] = ()
    verdict: Verdict = "violated"
    depends: tuple[str, ...] = ()
    clause: str = ""
    facts: tuple[tuple[str, str], ...] = ()
