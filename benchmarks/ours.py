"""The rows of this product, and what each is set beside."""

from __future__ import annotations

import itertools
import random
import shutil
import sys
from typing import TYPE_CHECKING

import corpus
import dashboard
import entropy
import stored
from memory import run_watched
from rows import BOTH, Figure, Ratio, Row
from setting import FEW

from erqishi_logs.audit import audit_record
from erqishi_logs.engine.play import play
from erqishi_logs.record import loads
from erqishi_logs.rules import load_rules
from erqishi_logs.scoring import score_question
from erqishi_logs.simulate.bulk import BLOCK, Run, iter_lines, run_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from setting import Setting

#: Ours, beside whom, and how many times as fast it is meant to be (docs: the design's figures to reach).
RATIOS = (
    Ratio("bulk", "pokerkit", 50),
    Ratio("bulk", "chess"),
    Ratio("audit", "pokerkit"),
    Ratio("ingest", "pokerkit", 30),
    Ratio("simulate", "rlcard", 500),
    Ratio("play", "rlcard", 1000),
    Ratio("kernel", "mahjong", 20),
    Ratio("count", "mahjong"),
)
#: Commands on a handful of hands.
COMMANDS = (("audit", "data/03-chi-guozhang.pu"), ("replay", "data/03-chi-guozhang.pu"), ("rules", "quan"))
MOST_SECONDS, MOST_MIB, MOST_BYTES = 1.5, 700, 150


def rows(setting: Setting) -> Iterator[Row]:
    """Audit, count, simulator, ingest."""
    lines, questions = setting.few, _questions(setting.base[:FEW])
    yield Row("audit", "full audit of one hand by the plain engine", len(lines), lambda: _audit(lines))
    yield Row("count", "best arrangement of a winning hand, one by one", len(questions), lambda: _count(questions))
    run = run_of(load_rules(corpus.RULES), setting.seed, ("greedy",), corpus.N_PLAYERS)
    games = setting.hands
    yield Row("simulate", "simulator: a hand of greedy bots, written, one core", games, lambda: _write(run, games))
    yield Row("play", "simulator: a hand of greedy bots, not written, one core", games, lambda: _play(run, games))
    store = Store(setting)
    yield Row("ingest", "ingest of a hand to Parquet", setting.stored, store.act, BOTH)


class Store:
    """The ingest row: every round into a new archive; memory is looked at in the first round alone, for it takes time.

    The archive of the last round stays, in the folder `archive` of the setting.
    """

    def __init__(self, setting: Setting) -> None:
        self._setting = setting
        self._watched = True

    def act(self) -> float:
        """The seconds that the ingest tells."""
        home = self._setting.folder / "archive"
        shutil.rmtree(home, ignore_errors=True)
        done = stored.ingest(self._setting.file, home, self._setting.stored, watched=self._watched)
        if self._watched:
            self._setting.peaks.append(done.peak_mib)
        self._watched = False
        return done.seconds


def figures(setting: Setting) -> Iterator[Figure]:
    """What is no rate, after the rows have run: memory, sizes, commands."""
    yield Figure("memory while ingesting, all processes together (PSS)", max(setting.peaks), "MiB", MOST_MIB)
    home, hands = setting.folder / "archive", setting.stored
    sizes = stored.bytes_of(home)
    verdicts = (sizes["hands"] + sizes["events"]) / hands
    yield Figure(f"verdicts `hands` + `events` on the disk, of {hands:,} hands", verdicts, "bytes a hand", MOST_BYTES)
    yield Figure("facts on the disk", sizes["facts"] / hands, "bytes a hand")
    yield Figure("a record line", sum(map(len, setting.lines)) / setting.hands, "bytes a hand")
    yield from entropy.figures([one.record for one in setting.base[:FEW]])
    yield from dashboard.figures(home, hands)
    for words in COMMANDS:
        command = [sys.executable, "-m", "erqishi_logs", *words]
        waits = [run_watched(command, stored.ROOT, watched=False, ok=(0, 1)).seconds for _ in range(3)]
        yield Figure(f"the command `erqishi {' '.join(words)}`, best of three", min(waits), "s", MOST_SECONDS)


def _audit(lines: Sequence[bytes]) -> None:
    rules = load_rules(corpus.RULES)
    for line in lines:
        audit_record(loads(line), rules)


def _count(questions: Sequence[dict[str, object]]) -> None:
    for question in questions:
        score_question(question)


def _write(run: Run, hands: int) -> None:
    """Record lines, block by block, as they go into a file."""
    for _ in iter_lines(run, hands, threads=1):
        pass


def _play(run: Run, hands: int) -> None:
    for first in range(0, hands, BLOCK):
        play(run.course, min(BLOCK, hands - first), run.seed, first)


def _questions(base: Sequence[corpus.Played]) -> list[dict[str, object]]:
    """The cards of the wins among the hands, for the best arrangement to be found."""
    dice = random.Random(0)
    questions: list[dict[str, object]] = []
    for event in itertools.chain.from_iterable(one.record.events for one in base):
        if event.type == "hu" and event.melds and event.card:
            cards = list("".join(event.melds))
            dice.shuffle(cards)
            rules = {"rules": corpus.RULES, "players": corpus.N_PLAYERS}
            questions.append({"cards": "".join(cards), "win": event.card, **rules})
    return questions
