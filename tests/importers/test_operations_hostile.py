"""What is no operation list: each piece is told with its place, and the others are read all the same."""

from __future__ import annotations

import gzip
import json
import tracemalloc
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from erqishi_logs.importers.operations import load
from erqishi_logs.importers.operations.pieces import Pieces

FIXTURES = Path(__file__).parent / "fixtures" / "operations"
WHOLE = json.loads((FIXTURES / "whole.json").read_text(encoding="utf-8"))
GOOD = json.dumps(WHOLE).encode()


def read(tmp_path, raw):
    path = tmp_path / "x.json"
    path.write_bytes(raw)
    return list(load([path]))


def hand(**keys):
    return json.dumps(WHOLE | keys).encode()


def op(**keys):
    """The hand with one operation more at its beginning."""
    return hand(player_ops=[keys, *WHOLE["player_ops"]])


SPOILT = {
    "a type": (hand(cur_game_num="x"), "'x'|a string as $.cur_game_num"),
    "a uid missing": (hand(players=[{"name": "甲"}]), "no uid in $.players[0]"),
    "a number that is too large": (op(oper=72, k=2**70), "$.player_ops[0].k, a number that is too large"),
    "a payment that is too large": (
        hand(result={"list": [{"uid": 72, "winlose": 10**30}]}),
        "$.result.list[0].winlose, a number that is too large",
    ),
    "a card 21": (op(oper=72, k=256, v=[21]), "21 as $.player_ops[0].v[0], which is no card"),
    "a card -1": (hand(bottom_card=[1, -1]), "-1 as $.bottom_card[1], which is no card"),
    "a card in the settlement": (
        hand(result={"huer": 72, "list": [{"uid": 72, "huxi": 12, "hand": [{"cards": [1, 99]}]}]}),
        "99 as $.result.list[0].hand[0].cards[1], which is no card",
    ),
    "a word for a card": (op(oper=72, k=256, v=["一"]), "'一' as $.player_ops[0].v[0], which is no card"),
    "a stranger": (op(oper=99, k=256, v=[1]), "player 99, who is not at the table"),
    "nobody": (op(k=256, v=[1]), "player None, who is not at the table"),
    "two acts": (op(oper=72, k=256 | 64, v=[1]), "the operation k = 320"),
    "an act below 0": (op(oper=72, k=-1), "the operation k = -1"),
    "a chi of four": (op(oper=72, k=1024, v=[1, 2, 3, 4, 0]), "a 吃 of 4 cards"),
    "one player": (hand(players=WHOLE["players"][:1]), "1 players"),
    "no players": (hand(players=[]), "0 players"),
    "one uid for two": (hand(players=WHOLE["players"][:1] * 2), "player 72 once more"),
    "a hand below 1": (hand(cur_game_num=-3), "a hand that makes no record: -3"),
    "too many events": (hand(player_ops=[{"oper": 72, "k": 64, "v": [1]}] * 2001), "2,006 events"),
    "a lone surrogate": (GOOD.replace(b'"\\u4e59"', b'"\\ud800"'), "a hand that makes no record"),
    "a key twice": (b'{"players":[],"players":[]}', "key 'players' a second time"),
    "NaN": (GOOD.replace(b'"base": 1', b'"base": NaN', 1), "'NaN'"),
    "depth": (b'{"players":' + b"[" * 5000 + b"]" * 5000 + b"}", "brackets 33 deep"),
    "another object": (b'{"a":1}', "no players in $"),
    "no UTF-8": (GOOD.replace(b"r-3", b"r-\xff"), "the byte 0xFF"),
    "garbled": (GOOD.replace(b'"k": 4', b'"k": 4 4'), "4"),
}


@pytest.mark.parametrize("name", SPOILT)
def test_a_hand_that_cannot_be_read_is_told_and_the_others_are_read(tmp_path, name):
    raw, found = SPOILT[name]
    before, bad, after = read(tmp_path, GOOD + b"\n" + raw + b"\n" + GOOD)
    assert before.record == after.record is not None
    assert (bad.line, bad.error.line, bad.raw) == (2, 2, raw)
    assert any(words in bad.error.text("en") for words in found.split("|")), bad.error


@pytest.mark.parametrize("name", SPOILT)
def test_every_error_is_told_in_three_languages(tmp_path, name):
    error = read(tmp_path, SPOILT[name][0])[0].error
    assert len({error.text(lang) for lang in ("zh-Hant", "zh-Hans", "en")}) == 3


