"""The scanner reads what `loads` reads, to the last field, or leaves the line alone (FORMAT, Canonical form)."""

# ruff: noqa: E501 - a row of a table is one line

from __future__ import annotations

import os
import random
from typing import TYPE_CHECKING

import msgspec
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings

from erqishi_logs.engine import literals
from erqishi_logs.engine.arrays import Slot, Type
from erqishi_logs.engine.pack import pack
from erqishi_logs.engine.scan import scan, split_lines
from erqishi_logs.record import Record, dumps, fields, jsonl, loads, loads_pu
from erqishi_logs.record.types import CODES, EVENT_KEYS, RECORD_KEYS, Event
from erqishi_logs.rules import load_preset
from erqishi_logs.simulate import iter_hands
from tests.conftest import ROOT
from tests.engine.reading import canonical, check_scan, differences, scanned, unpacked
from tests.record.random_hands import records

if TYPE_CHECKING:
    from pathlib import Path

N_MUTATIONS = int(os.environ.get("ERQISHI_SCAN_FUZZ", "20000"))
PROPERTY = settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
PRESETS = ("leshan", "duikou", "quan", "quan-raw", "leshan-4", "muchuan", "folk")

#: Every key of a record and of every event type, and every kind of value that the scanner takes.
FULL = (
    '{"format":"erqishi-log/1","id":"局 1","rules":"leshan","house":["cap=200","x=="],"session":"茶樓","hand":7,'
    '"played_at":"2024-02-29T20:15:00.125+08:00","venue":"樂山 😀","source":"é","recorder":"丙",'
    '"players":["甲","","丙","丁"],"dealer":3,"quan":10,"stake":0.5,"view":0,"wall":"一拾?柒","events":['
    '{"type":"cut","seat":0,"card":"肆"},{"type":"deal","seat":3,"cards":"一二三??拾"},{"type":"deal","seat":1,"cards":"?"},'
    '{"type":"discard","seat":1,"card":"?","ms":0},{"type":"flip","seat":2,"card":"十","hidden":true,"ms":12,"text":"快"},'
    '{"type":"draw","seat":0,"card":"捌"},{"type":"chi","seat":2,"card":"八","cards":"七九","bai":["八九十","?"],"overruled":true},'
    '{"type":"chi","seat":2,"card":"八","cards":"七九"},{"type":"dui","seat":0,"card":"四","overruled":true},'
    '{"type":"kai","seat":0,"card":"四","text":"開","_a":1},{"type":"bakuai","seat":1,"blocks":24},'
    '{"type":"pass","seat":3,"card":"伍"},{"type":"hu","seat":1},'
    '{"type":"hu","seat":1,"card":"八","melds":["六陸陸","一一"],"hushu":16,"titles":[],"total":20,"overruled":true,"ms":9},'
    '{"type":"hu","seat":1,"titles":["kun","quanhei"],"total":0.125},{"type":"huang"},{"type":"huang","ms":1},'
    '{"type":"baopai","seat":2,"code":"chai_longdeng_piao","amount":20},{"type":"baopai","seat":2,"code":"luan_da","amount":1.5},'
    '{"type":"note","text":"想了很久"},{"type":"note","seat":0,"text":"\x7f"}],'
    '"pay":[-20,40.25,-20.0,0],"replaces":"h-1","merged_from":["a","b"],"tags":["一"],"_b":"","_b2":-7,"_seed":"1/3","_é":0}'
)
LEAST = '{"format":"erqishi-log/1","rules":"x","players":["",""],"dealer":0,"events":[]}'

