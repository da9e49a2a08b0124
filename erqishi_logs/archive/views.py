"""視: a DuckDB connection with the views of an archive; the only SQL of the program."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import duckdb
import pyarrow as pa

from erqishi_logs.archive.damage import whole_facts, whole_folders
from erqishi_logs.archive.live import ELSE, TURNS
from erqishi_logs.archive.schema import DERIVED_VIEWS, FACT_SCHEMA, VIEWS
from erqishi_logs.people.book import load_book
from erqishi_logs.rules import preset_ids

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

    from erqishi_logs.archive.layout import Layout
    from erqishi_logs.archive.publish import VerdictFolder
    from erqishi_logs.archive.schema import View
    from erqishi_logs.people.book import Book

#: What one connection may take.
MEMORY_LIMIT = "2GB"
#: No download, no foreign files, no Python variables, nothing spilt beside the user's files, and no query
#: that takes the machine's memory.
CONFIG = {
    "autoinstall_known_extensions": "false",
    "autoload_known_extensions": "false",
    "python_enable_replacements": "false",
    "temp_directory": "",
    "memory_limit": MEMORY_LIMIT,
}
#: DuckDB's names of the types of `erqishi_logs.archive.schema`.
_SQL_TYPES = {
    pa.string(): "VARCHAR",
    pa.bool_(): "BOOLEAN",
    pa.binary(): "BLOB",
    pa.float64(): "DOUBLE",
    pa.int16(): "SMALLINT",
    pa.int32(): "INTEGER",
    pa.int64(): "BIGINT",
    pa.timestamp("us"): "TIMESTAMP",
    pa.list_(pa.string()): "VARCHAR[]",
    pa.list_(pa.int32()): "INTEGER[]",
    pa.list_(pa.float64()): "DOUBLE[]",
}


def connect(layout: Layout, engine: str, club: Mapping[str, str]) -> duckdb.DuckDBPyConnection:
    """視: a connection in memory with every view of the archive as it is now, locked down.

    It reads the fact and verdict files and no other, and its configuration cannot be changed.
    `engine` is the version that is not stale; `club` gives the hash of each of the club's rule sets.
    """
    con = duckdb.connect(":memory:", config=dict(CONFIG))
    con.execute("SET GLOBAL parquet_metadata_cache = true")  # of all cursors, too
    book = load_book(layout.people)
    _create_names(con, book)
    names = whole_facts(layout)
    folders = whole_folders(layout)
    judged = [folders[name] for name in names if name in folders]
    _create_empty(con, "facts", FACT_SCHEMA.append(pa.field("filename", pa.string())))
    _create(con, "facts", _scan_facts(map(layout.fact_path, names)))
    for view in ("records", "quarantine"):
        _create(con, view, _FACT_VIEWS[view])
    for view in DERIVED_VIEWS:
        _create_empty(con, view, VIEWS[view].schema)
        new, old = (_paths(layout, judged, view, whole) for whole in (True, False))
        _create(con, view, _derived(VIEWS[view], _scan(view, new, old), engine, club, book))
    _create(con, "people", _PEOPLE)
    _lock_down(con, layout)
    return con


def _create_names(con: duckdb.DuckDBPyConnection, book: Book) -> None:
    """The table of the names that are not what their person is called by."""
    pairs = [(name, person[0]) for person in book.persons for name in person[1:]]
    others, called = [name for name, _ in pairs], [name for _, name in pairs]
    con.execute("CREATE TABLE other_names (other_name VARCHAR, called VARCHAR)")
    con.execute("INSERT INTO other_names SELECT unnest(?::VARCHAR[]), unnest(?::VARCHAR[])", [others, called])


def _paths(layout: Layout, folders: Iterable[VerdictFolder], view: str, whole: bool) -> list[Path]:
    """The files of a view of this version, or (not `whole`) of older ones, which may lack one."""
    homes = (layout.verdicts / folder.name for folder in folders if folder.has_all_columns is whole)
    paths = (home / f"{view}.parquet" for home in homes)
    return [path for path in paths if whole or path.exists()]


def _create_empty(con: duckdb.DuckDBPyConnection, name: str, schema: Any) -> None:
    # Not by way of an empty Arrow table: DuckDB would import pandas for it, half a second.
    columns = ", ".join(f"{field.name} {_SQL_TYPES[field.type]}" for field in schema)
    con.execute(f"CREATE TABLE empty_{name} ({columns})")


def _create(con: duckdb.DuckDBPyConnection, name: str, select: str) -> None:
    con.execute(f"CREATE VIEW {name} AS {select}")


def _lock_down(con: duckdb.DuckDBPyConnection, layout: Layout) -> None:
    homes = [f"{path.resolve()}/" for path in (layout.facts, layout.verdicts)]
    # DuckDB compares what is asked for by its letters: a folder with pattern signs in its name is asked for escaped.
    folders = ", ".join(_quoted(home) for home in dict.fromkeys([*homes, *map(_plain, homes)]))
    con.execute(f"SET allowed_directories = [{folders}]")
    con.execute("SET enable_external_access = false")
    con.execute("SET lock_configuration = true")


def _scan_facts(paths: Iterable[Path]) -> str:
    files = listed(paths)
    if not files:
        return "SELECT * FROM empty_facts"
    name = "parse_filename(filename, true) AS filename"
    return f"SELECT * REPLACE ({name}) FROM read_parquet([{files}], filename = true)"  # noqa: S608 - quoted paths


def _scan(view: str, new: Sequence[Path], old: Sequence[Path]) -> str:
    """The rows of files of this version, and of older ones, whose columns that are missing read as null."""
    empty = f"SELECT * FROM empty_{view}"  # noqa: S608 - a name of the schema
    scans = []
    if new:
        live = f"EXCLUDE ({ELSE}), {_LIVE} AS live_card" if view == "events" else ""
        scans.append(f"SELECT * {live} FROM read_parquet([{listed(new)}])")  # noqa: S608 - quoted paths
    if old:
        live, more = "", ""
        if view == "events":
            live, more = f"REPLACE (coalesce(live_card, {_LIVE}) AS live_card)", f", NULL::VARCHAR AS {ELSE}"
        scan = f"SELECT * FROM read_parquet([{listed(old)}], union_by_name = true)"  # noqa: S608 - quoted paths
        scans.append(f"SELECT * {live} FROM (SELECT *{more} FROM empty_{view} UNION ALL BY NAME {scan})")  # noqa: S608
    return " UNION ALL BY NAME ".join(scans) or empty


#: The live card, which the files of `events` hold as `erqishi_logs.archive.live` says.
_LIVE = f"nullif(coalesce({ELSE}, CASE WHEN type IN {TURNS} THEN card END), '')"


#: Views over the fact files.
_FACT_VIEWS = {
    "records": """
        SELECT id, coalesce(record, decode(raw)) AS record, raw, file, line, ingested_at, form, source, judged_as,
               filename AS batch
        FROM facts WHERE id IS NOT NULL""",
    "quarantine": """
        SELECT file, line, raw, reason, ingested_at, form, source, filename AS batch
        FROM facts WHERE id IS NULL""",
}


#: Every name that plays, and those of the book that do not.
_PEOPLE = """
    SELECT name, coalesce(called, name) AS person, coalesce(n, 0) AS hands
    FROM (SELECT player AS name, count(*) AS n FROM seats WHERE player IS NOT NULL GROUP BY player)
    FULL JOIN (SELECT other_name AS name, called FROM other_names) USING (name)"""
_PERSON = "coalesce((SELECT called FROM other_names WHERE other_name = player), player)"


def _derived(view: View, scan: str, engine: str, club: Mapping[str, str], book: Book) -> str:
    made = {"stale": _stale(engine, club), "person": _PERSON if book.persons else "player"}
    columns = ", ".join(c.name if c.stored else f"{made[c.name]} AS {c.name}" for c in view.columns)
    return f"SELECT {columns} FROM ({scan})"  # noqa: S608 - columns of the schema


def _stale(engine: str, club: Mapping[str, str]) -> str:
    """Whether the program, or a club's rules file, is another than that which judged; lost rules are another."""
    known = [*club, *preset_ids()]
    cases = [f"judged_rules NOT IN ({', '.join(map(_quoted, known))})"]
    cases += [f"judged_rules = {_quoted(name)} AND rules_file_hash <> {_quoted(hash_)}" for name, hash_ in club.items()]
    return f"(engine <> {_quoted(engine)} OR {' OR '.join(cases)})"


def listed(paths: Iterable[Path]) -> str:
    """列: paths as SQL writes them in a list, in which DuckDB sees no pattern.

    >>> from pathlib import Path
    >>> listed([Path("/a/b*.parquet")])
    "'/a/b[*].parquet'"
    """
    return ", ".join(_quoted(_plain(str(path.resolve()))) for path in paths)


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def _plain(path: str) -> str:
    """A path in which DuckDB sees no pattern."""
    return "".join(f"[{sign}]" if sign in "[*?" else sign for sign in path)
