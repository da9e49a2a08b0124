"""The engine's audit against a slow, independent one: shared cases, then simulated hands made wrong by seed.

`ERQISHI_SOAK=20` runs twenty times as many mutated hands (and every shared case).
"""

from __future__ import annotations

import json
import os
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from erqishi_logs.audit import audit_record
from erqishi_logs.record import dumps, loads
from erqishi_logs.rules import load_preset, load_rules
from erqishi_logs.simulate import simulate_hand
from tests.twin.mutations import RULES, mutate
from tests.twin.naive_audit import Found, audit

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

SOAK = int(os.environ.get("ERQISHI_SOAK", "1"))
HANDS_A_SEED = 5
SEEDS = range(45 * SOAK)

#: Differences that are known and justified: (only the twin says, only the engine says) → why.
JUSTIFIED: dict[tuple[frozenset[str], frozenset[str]], str] = {}


def said_by_twin(hand: dict[str, Any]) -> set[Found]:
    return set(audit(hand, load_rules(hand["rules"], hand.get("house") or ())))


def said_by_engine(line: str) -> set[Found]:
    record = loads(line)
    findings = audit_record(record, load_rules(record.rules, record.house or ())).findings
    return {(f.severity, f.code, f.seat, f.event, tuple(sorted(f.evidence))) for f in findings}


def simulated(seed: int) -> dict[str, Any]:
    """A hand of two, three or four players by any preset, played by bots."""
    rng = Random(f"twin/{seed}")
    players = rng.choice((2, 3, 3, 4, 4))
    rules = load_preset(rng.choice(RULES[players]))
    bots = [rng.choice(("greedy", "random")) for _ in range(players)]
    quan = rng.choice((None, 1, 4, 10))
    hand = simulate_hand(rules, seed, players, rng.randrange(players), quan, bots)
    plain: dict[str, Any] = json.loads(dumps(hand))
    return plain


def mutated(seed: int) -> Iterator[str]:
    """Wrong versions of one hand, as canonical lines."""
    source = simulated(seed)
    for number in range(HANDS_A_SEED):
        made = mutate(source, Random(f"twin/{seed}/{number}"))
        yield dumps(loads(json.dumps(made, ensure_ascii=False)))


@pytest.mark.parametrize("seed", SEEDS)
def test_engine_and_twin_agree_on_mutated_hands(seed: int) -> None:
    for line in mutated(seed):
        twin, engine = said_by_twin(json.loads(line)), said_by_engine(line)
        codes = frozenset(f[1] for f in twin - engine), frozenset(f[1] for f in engine - twin)
        assert twin == engine or codes in JUSTIFIED, (
            f"only the twin: {sorted(map(repr, twin - engine))}\n"
            f"only the engine: {sorted(map(repr, engine - twin))}\n{line}"
        )


def test_mutated_hands_break_every_rule_that_can_be_broken() -> None:
    """The sample is worth something: most codes of RULEBOOK §7 and FORMAT occur in it (32 have been seen in 1,000)."""
    codes = {f[1] for seed in range(45) for line in mutated(seed) for f in said_by_engine(line)}
    assert len(codes) >= 27, sorted(codes)


def clean_and_cheats(cases: Path) -> Iterator[tuple[dict[str, Any], set[Found] | None]]:
    """The shared records without unseen cards, each with what is expected (None: no violation, no fault)."""
    lines = (cases / "cheats.expected.jsonl").read_text(encoding="utf-8").splitlines()
    expected = {case["id"]: case["findings"] for case in map(json.loads, lines)}
    for path in [cases / "cheats.jsonl", *sorted(cases.glob("clean-*.jsonl"))]:
        for line in path.read_text(encoding="utf-8").splitlines():
            hand = json.loads(line)
            found = expected.get(hand["id"])
            yield hand, None if found is None else set(map(as_found, found))


def as_found(case: dict[str, Any]) -> Found:
    return case["severity"], case["code"], case["seat"], case["event"], tuple(sorted(case["evidence"]))


@pytest.mark.shared
def test_twin_agrees_with_the_shared_cases(shared: Path) -> None:
    """Notes and evidence too; in the ordinary run every sixth case."""
    for hand, expected in list(clean_and_cheats(shared / "checks" / "cases"))[:: 1 if SOAK > 1 else 6]:
        found = said_by_twin(hand)
        if expected is None:
            assert {f for f in found if f[0] != "note"} == set(), hand["id"]
        else:
            assert found == expected, hand["id"]
