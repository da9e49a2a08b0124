"""The importer of operation lists on hands typed by hand (fixtures/operations/README.md; PLATFORMS, B)."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from erqishi_logs.audit import audit_record
from erqishi_logs.importers import find_importer
from erqishi_logs.importers.operations import load, sniff
from erqishi_logs.record import dumps_pu
from erqishi_logs.rules import load_preset

FIXTURES = Path(__file__).parent / "fixtures" / "operations"
ALL = ("whole.json", "several.json", "lines.json", "xiaojia.json", "view.json")
SMALL_BIG = "一二三四五六七八九十壹貳叄肆伍陸柒捌玖拾"

DEAL = """
發 乙 一一六八八九九十壹壹壹貳叄肆伍陸陸柒玖玖拾
發 丙 二二三五五七八九九十壹貳叄叄伍陸捌捌捌玖
發 甲 三三四四四四五六六七十貳叄肆肆伍柒捌拾拾
"""
WHOLE = """
打 乙 八
吃 丙 七九 擺 八九十
打 丙 玖
搶 吃 甲 柒捌
對 乙
打 乙 九
翻 丙 七
過 甲
翻 甲 一
和 乙: 六陸陸 一一一 壹壹壹 八九十 叄肆伍 貳柒拾 無番 16和
付 乙 +4 丙 -2 甲 -2
"""


def read(name):
    return [item.record for item in load([FIXTURES / name])]


def told(record):
    """The course of a record as a 譜 has it, the head and what is kept under `_` apart."""
    lines = dumps_pu(record).splitlines()
    at = next(n for n, line in enumerate(lines) if line.startswith("發"))
    return [line for line in lines[at:] if line and not line.startswith("附")]


def lines(text):
    return text.strip().splitlines()


def findings(record):
    return [(f.severity, f.code) for f in audit_record(record, load_preset(record.rules)).findings]


def notes(record):
    return [event.text for event in record.events if event.type == "note"]


def test_a_whole_hand_is_read_from_the_deal_to_the_payment():
    (record,) = read("whole.json")
    assert told(record) == lines(DEAL) + lines(WHOLE)
    assert (record.players, record.dealer, record.session, record.hand) == (("乙", "丙", "甲"), 0, "123456", 3)
    assert (record.source, record.rules, record.stake, record.quan) == ("2710", "app-leshan", None, None)
    assert record.wall == "七一二五十貳三六七八肆柒伍陸柒玖拾一二"
    assert findings(record) == []


def test_offers_waiting_and_the_lobby_are_kept_with_their_place():
    (record,) = read("whole.json")
    kept = [(at, op["k"]) for at, op in record.extra["_ops"]]
    assert kept == [
        (0, 1 << 19),
        (0, 128),
        (1, 512),
        (1, 1 << 21),
        (3, 512),
        (3, 2048),
        (7, 512),
        (9, 67584),
        (10, 996),
    ]
    assert record.extra["_rule"] == [2, 16]
    assert record.extra["_uids"] == [72, 73, 71]


def test_a_drawn_hand_ends_with_huang():
    drawn, _ = read("several.json")
    assert [event.type for event in drawn.events[-2:]] == ["flip", "huang"]
    assert drawn.pay == (0, 0, 0)
    assert findings(drawn) == []


def test_a_bai_in_an_operation_of_its_own_belongs_to_the_chi():
    _, record = read("several.json")
    assert told(record) == lines(DEAL) + [line for line in lines(WHOLE) if not line.startswith("搶")]


def test_a_refused_win_is_told_in_a_note_and_is_no_finding():
    record = read("lines.json")[0]
    assert [(e.seat, e.text) for e in record.events if e.type == "note"] == [(0, "加番或者改變手上牌型，才能胡牌")]
    assert findings(record) == []


def test_titles_of_the_app_are_named_and_its_payment_is_not_compared():
    record = read("lines.json")[1]
    assert notes(record) == ["規則之外，不評：清一色、滾番"]
    assert (record.pay, record.extra["_pay"]) == (None, [16, -8, -8])
    assert record.extra["_result"]["list"][0]["mingtang"] == [4, 8, 11]
    assert findings(record) == []


def test_quan_and_base_multiply():
    record = read("lines.json")[2]
    assert (record.quan, record.stake, record.pay) == (9, 2, (16, -8, -8))
    assert [e.titles for e in record.events if e.type == "hu"] == [("quan",)]
    assert findings(record) == []


def test_a_yu_ends_what_can_be_told_and_accuses_nobody():
    record = read("lines.json")[3]
    assert notes(record) == ["雨：規則之外，此後不入記錄", "規則之外，不評：雨"]
    assert [op["k"] for op in record.extra["_rest"]] == [256, 64]
    assert findings(record) == [("note", "unfinished")]


def test_xiaojia_draws_keeps_and_wins():
    record = read("xiaojia.json")[0]
    assert record.players == ("乙", "丙", "甲", "丁")
    acts = ["摸 丁 柒", "打 丁 三", "翻 乙 拾", "和 丁: 貳柒拾 無番 6和", "付 乙 -10 丙 -10 甲 -10 丁 +30"]
    assert told(record)[-5:] == acts
    assert findings(record) == []


def test_xiaojia_is_the_last_seat_wherever_the_list_has_him():
    one, other, _ = read("xiaojia.json")
    assert (one.events, one.players) == (other.events, other.players)


def test_a_drawn_card_that_is_shown_is_a_flip():
    record = read("xiaojia.json")[2]
    assert told(record)[-2:] == ["翻 丁 柒", "過 甲"]


def test_what_a_view_has_not_seen_is_unseen():
    (record,) = read("view.json")
    assert [event.cards for event in record.events[:2]] == ["?" * 21, "?" * 20]
    assert record.wall is None
    assert [finding for finding in findings(record) if finding[0] != "note"] == []


# -- single changes of the whole hand


def changed(tmp_path, **keys):
    """The hand of whole.json with other keys; its record."""
    plain = json.loads((FIXTURES / "whole.json").read_text(encoding="utf-8")) | keys
    path = tmp_path / "changed.json"
    path.write_text(json.dumps(plain), encoding="utf-8")
    (item,) = load([path])
    assert item.error is None, item.error
    return item.record


def result(**keys):
    """The settlement of whole.json with other keys for the winner."""
    plain = json.loads((FIXTURES / "whole.json").read_text(encoding="utf-8"))["result"]
    plain["list"][0] |= keys
    return plain


def test_a_payment_that_the_rules_do_not_give_is_found(tmp_path):
    plain = result(winlose=600)
    plain["list"][1]["winlose"] = -400
    assert findings(changed(tmp_path, result=plain)) == [("fault", "pay_differs")]


def test_more_hushu_than_there_is_is_found(tmp_path):
    assert ("violation", "xiao_bao_da") in findings(changed(tmp_path, result=result(huxi=21)))


@pytest.mark.parametrize(
    ("keys", "name"),
    [
        ({"mingtang": [4, 12]}, "大胡"),
        ({"mingtang": [13]}, "上臺"),
        ({"mingtang": [23]}, "名堂 23"),
        ({"mingtang": [9]}, "未記圈而報圈"),
        ({"hufan": 1}, "番數多於名堂"),
        ({"yuScore": 400}, "結算項 yuScore"),
        ({"hand": [{"cards": [1, 2, 3]}]}, "和牌各房與手牌不合"),
    ],
)
def test_what_cannot_be_compared_is_left_out_and_named(tmp_path, keys, name):
    plain = result(**keys)
    plain["list"][0]["winlose"] = 1600
    plain["list"][1]["winlose"] = plain["list"][2]["winlose"] = -800
    record = changed(tmp_path, result=plain)
    assert notes(record) == [f"規則之外，不評：{name}"]
    assert record.extra["_pay"] == [16, -8, -8]
    assert findings(record) == []


def test_a_settlement_of_some_players_only_is_not_compared(tmp_path):
    plain = result()
    del plain["list"][2]
    record = changed(tmp_path, result=plain)
    assert (notes(record), record.pay) == (["規則之外，不評：結算不全"], None)


def test_a_yu_overrules_a_claim_of_the_same_card(tmp_path):
    plain = json.loads((FIXTURES / "lines.json").read_text(encoding="utf-8").splitlines()[3])
    ops = plain["player_ops"]
    ops.insert(-3, {"oper": 71, "k": 1024, "v": [19, 17, 18, 0]})
    record = changed(tmp_path, **plain)
    assert [(e.seat, e.overruled) for e in record.events if e.type == "chi"][-1] == (2, True)
    assert findings(record) == [("note", "unfinished")]


def test_xiaojia_whose_cards_were_not_seen_is_told_by_his_draws(tmp_path):
    raw = (FIXTURES / "xiaojia.json").read_text(encoding="utf-8")
    plain = json.JSONDecoder().raw_decode(raw[raw.index('{"uid": "x-2"') :])[0]
    for player in plain["players"][2:]:
        del player["hand_cards"]
    record = changed(tmp_path, **plain)
    assert record.players == ("乙", "丙", "甲", "丁")
    assert [len(event.cards) for event in record.events[:4]] == [21, 20, 20, 2]


def test_double_quan_is_a_title_where_it_is_paid(tmp_path):
    ops = json.loads((FIXTURES / "whole.json").read_text(encoding="utf-8"))["player_ops"]
    ops.insert(1, {"oper": 72, "k": 16, "v": [9]})
    record = changed(tmp_path, player_ops=ops, result=result(mingtang=[10], hufan=2))
    assert (record.house, record.events[-1].titles) == (("quan_quad_fan=2",), ("quan", "shuangquan"))


@pytest.mark.parametrize("hand", [[[6, 16, 16], [1, 1]], [[6, 16, 16], [1, 1], [1]]], ids=["apart", "beside"])
def test_the_winning_card_may_stand_beside_the_hand(tmp_path, hand):
    rest = [[11, 11, 11], [8, 9, 10], [13, 14, 15], [12, 17, 20]]
    record = changed(tmp_path, result=result(hand=[{"cards": cards} for cards in hand + rest]))
    melds = next(event.melds for event in record.events if event.type == "hu")
    assert sorted("".join(melds)) == sorted("六陸陸一一一壹壹壹八九十叄肆伍貳柒拾")


def test_a_group_won_with_the_card_may_lie_on_the_table(tmp_path):
    plain = result(putout=[{"cards": [19, 19, 19]}, {"cards": [1, 1, 1]}])
    del plain["list"][0]["hand"][1]
    record = changed(tmp_path, result=plain)
    assert findings(record) == []
    assert "一一一" in next(event.melds for event in record.events if event.type == "hu")


def test_the_winner_of_the_settlement_overrules_another_claim(tmp_path):
    ops = json.loads((FIXTURES / "whole.json").read_text(encoding="utf-8"))["player_ops"]
    ops.insert(-2, {"oper": 73, "k": 1 << 17, "v": [1]})
    record = changed(tmp_path, player_ops=ops)
    assert [(e.seat, e.overruled) for e in record.events if e.type == "hu"] == [(1, True), (0, False)]


def test_a_settlement_alone_tells_of_a_win(tmp_path):
    ops = json.loads((FIXTURES / "whole.json").read_text(encoding="utf-8"))["player_ops"][:-2]
    record = changed(tmp_path, player_ops=ops)
    assert told(record) == lines(DEAL) + lines(WHOLE)


def test_a_hand_broken_off_is_unfinished_and_says_so(tmp_path):
    ops = json.loads((FIXTURES / "whole.json").read_text(encoding="utf-8"))["player_ops"][:-2]
    record = changed(tmp_path, player_ops=ops, result={"remaincards": [2, 5]})
    assert notes(record) == ["規則之外，不評：牌局未完"]
    assert findings(record) == [("note", "unfinished")]


@pytest.mark.parametrize("how", ["deal", "draw", "wall", "none"])
def test_the_last_card_of_the_dealer(tmp_path, how):
    plain = json.loads((FIXTURES / "whole.json").read_text(encoding="utf-8"))
    players, ops, wall = plain["players"], plain["player_ops"], plain["bottom_card"]
    last = players[0]["hand_cards"].pop()
    if how in ("deal", "draw"):
        ops.insert(1, {"oper": 72, "k": 8 if how == "deal" else 32, "v": [last]})
    if how == "wall":
        wall.insert(0, last)
    record = changed(tmp_path, players=players, player_ops=ops, bottom_card=wall)
    assert record.events[0].cards[-1] == ("?" if how == "none" else "拾")
    assert len(record.wall) == 19
    assert [finding for finding in findings(record) if finding[0] != "note"] == []


def test_the_operation_of_the_dealer_turns_the_list(tmp_path):
    players = json.loads((FIXTURES / "whole.json").read_text(encoding="utf-8"))["players"]
    record = changed(tmp_path, players=players[1:] + players[:1])
    assert record.players == ("乙", "丙", "甲")
    assert findings(record) == []


def test_fourteen_cards_are_the_game_of_fourteen(tmp_path):
    players = [{"uid": 1, "hand_cards": list(range(1, 16))}, {"uid": 2, "hand_cards": list(range(1, 15))}]
    record = changed(tmp_path, players=players, player_ops=[], result=None, bottom_card=[])
    assert record.rules == "app-14"


def test_a_second_quad_calls_bakuai_where_nothing_is_discarded(tmp_path):
    """乙 was dealt four 陸 and opens with 貳; his 開 of 壹 is a second quad, and 丙 flips."""
    players = [
        {"uid": 72, "hand_cards": codes("一一六八八九九十壹壹壹陸陸陸陸柒玖玖拾貳捌")},
        {"uid": 73, "hand_cards": codes("二二三五五七八九九十貳叄叄伍捌捌捌玖肆伍")},
        {"uid": 71, "hand_cards": codes("四四四四三三五六六七十貳叄肆肆伍柒柒拾拾")},
    ]
    wall = "壹七一二五十貳三七八六肆柒伍玖拾一二叄"
    acts = [(72, 256, "貳"), (73, 64, "壹"), (72, 1 << 15, "壹"), (73, 64, "七")]
    plain = [{"oper": uid, "k": k, "v": codes(card)} for uid, k, card in acts]
    record = changed(tmp_path, players=players, player_ops=plain, bottom_card=codes(wall), result=None)
    assert [(e.type, e.seat, e.blocks) for e in record.events[-2:]] == [("bakuai", 0, 8), ("flip", 1, None)]
    assert findings(record) == [("note", "unfinished")]


def codes(cards):
    return [SMALL_BIG.index(card) + 1 for card in cards]


# -- the file


@pytest.mark.parametrize("name", ALL)
def test_the_form_is_known_by_its_beginning_packed_or_not(name):
    raw = (FIXTURES / name).read_bytes()
    assert sniff(raw, name)
    assert find_importer(gzip.compress(raw)[:-9], f"{name}.gz").SOURCE == "2710"


def test_other_files_are_not_of_the_form():
    own = b'{"format":"erqishi-log/1","_result":{"player_ops":1}}'
    assert not any(sniff(head, "x") for head in (own, b"", b"[1,2]", b'"player_ops"', b"\x1f\x8b"))


@pytest.mark.parametrize("name", ALL)
def test_a_packed_file_gives_the_same_hands(tmp_path, name):
    path = tmp_path / f"{name}.gz"
    path.write_bytes(gzip.compress((FIXTURES / name).read_bytes()))
    assert [item.record for item in load([path])] == read(name)


@pytest.mark.parametrize("between", [b"\n", b"", b",\n", b"\r\n\r\n", b" , "])
@pytest.mark.parametrize("frame", [(b"", b""), (b"[", b"]"), (b"\xef\xbb\xbf[\n", b"\n]\n")])
def test_hands_stand_in_a_list_a_line_each_or_side_by_side(tmp_path, between, frame):
    raw = (FIXTURES / "whole.json").read_bytes().strip()
    path = tmp_path / "x.json"
    path.write_bytes(frame[0] + between.join([raw] * 3) + frame[1])
    assert [item.record for item in load([path])] == read("whole.json") * 3
