"""The rows of the compiled engine: a block of lines audited on one core, and the count kernel alone."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import corpus
import numpy as np
from rows import Row

from erqishi_logs.audit import audit_record
from erqishi_logs.engine.arrays import Done
from erqishi_logs.engine.audit import audit
from erqishi_logs.engine.cover import cover_arrays
from erqishi_logs.engine.group import Ask, win_room
from erqishi_logs.engine.scan import scan, split_lines
from erqishi_logs.engine.tables import game_arrays, rule_arrays
from erqishi_logs.engine.win import best_batch
from erqishi_logs.games import ERQISHI
from erqishi_logs.record import loads
from erqishi_logs.rules import load_rules

if TYPE_CHECKING:
    from collections.abc import Iterator

    from setting import Setting

#: Winning hands counted in one call.
HANDS = 20_000


def rows(setting: Setting) -> Iterator[Row]:
    """Audit in bulk, count in bulk; both are compiled before they are timed."""
    text = np.frombuffer(b"\n".join(setting.lines) + b"\n", np.uint8)
    _audit(text)
    yield Row("bulk", "full audit of a hand in bulk, one core, warm", len(setting.lines), lambda: _audit(text))
    count = _Counts(setting.seed)
    count()
    yield Row("kernel", "best arrangement of a 21-card hand, the kernel alone", HANDS, count)


def _audit(text: Any) -> None:
    """Lines to verdicts; what the kernels have something to say of is judged and told by the plain engine."""
    rules = load_rules(corpus.RULES)
    begin, end = split_lines(text)
    hands = scan(text, begin, end)
    verdicts = audit(hands, np.zeros(len(begin), np.int64), rule_arrays([rules]), game_arrays(ERQISHI))
    told = np.union1d(verdicts.f_hand, np.flatnonzero(verdicts.done != Done.JUDGED))
    for hand in told.tolist():
        audit_record(loads(text[begin[hand] : end[hand]].tobytes()), rules)


class _Counts:
    """Complete hands, made of melds at random, to be counted in one call."""

    def __init__(self, seed: int) -> None:
        self._game = game_arrays(ERQISHI)
        self._tables = (rule_arrays([load_rules(corpus.RULES)]), 0, self._game, cover_arrays(self._game), win_room())
        self._hands, self._wins = _complete(random.Random(seed), HANDS)
        self._ask = np.zeros(len(Ask), np.int64)
        self._ask[Ask.N_PLAYERS] = corpus.N_PLAYERS
        self._counts = np.zeros((HANDS, 3), np.int64)

    def __call__(self) -> None:
        best_batch(self._hands, self._wins, self._ask, *self._tables, self._counts)
        if (self._counts < 0).any():
            msg = "a hand made of melds must be complete"
            raise AssertionError(msg)


def _complete(dice: random.Random, hands: int) -> tuple[Any, Any]:
    """So many hands of seven melds without kan or gun, one card of each taken out as the card won on."""
    melds = list(ERQISHI.melds.chi_melds)
    held, wins = np.zeros((hands, ERQISHI.deck.n_kinds), np.int8), np.zeros(hands, np.int8)
    for place in range(hands):
        counts = _melds(dice, melds)
        wins[place] = dice.choice([kind for kind, count in enumerate(counts) if count])
        counts[wins[place]] -= 1
        held[place] = counts
    return held, wins


def _melds(dice: random.Random, melds: list[tuple[int, int, int]]) -> list[int]:
    """Seven melds in which no kind comes three times, so that none of their cards are a kan."""
    while True:
        counts = [0] * ERQISHI.deck.n_kinds
        for meld in dice.choices(melds, k=7):
            for kind in meld:
                counts[kind] += 1
        if max(counts) <= 2:
            return counts
