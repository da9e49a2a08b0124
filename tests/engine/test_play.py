"""Hands played in compiled code keep every rule, and are written as they are read (RULEBOOK §3 to §6)."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import numpy as np
import pytest

from erqishi_logs.engine import arrays
from erqishi_logs.engine.audit import audit
from erqishi_logs.engine.play import Course, course_of, play
from erqishi_logs.engine.play_policies import Policy
from erqishi_logs.engine.scan import scan, split_lines
from erqishi_logs.engine.tables import game_arrays, rule_arrays
from erqishi_logs.engine.write import write
from erqishi_logs.errors import RuleError
from erqishi_logs.games import ERQISHI
from erqishi_logs.rules import load_preset
from tests.engine.reading import OF_LINES
from tests.engine.test_scan import FULL, LEAST
from tests.simulate.clean import PRESETS

if TYPE_CHECKING:
    from erqishi_logs.engine.arrays import Hands

#: Hands of a preset and number of players; a soak plays so many times as many.
HANDS = 300 * int(os.environ.get("ERQISHI_SOAK", "1"))
TABLES = [(preset, n) for preset in PRESETS for n in sorted(load_preset(preset).players)]
#: Who sits at the table: each policy somewhere, each against each.
SEATS = (Policy.GREEDY, Policy.RANDOM, Policy.COUNTING, Policy.RANDOM)


def course(preset: str, n_players: int | None = None) -> Course:
    return course_of(load_preset(preset), n_players, SEATS)


@pytest.mark.parametrize(("preset", "n_players"), TABLES)
def test_no_hand_has_more_to_it_than_a_note(preset: str, n_players: int) -> None:
    hands = play(course(preset, n_players), HANDS, seed=20)
    verdicts = audit(hands, np.zeros(HANDS, np.int64), rule_arrays([load_preset(preset)]), game_arrays(ERQISHI))
    assert verdicts.done.all()
    grave = verdicts.f_severity < 2
    codes = [arrays.Code(code).name for code in verdicts.f_code[grave]]
    assert not codes, (verdicts.f_hand[grave][0], codes[:5])
    assert (verdicts.outcome > 0).all()
    assert (hands.pay.sum(axis=1) == 0).all()
    assert (verdicts.pay == hands.pay).all()


@pytest.mark.parametrize("preset", ["leshan", "leshan-4", "quan", "quan-leshan", "online"])
def test_a_hand_alone_is_that_of_the_block(preset: str) -> None:
    together = play(course(preset), 60, seed=3)
    for number in (0, 1, 23, 24, 37, 59):
        assert_same_hand(play(course(preset), 1, 3, number), together, number)


def assert_same_hand(alone: Hands, together: Hands, number: int) -> None:
    for name in ("n_players", "dealer", "quan", "hand", "pay"):
        assert np.array_equal(getattr(alone, name)[0], getattr(together, name)[number]), name
    first, last = together.event_at[number], together.event_at[number + 1]
    for name in ("type", "seat", "card", "flags", "whole", "number", "titles"):
        mine, its = getattr(alone, name), getattr(together, name)[first:last]
        assert np.array_equal(mine, its, equal_nan=mine.dtype.kind == "f"), name
    at = together.card_at[together.group_at[[first, last]]]
    assert np.array_equal(alone.cards, together.cards[at[0] : at[1]])
    assert np.array_equal(alone.wall, together.wall[together.wall_at[number] : together.wall_at[number + 1]])


def test_seeds_are_different_hands_and_as_large_as_one_likes() -> None:
    cards = [play(course("leshan"), 1, seed).cards.tolist() for seed in (0, 1, 2**63, 2**64 - 1)]
    assert len({tuple(row) for row in cards}) == len(cards)


@pytest.mark.parametrize("preset", ["leshan", "quan"])
def test_every_policy_wins_and_the_random_one_least(preset: str) -> None:
    won = {}
    for policy in Policy:
        hands = play(course_of(load_preset(preset), 3, [policy]), 300, seed=1)
        won[policy] = (hands.type[hands.event_at[1:] - 1] == arrays.Type.HU).mean()
    assert 0 < won[Policy.RANDOM] < min(won[Policy.GREEDY], won[Policy.COUNTING])


def test_what_cannot_be_played_is_said() -> None:
    with pytest.raises(RuleError, match="hidden flips"):
        course_of(load_preset("guilin"))
    with pytest.raises(RuleError, match="not 2"):
        course_of(load_preset("leshan"), 2)


# --- lines ------------------------------------------------------------------------------------


def test_scan_reads_what_write_wrote() -> None:
    hands = play(course("quan"), 200, seed=9)
    text = np.frombuffer(b"x[]", np.uint8)
    slots = hands.slots.copy()
    slots[:, arrays.Slot.RULES] = (0, 1)
    slots[:, arrays.Slot.PLAYERS] = (1, 2)
    played = hands._replace(slots=slots, has_pay=hands.has_pay * 0)
    for n_players in (3, 4):
        names = b'["a","b","c","d"]'[: 4 * n_players] + b"]"
        of_them = hands.n_players == n_players
        text = np.concatenate([text, np.frombuffer(names, np.uint8)])
        slots[of_them, arrays.Slot.PLAYERS] = (len(text) - len(names), len(names))
    lines = write(played._replace(has_pay=hands.has_pay), text)
    again = scan(lines, *split_lines(lines))
    assert again.ok.all()
    for name in hands._fields:
        if name not in OF_LINES:
            mine, its = getattr(hands, name), getattr(again, name)
            assert np.array_equal(mine, its, equal_nan=mine.dtype.kind == "f"), name


#: What no array holds: `_` keys of events, and a whole number written as `-20.0`.
KEPT = FULL.replace(',"_a":1}', "}").replace("-20.0", "-20")


@pytest.mark.parametrize(
    "line",
    [
        LEAST,
        KEPT,
        *(
            KEPT.replace('"stake":0.5', f'"stake":{stake}')
            for stake in ("0", "7", "1.25", "0.0001", "123456.789012345")
        ),
        *(
            KEPT.replace('"amount":1.5', f'"amount":{amount}')
            for amount in ("9007199254740991", "0.1", "99.99", "3.05")
        ),
    ],
)
def test_write_is_the_reverse_of_scan(line: str) -> None:
    text = np.frombuffer(line.encode() + b"\n", np.uint8)
    hands = scan(text, *split_lines(text))
    assert hands.ok.all()
    assert write(hands, text).tobytes().decode() == line + "\n"


def test_a_number_of_more_digits_than_a_double_has_is_refused() -> None:
    text = np.frombuffer(KEPT.encode() + b"\n", np.uint8)
    hands = scan(text, *split_lines(text))
    with pytest.raises(ValueError, match="15 digits"):
        write(hands._replace(pay=hands.pay + 1 / 3), text)
