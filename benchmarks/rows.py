"""Rows of the table: work that is timed in rounds, ratios between rows, figures with a limit."""

from __future__ import annotations

import statistics
import sys
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

#: Cores of this machine that a row with several processes may use.
ONE, BOTH = "one core", "both cores may be used"
#: Seconds that a row takes at least in a round: a busy machine takes a core away for some hundredths.
MOMENT = 0.5


@dataclass
class Row:
    """Work of `size` things that `act` does; what it returns are its seconds, where it times itself."""

    key: str
    name: str
    size: int
    act: Callable[[], float | None]
    cores: str = ONE
    seconds: list[float] = field(default_factory=list)

    def run(self) -> None:
        """Does it until a moment has gone by, once at least, and keeps the mean time."""
        times: list[float] = []
        while sum(times) < MOMENT:
            begin = time.perf_counter()
            own = self.act()
            times.append(time.perf_counter() - begin if own is None else own)
        self.seconds.append(statistics.fmean(times))

    @property
    def rate(self) -> float:
        """Things a second, in the best round."""
        return self.size / min(self.seconds)


class Ratio(NamedTuple):
    """How many times as fast as `beside` the row `ours` is; `goal` is the figure of the design, if it has one."""

    ours: str
    beside: str
    goal: float | None = None


class Figure(NamedTuple):
    """A figure that is no rate: `value` in `unit`; `most` is what it may be, if the design says so."""

    name: str
    value: float
    unit: str
    most: float | None = None


def take_turns(rows: Sequence[Row], rounds: int) -> dict[str, Row]:
    """Runs every row once a round, so that a busy machine slows all alike; the rows by key."""
    for number in range(rounds):
        for row in rows:
            print(f"round {number + 1} of {rounds}: {row.name}", file=sys.stderr)
            row.run()
    return {row.key: row for row in rows}
