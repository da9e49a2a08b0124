"""Many hands by the compiled players: as good as the plain ones, the same on any number of threads."""

from __future__ import annotations

import gzip
import json
from typing import TYPE_CHECKING

import pytest
import zstandard

from erqishi_logs.archive import Archive
from erqishi_logs.archive.ingests import new_ingest
from erqishi_logs.cli import main
from erqishi_logs.engine import compiled
from erqishi_logs.errors import ErqishiError
from erqishi_logs.pipeline.bulk import BeginIngest
from erqishi_logs.record import dumps, loads, read_file
from erqishi_logs.rules import load_preset
from erqishi_logs.simulate import simulate_hand
from erqishi_logs.simulate.bulk import BLOCK, iter_bulk, iter_lines, play_again, run_of, write_bulk
from erqishi_logs.simulate.match import match
from erqishi_logs.simulate.stored import BeginPlaying
from tests.simulate.clean import PRESETS, check_hand

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize("preset", PRESETS)
def test_the_plain_engine_finds_nothing_either(preset: str) -> None:
    rules = load_preset(preset)
    for bots in (("greedy", "random"), ("counting",)):
        for record in iter_bulk(rules, 10, seed=5, bots=bots):
            check_hand(record, rules)
            assert loads(dumps(record)) == record


@pytest.mark.parametrize("preset", ["leshan-4", "quan"])
def test_a_record_is_played_again_from_what_it_says(preset: str) -> None:
    rules = load_preset(preset)
    for record in list(iter_bulk(rules, 60, seed=8, bots=("counting", "random")))[20:60:7]:
        assert play_again(rules, record) == record


def test_a_record_of_the_plain_players_is_not_played_again_here() -> None:
    rules = load_preset("leshan")
    with pytest.raises(ErqishiError, match="_seed"):
        play_again(rules, simulate_hand(rules, "7/1"))


def test_any_number_of_threads_gives_the_same_bytes() -> None:
    run = run_of(load_preset("leshan"), 6, ("greedy", "random"))
    one, three = (b"".join(lines.tobytes() for lines, _ in iter_lines(run, BLOCK + 50, n)) for n in (1, 3))
    assert one == three
    assert one.count(b"\n") == BLOCK + 50


def test_every_ending_holds_the_same_lines(tmp_path: Path) -> None:
    run = run_of(load_preset("quan"), 4)
    tallies = [write_bulk(str(tmp_path / f"x.jsonl{ending}"), run, 50) for ending in ("", ".gz", ".zst")]
    plain = (tmp_path / "x.jsonl").read_bytes()
    assert gzip.decompress((tmp_path / "x.jsonl.gz").read_bytes()) == plain
    packed = (tmp_path / "x.jsonl.zst").read_bytes()
    assert zstandard.ZstdDecompressor().decompressobj().decompress(packed) == plain
    assert len(set(tallies)) == 1
    assert (tallies[0].hands, tallies[0].won + tallies[0].drawn) == (50, 50)


@pytest.mark.parametrize("name", ["x.jsonl", "x.pu"])
def test_how_many_hands_are_done_is_told_of_all_blocks_together(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("erqishi_logs.simulate.bulk.BLOCK", 24)
    told: list[tuple[int, int]] = []
    run = run_of(load_preset("leshan"), 4)
    tally = write_bulk(str(tmp_path / name), run, 50, tell=lambda done, hands: told.append((done, hands)))
    assert told == [(24, 50), (48, 50), (50, 50)]
    assert tally.won + tally.drawn == tally.hands == 50


def test_the_players_are_compiled_apart_from_the_audit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiled, "_HOME", tmp_path)
    for entry in compiled.AUDITING:
        (tmp_path / f"{entry}-1.py311.nbi").touch()
    assert compiled.is_warm()
    assert not compiled.is_warm(compiled.PLAYING)
    ingest = BeginIngest({}, "", None, None, tmp_path, new_ingest())
    assert not BeginPlaying(ingest, load_preset("leshan"), 1, (), None).is_warm()


def test_an_unknown_bot_is_told_with_the_nearest() -> None:
    with pytest.raises(ErqishiError, match="did you mean 'counting'"):
        run_of(load_preset("leshan"), 1, ("countin",))


def test_the_command_plays_them_where_a_bot_is_named_that_only_they_have(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    command = ["simulate", "--rules", "quan", "--hands", "30", "--bots", "counting,random", "--seed", "6"]
    written = []
    for name in ("one.jsonl", "other.jsonl", "x.pu"):
        assert main([*command, "--out", str(tmp_path / name), "--json"]) == 0
        told = json.loads(capsys.readouterr().out)
        assert (told["hands"], told["won"] + told["drawn"]) == (30, 30)
        written.append((tmp_path / name).read_bytes())
    assert written[0] == written[1]
    first = loads(written[0].splitlines()[0])
    assert (first.source, first.extra) == ("simulate-bulk", {"_bots": "counting,random", "_seed": "6/0"})
    read = [item.record for item in read_file(tmp_path / "x.pu")]
    assert read == list(iter_bulk(load_preset("quan"), 30, 6, ("counting", "random")))


# --- duplicate matches ------------------------------------------------------------------------


def test_a_policy_against_itself_differs_by_nothing() -> None:
    told = match("counting", "counting", load_preset("quan"), 40, n_players=4)
    assert (told.difference, told.low, told.high, told.games) == (0, 0, 0, 320)


@pytest.mark.parametrize(("preset", "n_players"), [("leshan", 3), ("duikou", 2), ("quan", 4)])
def test_greedy_beats_random(preset: str, n_players: int) -> None:
    told = match("greedy", "random", load_preset(preset), 300, seed=2, n_players=n_players)
    assert told.low > 0
    assert told.wins[0] > told.wins[1]


def test_counting_is_no_worse_than_greedy() -> None:
    assert match("counting", "greedy", load_preset("leshan"), 2000, seed=2).high > 0


def test_straight_into_an_archive_is_as_a_file_ingested(tmp_path: Path) -> None:
    words = ["simulate", "--rules", "quan", "--hands", "2500", "--seed", "9", "--json"]
    assert main([*words, "--archive", str(tmp_path / "one")]) == 0
    rules = load_preset("quan")
    write_bulk(str(tmp_path / "x.jsonl"), run_of(rules, 9), 2500)
    assert main(["ingest", str(tmp_path / "x.jsonl"), "--archive", str(tmp_path / "other")]) == 0
    views = {
        name: [Archive.open(tmp_path / home).frame(f"FROM {name} ORDER BY ALL") for home in ("one", "other")]
        for name in ("hands", "events", "findings", "seats", "quarantine")
    }
    for name, (one, other) in views.items():
        assert one.equals(other), name
    assert len(views["hands"][0]) == 2500
    told = "SELECT id, raw, line FROM records ORDER BY line"
    one, other = (Archive.open(tmp_path / home).frame(told) for home in ("one", "other"))
    assert one.equals(other)


def test_the_same_hands_are_stored_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["simulate", "--rules", "leshan", "--seed", "4", "--archive", str(tmp_path / "a"), "--json", "--hands"]
    for hands, stored in ((30, 30), (50, 20)):
        assert main([*words, str(hands)]) == 0
        counts = json.loads(capsys.readouterr().out)
        assert (counts["read"], counts["stored"], counts["quarantined"]) == (hands, stored, 0)


@pytest.mark.parametrize("to", [(), ("--out", "x.jsonl", "--archive", "a")])
def test_either_a_file_or_an_archive(to: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "--rules", "leshan", "--hands", "3", *to]) == 2
    assert "--archive" in capsys.readouterr().err
