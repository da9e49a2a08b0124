"""Audit and count beside PokerKit's parse-and-replay and `mahjong`'s hand value, in one run.

    pip install -e '.[bench]' && python benchmarks/run.py [--hands 400] [--rounds 3]

One core. Each line is the best of the rounds, which take turns, so that a busy machine slows all alike.
The ratios are what counts; the figures a second belong to the machine.
"""

from __future__ import annotations

import argparse
import platform
import random
import sys
import time
from dataclasses import dataclass, field
from importlib.metadata import version
from typing import TYPE_CHECKING

import mahjong_hands
import pokerkit_hands
from msgspec.structs import replace

from erqishi_logs.audit import audit_record
from erqishi_logs.record import dumps, loads
from erqishi_logs.rules import load_rules
from erqishi_logs.scoring import score_question
from erqishi_logs.simulate import iter_hands

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

RULES = "leshan"
SEED = 270
PLAYERS = 3
BOTS = ("greedy",)


@dataclass
class Work:
    """One line of the table: `act` does `size` things."""

    name: str
    size: int
    act: Callable[[], object]
    seconds: list[float] = field(default_factory=list)

    def run(self) -> None:
        """Does it once and keeps the time."""
        begin = time.perf_counter()
        self.act()
        self.seconds.append(time.perf_counter() - begin)

    @property
    def rate(self) -> float:
        """Things a second, in the best round."""
        return self.size / min(self.seconds)


def works(hands: int) -> dict[str, Work]:
    """The lines of the table; everything is made before it is timed."""
    played = iter_hands(load_rules(RULES), hands, SEED, n_players=PLAYERS, bots=BOTS)
    # The simulator's own `_` keys are no part of a hand that people write down.
    lines = [dumps(replace(record, extra=None)) for record in played]
    questions = _questions(lines)
    texts = list(pokerkit_hands.iter_texts(hands, SEED))
    wins = list(mahjong_hands.iter_wins(4 * hands, SEED))
    return {
        "audit": Work("full audit of a hand: parse, replay, all checks, count", len(lines), lambda: _audit(lines)),
        "pokerkit": Work("PokerKit: parse and replay a hand", len(texts), lambda: pokerkit_hands.replay(texts)),
        "count": Work("best arrangement of a winning hand", len(questions), lambda: _count(questions)),
        "mahjong": Work("mahjong: value of a winning hand", len(wins), lambda: mahjong_hands.value(wins)),
    }


def report(done: dict[str, Work]) -> list[str]:
    """The table, then the ratios."""
    rows = [f"{work.name:58}{work.rate:12,.0f} /s  ({work.size})" for work in done.values()]
    return [
        *rows,
        f"audit : PokerKit  {done['audit'].rate / done['pokerkit'].rate:6.2f}",
        f"count : mahjong   {done['count'].rate / done['mahjong'].rate:6.3f}",
    ]


def _audit(lines: Sequence[str]) -> None:
    rules = load_rules(RULES)
    for line in lines:
        audit_record(loads(line), rules)


def _count(questions: Sequence[dict[str, object]]) -> None:
    for question in questions:
        score_question(question)


def _questions(lines: Sequence[str]) -> list[dict[str, object]]:
    """The cards of the wins among the hands, for the best arrangement to be found."""
    wins = [event for line in lines for event in loads(line).events if event.type == "hu" and event.melds]
    dice = random.Random(SEED)
    questions: list[dict[str, object]] = []
    for event in wins:
        cards = list("".join(event.melds or ()))
        dice.shuffle(cards)
        questions.append({"cards": "".join(cards), "rules": RULES, "win": event.card, "players": PLAYERS})
    return questions


def main() -> int:
    """Runs the rounds and prints the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hands", type=int, default=400)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    table = works(options.hands)
    for _ in range(options.rounds):
        for work in table.values():
            work.run()
    packages = ", ".join(f"{name} {version(name)}" for name in ("pokerkit", "mahjong"))
    print(f"Python {platform.python_version()}, {packages}, {RULES}, {options.hands} hands, best of {options.rounds}")
    print("\n".join(report(table)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
