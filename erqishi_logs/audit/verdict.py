"""What the rules make of one hand: outcome, count, payment, findings."""

from __future__ import annotations

from typing import Literal

import msgspec

from erqishi_logs.audit.finding import Finding
from erqishi_logs.scoring import Count

Outcome = Literal["hu", "huang", "unfinished"]
Status = Literal["clean", "flagged", "faulty", "unfinished"]


class Verdict(msgspec.Struct, frozen=True):
    """What the rules make of one hand; the derived columns of the view `hands` (FORMAT).

    `total` is what one payer pays at stake 1 before 抬炮; `pay` is what each seat wins (+) or pays
    (−), stake, 抬炮 and penalties given at the table included, None where it is not judged.
    """

    findings: tuple[Finding, ...]
    outcome: Outcome
    winner: int | None = None
    win_card: str | None = None
    from_seat: int | None = None
    taipao: bool = False
    hushu: int | None = None
    tier: str | None = None
    titles: tuple[str, ...] = ()
    total: int | None = None
    declared_hushu: int | None = None
    declared_total: float | None = None
    pay: tuple[float, ...] | None = None
    count: Count | None = None

    @property
    def n_violations(self) -> int:
        """Findings that are violations beyond doubt."""
        return sum(f.severity == "violation" and f.verdict == "violated" for f in self.findings)

    @property
    def n_faults(self) -> int:
        """Faults of the record."""
        return sum(f.severity == "fault" for f in self.findings)

    @property
    def status(self) -> Status:
        """`faulty` before `flagged` before `unfinished` before `clean` (FORMAT, views)."""
        if self.n_faults:
            return "faulty"
        if self.n_violations:
            return "flagged"
        return "unfinished" if self.outcome == "unfinished" else "clean"
