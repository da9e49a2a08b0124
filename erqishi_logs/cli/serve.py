"""開: runs the dashboard until it is ended."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
import webbrowser
from threading import Thread
from typing import TYPE_CHECKING

from erqishi_logs.cli.complaint import UsageProblemError
from erqishi_logs.cli.language import say
from erqishi_logs.cli.output import print_line
from erqishi_logs.places import HOST, app_command

if TYPE_CHECKING:
    from pathlib import Path

FIRST_PORT = 8501
_PORTS_TRIED = 50
_START_S, _GRACE_S = 30.0, 5.0


def serve(archive: str | Path, port: int | None) -> int:
    """開: the dashboard of an archive as a child process, which ends with this one; 0, or 2 if it could not run.

    `port` None takes the first free one from 8501. Raises UsageProblemError where the port is taken.
    """
    port = _free_port() if port is None else port
    if not _is_free(port):
        raise UsageProblemError(say("error.port_taken", port=port))
    address = f"http://{HOST}:{port}"
    print_line(say("app.open", address=address))
    sys.stdout.flush()
    # What Streamlit says of itself on standard output is English, and is said above already.
    process = subprocess.Popen(app_command(archive, port), stdout=subprocess.DEVNULL)  # noqa: S603 - our own command
    if _has_screen():
        Thread(target=_browse, args=(address, port), daemon=True).start()
    try:
        return 2 if process.wait() else 0
    except (KeyboardInterrupt, SystemExit):  # Ctrl-C, or what `ends_tidily` hears
        return 0
    finally:
        _stop(process)


def _stop(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    try:
        process.wait(_GRACE_S)
    except subprocess.TimeoutExpired:
        process.kill()


def _is_free(port: int) -> bool:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, port))
        except OSError:
            return False
    return True


def _free_port() -> int:
    return next((port for port in range(FIRST_PORT, FIRST_PORT + _PORTS_TRIED) if _is_free(port)), FIRST_PORT)


def _has_screen() -> bool:
    return sys.platform in ("darwin", "win32") or any(name in os.environ for name in ("DISPLAY", "WAYLAND_DISPLAY"))


def _browse(address: str, port: int) -> None:
    """Opens the browser once the server answers."""
    until = time.monotonic() + _START_S
    while time.monotonic() < until:
        with socket.socket() as probe:
            if probe.connect_ex((HOST, port)) == 0:
                webbrowser.open(address)
                return
        time.sleep(0.2)
