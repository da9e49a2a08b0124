"""How an ingest grows: the same measured at more and more hands, each from one packed file made on the way."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING, NamedTuple

import corpus
import dashboard
import queries
import stored

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from setting import Setting


class Grown(NamedTuple):
    """An archive of `done.hands`: `line_bytes` of record lines went in; what was asked of it.

    `visit`: what the dashboard took to show it, None without a browser.
    """

    done: stored.Stored
    line_bytes: int
    asked: list[queries.Asked]
    visit: dashboard.Visit | None

    @property
    def us_a_hand(self) -> float:
        """Microseconds a hand, as the ingest tells its time."""
        return 1e6 * self.done.seconds / self.done.hands


def grow(setting: Setting, sizes: Sequence[int]) -> Iterator[Grown]:
    """One archive after another; each is gone before the next is made."""
    for hands in sizes:
        file, home = setting.folder / "grown.jsonl.zst", setting.folder / "grown"
        line_bytes = corpus.write_packed(file, setting.base, hands)
        done = stored.ingest(file, home, hands)
        file.unlink()
        stored.compact(home)
        yield Grown(done, line_bytes, list(queries.ask_all(home)), dashboard.visit(home))
        shutil.rmtree(home)
