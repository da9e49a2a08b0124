"""Writes docs/audit-quality.md: what the audit finds of what was put in, counted by this run.

    python -m tests.simulate.quality [HANDS] [VIEWS]

HANDS a code (default 100), VIEWS of small decks (default 300). No figure in that page is typed.
"""

from __future__ import annotations

import sys
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from erqishi_logs.rules import load_preset
from tests.simulate.cheating import JUDGED, Tally, iter_cheated, tally
from tests.simulate.clean import PRESETS, accusations, hands_of
from tests.simulate.small import MOST_DEALS, SMALL, Measure, measure
from tests.simulate.spoil import SPOIL
from tests.simulate.spoiling import spoil_tally
from tests.simulate.views import shows_other_cards, unsound

if TYPE_CHECKING:
    from collections.abc import Iterable

PAGE = Path(__file__).resolve().parents[2] / "docs" / "audit-quality.md"

HEAD = """# What the audit finds

Written by `python -m tests.simulate.quality {hands} {views}`; every figure below was counted by that run.
The hands come from our own simulator (docs/simulator.md), so this page shows that the audit and the
simulator agree, not that both are right. That the rules are read rightly is shown by what is not ours: the
shared cases, the real logs and the examples of the sources.
"""

CLEAN = """
## Clean hands

{hands} hands of all presets but 桂林, by bots that break no rule: **{accused}** accusations or faults.
"""

CHEATS = """
## Seeded cheating

In each hand one seat breaks the code at its first chance and then plays on honestly, over all presets that
judge it and every number of players. *Found*: the code is reported at that seat and that event. *False*:
violations and faults that neither the cheat nor what follows from it explains.

| code | hands played | cheated | found | recall | false |
|---|---:|---:|---:|---:|---:|
"""

FAULTS = """
## Faults of the record

A clean record with exactly this fault put in. *Found*: at the seat and event where it was put. *False*:
anything else that is reported.

| fault | records | found | recall | false |
|---|---:|---:|---:|---:|
"""

VIEWS = """
## One seat's record

The hands above as one seat would have kept them, other hands, wall and 小家's draws unseen. What is found
from one chair must be found, at the same seat and event and by no other evidence, with all cards open:
**{wrong}** of {views} such records say anything else. (Left out: wins whose declared groups are not the winner's
cards, for a record cannot hold both what he declared and what he showed.)
"""

SMALL_DECK = """
## How much of what is certain is found

On a small deck ({cards} cards of {kinds} kinds, hands of five, two or three players who do anything their
cards allow) every deal that fits one seat's record is tried, up to {most:,} a record, and the whole record is
audited under each. What holds under all of them is certain. Findings about the *other* seats, in {views:,} records,
{deals:,} deals:

| code | certain | found | |
|---|---:|---:|---:|
{rows}
| **all** | **{sure}** | **{told}** | **{share}** |

Found and not certain, evidence included: **{false}**.
"""


def percent(part: int, whole: int) -> str:
    """A share with one decimal, a dash of nothing."""
    return f"{100 * part / whole:.1f} %" if whole else "–"


def clean_section(hands: int) -> str:
    """Clean hands of every preset."""
    share = max(2, hands)
    found = [
        a for preset in PRESETS for r in hands_of(preset, share, seed=70) for a in accusations(r, load_preset(preset))
    ]
    return CLEAN.format(hands=f"{share * len(PRESETS):,}", accused=len(found))


def cheat_rows(tallies: Iterable[Tally]) -> str:
    """One row a code."""
    return "".join(
        f"| `{t.code}` | {t.played:,} | {t.cheated:,} | {t.found:,} | {percent(t.found, t.cheated)} | {t.false} |\n"
        for t in tallies
    )


def fault_rows(tallies: Iterable[Tally]) -> str:
    """One row a fault."""
    return "".join(
        f"| `{t.code}` | {t.cheated:,} | {t.found:,} | {percent(t.found, t.cheated)} | {t.false} |\n" for t in tallies
    )


def view_section(hands: int) -> str:
    """Soundness of one seat's records, of cheated and clean hands."""
    records = [(hand.record, hand.rules) for code in JUDGED for _, hand in iter_cheated(code, hands)]
    records += [(r, load_preset(p)) for p in PRESETS for r in islice(hands_of(p, 2 * hands, seed=80), hands)]
    views = wrong = 0
    for record, rules in records:
        if not shows_other_cards(record, rules):
            views += record.n_players
            wrong += len(unsound(record, rules))
    return VIEWS.format(views=f"{views:,}", wrong=wrong)


def small_section(found: Measure) -> str:
    """Completeness by enumeration."""
    rows = [
        f"| `{code}` | {n} | {found.found[code]} | {percent(found.found[code], n)} |"
        for code, n in sorted(found.certain.items())
    ]
    sure, told = sum(found.certain.values()), sum(found.found.values())
    return SMALL_DECK.format(
        cards=SMALL.deck.n_cards,
        kinds=SMALL.deck.n_kinds,
        most=MOST_DEALS,
        views=found.views,
        deals=found.deals,
        rows="\n".join(rows),
        sure=sure,
        told=told,
        share=percent(told, sure),
        false=len(found.false),
    )


def main(arguments: list[str]) -> int:
    """Counts everything and writes the page."""
    hands, views = (int(arguments[0]) if arguments else 100), (int(arguments[1]) if len(arguments) > 1 else 300)
    page = HEAD.format(hands=hands, views=views) + clean_section(hands)
    page += CHEATS + cheat_rows(tally(code, hands) for code in JUDGED)
    page += FAULTS + fault_rows(spoil_tally(code, hands) for code in SPOIL)
    page += view_section(max(1, hands // 4)) + small_section(measure(views))
    PAGE.write_text(page, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
