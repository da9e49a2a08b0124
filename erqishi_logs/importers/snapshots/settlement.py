"""結算: what the settlement says of the hand (PLATFORMS, A), as far as the record has a place for it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from erqishi_logs.importers.snapshots.numbers import glyphs, kind_of
from erqishi_logs.importers.snapshots.odd import OddError
from erqishi_logs.texts.phrase import Phrase

if TYPE_CHECKING:
    from collections.abc import Mapping

    from erqishi_logs.importers.snapshots.shapes import Number, User
    from erqishi_logs.record.types import Event
    from erqishi_logs.rules import RuleSet

ON_DISCARD: Final = 1
TAIPAO: Final = 3
ON_FLIP: Final = 10
HALF_OWN: Final = 31

TITLE_CODES: Final = {"tianhu": 1000, "dihu": 1001, "quan": 1002, "kun": 1003, "piao": 1004, "shuangquan": 1006}
_TITLES: Final = {code: title for title, code in TITLE_CODES.items()}
_NAMED_EXTRAS: Final = (1005, 1007, 1008, 1009, 1010)
#: What changes the cards themselves: nothing that is declared is compared with what the rules count.
_OTHER_CARDS: Final = ("ba_yu", "swap")


@dataclass
class Settled:
    """結算: the winner's seat, None where nobody won; `pay` where the rules of the record may be asked for it.

    `kept` goes to the record, `hu_kept` to its hu; `outside` names what is outside the rules.
    """

    winner: int | None
    win_card: str | None = None
    hushu: int | None = None
    titles: tuple[str, ...] | None = None
    pay: tuple[Number, ...] | None = None
    kept: dict[str, Any] = field(default_factory=dict)
    hu_kept: dict[str, Any] = field(default_factory=dict)
    outside: list[Phrase] = field(default_factory=list)

    def declare(self, hu: Event) -> None:
        """報: fills in what the winner declares, by the platform's count."""
        hu.hushu, hu.titles = self.hushu, self.titles
        hu.extra = {**(hu.extra or {}), **self.hu_kept} or None


def read_settlement(users: Mapping[int, User], n_players: int, winner: int | None, outside: list[str]) -> Settled:
    """結算: the settlement of the seats; `winner` is who was seen to win, if anybody was. Raises OddError."""
    settled = Settled(_winner(users, winner))
    settled.outside = [Phrase(f"eqs.extra_{name}") for name in outside]
    if settled.winner is not None:
        _read_win(settled, users.get(settled.winner), other_cards=any(name in _OTHER_CARDS for name in outside))
    if any(user.yu_score for user in users.values()):
        settled.outside.append(Phrase("eqs.extra_yu"))
        settled.kept["_yu"] = [users[seat].yu_score or 0 if seat in users else 0 for seat in range(n_players)]
    totals = [users[seat].total_score if seat in users else None for seat in range(n_players)]
    if None not in totals:
        _read_pay(settled, [total for total in totals if total is not None])
    return settled


def _read_pay(settled: Settled, totals: list[Number]) -> None:
    """付: what the rules know nothing of is in the payment, too, so that it is not compared with theirs."""
    if settled.outside:
        settled.kept["_pay"] = totals
    else:
        settled.pay = tuple(totals)


def _winner(users: Mapping[int, User], seen: int | None) -> int | None:
    named = [seat for seat, user in users.items() if user.hu_type not in (None, 0)]
    if seen is not None:
        _check_winner(users, seen, named)
        return seen
    won = [seat for seat in named if users[seat].hu_type != TAIPAO or (users[seat].total_score or 0) > 0]
    if len(won) > 1:
        won = [seat for seat in won if (users[seat].total_score or 0) > 0]
    if len(won) > 1 or (named and not won):
        raise OddError("huType", Phrase("eqs.winners", count=len(won)), Phrase("eqs.one_winner"))
    return won[0] if won else None


def _check_winner(users: Mapping[int, User], seen: int, named: list[int]) -> None:
    others = [seat for seat in named if seat != seen and users[seat].hu_type != TAIPAO]
    if others:
        raise OddError("huType", Phrase("eqs.winners", count=len(others) + 1), Phrase("eqs.one_winner"))


def _read_win(settled: Settled, user: User | None, *, other_cards: bool) -> None:
    if user is None:
        return
    if user.right_card:
        settled.win_card = glyphs([kind_of(user.right_card, "rightCard")])
    if user.hu_type == HALF_OWN:
        settled.outside.append(Phrase("eqs.extra_half_own"))
        settled.hu_kept["_huType"] = HALF_OWN
    if other_cards:
        known = {"_huShu": user.hu_shu, "_huRules": user.hu_rules}
        settled.hu_kept |= {key: value for key, value in known.items() if value is not None}
        return
    settled.hushu = user.hu_shu
    if user.hu_rules is not None:
        _read_titles(settled, user.hu_rules)


def _read_titles(settled: Settled, codes: list[int]) -> None:
    settled.titles = tuple(_TITLES[code] for code in codes if code in _TITLES)
    others = [code for code in codes if code not in _TITLES]
    if others:
        settled.hu_kept["_huRules"] = others
        settled.outside += map(_extra_name, others)


def _extra_name(code: int) -> Phrase:
    return Phrase(f"eqs.extra_{code}") if code in _NAMED_EXTRAS else Phrase("eqs.extra_rule", code=code)


def total_of(
    pay: tuple[Number, ...], winner: int, discarder: int | None, stake: Number, rules: RuleSet
) -> Number | None:
    """總: what one payer pays at stake 1 before 抬炮, by what was paid; None where that does not tell it.

    >>> from erqishi_logs.rules import load_preset
    >>> (
    ...     total_of((24, 0, -24), 0, 2, 2, load_preset("app-leshan")),
    ...     total_of((-1, 2, -1), 1, None, 1, load_preset("quan")),
    ... )
    (4, 1)
    """
    paid = [-due for seat, due in enumerate(pay) if seat != winner and due]
    if stake <= 0 or len(set(paid)) != 1 or paid[0] <= 0 or len(paid) != (1 if discarder is not None else len(pay) - 1):
        return None
    due = paid[0] / stake
    if discarder is None:
        return _whole(due)
    factor = rules.taipao_factor(len(pay))
    hides = rules.cap_taipao and due >= rules.cap_taipao and not 0 < rules.cap * factor <= rules.cap_taipao
    return None if hides or pay[discarder] >= 0 else _whole(due / factor)


def _whole(value: float) -> Number:
    return int(value) if value == int(value) else value
