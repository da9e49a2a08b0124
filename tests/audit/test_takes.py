"""欺三搭一 and 多拿牌: deals recorded take by take (S0-107, S2-109, S2-110)."""

from __future__ import annotations

import pytest

from erqishi_logs.audit import audit_record
from erqishi_logs.record import Event, Record
from erqishi_logs.rules import load_preset


def dealt(sizes: dict[int, list[int]], players: int = 3) -> Record:
    """Takes in turn, unseen cards, dealer 0; a discard ends it."""
    events = []
    for take in range(max(map(len, sizes.values()))):
        for seat, counts in sizes.items():
            if take < len(counts):
                events.append(Event(type="deal", seat=seat, cards="?" * counts[take]))
    events.append(Event(type="discard", seat=0, card="一"))
    rules = "leshan" if players == 3 else "leshan-4"
    return Record(
        format="erqishi-log/1", rules=rules, players=("甲", "乙", "丙", "丁")[:players], dealer=0, events=events
    )


TWOS = [2] * 10
CASES = [
    ("s0_107_twos_and_the_dealers_last_one", {0: [*TWOS, 1], 1: TWOS, 2: TWOS}, []),
    (
        "s2_110_three_then_one",
        {0: [*TWOS, 1], 1: [2, 3, 1, *TWOS[3:]], 2: TWOS},
        [("qi_san_da_yi", 1, 4), ("qi_san_da_yi", 1, 7)],
    ),
    ("s2_109_a_pair_for_the_last_one", {0: [*TWOS, 2], 1: TWOS, 2: TWOS}, [("duo_mo", 0, 30), ("qi_san_da_yi", 0, 30)]),
    ("one_event_is_no_take", {0: [21], 1: [20], 2: [20]}, []),
]


@pytest.mark.parametrize(("sizes", "expected"), [c[1:] for c in CASES], ids=[c[0] for c in CASES])
def test_takes(sizes: dict[int, list[int]], expected: list[tuple[str, int, int]]) -> None:
    found = audit_record(dealt(sizes), load_preset("leshan")).findings
    assert [(f.code, f.seat, f.event) for f in found if f.severity == "violation"] == expected


def test_s0_121_only_xiaojias_third_take_is_wrong() -> None:
    hand = dealt({0: [*TWOS, 1], 1: TWOS, 2: TWOS, 3: [1, 1, 1]}, players=4)
    found = [(f.code, f.seat, f.event) for f in audit_record(hand, load_preset("leshan-4")).findings]
    assert found[:2] == [("duo_mo", 3, 11), ("qi_san_da_yi", 3, 11)]
    assert {code for code, *_ in found} == {"duo_mo", "qi_san_da_yi", "unfinished"}


def test_s0_121_xiaojia_takes_one_twice() -> None:
    hand = dealt({0: [*TWOS, 1], 1: TWOS, 2: TWOS, 3: [1, 1]}, players=4)
    assert [f.code for f in audit_record(hand, load_preset("leshan-4")).findings] == ["unfinished"]
