"""記錄: one hand as data, `erqishi-log/1` (FORMAT, Record and Events).

Cards stay characters here: what a record says is kept as it says it. The engine turns them
into kinds. Keys that begin with `_` live in `extra` and are never read.
"""

from __future__ import annotations

from typing import Any

import msgspec

from erqishi_logs.games import GAMES

FORMAT = "erqishi-log/1"
DEFAULT_GAME = "erqishi"

#: Begins the inner names of the fields that no key of a line may fill. It is no character of any text, and a
#: line that has it is never given to the typed reader.
KEPT_MARK = "\uffff"

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

_OWN_EVENT_KEYS = {"guilin": GUILIN_EVENT_KEYS}

CLAIMS = ("chi", "dui", "kai", "hu")
TITLES = ("tianhu", "dihu", "kun", "piao", "quan", "shuangquan", "quanhong", "quanhei")
BLOCKS = (8, 12, 16, 20, 24)

#: What a penalty given at the table may be for (RULEBOOK §7).
CODES = (
    "chi_guozhang",
    "hou_dui",
    "shangtu_xiaxie",
    "chi_cuo",
    "youbai_bubai",
    "san_da_yi",
    "duo_mo",
    "qi_san_da_yi",
    "youkai_bukai",
    "weikai_hu",
    "chai_kan",
    "zha_hu",
    "hushu_bugou",
    "hu_cuo",
    "xiao_bao_da",
    "chai_longdeng_piao",
    "hou_dui_hu",
    "hu_guozhang",
    "hu_huilong",
    "cuo_bakuai",
    "luan_da",
    "shao_bao",
)

Number = int | float


def event_keys(game: str) -> dict[str, tuple[tuple[str, ...], tuple[str, ...]]]:
    """事: the event types of a game, each with the keys it must and may have (FORMAT, Events).

    >>> "sao" in event_keys("guilin"), "sao" in event_keys("erqishi")
    (True, False)
    """
    return {**EVENT_KEYS, **_OWN_EVENT_KEYS.get(game, {})}


class Event(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """事: one thing that happened. The fields stand in the order of the canonical form.

    `extra` holds the keys that begin with `_`; no key of a line is called so.

    >>> Event("chi", seat=2, card="八", cards="七九", bai=("八九十",)).bai
    ('八九十',)
    """

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
    extra: dict[str, Any] | None = msgspec.field(default=None, name=KEPT_MARK + "extra")


class Record(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True, kw_only=True, gc=False):
    """局: one hand. Seats count from 0, counter-clockwise; `pay` is per seat, + won, − paid.

    `writes_game` is true where the line names the default game, so that it is written back.

    >>> hand = Record(format=FORMAT, rules="leshan", players=("甲", "乙", "丙"), dealer=1, events=[])
    >>> hand.n_players, hand.game, hand.stake
    (3, 'erqishi', None)
    """

    format: str
    id: str | None = None
    game: str = DEFAULT_GAME
    rules: str
    house: tuple[str, ...] | None = None
    session: str | None = None
    hand: int | None = None
    played_at: str | None = None
    venue: str | None = None
    source: str | None = None
    recorder: str | None = None
    players: tuple[str, ...]
    dealer: int
    quan: int | None = None
    stake: Number | None = None
    view: int | None = None
    wall: str | None = None
    events: list[Event]
    pay: tuple[Number, ...] | None = None
    replaces: str | None = None
    merged_from: tuple[str, ...] | None = None
    tags: tuple[str, ...] | None = None
    extra: dict[str, Any] | None = msgspec.field(default=None, name=KEPT_MARK + "extra")
    writes_game: bool = msgspec.field(default=False, name=KEPT_MARK + "writes_game")

    def __post_init__(self) -> None:
        """Gives the default game as the one object that `omit_defaults` leaves out."""
        if self.game == DEFAULT_GAME:
            self.game = DEFAULT_GAME

    @property
    def n_players(self) -> int:
        """Players at the table, 小家 among them."""
        return len(self.players)


#: The keys of a record and of an event, in the order of the canonical form.
RECORD_KEYS = tuple(f for f in Record.__struct_fields__ if f not in ("extra", "writes_game"))
EVENT_FIELDS = tuple(f for f in Event.__struct_fields__ if f != "extra")
KNOWN_GAMES = tuple(GAMES)
