"""Impossible events (FORMAT, Faults): each is skipped, changes nothing, takes no card of the wall."""

from __future__ import annotations

import pytest

from erqishi_logs.record import Record, loads_pu
from erqishi_logs.replay import replay_record
from erqishi_logs.rules import load_rules

A = "一一二三三五六八八九九壹壹貳叄伍柒捌玖玖拾"  # 21: 甲 deals
B = "二二四四五五六六七七貳貳叄叄肆肆伍伍陸陸"
HEAD = "譜 1\n規則 {rules}\n家 甲 乙 丙\n莊 甲\n{wall}叨 乙 {cut}\n發 甲 {a}\n發 乙 {b}\n發 丙 {c}\n"


def record(
    events: str, *, a: str = A, b: str = B, c: str = "?", wall: str = "", cut: str = "十", rules: str = "leshan"
) -> Record:
    head = HEAD.format(rules=rules, a=a, b=b, c=c, cut=cut, wall=f"牌墩 {wall}\n" if wall else "")
    (found,) = loads_pu(head + events)
    assert isinstance(found, Record), found
    return found


def faults(events: str, **deal: str) -> list[tuple[str, int | None, int]]:
    replay = replay_record(record(events, **deal), load_rules("leshan"))
    return [(f.code, f.seat, f.event - 4) for step in replay.steps for f in step.faults]


# Event numbers count from 0 after the cut and the three deals.
CASES = [
    ("clean", "打 甲 一\n翻 乙 十\n", {}, []),
    ("fifth_copy_by_a_flip", "打 甲 柒\n翻 乙 八\n翻 丙 八\n翻 甲 八\n", {}, [("fifth_copy", 0, 3)]),
    ("fourth_copy_is_fine", "打 甲 柒\n翻 乙 八\n翻 丙 八\n", {}, []),
    (
        "fifth_copy_out_of_an_unseen_hand_is_not_also_not_in_hand",
        "打 甲 一\n翻 乙 四\n打 丙 四\n打 丙 四\n",
        {},
        [("fifth_copy", 2, 3)],
    ),
    ("fifth_copy_in_a_deal", "打 甲 一\n", {"b": "一一一" + B[3:]}, [("fifth_copy", 1, -2)]),
    ("not_in_hand_discard", "打 甲 四\n", {}, [("not_in_hand", 0, 0)]),
    ("not_in_hand_dui", "打 甲 九\n對 乙\n", {}, [("not_in_hand", 1, 1)]),
    ("not_in_hand_kai_with_two", "打 甲 二\n開 乙\n", {}, [("not_in_hand", 1, 1)]),
    ("not_in_hand_chi", "打 甲 一\n吃 乙 二三\n", {}, [("not_in_hand", 1, 1)]),
    ("not_in_hand_bai", "打 甲 三\n吃 乙 四五 擺 三叄叄\n", {}, [("not_in_hand", 1, 1)]),
    ("unseen_hand_runs_out", "打 丙 十\n" + "打 丙 ?\n" * 20, {}, [("not_in_hand", 2, 20)]),
    ("no_live_card_after_a_claim", "打 甲 二\n對 乙\n吃 乙 三四\n", {}, [("no_live_card", 1, 2)]),
    ("wall_differs", "打 甲 一\n翻 乙 拾\n", {"wall": "十拾"}, [("wall_differs", 1, 1)]),
    (
        "wall_differs_takes_no_card",
        "打 甲 一\n翻 乙 拾\n翻 乙 十\n翻 丙 拾\n",
        {"wall": "十拾"},
        [("wall_differs", 1, 1)],
    ),
    ("unseen_flip_never_differs", "打 甲 一\n翻 乙 ?\n翻 丙 拾\n", {"wall": "十拾"}, []),
    ("early_huang", "打 甲 一\n黃\n翻 乙 十\n", {}, [("early_huang", None, 1)]),
    ("wall_overrun", "打 甲 一\n" + "翻 乙 ?\n" * 19, {}, [("wall_overrun", 1, 19)]),
    ("huang_when_the_wall_is_empty", "打 甲 一\n" + "翻 乙 ?\n" * 18 + "黃\n", {}, []),
    ("after_end", "打 甲 一\n" + "翻 乙 ?\n" * 18 + "黃\n打 乙 二\n", {}, [("after_end", 1, 20)]),
    ("note_and_baopai_may_follow_the_end", "打 甲 一\n" + "翻 乙 ?\n" * 18 + "黃\n註 完了\n包 丙 亂打 20\n", {}, []),
]


@pytest.mark.parametrize(("events", "deal", "expected"), [c[1:] for c in CASES], ids=[c[0] for c in CASES])
def test_faults(events: str, deal: dict[str, str], expected: list[tuple[str, int | None, int]]) -> None:
    assert faults(events, **deal) == expected


def test_claim_that_does_not_fit_the_live_card_is_no_live_card() -> None:
    hand = record("打 甲 二\n對 乙\n")
    hand.events[-1].card = "四"
    replay = replay_record(hand, load_rules("leshan"))
    assert [f.code for f in replay.steps[-1].faults] == ["no_live_card"]
    assert replay.table.seats[1].exposed == []


def test_skipped_event_changes_nothing() -> None:
    events = "打 甲 一\n翻 乙 十\n"
    with_fault = replay_record(record("打 甲 四\n" + events), load_rules("leshan"))
    without = replay_record(record(events), load_rules("leshan"))
    for one, other in zip(with_fault.table.seats, without.table.seats, strict=True):
        assert (one.concealed, one.unseen, one.exposed) == (other.concealed, other.unseen, other.exposed)
    assert with_fault.table.wall_left == without.table.wall_left
    assert with_fault.stopped_making_sense == 4


VOID = [
    ("s0_160_any_penalty_but_zha_hu_goes_on", "和過張", "leshan", None),
    ("s0_160_zha_hu_ends", "詐和", "leshan", 5),
    ("s0_147_hushu_bugou_goes_on", "和數不夠", "leshan", None),
    ("s2_120_hushu_bugou_ends_in_quan", "和數不夠", "quan", 5),
]


@pytest.mark.parametrize(("code", "rules", "ended"), [v[1:] for v in VOID], ids=[v[0] for v in VOID])
def test_baohou_jixu(code: str, rules: str, ended: int | None) -> None:
    hand = record(f"打 甲 一\n和 乙\n包 乙 {code} 20\n", rules=rules)
    replay = replay_record(hand, load_rules(rules))
    assert replay.table.ended == ended
    assert (replay.table.phase.live is None) == (ended is not None), "a void win leaves the card live"


def test_unpunished_win_ends() -> None:
    assert replay_record(record("打 甲 一\n和 乙\n翻 乙 十\n"), load_rules("leshan")).table.ended == 5
