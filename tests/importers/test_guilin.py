"""The importer of the 桂林字牌 server log on hands played out for it (fixtures/README.md) and on single lines."""

from __future__ import annotations

import json
import random
from collections import Counter

import pytest
from hypothesis import given, settings, strategies as st

from erqishi_logs.importers import find_importer
from erqishi_logs.importers.guilin import SOURCE, load, sniff
from erqishi_logs.record import dumps, loads
from erqishi_logs.replay import replay_record
from erqishi_logs.rules import load_preset

STAMP = "[2020-01-01 20:00:{:06.3f}] [DEBUG] pomelo - [channelService.js] [fight-server-1] channelService "


def said(second, route, body, to=("甲", "乙", "丙")):
    """One line of the log."""
    groups = {"connector-server-1": list(to)}
    text = json.dumps(body, ensure_ascii=False), json.dumps(groups, ensure_ascii=False)
    return (
        f"{STAMP.format(second)}sendMessageByGroup route: {route}, msg: {text[0]}, groups: {text[1]}, opts: undefined\n"
    )


def deal(**room):
    users = {"甲": "乙", "乙": "丙", "丙": "甲"}
    info = {"roomId": "7", "circle": 3, "lordPlayer": "乙", "creatorUid": "甲", "minHu": 10, **room}
    return said(
        0, "onEnterFightRoom", {"userList": {u: {"rightPlayer": v} for u, v in users.items()}, "roomInfo": info}
    )


def offer(second, uid, *types):
    return said(second, "onCardCallBack", [{"type": code, "cardArr": []} for code in types], (uid,))


@pytest.fixture
def read(tmp_path):
    """Lines → items."""

    def read_lines(*lines):
        path = tmp_path / "fight.log"
        path.write_text("".join(lines), encoding="utf-8")
        return list(load([path]))

    return read_lines


@pytest.fixture(scope="module")
def parts(fixtures):
    return [fixtures / "played" / "fight.log.1", fixtures / "played" / "fight.log"]


@pytest.fixture(scope="module")
def hands(parts):
    return {(item.record.session, item.record.hand): item for item in load(parts)}


def moves(record):
    return [
        " ".join(str(x) for x in (e.type, e.seat, e.card, e.cards, e.bai, e.blocks) if x is not None)
        for e in record.events
    ]


# -- sniffing


@pytest.mark.parametrize(
    ("head", "is_log"),
    [
        (deal().encode(), True),
        (b"\xef\xbb\xbf\r\n" + deal().encode(), True),
        (b'{"format":"erqishi-log/1"}', False),
        ("譜 1\n".encode(), False),
        (b"", False),
        (b"[2020-01-01 20:00:00.000] [INFO] started", False),
    ],
)
def test_a_log_is_known_by_its_first_line(head, is_log):
    assert sniff(head, "any.name") is is_log
    assert (find_importer(head, "any.name") is not None) is is_log


# -- whole hands

DEALT = {
    ("1001", 1): (
        "一二三四六八九十壹壹壹貳貳叄叄肆肆肆肆捌玖",
        "一一二二四八八十十壹伍伍伍陸柒捌捌玖拾拾",
        "三三四五五五六六六七九十貳叄叄伍陸柒玖拾",
    ),
    ("1001", 2): (
        "三三四四五五六六六七八十壹叄肆伍柒柒捌拾",
        "一二二五六七八十十十叄叄伍伍陸柒捌玖玖拾拾",
        "一一二四七七八八九九九壹貳貳肆肆陸捌玖玖",
    ),
    ("1001", 3): (
        "一一二四四五六六六九九九叄肆伍柒捌玖玖拾",
        "二二三四五七七八八八十十壹叄肆伍柒柒玖拾",
        "三三三四五九壹貳貳貳貳叄肆肆伍陸陸柒捌捌捌",
    ),
}


@pytest.mark.parametrize("key", DEALT)
def test_a_won_hand_has_its_deal_rebuilt(hands, key):
    record = hands[key].record
    dealt = {event.seat: Counter(event.cards) for event in record.events[:3]}
    assert dealt == {seat: Counter(cards) for seat, cards in enumerate(DEALT[key])}
    assert [event.seat for event in record.events[:3]] == [(record.dealer + i) % 3 for i in range(3)]