#: What is changed in `FULL`, one at a time: lines that are no records, and records written otherwise.
CHANGES = [
    ('"dealer":3', '"dealer":4'), ('"dealer":3', '"dealer":03'), ('"dealer":3', '"dealer":-0'), ('"dealer":3,', ""),
    ('"quan":10', '"quan":11'), ('"quan":10', '"quan":0'), ('"hand":7', '"hand":0'), ('"hand":7', '"hand":9007199254740992'),
    ('"hand":7', '"hand":99999999999999999999999'), ('"hand":7', '"hand":7.0'), ('"hand":7', '"hand":1e3'), ('"hand":7', '"hand":null'),
    ('"stake":0.5', '"stake":-0.5'), ('"stake":0.5', '"stake":0.50'), ('"stake":0.5', '"stake":.5'), ('"stake":0.5', '"stake":5.'),
    ('"stake":0.5', '"stake":1e3'), ('"stake":0.5', '"stake":-0.0'), ('"stake":0.5', '"stake":0.1000000000000000055'),
    ('"stake":0.5', '"stake":1E400'), ('"stake":0.5', '"stake":9007199254740993'), ('"stake":0.5', '"stake":00'),
    ('"stake":0.5', '"stake":NaN'), ('"stake":0.5', '"stake":"1"'), ('"stake":0.5', '"stake":true'),
    ('[-20,40.25', "[-0,40.25"), ("[-20,40.25", "[-0.0,40.25"), ("[-20,", "["), ("[-20,", "[1,-20,"), ("[-20,", "[-20,,"), ("0],", "0,],"),
    ('"view":0', '"view":4'), ('"wall":"一', '"wall":"弌'), ('"wall":"一拾?柒"', '"wall":""'), ('"wall":"一', '"wall":"贰'),
    ('"肆"', '"肆肆"'), ('"肆"', '""'), ('"肆"', '"贰"'), ('"肆"', '"⼀"'), ('"肆"', '"聽"'), ('"肆"', "肆"), ('"肆"', '"\\u8086"'), ('"肆"', "null"),
    ('"七九"', '"七"'), ('"七九"', '"七九十"'), ('"bai":["八九十","?"]', '"bai":[]'), ('"?"]', '""]'), ('["六陸陸","一一"]', "[]"),
    ('"titles":[]', '"titles":["x"]'), ('["kun","quanhei"]', '["quanhei","kun"]'), ('["kun","quanhei"]', '["kun","kun"]'),
    ('["kun","quanhei"]', '["kun",]'), ('["kun","quanhei"]', '[,"kun"]'), ('["kun","quanhei"]', '["kun""quanhei"]'),
    ('"blocks":24', '"blocks":9'), ('"blocks":24', '"blocks":0'), ("luan_da", "luan"), ("luan_da", "fifth_copy"), ('"amount":20', '"amount":-1'),
    ('"hidden":true', '"hidden":false'), ('"hidden":true', '"hidden":1'), ('"overruled":true', '"overruled":null'),
    ('"ms":12', '"ms":-1'), ('"text":"快"', '"text":""'), ('"text":"快"', '"text":"\n"'), ('"text":"快"', '"text":"\0"'), ('"text":"快"', '"text":"\\n"'),
    ('"text":"快"', '"text":"\uffff"'), ('"é"', '""'), ('"é"', "null"), ('"é"', '"\ud800"'), ('"樂山 😀"', '"樂山" '), ('"茶樓"', "茶樓"),
    ('"x=="', '"=x"'), ('"x=="', '"x"'), ('"x=="', '""'), ('["a","b"]', "[]"), ('["a","b"]', '[""]'), ('["a","b"]', '"a"'), ('["一"]', "[1]"),
    ('["甲","","丙","丁"]', '["甲"]'), ('["甲","","丙","丁"]', '["1","2","3","4","5","6","7","8","9"]'), ('["甲","","丙","丁"]', "[]"),
    ("2024-02-29", "2023-02-29"), ("2024-02-29", "2024-13-01"), ("2024-02-29", "2024-00-01"), ("2024-02-29", "0000-02-28"), ("20:15:00", "24:00:00"),
    ("+08:00", "+24:00"), ("+08:00", "08:00"), ("T20", "x20"), (".125", ".1"), ("-29T20:15:00.125+08:00", "-30"), ("2024-02-29T20:15:00.125+08:00", ""),
    ('"_b":"","_b2":-7', '"_b2":-7,"_b":""'), ('"_b2":-7', '"_b":1'), ('"_b2":-7', '"_b2":-0'), ('"_b2":-7', '"_b2":007'), ('"_b2":-7', '"b2":-7'),
    ('"_b2":-7', '"_b2":99999999999999999999'), ('"_b2":-7', '"_b2":1.5'), ('"_b2":-7', '"_b2":[]'), ('"_b2":-7', '"_b2":-'), ('"_b2":-7', '"_b2":null'),
    ('"rules":"leshan"', '"rules":""'), ('"rules":"leshan"', '"rules":"a","rules":"b"'), ('"rules":"leshan",', ""), ('"rules"', '"game":"guilin","rules"'),
    ('"rules"', '"game":"erqishi","rules"'), ("log/1", "log/2"), ('"type":"cut",', ""), ('"type":"cut"', '"type":"cat"'), ('"type":"cut"', '"type":"sao"'),
    ('"seat":0,"card":"肆"', '"card":"肆","seat":0'), ('"seat":0,"card":"肆"', '"card":"肆"'), ('"seat":0,"card":"肆"', '"seat":4,"card":"肆"'),
    ('"seat":0,"card":"肆"', '"seat":0'), ('"seat":0,"card":"肆"', '"seat":0,"card":"肆","cards":"一"'), ('"seat":0,"card":"肆"', '"seat":00,"card":"肆"'),
    ('{"type":"huang"},', '{"type":"huang","seat":0},'), ('{"type":"huang"},', "{},"), ('{"type":"huang"},', "null,"), ('{"type":"huang"},', ","),
    ('"cards":"?"', '"cards":""'), ('"events":', '"events": '), ('"events":[', '"events":[,'), ("}],", "},],"), ("{", "\ufeff{"), ("}]", "} ]"),
]  # fmt: skip


