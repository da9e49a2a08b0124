"""`erqishi compact`: many small files of an archive into few."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

from erqishi_logs.cli.command import archive_option, json_option, verb
from erqishi_logs.cli.damage import tell_damage
from erqishi_logs.cli.language import say
from erqishi_logs.cli.output import print_json, print_line, progress

if TYPE_CHECKING:
    from collections.abc import Sequence


@verb
@archive_option
@json_option
def compact(*, archive: str, as_json: bool) -> int:
    """併檔: counts of files before and after; 2 where a fact file is damaged, which stays as it is."""
    from erqishi_logs.archive import Archive, compact as run
    from erqishi_logs.pipeline.covered import METADATA

    opened = Archive.open(archive)
    with progress("compact") as advance:
        report = run(opened.layout, {METADATA: _join_read}, advance)
    damaged = opened.damaged()
    tell_damage(opened, damaged)
    if as_json:
        print_json(asdict(report))
    else:
        print_line(say("compact.summary", **asdict(report)))
        if report.left:
            print_line(say("compact.left", n=report.left))
    return 2 if any(damage.kind == "facts" for damage in damaged) else 0


def _join_read(texts: Sequence[bytes]) -> bytes:
    """What the files say of the input that they were made of, so that an interrupted ingest goes on from there."""
    from erqishi_logs.pipeline.covered import pack, unpack

    return pack(span for text in texts for span in unpack(text))
