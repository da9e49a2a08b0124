"""場: the hands that belong together, in order."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from itertools import chain, combinations
from typing import TYPE_CHECKING, NamedTuple

from erqishi_logs.sitting.played import UNSEEN
from erqishi_logs.sitting.seating import before, is_turned, without

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from erqishi_logs.sitting.played import Played
    from erqishi_logs.sitting.seating import Circle


class Slot(NamedTuple):
    """第幾局: one number of a sitting with the records that bear it, the soundest first."""

    number: int
    copies: tuple[Played, ...]

    @property
    def lead(self) -> Played:
        """首: the record by which the hand is told: whole and finished, if one of them is."""
        return self.copies[0]

    @property
    def is_one_hand(self) -> bool:
        """同: whether all its records can be of one hand."""
        return all(may_be_one(one, other) for one, other in combinations(self.copies, 2))


@dataclass(frozen=True)
class Sitting:
    """場: the hands of one `session`: those with a number by it, then those without.

    Records that a repair or a merge has taken the place of are left out and named in `replaced`.
    """

    session: str
    slots: tuple[Slot, ...]
    unnumbered: tuple[Played, ...] = ()
    replaced: tuple[str, ...] = ()

    @property
    def hands(self) -> tuple[Played, ...]:
        """局: every record, in order."""
        return (*chain.from_iterable(slot.copies for slot in self.slots), *self.unnumbered)

    @property
    def people(self) -> tuple[str, ...]:
        """人: everybody who played, in the order of their first hand."""
        return tuple(dict.fromkeys(name for hand in self.hands for name in hand.players))


def sitting_of(session: str, hands: Iterable[Played]) -> Sitting:
    """場: the sitting that hands make, whatever the order in which they come.

    >>> sitting_of("茶樓", []).people
    ()
    """
    given = list(hands)
    standing, replaced = _standing(given)
    numbers: dict[int, list[Played]] = defaultdict(list)
    for hand in standing:
        if hand.number is not None:
            numbers[hand.number].append(hand)
    slots = (Slot(number, tuple(sorted(numbers[number], key=_soundness))) for number in sorted(numbers))
    return Sitting(session, tuple(slots), tuple(hand for hand in standing if hand.number is None), replaced)


def iter_sittings(hands: Iterable[Played]) -> Iterator[Sitting]:
    """場: the sittings of hands, each by its `session`, as they first come; hands of no session are left out.

    >>> list(iter_sittings([]))
    []
    """
    sessions: dict[str, list[Played]] = {}
    for hand in hands:
        if hand.session:
            sessions.setdefault(hand.session, []).append(hand)
    for session, members in sessions.items():
        yield sitting_of(session, members)


def _standing(hands: list[Played]) -> tuple[list[Played], tuple[str, ...]]:
    """The hands that no other takes the place of, and the ids of the rest; of a ring nobody does."""
    taken = {old: hand.id for hand in hands for old in hand.stands_for if old != hand.id}
    gone = {hand.id for hand in hands if hand.id in taken and not _leads_back(hand.id, taken)}
    return [hand for hand in hands if hand.id not in gone], tuple(sorted(gone))


def _leads_back(start: str, taken: dict[str, str]) -> bool:
    """Whether the records that take each other's place come round to the first."""
    seen, here = {start}, taken[start]
    while here in taken and here not in seen:
        seen.add(here)
        here = taken[here]
    return here in seen


def _soundness(hand: Played) -> bool:
    return hand.is_doubtful


def may_be_one(one: Played, other: Played) -> bool:
    """同局: whether nothing that two records say shows that they are of different hands."""
    if set(one.players) != set(other.players) or one.dealer_name != other.dealer_name:
        return False
    if not (one.is_doubtful or other.is_doubtful) and _end(one) != _end(other):
        return False
    theirs = dict(zip(other.players, other.dealt, strict=False))
    return all(_fits(cards, theirs.get(name, "")) for name, cards in zip(one.players, one.dealt, strict=False))


def is_same_deal(one: Played, other: Played) -> bool:
    """同牌: whether two hands were dealt alike, one whole hand that both saw among them: no chance does that."""
    theirs = dict(zip(other.players, other.dealt, strict=False))
    seen = [
        cards
        for name, cards in zip(one.players, one.dealt, strict=False)
        if len(cards) > 2 and UNSEEN not in cards and theirs.get(name) == cards
    ]
    return bool(seen) and may_be_one(one, other)


def _end(hand: Played) -> tuple[str, str | None]:
    return hand.result.outcome, hand.winner_name


def _fits(one: str, other: str) -> bool:
    return not one or not other or UNSEEN in one or UNSEEN in other or one == other


def resting_circles(sitting: Sitting) -> tuple[Circle, ...]:
    """轉起打: the rounds in which one more person sits than plays and one rests each hand (S2-033); none: nobody rests.

    There is one where every hand is the round without one, and either somebody came back after a
    hand without him, or the dealer's 上家 rested each time, not always the same.
    """
    hands = [slot.lead for slot in sitting.slots if slot.lead.has_names]
    people = list(dict.fromkeys(name for hand in hands for name in hand.players))
    if len(hands) != len(sitting.slots) or {len(hand.players) for hand in hands} != {len(people) - 1}:
        return ()
    return tuple(circle for circle in _rounds(hands[0].players, people) if _turns_round(circle, hands))


def _rounds(first: Circle, people: list[str]) -> Iterator[Circle]:
    """The first table with the one who rested then, at each place."""
    (rester,) = set(people) - set(first)
    for place in range(len(first)):
        yield (*first[: place + 1], rester, *first[place + 1 :])


def _turns_round(circle: Circle, hands: list[Played]) -> bool:
    resters = [next(iter(set(circle) - set(hand.players))) for hand in hands]
    if not all(is_turned(without(circle, rest), hand.players) for rest, hand in zip(resters, hands, strict=True)):
        return False
    last = all(before(circle, hand.dealer_name) == rest for rest, hand in zip(resters, hands, strict=True))
    return (last and len(set(resters)) > 1) or any(_came_back(name, resters) for name in circle)


def _came_back(name: str, resters: list[str]) -> bool:
    """Whether he played, rested, and played again."""
    played = [place for place, rest in enumerate(resters) if rest != name]
    return bool(played) and any(rest == name for rest in resters[played[0] : played[-1]])
