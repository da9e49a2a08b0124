"""事: the sentence of each event, and what a player calls out at it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.strings import say, table
from erqishi_logs.cards import BIG, SMALL
from erqishi_logs.texts import code_name, name_of

if TYPE_CHECKING:
    from erqishi_logs.record.types import Event, Record
    from erqishi_logs.texts import Lang

_CALLED = ("chi", "dui", "kai", "hu", "pass", "sao", "saochuan")


def event_rows(record: Record, lang: Lang) -> list[dict[str, Any]]:
    """事: what the table component needs of each event: type, seat, caption, card, call, melds, blocks, overruled."""
    return [_row(record, event, lang) for event in record.events]


def caption(record: Record, event: Event, lang: Lang) -> str:
    """事: one event as a sentence; a comment of the recorder follows it.

    >>> from erqishi_logs.record.types import Event, Record
    >>> hand = Record(format="erqishi-log/1", rules="leshan", players=("甲", "乙", "丙"), dealer=0, events=[])
    >>> caption(hand, Event(type="chi", seat=1, card="八", cards="七九", bai=("八九十",)), "zh-Hant")
    '乙 吃八，用七九，擺 八九十'
    """
    if event.type == "note":
        return say("caption.note", lang, text=event.text or "")
    key = f"caption.{_form(event)}"
    sentence = say(key, lang, **_facts(record, event, lang))
    if event.overruled:
        sentence = say("caption.overruled", lang, caption=sentence)
    return say("caption.comment", lang, caption=sentence, text=event.text) if event.text else sentence


def _row(record: Record, event: Event, lang: Lang) -> dict[str, Any]:
    row: dict[str, Any] = {"type": event.type, "seat": event.seat, "caption": caption(record, event, lang)}
    row["card"] = event.card
    row["call"] = _call(event, lang)
    row["overruled"] = event.overruled
    if event.melds:
        row["melds"] = list(event.melds)
    if event.blocks:
        row["blocks"] = event.blocks
    return row


def _call(event: Event, lang: Lang) -> str:
    if event.type == "bakuai":
        return say("table.blocks", lang, n=event.blocks)
    if event.type == "baopai":
        return name_of("event", "baopai", lang)
    return name_of("event", event.type, lang) if event.type in _CALLED else ""


def _form(event: Event) -> str:
    if event.type == "chi" and event.bai:
        return "chi_bai"
    if event.type == "hu" and event.card is None:
        return "hu_deal"
    if event.type == "flip" and event.hidden:
        return "flip_hidden"
    return event.type if event.type in table("caption", "en") else "unknown"


def _facts(record: Record, event: Event, lang: Lang) -> dict[str, object]:
    return {
        "name": player(record, event.seat),
        "type": name_of("event", event.type, lang),
        "card": card_name(event.card or "", lang),
        "cards": card_name(event.cards or "", lang),
        "bai": " ".join(card_name(meld, lang) for meld in event.bai or ()),
        "n": len(event.cards or "") if event.type == "deal" else event.blocks,
        "code": code_name(event.code or "", lang),
        "amount": event.amount,
    }


def player(record: Record, seat: int | None) -> str:
    """家: a seat's player, nothing for no seat.

    >>> from erqishi_logs.record.types import Record
    >>> player(Record(format="erqishi-log/1", rules="duikou", players=("甲", "乙"), dealer=0, events=[]), 1)
    '乙'
    """
    return record.players[seat] if seat is not None and seat < len(record.players) else ""


def when(played_at: str | None) -> str:
    """時: a record's date as it was written down, its time to the minute.

    >>> when("2017-07-28T15:09:14.203"), when("2024-02-10"), when(None)
    ('2017-07-28 15:09', '2024-02-10', '')
    """
    return (played_at or "")[:16].replace("T", " ")


def card_name(cards: str, lang: Lang) -> str:
    """牌: cards in a sentence; in English red and black by their sizes.

    >>> card_name("七柒", "zh-Hant"), card_name("七柒", "en")
    ('七柒', 's7 B7')
    """
    if lang != "en":
        return cards
    return " ".join(_latin(glyph) for glyph in cards)


def _latin(glyph: str) -> str:
    if glyph in SMALL:
        return f"s{SMALL.index(glyph) + 1}"
    return f"B{BIG.index(glyph) + 1}" if glyph in BIG else glyph
