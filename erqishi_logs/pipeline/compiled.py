"""機判: blocks of hands under their rules through the compiled engine."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import pyarrow as pa

from erqishi_logs.archive.columns_of import Block, Ruled, events_table, hands_table
from erqishi_logs.engine.arrays import Done, Hands, Slot, Verdicts
from erqishi_logs.engine.audit import audit
from erqishi_logs.engine.tables import game_arrays, rule_arrays
from erqishi_logs.errors import ErqishiError
from erqishi_logs.games import ERQISHI
from erqishi_logs.pipeline.judge import MAX_HUSHU, MAX_TOTAL
from erqishi_logs.rules.table import check_table

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from erqishi_logs.engine.tables import RuleArrays
    from erqishi_logs.pipeline.judge import Judge

Array = Any

#: Left to the plain engine, which knows what to say.
_LEFT = -1


class Scanned(NamedTuple):
    """掃得: hands and the bytes that they were scanned from."""

    text: bytes
    hands: Hands

    def slots(self, rows: Array, slot: Slot) -> list[bytes]:
        """文: of each hand in `rows` a text that no kernel reads; empty where it has none."""
        begin = self.hands.begin[rows] + self.hands.slots[rows, slot, 0]
        end = begin + np.maximum(self.hands.slots[rows, slot, 1], 0)
        return [self.text[one:other] for one, other in zip(begin.tolist(), end.tolist(), strict=True)]

    def line(self, hand: int) -> bytes:
        """行: the bytes of a hand."""
        return self.text[self.hands.begin[hand] : self.hands.end[hand]]


class _Names(NamedTuple):
    """What decides the rules of a hand."""

    rules: bytes
    house: bytes
    judged_as: str | None
    n_players: int


class Judged(NamedTuple):
    """判得: what the compiled engine makes of hands; `ruled[h]` is the row of `known`, −1 where it was not asked.

    `clean[h]`: judged to the end, and there is nothing to say; of all other hands the plain engine is asked.
    """

    verdicts: Verdicts | None
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
        each = [judged_as] * n if judged_as is None or isinstance(judged_as, str) else judged_as
        found: dict[_Names, int] = {}
        known: list[Ruled] = []
        ruled = np.full(n, _LEFT, np.int64)
        rows = np.flatnonzero(wanted & (scanned.hands.ok == 1))
        for hand, names in zip(rows.tolist(), _names(scanned, rows, each), strict=True):
            if names not in found:
                found[names] = self._rules(known, names)
            ruled[hand] = found[names]
        if not len(rows):
            return Judged(None, ruled, known, np.zeros(n, bool))
        verdicts = audit(scanned.hands, ruled, self._arrays(known), self._game)
        return Judged(verdicts, ruled, known, _clean(verdicts))

    def _rules(self, known: list[Ruled], names: _Names) -> int:
        """The row of `known`; none where the plain engine has an error to tell."""
        house = tuple(json.loads(names.house)) if names.house else ()
        try:
            found = Ruled(*self._judge.rules_named(ERQISHI.id, str(names.rules, "utf-8"), house, names.judged_as))
            check_table(found.rules, ERQISHI.id, names.n_players)
        except ErqishiError:
            return _LEFT
        if found.rules.wilds:
            # The kernels know the cards that have a number and a colour.
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


def _names(scanned: Scanned, rows: Array, judged_as: Sequence[str | None]) -> Iterator[_Names]:
    rules, house = (scanned.slots(rows, slot) for slot in (Slot.RULES, Slot.HOUSE))
    named = [judged_as[row] for row in rows.tolist()]
    return map(_Names, rules, house, named, scanned.hands.n_players[rows].tolist())


def _clean(v: Verdicts) -> Array:
    clean = (v.done == Done.JUDGED) & (v.hushu <= MAX_HUSHU) & (v.total <= MAX_TOTAL)
    clean[v.f_hand] = False
    return clean


def clean_tables(
    scanned: Scanned, found: Judged, ids: Mapping[int, str], source: str | None, engine: str
) -> dict[str, Any]:
    """列: `hands` and `events` of clean hands by their row, sorted by id; nothing where there are none."""
    if not ids or found.verdicts is None:
        return {}
    names: list[str | None] = [None] * len(scanned.hands.ok)
    for row, id_ in ids.items():
        names[row] = id_
    block = Block(*scanned, found.verdicts, pa.array(names, pa.string()), found.ruled, found.known, source, engine)
    order = np.array(sorted(ids, key=lambda row: ids[row]))
    return {"hands": hands_table(block, order), "events": events_table(block, order)}
