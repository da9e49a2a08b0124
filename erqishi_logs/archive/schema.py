"""欄: every view of the archive and its columns, as data (FORMAT, the archive's views).

The one place where a column's name, Arrow type, unit and meaning stand: files, views, docs and
tests read it (`columns.toml` beside this file). Seats count from 0, counter-clockwise; event indices from 0.
"""

from __future__ import annotations

import hashlib
import tomllib
from dataclasses import dataclass
from functools import cached_property
from importlib.resources import files
from typing import TYPE_CHECKING, Any

import pyarrow as pa

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from erqishi_logs.texts import Lang

#: Arrow types by the words of columns.toml.
TYPES: dict[str, Any] = {
    "text": pa.string(),
    "bool": pa.bool_(),
    "bytes": pa.binary(),
    "float64": pa.float64(),
    "int16": pa.int16(),
    "int32": pa.int32(),
    "int64": pa.int64(),
    "timestamp": pa.timestamp("us"),
    "list of text": pa.list_(pa.string()),
    "list of int32": pa.list_(pa.int32()),
    "list of float64": pa.list_(pa.float64()),
}


@dataclass(frozen=True)
class Column:
    """欄: one column; `kind` names its type; `unit` is empty for names and texts.

    `stored` is False where the view makes it and no file holds it.
    `en`, `hant`, `hans` say in one line each what a value means and when it is null.
    """

    name: str
    type: Any
    kind: str
    unit: str
    en: str
    hant: str
    hans: str
    stored: bool = True

    def meaning(self, lang: Lang) -> str:
        """What a value means, in a language.

        >>> VIEWS["events"].column("ms").meaning("zh-Hant")
        '自發牌起的毫秒；未記為空'
        """
        return {"en": self.en, "zh-Hant": self.hant, "zh-Hans": self.hans}[lang]


@dataclass(frozen=True)
class View:
    """表: one view of the archive, its columns in order; `row` says what one row is."""

    name: str
    row: tuple[str, str, str]
    columns: tuple[Column, ...]

    @cached_property
    def schema(self) -> Any:
        """The Arrow schema of the stored columns."""
        return pa.schema([(c.name, c.type) for c in self.columns if c.stored])

    @property
    def tag(self) -> str:
        """8 hex digits that stand for the stored columns and their types.

        >>> len(VIEWS["hands"].tag)
        8
        """
        return hashlib.sha256(str(self.schema).encode()).hexdigest()[:8]

    def column(self, name: str) -> Column:
        """The column of this name. Raises StopIteration where there is none."""
        return next(c for c in self.columns if c.name == name)

    def names(self) -> tuple[str, ...]:
        """The names of all columns, in order.

        >>> VIEWS["quarantine"].names()[:4]
        ('file', 'line', 'raw', 'reason')
        """
        return tuple(c.name for c in self.columns)

    def table(self, rows: Sequence[Sequence[object]]) -> Any:
        """An Arrow table of the stored columns from rows, each as long as the schema.

        >>> VIEWS["events"].table([]).num_rows
        0
        """
        return table_of(self.schema, rows)


def table_of(schema: Any, rows: Sequence[Sequence[object]]) -> Any:
    """An Arrow table of a schema from rows, one conversion a column."""
    if not rows:
        return schema.empty_table()
    columns = zip(*rows, strict=True)
    arrays = [pa.array(values, type=field.type) for values, field in zip(columns, schema, strict=True)]
    return pa.Table.from_arrays(arrays, schema=schema)


def _load() -> dict[str, View]:
    text = (files("erqishi_logs.archive") / "columns.toml").read_text(encoding="utf-8")
    return {name: _view(name, rows) for name, rows in tomllib.loads(text).items()}


def _view(name: str, rows: dict[str, list[str]]) -> View:
    columns = (_column(key, *words) for key, words in rows.items() if key != "_row")
    en, hant, hans = rows["_row"]
    return View(name, (en, hant, hans), tuple(columns))


def _column(name: str, kind: str, unit: str, en: str, hant: str, hans: str, made: str = "") -> Column:
    return Column(name, TYPES[kind], kind, unit, en, hant, hans, stored=not made)


VIEWS: dict[str, View] = _load()

#: Views that judging gives: a file each beside every fact file.
VERDICT_VIEWS = ("hands", "events", "findings")
#: All views that have a file there: `seats` is made of the others.
DERIVED_VIEWS = (*VERDICT_VIEWS, "seats")
#: Told apart from files that hold `live_card` itself (`erqishi_logs.archive.live`).
_PACKED = "live_else"

#: A fact file: records (`reason` null) and quarantined input (`id` null) of one ingest batch. `record` is
#: null where `raw` already is the canonical form; `digest` is SHA-256 of what makes two rows the same.
FACT_SCHEMA = pa.schema(
    [
        *(("id", TYPES["text"]), ("raw", TYPES["bytes"]), ("record", TYPES["text"]), ("digest", TYPES["bytes"])),
        *((name, TYPES["text"]) for name in ("reason", "form", "source", "judged_as", "file")),
        *(("line", TYPES["int32"]), ("ingested_at", TYPES["timestamp"])),
    ]
)


def verdict_tag() -> str:
    """8 hex digits that stand for the columns of all derived views.

    >>> len(verdict_tag())
    8
    """
    tags = (VIEWS[name].tag for name in DERIVED_VIEWS)
    return hashlib.sha256("".join([*tags, _PACKED]).encode()).hexdigest()[:8]


def columns_page(views: Iterable[View] = VIEWS.values()) -> str:
    """The tables of docs/archive.md, in Markdown.

    >>> columns_page([VIEWS["quarantine"]]).splitlines()[0]
    '### `quarantine`'
    """
    return "\n\n".join(_section(view) for view in views) + "\n"


def _section(view: View) -> str:
    lines = [f"### `{view.name}`", "", " · ".join(view.row), ""]
    lines += ["| column | type | unit | meaning | 意義 | 意义 |", "|---|---|---|---|---|---|"]
    lines += [f"| `{c.name}` | {c.kind} | {c.unit or '–'} | {c.en} | {c.hant} | {c.hans} |" for c in view.columns]
    return "\n".join(lines)


def write_columns(page: Path) -> None:
    """Puts the tables into a page between its marks `<!-- columns -->` and `<!-- /columns -->`."""
    head, rest = page.read_text(encoding="utf-8").split("<!-- columns -->\n")
    tail = rest.split("<!-- /columns -->")[1]
    page.write_text(f"{head}<!-- columns -->\n{columns_page()}<!-- /columns -->{tail}", encoding="utf-8")
