"""通: whether an event makes sense where it stands, by its place and the cards, without any judgement of play.

Asked quickly and often: only what a lost, doubled or mistaken line would break. What is told here is certain for every
deal that fits; the audit says the rest.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from erqishi_logs.cards import UNSEEN
from erqishi_logs.legal import may_chi, may_dui, may_hu, may_kai
from erqishi_logs.replay.apply import apply_event
from erqishi_logs.replay.chances import QUAD_CLAIMS
from erqishi_logs.rules.options import BakuaiFalse, Cut

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from erqishi_logs.record import Event
    from erqishi_logs.replay import Seat, Table

BEFORE_PLAY = ("cut", "deal", "note")
#: What weighs how much: an impossible event, one out of order, one that is only oddly placed.
FAULT, DISORDER, ODD = 3.0, 2.0, 1.0


class Trouble(NamedTuple):
    """不通: an event that makes no sense, and a code of FORMAT or RULEBOOK §7; `event` is past the last for the end.

    `kind` is the card that an impossible event is about.
    """

    event: int
    code: str
    weight: float
    kind: int = UNSEEN


def step_trouble(table: Table, events: Sequence[Event], index: int) -> Trouble | None:
    """不通: applies event `index` to the table; what makes no sense of it, None where all is well."""
    event = events[index]
    check = _CHECKS.get(event.type)
    code = check(table, event) if check is not None and not event.overruled and table.ended is None else ""
    faults = apply_event(table, events, index)
    if faults:
        return Trouble(index, faults[0].code, FAULT, faults[0].kind)
    if not code:
        return None
    return Trouble(index, code, ODD if event.type in BEFORE_PLAY else DISORDER)


def deal_troubles(table: Table, events: Sequence[Event], first: int) -> list[Trouble]:
    """發牌不通: what the deal lacks or has too much, told at the first event after it."""
    found = []
    for number, seat in enumerate(table.seats):
        dealt, due = sum(cards for _, cards in seat.takes), table.due(number)
        if dealt != due:
            found.append(Trouble(first, "short_deal" if dealt < due else "duo_mo", FAULT if dealt < due else DISORDER))
    if not found and lacks_cut(table, events):
        found.append(Trouble(first, "wall_differs", ODD))
    return found


def lacks_cut(table: Table, events: Sequence[Event]) -> bool:
    """無叨牌: the recorded wall is one card short and nobody cut, where the cut card leaves the hand."""
    if table.rules.cut != Cut.OUT or any(event.type == "cut" for event in events):
        return False
    return table.wall is not None and table.wall_next == 0 and len(table.wall) == table.wall_left - 1


def _deal(table: Table, _event: Event) -> str:
    return "" if table.phase.opening else "late_deal"


def _cut(table: Table, _event: Event) -> str:
    dealt = sum(cards for seat in table.seats for _, cards in seat.takes)
    return "double_cut" if table.rules.cut == Cut.OUT and dealt + table.wall_left < table.game.deck.n_cards else ""


def owed_call(table: Table, seat: Seat) -> tuple[bool, int | None]:
    """八塊: whether a call is owed for certain, and for how many kai and gun; None where the hand does not show it."""
    quads = sum(meld.claim in QUAD_CLAIMS for meld in seat.exposed)
    is_seen = seat.unseen == 0 and not seat.is_blurred
    if seat.unseen <= 0:
        quads += sum(d >= 4 and not u for d, u in zip(seat.dealt, seat.used[-1], strict=True))
    hand = table.rules.cards_each(table.n_players)
    owed = quads >= 2 and table.phase.total <= hand + quads - 1 and not seat.is_xiaojia
    return owed, quads if is_seen else None


def _discard(table: Table, event: Event) -> str:
    number = _number(event)
    if table.phase.owes != number:
        return "luan_da"
    return "cuo_bakuai" if owed_call(table, table.seats[number])[0] else ""


def _bakuai(table: Table, event: Event) -> str:
    number = _number(event)
    if table.phase.owes != number:
        return "cuo_bakuai"
    owed, quads = owed_call(table, table.seats[number])
    falsely = table.rules.bakuai_false == BakuaiFalse.DEALER and table.phase.opening and event.blocks == 8
    if quads is None or (falsely and quads < 2):
        return ""
    return "" if owed and event.blocks == 4 * quads else "cuo_bakuai"


def _flip(table: Table, event: Event) -> str:
    number, phase = _number(event), table.phase
    if event.type == "draw" and not table.seats[number].is_xiaojia:
        return "duo_mo"
    return "duo_mo" if phase.owes >= 0 or phase.flips_next != number else ""


def _dui(table: Table, event: Event) -> str:
    live, number = table.phase.live, _number(event)
    if live is None:
        return ""
    wrong = table.seats[number].is_xiaojia or not may_dui(table.rules, live.seat, live.flip, number)
    return "luan_da" if wrong else ""


def _kai(table: Table, event: Event) -> str:
    live, number = table.phase.live, _number(event)
    if live is None:
        return ""
    return "luan_da" if table.seats[number].is_xiaojia or not may_kai(live.seat, live.flip, number) else ""


def _chi(table: Table, event: Event) -> str:
    live, number = table.phase.live, _number(event)
    if live is None:
        return ""
    right = may_chi(table.rules, table.n_players, live.seat, live.flip, number)
    if not right or table.seats[number].is_xiaojia:
        return "chi_cuo"
    deck, chi_kind = table.game.deck, table.game.melds.chi_kind
    kinds = [live.kind, *deck.parse_cards(event.cards or "")]
    laid = [deck.parse_cards(meld) for meld in event.bai or ()]
    if live.kind == UNSEEN:
        return ""
    wrong = [meld for meld in (kinds, *laid) if UNSEEN not in meld and chi_kind(meld) is None]
    return "chi_cuo" if wrong or any(UNSEEN not in meld and live.kind not in meld for meld in laid) else ""


def _hu(table: Table, event: Event) -> str:
    """The shown cards must be as many as the winner has, and his as far as they are known."""
    live, number = table.phase.live, _number(event)
    if live is not None and not may_hu(live.seat, live.flip, number):
        return "" if table.rules.huilong else "luan_da"
    if not event.melds or table.rules.sao:
        return ""
    seat, deck = table.seats[number], table.game.deck
    kinds = deck.parse_cards("".join(event.melds))
    shown = deck.count_kinds(kinds)
    if live is not None and live.kind != UNSEEN:
        shown[live.kind] -= 1
    more = sum(max(0, count - held) for count, held in zip(shown, seat.concealed, strict=True))
    open_cards = kinds.count(UNSEEN) + (live is not None and live.kind == UNSEEN)
    fits = len(kinds) == seat.n_held + (live is not None) and more <= max(0, seat.unseen) + open_cards
    return "" if fits else "hu_cuo"


def _number(event: Event) -> int:
    return -1 if event.seat is None else event.seat


_CHECKS: dict[str, Callable[[Table, Event], str]] = {
    "cut": _cut,
    "deal": _deal,
    "discard": _discard,
    "bakuai": _bakuai,
    "flip": _flip,
    "draw": _flip,
    "dui": _dui,
    "kai": _kai,
    "chi": _chi,
    "hu": _hu,
}
