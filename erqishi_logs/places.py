"""處所: where the dashboard and the sample records lie, in a checkout and once installed."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Literal

from erqishi_logs.errors import ErqishiError

_PACKAGE = Path(__file__).resolve().parent
#: An installed wheel carries the folders inside the package; a checkout has them beside it.
_HOMES = (_PACKAGE / "_bundled", _PACKAGE.parent)

HOST = "127.0.0.1"


def folder(name: Literal["app", "data"]) -> Path:
    """處所: the folder of the dashboard or of the sample records. Raises ErqishiError where it is missing.

    >>> (folder("app") / "main.py").exists()
    True
    """
    for home in _HOMES:
        if (home / name).is_dir():
            return home / name
    msg = f"the folder {name!r} is missing from this installation of erqishi-logs; install it again"
    raise ErqishiError(msg)


def app_command(archive: str | Path | None, port: int = 8501) -> list[str]:
    """啟動: the command that serves the dashboard on this machine alone (DESIGN, Safety).

    `archive` is the directory of an archive, None for the page that says how to make one; `port`
    the TCP port. Raises ErqishiError where the dashboard is missing.

    >>> app_command("hands", 8600)[-2:], "--server.address=127.0.0.1" in app_command(None)
    (['--', 'hands'], True)
    """
    options = {
        "server.address": HOST,
        "server.port": port,
        "server.headless": "true",
        "server.fileWatcherType": "none",
        "browser.gatherUsageStats": "false",
        "logger.hideWelcomeMessage": "true",
        "logger.level": "warning",
        "browser.serverAddress": HOST,
    }
    flags = [f"--{name}={value}" for name, value in options.items()]
    main = str(folder("app") / "main.py")
    return [sys.executable, "-m", "streamlit", "run", main, *flags, *([] if archive is None else ["--", str(archive)])]
