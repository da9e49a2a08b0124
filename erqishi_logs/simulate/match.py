"""對局賽: two policies compared by duplicate matches: the same deals, the seats rotated."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from erqishi_logs.engine.arrays import Type
from erqishi_logs.engine.play import course_of, play
from erqishi_logs.simulate.bulk import BLOCK, policy_named
from erqishi_logs.simulate.sitting import check_players

if TYPE_CHECKING:
    from erqishi_logs.engine.play_policies import Policy
    from erqishi_logs.rules import RuleSet

Array = Any

#: Of a normal distribution: so many standard errors to either side make an interval of 95 %.
_SIGMAS = 1.96


class Match(NamedTuple):
    """賽果: `difference`: what `first` wins more than `second` would in its seat, a hand, in 和 (or 顆子) at stake 1;
    `low`, `high`: the interval of 95 %, paired over deals; `wins`: the part of its hands that each policy wins.
    """

    first: str
    second: str
    deals: int
    games: int
    difference: float
    low: float
    high: float
    wins: tuple[float, float]


def match(first: str, second: str, rules: RuleSet, deals: int, seed: int = 0, *, n_players: int | None = None) -> Match:
    """對局賽: each deal is played with `first` alone at each seat in turn, then with `second` alone at each.

    Deal, dealer and 圈 are the same in all games of a deal, so that the luck of the cards goes out of the difference;
    two policies that play alike differ by 0 exactly. Raises RuleError or ErqishiError for what cannot be played.

    >>> from erqishi_logs.rules import load_preset
    >>> match("greedy", "greedy", load_preset("leshan"), 5).difference
    0.0
    """
    n = check_players(rules, n_players)
    one, other = policy_named(first), policy_named(second)
    gain, wins, hands = np.zeros(deals), np.zeros(2), np.zeros(2)
    # With two at the table the second round would be the first once more.
    rounds = [(one, other)] if n == 2 else [(one, other), (other, one)]
    for place, (alone, field) in enumerate(rounds):
        for seat in range(n):
            pay, winner = _games(
                rules, [alone if other_seat == seat else field for other_seat in range(n)], deals, seed
            )
            gain += (-1) ** place * pay[:, seat] / (n * len(rounds))
            wins[place] += (winner == seat).sum()
            wins[1 - place] += ((winner >= 0) & (winner != seat)).sum()
            hands[[place, 1 - place]] += deals, deals * (n - 1)
    mean = float(gain.mean())
    error = _SIGMAS * float(gain.std(ddof=1)) / math.sqrt(deals) if deals > 1 else math.inf
    rates = wins / hands
    return Match(
        first,
        second,
        deals,
        deals * n * len(rounds),
        mean,
        mean - error,
        mean + error,
        (float(rates[0]), float(rates[1])),
    )


def _games(rules: RuleSet, policies: list[Policy], deals: int, seed: int) -> tuple[Array, Array]:
    """One game of each deal: what each seat wins or pays, and who won (−1: nobody)."""
    course = course_of(rules, len(policies), policies, sitting=1)
    pays, winners = [], []
    for start in range(0, deals, BLOCK):
        hands = play(course, min(BLOCK, deals - start), seed, start)
        last = hands.event_at[1:] - 1
        pays.append(hands.pay)
        winners.append(np.where(hands.type[last] == Type.HU, hands.seat[last], -1))
    return np.concatenate(pays), np.concatenate(winners)
