"""出: JSON lines, lines and rows for people, complaints, progress bars."""

from __future__ import annotations

import json
import re
import secrets
import sys
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any

import click

from erqishi_logs.cli.language import say
from erqishi_logs.cli.width import pad, width

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence


#: Control characters, line ends and what turns the direction of writing round: a stranger's text that holds
#: them could move the cursor, hide a line or write another.
_UNPLAIN = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")
#: Stands for the escape of a colour until the line is plain; no stranger can guess it.
_MARK = f"<{secrets.token_hex(8)}>"
_CODES = {"red": 31, "yellow": 33, "bold": 1}


def plain(words: str) -> str:
    r"""淨: the text with control characters, line ends and bidirectional controls written as escapes.

    >>> print(plain("甲\x1b[2J\n乙\u202e"))
    甲\x1b[2J\n乙\u202e
    """
    return _UNPLAIN.sub(lambda found: found[0].encode("unicode_escape").decode(), words)


def styled(words: str, style: str | None) -> str:
    """色: the text in `red`, `yellow` or `bold` once `print_line` prints it; as it is with None."""
    return f"{_MARK}[{_CODES[style]}m{words}{_MARK}[0m" if style else words


def print_json(value: Any) -> None:
    """One line of JSON on standard output."""
    sys.stdout.write(json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n")


def print_line(line: str = "", *, err: bool = False) -> None:
    """One line for people, plain but for what `styled` coloured; colours only on a terminal."""
    click.echo(plain(line).replace(_MARK, "\x1b"), err=err)


def print_error(sentence: str) -> None:
    """怨: one line on standard error; where that is closed or full there is no one to tell."""
    with suppress(OSError):
        sys.stderr.write(f"erqishi: {plain(' '.join(sentence.split()))}\n")
        sys.stderr.flush()


def print_rows(rows: Sequence[Sequence[object]], most: int = 60) -> None:
    """Rows in columns, Chinese characters two wide; a cell wider than `most` pushes its row aside."""
    cells = [[plain(str(cell)) for cell in row] for row in rows]
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


def tell_of_compiler() -> None:
    """編: on a terminal, a line of why nothing seems to happen."""
    if sys.stderr.isatty():
        print_line(say("ingest.compile"), err=True)


def watch(name: str, items: Iterable[Any], total: int) -> Iterator[Any]:
    """The items, with a progress bar on a terminal."""
    with progress(name) as tell:
        for done, item in enumerate(items, 1):
            yield item
            tell(done, total)
