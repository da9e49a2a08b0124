"""夥計: the process that does blocks for another: started by `erqishi_logs.pipeline.crew` with two pipes.

It is sent a `Begin`, answers `cold` or `warm`, and `ready` when it can be sent jobs; then `done` with what came of
each. It ends when the pipe does.
"""

from __future__ import annotations

import os
import signal
import sys
from multiprocessing.connection import Connection
from typing import TYPE_CHECKING, Any, Protocol

from erqishi_logs.errors import ErqishiError
from erqishi_logs.texts.phrase import Phrase

if TYPE_CHECKING:
    from collections.abc import Sequence


class Begin(Protocol):
    """始: makes ready what does the jobs; what it says is loaded in the worker alone."""

    def is_warm(self) -> bool:
        """Whether no compiler is needed."""

    def prepare(self) -> Any:
        """What is called with each job, all kernels loaded."""


def main(arguments: Sequence[str]) -> int:
    """夥計: jobs from one pipe, results to the other, until the first ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the terminal's Ctrl-C is for the one who started this
    sys.meta_path.insert(0, _NoPandas())
    to_read, to_write = map(int, arguments)
    jobs, replies = Connection(to_read, writable=False), Connection(to_write, readable=False)
    try:
        begin: Begin = jobs.recv()
        replies.send(("warm" if begin.is_warm() else "cold", None))
        work = begin.prepare()
        replies.send(("ready", None))
        while True:
            replies.send(("done", _result(work, jobs.recv())))
    except (EOFError, OSError):
        return 0
    except Exception as error:  # noqa: BLE001 - told in one line by the process that has a user
        replies.send(("done", _as_told(error)))
        return 1


def _result(work: Any, job: Any) -> Any:
    try:
        return work(job)
    except Exception as error:  # noqa: BLE001 - as above
        return _as_told(error)


def _as_told(error: Exception) -> Exception:
    if isinstance(error, (ErqishiError, OSError)):
        return error
    return ErqishiError(Phrase("file.worker_failed", error=f"{type(error).__name__}: {error}"))


class _NoPandas:
    """Arrow would load pandas, 40 MB, only to see that nothing here is of it."""

    def find_spec(self, name: str, *_: object) -> None:
        if name == "pandas":
            raise ModuleNotFoundError(name)


if __name__ == "__main__":
    code = main(sys.argv[1:])
    sys.stdout.flush()
    os._exit(code)
