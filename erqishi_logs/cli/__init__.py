"""`erqishi`: the command line, verbs only, each a few lines over the library (CLI.md)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["main"]


def main(args: Sequence[str] | None = None) -> int:
    """令: runs a command line, `args` the words after `erqishi`, else those of the process; its exit code.

    >>> main(["rules", "--lang"])
    2
    """
    try:
        from erqishi_logs.cli.program import main as run  # Ctrl-C may come while it loads

        return run(args)
    except KeyboardInterrupt:
        return 130
