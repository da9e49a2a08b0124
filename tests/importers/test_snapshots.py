"""eqs-snapshots (PLATFORMS, A): whole hands as the platform sends them, and what of them is beyond the rules."""

from __future__ import annotations

import copy
import json
from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest

from erqishi_logs.importers import snapshots
from erqishi_logs.pipeline.judge import Judge
from tests.importers.eqs_table import Table

if TYPE_CHECKING:
    from pathlib import Path

    from erqishi_logs.archive import Judged
    from erqishi_logs.record import Record

JUDGE = Judge({})
SMALL_BIG = "一二三四五六七八九十壹貳叄肆伍陸柒捌玖拾"

KUN = (
    "一八肆肆六六九九捌捌伍伍叄叄貳貳十十柒玖拾",
    "二二六七七九十壹叄叄肆伍陸柒捌捌玖拾拾陸",
    "一一三三五五八八二七十四四四貳柒拾陸玖壹",
)
KUN_QUAN = (
    "一八肆肆九九捌捌叄叄貳貳十十五五柒玖拾伍七",
    "二二六七七九十壹叄叄肆陸柒捌玖拾拾陸貳五",
    "伍伍一一三三六六八八二七十四四四陸玖壹捌",
)
PLAIN = (
    "玖五五六六九九捌捌伍伍肆肆陸拾拾七七三八壹",
    "四四四貳柒拾二七十一二三壹貳叄八九十伍陸",
    "一一三五六八八九十壹貳叄叄肆伍陸捌玖玖柒",
)
STAKE_2 = {"name": "乐山", "diFen": 2}


def load_text(tmp_path: Path, text: str | bytes, name: str = "x.eqs.json") -> list[snapshots.Item]:
    path = tmp_path / name
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return list(snapshots.load([path]))


def load_one(tmp_path: Path, shots: Any) -> Record:
    (item,) = load_text(tmp_path, json.dumps(shots, ensure_ascii=False))
    assert item.error is None, item.error
    assert item.record is not None
    return item.record


def judged(record: Record) -> Judged:
    return JUDGE.judge("x", record)


def said(record: Record) -> list[str]:
    """Each event as a few words: 0 discard 一."""
    return [" ".join(str(p) for p in (e.seat, e.type, e.card) if p is not None) for e in record.events]


def kun_hand(**room: Any) -> Table:
    table = Table(list(KUN), **({"rules": STAKE_2} | room))
    for claimed, put_out in (("一", "陸"), ("三", "玖"), ("五", "壹")):
        _ = table.discard(0, claimed) if claimed == "一" else table.flip(0, claimed)
        table.claim(2, 45, claimed * 2).discard(2, put_out)
    return table.flip(0, "肆").claim(0, 45, "肆肆").discard(0, "八").hu(2)


def kun_quan_hand() -> Table:
    table = Table(list(KUN_QUAN), circle=5, rules=STAKE_2)
    for claimed, put_out in (("一", "陸"), ("三", "玖"), ("六", "壹"), ("伍", "捌")):
        _ = table.discard(0, claimed) if claimed == "一" else table.flip(0, claimed)
        table.claim(2, 45, claimed * 2).discard(2, put_out)
    return table.flip(0, "肆").claim(0, 45, "肆肆").discard(0, "八").hu(2)


def plain_hand(**room: Any) -> Table:
    return Table(list(PLAIN), **room).discard(0, "玖").flip(1, "六").flip(2, "柒").hu(1)


CHECKED = [
    (kun_hand().settle([-24, 0, 24], winner=2, huShu=16, huRules=[1003]), (16, ("kun",), 4), (-24, 0, 24), 1),
    (
        kun_quan_hand().settle([-24, 0, 24], winner=2, huShu=13, huRules=[1003, 1002]),
        (13, ("kun", "quan"), 4),
        (-24, 0, 24),
        5,
    ),
    (plain_hand().settle([-1, 2, -1], winner=1, huShu=12, huRules=[]), (12, (), 1), (-1, 2, -1), 1),
]


