"""`erqishi restore`: an archive out of a backup."""

from __future__ import annotations

from pathlib import Path

import click

from erqishi_logs.cli.command import archive_option, json_option, verb
from erqishi_logs.cli.language import say
from erqishi_logs.cli.output import print_json, print_line, progress


@verb
@click.argument("file", metavar="FILE", type=click.Path())
@archive_option
@json_option
def restore(*, file: str, archive: str, as_json: bool) -> int:
    """還原: counts of files and bytes."""
    from erqishi_logs.upkeep.restore import restore as run

    with progress("restore") as advance:
        report = run(Path(file), Path(archive), advance)
    if as_json:
        print_json({"files": report.files, "bytes": report.bytes_out, "seconds": report.seconds})
    else:
        print_line(say("restore.summary", files=report.files, bytes=report.bytes_out))
    return 0
