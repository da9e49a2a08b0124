"""One event onto the table. `apply` never judges: it moves cards, or says why it cannot.

A wrong move is applied as it happened; an impossible one (FORMAT, Faults) changes nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from erqishi_logs.cards import UNSEEN
from erqishi_logs.legal import may_chi
from erqishi_logs.replay.faults import Fault
from erqishi_logs.replay.hands import cannot_use, show_hand, take_in, use
from erqishi_logs.replay.table import NONE, Exposed, Live, Phase, Table
from erqishi_logs.replay.wilds import dui_hand
from erqishi_logs.rules.options import Cut

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from erqishi_logs.record.types import Event
    from erqishi_logs.replay.table import Seat

#: Events that may follow the end of a hand.
AFTER_END = ("note", "baopai")
#: Events that do nothing on the table.
WORDS = ("note", "baopai", "pass")


def apply_event(table: Table, events: Sequence[Event], index: int) -> tuple[Fault, ...]:
    """Apply event `index`; the faults for which it was skipped, or none."""
    event = events[index]
    if table.ended is not None and event.type not in AFTER_END:
        return (Fault("after_end", event.seat, index, (table.ended,)),)
    if event.type in WORDS:
        return ()
    return _APPLY[event.type](table, events, index)


def _fault(code: str, event: Event, index: int, kind: int = NONE) -> tuple[Fault, ...]:
    return (Fault(code, event.seat, index, (), kind),)


def _seat_of(table: Table, event: Event) -> tuple[int, Seat]:
    assert event.seat is not None  # noqa: S101 - the reader has checked it
    return event.seat, table.seats[event.seat]


def _kind(table: Table, event: Event) -> int:
    return table.game.deck.parse_card(event.card) if event.card else NONE


def _cut(table: Table, events: Sequence[Event], index: int) -> tuple[Fault, ...]:
    event = events[index]
    if table.rules.cut != Cut.OUT:
        return ()  # the card stays in the pack: it will be seen where it turns up
    kind = _kind(table, event)
    if kind != UNSEEN:
        if table.seen[kind] >= table.game.deck.copies[kind]:
            return _fault("fifth_copy", event, index, kind)
        table.seen[kind] += 1
    table.wall_left -= 1
    return ()


def _deal(table: Table, events: Sequence[Event], index: int) -> tuple[Fault, ...]:
    event = events[index]
    number, seat = _seat_of(table, event)
    deck = table.game.deck
    kinds = deck.parse_cards(event.cards or "")
    counts = deck.count_kinds(kinds)
    for kind, count in enumerate(counts):
        if count and table.seen[kind] + count > deck.copies[kind]:
            return _fault("fifth_copy", event, index, kind)
    for kind, count in enumerate(counts):
        if count:
            table.seen[kind] += count
            seat.dealt[kind] += count
            seat.concealed[kind] += count
    seat.unseen += len(kinds) - sum(counts)
    if not table.phase.opening:
        # Written late or taken late: a record cannot say which, so the hand cannot be rebuilt.
        seat.is_blurred = True
    seat.takes.append((index, len(kinds)))
    table.wall_left -= len(kinds)
    if table.phase.opening and number == table.dealer:
        table.phase = table.first_phase(seat.n_held)
    return ()


def _settle(table: Table, index: int, taker: int = NONE, how: str = "") -> None:
    live = table.phase.live
    if live is None:
        return
    live.settled = index
    live.taken_by = taker
    live.taken_how = how
    if taker == NONE:
        table.seats[live.seat].turned.append((live.event, live.kind))


def _turn_up(table: Table, index: int, seat: int, kind: int, *, flip: bool, hidden: bool = False) -> None:
    _settle(table, index)
    table.phase = Phase(NONE, table.next(seat), Live(index, kind, seat, flip=flip, hidden=hidden), False, 0)


def _discard(table: Table, events: Sequence[Event], index: int) -> tuple[Fault, ...]:
    event = events[index]
    number, seat = _seat_of(table, event)
    kind = _kind(table, event)
    wrong = cannot_use(table, seat, (kind,))
    if wrong:
        return _fault(wrong[0], event, index, wrong[1])
    use(table, seat, (kind,), index)
    seat.discards.append((index, kind))
    _turn_up(table, index, number, kind, flip=False)
    return ()


def _from_wall(table: Table, event: Event, index: int, kind: int) -> tuple[Fault, ...]:
    """The faults of taking this card from the wall; takes it if there are none."""
    if table.wall_left <= 0:
        return _fault("wall_overrun", event, index)
    wall = table.wall
    if (
        wall is not None
        and kind != UNSEEN
        and table.wall_next < len(wall)
        and wall[table.wall_next] not in (kind, UNSEEN)
    ):
        return _fault("wall_differs", event, index, wall[table.wall_next])
    if kind != UNSEEN:
        if table.seen[kind] >= table.game.deck.copies[kind]:
            return _fault("fifth_copy", event, index, kind)
        table.seen[kind] += 1
    table.wall_left -= 1
    table.wall_next += 1
    return ()


def _flip(table: Table, events: Sequence[Event], index: int) -> tuple[Fault, ...]:
    event = events[index]
    number, _ = _seat_of(table, event)
    kind = _kind(table, event)
    faults = _from_wall(table, event, index, kind)
    if not faults:
        _turn_up(table, index, number, kind, flip=True, hidden=event.hidden)
    return faults


def _draw(table: Table, events: Sequence[Event], index: int) -> tuple[Fault, ...]:
    event = events[index]
    number, seat = _seat_of(table, event)
    kind = _kind(table, event)
    faults = _from_wall(table, event, index, kind)
    if not faults:
        take_in(seat, kind, index)
        seat.jinzhang.append(index)
        _settle(table, index)
        table.phase = Phase(number, NONE, None, False, seat.n_held + seat.laid)
    return faults


def _no_live(table: Table, event: Event, index: int, kind: int) -> tuple[Fault, ...]:
    live = table.phase.live
    if live is None or (kind not in (live.kind, UNSEEN) and live.kind != UNSEEN):
        return _fault("no_live_card", event, index, kind)
    return ()


def _overruled(table: Table, event: Event, index: int) -> tuple[Fault, ...]:
    faults = _no_live(table, event, index, _kind(table, event))
    if not faults and table.phase.live is not None and event.seat is not None:
        table.phase.live.claimed_by += (event.seat,)
    return faults


def _claim(
    table: Table, event: Event, index: int, hand: Sequence[int], melds: list[tuple[str, tuple[int, ...]]]
) -> tuple[Fault, ...]:
    """Lay `melds` (claim, kinds) with the cards `hand` out of the seat's hand, and owe a discard."""
    number, seat = _seat_of(table, event)
    wrong = cannot_use(table, seat, hand)
    if wrong:
        return _fault(wrong[0], event, index, wrong[1])
    use(table, seat, hand, index)
    for claim, kinds in melds:
        seat.exposed.append(Exposed(index, claim, kinds))
        seat.laid += len(kinds)
    _owe(table, event, index, number)
    return ()


