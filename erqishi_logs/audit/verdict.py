"""What the rules make of one hand: outcome, count, payment, findings."""

from __future__ import annotations

from typing import Literal

import msgspec

from erqishi_logs.audit.finding import Finding
from erqishi_logs.scoring import Count

Outcome = Literal["hu", "huang", "unfinished"]
Status = Literal["clean", "flagged", "faulty", "unfinished"]


def bars_win(finding: Finding, winner: int | None, ended: int | None) -> bool:
    """Whether a finding is a violation of the winner, beyond doubt, at the hu that ended the hand (RULEBOOK §6).

    >>> bars_win(Finding("violation", "hu_guozhang", 1, 40, clause="S0-104"), 1, 40)
    True
    """
    beyond_doubt = finding.severity == "violation" and finding.verdict == "violated"
    return beyond_doubt and finding.seat == winner and finding.event == ended


class Verdict(msgspec.Struct, frozen=True):
    """What the rules make of one hand; the derived columns of the view `hands` (FORMAT).

    `total` is what one payer pays at stake 1 before 抬炮; `pay` is what each seat wins (+) or pays
    (−), stake, 抬炮 and penalties given at the table included, None where it is not judged. `ended` is the
    event that ended the hand.
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
    ended: int | None = None

    @property
    def win_valid(self) -> bool | None:
        """Whether no violation beyond doubt stands at the winner's hu that ended the hand; None where nobody won.

        What he was punished for before, an earlier void hu of his among it, does not touch a later win.

        >>> Verdict((), "huang").win_valid, Verdict((), "hu", winner=1, ended=40).win_valid
        (None, True)
        """
        if self.outcome != "hu":
            return None
        return not any(bars_win(finding, self.winner, self.ended) for finding in self.findings)

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
