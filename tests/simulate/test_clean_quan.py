"""Clean hands never accuse, presets of S1 to S3: 1,000 hands a preset, in the soak 10,000."""

from __future__ import annotations

import os

import pytest

from erqishi_logs.rules import load_preset
from tests.simulate.clean import S1_TO_S3, check_hand, hands_of

HANDS = 1000 * int(os.environ.get("ERQISHI_SOAK", "1"))


@pytest.mark.slow
@pytest.mark.parametrize("preset", S1_TO_S3)
def test_nobody_is_accused_and_no_card_is_lost(preset: str) -> None:
    rules = load_preset(preset)
    for record in hands_of(preset, HANDS, seed=20):
        check_hand(record, rules)
