"""眾譜: the records of several files, each with where it stands."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from erqishi_logs.cli.complaint import UsageProblemError
from erqishi_logs.cli.language import current_lang, say
from erqishi_logs.cli.output import print_error

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from erqishi_logs.errors import RecordError
    from erqishi_logs.record import Record
    from erqishi_logs.rules import RuleSet


class Noted(NamedTuple):
    """一譜: a record, its file and the line where it begins."""

    record: Record
    file: str
    line: int

    @property
    def place(self) -> str:
        """Its file and line."""
        return f"{self.file}:{self.line}"


def read_witnesses(paths: Iterable[str], known: Mapping[str, RuleSet] | None = None) -> tuple[list[Noted], int]:
    """眾譜: every record that can be read, in order, and how many cannot; those are told on standard error.

    `known` are rule sets beside the presets, by id. Raises UsageProblemError where there is none.
    """
    from erqishi_logs.merge import without_inferred
    from erqishi_logs.pipeline import find_sources

    given = list(paths)
    sources = find_sources(given)
    noted: list[Noted] = []
    errors: list[RecordError] = [*sources.errors]
    for _, item in (pair for log in sources.logs for pair in log.hands(known)):
        if item.error is not None:
            errors.append(item.error)
        if item.record is not None:
            noted.append(Noted(without_inferred(item.record), item.file, item.line))
    if not noted:
        reason = errors[0].text(current_lang()) if errors else say("error.no_records")
        raise UsageProblemError(say("error.nothing_read", reason=reason))
    for error in errors:
        print_error(error.text(current_lang()))
    return sorted(noted, key=lambda each: _rank(each.file, given)), len(errors)


def _rank(file: str, given: Sequence[str]) -> int:
    """Which of the given paths a file comes of: who is named first is the first witness, whatever his form."""
    path = Path(file)
    return next((k for k, each in enumerate(given) if Path(each) in (path, *path.parents)), len(given))


def check_target(out: str | None, paths: Iterable[str]) -> None:
    """出檔: raises UsageProblemError where the file to write is one of those to read, or a log in a folder of them."""
    if out is None:
        return
    target, given = Path(out).resolve(), {Path(path).resolve() for path in paths}
    is_log = target.exists() and target.suffix not in {".csv", ".xlsx"}
    if target in given or (is_log and not given.isdisjoint(target.parents)):
        raise UsageProblemError(say("error.over_input", file=out))
