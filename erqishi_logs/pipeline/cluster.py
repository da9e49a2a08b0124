"""集群: blocks and files done by the workers of a Dask cluster, in place of `erqishi_logs.pipeline.crew`.

Each job is bytes to Dask, and so is what comes of it: the scheduler neither knows nor keeps what is in them.
"""

from __future__ import annotations

import fcntl
import logging
import pickle
import threading
from collections import deque
from contextlib import chdir, contextmanager, nullcontext
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from erqishi_logs.archive.engine import engine_version
from erqishi_logs.errors import ErqishiError
from erqishi_logs.texts.phrase import Phrase

if TYPE_CHECKING:
    from collections.abc import Iterator

    from erqishi_logs.pipeline.worker import Begin

#: So long a scheduler, or the first worker, is waited for, and so long a cluster may have no worker at all.
_SECONDS_TO_CONNECT = 10.0
_SECONDS_WITHOUT_WORKERS = 30.0
#: So many jobs are under way a worker: one that it does, one that lies ready there, one that waits to be stored.
_UNDER_WAY = 3
#: What came of `Begin.prepare` in this worker, by what was sent; jobs come on several threads, the kernels take one.
_WORKS: dict[bytes, Any] = {}
_ONE_AT_A_TIME = threading.Lock()


class ClusterCrew:
    """集群: as `Crew`, for the workers of the cluster at an address.

    What dies with its worker, Dask has done again by another. Raises ErqishiError where Dask is not installed,
    nobody answers there, or no worker comes.
    """

    def __init__(self, address: str, begin: Begin) -> None:
        self._address = address
        self._begin = pickle.dumps(begin)
        self._client = _connect(address)
        self._under_way: deque[tuple[Any, Any]] = deque()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._client.cancel([future for _, future in self._under_way])
        self._under_way.clear()
        self._client.close(timeout=_SECONDS_TO_CONNECT)

    def results(self, jobs: Iterator[Any]) -> Iterator[tuple[Any, Any]]:
        """Each job with what came of it, in the order of the jobs. Raises what a worker raised."""
        while True:
            self._hand_out(jobs)
            if not self._under_way:
                return
            job, future = self._under_way[0]
            result = pickle.loads(self._wait_for(future))  # noqa: S301 - from this very program
            self._under_way.popleft()
            if isinstance(result, Exception):
                raise result
            yield job, result

    def _hand_out(self, jobs: Iterator[Any]) -> None:
        most = _UNDER_WAY * max(1, len(self._client.nthreads()))  # workers come and go
        while len(self._under_way) < most and (job := next(jobs, None)) is not None:
            sent = (self._begin, str(Path.cwd()), engine_version(), pickle.dumps(job))
            self._under_way.append((job, self._client.submit(work, *sent, pure=False)))

    def _wait_for(self, future: Any) -> Any:
        while True:
            try:
                return future.result(timeout=_SECONDS_WITHOUT_WORKERS)
            except TimeoutError:
                if not self._client.nthreads():
                    raise ErqishiError(Phrase("cluster.no_workers", address=self._address)) from None
            except Exception as error:
                raise _failed(error) from error


def work(begin: bytes, home: str, version: str, job: bytes) -> bytes:
    """活: what a worker does: a job, in the folder where the cluster was called; gives the result or the error.

    `home`, for paths are stored as they were given. Another `version` would store other verdicts.
    """
    try:
        if version != (own := engine_version()):
            raise ErqishiError(Phrase("cluster.version", theirs=own, ours=version))  # noqa: TRY301 - as any
        with _ONE_AT_A_TIME, chdir(home):
            result = _prepared(begin)(pickle.loads(job))  # noqa: S301 - from this very program
    except (ErqishiError, OSError) as error:
        result = error
    return pickle.dumps(result)


def _prepared(begin: bytes) -> Any:
    if begin not in _WORKS:
        _WORKS.clear()
        ready: Begin = pickle.loads(begin)  # noqa: S301 - from this very program
        with nullcontext() if ready.is_warm() else _alone():
            _WORKS[begin] = ready.prepare()
    return _WORKS[begin]


@contextmanager
def _alone() -> Iterator[None]:
    """Of the workers with one cache, one compiles; the others wait and find it done."""
    from erqishi_logs.engine.compiled import cache_home  # noqa: PLC0415 - the compiled engine is loaded in a worker

    cache_home().mkdir(parents=True, exist_ok=True)
    with (cache_home() / "compiling").open("wb") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _connect(address: str) -> Any:
    if find_spec("distributed") is None:
        raise ErqishiError(Phrase("cluster.no_dask"))
    # It would tell at length of what is told here in one line.
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    found: list[Any] = []
    # Some other server that listens there may never answer; the thread that waits for it ends with the program.
    thread = threading.Thread(target=_try_to_connect, args=(address, found), daemon=True)
    thread.start()
    thread.join(_SECONDS_TO_CONNECT + 2)
    if not found:
        raise ErqishiError(Phrase("cluster.unreachable", address=address))
    client = found[0]
    try:
        client.wait_for_workers(1, timeout=_SECONDS_TO_CONNECT)
    except TimeoutError:
        client.close()
        raise ErqishiError(Phrase("cluster.no_workers", address=address)) from None
    return client


def _try_to_connect(address: str, found: list[Any]) -> None:
    import dask  # noqa: PLC0415 - an extra
    from distributed import Client  # noqa: PLC0415 - as above

    class Quiet(Client):
        """One that never connected would wait at its end, and tell at length that it is closed already."""

        def __del__(self) -> None: ...

    # A block is sent with its job: what lies with a worker would die with it.
    dask.config.set({"distributed.admin.large-graph-warning-threshold": "1 GiB"})
    try:
        # Without an address Dask would start a cluster of its own.
        found.append(Quiet(address or "none", timeout=_SECONDS_TO_CONNECT, set_as_default=False))
    except (OSError, ValueError, TypeError):
        return


def _failed(error: Exception) -> ErqishiError:
    """A job that Dask gave up, or that fell over what is no error of ours."""
    from distributed import KilledWorker  # noqa: PLC0415 - an extra

    if isinstance(error, KilledWorker):
        return ErqishiError(Phrase("cluster.killed"))
    reason = f"{type(error).__name__}: {' '.join(str(error).split())}"
    return ErqishiError(Phrase("cluster.failed", reason=reason))
