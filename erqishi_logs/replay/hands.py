"""Cards into and out of a seat's hand; unseen cards show what they were by being used."""

from __future__ import annotations

from typing import TYPE_CHECKING

from erqishi_logs.cards import UNSEEN

if TYPE_CHECKING:
    from collections.abc import Sequence

    from erqishi_logs.replay.table import Seat, Table


def cannot_use(table: Table, seat: Seat, kinds: Sequence[int]) -> tuple[str, int] | None:
    """The fault (`not_in_hand` or `fifth_copy`, kind) if the seat cannot use these cards, else None.

    Cards that are not among its known ones must have been unseen; an unseen card cannot be a
    fifth of its kind.
    """
    concealed = seat.concealed
    if len(kinds) == 1 and kinds[0] != UNSEEN and concealed[kinds[0]]:
        return None
    needed: dict[int, int] = {}
    for kind in kinds:
        needed[kind] = needed.get(kind, 0) + 1
    unseen = seat.unseen
    copies = table.game.deck.copies
    wanted = needed.pop(UNSEEN, 0)
    for kind, count in needed.items():
        missing = count - concealed[kind]
        if missing <= 0:
            continue
        if missing > unseen:
            return "not_in_hand", kind
        if table.seen[kind] + missing > copies[kind]:
            return "fifth_copy", kind
        unseen -= missing
    if wanted > unseen + sum(concealed) - sum(min(concealed[k], c) for k, c in needed.items()):
        return "not_in_hand", UNSEEN
    return None


def use(table: Table, seat: Seat, kinds: Sequence[int], event: int) -> None:
    """Take cards out of the hand, for a discard or for a meld on the table."""
    concealed = seat.concealed
    used = list(seat.used[-1])
    for kind in kinds:
        if kind == UNSEEN:
            seat.unseen -= 1
            seat.is_blurred = True
            continue
        if concealed[kind]:
            concealed[kind] -= 1
        else:
            reveal(table, seat, kind)
        used[kind] += 1
    seat.used.append(tuple(used))
    seat.used_events.append(event)


def reveal(table: Table, seat: Seat, kind: int) -> None:
    """An unseen card of the hand was of this kind all along."""
    seat.unseen -= 1
    seat.dealt[kind] += 1
    table.seen[kind] += 1


def take_in(seat: Seat, kind: int, event: int) -> None:
    """小家 keeps a drawn card: logged as a use taken back, so that earlier hands stay right.

    A hand of another seat that took in an unseen card no longer only shrinks: what it uses later
    need not have been dealt, so nothing is inferred from it at any time.
    """
    if kind == UNSEEN:
        seat.unseen += 1
        if not seat.is_xiaojia:
            seat.is_blurred = True
        return
    used = list(seat.used[-1])
    used[kind] -= 1
    seat.used.append(tuple(used))
    seat.used_events.append(event)
    seat.concealed[kind] += 1


def show_hand(table: Table, seat: Seat, kinds: Sequence[int]) -> None:
    """A winner shows his cards: what was unseen among them is known (RULEBOOK §4.9).

    Groups that need more unseen cards than there are cannot be this hand: they show nothing.
    """
    shown = table.game.deck.count_kinds(kinds)
    new = [max(0, count - seat.concealed[kind]) for kind, count in enumerate(shown)]
    if sum(new) > seat.unseen:
        return
    for kind, count in enumerate(new):
        for _ in range(count):
            reveal(table, seat, kind)
            seat.concealed[kind] += 1
