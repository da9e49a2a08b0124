"""`erqishi convert`: record lines, 譜 and platform logs into record lines or 譜."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from erqishi_logs.cli.command import SourcePath, json_option, option, verb
from erqishi_logs.cli.complaint import UsageProblemError
from erqishi_logs.cli.language import current_lang, say
from erqishi_logs.cli.output import print_error, print_json, print_line
from erqishi_logs.record import write_file

if TYPE_CHECKING:
    from collections.abc import Iterator

    from erqishi_logs.errors import RecordError
    from erqishi_logs.record import Record

FORMS = ("jsonl", "jsonl.gz", "jsonl.zst", "pu", "pu.gz", "pu.zst")


@dataclass
class Input:
    """The hands of a file as a stream; what cannot be read is told as it comes, and counted in `failed`."""

    path: str
    failed: int = 0
    _empty: bool = True
    _first: RecordError | None = None

    def records(self) -> Iterator[Record]:
        """局: each hand that can be read. Raises UsageProblemError where there is none."""
        from erqishi_logs.pipeline import find_sources

        sources = find_sources([self.path])
        for error in sources.errors:
            self._tell(error)
        for _, item in (pair for log in sources.logs for pair in log.hands()):
            if item.error is not None:
                self._tell(item.error)
            if item.record is not None:
                self._empty = False
                self._tell_first()
                yield item.record
        if self._empty and self.failed > 1:
            raise UsageProblemError(say("error.none_readable"))
        if self._empty:
            reason = self._first.text(current_lang()) if self._first else say("error.no_records")
            raise UsageProblemError(say("error.nothing_read", reason=reason))

    def _tell(self, error: RecordError) -> None:
        """A line on standard error; the first waits, for where it is all that there is it is the reason of the end."""
        self.failed += 1
        if self._empty and self.failed == 1:
            self._first = error
            return
        self._tell_first()
        print_error(error.text(current_lang()))

    def _tell_first(self) -> None:
        if self._first is not None:
            print_error(self._first.text(current_lang()))
            self._first = None


@verb
@click.argument("source", metavar="IN", type=SourcePath())
@click.argument("target", metavar="OUT", type=click.Path())
@option("--to", type=click.Choice(FORMS), words="to")
@json_option
def convert(*, source: str, target: str, to: str | None, as_json: bool) -> int:
    """轉: writes every hand of IN that can be read to OUT; 1 where something could not be converted."""
    if os.path.realpath(source) == os.path.realpath(target):
        raise UsageProblemError(say("error.same_file"))
    hands = Input(source)
    written = write_file(target, hands.records(), to)
    counts = {"read": written + hands.failed, "written": written, "failed": hands.failed}
    if as_json:
        print_json(counts)
    else:
        print_line(say("convert.summary", **counts))
    return int(hands.failed > 0)
