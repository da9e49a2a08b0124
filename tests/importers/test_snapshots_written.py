"""eqs-snapshots written: record → platform → record, what the form has no place for, the verb; spoilt files."""

from __future__ import annotations

import json
import os
import random
from contextlib import suppress
from functools import cache
from typing import TYPE_CHECKING, Any

import pytest

from erqishi_logs.cli import main
from erqishi_logs.errors import ErqishiError
from erqishi_logs.importers import snapshots
from erqishi_logs.record import Event, Record, as_dict, dumps, loads, read_file
from erqishi_logs.rules import load_preset
from erqishi_logs.simulate import iter_hands
from tests.importers.test_snapshots import CHECKED, OUTSIDE, ba_yu_hand, kun_hand, load_one, load_text
from tests.importers.test_snapshots_files import FIXTURES

if TYPE_CHECKING:
    from pathlib import Path

PRESETS = ("app-leshan", "app-qianwei", "app-meishan", "leshan-4", "app-14", "muchuan")
HANDS = 12 * int(os.environ.get("ERQISHI_SOAK", "1"))
SPOILT = 60 * int(os.environ.get("ERQISHI_SOAK", "1"))


@cache
def hands(preset: str) -> list[tuple[Record, bytes, list[str]]]:
    """Simulated hands, each as the platform has it, and what it has no place for."""
    played = iter_hands(load_preset(preset), HANDS, seed=27)
    written = [(record, *snapshots.dump(record)) for record in played]
    return [(record, raw, [word.told("en") for word in lost]) for record, raw, lost in written]


def held(record: Record) -> dict[str, Any]:
    """What the form has a place for, written down apart from the importer: no wall, no groups of a win."""
    plain = as_dict(record)
    for key in ("wall", "_seed"):
        plain.pop(key, None)
    plain["source"] = snapshots.SOURCE
    taken: dict[int, str] = {}
    for event in plain["events"]:
        if event["type"] == "deal":
            taken[event["seat"]] = taken.get(event["seat"], "") + event["cards"]
    order = [(record.dealer + step) % record.n_players for step in range(record.n_players)]
    deals = [{"type": "deal", "seat": seat, "cards": taken[seat]} for seat in order]
    cuts = [event for event in plain["events"] if event["type"] == "cut"]
    plain["events"] = cuts + deals + [_held(e) for e in plain["events"] if e["type"] not in ("deal", "cut")]
    return plain


def _held(event: dict[str, Any]) -> dict[str, Any]:
    gone = ("bai", "melds", "hushu", "titles", "total") if event.get("overruled") else ("melds",)
    return {key: value for key, value in event.items() if key not in gone}


@pytest.mark.parametrize("preset", PRESETS)
def test_what_the_form_holds_comes_back(preset: str, tmp_path: Path) -> None:
    for record, raw, lost in hands(preset):
        (item,) = load_text(tmp_path, raw)
        assert item.record is not None
        due = held(record)
        back = as_dict(item.record)
        if "'total' of hu" in lost:  # what a cap of 抬炮 hides
            due["events"][-1].pop("total")
        assert back == due
        again = snapshots.dump(item.record)
        assert again.lost == ()
        (second,) = load_text(tmp_path, again.raw)
        assert second.record == item.record


def test_a_total_is_lost_only_where_the_cap_of_taipao_hides_it() -> None:
    hidden = [record.rules for preset in PRESETS for record, _, lost in hands(preset) if "'total' of hu" in lost]
    assert set(hidden) <= {"app-meishan", "app-14"}


IMPORTED = [shots for shots, *_ in CHECKED] + [ba_yu_hand().settle([0, 0, 0])]
IMPORTED += [kun_hand().settle([-60, -6, 66], winner=2, huShu=16, **won) for won, *_ in OUTSIDE[:4]]


@pytest.mark.parametrize("shots", IMPORTED, ids=range(len(IMPORTED)))
def test_an_imported_hand_comes_back_to_the_last_field(shots: Any, tmp_path: Path) -> None:
    record = load_one(tmp_path, shots)
    raw, lost = snapshots.dump(record)
    assert lost == ()
    (item,) = load_text(tmp_path, raw)
    assert item.record == record


def test_the_typed_hand_comes_back_to_the_last_field() -> None:
    (item,) = snapshots.load([FIXTURES / "xiaojia.eqs.json"])
    assert item.record is not None
    assert snapshots.dump(item.record).lost == ()


def lost_of(record: Record) -> list[str]:
    return [word.told("en") for word in snapshots.dump(record).lost]


def test_what_the_form_cannot_hold_is_named(tmp_path: Path) -> None:
    record = load_one(tmp_path, CHECKED[0][0])
    plain = as_dict(record)
    plain |= {"venue": "茶樓", "played_at": "2024-02-10", "tags": ["x"], "id": "h-1", "view": 2}
    plain["events"][4]["ms"] = 1200
    plain["events"][3]["text"] = "慢"
    plain["events"][-1]["melds"] = ["八八八"]
    plain["events"].insert(5, {"type": "note", "text": "丙想了很久"})
    plain["events"].append({"type": "baopai", "seat": 0, "code": "chi_cuo", "amount": 20})
    named = lost_of(loads(dumps(Record(**_typed(plain)))))
    keys = ["'id'", "'venue'", "'played_at'", "'tags'", "'view'", "'ms' of dui", "'text' of discard", "'melds' of hu"]
    assert set(named) == {*keys, "the event note", "the event baopai"}


