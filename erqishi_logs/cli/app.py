"""`erqishi app`: the dashboard of an archive on this machine."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import click
from click.core import ParameterSource

from erqishi_logs.cli.command import archive_option, option, verb
from erqishi_logs.cli.damage import tell_damage
from erqishi_logs.cli.language import current_lang
from erqishi_logs.cli.serve import serve

if TYPE_CHECKING:
    from collections.abc import MutableMapping

port_option = option("--port", metavar="N", type=click.IntRange(1, 65535), words="port")


@verb
@archive_option
@port_option
def app(*, archive: str, port: int | None) -> int:
    """開: serves on 127.0.0.1 until Ctrl-C."""
    from erqishi_logs.archive import Archive

    opened = Archive.open(archive)
    tell_damage(opened, opened.damaged())
    pass_language(os.environ)
    return serve(archive, port)


def pass_language(environ: MutableMapping[str, str]) -> None:
    """語言: tells the dashboard this run's language; where none was asked for or named, the browser's will do.

    >>> pass_language(named := {"LANG": "zh_TW.UTF-8"})
    >>> pass_language(bare := {"LANG": "C.UTF-8"})
    >>> "ERQISHI_LANG" in named, "ERQISHI_LANG" in bare
    (True, False)
    """
    locale = next(filter(None, map(environ.get, ("LC_ALL", "LC_MESSAGES", "LANG"))), "C")
    if _is_asked_for() or locale.split(".")[0] not in ("C", "POSIX"):
        environ["ERQISHI_LANG"] = current_lang()


def _is_asked_for() -> bool:
    """Whether `--lang` stands in the command, before the verb or after it."""
    here = click.get_current_context(silent=True)
    places = (here, here.parent) if here else ()
    return any(place.get_parameter_source("lang") is ParameterSource.COMMANDLINE for place in places if place)