def _owe(table: Table, event: Event, index: int, number: int) -> None:
    seat = table.seats[number]
    seat.jinzhang.append(index)
    _settle(table, index, number, event.type)
    table.phase = Phase(number, NONE, None, False, seat.n_held + seat.laid)


def _on_live(table: Table, event: Event, index: int, act: Callable[[int], tuple[Fault, ...]]) -> tuple[Fault, ...]:
    """Do `act` with the kind claimed; an unseen live card is what its claimant says it is, if the claim is possible."""
    live = table.phase.live
    kind = _kind(table, event)
    if live is None or live.kind != UNSEEN or kind in (UNSEEN, NONE):
        return act(live.kind if live is not None else kind)
    if table.seen[kind] >= table.game.deck.copies[kind]:
        return _fault("fifth_copy", event, index, kind)
    table.seen[kind] += 1
    faults = act(kind)
    if faults:
        table.seen[kind] -= 1
    else:
        live.kind = kind
    return faults


def _chi(table: Table, events: Sequence[Event], index: int) -> tuple[Fault, ...]:
    event = events[index]
    if event.overruled:
        return _overruled(table, event, index)
    faults = _no_live(table, event, index, _kind(table, event))
    if faults:
        return faults
    number, _ = _seat_of(table, event)
    live = table.phase.live
    deck = table.game.deck
    cards = deck.parse_cards(event.cards or "")
    laid = [tuple(deck.parse_cards(text)) for text in event.bai or ()]
    hand = [*cards, *(k for meld in laid for k in meld)]

    def lay(kind: int) -> tuple[Fault, ...]:
        return _claim(table, event, index, hand, [("chi", (kind, *cards)), *(("bai", meld) for meld in laid)])

    faults = _on_live(table, event, index, lay)
    if not faults and live is not None:
        live.rightful = (
            may_chi(table.rules, table.n_players, live.seat, live.flip, number) and not table.seats[number].is_xiaojia
        )
    return faults


def _dui(table: Table, events: Sequence[Event], index: int) -> tuple[Fault, ...]:
    return _alike(table, events[index], index, 2)


def _kai(table: Table, events: Sequence[Event], index: int) -> tuple[Fault, ...]:
    event = events[index]
    if table.rules.sao and not event.overruled:
        grown = _grow(table, event, index)
        if grown is not None:
            return grown
    return _alike(table, event, index, 3)


