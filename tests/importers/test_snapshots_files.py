"""eqs-snapshots in files: several hands, what cannot be, rubbish, the fixtures."""

from __future__ import annotations

import copy
import gzip
import json
import tracemalloc
from pathlib import Path
from typing import Any

import pytest

from erqishi_logs.importers import find_importer, snapshots
from erqishi_logs.importers.snapshots import hands, pieces
from tests.importers.test_snapshots import CHECKED, judged, load_text, plain_hand

FIXTURES = Path(__file__).parent / "fixtures" / "eqs"


def complaint(tmp_path: Path, shots: Any) -> str:
    (item,) = load_text(tmp_path, json.dumps(shots, ensure_ascii=False))
    assert item.record is None
    assert item.error is not None
    return item.error.text("en").replace(str(tmp_path) + "/", "")


def test_several_hands_in_every_way_a_file_may_hold_them(tmp_path: Path) -> None:
    one, other = CHECKED[0][0], plain_hand(juShu=2).settle([-1, 2, -1], winner=1, huShu=12, huRules=[])
    lines = f"{json.dumps(one)}\n{json.dumps(other)}\n"
    listed = json.dumps([one, other], indent=1)
    in_one = json.dumps([*one, *other])
    bare = "\n".join(json.dumps(shot) for shot in [*one, *other])
    for text in (lines, listed, in_one, bare, "\ufeff" + lines):
        hands = load_text(tmp_path, text)
        assert [hand.record and hand.record.hand for hand in hands] == [1, 2]
        assert hands[0].raw in text.encode()
    broken_off = json.dumps([*one[:5], *other])
    assert [hand.record and len(hand.record.events) for hand in load_text(tmp_path, broken_off)] == [7, 7]


def test_a_file_is_known_by_name_or_by_what_it_holds() -> None:
    head = json.dumps(CHECKED[0][0]).encode()
    assert find_importer(head, "x.json") is snapshots
    assert find_importer(b"rubbish", "x.eqs.json") is snapshots
    assert find_importer(b'{"format":"erqishi-log/1","rules":"handCards"}', "x.json") is None


def hurt(change: Any) -> Any:
    shots = copy.deepcopy(CHECKED[0][0])
    change(shots)
    return shots


def put(number: int, *path: Any) -> Any:
    """A change of one value in a snapshot: the last of the path is the new value."""

    def change(shots: list[dict[str, Any]]) -> None:
        at: Any = shots[number - 1]
        for key in path[:-2]:
            at = at[key]
        at[path[-2]] = path[-1]

    return change


IMPOSSIBLE = [
    (put(3, "userCard", 2, "handCards", 0, 1231), "found 1231, which is no card in handCards of snapshot 3"),
    (put(2, "userCard", 0, "handCards", 0, 133), "found 133, which is no card in handCards of snapshot 2"),
    (
        put(4, "userCard", 1, "handCards", []),
        "found a hand of 0 cards that is not the 20 cards due in handCards of snapshot 4",
    ),
    (put(4, "userCard", 1, "handCards", 10**12), "found a number of cards in handCards of snapshot 4"),
    (put(4, "userCard", 2, "leftCards", []), "found 0 melds after 1 in leftCards of snapshot 4"),
    (
        put(8, "userCard", 2, "chuPai", [111, 211]),
        "found cards put out before that are others now in chuPai of snapshot 8",
    ),
    (put(5, "leftCard", 60), "found 60 cards after 19 in leftCount of snapshot 5"),
    (put(5, "leftCard", 2), "found 2 cards after 19 in leftCount of snapshot 5"),
    (put(5, "operUid", 99), "found player 99, who is not at the table in operUid of snapshot 5"),
    (put(2, "userCard", 0, "uid", 99), "found player 99, who is not at the table in users.uid of snapshot 2"),
    (put(1, "zhuangId", 99), "found dealer 99 in zhuangId of snapshot 1"),
    (put(1, "users", 1, "seatId", 1), "found 3 seats in users of snapshot 1"),
    (put(1, "users", []), "found 0 seats in users of snapshot 1"),
    (put(2, "oper", "oper", 88), "found operation 88 in oper of snapshot 2"),
    (put(2, "oper", "oper", 47), "in oper of snapshot 2"),
    (put(15, "users", 0, "huType", 1), "found 2 winners in huType of snapshot 15"),
    (put(3, "userCard", 2, "handCards", "521"), "found a string as $.userCard[2].handCards in snapshot 3"),
    (put(3, "userCard", 2, "handCards", 1, None), "found null as $.userCard[2].handCards[1] in snapshot 3"),
    (put(3, "userCard", 7), "found a whole number as $.userCard in snapshot 3"),
    (put(3, "oper", []), "found a list as $.oper in snapshot 3"),
    (put(1, "users", 0, "handCards", 0, 10**400), "in handCards of snapshot 1"),
    (put(1, "circle", 1e300), "as $.circle in snapshot 1"),
]


