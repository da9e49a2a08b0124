"""`erqishi merge` and `erqishi infer`: output, files, exit codes."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from msgspec.structs import replace

from erqishi_logs.cli import main
from erqishi_logs.merge import turned
from erqishi_logs.record import Record, read_file, write_file
from erqishi_logs.rules import load_preset
from erqishi_logs.simulate import as_seen_by, iter_hands

if TYPE_CHECKING:
    from pathlib import Path

LONG = [hand for hand in iter_hands(load_preset("leshan"), 9, 9) if len(hand.events) > 30]
HANDS = [replace(hand, id=f"hand-{k}") for k, hand in enumerate(LONG[:3])]
VIEWS = [[replace(as_seen_by(hand, seat), id=f"{hand.id}-{seat}") for hand in HANDS] for seat in range(3)]

Captured = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def _english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")


def objects(captured: Captured) -> list[Any]:
    out, err = captured.readouterr()
    assert err == ""
    return [json.loads(line) for line in out.splitlines()]


def read(path: Path) -> list[Record]:
    return [line.record for line in read_file(path) if line.record is not None]


def other_flip(hand: Record) -> Record:
    """The hand with its first flip told otherwise."""
    at = next(k for k, event in enumerate(hand.events) if event.type == "flip")
    card = "一" if hand.events[at].card != "一" else "二"
    return replace(hand, events=[*hand.events[:at], replace(hand.events[at], card=card), *hand.events[at + 1 :]])


def test_hands_of_three_files_become_one_each(tmp_path: Path, capsys: Captured) -> None:
    write_file(tmp_path / "甲.jsonl", VIEWS[0])
    write_file(tmp_path / "乙.pu", [turned(view, 1) for view in VIEWS[1]])
    write_file(tmp_path / "丙.jsonl.gz", VIEWS[2][:1])
    out = tmp_path / "one.jsonl"
    files = [str(tmp_path / name) for name in ("甲.jsonl", "乙.pu", "丙.jsonl.gz")]
    assert main(["merge", *files, "--out", str(out), "--json"]) == 0
    told = objects(capsys)
    assert [[witness["id"] for witness in hand["merged_from"]] for hand in told] == [
        ["hand-0-0", "hand-0-1", "hand-0-2"],
        ["hand-1-0", "hand-1-1"],
        ["hand-2-0", "hand-2-1"],
    ]
    assert told[0]["merged_from"][1] == {"id": "hand-0-1", "file": files[1], "line": 1}
    assert (told[0]["fits"], told[0]["conflicts"]) == ("one", [])
    merged = read(out)
    assert [record.merged_from for record in merged] == [
        tuple(witness["id"] for witness in hand["merged_from"]) for hand in told
    ]
    assert merged[0].events == HANDS[0].events


def test_a_contradiction_names_its_witnesses_and_gives_1(tmp_path: Path, capsys: Captured) -> None:
    write_file(tmp_path / "a.jsonl", [VIEWS[0][1], VIEWS[0][2]])
    write_file(tmp_path / "b.jsonl", [other_flip(VIEWS[1][1])])
    at = next(k for k, event in enumerate(HANDS[1].events) if event.type == "flip")
    out = tmp_path / "one.jsonl"
    files = [str(tmp_path / "a.jsonl"), str(tmp_path / "b.jsonl")]
    assert main(["merge", *files, "--out", str(out), "--json"]) == 1
    conflict = objects(capsys)[0]["conflicts"][0]
    assert (conflict["kind"], conflict["fields"], conflict["event"]) == ("differs", ["card"], at)
    assert [reading["witnesses"] for reading in conflict["readings"]] == [
        [{"id": "hand-1-0", "event": at}],
        [{"id": "hand-1-1", "event": at}],
    ]
    extra = read(out)[0].extra
    assert extra is not None
    assert extra["_conflicts"] == [conflict]
    assert main(["merge", *files]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[1] == f"  step {at + 1}: told in different ways (card)"
    assert lines[2].startswith(f"    {files[0]}:1 step {at + 1}: ")
    assert lines[-1] == "3 records read: 1 hands merged, 1 of them with contradictions; 1 told by one record alone"


def test_alone_writes_what_one_record_tells_too(tmp_path: Path) -> None:
    write_file(tmp_path / "a.jsonl", VIEWS[0])
    write_file(tmp_path / "b.jsonl", VIEWS[1][:1])
    paths = [str(tmp_path / "a.jsonl"), str(tmp_path / "b.jsonl")]
    for options, ids in ([], 1), (["--alone"], 3):
        assert main(["merge", *paths, "--out", str(tmp_path / "out.jsonl"), *options]) == 0
        assert len(read(tmp_path / "out.jsonl")) == ids
    assert read(tmp_path / "out.jsonl")[1:] == VIEWS[0][1:]


def test_what_cannot_be_read_or_written_is_one_line(tmp_path: Path, capsys: Captured) -> None:
    good = tmp_path / "a.jsonl"
    write_file(good, VIEWS[0])
    good.write_bytes(good.read_bytes() + b"{}\n")
    assert main(["merge", str(good)]) == 1
    assert capsys.readouterr().err.startswith(f"erqishi: {good}:4")
    assert main(["merge", str(good), "--out", str(good)]) == 2
    assert main(["merge", str(tmp_path / "none.jsonl")]) == 2
    assert main(["infer", str(good), "--fill"]) == 2
    assert capsys.readouterr().err.count("\n") == 3


def test_infer_leaves_the_facts_alone_unless_asked_to_fill(tmp_path: Path, capsys: Captured) -> None:
    source, out = tmp_path / "a.jsonl", tmp_path / "b.jsonl"
    write_file(source, VIEWS[0])
    assert main(["infer", str(source), "--out", str(out), "--json"]) == 0
    told = objects(capsys)
    assert [hand["fits"] for hand in told] == ["several"] * 3
    assert [record.events for record in read(out)] == [view.events for view in VIEWS[0]]
    assert [record.id for record in read(out)] == [view.id for view in VIEWS[0]]
    assert [(record.extra or {})["_inferred"] for record in read(out)] == [hand["inferred"] for hand in told]
    assert main(["infer", str(source), "--out", str(out), "--fill"]) == 0
    filled = read(out)
    assert [(record.id, (record.extra or {})["_inferred_from"]) for record in filled] == [
        (None, view.id) for view in VIEWS[0]
    ]
    unseen = [sum((event.cards or "").count("?") for event in record.events) for record in (filled[0], VIEWS[0][0])]
    assert unseen[0] < unseen[1]


def test_rules_that_are_not_known_are_one_line_and_the_other_hands_are_counted(
    tmp_path: Path, capsys: Captured
) -> None:
    strange = [replace(VIEWS[seat][0], rules="teahouse") for seat in (0, 1)]
    write_file(tmp_path / "a.jsonl", [*strange, VIEWS[0][1]])
    assert main(["infer", str(tmp_path / "a.jsonl")]) == 1
    out, err = capsys.readouterr()
    assert err.splitlines()[0].startswith(f"erqishi: {tmp_path / 'a.jsonl'}:1: ")
    assert (err.count("\n"), "hand-1-0" in out) == (2, True)
    assert main(["infer", str(tmp_path / "a.jsonl"), "--rules", "leshan"]) == 0
    assert main(["infer", str(tmp_path / "a.jsonl"), "--rules", "nowhere"]) == 2
    capsys.readouterr()
    assert main(["merge", str(tmp_path / "a.jsonl"), "--json"]) == 0
    assert objects(capsys)[0]["fits"] is None


def test_no_deal_fits_gives_1_and_names_the_card(tmp_path: Path, capsys: Captured) -> None:
    hand = VIEWS[0][0]
    own = next(event.cards or "" for event in hand.events if event.type == "deal" and event.seat == 0)
    doubled = [replace(e, cards=own[:1] * len(own)) if e.type == "deal" and e.seat == 0 else e for e in hand.events]
    write_file(tmp_path / "a.jsonl", [replace(hand, events=doubled)])
    assert main(["infer", str(tmp_path / "a.jsonl"), "--lang", "zh-Hant"]) == 1
    out = capsys.readouterr().out
    assert "沒有一種發牌合得上" in out
    assert f"第五張 第 {next(k for k, e in enumerate(doubled, 1) if e.seat == 0 and e.type == 'deal')} 手" in out
