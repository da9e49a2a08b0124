"""`erqishi`: the command line, verbs only, each a few lines over the library (CLI.md)."""

from erqishi_logs.cli.program import main

__all__ = ["main"]
