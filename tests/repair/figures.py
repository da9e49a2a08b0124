"""The table of docs/repair.md: how often the original is proposed, by kind of slip.

python -m tests.repair.figures [CASES]
"""

from __future__ import annotations

import sys
from collections import Counter
from random import Random
from typing import NamedTuple

from erqishi_logs.repair import propose_repairs
from tests.repair.damage import cases, is_original

Kind = tuple[str, str]


class Figures(NamedTuple):
    """By kind of slip (what, and who saw the cards): cases, originals proposed first, and among the first three."""

    asked: Counter[Kind]
    first: Counter[Kind]
    found: Counter[Kind]
    missed: list[tuple[object, ...]]


def figures(hands: int) -> Figures:
    """So many slips, and what is proposed."""
    told = Figures(Counter(), Counter(), Counter(), [])
    for case in cases(hands, Random("slips")):
        kind = (case.way, case.seen_by)
        hits = [is_original(p.record.events, case.record.events) for p in propose_repairs(case.damaged, case.rules)]
        told.asked[kind] += 1
        told.first[kind] += any(hits[:1])
        told.found[kind] += any(hits)
        told.missed.extend([] if any(hits) else [(case.rules.id, *kind, case.event, case.record.extra)])
    return told


def main(words: list[str]) -> None:
    """Writes the rows."""
    told = figures(int(words[0]) if words else 1_000)
    for kind in sorted(told.asked):
        row = (*kind, told.asked[kind], told.first[kind], told.found[kind])
        sys.stdout.write("| " + " | ".join(map(str, row)) + " |\n")
    for missed in told.missed:
        sys.stdout.write(f"missed: {missed}\n")


if __name__ == "__main__":
    main(sys.argv[1:])
