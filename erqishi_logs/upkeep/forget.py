"""除名: a person taken out of an archive for good; the one command that changes what came in.

Every fact file that holds a name of the person is written anew with a name that nothing leads from, ids and hashes of
the content with it, and takes the place of the old one at one moment; the old ones are deleted at once.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from erqishi_logs.archive.changes import Written, finish_change, put_change
from erqishi_logs.archive.layout import put_file
from erqishi_logs.archive.lock import locked
from erqishi_logs.archive.parts import refuse_live
from erqishi_logs.archive.publish import drop_orphans, drop_replaced, drop_superseded
from erqishi_logs.errors import ErqishiError
from erqishi_logs.people.book import load_book
from erqishi_logs.people.records import new_pseudonym
from erqishi_logs.people.renaming import Renaming
from erqishi_logs.pipeline.judge import Judge
from erqishi_logs.rules import parse_rules
from erqishi_logs.upkeep.book import player_names, unknown_name
from erqishi_logs.upkeep.renamed import Renamer
from erqishi_logs.upkeep.rewriting import read_stored, write_stored

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from erqishi_logs.archive import Archive
    from erqishi_logs.archive.layout import Layout

_NOW = -1.0


@dataclass
class ForgetReport:
    """除名報告: the `names` of the person, the `pseudonym` that stands instead, hands and pieces of quarantined input
    that were changed, fact `files` written anew; `seconds` wall time.

    `kept_names` are names of other players that hold one of them and stay; `kept_rules` the club's rules files that do.
    """

    names: tuple[str, ...]
    pseudonym: str
    hands: int = 0
    quarantined: int = 0
    files: int = 0
    kept_names: tuple[str, ...] = ()
    kept_rules: tuple[str, ...] = ()
    seconds: float = 0.0


def forget(archive: Archive, name: str, progress: Callable[[int, int], None] | None = None) -> ForgetReport:
    """除名: takes the person who bears `name`, under all names that are united with it, out of the archive for good.

    `progress` is told (steps, of steps). Killed before its moment it has not begun, killed after it the next writer
    carries it to its end. Raises ArchiveError where no such name is found, where a run is under way, and where facts
    are damaged, for nobody could tell whom they hold.
    """
    started = time.monotonic()
    layout = archive.layout
    with locked(layout):
        _clear(layout)
        report = _forget(archive, name, progress or (lambda _done, _total: None))
    report.seconds = round(time.monotonic() - started, 3)
    return report


def _clear(layout: Layout) -> None:
    """Nothing stays of what was replaced before, nor of what died."""
    finish_change(layout)
    refuse_live(layout)
    drop_replaced(layout, _NOW)
    drop_superseded(layout, _NOW)
    drop_orphans(layout)


def _forget(archive: Archive, name: str, tell: Callable[[int, int], None]) -> ForgetReport:
    layout, book = archive.layout, load_book(archive.layout.people)
    players = player_names(archive)
    report = ForgetReport(book.names_of(name), new_pseudonym())
    renaming = Renaming(dict.fromkeys(report.names, report.pseudonym), players)
    report.kept_names = tuple(sorted(renaming.protected))
    club = archive.club_rules()
    renamer = Renamer(renaming, Judge(club), club, archive.engine)
    old = layout.fact_names()
    steps = 2 * len(old)
    rows = {}
    for done, fact in enumerate(old, 1):
        rows[fact] = renamer.note(read_stored(layout, fact).facts)
        tell(done, steps)
    renamer.settle(_present(archive, renamer.references()))
    written = {}
    for done, fact in enumerate(old, len(old) + 1):
        new = _written(layout, fact, rows[fact], renamer, report)
        if new is not None:
            written[fact] = new
        tell(done, steps)
    report.files = len(written)
    if not written and len(report.names) < 2 and name not in players:
        raise unknown_name(name, players)
    report.kept_rules = _rename_rules(layout, renaming)
    put_change(layout, list(written.values()), written)
    # Last: a run that was killed before finds the other names of the person there.
    _put_book(layout, book.without(report.names).dumps())
    return report


def _present(archive: Archive, ids: set[str]) -> list[str]:
    wanted = sorted(ids)
    found: list[str] = archive.select("SELECT id FROM records WHERE id IN (SELECT unnest(?))", [wanted])[
        "id"
    ].to_pylist()
    return found


def _written(layout: Layout, name: str, rows: list[int], renamer: Renamer, report: ForgetReport) -> Written | None:
    """A fact file renamed, in `tmp/`; None where it holds no name."""
    stored = read_stored(layout, name)
    renamed, hands, quarantined = renamer.file(stored, rows)
    if not hands and not quarantined and renamed.stretches == stored.stretches:
        return None
    report.hands += hands
    report.quarantined += quarantined
    return write_stored(layout, renamed, renamed.metadata)


def _put_book(layout: Layout, text: str) -> None:
    if layout.people.exists():
        put_file(layout.tmp / "people", layout.people, text.encode())


def _rename_rules(layout: Layout, renaming: Renaming) -> tuple[str, ...]:
    """Replaces names in the club's rules files where they mean the same after it; tells which hold one still."""
    kept = []
    for path in sorted(layout.rules.glob("*.toml")):
        was = path.read_bytes()
        now = renaming.raw(was)
        if now != was and _are_alike(was, now, path):
            put_file(layout.tmp / "rules", path, now)
        elif now != was or renaming.text(path.name) != path.name:
            kept.append(path.name)
    return tuple(kept)


def _are_alike(one: bytes, other: bytes, path: Path) -> bool:
    try:
        before, after = (parse_rules(text.decode(), path.name) for text in (one, other))
    except (ErqishiError, ValueError):
        return False
    return (before.id, before.hash) == (after.id, after.hash)