def _samples() -> list[str]:
    played = [dumps(hand) for preset in PRESETS for hand in iter_hands(load_preset(preset), 12, seed=5)]
    stories = (ROOT / "data" / "stories.jsonl").read_text(encoding="utf-8").splitlines()
    slips = [path.read_text(encoding="utf-8") for path in sorted((ROOT / "data").glob("*.pu"))]
    told = [dumps(hand) for slip in slips for hand in loads_pu(slip)]  # type: ignore[arg-type]
    return [FULL, LEAST, *played, *stories, *told]


@pytest.fixture(scope="module")
def samples() -> list[bytes]:
    """Lines of every kind, all canonical."""
    return [line.encode() for line in _samples()]


def test_every_sample_is_read_and_given_back(samples: list[bytes]) -> None:
    hands = check_scan(samples)
    assert hands.ok.all()
    for h, line in enumerate(samples):
        record = loads(line)
        for event in record.events:
            event.extra = None
        assert unpacked(hands, h, line) == record


@pytest.mark.shared
def test_every_shared_case_is_read(shared: Path) -> None:
    files = [
        path for form in ("clean-*", "cheats", "unseen") for path in (shared / "checks/cases").glob(f"{form}.jsonl")
    ]
    lines = [line for path in files for line in path.read_bytes().splitlines()]
    hands = check_scan(lines)
    assert len(lines) > 500
    assert hands.ok.all()
    assert [unpacked(hands, h, line) for h, line in enumerate(lines)] == [loads(line) for line in lines]


def test_full_has_every_key_there_is() -> None:
    for key in (*RECORD_KEYS, *(key for must, may in EVENT_KEYS.values() for key in (*must, *may)), "ms"):
        assert f'"{key}":' in FULL or key == "game", key
    assert {event.type for event in loads(FULL).events} == set(EVENT_KEYS)


@pytest.mark.parametrize(("old", "new"), CHANGES)
def test_a_change_is_told_or_left(old: str, new: str) -> None:
    assert old in FULL
    line = FULL.replace(old, new, 1).encode("utf-8", "surrogatepass")
    assert check_scan([line, FULL.encode(), line]).ok.tolist() == [0, 1, 0]


@pytest.mark.parametrize(
    "text",
    ["2024-02-10", "2024-12-31T00:00", "2000-02-29 23:59:59", "1999-01-01T01:01:01.123456Z", "0001-04-30T10:00-23:59"],
)
def test_a_usual_time_is_read(text: str) -> None:
    line = FULL.replace("2024-02-29T20:15:00.125+08:00", text).encode()
    assert canonical(line)
    assert scanned([line]).ok.all()


@pytest.mark.parametrize(
    "number", ["0", "0.0", "1.0", "0.1", "0.0001", "99999999999.5", "12345678901234.0", "9007199254740991"]
)
def test_a_plain_number_is_read(number: str) -> None:
    line = FULL.replace('"stake":0.5', f'"stake":{number}').encode()
    hands = check_scan([line])
    assert hands.ok.all()
    assert hands.stake[0] == float(number)


@given(records())
@PROPERTY
def test_any_record_is_packed_and_read_alike(record: Record) -> None:
    line = dumps(record).encode()
    hands = check_scan([line])
    packed = pack([record])
    ordered = all(list(e.titles or ()) == sorted(set(e.titles or ()), key=literals.TITLES.index) for e in record.events)
    assert packed.ok[0] == (record.game == "erqishi" and ordered)
    if hands.ok[0]:
        for event in record.events:
            event.extra = None
        assert unpacked(hands, 0, line) == record
    elif packed.ok[0]:
        assert is_rare(record, line)


