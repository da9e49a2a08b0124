"""What the operation list says: one struct an object, one bit an act (PLATFORMS, B).

A field that is zero is absent; the server writes null for an empty list.
"""

from __future__ import annotations

from typing import Annotated, Final

import msgspec

#: What every reader of JSON keeps exactly.
_MOST = 2**53 - 1
Whole = Annotated[int, msgspec.Meta(ge=-_MOST, le=_MOST)]
Amount = Whole | Annotated[float, msgspec.Meta(ge=-_MOST, le=_MOST)]
Uid = Whole | str

# Bits of `k` (PLATFORMS, B).
DEALER: Final = 1 << 2
DEAL: Final = 1 << 3
QUAN: Final = 1 << 4
DRAW: Final = 1 << 5
FLIP: Final = 1 << 6
MAY_DISCARD: Final = 1 << 7
DISCARD: Final = 1 << 8
MAY_CHI: Final = 1 << 9
CHI: Final = 1 << 10
MAY_DUI: Final = 1 << 11
DUI: Final = 1 << 12
YU: Final = 1 << 13
MAY_KAI: Final = 1 << 14
KAI: Final = 1 << 15
MAY_HU: Final = 1 << 16
HU: Final = 1 << 17
PASS: Final = 1 << 18
NUMBER: Final = 1 << 19
WAITING: Final = 1 << 21

#: Acts, of which an operation may be one; the other bits are offers and waiting.
ACTS: Final = (DRAW, FLIP, DISCARD, CHI, DUI, YU, KAI, HU, PASS)
#: What is said about the hand.
WORDS: Final = (DEALER, DEAL, QUAN, NUMBER)
OFFERS: Final = MAY_DISCARD | MAY_CHI | MAY_DUI | MAY_KAI | MAY_HU | WAITING
#: Bits 0 and 1 are no act either: the lobby uses them.
KNOWN: Final = sum(ACTS) + sum(WORDS) | OFFERS | 3
#: 995–997: messages of the lobby, no bits.
LOBBY: Final = (995, 996, 997)
#: `v[0]` of a may-hu that is a refusal (RULEBOOK §5, 升級), and the words a player is told.
REFUSED: Final = 31
REFUSAL: Final = "加番或者改變手上牌型，才能胡牌"

#: 名堂 that are titles of the rulebook.
TITLES: Final = {1: "tianhu", 2: "dihu", 6: "kun", 7: "piao", 9: "quan", 10: "shuangquan"}
#: 名堂 that only say how the card came: 抬炮, 翻出, 自摸.
TAIPAO, FLIPPED, OWN_FLIP = 3, 4, 5
#: 名堂 of the app alone.
APP_TITLES: Final = {8: "清一色", 11: "滾番", 12: "大胡", 13: "上臺"}


class Operation(msgspec.Struct):
    """`player_ops`: who, what, with what."""

    oper: Uid | None = None
    k: Whole | None = None
    v: list[Whole | str] | None = None
    text: str | None = None


class Player(msgspec.Struct):
    """A player and the cards he was dealt; 0 is a card that was not seen."""

    uid: Uid
    name: str | None = None
    sex: Whole | None = None
    hand_cards: list[Whole] | None = None


class Group(msgspec.Struct):
    """A group of cards; of five the first is a flag, 1 開, 0 雨."""

    cards: list[Whole] | None = None


class Share(msgspec.Struct):
    """One player's part of the settlement; `winlose` in hundredths."""

    uid: Uid | None = None
    winlose: Amount | None = None
    base: Amount | None = None
    hufan: Whole | None = None
    huxi: Whole | None = None
    hucard: Whole | None = None
    mingtang: list[Whole] | None = None
    hand: list[Group] | None = None
    putout: list[Group] | None = None


class Result(msgspec.Struct):
    """The settlement; without `huer` nobody won."""

    huer: Uid | None = None
    dianpaoer: Uid | None = None
    remaincards: list[Whole] | None = None
    shares: list[Share] | None = msgspec.field(default=None, name="list")


class Hand(msgspec.Struct):
    """One hand of the file."""

    players: list[Player]
    player_ops: list[Operation] | None = None
    uid: Uid | None = None
    rule: list[Whole] | None = None
    cur_game_num: Whole | None = None
    total_game_num: Whole | None = None
    room_id: Uid | None = None
    bottom_card: list[Whole] | None = None
    result: Result | None = None
