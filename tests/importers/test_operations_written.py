"""Records as operation lists and back: the identity for what the form holds, and the rest is named (PLATFORMS, B)."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest

from erqishi_logs.audit import audit_record
from erqishi_logs.errors import ErqishiError
from erqishi_logs.importers.operations import dump, load
from erqishi_logs.importers.operations.lost import turn_to_dealer
from erqishi_logs.record import Event, Record, dumps, loads
from erqishi_logs.rules import load_preset
from erqishi_logs.simulate import iter_hands

FIXTURES = Path(__file__).parent / "fixtures" / "operations"
ALL = ("whole.json", "several.json", "lines.json", "xiaojia.json", "view.json")
DATA = Path(__file__).parents[2] / "data"
#: What no operation list holds of a simulated hand.
NEVER = {"rules", "source", "_seed", "total of hu", "the card cut", "a deal in takes or only in part"}
SEATS = "the numbers of the seats (the dealer becomes the first)"
OVERRULED = {"melds of hu", "hushu of hu", "titles of hu"}


def back(tmp_path, *records):
    """The records written one after another into a file, and read again."""
    path = tmp_path / "out.2710.json"
    path.write_bytes(b"".join(dump(record).raw for record in records))
    items = list(load([path]))
    assert [item.error for item in items] == [None] * len(records)
    return [item.record for item in items]


def held(record):
    """What of a simulated hand the form holds: as `NEVER` says, with the dealer as seat 0."""
    turned = msgspec.structs.replace(turn_to_dealer(record), rules="", source="", extra=None)
    hands = [
        "".join(e.cards or "" for e in turned.events if (e.type, e.seat) == ("deal", s))
        for s in range(turned.n_players)
    ]
    deals = [Event("deal", seat=seat, cards=cards) for seat, cards in enumerate(hands)]
    played = [e for e in turned.events if e.type not in ("deal", "cut")]
    return msgspec.structs.replace(turned, events=deals + [kept(e) for e in played])


def kept(event):
    """An event but for what the settlement has no place for: the total, and what an overruled win declares."""
    if event.overruled:
        event = msgspec.structs.replace(event, melds=None, hushu=None, titles=None)
    return msgspec.structs.replace(event, total=None)


@pytest.mark.parametrize("rules", ["app-leshan", "app-qianwei", "app-meishan", "leshan-4", "app-14"])
def test_simulated_hands_come_back(tmp_path, rules):
    records = list(iter_hands(load_preset(rules), 72, seed=11))
    for record, again in zip(records, back(tmp_path, *records), strict=True):
        assert held(again) == held(record)


@pytest.mark.parametrize("rules", ["app-leshan", "app-qianwei", "app-meishan", "leshan-4"])
def test_what_is_lost_is_just_what_is_named(rules):
    for record in iter_hands(load_preset(rules), 48, seed=12):
        lost = set(map(str, dump(record).lost)) - {SEATS}
        if any(e.overruled and e.type == "hu" for e in record.events):
            lost -= OVERRULED
        assert lost <= NEVER
        assert (SEATS in map(str, dump(record).lost)) == (record.dealer != 0)


@pytest.mark.parametrize("rules", ["app-leshan", "app-qianwei", "app-meishan"])
def test_simulated_hands_are_as_clean_when_they_come_back(tmp_path, rules):
    records = list(iter_hands(load_preset(rules), 48, seed=13, bots=["random"]))
    for again in back(tmp_path, *records):
        assert audit_record(again, load_preset(rules)).findings == ()


@pytest.mark.parametrize("name", ALL)
def test_what_was_imported_loses_nothing(tmp_path, name):
    records = [item.record for item in load([FIXTURES / name])]
    assert [dump(record).lost for record in records] == [()] * len(records)
    assert back(tmp_path, *records) == records


def test_the_operations_are_those_of_the_file():
    (item,) = load([FIXTURES / "whole.json"])
    mine, theirs = json.loads(dump(item.record).raw), json.loads(item.raw)
    theirs["player_ops"] = [op | {"v": [7]} if op["k"] == 1 << 18 else op for op in theirs["player_ops"]]
    assert {key: mine[key] for key in mine if key != "result"} == {
        key: theirs[key] for key in theirs if key != "result"
    }
    assert mine["result"]["list"][0] == theirs["result"]["list"][0]
    assert [share["putout"] for share in mine["result"]["list"][:2]] == [
        share["putout"] for share in theirs["result"]["list"][:2]
    ]


def hand(*events, **keys):
    deals = [Event("deal", seat=0, cards="一" * 21), Event("deal", seat=1, cards="二" * 20)]
    head = {"format": "erqishi-log/1", "rules": "app-leshan", "source": "2710", "players": ("甲", "乙"), "dealer": 0}
    return Record(**head | keys, events=[*deals, *events])


LOST = [
    ({"venue": "茶樓"}, [], ["venue"]),
    ({"view": 1}, [], ["view"]),
    ({"rules": "leshan", "house": ("cap=9",)}, [], ["rules", "house"]),
    ({"id": "a"}, [], ["id"]),
    ({"tags": ("x",)}, [], ["tags"]),
    ({"stake": 0}, [], ["stake"]),
    ({"pay": (1, -1)}, [], ["pay"]),
    ({"session": "茶樓", "hand": 4, "quan": 3, "wall": "三四"}, [], []),
    ({}, [Event("cut", seat=0, card="三")], ["the card cut"]),
    ({}, [Event("note", text="x")], ["notes"]),
    ({}, [Event("baopai", seat=0, code="luan_da", amount=20)], ["penalties"]),
    ({}, [Event("discard", seat=0, card="一", ms=5)], ["ms of discard"]),
    ({}, [Event("bakuai", seat=0, blocks=8)], ["calls of 八塊 that differ from those the app makes"]),
    ({}, [Event("flip", seat=1, card="三", hidden=True)], ["hidden of flip"]),
    ({}, [Event("flip", seat=1, card="?")], []),
    ({}, [Event("huang")], []),
    ({"pay": (0, 0)}, [Event("huang")], []),
    ({"pay": (0.25, -0.25), "stake": 0.5}, [Event("huang")], []),
    ({}, [Event("discard", seat=0, card="一"), Event("hu", seat=1, card="一", hushu=12)], ["titles of hu"]),
    ({"quan": 2}, [Event("hu", seat=0, hushu=12, titles=("tianhu", "kun", "quan"))], []),
    ({}, [Event("hu", seat=0, hushu=12, titles=("quanhong",))], ["titles of hu"]),
    ({}, [Event("discard", seat=0, card="一"), Event("pass", seat=1, card="一")], []),
]


@pytest.mark.parametrize(("keys", "events", "lost"), LOST)
def test_each_thing_that_is_lost_is_named_once(keys, events, lost):
    assert list(map(str, dump(hand(*events, **keys)).lost)) == lost


def test_what_is_not_named_as_lost_comes_back(tmp_path):
    for keys, events, lost in LOST:
        if not lost:
            record = loads(dumps(hand(*events, **keys)))
            assert back(tmp_path, record) == [record]


@pytest.mark.parametrize(
    "record",
    [
        hand(game="guilin"),
        Record(format="erqishi-log/1", rules="many", players=tuple("甲乙丙丁戊"), dealer=0, events=[]),
        hand(Event("discard", seat=0, card="一"), Event("chi", seat=1, card="一", cards="二二", bai=("三四五六",))),
        hand(wall="聽"),
    ],
    ids=["another game", "five players", "a group of four", "a wild card"],
)
def test_what_the_form_cannot_hold_at_all_is_refused_in_one_line(record):
    with pytest.raises(ErqishiError) as told:
        dump(record)
    assert len({told.value.text(lang) for lang in ("zh-Hant", "zh-Hans", "en")}) > 1
    assert "\n" not in str(told.value)


def test_the_sample_records_are_written_or_refused():
    for path in sorted(DATA.glob("*.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines():
            record = loads(line)
            if record.game == "erqishi" and record.n_players <= 4:
                assert dump(record).raw.endswith(b"\n")


def test_a_dealer_who_was_dealt_too_few_is_named():
    """The reader takes his last card for one that was not seen."""
    record = hand()
    record.events[0].cards = "一" * 20
    assert list(map(str, dump(record).lost)) == ["the cards dealt"]
