"""The verbs, as CLI.md fixes them: output, exit codes, streams."""

from __future__ import annotations

import gzip
import io
import json
import signal
import socket
import subprocess
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from erqishi_logs.cli import main
from erqishi_logs.cli.replay import moved
from erqishi_logs.texts import text

if TYPE_CHECKING:
    from collections.abc import Callable

ROOT = Path(__file__).resolve().parents[2]
DATA = ROOT / "data"
GUOZHANG = str(DATA / "03-chi-guozhang.pu")
CLEAN = str(DATA / "01-qing-bai.pu")
LINE = (DATA / "stories.jsonl").read_text(encoding="utf-8").splitlines()[0]

Captured = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def _english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")


def objects(captured: Captured) -> list[Any]:
    out, err = captured.readouterr()
    assert err == ""
    return [json.loads(line) for line in out.splitlines()]


def test_audit_prints_each_finding_with_the_keys_of_cli_md(capsys: Captured) -> None:
    assert main(["audit", GUOZHANG, "--json", "--lang", "zh-Hant"]) == 1
    assert objects(capsys) == [
        {
            "id": "chi-guozhang",
            "severity": "violation",
            "code": "chi_guozhang",
            "name": "吃過張",
            "seat": 2,
            "event": 19,
            "evidence": [4],
            "verdict": "violated",
            "depends": [],
            "message": "第5手現五，丙手上五伍可吃而未吃；第20手又吃五。",
        }
    ]


def test_audit_of_a_clean_hand_finds_nothing(capsys: Captured) -> None:
    assert main(["audit", CLEAN, "--json"]) == 0
    assert objects(capsys) == []
    assert main(["audit", CLEAN]) == 0
    assert capsys.readouterr().out == "hands 1: violations 0, faults 0, unreadable 0\n"


def test_audit_of_a_note_alone_exits_0(capsys: Captured, tmp_path: Path) -> None:
    record = json.loads(LINE)
    record["events"] = [event for event in record["events"] if event["type"] not in ("hu", "huang")]
    record.pop("pay", None)
    path = tmp_path / "x.jsonl"
    path.write_text(json.dumps(record), encoding="utf-8")
    assert main(["audit", str(path), "--json"]) in (0, 1)
    severities = {found["code"]: found["severity"] for found in objects(capsys)}
    assert severities["unfinished"] == "note"


def test_audit_tells_an_unreadable_line_and_goes_on(capsys: Captured, tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    path.write_text(f"{{no json\n{LINE}\n", encoding="utf-8")
    assert main(["audit", str(path), "--json"]) == 1
    (found,) = objects(capsys)
    assert (set(found), found["severity"]) == ({"severity", "file", "line", "reason"}, "unreadable")
    assert (found["file"], found["line"]) == (str(path), 1)


def test_audit_of_nothing_readable_exits_2(capsys: Captured, tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    path.write_text("{no json\n", encoding="utf-8")
    assert main(["audit", str(path), "--json"]) == 2
    out, err = capsys.readouterr()
    assert json.loads(out)["severity"] == "unreadable"
    assert err.count("\n") == 1
    assert main(["audit", str(tmp_path / "none.jsonl")]) == 2


def test_audit_reads_standard_input(capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(Path(GUOZHANG).read_bytes())))
    assert main(["audit", "-", "--json"]) == 1
    assert [found["code"] for found in objects(capsys)] == ["chi_guozhang"]


def test_audit_under_other_rules_takes_an_id_or_a_path(capsys: Captured, tmp_path: Path) -> None:
    path = tmp_path / "ours.toml"
    path.write_text('id = "ours"\nbase = "leshan"\n[options]\nmin_hushu = 12\n', encoding="utf-8")
    assert main(["audit", GUOZHANG, "--rules", "quan"]) == 1
    assert main(["audit", GUOZHANG, "--rules", str(path)]) == 1
    assert main(["audit", GUOZHANG, "--rules", "qan"]) == 2
    assert "did you mean 'quan'?" in capsys.readouterr().err


def test_replay_prints_the_table_after_n_events(capsys: Captured) -> None:
    assert main(["replay", GUOZHANG, "--step", "20", "--json"]) == 0
    (frame,) = objects(capsys)
    keys = ["step", "event", "wall_left", "live", "turn", "hands", "table", "discards", "passed"]
    assert list(frame) == keys
    assert (frame["step"], frame["event"], frame["turn"], frame["table"][2]) == (20, 19, 2, ["肆四肆", "五五伍"])
    assert frame["passed"]["2"] == {"chi": {"五": 4}}


def test_replay_draws_the_table(capsys: Captured) -> None:
    assert main(["replay", GUOZHANG, "--step", "20", "--lang", "zh-Hant"]) == 0
    shown = capsys.readouterr().out
    for line in (
        "第 20 步，共 23 步　丙 吃 五 五伍",
        "▶ 丙",
        "  乙 莊",
        "    桌面  [肆四肆] [五五伍]",
        "    過張  吃 五(5)",
    ):
        assert line in shown.splitlines()


def test_replay_from_a_seat_hides_the_others(capsys: Captured) -> None:
    assert main(["replay", GUOZHANG, "--step", "20", "--seat", "2", "--json"]) == 0
    (frame,) = objects(capsys)
    assert [set(hand) == {"?"} for hand in frame["hands"]] == [True, True, False]


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["--step", "99"], "no step 99; the hand has 23 events"),
        (["--seat", "3"], "no seat 3; the hand has 3, counted from 0"),
        (["--id", "x"], "no hand of id x"),
    ],
)
def test_replay_of_what_is_not_there_exits_2(words: list[str], complaint: str, capsys: Captured) -> None:
    assert main(["replay", GUOZHANG, *words]) == 2
    assert capsys.readouterr() == ("", f"erqishi: {complaint}\n")