def test_the_place_is_that_of_the_value(tmp_path):
    raw = (FIXTURES / "whole.json").read_bytes().replace(b'"v": [19, 17, 18, 0, 16]', b'"v": [19, 17, 28, 0, 16]')
    (item,) = read(tmp_path, b"\n\n" + raw)
    number = raw[: raw.index(b"17, 28")].count(b"\n") + 3
    line = raw.splitlines()[number - 3]
    assert (item.line, item.error.line, item.error.column) == (3, number, line.index(b"28") + 1)


@pytest.mark.parametrize("cut", [1, 20, 400, len(GOOD) - 1])
def test_a_hand_cut_off_takes_no_other_with_it(tmp_path, cut):
    items = read(tmp_path, GOOD + b"\n" + GOOD[:cut] + b"\n" + GOOD + b"\n" + GOOD)
    assert [(item.line, item.error is None) for item in items] == [(1, True), (2, False), (3, True), (4, True)]


def test_a_cut_hand_in_an_indented_list(tmp_path):
    pretty = json.dumps([WHOLE] * 3, indent=1)
    lines = pretty.splitlines(keepends=True)
    second = [n for n, line in enumerate(lines) if line == " {\n"][1]
    items = read(tmp_path, "".join(lines[: second + 30] + lines[second + len(lines) // 3 :]).encode())
    assert [item.error is None for item in items] == [True, False, True]


def test_junk_between_hands_is_told_line_by_line(tmp_path):
    items = read(tmp_path, b"abc\n" + GOOD + b'\n"x" 12\n}\n' + GOOD)
    assert [(item.line, item.error is None) for item in items] == [
        (1, False),
        (2, True),
        (3, False),
        (4, False),
        (5, True),
    ]


def test_an_empty_file_has_no_hands(tmp_path):
    assert read(tmp_path, b"") == read(tmp_path, b" [ ] \n") == []


def test_a_packed_file_that_breaks_off_says_so(tmp_path):
    items = read(tmp_path, gzip.compress(GOOD * 50)[:-200])
    assert items[-1].record is None
    assert "gzip" in str(items[-1].error)


def test_an_object_without_end_is_not_kept(tmp_path):
    path = tmp_path / "long.json"
    path.write_bytes(b'{"a":[' + b"1," * (4 * 2**20) + b"\n" + GOOD)
    tracemalloc.start()
    items = list(load([path]))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert [item.error is None for item in items] == [False, True]
    assert peak < 6 * 2**20


def test_many_hands_are_read_one_by_one(tmp_path):
    path = tmp_path / "many.json"
    padded = hand(pad="x" * 60_000)
    path.write_bytes(b"[" + b",\n".join([padded] * 30) + b"]")
    tracemalloc.start()
    n_hands = sum(item.record is not None for item in load([path]))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert n_hands == 30
    assert peak < 1_500_000


def test_many_cut_lines_take_no_longer_than_their_bytes(tmp_path):
    items = read(tmp_path, b'{"a":\n' * 20_000)
    assert len(items) == 20_000


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(st.data())
def test_a_spoilt_file_is_never_more_than_told(tmp_path, data):
    raw = bytearray(b"[" + GOOD + b",\n" + (FIXTURES / "lines.json").read_bytes() + b"]")
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(raw) - 1))
        raw[at : at + data.draw(st.integers(0, 9))] = data.draw(st.binary(max_size=6))
    for item in read(tmp_path, bytes(raw)):
        assert (item.record is None) != (item.error is None)


@settings(max_examples=60, deadline=None)
@given(st.binary(max_size=60), st.integers(1, 7))
def test_pieces_do_not_hang_on_how_the_bytes_come(raw, size):
    text = b'{"a":"}{"}' + raw + b'\n{"b":[{}]}'
    chunks = [text[at : at + size] for at in range(0, len(text), size)]
    pieces = list(Pieces(iter(chunks)))
    whole = list(Pieces(iter([text])))
    assert [(p.line, p.raw, p.why) for p in pieces] == [(p.line, p.raw, p.why) for p in whole]


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(
    st.lists(st.tuples(st.integers(0, 15), st.sampled_from([128, 512, 2560, 1 << 14, 1 << 21, 995, 996, 997, 3, 0])))
)
def test_offers_waiting_and_the_lobby_move_no_card(tmp_path, more):
    ops = list(WHOLE["player_ops"])
    for at, k in more:
        ops.insert(at, {"oper": 72, "k": k, "v": [5]})
    (item,) = read(tmp_path, hand(player_ops=ops))
    (plain,) = read(tmp_path, GOOD)
    assert item.record.events == plain.record.events
    assert len(item.record.extra["_ops"]) == len(plain.record.extra["_ops"]) + len(more)
