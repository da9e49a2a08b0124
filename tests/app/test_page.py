"""The replay page by Streamlit's own AppTest, and the data it hands to the table."""

from __future__ import annotations

import doctest
import importlib
import json
import pkgutil
import sys
import tomllib
from typing import TYPE_CHECKING

import pytest
from streamlit.testing.v1 import AppTest

import app
from app import receipt, source
from app.captions import caption
from app.listing import listing
from app.payload import payload
from app.strings import LANGUAGE_NAMES
from erqishi_logs.archive import Archive
from erqishi_logs.places import app_command, folder
from erqishi_logs.record.types import EVENT_KEYS, Event
from erqishi_logs.scoring import Line

if TYPE_CHECKING:
    from pathlib import Path

    from app.source import Hand

LANGS = list(LANGUAGE_NAMES)


@pytest.fixture
def visit(monkeypatch: pytest.MonkeyPatch) -> AppTest:
    """The page as a visitor gets it who has named no archive."""
    monkeypatch.delenv("ERQISHI_ARCHIVE", raising=False)
    monkeypatch.delenv("ERQISHI_LANG", raising=False)
    monkeypatch.setattr(sys, "argv", ["main.py"])
    return AppTest.from_file(str(folder("app") / "main.py"), default_timeout=30)


def test_no_archive_says_how_to_open_one(visit: AppTest) -> None:
    visit.run()
    assert not visit.exception
    assert visit.header[0].value == "還沒有打開檔案"
    assert "erqishi app --archive" in visit.markdown[0].value