def is_rare(record: Record, line: bytes) -> bool:
    """Whether a record has what the scanner leaves: escapes, `_` keys of all kinds, long decimals, odd times."""
    numbers = [record.stake, *(record.pay or ()), *(n for e in record.events for n in (e.total, e.amount))]
    extras = [record.extra, *(event.extra for event in record.events)]
    return (
        b"\\" in line
        or "\uffff".encode() in line
        or record.writes_game
        or any((isinstance(number, float) and len(repr(number)) > 16) or "e" in repr(number) for number in numbers)
        or any(
            not isinstance(v, (str, int)) or isinstance(v, bool) or len(str(v)) > 18
            for e in extras
            for v in (e or {}).values()
        )
    )


def test_a_line_cut_anywhere_is_left_whatever_follows() -> None:
    line = FULL.encode()
    text = np.frombuffer(line + b"\n" + line * 3, np.uint8)
    ends = np.arange(len(line) + 1)
    assert scan(text, np.zeros_like(ends), ends).ok.tolist() == [0] * len(line) + [1]
    for end in range(0, len(line), 7):
        assert not scan(text[:end], np.array([0]), np.array([end])).ok.any()
    begins = np.arange(1, len(line))
    assert not scan(text, begins, np.full_like(begins, len(line))).ok.any()


def test_where_a_line_stands_in_the_text_does_not_matter() -> None:
    line = FULL.encode()
    for before in (0, 1, 7, 1500):
        for behind in (0, 1, 8, 900, 1100, 3000):
            text = np.frombuffer(b"x" * before + line + b"{" * behind, np.uint8)
            hands = scan(text, np.array([before]), np.array([before + len(line)]))
            assert hands.ok.all()
            assert unpacked(hands, 0, line).players == ("甲", "", "丙", "丁")


def test_a_line_outside_the_text_is_refused() -> None:
    text = np.frombuffer(b"{}", np.uint8)
    for begin, end in ((-1, 1), (0, 3), (2, 1)):
        with pytest.raises(ValueError, match="outside the text"):
            scan(text, np.array([begin]), np.array([end]))


def test_bounds_of_a_record() -> None:
    event = '{"type":"huang"}'
    for count, fine in ((literals.MAX_EVENTS, 1), (literals.MAX_EVENTS + 1, 0)):
        line = LEAST.replace("[]", f"[{','.join([event] * count)}]").encode()
        assert check_scan([line, line]).ok.tolist() == [fine, fine]
    deals = ",".join(['{"type":"deal","seat":0,"cards":"' + "?" * 999 + '"}'] * 9)
    assert check_scan([LEAST.replace("[]", f"[{deals}]").encode()] * 2).ok.all()
    melds = ",".join(['{"type":"hu","seat":0,"melds":["?"' + ',"?"' * 999 + "]}"] * 9)
    assert check_scan([LEAST.replace("[]", f"[{melds}]").encode()] * 2).ok.all()
    long = LEAST.replace('"x"', '"' + "x" * jsonl.MAX_LINE_BYTES + '"').encode()
    assert scanned([long, LEAST.encode()]).ok.tolist() == [0, 1]


def test_no_lines_are_no_hands() -> None:
    assert len(scan(np.empty(0, np.uint8), np.empty(0), np.empty(0)).ok) == 0
    assert scanned([b"", b"{}"]).ok.tolist() == [0, 0]
    assert len(pack([]).ok) == 0


@pytest.mark.parametrize(
    "text", [b"", b"\n", b"a", b"a\n", b"a\nb", b"\n\n", b"a\r\n\nb", b"x" * 1100 + b"\n\n" + b"y" * 9, b"\n" * 3000]
)
def test_lines_are_split_at_line_feeds(text: bytes) -> None:
    begin, end = split_lines(np.frombuffer(text, np.uint8))
    assert [text[b:e] for b, e in zip(begin, end, strict=True)] == (
        text.removesuffix(b"\n").split(b"\n") if text else []
    )


