"""`erqishi demo`: the bundled hands as an archive, what each tells, and the dashboard on it."""

from __future__ import annotations

import hashlib
import os
import sys
from pathlib import Path

import click

from erqishi_logs import __version__
from erqishi_logs.cli.app import pass_language, port_option
from erqishi_logs.cli.audit import finding_line, in_order
from erqishi_logs.cli.command import option, verb
from erqishi_logs.cli.language import current_lang, say
from erqishi_logs.cli.output import print_line, styled
from erqishi_logs.cli.serve import serve
from erqishi_logs.pipeline import iter_audit
from erqishi_logs.places import folder
from erqishi_logs.texts import text


@verb
@option("--archive", metavar="DIR", words="demo_archive", type=click.Path())
@option("--no-open", is_flag=True, words="no_open")
@port_option
def demo(*, archive: str | None, no_open: bool, port: int | None) -> int:
    """示範: builds the archive, says file by file what was found, opens the dashboard."""
    from erqishi_logs.archive import Archive
    from erqishi_logs.pipeline import ingest

    data = folder("data")
    target = Path(archive) if archive else cache_folder() / f"demo-{__version__}-{_digest(data)}"
    report = ingest([data], Archive.open(target, create=True))
    for path in sorted(data.glob("*.pu")):
        _tell(path)
    print_line(say("demo.built", archive=target, stored=report.stored))
    pass_language(os.environ)
    return 0 if no_open else serve(target, port)


def cache_folder() -> Path:
    """快取: where this user's programs keep what can be made again.

    >>> cache_folder().name
    'erqishi'
    """
    home = Path.home()
    by_system = {"darwin": home / "Library" / "Caches", "win32": Path(os.environ.get("LOCALAPPDATA", home))}
    base = os.environ.get("XDG_CACHE_HOME") or by_system.get(sys.platform, home / ".cache")
    return Path(base) / "erqishi"


def _digest(data: Path) -> str:
    """8 hex digits of the bundled files, so that another version builds another archive."""
    digest = hashlib.sha256()
    for path in sorted(data.iterdir()):
        digest.update(path.read_bytes() if path.is_file() else b"")
    return digest.hexdigest()[:8]


def _tell(path: Path) -> None:
    """What a file tells, in a line, then what the audit finds in it."""
    print_line(f"{styled(path.name, 'bold')}  {text(f'stories.story.{path.stem}', current_lang())}")
    for hand in iter_audit([path]):
        found = in_order(hand.verdict.findings) if hand.verdict else []
        for finding in found:
            print_line("  " + finding_line(finding, hand))
        if not found:
            print_line(f"  {hand.reason_in(current_lang()) if hand.reason else say('demo.nothing')}")
