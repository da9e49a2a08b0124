"""A stranger's SQL: one SELECT, the archive's files, nothing else (DESIGN, Safety)."""

from __future__ import annotations

import io
import json

import duckdb
import pandas as pd
import pyarrow.parquet as pq
import pytest

from erqishi_logs.archive import FORMATS, views
from erqishi_logs.errors import ArchiveError

ALLOWED = [
    "select 1",
    "select count(*) from hands",
    "from findings",
    "with x as (select id from hands) select * from x join events using (id)",
    "values (1), (2)",
    "select * from hands; ",
    "-- a word\nselect 1 /* and another */",
    "describe hands",
    "select unnest(players) from hands",
    "select json_extract_string(record, '$.players[0]') from records",
]
REFUSED = [
    "",
    ";",
    "select",
    "selec 1",
    "select 1; select 2",
    "select 1; drop view hands",
    "drop view hands",
    "create table t (a int)",
    "insert into hands values (1)",
    "update hands set id = 'x'",
    "delete from hands",
    "copy hands to '{root}/x.csv'",
    "copy (select 1) to '{fact}'",
    "copy (select 1) to '{fact}' (format parquet)",
    "export database '{root}'",
    "attach '{root}/x.db'",
    "install httpfs",
    "load httpfs",
    "pragma show_tables",
    "set threads = 1",
    "set enable_external_access = true",
    "reset lock_configuration",
    "call pragma_version()",
    "explain analyze select 1",
    "prepare p as select 1",
    "execute p",
    "begin",
    "checkpoint",
    "vacuum",
    "use memory",
    "select * from read_csv('/etc/passwd')",
    "select * from read_text('/etc/passwd')",
    "select * from read_blob('{fact}/../../../secret.txt')",
    "select * from read_text('{secret}')",
    "select * from '{secret}'",
    "select * from glob('/etc/*')",
    "select * from sniff_csv('/etc/passwd')",
    "select * from read_parquet('https://example.org/x.parquet')",
    "select * from query('copy hands to ''{root}/x.csv''')",
    "select * from archive",
    "select getenv('HOME')",
    "select no_such_column from hands",
    "select $1",
]


@pytest.fixture
def places(store, make, tmp_path):
    store.put(make.hand("a"))
    secret = tmp_path / "secret.txt"
    secret.write_text("secret")
    (name,) = store.archive.layout.fact_names()
    return {"root": store.archive.layout.root, "fact": store.archive.layout.fact_path(name), "secret": secret}


@pytest.mark.parametrize("sql", ALLOWED)
def test_allowed(sql, store, make):
    store.put(make.hand("a"))
    assert store.archive.select(sql).num_rows > 0 or "findings" in sql


@pytest.mark.parametrize("sql", REFUSED)
def test_refused_in_one_line_and_nothing_is_touched(sql, store, places):
    before = {path: path.read_bytes() for path in store.archive.layout.root.rglob("*") if path.is_file()}
    with pytest.raises(ArchiveError) as error:
        store.archive.query(sql.format(**places), "json")
    assert str(error.value).startswith("SQL: ")
    assert "\n" not in str(error.value)
    assert {path: path.read_bytes() for path in store.archive.layout.root.rglob("*") if path.is_file()} == before


@pytest.mark.parametrize(
    "sql",
    [
        "copy (select 1) to '/tmp/out.csv'",
        "install httpfs",
        "set enable_external_access = true",
        "set allowed_directories = ['/']",
        "attach '{root}/x.db'",
        "select * from read_csv('/etc/passwd')",
        "select * from read_text('{root}/erqishi-archive.json')",
    ],
)
def test_a_connection_is_locked_down_even_for_other_statements(sql, store, places):
    with store.archive.connect() as con, pytest.raises(duckdb.Error):
        con.execute(sql.format(**places)).fetchall()


def test_no_python_variable_is_a_table(store):
    mine = pd.DataFrame({"a": [1]})
    with pytest.raises(ArchiveError, match="mine"):
        store.archive.query("select * from mine")
    del mine


def test_the_archive_s_own_files_can_be_read(store, places):
    sql = f"select count(*) n from read_parquet('{places['fact']}')"  # noqa: S608
    assert store.archive.select(sql).to_pylist() == [{"n": 1}]