def _typed(plain: dict[str, Any]) -> dict[str, Any]:
    record = loads(json.dumps(plain, ensure_ascii=False))
    return {name: getattr(record, name) for name in record.__struct_fields__}


def test_a_hand_of_another_game_is_refused() -> None:
    head = '{"format":"erqishi-log/1","game":"guilin","rules":"guilin","players":["甲","乙"],"dealer":0,"events":[]}'
    with pytest.raises(ErqishiError, match="not for guilin"):
        snapshots.dump(loads(head))


@pytest.mark.parametrize("card", ["四", "拾", "一"], ids=["of a kan", "no such card", "just laid"])
def test_a_wrong_move_comes_back_as_it_was(card: str, tmp_path: Path) -> None:
    record = load_one(tmp_path, CHECKED[0][0])
    events = list(record.events)
    events[5] = Event("discard", 2, card)
    wrong = Record(**{name: getattr(record, name) for name in record.__struct_fields__} | {"events": events})
    assert lost_of(wrong) == ["'total' of hu"], "no total is taken from a win that does not stand"


STRANGE = [
    [],
    {},
    "x",
    7,
    [1],
    [None] * 3,
    {"1": 2},
    {"9": [{"oper": 46}]},
    [[1, 2]],
    [{"type": "chi"}],
    10**30,
    "十十",
]
KEPT_KEYS = ("_uids", "_scores", "_pay", "_yu", "_rules", "_rest", "_circle", "_juShu")


@pytest.mark.parametrize("value", STRANGE, ids=range(len(STRANGE)))
def test_what_strangers_keep_under_our_keys_breaks_nothing(value: Any, tmp_path: Path) -> None:
    plain = as_dict(load_one(tmp_path, CHECKED[0][0])) | dict.fromkeys(KEPT_KEYS, value)
    theirs = dict.fromkeys(("_offers", "_oper", "_card", "_huRules", "_huShu", "_huType"), value)
    plain["events"] = [event | theirs for event in plain["events"]]
    with suppress(ErqishiError):
        assert snapshots.dump(loads(json.dumps(plain, ensure_ascii=False))).lost


# --- the verb


def test_convert_writes_and_reads_the_form(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines, form, back = (str(tmp_path / name) for name in ("a.jsonl", "b.eqs.json.gz", "c.jsonl"))
    (tmp_path / "a.jsonl").write_text(
        "".join(dumps(record) + "\n" for record in iter_hands(load_preset("app-leshan"), 4, seed=1)), encoding="utf-8"
    )
    assert main(["convert", lines, form, "--json"]) == 0
    told = capsys.readouterr()
    assert json.loads(told.out) == {"read": 4, "written": 4, "failed": 0, "lossy": 4}
    assert "eqs-snapshots has no place for: 'wall' (4 hands)" in told.err
    assert main(["convert", form, back]) == 0
    assert [as_dict(line.record) for line in read_file(back)] == [  # type: ignore[arg-type]
        held(line.record)
        for line in read_file(lines)  # type: ignore[arg-type]
    ]
    assert main(["convert", back, str(tmp_path / "d.json"), "--to", "eqs-snapshots", "--json"]) == 0
    assert json.loads(capsys.readouterr().out.splitlines()[-1])["lossy"] == 0
    assert main(["audit", form]) == 0


def test_convert_tells_of_a_hand_that_cannot_be_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    head = (
        '{"format":"erqishi-log/1","game":"guilin","rules":"guilin","players":["甲","乙","丙"],"dealer":0,"events":[]}'
    )
    (tmp_path / "a.jsonl").write_text(f"{head}\n", encoding="utf-8")
    assert main(["convert", str(tmp_path / "a.jsonl"), str(tmp_path / "b.eqs.json"), "--lang", "zh-Hant"]) == 1
    assert "這種格式只寫二七十，不寫 guilin" in capsys.readouterr().err


# --- spoilt


@pytest.mark.parametrize("seed", range(SPOILT))
def test_a_spoilt_file_gives_hands_or_errors(seed: int, tmp_path: Path) -> None:
    rng = random.Random(seed)
    text = bytearray(json.dumps(CHECKED[seed % 3][0], ensure_ascii=False).encode())
    for _ in range(rng.randint(1, 4)):
        at = rng.randrange(len(text))
        text[at : at + rng.randint(0, 3)] = bytes(
            rng.choice(b'0123456789-[]{},:"x\n') for _ in range(rng.randint(0, 3))
        )
    for item in load_text(tmp_path, bytes(text)):
        assert (item.record is None) == (item.error is not None)


@pytest.mark.parametrize("seed", range(SPOILT))
def test_a_spoilt_value_gives_a_hand_or_an_error(seed: int, tmp_path: Path) -> None:
    rng = random.Random(seed)
    shots = json.loads(json.dumps(CHECKED[seed % 3][0]))
    for _ in range(rng.randint(1, 3)):
        at: Any = shots
        while isinstance(at, (dict, list)) and at:
            key = rng.choice(list(at)) if isinstance(at, dict) else rng.randrange(len(at))
            if not isinstance(at[key], (dict, list)) or rng.random() < 0.1:
                at[key] = rng.choice([0, -1, 10**30, "", None, [], {}, 521, 71, 49, True, 2.5, [521], {"oper": 45}])
                break
            at = at[key]
    for item in load_text(tmp_path, json.dumps(shots)):
        assert (item.record is None) == (item.error is not None)