def test_replay_keys() -> None:
    assert [moved(1, key, 3) for key in ("n", "\x1b[C", "p", "\x1b[D", "\x1b[F", "\x1b[H", "x")] == [
        2,
        2,
        0,
        0,
        3,
        0,
        1,
    ]
    assert (moved(3, "n", 3), moved(0, "p", 3)) == (3, 0)


def test_score_answers_with_the_keys_of_cli_md(capsys: Captured) -> None:
    hand = "壹壹壹壹 貳柒拾 二七十 貳叄肆 捌玖拾 五五五 八八"
    assert main(["score", hand, "--rules", "quan", "--quan", "1", "--json"]) == 0
    (answer,) = objects(capsys)
    keys = {"valid", "hushu", "tier", "titles", "total", "melds", "payers"}
    assert keys <= set(answer)
    assert (answer["hushu"], answer["titles"], answer["total"]) == (24, ["quan"], 100)  # RULEBOOK §6, 96→100


def test_score_of_no_win_exits_1_with_the_code(capsys: Captured) -> None:
    assert main(["score", "壹壹壹 一二三", "--rules", "leshan", "--json"]) == 1
    assert objects(capsys) == [{"valid": False, "reason": "zha_hu"}]


def test_score_batch_keeps_the_order_past_a_bad_line(capsys: Captured, tmp_path: Path) -> None:
    path = tmp_path / "q.jsonl"
    good = {"id": "a", "melds": "壹壹壹", "rules": "leshan-4", "win": "壹", "players": 4, "xiaojia": True}
    path.write_text(
        f"{json.dumps(good)}\nno json\n{json.dumps({**good, 'id': 'b', 'rules': 'qan'})}\n", encoding="utf-8"
    )
    assert main(["score", "--batch", str(path), "--json"]) == 1
    answers = objects(capsys)
    assert [(answer["id"], answer["valid"]) for answer in answers] == [("a", True), (None, False), ("b", False)]
    path.write_text("no json\n", encoding="utf-8")
    assert main(["score", "--batch", str(path), "--json"]) == 2


def test_convert_there_and_back_is_the_same(capsys: Captured, tmp_path: Path) -> None:
    lines, slips, back = (str(tmp_path / name) for name in ("a.jsonl", "b.pu", "c.txt"))
    assert main(["convert", GUOZHANG, lines, "--json"]) == 0
    assert objects(capsys) == [{"read": 1, "written": 1, "failed": 0}]
    assert main(["convert", lines, slips]) == 0
    assert main(["convert", slips, back, "--to", "jsonl.gz"]) == 0
    assert gzip.decompress(Path(back).read_bytes()) == Path(lines).read_bytes()


def test_convert_writes_what_it_can_and_exits_1(capsys: Captured, tmp_path: Path) -> None:
    source, target = tmp_path / "a.jsonl", tmp_path / "b.pu"
    source.write_text(f"{LINE}\n{{\n", encoding="utf-8")
    assert main(["convert", str(source), str(target), "--json"]) == 1
    out, err = capsys.readouterr()
    assert json.loads(out) == {"read": 2, "written": 1, "failed": 1}
    assert err.startswith(f"erqishi: {source}:2:")


