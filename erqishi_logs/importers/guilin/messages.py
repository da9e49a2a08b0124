"""What the 桂林字牌 server says: one struct a message (PLATFORMS, C).

Only the fields that a record needs; others stay in the raw line. A card is 1–10 small, 11–20 big.
"""

from __future__ import annotations

from typing import Annotated, Any, Final

import msgspec

Card = Annotated[int, msgspec.Meta(ge=1, le=20)]
Cards = list[Card]

# Codes of automatic acts (PLATFORMS, C); the doubled ones are a second quad, after which nothing is discarded.
SAO: Final = 8
SAOCHUAN: Final = (9, 91, 10, 101)
KAI: Final = (1, 2, 5, 6, 31, 32)
GROWS_TABLE_GROUP: Final = (2, 6, 10, 101, 31, 32)
NO_DISCARD_AFTER: Final = (5, 6, 32, 91, 101)

OFFER_DUI: Final = 3
OFFER_CHI: Final = 4
OFFER_HU: Final = (11, 12, 13, 14, 15, 16)
TIANHU: Final = 14
TAIPAO: Final = (12, 15)
PLAIN_WINS: Final = (11, 12)


class Body(msgspec.Struct, rename="camel"):
    """The `msg` of a line."""


class User(Body):
    """A player as he enters a hand."""

    right_player: str


class Room(Body):
    """The table: `circle` is the number of the hand, `lord_player` its dealer."""

    room_id: str
    circle: int
    lord_player: str
    creator_uid: str | None = None
    min_hu: int | None = None


class Enter(Body):
    """onEnterFightRoom: a hand begins, or (`re_connect`) a player comes back to it."""

    user_list: dict[str, User]
    room_info: Room
    re_connect: int = 0


class LordSelect(Body):
    """onLordSelect: the dealer's 21st card."""

    uid: str
    id: Card


class Post(Body):
    """onPostCard: a discard."""

    uid: str
    id: Card


class Flip(Body):
    """onCurrAutoCard: a flip; not `visible` where the flipper takes it unseen (掃, 掃穿)."""

    uid: str
    id: Card
    visible: int = 1


class Offer(Body):
    """One claim offered: for a chi the pairs, and by their place what may be laid with each."""

    type: int
    card_arr: list[Cards] = []
    xiahuo: dict[str, list[Cards]] = {}
    next_xiahuo: dict[str, dict[str, list[Cards]]] = msgspec.field(name="next_xiahuo", default_factory=dict)


class Dui(Body):
    """onCardPeng: the two hand cards."""

    uid: str
    card_arr: Cards


class Chi(Body):
    """onCardChi: the two hand cards, and the melds laid one after the other."""

    uid: str
    card_arr: Cards
    xiahuo: Cards = []


class Auto(Body):
    """onAutoAct: 開 掃 掃穿; `chong_zhao` are dealt guns that the server lays out with a quad."""

    uid: str
    card_arr: Cards
    type: int
    chong_zhao: list[Cards] = []


class NoneAct(Body):
    """onNoneAct: nobody took the live card."""

    id: Card


class Win(Body):
    """onWin: the winner's concealed melds; `out_side` is the kind of a table group that the card joins.

    `hands` are the concealed cards of all, the winner's with the winning card.
    """

    uid: str
    type: int
    id: Card
    card_arr: list[Cards]
    out_side: int = 0
    hands: dict[str, Cards] = {}


class Result(Body):
    """onEachResult: the server's count, or (without `uid`) a drawn hand.

    `zi_num` is what each payer pays in 子, `xing` the part of it that the turned-up 醒 gave.
    """

    uid: str | None = None
    type: int | None = None
    from_uid: str | None = None
    id: Card | None = None
    hu_shu: int | None = None
    each_hu: list[int] = []
    card_arr: list[Cards] = []
    zi_num: int | None = None
    xing: int | None = None
    remain_card: Cards = []


Bodies = Enter | LordSelect | Post | Flip | list[Offer] | Dui | Chi | Auto | NoneAct | Win | Result

_READERS: dict[str, msgspec.json.Decoder[Any]] = {
    route: msgspec.json.Decoder(kind)
    for route, kind in {
        "onEnterFightRoom": Enter,
        "onLordSelect": LordSelect,
        "onPostCard": Post,
        "onCurrAutoCard": Flip,
        "onCardCallBack": list[Offer],
        "onCardPeng": Dui,
        "onCardChi": Chi,
        "onAutoAct": Auto,
        "onNoneAct": NoneAct,
        "onWin": Win,
        "onEachResult": Result,
    }.items()
}

ROUTES: Final = tuple(_READERS)


def parse_body(route: str, text: bytes) -> Bodies | None:
    """The message of a route, None for a route that moves no card. Raises msgspec.MsgspecError.

    >>> parse_body("onPostCard", b'{"uid":"P1","id":18}').id
    18
    >>> parse_body("onShowCard", b'{"id":18}') is None
    True
    """
    reader = _READERS.get(route)
    if reader is None:
        return None
    body: Bodies = reader.decode(text)
    if isinstance(body, Win):
        body.hands = _final_hands(text)
    return body


def _final_hands(text: bytes) -> dict[str, Cards]:
    # onWin names the hands by their players, beside its own keys.
    whole = msgspec.json.decode(text, type=dict[str, Any])
    hands = {key: value for key, value in whole.items() if isinstance(value, list) and key != "cardArr"}
    return msgspec.convert(hands, dict[str, Cards])
