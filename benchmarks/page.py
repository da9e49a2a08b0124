"""The tables, for a terminal and as a page in Markdown."""

from __future__ import annotations

from collections.abc import Sequence  # noqa: TC003 - read at run time by NamedTuple
from typing import NamedTuple
from unicodedata import east_asian_width


class Table(NamedTuple):
    """A heading, how to read it, the names of the columns, the rows; the first `texts` columns are words."""

    title: str
    note: str
    head: tuple[str, ...]
    rows: Sequence[tuple[str, ...]]
    texts: int = 1


def terminal(tables: Sequence[Table]) -> str:
    """Columns in line; words to the left, numbers to the right."""
    return "\n\n".join(_plain(table) for table in tables)


def markdown(title: str, lead: str, tables: Sequence[Table]) -> str:
    """A page."""
    return "\n\n".join([f"# {title}", lead, *map(_section, tables)]) + "\n"


def amount(value: float) -> str:
    """A number as short as it still says something.

    >>> amount(12345.6), amount(3.14159), amount(0.5)
    ('12,346', '3.1', '0.5')
    """
    return f"{value:,.0f}" if value >= 100 else f"{value:.1f}" if value >= 1 else f"{value:.2g}"


def verdict(value: float, goal: float | None, *, least: bool) -> tuple[str, str]:
    """The goal and whether it is reached, empty where there is none; `least`: more is better."""
    if goal is None:
        return "", ""
    reached = value >= goal if least else value <= goal
    return f"{'≥' if least else '≤'} {goal:,g}", "yes" if reached else "no"


def _plain(table: Table) -> str:
    lines = [table.head, *table.rows]
    widths = [max(map(_width, column)) for column in zip(*lines, strict=True)]
    words = [column < table.texts for column in range(len(widths))]
    rows = ("  ".join(map(_put, line, widths, words)).rstrip() for line in lines)
    return "\n".join([f"== {table.title}", *rows])


def _put(text: str, width: int, is_words: bool) -> str:
    space = " " * (width - _width(text))
    return text + space if is_words else space + text


def _width(text: str) -> int:
    return sum(1 + (east_asian_width(sign) in "WF") for sign in text)


def _section(table: Table) -> str:
    marks = ("---",) * table.texts + ("---:",) * (len(table.head) - table.texts)
    lines = [table.head, marks, *table.rows]
    rows = "\n".join(f"| {' | '.join(line)} |" for line in lines)
    return "\n\n".join(filter(None, [f"## {table.title}", table.note, rows]))
