"""`erqishi app`: the dashboard of an archive on this machine."""

from __future__ import annotations

import click

from erqishi_logs.cli.command import archive_option, option, verb
from erqishi_logs.cli.language import say
from erqishi_logs.cli.output import print_line
from erqishi_logs.cli.serve import DEFAULT_PORT, serve


@verb
@archive_option
@option("--port", type=click.IntRange(1, 65535), default=DEFAULT_PORT, words="port")
def app(*, archive: str, port: int) -> int:
    """開: serves on 127.0.0.1 until Ctrl-C."""
    from erqishi_logs.archive import Archive

    Archive.open(archive)
    print_line(say("app.open", port=port))
    return serve(archive, port)
