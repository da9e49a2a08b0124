"""The compiled audit says what the plain one says, to the last field: clean hands, cheats, hands spoilt every way."""

from __future__ import annotations

import os
from itertools import chain
from typing import TYPE_CHECKING

import pytest

from erqishi_logs.audit.audit import judge_replay
from erqishi_logs.errors import RuleError
from erqishi_logs.record import dumps, loads
from erqishi_logs.replay import replay_record
from erqishi_logs.rules import load_preset, load_rules, with_house
from tests.engine.mixed import cheated_hands, clean_hands, spoilt_hands
from tests.engine.told import audit_records, told_plainly

if TYPE_CHECKING:
    from collections.abc import Sequence

    from erqishi_logs.record import Record
    from erqishi_logs.rules import RuleSet

_SOAK = int(os.environ.get("ERQISHI_SOAK", "1"))
#: In the soak 100,000 and more.
HANDS = 5_000 if _SOAK == 1 else 10_000 * _SOAK
#: What no preset switches on, or only some.
HOUSE = (
    ("quan_pays_alone=yes",),
    ("guozhang_clears=on_jinzhang",),
    ("own_discard_dead=yes", "guozhang_scope=kind"),
    ("bai_impossible=allow", "huilong=no"),
    ("flip_counts_as=discard", "dui_own_flip=no"),
    ("chi_from=own_flip", "zhuangzi_breaks_kun=no", "cap=50"),
)


def differences(records: Sequence[Record], rules: Sequence[RuleSet]) -> tuple[list[str], int]:
    """Of each hand that the two tell apart what they say, and how many hands the kernels judged."""
    found: list[str] = []
    judged = 0
    for record, under, told in zip(records, rules, audit_records(records, rules), strict=True):
        if told is None:
            continue
        judged += 1
        replay = replay_record(record, under)
        plain = told_plainly(judge_replay(replay), replay)
        differing = [name for name in plain if plain[name] != told[name]]
        found += [f"{name}: {plain[name]!r} compiled {told[name]!r} {dumps(record)}" for name in differing]
    return found, judged


@pytest.mark.slow
@pytest.mark.parametrize("part", range(5))
def test_mixed_hands_of_every_preset(part: int) -> None:
    n = HANDS // 5
    bases = clean_hands(n // 8, 270 + part)
    cheats = list(cheated_hands(n // 20, 1000 * part))
    spoilt = spoilt_hands([*bases, *cheats], n - len(bases) - len(cheats), part)
    records = list(chain(bases, cheats, spoilt))
    found, judged = differences(records, [load_preset(record.rules) for record in records])
    assert found == []
    # What is left to the plain engine are cards dealt late and winners dealt too few.
    assert judged > 0.8 * n


def _with(preset: str, house: Sequence[str]) -> RuleSet:
    """A preset with differences; without them where they contradict it, as two do 對摳 and one 打八張."""
    try:
        return with_house(load_preset(preset), house)
    except RuleError:
        return load_preset(preset)


@pytest.mark.slow
def test_house_rules() -> None:
    bases = clean_hands(60, 99)
    records = list(spoilt_hands(bases, max(600, HANDS // 20), 5))
    rules = [_with(record.rules, HOUSE[n % len(HOUSE)]) for n, record in enumerate(records)]
    found, judged = differences(records, rules)
    assert found == []
    assert judged > len(records) // 2


_HEAD = '{"format":"erqishi-log/1","rules":"leshan","players":["甲","乙","丙"],"dealer":0,"events":['
_DEAL = '{"type":"deal","seat":0,"cards":"一一一一二二二二三三三三四四四四五五五五六"}'
_DISCARD = '{"type":"discard","seat":0,"card":"六"}'
LEFT = {
    "an unseen discard": (_DEAL, _DISCARD.replace("六", "?")),
    "an unseen hand": ('{"type":"deal","seat":0,"cards":"?????????????????????"}',),
    "cards dealt late": (_DEAL, _DISCARD, '{"type":"deal","seat":1,"cards":"七"}'),
    "a winner dealt too few": (_DEAL, _DISCARD, '{"type":"hu","seat":1,"card":"六"}'),
}


@pytest.mark.parametrize("events", LEFT.values(), ids=LEFT.keys())
def test_what_cannot_be_known_is_left_to_the_plain_engine(events: tuple[str, ...]) -> None:
    line = _HEAD + ",".join(events) + "]}"
    assert audit_records([loads(line)], [load_rules("leshan")]) == [None]