def test_the_dealers_last_card_comes_last(hands):
    assert [hands["1001", n].record.events[0].cards[-1] for n in (1, 2, 3)] == ["叄", "柒", "肆"]


@pytest.mark.parametrize(("hand", "dealer", "last"), [(1, 0, "九"), (2, 1, "伍")])
def test_a_hand_without_a_win_keeps_what_is_known(hands, hand, dealer, last):
    record = hands["2002", hand].record
    assert {event.seat: event.cards for event in record.events[:3]} == {
        seat: "?" * 20 + (last if seat == dealer else "") for seat in range(3)
    }


def test_a_hand_of_every_kind_of_quad(hands):
    record = hands["1001", 1].record
    assert (record.game, record.rules, record.source, record.dealer) == ("guilin", "guilin", SOURCE, 0)
    assert (record.players, record.played_at) == (("甲", "乙", "丙"), "2020-01-01T20:00:00.120")
    assert moves(record)[3:24] == [
        "discard 0 六", "kai 2 六", "discard 2 四",
        "flip 0 柒", "pass 0 柒", "chi 1 柒 捌玖 ('陸柒捌',)", "discard 1 四",
        "flip 2 五", "saochuan 2 五", "bakuai 2 8",
        "flip 0 貳", "sao 0 貳", "discard 0 十",
        "dui 1 十", "discard 1 拾", "chi 2 拾 十拾", "discard 2 貳", "kai 0 貳", "bakuai 0 8",
        "flip 1 七", "chi 2 七 七柒",
    ]  # fmt: skip
    assert [event.card for event in record.events if event.hidden] == ["五", "貳"]


def test_the_winning_card_may_join_a_group_on_the_table(hands):
    hu = hands["1001", 2].record.events[-1]
    assert (hu.type, hu.card, hu.hushu) == ("hu", "一", 12)
    assert hu.melds == ("九九九", "二貳貳", "四肆肆", "七七", "八八捌")


def test_a_drawn_hand_ends_with_huang_and_all_flips(hands):
    events = hands["2002", 1].record.events
    assert events[-1].type == "huang"
    assert sum(event.type == "flip" for event in events) == 19


def test_pay_is_given_where_it_hangs_on_the_hushu_alone(hands):
    won = [hands["1001", n].record for n in (1, 2, 3)]
    assert [record.pay for record in won] == [None, (-1, -1, 2), None]
    assert [record.extra for record in won] == [
        {"_pay": [-2, 4, -2], "_xing": 0, "_zi": 2},
        {"_xing": 0, "_zi": 1},
        {"_pay": [-3, 6, -3], "_xing": 2, "_zi": 3},
    ]


def test_a_hand_keeps_its_lines_byte_for_byte(hands, parts):
    lines = Counter(b"".join(part.read_bytes() for part in parts).splitlines(keepends=True))
    kept = Counter(line for item in hands.values() for line in item.raw.splitlines(keepends=True))
    left = lines - kept
    assert not kept - lines
    assert [b"onInfoUpdate, msg: {}" in line for line in left.elements()] == [True], "said before any deal"


def test_a_hand_cut_by_the_rotation_is_whole_in_either_order(hands, parts):
    item = hands["1001", 2]
    assert item.file.endswith(".1")
    assert [other.record for other in load(parts[::-1])] == [other.record for other in load(parts)]


def test_the_newer_part_alone_says_that_a_beginning_is_missing(parts):
    items = list(load(parts[1:]))
    errors = [item.error for item in items if item.error]
    assert [(error.line, error.found) for error in errors] == [(1, "play of a hand whose deal is not in the log")]
    assert errors[0].expected == "the older part beside it (both in one go)"
    assert len(items) == 4


def test_every_record_is_canonical_and_replays_without_a_fault(hands):
    for item in hands.values():
        assert loads(dumps(item.record)) == item.record
        assert replay_record(item.record, load_preset("guilin")).stopped_making_sense is None


def test_s9_offers_and_chances_of_the_fixtures_are_the_twins(watch, parts):
    chances = [chance for _, _, all_of_a_hand in watch(parts) for chance in all_of_a_hand]
    offered = [chance for chance in chances if chance.offered is not None]
    assert len(offered) == 12
    assert [c.line[:2] for c in offered if c.offered != c.could or c.why_not] == []
    assert [c.line[:2] for c in chances if c.offered is None and not c.why_not] == []


