"""`erqishi backup`: an archive as one file."""

from __future__ import annotations

from pathlib import Path

import click

from erqishi_logs.cli.command import archive_option, json_option, option, verb
from erqishi_logs.cli.language import say
from erqishi_logs.cli.output import print_json, print_line, progress


@verb
@archive_option
@option("--out", metavar="FILE", words="backup_out", required=True, type=click.Path())
@json_option
def backup(*, archive: str, out: str, as_json: bool) -> int:
    """備份: counts of files and bytes."""
    from erqishi_logs.archive import Archive
    from erqishi_logs.upkeep.backup import back_up

    opened = Archive.open(archive)
    with progress("backup") as advance:
        report = back_up(opened.layout, Path(out), advance)
    if as_json:
        print_json({"files": report.files, "bytes": report.bytes_out, "seconds": report.seconds})
    else:
        print_line(say("backup.summary", files=report.files, bytes=report.bytes_out, out=out))
    return 0
