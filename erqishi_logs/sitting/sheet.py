"""結算: the settlement sheet of a sitting: who owes whom, penalties and disputed hands apart."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from erqishi_logs.sitting.account import Basis, Entry, account, add, amounts_of, running
from erqishi_logs.sitting.money import micro
from erqishi_logs.sitting.transfers import Transfer, fewest_transfers

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from erqishi_logs.sitting.played import Number, Played
    from erqishi_logs.sitting.sitting import Sitting


@dataclass(frozen=True)
class Balance:
    """一人: amounts in millionths of a point: `play` of the undisputed hands, `penalties` 包牌, `total` the two;
    `disputed` the play of the disputed hands whose payment is known.
    """

    person: str
    play: int
    penalties: int
    disputed: int

    @property
    def total(self) -> int:
        """合計: what is settled: play and penalties."""
        return self.play + self.penalties


@dataclass(frozen=True)
class Fine:
    """包牌: one penalty given at the table; `amount` in 和 (or 顆子) to each of `others` players, × `stake` when paid;
    `paid` in millionths of a point, all of them together; `counted`: whether it is in the totals.
    """

    hand: Played
    offender: str
    code: str
    amount: Number
    stake: Number
    others: int
    paid: int
    counted: bool


@dataclass(frozen=True)
class Dispute:
    """爭議: a hand that stands apart, with the codes why; what was paid (`recorded`) and what the rules give
    (`counted`), by person in millionths, penalties included; None where it is not recorded, not judged or not even.
    """

    hand: Played
    codes: tuple[str, ...]
    recorded: Mapping[str, int] | None
    counted: Mapping[str, int] | None
    basis: Basis | None


@dataclass(frozen=True)
class Sheet:
    """結算: `basis` is what was asked for; `bases` how many undisputed hands went by which.

    `transfers` settle the totals; `transfers_if_all` those with the disputed hands of known payment among
    them. `stands` is where everybody stood after each entry.
    """

    session: str
    basis: Basis
    bases: Mapping[Basis, int]
    entries: tuple[Entry, ...]
    stands: tuple[Mapping[str, int], ...]
    balances: tuple[Balance, ...]
    transfers: tuple[Transfer, ...]
    transfers_if_all: tuple[Transfer, ...]
    fines: tuple[Fine, ...]
    disputes: tuple[Dispute, ...]


def settle_sitting(sitting: Sitting, basis: Basis = "recorded") -> Sheet:
    """結算: the sheet of a sitting; every column of its balances sums to 0 (`account` says what is disputed).

    >>> from erqishi_logs.sitting.sitting import sitting_of
    >>> settle_sitting(sitting_of("茶樓", [])).transfers
    ()
    """
    entries = account(sitting, basis)
    balances = tuple(_balances(sitting.people, entries))
    used = Counter(entry.basis for entry in entries if not entry.disputed)
    return Sheet(
        session=sitting.session,
        basis=basis,
        bases={kind: count for kind, count in used.items() if kind is not None},
        entries=entries,
        stands=tuple(running(entries)),
        balances=balances,
        transfers=fewest_transfers({each.person: each.total for each in balances}),
        transfers_if_all=fewest_transfers({each.person: each.total + each.disputed for each in balances}),
        fines=tuple(fine for entry in entries for fine in _fines(entry)),
        disputes=tuple(_dispute(entry) for entry in entries if entry.disputed),
    )


def _balances(people: Sequence[str], entries: Sequence[Entry]) -> Iterator[Balance]:
    play: Counter[str] = Counter()
    penalties: Counter[str] = Counter()
    disputed: Counter[str] = Counter()
    for entry in entries:
        add(disputed if entry.disputed else play, entry.play or {})
        add(penalties, entry.penalties)
    for person in people:
        yield Balance(person, play[person], penalties[person], disputed[person])


def _fines(entry: Entry) -> Iterator[Fine]:
    hand = entry.hand
    counted = any(entry.penalties.values())
    for seat, code, amount in hand.penalties:
        others = len(hand.players) - 1
        paid = micro(amount, hand.stake) * others
        yield Fine(hand, hand.players[seat], code, amount, hand.stake, others, paid, counted)


def _dispute(entry: Entry) -> Dispute:
    hand = entry.hand
    return Dispute(hand, entry.disputed, amounts_of(hand, hand.pay), amounts_of(hand, hand.result.pay), entry.basis)