EVERY_KIND = (
    "select 1::hugeint as big, 1.5::decimal(4,2) as d, 'a,\"b' as t, null as nothing, true as yes, [1, 2] as l, "
    "'茶樓' as zh, timestamp '2024-02-10 08:00:00' as at, '\\xFF1'::blob as raw, 'nan'::double as nan"
)


@pytest.mark.parametrize("fmt", FORMATS)
def test_every_format_of_an_empty_result(fmt, store):
    assert store.archive.query("select id, seat from findings", fmt)


def test_json_is_a_list_of_objects_with_plain_numbers(store):
    (row,) = json.loads(store.archive.query(EVERY_KIND, "json"))
    assert row == {
        "big": 1,
        "d": 1.5,
        "t": 'a,"b',
        "nothing": None,
        "yes": True,
        "l": [1, 2],
        "zh": "茶樓",
        "at": "2024-02-10T08:00:00",
        "raw": "\\xff1",
        "nan": None,
    }


def test_csv_quotes_and_leaves_null_empty(store):
    head, row = store.archive.query(EVERY_KIND, "csv").decode().splitlines()
    assert head == "big,d,t,nothing,yes,l,zh,at,raw,nan"
    assert row == '1,1.50,"a,""b",,true,"[1,2]",茶樓,2024-02-10T08:00:00,\\xff1,null'


def test_a_table_counts_a_chinese_character_as_two_columns(store):
    text = store.archive.query("select '茶樓' as a, 1 as b union all select 'x', 2 order by b").decode()
    assert text == "a     b\n────  ─\n茶樓  1\nx     2\n"


def test_a_table_shows_no_control_characters(store):
    assert "\x1b" not in store.archive.query("select chr(27) || '[2J' || chr(10) as a").decode()


def test_parquet_is_parquet(store, tmp_path):
    path = tmp_path / "x.parquet"
    path.write_bytes(store.archive.query("select 1 as n", "parquet"))
    assert pq.read_table(path).to_pylist() == [{"n": 1}]


def test_an_unknown_format_is_named_with_the_nearest(store):
    with pytest.raises(ArchiveError, match="did you mean 'parquet'"):
        store.archive.query("select 1", "parket")


def test_a_record_that_is_not_there(store):
    with pytest.raises(ArchiveError, match="no hand 'x'"):
        store.archive.record("x")


def test_frames_keep_whole_numbers_whole(store, make):
    store.put(make.hand("a"))
    hands = store.archive.hands_frame()
    assert str(hands["winner"].dtype) == "Int16"
    assert hands["winner"].isna().all()
    assert list(hands["players"][0]) == ["甲", "乙", "丙"]
    assert store.archive.events_frame()["seq"].tolist() == [0, 1, 2, 3, 4, 5]
    assert set(store.archive.findings_frame()["id"]) <= {"a"}


@pytest.mark.parametrize(
    ("sql", "names"),
    [
        ("select 1 as n, 2 as n, 3 as n", ["n", "n_1", "n_2"]),
        ("select 1 as n, 2 as n, 3 as n_1", ["n", "n_2", "n_1"]),
        ("select 1 as n, 2 as m", ["n", "m"]),
    ],
)
def test_columns_of_one_name_are_all_there(store, sql, names):
    (row,) = json.loads(store.archive.query(sql, "json"))
    assert row == dict(zip(names, range(1, len(names) + 1), strict=True))
    assert pq.read_table(io.BytesIO(store.archive.query(sql, "parquet"))).column_names == names


@pytest.mark.parametrize("value", ["interval 1 day", "{'a': interval 1 day}", "union_value(a := 1)"])
def test_what_parquet_cannot_hold_is_said_in_one_line(store, value):
    for fmt in ("table", "csv", "json"):
        assert store.archive.query(f"select {value} as x", fmt)
    with pytest.raises(ArchiveError, match="Parquet") as error:
        store.archive.query(f"select {value} as x", "parquet")
    assert "\n" not in str(error.value)


def test_a_query_takes_so_much_memory_and_no_more(store, monkeypatch):
    monkeypatch.setitem(views.CONFIG, "memory_limit", "20MB")
    with pytest.raises(ArchiveError, match="memory"):
        store.archive.select("select a from range(20000000) t(a) order by hash(a)")
