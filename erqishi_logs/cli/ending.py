"""終: how a run ends that is told to: tidily, so that no half-written file and no server stays behind."""

from __future__ import annotations

import signal
from contextlib import contextmanager
from threading import current_thread, main_thread
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import FrameType

#: To be ended, and the terminal gone; Windows has no SIGHUP.
_SIGNALS = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]


@contextmanager
def ends_tidily() -> Iterator[None]:
    """終: SIGTERM and SIGHUP raise SystemExit (128 + number) within; one that is ignored (`nohup`) stays so.

    >>> with ends_tidily():
    ...     signal.getsignal(signal.SIGTERM) is _end
    True
    """
    heard = [number for number in _SIGNALS if signal.getsignal(number) is signal.SIG_DFL]
    if current_thread() is not main_thread():  # only there may handlers be set
        heard = []
    for number in heard:
        signal.signal(number, _end)
    try:
        yield
    finally:
        for number in heard:
            signal.signal(number, signal.SIG_DFL)


def _end(number: int, _frame: FrameType | None) -> None:
    raise SystemExit(128 + number)
