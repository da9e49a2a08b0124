"""What is proposed for which fault, and for what nothing is."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from erqishi_logs.audit import audit_record
from erqishi_logs.record import record_id
from erqishi_logs.repair import is_whole, propose_repairs
from erqishi_logs.rules import load_preset
from erqishi_logs.simulate import as_seen_by
from tests.repair.damage import cases, is_original, slipped
from tests.simulate.cheating import CHEATS, iter_cheated
from tests.simulate.clean import PRESETS, hands_of
from tests.simulate.spoil import SPOIL

#: Faults after which the original can be known; where a record breaks off nobody knows how it went on.
KNOWN = [code for code in SPOIL if code != "unfinished"]


@pytest.mark.parametrize("preset", PRESETS)
def test_a_clean_record_gets_no_proposal(preset: str) -> None:
    rules = load_preset(preset)
    for number, hand in enumerate(hands_of(preset, 2, 91)):
        for record in (hand, as_seen_by(hand, number % hand.n_players)):
            assert is_whole(record, rules)
            assert propose_repairs(record, rules) == []


@pytest.mark.parametrize("code", KNOWN)
def test_a_fault_put_in_is_taken_out_again(code: str) -> None:
    done = 0
    for preset in ("leshan", "quan", "leshan-4"):
        rules, rng = load_preset(preset), Random(f"{code}/{preset}")
        spoilt = ((hand, SPOIL[code](hand, rules, rng)) for hand in hands_of(preset, 16, 33))
        for hand, spoil in [(hand, spoil) for hand, spoil in spoilt if spoil is not None][:3]:
            assert not is_whole(spoil.record, rules)
            proposals = propose_repairs(spoil.record, rules)
            assert any(is_original(p.record.events, hand.events) and p.record.pay == hand.pay for p in proposals)
            assert proposals[0].explains[0] == code
            done += 1
    assert done >= 2


def test_a_record_that_breaks_off_is_ended_only_where_the_end_is_known() -> None:
    rules = load_preset("leshan")
    for hand in hands_of("leshan", 12, 35):
        cut_off = replace(hand, events=hand.events[:-1])
        (first, *_) = propose_repairs(cut_off, rules)
        assert is_original(first.record.events, hand.events)
        early = replace(hand, events=hand.events[:6], pay=None)
        assert all(p.record.events[-1].type == "hu" for p in propose_repairs(early, rules))


@pytest.mark.parametrize("code", sorted(CHEATS))
def test_a_violation_is_never_repaired_away_without_saying_that_it_may_be_real(code: str) -> None:
    for _, hand in iter_cheated(code, 2, ("leshan", "quan", "leshan-4", "old")):
        broken = [f for f in audit_record(hand.record, hand.rules).findings if f.severity == "violation"]
        for proposal in propose_repairs(hand.record, hand.rules):
            left = [f for f in audit_record(proposal.record, hand.rules).findings if f.severity == "violation"]
            taken = {(f.code, f.seat) for f in broken} - {(f.code, f.seat) for f in left}
            assert taken <= {(f.code, f.seat) for f in proposal.gone}


@pytest.mark.parametrize("way", ["card", "seat", "short", "dealt", "moved"])
def test_other_slips_are_undone_where_they_leave_a_trace(way: str) -> None:
    """A look-alike card, another seat, a card too few, a dealt card miswritten, a card in another's hand."""
    asked = found = 0
    for case in cases(18, Random(f"other/{way}")):
        damaged = slipped(case.record, way, Random(f"{way}/{asked}"))
        if damaged is None or is_whole(damaged, case.rules):
            continue
        asked += 1
        found += any(is_original(p.record.events, case.record.events) for p in propose_repairs(damaged, case.rules))
    assert asked >= 6
    assert found >= (0.6 if way in ("dealt", "moved") else 0.85) * asked


def test_the_new_record_points_to_the_old_and_has_an_id_of_its_own() -> None:
    for case in cases(6, Random("ids")):
        damaged = replace(case.damaged, id="slip-1")
        for proposal in propose_repairs(damaged, case.rules):
            assert proposal.record.replaces == "slip-1"
            assert record_id(proposal.record) not in ("slip-1", record_id(case.damaged))
            assert proposal.record.players == damaged.players


def test_ties_are_told() -> None:
    """Of a card that may have come from several places of a hand none is likelier."""
    seen = [p for case in cases(36, Random("ties")) for p in propose_repairs(case.damaged, case.rules, 5)]
    scores = [p.score for p in seen if p.tied]
    assert scores
    assert len(scores) < len(seen)
