"""記錄: one hand as data, `erqishi-log/1` (FORMAT, Record and Events).

Cards stay characters here: what a record says is kept as it says it. The engine turns them
into kinds. Keys that begin with `_` live in `extra` and are never read.
"""

from __future__ import annotations

from typing import Any

import msgspec

FORMAT = "erqishi-log/1"

#: Events by type: the keys that must be there, then those that may be (`ms` and `text` always may).
EVENT_KEYS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "cut": (("seat", "card"), ()),
    "deal": (("seat", "cards"), ()),
    "discard": (("seat", "card"), ()),
    "flip": (("seat", "card"), ("hidden",)),
    "draw": (("seat", "card"), ()),
    "chi": (("seat", "card", "cards"), ("bai", "overruled")),
    "dui": (("seat", "card"), ("overruled",)),
    "kai": (("seat", "card"), ("overruled",)),
    "bakuai": (("seat", "blocks"), ()),
    "pass": (("seat", "card"), ()),
    "hu": (("seat",), ("card", "melds", "hushu", "titles", "total", "overruled")),
    "huang": ((), ()),
    "baopai": (("seat", "code", "amount"), ()),
    "note": (("text",), ("seat",)),
}

#: Events that 桂林字牌 adds (RULEBOOK §9).
GUILIN_EVENT_KEYS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "sao": (("seat", "card"), ()),
    "saochuan": (("seat", "card"), ()),
}

CLAIMS = ("chi", "dui", "kai", "hu")
TITLES = ("tianhu", "dihu", "kun", "piao", "quan", "shuangquan", "quanhong", "quanhei")

Number = int | float


class Event(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """事: one thing that happened. The fields stand in the order of the canonical form."""

    type: str
    seat: int | None = None
    card: str | None = None
    cards: str | None = None
    bai: tuple[str, ...] | None = None
    melds: tuple[str, ...] | None = None
    hushu: int | None = None
    titles: tuple[str, ...] | None = None
    total: Number | None = None
    blocks: int | None = None
    code: str | None = None
    amount: Number | None = None
    hidden: bool = False
    overruled: bool = False
    ms: int | None = None
    text: str | None = None
    extra: dict[str, Any] | None = None


class Record(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """局: one hand. Seats count from 0, counter-clockwise; `pay` is per seat, + won, − paid."""

    format: str
    rules: str
    players: tuple[str, ...]
    dealer: int
    events: list[Event]
    id: str | None = None
    game: str = "erqishi"
    house: tuple[str, ...] | None = None
    session: str | None = None
    hand: int | None = None
    played_at: str | None = None
    venue: str | None = None
    source: str | None = None
    recorder: str | None = None
    quan: int | None = None
    stake: Number | None = None
    view: int | None = None
    wall: str | None = None
    pay: tuple[Number, ...] | None = None
    replaces: str | None = None
    merged_from: tuple[str, ...] | None = None
    tags: tuple[str, ...] | None = None
    extra: dict[str, Any] | None = None

    @property
    def n_players(self) -> int:
        """Players at the table, 小家 among them."""
        return len(self.players)
