"""The verb `sitting`: files and archive tell the same; CSV and Excel keep names as text."""

from __future__ import annotations

import csv
import io
import json
import re
import zipfile

import pytest

from erqishi_logs.cli import main
from erqishi_logs.record import dumps
from erqishi_logs.rules import load_preset
from erqishi_logs.simulate import iter_hands
from tests.cli.conftest import DATA

Captured = pytest.CaptureFixture[str]
NAMES = ("=1+1", "@SUM(A1)", "+丙")


@pytest.fixture(scope="module")
def log(tmp_path_factory):
    """A sitting of seven hands whose players bear names like formulas; hand 4 is missing, one hand has no session."""
    lines = []
    for record in iter_hands(load_preset("quan"), 8, seed=2, n_players=3):
        record.players = NAMES
        if record.hand == 8:
            record.session = record.hand = None
        if record.hand != 4:
            lines.append(dumps(record) + "\n")
    path = tmp_path_factory.mktemp("sitting") / "log.jsonl"
    path.write_text("".join(lines), encoding="utf-8")
    return path


def test_the_json_of_files_is_that_of_an_archive(log, tmp_path, capsys: Captured) -> None:
    archive = str(tmp_path / "A")
    assert main(["ingest", str(log), "--archive", archive]) == 0
    capsys.readouterr()
    assert main(["sitting", str(log), str(log), "--json", "--all"]) == 1
    shown = capsys.readouterr().out
    assert main(["sitting", "--archive", archive, "--json", "--all"]) == 1
    assert capsys.readouterr().out == shown
    data = json.loads(shown)
    assert [(note["code"], note["hand"], note["verdict"]) for note in data["notes"]] == [
        ("hand_missing", 5, "holds"),
        ("dealer_differs", 5, "cannot_tell"),
        ("quan_differs", 5, "cannot_tell"),
    ]
    assert sum(each["total"] for each in data["balances"]) == 0
    assert (data["people"], len(data["hands"]), data["due"]["hand"]) == (list(NAMES), 6, 8)


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        ("zh-Hant", ["誰付誰", "缺局　第3局與第5局之間缺第4局。", "另有 1 局不屬於任何一場（沒有記場）"]),
        ("zh-Hans", ["谁付谁", "缺局　第3局与第5局之间缺第4局。"]),
        ("en", ["Who pays whom", "hand missing　Hand 4 is missing between 3 and 5."]),
    ],
)
def test_people_are_told_in_their_language(log, lang, words, capsys: Captured) -> None:
    assert main(["sitting", str(log), "--lang", lang]) == 1
    shown = capsys.readouterr().out
    assert all(word in shown for word in words)


def test_a_name_like_a_formula_stays_text_in_csv(log, tmp_path, capsys: Captured) -> None:
    path = tmp_path / "s.csv"
    assert main(["sitting", str(log), "--csv", str(path), "--json"]) == 1
    rows = list(csv.DictReader(io.StringIO(path.read_text(encoding="utf-8-sig"))))
    cells = {cell for row in rows for cell in row.values()}
    assert {f"'{name}" for name in NAMES} <= cells
    for cell in cells:
        assert not cell.startswith(("=", "+", "@"))
        assert not cell.startswith("-") or float(cell)
    data = json.loads(capsys.readouterr().out)
    owed = [(f"'{t['from']}", f"'{t['to']}", str(t["amount"])) for t in data["transfers"]]
    assert [(r["payer"], r["payee"], r["amount"]) for r in rows if r["block"] == "transfers"] == owed


def test_a_name_like_a_formula_stays_text_in_excel(log, tmp_path) -> None:
    path = tmp_path / "s.xlsx"
    assert main(["sitting", str(log), "--xlsx", str(path), "--lang", "en"]) == 1
    with zipfile.ZipFile(path) as book:
        pages = [book.read(name).decode() for name in book.namelist() if name.startswith("xl/worksheets/sheet")]
        strings = re.findall(r"<t[^>]*>([^<]*)</t>", book.read("xl/sharedStrings.xml").decode())
        names = book.read("xl/workbook.xml").decode()
    assert set(NAMES) <= set(strings)
    assert not any("<f>" in page or "<hyperlink" in page for page in pages)
    assert all(f'name="{title}"' in names for title in ("Settlement", "Who pays whom", "Notes"))


@pytest.mark.parametrize(
    ("args", "words"),
    [
        ([], "give files or --archive"),
        (["LOG", "--archive", "x"], "give files or --archive"),
        (["LOG", "--session", "simulate-quan-2-2"], "no sitting 'simulate-quan-2-2'; did you mean simulate-quan-2-1?"),
        (["LOG", "--pay", "guessed"], "recorded counted"),
        (["nowhere.jsonl"], "nowhere.jsonl"),
    ],
)
def test_wrong_use_is_one_line(log, args, words, capsys: Captured) -> None:
    assert main(["sitting", *(str(log) if arg == "LOG" else arg for arg in args), "--lang", "en"]) == 2
    lines = capsys.readouterr().err.splitlines()
    assert words in " ".join(lines)


def test_the_sittings_of_the_bundled_hands(capsys: Captured) -> None:
    assert main(["sitting", str(DATA), "--session", "橋頭茶樓 2024-02-10", "--json"]) == 1
    (data,) = map(json.loads, capsys.readouterr().out.splitlines())
    assert {note["code"] for note in data["notes"]} == {"hand_missing"}
    assert [fine["code"] for fine in data["penalties"]] == ["hushu_bugou"]
    assert sum(each["if_all"] for each in data["balances"]) == 0


@pytest.mark.parametrize("option", ["--csv", "--xlsx"])
def test_a_sheet_is_never_written_over_what_is_read(option, log, tmp_path, capsys: Captured) -> None:
    mine = tmp_path / "mine.jsonl"
    mine.write_bytes(log.read_bytes())
    for source in (mine, tmp_path):
        assert main(["sitting", str(source), option, str(mine), "--lang", "en"]) == 2
        assert "is one of the files to read" in capsys.readouterr().err
    both = str(tmp_path / "sheet")
    assert main(["sitting", str(mine), "--csv", both, "--xlsx", both]) == 2
    assert mine.read_bytes() == log.read_bytes()


def test_an_export_is_never_written_over_its_key_or_its_source(log, tmp_path, capsys: Captured) -> None:
    archive, out, key = (str(tmp_path / name) for name in ("A", "out.jsonl", "key.jsonl"))
    assert main(["ingest", str(log), "--archive", archive]) == 0
    assert main(["people", "export", key, "--key", key, "--archive", archive]) == 2
    assert main(["people", "export", out, "--key", key, "--archive", archive]) == 0
    assert main(["people", "reveal", out, out, "--key", key]) == 2
    assert main(["people", "reveal", out, key, "--key", key]) == 2
    assert main(["people", "reveal", out, str(tmp_path / "back.jsonl"), "--key", key]) == 0
    capsys.readouterr()