@pytest.mark.parametrize(("change", "told"), IMPOSSIBLE, ids=[case[1][-60:] for case in IMPOSSIBLE])
def test_what_cannot_be_names_snapshot_and_field(change: Any, told: str, tmp_path: Path) -> None:
    assert told in complaint(tmp_path, hurt(change))


RUBBISH = [b"", b"[]", b"[[]]", b"{}", b"[{}]", b"nonsense", b'{"users":', b"[" * 5000, b"[{" * 5000, b'[{"a":"', b"]"]
RUBBISH += [b"[{},]", b"\0", b'[{"users":[{"uid":1}]}]', b'{"zhuangId":' + b"9" * 6000 + b"}", b"\n[" * 3000]
RUBBISH += [b"[" + b'{"a":' * 3000 + b"1" + b"}" * 3000 + b"]", b'[{"users":"' + b"x" * 2_000_000 + b'"}]']
RUBBISH += [b'[{"zhuangId":1,"users":[{"uid":1,"seatId":1},{"uid":2,"seatId":2}]}]']


@pytest.mark.parametrize("text", RUBBISH, ids=range(len(RUBBISH)))
def test_rubbish_is_an_error_or_nothing(text: bytes, tmp_path: Path) -> None:
    for item in load_text(tmp_path, text):
        assert (item.record is None) == (item.error is not None)
        if item.error is not None:
            assert "\n" not in item.error.text("zh-Hans")


def test_a_broken_hand_costs_no_other(tmp_path: Path) -> None:
    good = json.dumps(CHECKED[2][0])
    hands = load_text(tmp_path, f'{good}\n{good[:900]}\n{good}\n[{{"users":7}}]\n{good}\n')
    assert [(hand.line, hand.record is not None) for hand in hands] == [
        (1, True), (2, False), (3, True), (4, False), (5, True)
    ]  # fmt: skip


def test_every_file_of_the_fixtures(tmp_path: Path) -> None:
    told = {path.name: [_sort(item) for item in snapshots.load([path])] for path in sorted(FIXTURES.glob("*.eqs.json"))}
    assert told == json.loads((FIXTURES / "expected.json").read_text(encoding="utf-8"))


def _sort(item: snapshots.Item) -> list[Any]:
    if item.record is None:
        return [item.line, item.error.reason if item.error else ""]
    return [item.line, len(item.record.events), [f.code for f in judged(item.record).verdict.findings]]


ENDLESS = {
    "an object": b'[{"users":[' + b'{"uid":1},' * 60_000,
    "a string": b'[{"users":"' + b"x" * 20_000_000,
    "spaces": b" " * 30_000_000 + b"[",
    "lines of rubbish": b"x\n" * 200_000,
    "brackets": b"[" * 30_000_000,
    "snapshots": b"[" + b'{"leftCount":1},' * 15_000,
}


@pytest.mark.parametrize("what", ENDLESS)
def test_memory_does_not_grow_with_the_file(what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "x.eqs.json.gz"
    path.write_bytes(gzip.compress(ENDLESS[what], 1))
    monkeypatch.setattr(hands, "MAX_HAND_BYTES", 2**20)
    monkeypatch.setattr(pieces, "MAX_OBJECT_BYTES", 2**18)
    tracemalloc.start()
    try:
        errors = sum(item.error is not None for item in snapshots.load([path]))
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert errors >= 1
    assert peak < 8 * 2**20


def test_a_hand_of_too_many_snapshots_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hands, "MAX_SNAPSHOTS", 5)
    assert "a hand of more than 5 snapshots" in complaint(tmp_path, CHECKED[0][0])
    monkeypatch.setattr(hands, "MAX_HAND_BYTES", 900)
    assert "a hand of more than 900 bytes" in complaint(tmp_path, CHECKED[0][0])
