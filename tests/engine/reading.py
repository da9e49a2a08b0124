"""What the scanner must say, told by the exact reader; records taken out of arrays again, step by step."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import numpy as np

from erqishi_logs.engine.arrays import ABSENT, NOT_GIVEN, Flag, Hands, Slot, Type
from erqishi_logs.engine.pack import pack
from erqishi_logs.engine.scan import scan
from erqishi_logs.errors import RecordError
from erqishi_logs.games import ERQISHI
from erqishi_logs.record import Record, dumps, loads
from erqishi_logs.record.types import CODES, FORMAT, TITLES, Event

if TYPE_CHECKING:
    from collections.abc import Sequence

#: What a record packed has no place for.
OF_LINES = ("begin", "end", "slots", "text_at")
OF_HANDS = ("n_players", "dealer", "quan", "view", "hand", "stake", "has_pay", "pay", "has_wall")
TEXTS = {slot: slot.name.lower() for slot in Slot if slot != Slot.KEPT}


def scanned(lines: Sequence[bytes], between: bytes = b"\n") -> Hands:
    """The lines in one text; they may hold any byte, line feeds too."""
    sizes = np.array([len(line) for line in lines], np.int64)
    begin = np.concatenate([[0], np.cumsum(sizes + len(between))[:-1]]) if len(lines) else sizes
    text = np.frombuffer(between.join(lines), np.uint8)
    return scan(text, begin, begin + sizes)


def canonical(line: bytes) -> Record | None:
    """The record of a line that is written as a record is, None for any other line."""
    try:
        record = loads(line)
    except RecordError:
        return None
    return record if dumps(record).encode() == line else None


def differences(one: Hands, other: Hands, rows: Any = slice(None)) -> list[str]:
    """In which arrays two scans differ, beside places in a text; of hands, `rows` of the one are looked at."""
    names = [name for name in one._fields if name not in (*OF_LINES, "ok", "event_at", "wall_at")]
    found = []
    for name in names:
        mine, its = getattr(one, name), getattr(other, name)
        mine = mine[rows] if name in OF_HANDS else mine
        if mine.dtype != its.dtype or not np.array_equal(mine, its, equal_nan=mine.dtype.kind == "f"):
            found.append(name)
    return found


def check_scan(lines: Sequence[bytes]) -> Hands:
    """Scans lines; whatever is `ok` must be canonical, and in the arrays as its record packed."""
    hands = scanned(lines)
    rows = np.flatnonzero(hands.ok)
    records = [canonical(lines[row]) for row in rows]
    wrong = [lines[row] for row, record in zip(rows, records, strict=True) if record is None]
    assert not wrong, wrong[0]
    packed = pack(records)
    assert packed.ok.all()
    assert not differences(hands, packed, rows)
    assert np.array_equal(np.diff(hands.event_at)[rows], np.diff(packed.event_at))
    assert np.array_equal(np.diff(hands.wall_at)[rows], np.diff(packed.wall_at))
    left = hands.ok == 0
    assert not np.diff(hands.event_at)[left].any()
    assert not hands.has_pay[left].any()
    assert (hands.slots[left] == (0, -1)).all()
    return hands


def unpacked(hands: Hands, h: int, line: bytes) -> Record:
    """The record of a hand that was scanned from `line`; `_` keys of events are not in the arrays."""
    fields: dict[str, Any] = {name: slot_value(hands, h, slot, line) for slot, name in TEXTS.items()}
    kept = slot_text(hands, h, Slot.KEPT, line)
    for name, nothing in (("quan", 0), ("view", -1), ("hand", NOT_GIVEN)):
        value = int(getattr(hands, name)[h])
        fields[name] = None if value == nothing else value
    stake = hands.stake[h]
    wall = hands.wall[hands.wall_at[h] : hands.wall_at[h + 1]]
    return Record(
        format=FORMAT,
        dealer=int(hands.dealer[h]),
        stake=None if np.isnan(stake) else stake,
        pay=tuple(hands.pay[h, : hands.n_players[h]].tolist()) if hands.has_pay[h] else None,
        wall=ERQISHI.deck.format_cards(wall) if hands.has_wall[h] else None,
        events=[unpacked_event(hands, i, h, line) for i in range(hands.event_at[h], hands.event_at[h + 1])],
        extra=None if kept is None else json.loads("{" + kept + "}"),
        **fields,
    )


def slot_text(hands: Hands, h: int, slot: Slot, line: bytes) -> str | None:
    offset, size = hands.slots[h, slot].tolist()
    return None if size < 0 else line[offset : offset + size].decode()


def slot_value(hands: Hands, h: int, slot: Slot, line: bytes) -> Any:
    text = slot_text(hands, h, slot, line)
    return tuple(json.loads(text)) if text is not None and text.startswith("[") and slot in LISTS else text


LISTS = (Slot.HOUSE, Slot.PLAYERS, Slot.MERGED_FROM, Slot.TAGS)


def unpacked_event(hands: Hands, i: int, h: int, line: bytes) -> Event:
    kind = Type(hands.type[i])
    show = ERQISHI.deck.format_cards
    bounds = range(hands.group_at[i], hands.group_at[i + 1])
    groups = [show(hands.cards[hands.card_at[g] : hands.card_at[g + 1]]) for g in bounds]
    whole, number = int(hands.whole[i]), hands.number[i]
    given, counted = None if whole == NOT_GIVEN else whole, None if np.isnan(number) else number
    offset, size = hands.text_at[i].tolist()
    return Event(
        kind.name.lower(),
        seat=None if hands.seat[i] == ABSENT else int(hands.seat[i]),
        card=None if hands.card[i] == ABSENT else show([hands.card[i]]),
        cards=groups[0] if kind in (Type.DEAL, Type.CHI) else None,
        bai=tuple(groups[1:]) or None if kind == Type.CHI else None,
        melds=tuple(groups) if hands.flags[i] & Flag.MELDS else None,
        hushu=given if kind == Type.HU else None,
        titles=None if hands.titles[i] < 0 else tuple(t for k, t in enumerate(TITLES) if hands.titles[i] >> k & 1),
        total=counted if kind == Type.HU else None,
        blocks=given if kind == Type.BAKUAI else None,
        code=CODES[whole] if kind == Type.BAOPAI else None,
        amount=counted if kind == Type.BAOPAI else None,
        hidden=bool(hands.flags[i] & Flag.HIDDEN),
        overruled=bool(hands.flags[i] & Flag.OVERRULED),
        ms=None if hands.ms[i] < 0 else int(hands.ms[i]),
        text=None if size < 0 else line[offset : offset + size].decode(),
    )