BITS = [
    *(c.encode() for c in '{}[],:"\\ \n\r\t\0?@_-+.0123456789eE一贰⼀聽甲😀é\ufeff\uffff'), b"\x80", b"\xc0", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\xff", b"null",
    b"true", b"false", b"[]", b'""', b"1e3", b"-0", b"1.0", b"0.1", b"\\u0000", b'"seat":', b',"seat":1', b',"card":"\xe4\xb8\x80"', b'"type":"hu"', b',"_x":1',
    b',"ms":1', b',"text":"x"', b',"game":"erqishi"', b',"tags":["x"]', b'{"type":"huang"},', b',"titles":[]', b"9" * 30,
]  # fmt: skip


def mutated(line: bytes, chance: random.Random) -> bytes:
    for _ in range(chance.choice([1, 1, 1, 2, 4])):
        at = chance.randrange(len(line) + 1)
        end = min(len(line), at + chance.choice([0, 1, 1, 3, 12, 40]))
        way = chance.randrange(6)
        if way == 0:
            line = line[:at] + bytes([chance.randrange(256)]) + line[at + 1 :]
        elif way == 1:
            line = line[:at] + line[end:]
        elif way == 2:
            line = line[:at] + line[at:end] * 2 + line[end:]
        elif way == 3:
            line = swapped(line, chance)
        else:
            line = line[:at] + chance.choice(BITS) + line[at if way == 4 else end :]
    return line


def swapped(line: bytes, chance: random.Random) -> bytes:
    """Two neighbours between commas change places, or one is doubled, or taken out."""
    parts = line.split(b",")
    at = chance.randrange(len(parts))
    parts[at : at + 2] = chance.choice([parts[at : at + 2][::-1], parts[at : at + 1] * 2, []])
    return b",".join(parts)


@pytest.mark.parametrize("seed", range(4))
def test_a_mutated_line_is_read_as_loads_reads_it_or_left(samples: list[bytes], seed: int) -> None:
    chance = random.Random(seed)
    corpus = [line for line in samples if len(line) < 2500]
    n_read = 0
    for _ in range(0, N_MUTATIONS // 4, 500):
        lines = [mutated(chance.choice([FULL.encode(), chance.choice(corpus)]), chance) for _ in range(500)]
        n_read += int(check_scan(lines).ok.sum())
    assert n_read > N_MUTATIONS // 400


def test_pack_leaves_what_it_cannot_express() -> None:
    hand = loads(FULL)
    odd = [
        msgspec.structs.replace(hand, game="guilin"),
        msgspec.structs.replace(hand, events=[Event("hu", 0, titles=("piao", "kun"))]),
        msgspec.structs.replace(hand, events=[Event("chi", 0, "一", "二")]),
        msgspec.structs.replace(hand, events=[Event("huang"), Event("sao", 0, "一")]),
        msgspec.structs.replace(hand, events=[Event("deal", 0)]),
        msgspec.structs.replace(hand, events=[Event("discard", 4, "一")]),
        msgspec.structs.replace(hand, events=[Event("discard", 0)]),
        msgspec.structs.replace(hand, events=[Event("deal", 0, cards="一Z")]),
        msgspec.structs.replace(hand, wall="Z"),
        msgspec.structs.replace(hand, dealer=4),
    ]
    hands = pack([hand, *odd, hand])
    assert hands.ok.tolist() == [1, *[0] * len(odd), 1]
    assert np.diff(hands.event_at).tolist() == [len(hand.events), *[0] * len(odd), len(hand.events)]
    assert not differences(hands, pack([hand, hand]), [0, -1])


def test_what_the_scanner_knows_is_what_the_record_says() -> None:
    assert literals.CODES == CODES
    assert literals.BLOCKS == fields.BLOCKS
    assert literals.TITLES == fields.TITLES
    assert (literals.MAX_NUMBER, literals.MAX_EVENTS) == (fields.MAX_NUMBER, fields.MAX_EVENTS)
    assert (literals.MIN_PLAYERS, literals.MAX_PLAYERS) == (fields.MIN_PLAYERS, fields.MAX_PLAYERS)
    assert literals.MAX_LINE_BYTES == jsonl.MAX_LINE_BYTES
    for kind in Type:
        must, may = EVENT_KEYS.get(kind.name.lower(), ((), ()))
        keys = {
            literals.Key[name.upper()]
            for name in {*must, *may, *(("ms", "text") if must or kind == Type.HUANG else ())}
        }
        bits = sum(1 << literals.Key[name.upper()] for name in must), sum(1 << key for key in keys)
        assert literals.event_bits(kind) == bits, kind
    assert [slot.name.lower() for slot in Slot if slot != Slot.KEPT] == [
        key for key in RECORD_KEYS if key.upper() in Slot.__members__
    ]