# -- what was offered and not taken

FLIP = said(2, "onCurrAutoCard", {"uid": "乙", "id": 5, "visible": 1})
DISCARD = said(2, "onPostCard", {"uid": "乙", "id": 5})
NOBODY = said(9, "onNoneAct", {"id": 5})
DUI = said(9, "onCardPeng", {"uid": "甲", "cardArr": [5, 5], "type": 3})
CHI = said(9, "onCardChi", {"uid": "丙", "cardArr": [6, 7], "type": 4})
OWN_CHI = said(9, "onCardChi", {"uid": "乙", "cardArr": [6, 7], "type": 4})
KAI = said(9, "onAutoAct", {"uid": "丙", "cardArr": [5, 5, 5], "type": 1})


@pytest.mark.parametrize(
    ("lines", "passed"),
    [
        ([DISCARD, offer(2, "丙", 4), NOBODY], [2]),
        ([DISCARD, offer(2, "丙", 4), offer(3, "丙", 4), NOBODY], [2]),  # told again: he came back
        ([DISCARD, offer(2, "丙", 4)], []),  # the log ends before he answers
        ([DISCARD, offer(2, "丙", 4), said(9, "onCurrAutoCard", {"uid": "丙", "id": 1, "visible": 1})], [2]),
        ([DISCARD, offer(2, "甲", 3), offer(2, "丙", 4), DUI], []),  # pre-empted
        ([DISCARD, offer(2, "甲", 3), offer(2, "丙", 4), CHI], [0]),
        ([DISCARD, offer(2, "丙", 3, 4), CHI], []),  # who chi'd
        ([FLIP, offer(2, "乙", 4), offer(2, "丙", 4), CHI], [1]),
        ([FLIP, offer(2, "乙", 4), offer(2, "丙", 4), OWN_CHI], []),
        ([FLIP, offer(2, "乙", 4), offer(2, "丙", 4), NOBODY], [1, 2]),
        ([FLIP, offer(2, "甲", 11), KAI], [0]),  # a hu is asked first
        ([FLIP, offer(2, "甲", 11), NOBODY], [0]),
    ],
)
def test_s4_2_who_was_asked_before_the_taker_has_passed(read, lines, passed):
    (item,) = read(deal(), *lines)
    assert [event.seat for event in item.record.events if event.type == "pass"] == passed


@pytest.mark.parametrize(
    ("act", "events"),
    [
        ({"cardArr": [5, 5, 5], "type": 1}, ["kai 2 五"]),
        ({"cardArr": [5, 5, 5], "type": 2}, ["kai 2 五"]),
        ({"cardArr": [5, 5, 5], "type": 31}, ["kai 2 五"]),
        ({"cardArr": [5, 5], "type": 8}, ["sao 2 五"]),
        ({"cardArr": [5, 5, 5], "type": 9}, ["saochuan 2 五"]),
        ({"cardArr": [5, 5, 5], "type": 10}, ["saochuan 2 五"]),
        ({"cardArr": [5, 5, 5], "type": 1, "chongZhao": [[9, 9, 9, 9]]}, ["kai 2 五", "bakuai 2 8"]),
        ({"cardArr": [5, 5, 5], "type": 9, "chongZhao": [[9] * 4, [8] * 4]}, ["saochuan 2 五", "bakuai 2 12"]),
    ],
)
def test_platforms_c_codes_of_automatic_acts(read, act, events):
    (item,) = read(
        deal(), said(1, "onCurrAutoCard", {"uid": "丙", "id": 5}), said(2, "onAutoAct", {"uid": "丙", **act})
    )
    assert moves(item.record)[4:] == events


@pytest.mark.parametrize("code", [5, 6, 32, 91, 101])
def test_platforms_c_after_a_second_quad_nothing_is_discarded(read, code):
    first = [FLIP, said(3, "onAutoAct", {"uid": "丙", "cardArr": [5, 5, 5], "type": 1})]
    second = [
        said(4, "onCurrAutoCard", {"uid": "甲", "id": 6}),
        said(5, "onAutoAct", {"uid": "丙", "cardArr": [6, 6, 6], "type": code}),
    ]
    (item,) = read(deal(), *first, *second)
    assert moves(item.record)[-1] == "bakuai 2 8"


