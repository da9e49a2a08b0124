"""Where a record stops making sense: impossible events, each a value (FORMAT, Faults)."""

from __future__ import annotations

from typing import NamedTuple


class Fault(NamedTuple):
    """A fault of an event: it is skipped, changes nothing and takes no card of the wall."""

    code: str
    seat: int | None
    event: int
    evidence: tuple[int, ...] = ()
    kind: int = -1
