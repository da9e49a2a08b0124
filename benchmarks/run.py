"""This product beside PokerKit, python-chess, `mahjong` and RLCard in one run; what is near to the limit; growth.

    pip install -e '.[bench]' && python benchmarks/run.py [--markdown docs/benchmarks.md] [--growth 100000 1000000]

Everything that is measured is made first, by the peers themselves and by the simulator. Rows take turns, round after
round, so that a busy machine slows all alike; each is the best of its rounds. The ratios are what counts, the
figures a second belong to the machine. `--growth` takes numbers of hands (10000000 may be one of them, with
some ten GB free under `--folder`).
"""

from __future__ import annotations

import argparse
import os
import platform
import sys
import tempfile
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

import chess_games
import corpus
import kernels
import limits
import mahjong_hands
import ours
import page
import pokerkit_hands
import rlcard_games
import tables
from growth import grow
from rows import take_turns
from setting import Setting

if TYPE_CHECKING:
    from collections.abc import Sequence

PEERS = (pokerkit_hands, chess_games, mahjong_hands, rlcard_games)
SOURCES = (ours, kernels, *PEERS, limits)


def main(words: Sequence[str] | None = None) -> int:
    """Runs the rounds, prints the tables, writes the page if asked to."""
    options = _options(words)
    with tempfile.TemporaryDirectory(prefix="erqishi-bench-", dir=options.folder) as folder:
        setting = Setting(options.hands, options.stored, options.seed, Path(folder))
        done = take_turns([row for source in SOURCES for row in source.rows(setting)], options.rounds)
        shown = [
            tables.of_ratios(done, ours.RATIOS),
            tables.of_rates(done),
            tables.of_limits(done, limits.RATIOS),
            tables.of_figures(ours.figures(setting)),
            *tables.of_growth(list(grow(setting, options.growth))),
        ]
    print(_lead(options), page.terminal(shown), sep="\n\n")
    if options.markdown:
        options.markdown.write_text(page.markdown("Benchmarks", _lead(options), shown), encoding="utf-8")
    return 0


def _options(words: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hands", type=int, default=50_000, help="hands simulated and audited in each round")
    parser.add_argument("--stored", type=int, default=200_000, help="hands that the ingest of each round takes")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seed", type=int, default=270)
    parser.add_argument("--growth", type=int, nargs="+", default=[10_000], metavar="N", help="sizes of archives")
    parser.add_argument("--folder", type=Path, help="where the archives are made (default: the system's temporary one)")
    parser.add_argument("--markdown", type=Path, metavar="FILE")
    return parser.parse_args(words)


def _lead(options: argparse.Namespace) -> str:
    packages = ", ".join(f"{peer.PACKAGE} {version(peer.PACKAGE)}" for peer in PEERS)
    return (
        f"Written by `python benchmarks/run.py`: {os.cpu_count()} cores, "
        f"Python {platform.python_version()}, {packages}. "
        f"{options.hands:,} hands of greedy bots under `{corpus.RULES}`, complete, {corpus.N_PLAYERS} players, one in "
        f"{corpus.FLAGGED_ONE_IN} with something wrong; {options.stored:,} for the ingest and the sizes; "
        f"best of {options.rounds} rounds, in which the rows take turns. "
        "One core where nothing else is said. The ratios are what counts; the figures a second belong to the machine."
    )


if __name__ == "__main__":
    sys.exit(main())
