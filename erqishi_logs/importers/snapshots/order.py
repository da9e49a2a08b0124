"""次序: in which order several things between two snapshots were done (RULEBOOK §4)."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from erqishi_logs.importers.snapshots import shapes as say
from erqishi_logs.importers.snapshots.acts import DRAW, TURN, Act
from erqishi_logs.importers.snapshots.odd import OddError
from erqishi_logs.texts.phrase import Phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

#: So many acts between two snapshots, and so many trials in a hand, at most.
MAX_ACTS = 120
MAX_TRIALS = 50_000


class Flow(NamedTuple):
    """輪: where the play stands. `live` is the kind turned up by `turner` and not taken, None where there is none;
    `owes` the seat that has yet to discard, `laying` the seat that has just chi'd; `quads` counts kai and gun by seat.
    """

    n_players: int
    turner: int
    owes: int | None
    live: int | None = None
    flipped: bool = False
    laying: int | None = None
    ended: bool = False
    quads: tuple[int, ...] = ()

    @property
    def keeps(self) -> bool:
        """八塊: whether who owes a discard may owe none after all, having two quads (RULEBOOK §4.5)."""
        return self.owes is None or (bool(self.quads) and self.quads[self.owes] >= 2)

    @property
    def next_seat(self) -> int:
        """下家 of who turned up, or took, the last card: the next to flip."""
        return (self.turner + 1) % self.n_players

    def after(self, act: Act) -> Flow:
        """輪: where the play stands after an act."""
        if act.code == DRAW:
            return self._replace(turner=act.seat, owes=act.seat, live=None, laying=None)
        if act.turns:
            flipped = act.code == say.FLIP
            return self._replace(turner=act.seat, owes=None, live=act.target, flipped=flipped, laying=None)
        if act.code in (say.DUI, say.CHI, say.KAI, say.BA_YU):
            laying = act.seat if act.code == say.CHI else None
            quads = tuple(n + (act.code == say.KAI and seat == act.seat) for seat, n in enumerate(self.quads))
            return self._replace(turner=act.seat, owes=act.seat, live=None, laying=laying, quads=quads)
        return self._replace(ended=True) if act.code == say.HU else self

    def settled(self, act: Act) -> Act:
        """定: a card turned up as the discard or the flip that it is by whose turn it is."""
        if act.code != TURN:
            return act
        return act._replace(code=say.DISCARD if self.owes == act.seat else say.FLIP)

    def allows(self, act: Act) -> bool:
        """Whether the act may be the next (RULEBOOK §4), the rights of the seats apart."""
        if self.ended:
            return False
        if act.code == say.BAI:
            return self.laying == act.seat
        if act.turns:
            return self._allows_turn(act)
        if act.code == say.HU and self.live is None:
            return self.owes == act.seat
        if act.code in say.CLAIMS:
            return self.live == act.target and self._comes_from(act.source)
        return True

    def _allows_turn(self, act: Act) -> bool:
        discards = self.owes == act.seat and act.code in (TURN, say.DISCARD)
        return discards or (self.keeps and self.next_seat == act.seat and act.code != say.DISCARD)

    def _comes_from(self, source: int | None) -> bool:
        if source is None or source == 0:
            return True
        return self.flipped if source < 0 else self.turner == source - 1 and not self.flipped


def arrange(
    acts: Sequence[Act], flow: Flow, fits: Callable[[tuple[Act, ...]], bool], trials: list[int]
) -> tuple[Act, ...]:
    """次序: the acts in the one order that the play allows, the cards that were taken at once between them.

    The acts of one seat of one sort stand in their order; `fits` is whether an order leads to the table that is
    shown, `trials` what may still be tried. Raises OddError where no order is possible, or several.

    >>> acts = [Act(say.DUI, 2, 14, source=-1), Act(TURN, 0, 7), Act(TURN, 2, 3)]
    >>> [(act.code, act.seat) for act in arrange(acts, Flow(3, turner=0, owes=0), bool, [99])]
    [(48, 0), (50, 1), (45, 2), (48, 2)]
    """
    queues: dict[tuple[int, bool], list[Act]] = {}
    for act in acts:
        queues.setdefault((act.seat, act.turns), []).append(act)
    waiting = tuple(map(tuple, queues.values()))
    if len(acts) > MAX_ACTS:
        raise OddError("oper", Phrase("eqs.no_order", count=len(acts)), Phrase("eqs.follows"))
    orders = list(islice(filter(fits, _orders(waiting, flow, trials)), 2))
    if not orders:  # somebody may have left out a discard
        lenient = flow._replace(quads=(2,) * flow.n_players)
        orders = list(islice(filter(fits, _orders(waiting, lenient, trials)), 2))
    if len(orders) == 1:
        return orders[0]
    found = Phrase("eqs.several_orders" if orders else "eqs.no_order", count=len(acts))
    raise OddError("oper", found, Phrase("eqs.follows"))


Queues = tuple[tuple[Act, ...], ...]


def _orders(queues: Queues, flow: Flow, trials: list[int]) -> Iterator[tuple[Act, ...]]:
    """Every order; `trials` is what may still be tried."""
    trials[0] -= 1
    if trials[0] < 0:
        return
    if not any(queues):
        yield ()
        return
    for at, queue in enumerate(queues):
        for first in _begins(queue, flow) if queue else ():
            after = flow
            for act in first:
                after = after.after(act)
            rest = (*queues[:at], queue[1:], *queues[at + 1 :])
            yield from ((*first, *tail) for tail in _orders(rest, after, trials))


def _begins(queue: tuple[Act, ...], flow: Flow) -> Iterator[tuple[Act, ...]]:
    """How the first act of a queue may come next: by itself, or with the card that it takes turned up before it."""
    act = flow.settled(queue[0])
    if flow.allows(queue[0]):
        yield (act,)
    elif act.code in say.CLAIMS and not flow.ended:
        seat = flow.next_seat if flow.owes is None else flow.owes
        turned = Act(say.FLIP if flow.owes is None else say.DISCARD, seat, act.target)
        if flow.after(turned).allows(act):
            yield turned, act