@pytest.mark.parametrize("target", ["a.jsonl", "b.xyz"])
def test_convert_to_itself_or_to_no_form_exits_2(target: str, capsys: Captured, tmp_path: Path) -> None:
    source = tmp_path / "a.jsonl"
    source.write_text(f"{LINE}\n", encoding="utf-8")
    assert main(["convert", str(source), str(tmp_path / target)]) == 2
    assert capsys.readouterr().err.count("\n") == 1
    assert source.read_text(encoding="utf-8") == f"{LINE}\n"


def test_ingest_counts_and_the_second_time_all_are_duplicates(capsys: Captured, tmp_path: Path) -> None:
    command = ["ingest", GUOZHANG, CLEAN, "--archive", str(tmp_path / "A"), "--json"]
    assert main(command) == 0
    (first,) = objects(capsys)
    counts = ["files", "read", "stored", "duplicate", "quarantined", "findings"]
    assert list(first) == [*counts, "seconds"], "CLI.md, ingest"
    assert [first[key] for key in counts] == [2, 2, 2, 0, 0, 1]
    assert main(command) == 0
    (second,) = objects(capsys)
    assert (second["stored"], second["duplicate"]) == (0, 2)


def test_ingest_of_a_bad_line_exits_1(capsys: Captured, tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    path.write_text(f"{LINE}\n{{\n", encoding="utf-8")
    assert main(["ingest", str(path), "--archive", str(tmp_path / "A"), "--json"]) == 1
    assert objects(capsys)[0]["quarantined"] == 1


@pytest.mark.parametrize("form", ["table", "csv", "json"])
def test_query_gives_the_rows_in_a_form(form: str, archive: str, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    sql = "select id, n_violations as n from hands where id = 'chi-guozhang'"
    assert main(["query", sql, "--archive", archive, "--format", form]) == 0
    shown = capfdbinary.readouterr().out.decode()
    first = {"table": "id", "csv": "id,n", "json": '[{"id":"chi-guozhang","n":1}]'}[form]
    assert shown.splitlines()[0].startswith(first)


def test_query_writes_parquet_to_a_file(archive: str, tmp_path: Path) -> None:
    out = tmp_path / "x.parquet"
    assert main(["query", "select id from hands", "--archive", archive, "--format", "parquet", "--out", str(out)]) == 0
    assert out.read_bytes()[:4] == b"PAR1"


def test_query_of_anything_but_a_select_exits_2(archive: str, capsys: Captured) -> None:
    assert main(["query", "drop view hands", "--archive", archive]) == 2
    assert capsys.readouterr().err == "erqishi: SQL: found DROP; expected one SELECT statement\n"


def test_reaudit_changes_nothing_and_other_rules_tell_what_changes(archive: str, capsys: Captured) -> None:
    assert main(["reaudit", "--archive", archive, "--json"]) == 0
    (own,) = objects(capsys)
    assert (own["changed"], own["failed"]) == (0, 0)
    assert main(["reaudit", "--archive", archive, "--rules", "quan", "--json"]) == 0
    (other,) = objects(capsys)
    assert other["changed"] == len(other["changes"]) > 0


def test_simulate_is_the_same_for_the_same_seed(capsys: Captured, tmp_path: Path) -> None:
    def run(name: str, seed: str) -> bytes:
        out = tmp_path / name
        command = ["simulate", "--rules", "leshan", "--hands", "4", "--seed", seed, "--out", str(out), "--json"]
        assert main(command) == 0
        (counts,) = objects(capsys)
        assert counts["hands"] == 4 == counts["won"] + counts["drawn"]
        return out.read_bytes()

    first = run("a.jsonl", "1")
    assert first == run("b.jsonl", "1")
    assert first != run("c.jsonl", "2")
    assert main(["audit", str(tmp_path / "a.jsonl")]) == 0


def test_simulate_with_an_unknown_bot_exits_2(capsys: Captured, tmp_path: Path) -> None:
    out = tmp_path / "x.jsonl"
    command = ["simulate", "--rules", "leshan", "--hands", "1", "--out", str(out), "--bots", "gredy"]
    assert main(command) == 2
    assert capsys.readouterr().err == "erqishi: no bot 'gredy'; the bots are greedy, random; did you mean 'greedy'?\n"
    assert not out.exists()


def test_rules_gives_each_option_with_its_source(capsys: Captured) -> None:
    assert main(["rules", "duikou", "--json"]) == 0
    (ruleset,) = objects(capsys)
    assert ruleset["options"]["chi_from"] == {
        "is": "own_flip",
        "source": "S0-135",
        "meaning": text("options.option.chi_from", "en"),
    }
    assert main(["rules"]) == 0
    assert any(line.startswith("duikou") for line in capsys.readouterr().out.splitlines())


def test_demo_tells_every_story_and_builds_the_archive(capsys: Captured, tmp_path: Path) -> None:
    folder = str(tmp_path / "A")
    assert main(["demo", "--no-open", "--archive", folder, "--lang", "zh-Hant"]) == 0
    shown = capsys.readouterr().out
    assert all(path.name in shown for path in DATA.glob("*.pu"))
    assert "03-chi-guozhang.pu  吃過張\n" in shown
    assert "違規　吃過張　第5手現五，丙手上五伍可吃而未吃；第20手又吃五。" in shown
    assert main(["query", "select count(*) n from hands", "--archive", folder]) == 0


def test_export_writes_one_page_that_asks_no_one(archive: str, tmp_path: Path) -> None:
    page = tmp_path / "x.html"
    assert main(["export", "--archive", archive, "--id", "chi-guozhang", "--html", str(page), "--lang", "zh-Hant"]) == 0
    text = page.read_text(encoding="utf-8")
    assert "第5手現五，丙手上五伍可吃而未吃；第20手又吃五。" in text
    assert not [
        word for word in ("http://", "https://", "src=", "@import") if word in text.replace("http://www.w3.org", "")
    ]


def test_export_keeps_strangers_names_text(tmp_path: Path) -> None:
    record = json.loads(LINE)
    record["players"][0] = "</script><script>alert(1)</script>"
    source, folder, page = tmp_path / "x.jsonl", str(tmp_path / "A"), tmp_path / "x.html"
    source.write_text(json.dumps(record, ensure_ascii=False), encoding="utf-8")
    assert main(["ingest", str(source), "--archive", folder]) == 0
    assert main(["export", "--archive", folder, "--id", record["id"], "--html", str(page)]) == 0
    assert "<script>alert" not in page.read_text(encoding="utf-8")


def test_export_of_an_unknown_hand_exits_2(archive: str, capsys: Captured, tmp_path: Path) -> None:
    assert main(["export", "--archive", archive, "--id", "x", "--html", str(tmp_path / "x.html")]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_app_of_a_folder_without_archive_exits_2(capsys: Captured, tmp_path: Path) -> None:
    assert main(["app", "--archive", str(tmp_path / "none")]) == 2
    assert capsys.readouterr().err.startswith("erqishi: archive ")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_the_dashboard_serves_until_it_is_ended(number: signal.Signals, archive: str, erqishi: str) -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    process = subprocess.Popen([erqishi, "app", "--archive", archive, "--port", str(port)], stdout=subprocess.DEVNULL)
    try:
        assert comes_true(lambda: answers(port), 60), "no answer"
        assert main(["app", "--archive", archive, "--port", str(port)]) == 2, "the port is taken"
    finally:
        process.send_signal(number)
    assert process.wait(30) == 0
    assert not answers(port)


def answers(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def comes_true(condition: Callable[[], bool], seconds: float) -> bool:
    until = time.monotonic() + seconds
    while not condition() and time.monotonic() < until:
        time.sleep(0.1)
    return condition()


def test_ingest_tells_what_a_folder_holds_beside_hands(capsys: Captured, tmp_path: Path) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    (folder / "notes.md").write_text("# notes", encoding="utf-8")
    (folder / "x.pu").symlink_to(folder / "x.pu")
    command = ["ingest", str(folder), "--archive", str(tmp_path / "A")]
    assert main([*command, "--lang", "en"]) == 1
    out = capsys.readouterr().out
    assert "files in folders of no known form, passed over: 1" in out
    assert f"{folder / 'x.pu'}: " in out
    assert main([*command, "--json"]) == 1
    told = capsys.readouterr()
    assert json.loads(told.out)["files"] >= 0
    assert f"{folder / 'x.pu'}: " in told.err
