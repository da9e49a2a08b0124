"""One card of a whole record turned to `?`, wherever it stands: what is still found was found before.

A discard with the card it was dealt as, a flip that nobody took, the card that a claim repeats.
`ERQISHI_SOAK=10` tries ten times as many hands.
"""

from __future__ import annotations

import os
from random import Random
from typing import TYPE_CHECKING

import pytest
from msgspec.structs import replace

from erqishi_logs.audit import audit_record
from erqishi_logs.simulate import simulate_hand
from tests.simulate.small import Reckless, small_rules

if TYPE_CHECKING:
    from erqishi_logs.record import Event, Record
    from erqishi_logs.rules import RuleSet

HANDS = 120 * int(os.environ.get("ERQISHI_SOAK", "1"))
PRESETS = ("leshan", "quan", "quan-raw", "online", "folk")
CLAIMS = ("chi", "dui", "kai", "hu")


def hide_discard(events: list[Event], at: int) -> bool:
    """The discard, and one card of its kind among those dealt to the seat."""
    event = events[at]
    for place, deal in enumerate(events):
        if deal.type == "deal" and deal.seat == event.seat and event.card in (deal.cards or ""):
            events[place] = replace(deal, cards=(deal.cards or "").replace(event.card or "", "?", 1))
            events[at] = replace(event, card="?")
            return True
    return False


def hide_card(events: list[Event], at: int) -> bool:
    events[at] = replace(events[at], card="?")
    return True


def candidates(events: list[Event], way: str) -> list[int]:
    taken = [k for k in range(len(events) - 1) if events[k + 1].type in CLAIMS]
    if way == "claim":
        return [k for k, e in enumerate(events) if e.type in CLAIMS and e.card]
    kind = "discard" if way == "discard" else "flip"
    return [k for k, e in enumerate(events) if e.type == kind and k not in taken]


def hidden(record: Record, way: str, rng: Random) -> Record | None:
    """The record with one card unseen, None where it has none to hide."""
    events = list(record.events)
    places = candidates(events, way)
    if not places:
        return None
    done = (hide_discard if way == "discard" else hide_card)(events, rng.choice(places))
    return replace(record, events=events) if done else None


def found(record: Record, rules: RuleSet) -> set[tuple[str, str, int | None, int | None]]:
    findings = audit_record(record, rules).findings
    keys = [(f.severity, f.code, f.seat, f.event) for f in findings]
    assert len(keys) == len(set(keys)), "told twice"
    return set(keys)


@pytest.mark.parametrize("way", ["discard", "flip", "claim"])
@pytest.mark.parametrize("base", PRESETS)
def test_a_card_hidden_accuses_nobody(base: str, way: str) -> None:
    rules, tried = small_rules(base), 0
    for seed in range(HANDS):
        rng = Random(f"{base}/{way}/{seed}")
        record = simulate_hand(rules, seed, rng.choice((2, 3)), bots=[Reckless()])
        record = replace(record, pay=None, wall=None)
        unseen = hidden(record, way, rng)
        if unseen is not None:
            tried += 1
            more = found(unseen, rules) - found(record, rules)
            assert not more, f"{base} seed {seed}: {more}"
    assert tried > HANDS // 3