def test_a_house_with_another_least_hushu_says_so(read):
    (item,) = read(deal(minHu=15))
    assert item.record.house == ("min_hushu=15",)


def test_a_deal_that_does_not_close_stays_unknown(read, parts):
    lines = b"".join(part.read_bytes() for part in parts).decode().splitlines(keepends=True)
    flip = '"route":"onCurrAutoCard","uid":"丙","id":{}'
    spoilt = [line.replace(flip.format(16), flip.format(15)) for line in lines]
    hand = next(i for i in read(*spoilt) if (i.record.session, i.record.hand) == ("1001", 1))
    assert hand.record.events[0].cards == "?" * 20 + "叄"
    assert hand.record.events[-1].type == "hu"


# -- lines that cannot be read


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("what is this\n", "'what is this'"),
        (DISCARD[:-40] + "\n", "a broadcast that is cut short"),
        (DISCARD.replace('"id": 5', '"id": 21'), "$.id in onPostCard, which is no card; expected the number of a card"),
        (DISCARD.replace('"id": 5', '"id": "五"'), "a string as $.id in onPostCard; expected a whole number"),
        (DISCARD.replace('"uid": "乙", ', ""), "onPostCard without uid; expected the fields that onPostCard has"),
        (DISCARD.replace("2020-01-01", "2020-13-01"), "the time 2020-13-01 20:00:02.000, which does not exist"),
        (DISCARD.replace("groups: {", "groups: {1"), "cut short or garbled"),
    ],
)
def test_a_bad_line_costs_only_itself(read, line, reason):
    items = read(deal(), line, FLIP)
    bad = [item for item in items if item.error]
    assert [(item.line, item.raw) for item in bad] == [(2, line.encode())]
    assert reason in str(bad[0].error)
    assert [moves(item.record)[-1] for item in items if item.record] == ["flip 1 五"]


@pytest.mark.parametrize(
    ("lines", "place", "reason"),
    [
        ([deal(), CHI], 2, "a claim while no card is turned up"),
        ([deal(), said(1, "onPostCard", {"uid": "丁", "id": 5})], 2, "player 丁, who is not at the table"),
        ([deal(), FLIP, said(3, "onAutoAct", {"uid": "乙", "cardArr": [], "type": 77})], 3, "onAutoAct of type 77"),
        ([deal(lordPlayer="丁")], 1, "dealer 丁"),
        ([deal().replace('"rightPlayer": "甲"', '"rightPlayer": "乙"')], 1, "neighbours that make no round"),
        ([FLIP], 1, "a hand whose deal is not in the log"),
    ],
)
def test_a_hand_that_cannot_be_told_is_an_error_at_its_line(read, lines, place, reason):
    (item,) = read(*lines)
    assert item.record is None
    assert item.raw == "".join(lines).encode()
    assert item.error.line == place
    assert reason in str(item.error)


def test_other_messages_of_the_server_are_passed_over(read):
    (item,) = read(
        "\n", "[2020-01-01 20:00:00.000] [INFO] pomelo - started\n", deal(), said(1, "onChat", {"words": "!"})
    )
    assert len(item.record.events) == 3


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 10**6))
def test_no_mutation_of_a_log_makes_a_traceback(tmp_path_factory, parts, seed):
    chance = random.Random(seed)
    lines = b"".join(part.read_bytes() for part in parts).splitlines(keepends=True)
    for _ in range(chance.randint(1, 8)):
        spoil(lines, chance)
    path = tmp_path_factory.mktemp("mutated") / "fight.log"
    path.write_bytes(b"".join(lines))
    for item in load([path]):
        assert (item.record is None) != (item.error is None)
        if item.record:
            assert loads(dumps(item.record)) == item.record


def spoil(lines, chance):
    place = chance.randrange(len(lines))
    line = lines[place]
    at, length = chance.randrange(len(line) + 1), chance.randrange(1, 12)
    lines[place] = chance.choice(
        [line[:at] + line[at + length :], line[:at] + bytes([chance.randrange(256)]) + line[at:], b"", line * 2]
    )
    other = chance.randrange(len(lines))
    if chance.random() < 0.2:
        lines[place], lines[other] = lines[other], lines[place]
