"""賬: what each person won and paid, hand by hand; what is disputed, and what was paid in penalties, apart."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Literal

from erqishi_logs.sitting.chain import copied_slots
from erqishi_logs.sitting.money import balanced, micro

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from erqishi_logs.sitting.played import Number, Played
    from erqishi_logs.sitting.sitting import Sitting, Slot

Basis = Literal["recorded", "counted"]
BASES: tuple[Basis, ...] = ("recorded", "counted")
Amounts = dict[str, int]


@dataclass(frozen=True)
class Entry:
    """一筆: a hand in the account; amounts by person, in millionths of a point (`money.points`), each summing to 0.

    `play` is what was won and paid, 包牌 left out, by `basis`, None (and no basis) where nothing tells it; `penalties`
    what 包牌 at the table cost and brought. `disputed` are the codes for which the hand stands apart, empty
    where nothing is disputed.
    """

    hand: Played
    basis: Basis | None
    play: Mapping[str, int] | None
    penalties: Mapping[str, int]
    disputed: tuple[str, ...] = ()


def account(sitting: Sitting, basis: Basis = "recorded") -> tuple[Entry, ...]:
    """賬: an entry a hand, in order; of several records of one hand that agree, one.

    `basis`: what is taken where a hand has both, what was paid at the table (`recorded`) or what the rules give
    (`counted`); where it has one, that. Disputed are hands with violations, faults, `pay_differs` among them,
    or without an end, hands of which no payment is known (`no_pay`), and those doubled (`hand_doubled`,
    `number_doubled`) where it cannot be seen what was played.
    """
    again = copied_slots(sitting)
    numbered = (entry for slot in sitting.slots for entry in _of_slot(slot, basis, again))
    return (*numbered, *(_entry(hand, basis) for hand in sitting.unnumbered))


def running(entries: Sequence[Entry]) -> Iterator[Amounts]:
    """累計: where everybody stands after each entry, penalties included, disputed hands left out.

    >>> list(running([]))
    []
    """
    stands: Counter[str] = Counter()
    for entry in entries:
        add(stands, dict.fromkeys(entry.hand.players, 0))
        if not entry.disputed:
            add(stands, entry.play or {})
        add(stands, entry.penalties)
        yield dict(stands)


def add(stands: Counter[str], amounts: Mapping[str, int]) -> None:
    """加: adds amounts by person, those of nought and below too."""
    for name, amount in amounts.items():
        stands[name] += amount


def amounts_of(hand: Played, pay: Sequence[Number] | None) -> Amounts | None:
    """付: payments by seat as amounts by person, in millionths; None where there are none or they do not balance."""
    seats = None if pay is None else balanced(pay)
    return None if seats is None else by_person(hand, seats)


def by_person(hand: Played, seats: Sequence[int]) -> Amounts:
    """人: amounts by seat as amounts by person; two of one name have one account."""
    found: Counter[str] = Counter()
    for name, amount in zip(hand.players, seats, strict=True):
        found[name] += amount
    return dict(found)


def penalty_seats(hand: Played) -> list[int]:
    """包牌: what the penalties at the table cost and brought each seat, in millionths (S0-159, S2-108)."""
    seats = [0] * len(hand.players)
    for offender, _, amount in hand.penalties:
        each = micro(amount, hand.stake)
        seats = [had + each for had in seats]
        seats[offender] -= each * len(seats)
    return seats


def _entry(hand: Played, basis: Basis, more: tuple[str, ...] = ()) -> Entry:
    penalties = penalty_seats(hand)
    given = {"recorded": hand.pay, "counted": hand.result.pay}
    for kind in (basis, *(other for other in BASES if other != basis)):
        seats = None if given[kind] is None else balanced(given[kind] or ())
        if seats is not None:
            play = [paid - penalty for paid, penalty in zip(seats, penalties, strict=True)]
            disputed = tuple(dict.fromkeys((*hand.disputes, *more)))
            return Entry(hand, kind, by_person(hand, play), by_person(hand, penalties), disputed)
    codes = dict.fromkeys((*hand.disputes, *more, "no_pay"))
    return Entry(hand, None, None, by_person(hand, penalties), tuple(codes))


def _of_slot(slot: Slot, basis: Basis, again: Mapping[int, int]) -> Iterator[Entry]:
    more = ("hand_doubled",) if slot.number in again else ()
    entries = [_entry(hand, basis, more) for hand in slot.copies]
    if len(entries) == 1:
        yield entries[0]
    elif slot.is_one_hand and all(_agree(one, other) for one, other in combinations(entries, 2)):
        yield _united(entries)
    else:
        code = "hand_doubled" if slot.is_one_hand else "number_doubled"
        for entry in entries:
            codes = tuple(dict.fromkeys((*entry.disputed, code)))
            # Which of them was played nobody can see: none of them moves a total.
            yield Entry(entry.hand, None, None, dict.fromkeys(entry.hand.players, 0), codes)


def _agree(one: Entry, other: Entry) -> bool:
    return one.penalties == other.penalties and (one.play is None or other.play is None or one.play == other.play)


def _united(entries: Sequence[Entry]) -> Entry:
    """One entry of those that agree: disputed where any is, but for a payment that another knows."""
    known = next((entry for entry in entries if entry.play is not None), entries[0])
    codes = dict.fromkeys(code for entry in entries for code in entry.disputed)
    if known.play is not None:
        codes.pop("no_pay", None)
    return Entry(known.hand, known.basis, known.play, known.penalties, tuple(codes))
