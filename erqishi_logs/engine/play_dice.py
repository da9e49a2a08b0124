"""骰: the generator of one hand, splitmix64: what comes up depends on the seed and the hand's number alone."""

from __future__ import annotations

from typing import Any

import numpy as np

from erqishi_logs.engine.compiled import built_in, inner
from erqishi_logs.engine.play_desk import Play

Array = Any

#: The constants of splitmix64. All of it is unsigned: a signed product that overflows is no number for the compiler.
_STEP, _FIRST, _SECOND = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
_27, _30, _31, _32 = map(np.uint64, (27, 30, 31, 32))


@built_in
def _mixed(word: Any) -> Any:
    """A whole number of 64 bits, well mixed."""
    word = (word ^ (word >> _30)) * _FIRST
    word = (word ^ (word >> _27)) * _SECOND
    return word ^ (word >> _31)


@inner
def begin_dice(s: Play, seed: int, number: int, purpose: int) -> None:
    """骰: for hand (or sitting) `number` of a seed; each purpose has a generator of its own."""
    word = _mixed(np.uint64(seed) + _STEP)
    word = _mixed(word + np.uint64(number))
    s.dice[0] = _mixed(word + np.uint64(purpose))


@inner
def roll(s: Play, n: int) -> int:
    """骰: a number from 0 to n − 1, `n` up to 2³⁰."""
    s.dice[0] += _STEP
    return np.int64(_mixed(s.dice[0]) >> _32) * n >> 32  # type: ignore[return-value]
