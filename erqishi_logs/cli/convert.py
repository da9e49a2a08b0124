"""`erqishi convert`: record lines, 譜 and platform logs into record lines, 譜 or a platform's form."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from erqishi_logs.cli.command import SourcePath, json_option, option, verb
from erqishi_logs.cli.complaint import UsageProblemError
from erqishi_logs.cli.language import current_lang, say
from erqishi_logs.cli.output import print_error, print_json, print_line
from erqishi_logs.errors import ErqishiError
from erqishi_logs.pipeline.targets import TARGET_FORMS, find_target
from erqishi_logs.record import write_file
from erqishi_logs.record.pu import PLAIN, parse_wording
from erqishi_logs.texts.phrase import Phrase, told

if TYPE_CHECKING:
    from collections.abc import Iterator

    from erqishi_logs.errors import RecordError
    from erqishi_logs.pipeline.targets import Target
    from erqishi_logs.record import Record
    from erqishi_logs.record.pu import Wording

FORMS = ("jsonl", "jsonl.gz", "jsonl.zst", "pu", "pu.gz", "pu.zst", *TARGET_FORMS)


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

    def refuse(self, error: ErqishiError) -> None:
        """A hand that was read and cannot be written: told and counted, too."""
        self.failed += 1
        print_error(error.text(current_lang()))

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
@option("--to", metavar="FORM", type=click.Choice(FORMS), words="to")
@option("--words", metavar="SETS|KEY=WORD|FILE", words="words")
@json_option
def convert(*, source: str, target: str, to: str | None, words: str | None, as_json: bool) -> int:
    """轉: writes every hand of IN that can be read to OUT; 1 where something could not be converted."""
    if os.path.realpath(source) == os.path.realpath(target):
        raise UsageProblemError(say("error.same_file"))
    hands = Input(source)
    form = find_target(target, to)
    if words is not None and form is not None:
        raise ErqishiError(Phrase("wording.not_pu"))
    if form is None:
        written = write_file(target, hands.records(), to, _wording(words, to or target))
    else:
        written = form.write(target, hands.records(), hands.refuse)
        _tell_lost(form)
    counts = {"read": written + hands.failed, "written": written, "failed": hands.failed}
    if form is not None:
        counts["lossy"] = form.n_lossy
    if as_json:
        print_json(counts)
    else:
        print_line(say("convert.summary", **counts))
    return int(hands.failed > 0)


def _wording(words: str | None, form: str) -> Wording:
    """用詞: the words asked for. Raises ErqishiError, also where the form has none."""
    if words is None:
        return PLAIN
    if not form.removesuffix(".gz").removesuffix(".zst").endswith("pu"):
        raise ErqishiError(Phrase("wording.not_pu"))
    return parse_wording(words)


def _tell_lost(form: Target) -> None:
    """What hands hold and the form does not: a line each on standard error."""
    for what, n in form.lost.most_common():
        print_error(say("convert.lost", form=form.exporter.SOURCE, what=told(what, current_lang()), n=n))
