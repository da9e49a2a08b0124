"""Spoilt records under the audit: is exactly the fault reported that was put in?"""

from __future__ import annotations

from random import Random

from erqishi_logs.audit import audit_record
from erqishi_logs.rules import load_preset
from tests.simulate.cheating import Tally
from tests.simulate.clean import PRESETS, hands_of
from tests.simulate.spoil import SPOIL, Spoilt


def spoil_tally(code: str, hands: int) -> Tally:
    """So many clean hands with this one fault put in, over all presets."""
    played = done = found = false = 0
    failures: list[str] = []
    share = -(-hands // len(PRESETS))
    for preset in PRESETS:
        rules = load_preset(preset)
        rng = Random(f"spoil/{code}/{preset}")
        spoilt_here = 0
        for record in hands_of(preset, 40 * share, seed=31):
            spoilt = SPOIL[code](record, rules, rng)
            played += 1
            if spoilt is None:
                continue
            others = list(others_than(code, spoilt, rules))
            hit = (code, spoilt.seat, spoilt.event) not in others
            found += hit
            false += len(others) - (not hit)
            failures += [] if not others else [f"{preset} {record.extra} {others}"]
            spoilt_here += 1
            if spoilt_here == share:
                break
        done += spoilt_here
    return Tally(code, played, done, found, false, failures)


def others_than(code: str, spoilt: Spoilt, rules) -> set[tuple[str, int | None, int | None]]:
    """What is reported and was not put in, and what was put in and is not reported."""
    findings = audit_record(spoilt.record, rules).findings
    told = {(f.code, f.seat, f.event) for f in findings if f.severity != "note" or f.code == "unfinished"}
    return told ^ {(code, spoilt.seat, spoilt.event)}
