"""The one schema: FORMAT's columns are there, every column is explained, files, views and docs agree with it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from erqishi_logs.archive import VIEWS
from erqishi_logs.archive.schema import columns_page

DOCS = Path(__file__).resolve().parents[2] / "docs" / "archive.md"

#: FORMAT, The archive's views.
FORMAT_COLUMNS = {
    "hands": "id game rules session hand played_at venue source players dealer quan n_players n_events winner outcome "
    "win_card from_seat taipao hushu tier titles total declared_hushu declared_total pay pay_recorded n_violations "
    "n_faults status engine rules_hash",
    "events": "id seq type seat card cards bai ms wall_left live_card",
    "findings": "id severity code name seat event evidence verdict message",
    "records": "id record raw file line ingested_at",
    "quarantine": "file line raw reason ingested_at",
}
COLUMNS = [(view.name, column) for view in VIEWS.values() for column in view.columns]


@pytest.mark.parametrize("view", FORMAT_COLUMNS)
def test_format_views_have_at_least_these_columns(view):
    assert set(FORMAT_COLUMNS[view].split()) <= set(VIEWS[view].names())


def test_format_views_are_these_five_and_those_of_seats_and_people():
    assert set(VIEWS) == {*FORMAT_COLUMNS, "seats", "people"}


@pytest.mark.parametrize(("view", "column"), COLUMNS, ids=[f"{view}.{column.name}" for view, column in COLUMNS])
def test_every_column_is_explained_in_three_languages_in_one_line(view, column):
    for lang in ("en", "zh-Hant", "zh-Hans"):
        meaning = column.meaning(lang)
        assert meaning
        assert "\n" not in meaning
        assert len(meaning) <= 100


@pytest.mark.parametrize(("view", "column"), COLUMNS, ids=[f"{view}.{column.name}" for view, column in COLUMNS])
def test_numbers_have_a_unit(view, column):
    assert column.unit or column.kind not in ("int16", "int32", "int64", "float64")


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("filled", [False, True], ids=["empty archive", "one hand"])
def test_a_view_shows_the_columns_of_the_schema(view, filled, store, make):
    if filled:
        store.put(make.hand())
    shown = store.archive.select(f"SELECT * FROM {view}").schema  # noqa: S608
    assert tuple(shown.names) == VIEWS[view].names()
    kinds = [str(kind).replace("list<l:", "list<item:") for kind in shown.types]
    assert kinds == [str(column.type) for column in VIEWS[view].columns]


def test_docs_tables_are_those_of_the_schema():
    """To write them anew: `erqishi_logs.archive.schema.write_columns(DOCS)`."""
    text = DOCS.read_text(encoding="utf-8")
    assert re.search(r"<!-- columns -->\n(.*)<!-- /columns -->", text, re.DOTALL).group(1) == columns_page()
