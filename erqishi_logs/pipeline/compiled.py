"""機判: blocks of hands under their rules through the compiled engine."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from erqishi_logs.archive.columns_of import Ruled
from erqishi_logs.engine.arrays import Done, Hands, Slot, Verdicts
from erqishi_logs.engine.audit import audit
from erqishi_logs.engine.tables import game_arrays, rule_arrays
from erqishi_logs.errors import ErqishiError
from erqishi_logs.games import ERQISHI
from erqishi_logs.pipeline.judge import MAX_HUSHU, MAX_TOTAL
from erqishi_logs.rules.table import check_table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from erqishi_logs.engine.tables import RuleArrays
    from erqishi_logs.pipeline.judge import Judge

Array = Any

#: Left to the plain engine, which knows what to say.
_LEFT = -1


class Scanned(NamedTuple):
    """掃得: hands and the bytes that they were scanned from."""

    text: bytes
    hands: Hands

    def slot(self, hand: int, slot: Slot) -> str | None:
        """文: a text of a hand that no kernel reads; None where it has none."""
        begin, length = (int(part) for part in self.hands.slots[hand, slot])
        at = int(self.hands.begin[hand]) + begin
        return None if length < 0 else self.text[at : at + length].decode()

    def line(self, hand: int) -> bytes:
        """行: the bytes of a hand."""
        return self.text[self.hands.begin[hand] : self.hands.end[hand]]


class Judged(NamedTuple):
    """判得: what the compiled engine makes of hands; `ruled[h]` is the row of `known`, −1 where it was not asked.

    `clean[h]`: judged to the end, and there is nothing to say; of all other hands the plain engine is asked.
    """

    verdicts: Verdicts
    ruled: Array
    known: list[Ruled]
    clean: Array


class CompiledJudge:
    """機判: judges blocks under the rules that their hands name, as `judge` finds them."""

    def __init__(self, judge: Judge) -> None:
        self._judge = judge
        self._game = game_arrays(ERQISHI)
        self._packed: tuple[tuple[str, ...], RuleArrays] | None = None

    def judge(self, scanned: Scanned, wanted: Array, judged_as: Sequence[str | None] | str | None = None) -> Judged:
        """評判: the hands in the mask `wanted`; `judged_as` (of all, or a hand each) is as in `Judge.rules_of`."""
        n = len(scanned.hands.ok)
        each = judged_as if isinstance(judged_as, (list, tuple)) else [judged_as] * n
        found: dict[Any, int] = {}
        known: list[Ruled] = []
        ruled = np.full(n, _LEFT, np.int64)
        for hand in np.flatnonzero(wanted & (scanned.hands.ok == 1)).tolist():
            names = scanned.slot(hand, Slot.RULES), scanned.slot(hand, Slot.HOUSE), each[hand]
            key = (*names, int(scanned.hands.n_players[hand]))
            if key not in found:
                found[key] = self._rules(known, *key)
            ruled[hand] = found[key]
        verdicts = audit(scanned.hands, ruled, self._arrays(known), self._game)
        return Judged(verdicts, ruled, known, _clean(verdicts))

    def _rules(
        self, known: list[Ruled], name: str, house: str | None, judged_as: str | None, n_players: int
    ) -> int:
        """The row of `known`; none where the plain engine has an error to tell."""
        differences = tuple(json.loads(house)) if house else ()
        try:
            found = Ruled(*self._judge.rules_named(ERQISHI.id, name, differences, judged_as))
            check_table(found.rules, ERQISHI.id, n_players)
        except ErqishiError:
            return _LEFT
        if found not in known:
            known.append(found)
        return known.index(found)

    def _arrays(self, known: list[Ruled]) -> RuleArrays:
        rule_sets = [one.rules for one in known] or [self._judge.rules_named(ERQISHI.id, "leshan")[0]]
        hashes = tuple(rules.hash for rules in rule_sets)
        if self._packed is None or self._packed[0] != hashes:
            self._packed = (hashes, rule_arrays(rule_sets))
        return self._packed[1]


def _clean(v: Verdicts) -> Array:
    clean = (v.done == Done.JUDGED) & (v.hushu <= MAX_HUSHU) & (v.total <= MAX_TOTAL)
    clean[v.f_hand] = False
    return clean
