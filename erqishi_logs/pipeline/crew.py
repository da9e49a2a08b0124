"""夥計: worker processes that do blocks, each done again where its worker dies."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import deque
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from typing import TYPE_CHECKING, Any, Self

from erqishi_logs.errors import ErqishiError
from erqishi_logs.texts.phrase import Phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

#: More workers than this take more memory than an ingest may.
MOST_WORKERS = 2
#: So many blocks are under way a worker: one that it does, one that waits for its turn to be stored.
_UNDER_WAY = 2
#: A block that ends its worker so often is not tried again.
_MOST_TRIES = 6
#: A worker works alone: no threads of Arrow's, and large arrays go back to the system when they are done with.
_FRUGAL = {
    "OMP_NUM_THREADS": "1",
    "ARROW_IO_THREADS": "1",
    "MALLOC_ARENA_MAX": "1",
    "MALLOC_MMAP_THRESHOLD_": "262144",
    "MALLOC_TRIM_THRESHOLD_": "1048576",
}


def count_workers() -> int:
    """夥計: how many workers this machine has use for.

    >>> 1 <= count_workers() <= MOST_WORKERS
    True
    """
    return max(1, min(MOST_WORKERS, len(os.sched_getaffinity(0))))


@dataclass
class _Worker:
    process: subprocess.Popen[bytes]
    connection: Connection
    replies: Connection
    job: int | None = None
    is_ready: bool = False


class Crew:
    """夥計: processes that each get `begin` first and then one job after the other (`erqishi_logs.pipeline.worker`).

    `on_compile` is called where the compiled engine must be compiled first; one worker then does it for all.
    """

    def __init__(self, n_workers: int, begin: Any, on_compile: Callable[[], None] | None = None) -> None:
        self._n_workers = n_workers
        self._begin = begin
        self._on_compile = on_compile
        self._workers: list[_Worker] = []
        self._warm = False
        self._tries: dict[int, int] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for worker in self._workers:
            worker.process.kill()
            worker.connection.close()
            worker.replies.close()
            worker.process.wait()

    def results(self, jobs: Iterator[Any]) -> Iterator[tuple[Any, Any]]:
        """Each job with what came of it, in the order of the jobs."""
        waiting: deque[int] = deque()  # jobs without a worker
        open_jobs: dict[int, Any] = {}
        done: dict[int, Any] = {}
        number = following = 0
        more = True
        while more or open_jobs:
            while more and len(open_jobs) < _UNDER_WAY * self._n_workers:
                job = next(jobs, None)
                if job is None:
                    more = False
                    break
                open_jobs[number] = job
                waiting.append(number)
                number += 1
            self._hand_out(waiting, open_jobs)
            done.update(self._collect(waiting, open_jobs))
            self._hand_out(waiting, open_jobs)
            while following in done:
                yield open_jobs.pop(following), done.pop(following)
                following += 1

    def _hand_out(self, waiting: deque[int], jobs: dict[int, Any]) -> None:
        while waiting:
            worker = self._idle()
            if worker is None:
                return
            worker.job = waiting.popleft()
            if worker.is_ready:
                _send(worker, jobs[worker.job])

    def _idle(self) -> _Worker | None:
        for worker in self._workers:
            if worker.job is None:
                return worker
        # While the first compiles, others would only do the same once more.
        if len(self._workers) < (self._n_workers if self._warm or not self._workers else 1):
            self._workers.append(self._hire())
            return self._workers[-1]
        return None

    def _hire(self) -> _Worker:
        to_read, connection = os.pipe()
        replies, to_write = os.pipe()
        command = [sys.executable, "-m", "erqishi_logs.pipeline.worker", str(to_read), str(to_write)]
        path = os.pathsep.join(part for part in sys.path if part)
        environment = {**os.environ, **_FRUGAL, "PYTHONPATH": path}
        process = subprocess.Popen(  # noqa: S603 - this very program
            command, pass_fds=(to_read, to_write), stdin=subprocess.DEVNULL, env=environment
        )
        os.close(to_read)
        os.close(to_write)
        worker = _Worker(process, Connection(connection, readable=False), Connection(replies, writable=False))
        _send(worker, self._begin)
        return worker

    def _collect(self, waiting: deque[int], jobs: dict[int, Any]) -> Iterator[tuple[int, Any]]:
        busy = {worker.replies: worker for worker in self._workers if worker.job is not None}
        for reply in wait(list(busy)) if busy else ():
            worker = busy[reply]  # type: ignore[index]
            try:
                kind, content = worker.replies.recv()
            except (EOFError, OSError):
                self._dismiss(worker, waiting)
                continue
            if kind == "cold":
                if self._on_compile is not None:
                    self._on_compile()
            elif kind in ("warm", "ready"):
                self._warm = True
                # A pipe takes less than a block: sent before, it would hold up all that others tell meanwhile.
                if kind == "ready" and worker.job is not None:
                    worker.is_ready = True
                    _send(worker, jobs[worker.job])
            else:
                job, worker.job = worker.job, None
                if isinstance(content, Exception):
                    raise content
                yield job, content  # type: ignore[misc]

    def _dismiss(self, worker: _Worker, waiting: deque[int]) -> None:
        """A worker died: its job goes to the next one that is free."""
        self._workers.remove(worker)
        worker.connection.close()
        worker.replies.close()
        code = worker.process.wait()
        job = worker.job
        if job is not None:
            self._tries[job] = self._tries.get(job, 0) + 1
            if self._tries[job] >= _MOST_TRIES:
                raise ErqishiError(Phrase("file.worker_died", code=code))
            waiting.appendleft(job)


def _send(worker: _Worker, about: Any) -> None:
    with suppress(OSError):  # a worker that died is seen when it is waited for
        worker.connection.send(about)
