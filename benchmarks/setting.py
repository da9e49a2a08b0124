"""What all rows of a run share."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path  # noqa: TC003 - read at run time by dataclass

import corpus

#: Hands of the rows that go one by one.
FEW = 2_000


@dataclass(frozen=True)
class Setting:
    """What all rows of a run share: how many hands, how many are ingested, the seed, a folder that goes with the run.

    `peaks`: MiB of the ingests that were looked at.
    """

    hands: int
    stored: int
    seed: int
    folder: Path
    peaks: list[float] = field(default_factory=list)

    @cached_property
    def base(self) -> list[corpus.Played]:
        """`hands` simulated hands."""
        return corpus.play(self.hands, self.seed)

    @cached_property
    def lines(self) -> list[bytes]:
        """The same as record lines, as a club would send them in."""
        return list(corpus.iter_lines(self.base, self.hands))

    @property
    def few(self) -> list[bytes]:
        """Some of the lines, for what goes one by one."""
        return self.lines[:FEW]

    @cached_property
    def file(self) -> Path:
        """`stored` lines in a file, all of hands that were played, none twice; some at a time, to keep memory small."""
        path = self.folder / "hands.jsonl"
        with path.open("wb") as file:
            for first in range(0, self.stored, self.hands):
                some = min(self.hands, self.stored - first)
                base = corpus.play(some, self.seed + first) if first else self.base
                file.writelines(line + b"\n" for line in corpus.iter_lines(base, some, first))
        return path
