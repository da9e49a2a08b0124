"""開: runs the dashboard until it is ended."""

from __future__ import annotations

import signal
import subprocess
import sys
from typing import TYPE_CHECKING

from erqishi_logs.places import app_command

if TYPE_CHECKING:
    from pathlib import Path
    from types import FrameType

DEFAULT_PORT = 8501
_GRACE_S = 5.0


def serve(archive: str | Path, port: int) -> int:
    """開: the dashboard of an archive as a child process, which ends with this one; 0, or 2 if it could not run."""
    sys.stdout.flush()
    signal.signal(signal.SIGTERM, _end)
    process = subprocess.Popen(app_command(archive, port))  # noqa: S603 - our own command, no shell
    try:
        return 2 if process.wait() else 0
    except KeyboardInterrupt:
        return 0
    finally:
        process.terminate()
        process.wait(_GRACE_S)


def _end(_number: int, _frame: FrameType | None) -> None:
    raise KeyboardInterrupt
