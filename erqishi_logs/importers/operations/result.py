"""結算: the settlement of a record in the form of the operation list."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from erqishi_logs.cards import ERQISHI_DECK, UNSEEN_GLYPH
from erqishi_logs.importers.operations import messages as say
from erqishi_logs.importers.operations.settlement import HUNDREDTHS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from erqishi_logs.record.types import Event, Number, Record

_NUMBERS = {title: number for number, title in say.TITLES.items()}
_KAI_FLAG = 1


def write_result(record: Record, uids: Sequence[Any]) -> dict[str, Any] | None:
    """結算: the settlement; None for a hand without an end.

    >>> from erqishi_logs.record import Event, Record
    >>> hand = Record(
    ...     format="erqishi-log/1",
    ...     rules="app-leshan",
    ...     players=("甲", "乙"),
    ...     dealer=0,
    ...     events=[Event("hu", seat=1, hushu=12, titles=("kun",))],
    ...     pay=(-2, 2),
    ... )
    >>> write_result(hand, [5, 6])["list"][1]
    {'winlose': 200, 'base': 1, 'hufan': 1, 'huxi': 12, 'uid': 6, 'mingtang': [6]}
    """
    won = next((event for event in record.events if event.type == "hu" and not event.overruled), None)
    if won is None and not any(event.type == "huang" for event in record.events):
        return None
    live = _last_turned(record)
    fields = {
        "huer": None if won is None or won.seat is None else uids[won.seat],
        "dianpaoer": uids[live.seat] if won and live and live.type == "discard" and live.seat is not None else None,
        "remaincards": _rest_of_wall(record) if won else None,
        "list": _shares(record, uids, won, live),
    }
    return {key: value for key, value in fields.items() if value}


def _shares(record: Record, uids: Sequence[Any], won: Event | None, live: Event | None) -> list[dict[str, Any]]:
    """One a seat; none for a drawn hand of which no payment is recorded."""
    if won is None and record.pay is None:
        return []
    return [_share(record, seat, uid, won, live) for seat, uid in enumerate(uids)]


def _last_turned(record: Record) -> Event | None:
    """The card that was live when the hand ended; None after a claim, and at the deal."""
    acts = [event for event in record.events if event.type in ("discard", "flip")]
    return acts[-1] if acts else None


def _rest_of_wall(record: Record) -> list[int]:
    taken = sum(event.type in ("flip", "draw") for event in record.events)
    return [kind + 1 for kind in ERQISHI_DECK.parse_cards((record.wall or "")[taken:])]


def _share(record: Record, seat: int, uid: Any, won: Event | None, live: Event | None) -> dict[str, Any]:
    is_winner = won is not None and won.seat == seat
    fields: dict[str, Any] = {
        "winlose": _hundredths(record.pay[seat]) if record.pay else 0,
        "base": 1 if record.stake is None else record.stake,
    }
    if is_winner and won is not None:
        titles = won.titles or ()
        fields["hufan"] = sum(title in _NUMBERS for title in titles)
        fields["huxi"] = won.hushu
    fields["uid"] = uid
    if is_winner and won is not None:
        fields["hucard"] = _codes(won.card or "")[0] if won.card else 0
        fields["mingtang"] = [_NUMBERS[title] for title in won.titles or () if title in _NUMBERS] + _how(won, live)
    fields["hand"] = _groups(won.melds or () if is_winner and won else [_left(record, seat)])
    fields["putout"] = [{"cards": cards} for cards in _laid(record, seat)]
    return {key: value for key, value in fields.items() if value}


def _how(won: Event, live: Event | None) -> list[int]:
    """抬炮, 翻出 or 自摸."""
    if live is None:
        return []
    if live.type == "discard":
        return [say.TAIPAO]
    return [say.OWN_FLIP if live.seat == won.seat else say.FLIPPED]


def _hundredths(paid: Number) -> Number:
    hundredths = round(paid * HUNDREDTHS, 6)
    return int(hundredths) if hundredths == int(hundredths) else hundredths


def _codes(cards: str) -> list[int]:
    return [kind + 1 for kind in ERQISHI_DECK.parse_cards(cards)]


def _groups(melds: Sequence[str]) -> list[dict[str, list[int]]]:
    return [{"cards": _codes(meld)} for meld in melds if meld]


def _standing(record: Record, seat: int) -> list[Event]:
    return [event for event in record.events if event.seat == seat and not event.overruled]


def _laid(record: Record, seat: int) -> list[list[int]]:
    laid: list[list[int]] = []
    for event in _standing(record, seat):
        card = _codes(event.card or "")
        if event.type == "chi":
            laid += [card + _codes(event.cards or ""), *map(_codes, event.bai or ())]
        elif event.type == "dui":
            laid.append(card * 3)
        elif event.type == "kai":
            laid.append([_KAI_FLAG, *card * 4])
    return laid


def _left(record: Record, seat: int) -> str:
    """The cards that a seat holds at the end, in the order of its deal; empty where one was not seen."""
    cards = []
    for event in _standing(record, seat):
        if event.type in ("deal", "draw"):
            cards += list(event.cards or event.card or "")
    for card in _used(_standing(record, seat)):
        if card not in cards:
            return ""
        cards.remove(card)
    return "" if UNSEEN_GLYPH in cards else "".join(cards)


def _used(events: Sequence[Event]) -> str:
    return "".join(map(_used_by, events))


def _used_by(event: Event) -> str:
    """The cards that an event took out of the concealed hand."""
    if event.type == "chi":
        return (event.cards or "") + "".join(event.bai or ())
    return (event.card or "") * {"discard": 1, "dui": 2, "kai": 3}.get(event.type, 0)