def test_a_folder_that_is_none_is_one_clear_line(visit: AppTest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ERQISHI_ARCHIVE", "/no/such/folder")
    visit.run()
    assert not visit.exception
    assert r"\/no\/such\/folder" in visit.error[0].value


def test_an_empty_archive_says_how_to_fill_it(visit: AppTest, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    Archive.open(tmp_path / "empty", create=True)
    monkeypatch.setenv("ERQISHI_ARCHIVE", str(tmp_path / "empty"))
    visit.run()
    assert not visit.exception
    assert visit.header[0].value == "檔案是空的"
    assert "erqishi ingest" in visit.markdown[0].value


@pytest.mark.parametrize("lang", LANGS)
def test_an_archive_opens_on_its_first_hand(
    visit: AppTest, monkeypatch: pytest.MonkeyPatch, archive_path: Path, lang: str
) -> None:
    monkeypatch.setenv("ERQISHI_ARCHIVE", str(archive_path))
    visit.query_params["lang"] = lang
    visit.run()
    assert not visit.exception
    assert visit.session_state["hand"] == "guozhang"
    assert visit.dataframe[0].value.shape[0] == 2


@pytest.mark.parametrize(
    ("started", "address", "header"),
    [
        ("zh-Hans", None, "还没有打开档案"),
        ("zh-Hans", "en", "No archive is open"),
        (None, None, "還沒有打開檔案"),
        ("tlh", None, "還沒有打開檔案"),
    ],
)
def test_the_language_of_the_address_then_of_the_server(
    visit: AppTest, monkeypatch: pytest.MonkeyPatch, started: str | None, address: str | None, header: str
) -> None:
    if started:
        monkeypatch.setenv("ERQISHI_LANG", started)
    if address:
        visit.query_params["lang"] = address
    assert visit.run().header[0].value == header


def test_what_cannot_be_told_is_asked_for(visit: AppTest, monkeypatch: pytest.MonkeyPatch, archive_path: Path) -> None:
    archive = source.open_archive(str(archive_path))
    certain = source.load_hand(archive, "guozhang").verdict.findings
    wider = source.load_hand(archive, "guozhang", cannot_tell=True).verdict.findings
    assert {finding.verdict for finding in certain} == {"violated"}
    assert set(certain) <= set(wider)


def test_a_link_to_a_hand_that_is_not_there_is_one_clear_line(
    visit: AppTest, monkeypatch: pytest.MonkeyPatch, archive_path: Path
) -> None:
    monkeypatch.setenv("ERQISHI_ARCHIVE", str(archive_path))
    visit.query_params["hand"] = "no![where](//x.y)"
    visit.run()
    assert not visit.exception
    assert visit.warning[0].value.startswith(r"檔案裏沒有編號 no\!\[where\]\(\/\/x\.y\) 的局")


def test_filters_narrow_the_list(visit: AppTest, monkeypatch: pytest.MonkeyPatch, archive_path: Path) -> None:
    monkeypatch.setenv("ERQISHI_ARCHIVE", str(archive_path))
    visit.run()
    visit.multiselect(key="filter_codes").set_value(["chi_guozhang"]).run()
    assert not visit.exception
    assert visit.session_state["listed"] == ["guozhang"]
    visit.text_input(key="find").set_value("nobody").run()
    assert visit.session_state["listed"] == []
    assert visit.info


@pytest.mark.parametrize(
    ("filters", "ids"),
    [
        (source.Filters(), ["guozhang", "tianhu"]),
        (source.Filters(words="丙 茶樓"), ["guozhang"]),
        (source.Filters(words="' OR 1=1 --"), []),
        (source.Filters(rules=("quan",)), ["tianhu"]),
        (source.Filters(rules=("quan", "leshan"), status=("flagged",)), ["guozhang"]),
    ],
)
def test_the_list_by_filters(archive_path: Path, filters: source.Filters, ids: list[str]) -> None:
    assert list(source.list_hands(source.open_archive(str(archive_path)), filters)["id"]) == ids


def test_the_list_leaves_out_what_nobody_recorded(archive_path: Path) -> None:
    rows = source.list_hands(source.open_archive(str(archive_path)), source.Filters())
    listed = listing(rows, "tianhu", "zh-Hant")
    assert list(listed["mark"]) == ["▲ 吃過張", "▸✓"]
    assert list(listed["result"]) == ["未完", "甲 和"]
    assert "venue" not in listed


@pytest.mark.parametrize("lang", LANGS)
def test_what_the_table_gets_is_plain_json(guozhang: Hand, tianhu: Hand, lang: str) -> None:
    for hand in (guozhang, tianhu):
        data = payload(hand, lang)
        assert json.loads(json.dumps(data)) == data
        assert len(data["frames"]) == len(data["events"]) + 1
        assert all(row["caption"] for row in data["events"])


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("kind", [*EVENT_KEYS, "sao", "saochuan"])
def test_every_event_has_a_sentence(guozhang: Hand, kind: str, lang: str) -> None:
    event = Event(type=kind, seat=1, card="七", cards="五六", blocks=8, code="chi_guozhang", amount=20, text="慢")
    said = caption(guozhang.record, event, lang)
    assert "慢" in said
    assert "None" not in said
    assert "{" not in said


def test_s2_worked_example_is_a_receipt(tianhu: Hand) -> None:
    made = receipt.receipt(tianhu, "zh-Hant")
    assert made is not None
    counted = {row["cards"]: row["value"] for row in made["melds"]}
    assert counted == {
        "壹壹壹壹": "12",
        "貳柒拾": "6",
        "二七十": "3",
        "貳叄肆": "0",
        "捌玖拾": "0",
        "五五五": "3",
        "八八": "0",
    }
    assert made["lines"][0] == {"label": "合計和數", "value": "24", "kind": "sum"}


def test_titles_listed_and_not_paid_and_the_zi_of_guilin() -> None:
    assert receipt._step(Line("title", ("kun", 0), 30), "erqishi", "zh-Hant") == "坤和：列名，不另計"
    assert receipt._step(Line("title", ("kun", 1), 60), "erqishi", "zh-Hant") == "坤和1番：60"
    assert receipt._step(Line("step", ("2子",), 2), "guilin", "zh-Hant") == "10和1子，每多5和加1子：2子"


def test_rule_sets_are_named_in_the_visitors_language(guozhang: Hand) -> None:
    assert [payload(guozhang, lang)["title"] for lang in LANGS] == ["樂山市中區", "乐山市中区", "Leshan (city)"]


def test_a_seat_sees_its_own_hand_and_its_own_passed_cards(guozhang: Hand) -> None:
    data = payload(guozhang, "zh-Hant")
    for seat, seen in enumerate(data["seen"]):
        for frame, full in zip(seen, data["frames"], strict=True):
            assert frame["hands"][seat] == full["hands"][seat]
            assert [len(hand) for hand in frame["hands"]] == [len(hand) for hand in full["hands"]]
            assert not set("".join(hand for other, hand in enumerate(frame["hands"]) if other != seat)) - {"?"}
            assert set(frame["passed"]) <= {str(seat)}


def test_the_finding_of_the_sample_hand_points_at_its_evidence(guozhang: Hand) -> None:
    found = [row for row in payload(guozhang, "zh-Hant")["findings"] if row["mark"] == "violation"]
    assert [(row["name"], row["seat"], row["event"], row["evidence"]) for row in found] == [("吃過張", 1, 11, [3])]


def test_every_string_has_three_languages() -> None:
    tables = tomllib.loads((folder("app") / "texts.toml").read_text(encoding="utf-8"))
    short = [
        f"{name}.{key}" for name, rows in tables.items() for key, words in rows.items() if len(words) != len(LANGS)
    ]
    assert short == []


def test_no_string_is_idle() -> None:
    files = [path for kind in ("*.py", "*.js") for path in folder("app").rglob(kind)]
    written = "".join(path.read_text(encoding="utf-8") for path in files)
    built = ("do_", "look_", "passed_", "filter_", "won", "declared_", "no_", "empty_", "huang")
    tables = tomllib.loads((folder("app") / "texts.toml").read_text(encoding="utf-8"))
    keys = [key for name in ("page", "table", "head", "receipt") for key in tables[name] if not key.startswith(built)]
    assert [key for key in keys if key not in written] == []


def test_pages_are_short() -> None:
    lengths = {path.name: len(path.read_text(encoding="utf-8").splitlines()) for path in folder("app").rglob("*.py")}
    assert lengths["main.py"] <= 40
    assert max(lengths.values()) <= 150


def test_the_script_of_the_table_never_writes_markup() -> None:
    script = "".join(path.read_text(encoding="utf-8") for path in (folder("app") / "table" / "js").glob("*.js"))
    assert not [
        word for word in ("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(") if word in script
    ]


def test_the_command_binds_to_this_machine_and_tells_nobody() -> None:
    command = app_command("檔案", 8600)
    for flag in (
        "--server.address=127.0.0.1",
        "--server.headless=true",
        "--browser.gatherUsageStats=false",
        "--logger.hideWelcomeMessage=true",
    ):
        assert flag in command
    assert command[-2:] == ["--", "檔案"]


@pytest.mark.parametrize("name", [m.name for m in pkgutil.walk_packages(app.__path__, "app.") if m.name != "app.main"])
def test_examples_in_docstrings_run(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0
