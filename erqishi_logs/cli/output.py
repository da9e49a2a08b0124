"""出: JSON lines, rows and progress bars."""

from __future__ import annotations

import json
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

from erqishi_logs.cli.language import say
from erqishi_logs.cli.width import pad, width

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence


def print_json(value: Any) -> None:
    """One line of JSON on standard output."""
    sys.stdout.write(json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n")


def print_line(line: str = "") -> None:
    """One line for people; colours only on a terminal."""
    click.echo(line)


def print_rows(rows: Sequence[Sequence[object]], headings: Sequence[str] = ()) -> None:
    """Rows in columns, Chinese characters two wide."""
    cells = [[str(cell) for cell in row] for row in [*([headings] if headings else []), *rows]]
    widths = [max(map(width, column)) for column in zip(*cells, strict=True)]
    for row in cells:
        print_line("  ".join(pad(cell, columns) for cell, columns in zip(row, widths, strict=True)).rstrip())


@contextmanager
def progress(name: str, total: int | None = None) -> Iterator[Callable[[int], None]]:
    """A bar on standard error, on a terminal only; yields what to call with each step's size.

    `total` is the number of steps, where it is known; `name` is a table of `texts/cli.toml`.
    """
    if not sys.stderr.isatty():
        yield lambda _steps: None
        return
    with click.progressbar(length=total or 0, label=say(f"{name}.progress"), file=sys.stderr, show_pos=True) as bar:
        yield bar.update


def watch(name: str, items: Iterable[Any], total: int) -> Iterator[Any]:
    """The items, with a progress bar on a terminal."""
    with progress(name, total) as advance:
        for item in items:
            yield item
            advance(1)
