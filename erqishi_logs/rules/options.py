"""What an option may be: the named values of the rule options (RULEBOOK §3 to §8).

Every value is an integer, so that a rule set packs into integers that a compiled engine reads
(`erqishi_logs.rules.pack`). In files and `house` strings the lower-case name is written.
"""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple


class Cut(IntEnum):
    """叨牌: not turned up, out of this hand, or back into it (S0-104, S0-105, S1-018)."""

    NONE = 0
    OUT = 1
    BACK = 2


class Cutter(IntEnum):
    """Who cuts: the shuffler's 上家 (S0-101), his 下家 (S1-007, S2-007), the last seat (S2-024)."""

    SHUFFLER_PREV = 0
    SHUFFLER_NEXT = 1
    LAST_SEAT = 2


class DealerBy(IntEnum):
    """What names the dealer: the cut card (S0-106), 打圈 (S1-069), or the record alone."""

    CUT_CARD = 0
    QUAN = 1
    GIVEN = 2


class DealerKeeps(IntEnum):
    """拉莊: whether a dealer who won deals again (S0-165 may; S1-068, S2-015 always)."""

    NONE = 0
    MAY = 1
    ALWAYS = 2


class ChiFrom(IntEnum):
    """Whose cards may be chi'd: 上家's and one's own flips (S0-029), only own flips (對摳, S0-135)."""

    NEXT = 0
    OWN_FLIP = 1


class FlipCountsAs(IntEnum):
    """翻牌算打字 (打八張, S0-172) or not."""

    FLIP = 0
    DISCARD = 1


class BaiImpossible(IntEnum):
    """擺不下來: the chi is not allowed (S0-034) or is (S1-166)."""

    FORBID = 0
    ALLOW = 1


class Scope(IntEnum):
    """過張 for each claim apart (§5) or for the kind altogether (S1-135)."""

    PER_CLAIM = 0
    KIND = 1


class Clears(IntEnum):
    """What clears a passed card: nothing, or the next 進張."""

    NEVER = 0
    ON_JINZHANG = 1


class HuGuozhang(IntEnum):
    """現張不和: bars any win (S0-157), a win on that kind (S2-117), or nothing (桂林)."""

    ANY = 0
    KIND = 1
    NONE = 2


class HouDuiHu(IntEnum):
    """後對和牌: any use of the kind (S0-152), as a dui (S2-118), or no offence (桂林)."""

    ANY = 0
    AS_DUI = 1
    NONE = 2


class Judged(IntEnum):
    """Whether an act is a violation by itself, or only by a later win (§7)."""

    ACT = 0
    WIN = 1


class BakuaiFalse(IntEnum):
    """假八塊: never, or by the dealer at the deal (S2-040)."""

    NONE = 0
    DEALER = 1


class Scheme(IntEnum):
    """How 和數 becomes a total: tens with tiers, 顆子 by a ladder, 個 by brackets (§6)."""

    TENS = 0
    LADDER = 1
    BRACKETS = 2


class Rounding(IntEnum):
    """四捨五入 before or after the doublings, or none (S0-072, S2-077)."""

    NONE = 0
    ROUND_THEN_DOUBLE = 1
    DOUBLE_THEN_ROUND = 2


class LadderTitles(IntEnum):
    """Whether each title is a step up the ladder, or only where S1 names it (§6)."""

    STEP = 0
    LITERAL = 1


class XiaojiaQuan(IntEnum):
    """What 圈 does to a 小家's red dui: doubles it (S0), or makes it a fixed value (S1, S2)."""

    DOUBLE = 0
    VALUE = 1


#: `taipao` (抬炮 factor): these two, or a plain factor of 1 or more.
TAIPAO_PLAYERS = -1
TAIPAO_PLAYERS_MINUS_1 = -2
TAIPAO_WORDS = {"players": TAIPAO_PLAYERS, "players-1": TAIPAO_PLAYERS_MINUS_1}


#: The titles of a win in the order in which they are listed; in a mask a title's bit is its place.
TITLES = ("tianhu", "dihu", "kun", "piao", "quan", "shuangquan", "quanhong", "quanhei")


class NamedStep(NamedTuple):
    """A step of a ladder that the source names: from which 和數, with which titles (a mask), its value."""

    from_hushu: int
    titles: int
    value: int


class Tier(NamedTuple):
    """A tier, step or bracket: from which 和數, its own name, its value, its fan.

    `value` is 0 where the 和數 itself (rounded as the rules say) is the value.
    """

    from_hushu: int
    name: str
    value: int = 0
    fan: int = 0
