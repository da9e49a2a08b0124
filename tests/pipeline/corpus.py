"""A corpus in which everything stands that a file may hold: hands of every kind, in every form, and what is none."""

from __future__ import annotations

import gzip
import json
from random import Random
from typing import TYPE_CHECKING

import msgspec
import zstandard
from hypothesis import HealthCheck, given, settings

from erqishi_logs.record import dump_bytes, dumps, dumps_pu
from tests.engine.mixed import cheated_hands, clean_hands, spoilt_hands
from tests.record.random_hands import records
from tests.simulate.clean import PRESETS

if TYPE_CHECKING:
    from pathlib import Path

    from erqishi_logs.record import Record

BAD = [
    b"{not a record",
    b"\xff\xfe{",
    b'{"format":"erqishi-log/1"}',
    b"   ",
    b"",
    '{"format":"erqishi-log/1","rules":"leshan","players":["甲","乙"],"dealer":2,"events":[]}'.encode(),
    '{"format":"erqishi-log/1","rules":"leshan","players":["甲","乙"],"dealer":0,"evnts":[]}'.encode(),
    b'{"a":1,"a":2}',
    b"x" * 300,
]
HOUSES = (("cap=40",), ("cap=200", "hu_guozhang=true"), ("capp=1",), ("tai_from=30",))


def random_records(n: int) -> list[Record]:
    """Records with any keys, as the record's own tests draw them."""
    found: list[Record] = []

    @settings(max_examples=n, derandomize=True, database=None, deadline=None, suppress_health_check=list(HealthCheck))
    @given(records())
    def collect(record) -> None:
        found.append(record)

    collect()
    return found


def told_more(record: Record, rng: Random, name: str) -> Record:
    """The record with some of the keys that a header may have."""
    more = {
        "id": f"hand-{name}",
        "session": '茶樓, "東"' if name.endswith("7") else "茶樓",
        "hand": len(name),
        "played_at": "2024-02-10T20:15",
        "venue": "樂山",
        "source": "紙",
        "recorder": "丙",
        "house": rng.choice(HOUSES),
        "stake": rng.choice((2, 0.5)),
        "replaces": "h-1",
        "merged_from": ("h-2", "h-3,4"),
        "tags": ("甲,乙", "好"),
        "extra": {"_a": 1, "_b": [1, {"c": None}]},
    }
    chosen = {key: more[key] for key in more if rng.random() < 0.3}
    return msgspec.structs.replace(record, **chosen)


def unseen(record: Record, rng: Random) -> Record:
    """The record in which some hands were not seen."""
    events = [
        msgspec.structs.replace(event, cards="?" * len(event.cards))
        if event.type == "deal" and rng.random() < 0.6
        else event
        for event in record.events
    ]
    return msgspec.structs.replace(record, events=events)


def hands(seed: int, n: int) -> list[Record]:
    """So many hands of each kind: clean, cheated, spoilt, unseen, with more keys."""
    rng = Random(seed)
    clean = clean_hands(2 * n, seed)
    some = [
        *clean,
        *cheated_hands(n, seed),
        *spoilt_hands(clean, n, seed),
        *(unseen(hand, rng) for hand in clean[:n]),
        *(told_more(hand, rng, f"{seed}-{number}") for number, hand in enumerate(clean)),
    ]
    rng.shuffle(some)
    return some


def can_be_judged(hand: Record) -> bool:
    """Whether its rules are known: of what cannot be judged a second copy is quarantined or not, by its batch."""
    return hand.rules in PRESETS and hand.game == "erqishi" and hand.house is None


def lines(some: list[Record], seed: int) -> list[bytes]:
    """The hands as lines, some not canonical, with lines between that are none, and some twice or in conflict."""
    rng = Random(seed)
    found: list[bytes] = []
    for hand in some:
        roll = rng.random()
        found.append(json.dumps(json.loads(dumps(hand))).encode() if roll < 0.1 else dump_bytes(hand))
        if roll > 0.9:
            found.append(rng.choice(BAD))
        if 0.4 < roll < 0.5 and can_be_judged(hand):
            found.append(dump_bytes(hand))
        elif 0.5 < roll < 0.6 and can_be_judged(hand):
            found.append(dump_bytes(msgspec.structs.replace(hand, id=f"twin-{rng.randrange(20)}")))
    return found


def write_corpus(folder: Path, n: int = 60) -> Path:
    """Files of every own form below a folder."""
    folder.mkdir()
    some = [*hands(270, n), *random_records(n // 2)]
    every, again = lines(some, 27), [hand for hand in some if can_be_judged(hand)][: n // 2]
    (folder / "a.jsonl").write_bytes(b"\n".join(every))
    (folder / "b.jsonl.gz").write_bytes(gzip.compress(b"\n".join(lines(again, 1))))
    cut = zstandard.compress(b"\n".join(lines(hands(3, n // 6), 2)))
    (folder / "c.jsonl.zst").write_bytes(cut)
    (folder / "d.jsonl").write_bytes(b"\xef\xbb\xbf" + b"\r\n".join(lines(hands(4, n // 6), 3)) + b"\r\n")
    (folder / "e.pu").write_text("\n".join(map(dumps_pu, clean_hands(n // 4, 9))), encoding="utf-8")
    (folder / "f.jsonl").write_text("\n".join(map(dumps, clean_hands(n // 6, 10))), encoding="gb18030")
    (folder / "g.jsonl.gz").write_bytes(gzip.compress(b"\n".join(lines(hands(5, n // 6), 6)))[:-3000])
    (folder / "h.jsonl").write_bytes(b"")
    (folder / "notes.md").write_text("# notes", encoding="utf-8")
    for number, hand in enumerate(clean_hands(n // 2, 11)):
        (folder / f"one-{number:03}.jsonl").write_bytes(dump_bytes(hand))
    return folder
