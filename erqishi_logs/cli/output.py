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


def print_rows(rows: Sequence[Sequence[object]], most: int = 60) -> None:
    """Rows in columns, Chinese characters two wide; a cell wider than `most` pushes its row aside."""
    cells = [[str(cell) for cell in row] for row in rows]
    widths = [min(most, max(map(width, column))) for column in zip(*cells, strict=True)]
    for row in cells:
        print_line("  ".join(pad(cell, columns) for cell, columns in zip(row, widths, strict=True)).rstrip())


@contextmanager
def progress(name: str) -> Iterator[Callable[[int, int], None]]:
    """A bar on standard error, on a terminal only; yields what to tell (steps done, steps in all).

    `name` is a table of `texts/cli.toml`.
    """
    if not sys.stderr.isatty():
        yield lambda _done, _total: None
        return
    with click.progressbar(length=1, label=say(f"{name}.progress"), file=sys.stderr) as bar:

        def tell(done: int, total: int) -> None:
            bar.length = max(total, 1)
            bar.update(done - bar.pos)

        yield tell


def watch(name: str, items: Iterable[Any], total: int) -> Iterator[Any]:
    """The items, with a progress bar on a terminal."""
    with progress(name) as tell:
        for done, item in enumerate(items, 1):
            yield item
            tell(done, total)
