"""`erqishi app`: the dashboard of an archive on this machine."""

from __future__ import annotations

import click

from erqishi_logs.cli.command import archive_option, option, verb
from erqishi_logs.cli.serve import serve

port_option = option("--port", metavar="N", type=click.IntRange(1, 65535), words="port")


@verb
@archive_option
@port_option
def app(*, archive: str, port: int | None) -> int:
    """開: serves on 127.0.0.1 until Ctrl-C."""
    from erqishi_logs.archive import Archive

    Archive.open(archive)
    return serve(archive, port)
