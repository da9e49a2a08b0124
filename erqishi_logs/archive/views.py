"""視: a DuckDB connection with the views of an archive; the only SQL of the program."""

from __future__ import annotations

from typing import TYPE_CHECKING

import duckdb
import pyarrow as pa

from erqishi_logs.archive.damage import whole_facts, whole_folders
from erqishi_logs.archive.schema import FACT_SCHEMA, VERDICT_VIEWS, VIEWS
from erqishi_logs.rules import preset_ids

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    from erqishi_logs.archive.layout import Layout
    from erqishi_logs.archive.schema import View

#: What one connection may take.
MEMORY_LIMIT = "2GB"
#: No download, no foreign files, no Python variables, nothing spilt beside the user's files, and no query
#: that takes the machine's memory.
_CONFIG = {
    "autoinstall_known_extensions": "false",
    "autoload_known_extensions": "false",
    "python_enable_replacements": "false",
    "temp_directory": "",
    "memory_limit": MEMORY_LIMIT,
}


def connect(layout: Layout, engine: str, club: Mapping[str, str]) -> duckdb.DuckDBPyConnection:
    """視: a connection in memory with every view of the archive as it is now, locked down.

    It reads the fact and verdict files and no other, and its configuration cannot be changed.
    `engine` is the version that is not stale; `club` gives the hash of each of the club's rule sets.
    """
    con = duckdb.connect(":memory:", config=dict(_CONFIG))
    names = whole_facts(layout)
    folders = whole_folders(layout)
    judged = [folders[name] for name in names if name in folders]
    con.register("empty_facts", FACT_SCHEMA.append(pa.field("filename", pa.string())).empty_table())
    _create(con, "facts", _scan("facts", map(layout.fact_path, names), whole=True))
    for view in ("records", "quarantine"):
        _create(con, view, _FACT_VIEWS[view])
    for view in VERDICT_VIEWS:
        con.register(f"empty_{view}", VIEWS[view].schema.empty_table())
        paths = [layout.verdicts / folder.name / f"{view}.parquet" for folder in judged]
        whole = all(folder.has_all_columns for folder in judged)
        _create(con, view, _derived(VIEWS[view], _scan(view, paths, whole=whole), engine, club))
    _lock_down(con, layout)
    return con


def _create(con: duckdb.DuckDBPyConnection, name: str, select: str) -> None:
    con.execute(f"CREATE VIEW {name} AS {select}")


def _lock_down(con: duckdb.DuckDBPyConnection, layout: Layout) -> None:
    homes = [f"{path.resolve()}/" for path in (layout.facts, layout.verdicts)]
    # DuckDB compares what is asked for by its letters: a folder with pattern signs in its name is asked for escaped.
    folders = ", ".join(_quoted(home) for home in dict.fromkeys([*homes, *map(_plain, homes)]))
    con.execute(f"SET allowed_directories = [{folders}]")
    con.execute("SET enable_external_access = false")
    con.execute("SET lock_configuration = true")


def _scan(name: str, paths: Iterable[Path], *, whole: bool) -> str:
    files = [_quoted(_plain(str(path.resolve()))) for path in paths]
    if not files:
        return f"SELECT * FROM empty_{name}"  # noqa: S608 - a name of this module
    scan = f"read_parquet([{', '.join(files)}]"
    if name == "facts":
        return f"SELECT * REPLACE (parse_filename(filename, true) AS filename) FROM {scan}, filename = true)"  # noqa: S608
    if whole:
        return f"SELECT * FROM {scan})"  # noqa: S608 - quoted paths of this archive
    # Files of an older version may lack columns: those read as null.
    older = f"SELECT * FROM {scan}, union_by_name = true)"  # noqa: S608 - quoted paths of this archive
    return f"SELECT * FROM empty_{name} UNION ALL BY NAME {older}"  # noqa: S608 - as above


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


def _derived(view: View, scan: str, engine: str, club: Mapping[str, str]) -> str:
    made = {"stale": _stale(engine, club)}
    columns = ", ".join(c.name if c.stored else f"{made[c.name]} AS {c.name}" for c in view.columns)
    return f"SELECT {columns} FROM ({scan})"  # noqa: S608 - columns of the schema


def _stale(engine: str, club: Mapping[str, str]) -> str:
    """Whether the program, or a club's rules file, is another than that which judged; lost rules are another."""
    known = [*club, *preset_ids()]
    cases = [f"judged_rules NOT IN ({', '.join(map(_quoted, known))})"]
    cases += [f"judged_rules = {_quoted(name)} AND rules_file_hash <> {_quoted(hash_)}" for name, hash_ in club.items()]
    return f"(engine <> {_quoted(engine)} OR {' OR '.join(cases)})"


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def _plain(path: str) -> str:
    """A path in which DuckDB sees no pattern."""
    return "".join(f"[{sign}]" if sign in "[*?" else sign for sign in path)
