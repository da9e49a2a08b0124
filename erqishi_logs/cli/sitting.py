"""`erqishi sitting`: sittings with their account, what does not go together, and the settlement sheet."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from erqishi_logs.cli.command import SourcePath, json_option, option, rules_option, verb
from erqishi_logs.cli.complaint import UsageProblemError
from erqishi_logs.cli.language import current_lang, say
from erqishi_logs.cli.output import print_error, print_json, print_line, tell_of_compiler
from erqishi_logs.cli.settlement import as_data, sitting_lines
from erqishi_logs.cli.witnesses import check_target
from erqishi_logs.errors import nearest
from erqishi_logs.record.files import whole_file

if TYPE_CHECKING:
    from collections.abc import Iterator

    from erqishi_logs.errors import ErqishiError
    from erqishi_logs.pipeline import Audited
    from erqishi_logs.sitting import Basis, Played, Sitting
    from erqishi_logs.sitting.tables import Table


@verb
@click.argument("paths", metavar="[PATH…]", nargs=-1, type=SourcePath())
@option("--archive", metavar="DIR", words="sitting_archive", type=click.Path())
@option("--session", metavar="ID", words="session")
@option("--pay", "basis", type=click.Choice(("recorded", "counted")), default="recorded", words="pay")
@option("--all", "show_all", is_flag=True, words="sitting_all")
@option("--csv", "csv_file", metavar="FILE", words="csv", type=click.Path(dir_okay=False))
@option("--xlsx", "xlsx_file", metavar="FILE", words="xlsx", type=click.Path(dir_okay=False))
@rules_option
@json_option
def sitting(
    *, paths: tuple[str, ...], archive: str | None, session: str | None, rules: str | None, **asked: Any
) -> int:
    """場: a sitting after the other; 1 where hands do not go together or something could not be read."""
    from erqishi_logs.sitting import iter_sittings

    if bool(paths) == bool(archive) or (archive and rules):
        raise UsageProblemError(say("error.paths_or_archive"))
    for key in ("csv_file", "xlsx_file"):
        check_target(asked[key], paths)
    if asked["csv_file"] and asked["xlsx_file"]:
        check_target(asked["csv_file"], (asked["xlsx_file"],))
    reading = _Reading(session)
    hands = reading.of_archive(archive) if archive else reading.of_files(paths, rules)
    sittings = list(iter_sittings(hands))
    if session is not None and not sittings:
        raise UsageProblemError(_no_session(session, reading.sessions))
    found = _tell(sittings, **asked)
    reading.tell(quiet=asked["as_json"])
    return int(found or reading.failed > 0)


def _tell(
    sittings: list[Sitting], *, basis: Basis, show_all: bool, csv_file: str | None, xlsx_file: str | None, as_json: bool
) -> bool:
    """Tells every sitting and writes the files; whether hands do not go together."""
    from erqishi_logs.sitting import check_sitting, next_due, settle_sitting
    from erqishi_logs.sitting.tables import sheet_tables

    found, tables = False, list["Table"]()
    for each in sittings:
        notes, sheet, due = check_sitting(each, cannot_tell=show_all), settle_sitting(each, basis), next_due(each)
        found = found or any(note.verdict == "holds" for note in notes)
        if csv_file or xlsx_file:
            tables += sheet_tables(sheet, notes, current_lang())
        if as_json:
            print_json(as_data(each, sheet, notes, due))
        else:
            for line in sitting_lines(each, sheet, notes, due):
                print_line(line)
    _write(tables, csv_file, xlsx_file)
    return found


def _write(tables: list[Table], csv_file: str | None, xlsx_file: str | None) -> None:
    if csv_file:
        from erqishi_logs.sitting.csv_form import csv_bytes

        with whole_file(csv_file) as file:
            file.write(csv_bytes(tables))
    if xlsx_file:
        from erqishi_logs.sitting.xlsx_form import xlsx_bytes

        with whole_file(xlsx_file) as file:
            file.write(xlsx_bytes(tables, current_lang()))


def _no_session(session: str, known: set[str]) -> str:
    near = nearest(session, known)
    hint = say("error.did_you_mean", word=near) if near else ""
    return say("error.no_session", session=session) + hint


class _Reading:
    """What is read: hands that belong to a sitting, how many do not or cannot be read, and the sittings' names."""

    def __init__(self, session: str | None) -> None:
        self.failed = self.without = 0
        self.sessions: set[str] = set()
        self._session = session
        self._seen: set[tuple[str | None, bytes]] = set()

    def of_files(self, paths: tuple[str, ...], rules: str | None) -> Iterator[Played]:
        """局: of files and folders; what cannot be read is told on standard error as it comes."""
        from erqishi_logs.pipeline import iter_audit
        from erqishi_logs.sitting import played

        read = 0
        for hand in iter_audit(paths, rules, on_compile=tell_of_compiler):
            if hand.record is None or hand.rules is None or hand.verdict is None:
                self._fail(hand.line_in(current_lang()))
                continue
            read += 1
            if self._is_again(hand):
                continue
            self._note_session(hand.record.session)
            if self._session in (None, hand.record.session):
                yield played(hand.record, hand.rules, hand.verdict)
        if not read:
            raise UsageProblemError(say("error.none_readable") if self.failed else say("error.no_records"))

    def of_archive(self, archive: str) -> Iterator[Played]:
        """局: of an archive, as it judged them."""
        from erqishi_logs.archive import Archive
        from erqishi_logs.pipeline.sittings import archived_hands

        failed: list[tuple[str, ErqishiError]] = []
        opened = Archive.open(archive)
        rows = opened.select("SELECT session, count(*) AS n FROM hands GROUP BY session").to_pylist()
        self.sessions = {row["session"] for row in rows if row["session"]}
        self.without = sum(row["n"] for row in rows if not row["session"])
        yield from archived_hands(opened, self._session, failed)
        for hand_id, error in failed:
            self._fail(f"{hand_id}: {error.text(current_lang())}")

    def tell(self, *, quiet: bool) -> None:
        """A line of the hands that belong to no sitting."""
        if self.without and not quiet and self._session is None:
            print_line(say("sitting.without", n=self.without))

    def _is_again(self, hand: Audited) -> bool:
        """Whether this run has had the same record, id and content, from another file."""
        key = (hand.id, hand.digest)
        known = key in self._seen
        self._seen.add(key)
        return known

    def _note_session(self, session: str | None) -> None:
        if session:
            self.sessions.add(session)
        else:
            self.without += 1

    def _fail(self, line: str) -> None:
        self.failed += 1
        print_error(line)