@pytest.mark.parametrize(("shots", "declared", "pay", "quan"), CHECKED, ids=["16 kun", "13 kun quan", "12 flip"])
def test_p_checked_settlements(shots: Any, declared: Any, pay: Any, quan: int, tmp_path: Path) -> None:
    record = load_one(tmp_path, shots)
    hu = record.events[-1]
    assert (hu.hushu, hu.titles, hu.total) == declared
    assert record.pay == pay
    assert (record.rules, record.session, record.hand, record.quan) == ("app-leshan", "271027", 1, quan)
    verdict = judged(record).verdict
    assert verdict.findings == ()
    assert (verdict.hushu, verdict.titles, verdict.total) == declared
    assert verdict.pay == pay


def test_a_payment_that_the_rules_do_not_give_is_told(tmp_path: Path) -> None:
    record = load_one(tmp_path, kun_hand().settle([-30, 0, 30], winner=2, huShu=16, huRules=[1003]))
    assert [f.code for f in judged(record).verdict.findings if f.severity == "fault"] == ["pay_differs"]


def test_a_stake_that_the_room_does_not_name_is_the_one_at_which_the_payment_is_right(tmp_path: Path) -> None:
    unnamed = kun_hand(rules={}).settle([-24, 0, 24], winner=2, huShu=16, huRules=[1003])
    record = load_one(tmp_path, unnamed)
    assert (record.stake, record.events[-1].total, judged(record).verdict.findings) == (2, None, ())


COURSE = [
    "0 deal", "1 deal", "2 deal", "0 discard 玖", "1 flip 六", "2 flip 柒", "1 hu 柒"
]  # fmt: skip


def test_the_whole_course_is_read(tmp_path: Path) -> None:
    record = load_one(tmp_path, plain_hand().settle([-1, 2, -1], winner=1, huShu=12, huRules=[]))
    assert said(record) == COURSE
    assert tuple(record.events[0].cards or "") == tuple(PLAIN[0])
    assert (record.players, record.dealer) == (("甲", "乙", "丙"), 0)


def without(shots: list[dict[str, Any]], *keys: str) -> list[dict[str, Any]]:
    return [{key: value for key, value in shot.items() if key not in keys} for shot in shots]


def test_without_any_operation_the_course_follows_from_the_tables(tmp_path: Path) -> None:
    for shots, *_ in CHECKED:
        whole, bare = load_one(tmp_path, shots), load_one(tmp_path, without(shots, "oper", "operUid"))
        assert bare.events == whole.events


@pytest.mark.parametrize("kept", [2, 3, 5, 8])
def test_several_things_between_two_snapshots_come_in_their_order(kept: int, tmp_path: Path) -> None:
    for shots, *_ in CHECKED[:2]:
        thinned = [shots[0], *shots[1:-2][kept - 1 :: kept], *shots[-2:]]
        assert said(load_one(tmp_path, thinned)) == said(load_one(tmp_path, shots))


def test_only_the_deal_and_the_end(tmp_path: Path) -> None:
    shots = CHECKED[0][0]
    assert said(load_one(tmp_path, [shots[0], *shots[-2:]])) == said(load_one(tmp_path, shots))


def test_the_view_of_one_seat_has_the_others_unseen(tmp_path: Path) -> None:
    table = Table(list(PLAIN), hidden=(0, 2)).discard(0, "玖").flip(1, "六").flip(2, "柒").hu(1)
    shots = table.settle([-1, 2, -1], winner=1, huShu=12, huRules=[])
    seen = load_one(tmp_path, shots)
    assert [e.cards and len(e.cards) for e in seen.events[:3]] == [21, 20, 20]
    assert sorted(seen.events[0].cards or "") == sorted(PLAIN[0]), "the settlement shows all hands"
    for user in shots[-1]["users"]:
        user["handCards"] = len(user["handCards"])
    seen = load_one(tmp_path, shots)
    assert [e.cards for e in seen.events[:3]] == ["?" * 21, PLAIN[1], "?" * 20]
    assert not [f for f in judged(seen).verdict.findings if f.severity != "note"]


