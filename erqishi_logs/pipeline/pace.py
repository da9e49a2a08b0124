"""步調: how much input goes which way, decided before anything is loaded."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from pathlib import Path

    from erqishi_logs.pipeline.sources import Log

#: Bytes of input in a block: fewer waste time on each, more take memory.
BLOCK_BYTES = 4 * 2**20
#: Input below this (unpacked, about) is done by the plain engine before the compiled one is loaded; where
#: the compiler must run first, more than this must be there for it.
LEAST_BYTES = 2 * 2**20
LEAST_BYTES_COLD = 48 * 2**20
#: What packed input is taken for.
_PACKED = 8
_PACKED_ENDINGS = (".gz", ".zst")


class Pace(NamedTuple):
    """步調: how an ingest is done; `n_workers` None: as many as there is use for, 0: in this very process.

    Input of `least_bytes` and more goes the bulk path, in blocks of `block_bytes`; where the compiler must run
    first, of `least_bytes_cold` and more. `cluster` is the address of a Dask scheduler, whose workers do all of it.
    """

    n_workers: int | None = None
    block_bytes: int = BLOCK_BYTES
    least_bytes: int = LEAST_BYTES
    least_bytes_cold: int = LEAST_BYTES_COLD
    cluster: str | None = None


class NotWorthItError(Exception):
    """The compiler must run first, and for so little it is not worth it."""


def is_much(logs: Sequence[Log], pace: Pace) -> bool:
    """多: whether the logs are so much that the bulk path is worth it."""
    return pace.cluster is not None or weigh(logs, pace.least_bytes) >= pace.least_bytes


def only_if_worth_it(logs: Sequence[Log], pace: Pace, on_compile: Callable[[], None] | None) -> Callable[[], None]:
    """值: what is to be called where the compiler must run: tells of it, or raises NotWorthItError.

    >>> only_if_worth_it([], Pace(), None)()
    Traceback (most recent call last):
    erqishi_logs.pipeline.pace.NotWorthItError
    """
    enough = pace.least_bytes_cold

    def call() -> None:
        # What was read of a stream does not come again.
        if not any(log.opened for log in logs) and weigh(logs, enough) < enough:
            raise NotWorthItError
        if on_compile is not None:
            on_compile()

    return call


def weigh(logs: Iterable[Log], enough: int) -> int:
    """重: about how many bytes the logs are, unpacked; no more is looked at than tells whether they are `enough`.

    What gives its bytes once is read so far and gives them again.
    """
    total = 0
    for log in logs:
        for path in log.paths:
            total += log.peek(path, enough) if log.stream_of(path) is not None else _weight(path)
            if total >= enough:
                return total
    return total


def _weight(path: Path) -> int:
    size = path.stat().st_size if path.is_file() else 0
    return size * _PACKED if path.suffix in _PACKED_ENDINGS else size