def _alike(table: Table, event: Event, index: int, count: int) -> tuple[Fault, ...]:
    if event.overruled:
        return _overruled(table, event, index)
    faults = _no_live(table, event, index, _kind(table, event))
    if faults:
        return faults

    def lay(kind: int) -> tuple[Fault, ...]:
        hand = (kind,) * count
        if table.rules.wilds and event.type == "dui":
            hand = dui_hand(table, _seat_of(table, event)[1], kind)
        return _claim(table, event, index, hand, [(event.type, (kind, *hand))])

    return _on_live(table, event, index, lay)


def _grow(table: Table, event: Event, index: int) -> tuple[Fault, ...] | None:
    """桂林: the live card joins the seat's own three of its kind on the table, if it has them."""
    number, seat = _seat_of(table, event)
    kind = _kind(table, event)
    for place, meld in enumerate(seat.exposed):
        if meld.claim in ("dui", "sao") and meld.kinds[0] == kind and len(meld.kinds) == 3:
            faults = _no_live(table, event, index, kind)
            if faults:
                return faults
            # An own hidden flip makes it a gun, any other fourth a kai (RULEBOOK §9).
            seat.exposed[place] = Exposed(index, event.type, (kind,) * 4, meld)
            seat.laid += 1
            _owe(table, event, index, number)
            return ()
    return None


def _sao(table: Table, events: Sequence[Event], index: int) -> tuple[Fault, ...]:
    return _alike(table, events[index], index, 2)


def _saochuan(table: Table, events: Sequence[Event], index: int) -> tuple[Fault, ...]:
    event = events[index]
    grown = _grow(table, event, index)
    return _alike(table, event, index, 3) if grown is None else grown


def _bakuai(table: Table, events: Sequence[Event], index: int) -> tuple[Fault, ...]:
    number, _ = _seat_of(table, events[index])
    if table.phase.owes == number:
        table.phase = Phase(NONE, table.next(number), None, False, 0)
    return ()


def _hu(table: Table, events: Sequence[Event], index: int) -> tuple[Fault, ...]:
    event = events[index]
    if event.overruled:
        return _overruled(table, event, index)
    number, seat = _seat_of(table, event)
    at_deal = table.phase.opening and number == table.dealer and not event.card
    if not at_deal:
        faults = _no_live(table, event, index, _kind(table, event) if event.card else UNSEEN)
        if faults:
            return faults

    def show(kind: int) -> tuple[Fault, ...]:
        return _show(table, event, index, seat, kind)

    wrong = show(NONE) if at_deal else _on_live(table, event, index, show)
    if wrong:
        return wrong
    if is_void(table, events, index):
        if table.phase.live is not None:
            table.phase.live.claimed_by += (number,)
        return ()
    _settle(table, index, number, "hu")
    table.phase = Phase(NONE, NONE, None, False, 0)
    table.ended = index
    table.winner = number
    return ()


def _show(table: Table, event: Event, index: int, seat: Seat, win: int) -> tuple[Fault, ...]:
    """The declared melds show what was unseen of the winner's hand."""
    if not event.melds or seat.unseen <= 0:
        return ()
    kinds = [kind for meld in event.melds for kind in table.game.deck.parse_cards(meld)]
    if win in kinds:
        kinds.remove(win)
    counts = table.game.deck.count_kinds(kinds)
    for kind, count in enumerate(counts):
        if (
            count > seat.concealed[kind]
            and table.seen[kind] + count - seat.concealed[kind] > table.game.deck.copies[kind]
        ):
            return _fault("fifth_copy", event, index, kind)
    show_hand(table, seat, kinds)
    return ()


def is_void(table: Table, events: Sequence[Event], index: int) -> bool:
    """包後繼續: a hu followed by a baopai of the winner, 詐和 apart, is void (S0-160).

    Where 和數不夠 has the consequence of 詐和 (S2-120) it ends the hand, too.
    """
    if not table.rules.baohou_jixu:
        return False
    ending = ("zha_hu", "hushu_bugou") if table.rules.hushu_bugou_is_zha_hu else ("zha_hu",)
    for event in events[index + 1 :]:
        if event.type == "baopai" and event.seat == events[index].seat:
            return event.code not in ending
        if event.type not in AFTER_END:
            return False
    return False


def _huang(table: Table, _events: Sequence[Event], index: int) -> tuple[Fault, ...]:
    if table.wall_left > 0:
        return (Fault("early_huang", None, index),)
    _settle(table, index)
    table.phase = Phase(NONE, NONE, None, False, 0)
    table.ended = index
    return ()


_APPLY: dict[str, Callable[[Table, Sequence[Event], int], tuple[Fault, ...]]] = {
    "cut": _cut,
    "deal": _deal,
    "discard": _discard,
    "flip": _flip,
    "draw": _draw,
    "chi": _chi,
    "dui": _dui,
    "kai": _kai,
    "sao": _sao,
    "saochuan": _saochuan,
    "bakuai": _bakuai,
    "hu": _hu,
    "huang": _huang,
}