def test_copies_unknown_and_the_other_platforms_numbers(tmp_path: Path) -> None:
    def renumbered(value: Any, change: Any) -> Any:
        if isinstance(value, dict):
            skip = ("uid", "zhuangId", "roomId", "operUid", "huRules")
            return {k: v if k in skip else renumbered(v, change) for k, v in value.items()}
        if isinstance(value, list):
            return [renumbered(one, change) for one in value]
        return change(value) if isinstance(value, int) and value > 110 else value

    shots = CHECKED[0][0]
    whole = load_one(tmp_path, shots)
    assert load_one(tmp_path, renumbered(shots, lambda n: n // 10 * 10)).events == whole.events
    plain = renumbered(shots, lambda n: n // 100 + 10 * (n // 10 % 10 - 1))
    assert load_one(tmp_path, plain).events == whole.events


# --- offers, passes, claims that did not happen


def test_a_pass_is_one_where_the_platform_says_so(tmp_path: Path) -> None:
    offer = {"oper": 46, "targetId": 921, "id1": 721, "id2": 821}
    table = Table(list(PLAIN)).discard(0, "玖", s1={"opers": [offer]})
    offer["targetId"] = table.live[0]
    table.shoot(s1={"opers": [offer], "currOper": 49})
    table.flip(1, "六", s1={"currOper": 49}).flip(2, "柒", s1={"currOper": 49}).hu(1)
    record = load_one(tmp_path, table.settle([-1, 2, -1], winner=1, huShu=12, huRules=[]))
    assert said(record) == [*COURSE[:4], "1 pass 玖", *COURSE[4:]]
    assert record.events[4].extra == {"_offers": [offer]}


def test_offers_that_nobody_answers_are_kept_and_are_no_pass(tmp_path: Path) -> None:
    table = Table(list(PLAIN)).discard(0, "玖", s1={"opers": [46]}).flip(1, "六").flip(2, "柒").hu(1)
    record = load_one(tmp_path, table.settle([-1, 2, -1], winner=1, huShu=12, huRules=[]))
    assert said(record) == COURSE
    assert record.events[3].extra == {"_offers": {"1": [{"oper": 46}]}}


def test_a_claim_that_a_higher_one_took_over_is_overruled(tmp_path: Path) -> None:
    table = Table(list(KUN), rules=STAKE_2).discard(0, "一")
    chi = {"oper": 46, "targetId": table.live[0], "id1": 211, "id2": 212}
    table.shoot(s1={"opers": [chi], "currOper": 46}, s2={"opers": [45]})
    table.claim(2, 45, "一一", s1={"currOper": 46}, s2={"currOper": 45}).discard(2, "陸")
    record = load_one(tmp_path, table.shots)
    assert said(record)[3:] == ["0 discard 一", "1 chi 一", "2 dui 一", "2 discard 陸"]
    assert record.events[4].overruled
    assert record.events[4].cards == "二二"


# --- claims with cards laid, quads, 小家


def test_chi_with_cards_laid_in_steps_of_their_own(tmp_path: Path) -> None:
    hands = [
        "六一二三三四五六七八九十貳貳叄肆陸柒玖玖拾",
        "五七六五伍九一二三三四七八九肆肆伍捌拾拾",
        "陸一一二二四四五八八十壹壹貳叄肆伍陸捌玖",
    ]
    table = Table(hands).discard(0, "六").claim(1, 46, "五七").bai(1, "六五伍").discard(1, "九")
    chi = load_one(tmp_path, table.shots).events[4]
    assert (chi.type, chi.card, chi.cards, chi.bai) == ("chi", "六", "五七", ("六五伍",))
    at_once = Table(hands).discard(0, "六").claim(1, 46, "五七", quiet=True).bai(1, "六五伍", quiet=True)
    assert load_one(tmp_path, at_once.discard(1, "九").shots).events[4] == chi


def test_s0_bakuai_is_called_where_the_platform_goes_on_without_a_discard(tmp_path: Path) -> None:
    hands = [
        "八二三四五五六八八九十壹貳肆肆伍柒柒玖拾拾",
        "一一二三四四五六九壹貳叄叄陸柒捌捌玖玖拾",
        "七七七貳二二五六六八九十壹叄叄肆肆伍伍陸",
    ]
    table = Table(hands).discard(0, "八").flip(1, "七").claim(2, 43, "七七七").discard(2, "貳")
    assert said(load_one(tmp_path, table.shots))[5:] == ["2 kai 七", "2 discard 貳"]
    hands = [
        "八一五九九十十壹壹貳肆肆伍伍陸陸柒捌捌玖拾",
        "一一二二三三四五九壹貳叄叄肆伍陸柒捌玖拾",
        "七七七六六六六一二二四四五八十叄肆捌玖拾",
    ]
    for hidden in ((), (2,)):
        table = Table(hands, hidden=hidden).discard(0, "八").flip(1, "七").claim(2, 43, "七七七").flip(0, "壹")
        record = load_one(tmp_path, table.shots)
        assert said(record)[5:] == ["2 kai 七", "2 bakuai", "0 flip 壹"]
        assert record.events[6].blocks == 8


FOUR = [
    "八一二三五六七八九九壹壹叄肆伍陸陸柒玖玖拾",
    "三四四五九十壹壹貳叄叄肆肆伍伍柒柒捌捌拾",
    "一一二三四五六七七十貳貳叄肆伍陸柒捌玖拾",
    "六一",
]


@pytest.mark.parametrize("hidden", [(), (3,)])
@pytest.mark.parametrize("quiet", [False, True])
def test_s0_092_xiaojia_draws_keeps_and_discards(hidden: tuple[int, ...], quiet: bool, tmp_path: Path) -> None:
    table = Table(FOUR, hidden=hidden).discard(0, "八").flip(1, "三").flip(2, "二").draw(3, "九", quiet=quiet)
    table.discard(3, "六").flip(0, "四")
    record = load_one(tmp_path, table.shots)
    assert (record.rules, record.house, record.n_players) == ("app-leshan", ("players=[4]",), 4)
    drawn = "?" if hidden else "九"
    tail = ["1 flip 三", "2 flip 二", f"3 draw {drawn}", "3 discard 六", "0 flip 四"]
    assert said(record)[5:] == tail


def test_xiaojia_shows_what_he_does_not_keep(tmp_path: Path) -> None:
    table = Table(FOUR).discard(0, "八").flip(1, "三").flip(2, "二").flip(3, "九").flip(0, "四")
    assert said(load_one(tmp_path, table.shots))[-2:] == ["3 flip 九", "0 flip 四"]


# --- outside the rules


OUTSIDE = [
    ({"huRules": [1003, 1005]}, {}, "清一色", {"_huRules": [1005]}),
    ({"huRules": [1003, 1008, 1009]}, {}, "大胡、上台", {"_huRules": [1008, 1009]}),
    ({"huRules": [1003, 4711]}, {}, "huRules 4711", {"_huRules": [4711]}),
    ({"huRules": [1003], "huType": 31}, {}, "打圈半自付", {"_huType": 31}),
    ({"huRules": [1003]}, {"yuScore": 2}, "雨分", None),
]


@pytest.mark.parametrize(("won", "each", "name", "kept"), OUTSIDE, ids=[case[2] for case in OUTSIDE])
def test_what_the_rules_do_not_know_is_kept_and_accuses_nobody(
    won: Any, each: Any, name: str, kept: Any, tmp_path: Path
) -> None:
    shots = kun_hand().settle([-60, -6, 66], winner=2, huShu=16, **won)
    for user in shots[-1]["users"]:
        user.update(each)
    record = load_one(tmp_path, shots)
    assert record.pay is None
    assert record.extra is not None
    assert record.extra["_pay"] == [-60, -6, 66]
    hu, note = record.events[-2:]
    assert (hu.hushu, hu.titles, hu.total, hu.extra) == (16, ("kun",), None, kept)
    assert note.text == f"規則以外，不按規則核對：{name}"
    assert judged(record).verdict.findings == ()


def test_three_cards_changed_before_the_play_are_dealt_so(tmp_path: Path) -> None:
    shots = kun_hand().settle([-24, 0, 24], winner=2, huShu=99, huRules=[1003])
    first = copy.deepcopy(shots[0])
    first["users"][0]["handCards"], first["users"][1]["handCards"] = (
        first["users"][0]["handCards"][:1] + first["users"][1]["handCards"][:3] + first["users"][0]["handCards"][4:],
        first["users"][0]["handCards"][1:4] + first["users"][1]["handCards"][3:],
    )
    swap = {"userCard": shots[0]["users"], "operUid": 70, "oper": {"oper": 51}}
    record = load_one(tmp_path, [first, swap, *shots[1:]])
    assert sorted(record.events[0].cards or "") == sorted(KUN[0])
    assert record.events[-2].extra == {"_huShu": 99, "_huRules": [1003]}
    assert judged(record).verdict.findings == ()


def ba_yu_hand() -> Table:
    table = Table(list(KUN), rules=STAKE_2).discard(0, "一").claim(2, 45, "一一").discard(2, "陸")
    table.flip(0, "六").flip(1, "壹").flip(2, "一")
    table.oper(2, 44, targetId=table.live[0], **{"from": -1})  # the fourth 一 joins the 對
    table.melds[2][0] = {**table.melds[2][0], "oper": 44}
    table.shoot().discard(2, "玖").flip(0, "三")  # then the room is left
    return table


def test_after_ba_yu_nothing_is_judged_and_nothing_is_lost(tmp_path: Path) -> None:
    record = load_one(tmp_path, ba_yu_hand().settle([0, 0, 0]))
    assert said(record)[-4:] == ["1 flip 壹", "2 flip 一", "2 note", "note"]
    assert record.extra is not None
    assert [(e["type"], e.get("card")) for e in record.extra["_rest"]] == [
        ("discard", "玖"), ("flip", "三")
    ]  # fmt: skip
    assert record.extra["_pay"] == [0, 0, 0]
    assert [f.code for f in judged(record).verdict.findings] == ["unfinished"]


def test_a_win_that_only_the_settlement_tells_of(tmp_path: Path) -> None:
    shots = kun_hand().settle([-24, 0, 24], winner=2, huShu=16, huRules=[1003])
    assert load_one(tmp_path, [*shots[:-2], shots[-1]]).events == load_one(tmp_path, shots).events


def test_a_room_that_is_left_is_no_drawn_hand(tmp_path: Path) -> None:
    table = Table(list(KUN)).discard(0, "一").flip(1, "六")
    assert said(load_one(tmp_path, table.settle([0, 0, 0])))[-1] == "1 flip 六"


def test_s0_171_a_drawn_hand_is_one_whose_wall_is_empty(tmp_path: Path) -> None:
    table = Table(list(KUN)).discard(0, "一")
    rest = list((Counter(dict.fromkeys("".join(SMALL_BIG), 4)) - Counter("".join(KUN))).elements())
    for turn, card in enumerate(rest, 1):
        table.flip(turn % 3, card)
    record = load_one(tmp_path, table.settle([0, 0, 0]))
    assert said(record)[-1] == "huang"
    assert [f.code for f in judged(record).verdict.findings if f.severity == "fault"] == []
