"""陣: blocks of hands, and what the kernels say of them, as arrays.

`Hands` is what the scanner (`erqishi_logs.engine.scan`) or `pack` makes of records; `Verdicts` what the
audit kernel makes of `Hands`. Seats count from 0, events from 0 within their hand; a kind is an index into
the deck, UNSEEN for `?`, ABSENT where a record says nothing.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any, NamedTuple

Array = Any

UNSEEN = -1
ABSENT = -2
#: What stands in a whole number that a record does not give.
NOT_GIVEN = -(2**31)


class Type(IntEnum):
    """Event types, as in `Hands.type`; the names of FORMAT in capitals."""

    CUT = 0
    DEAL = 1
    DISCARD = 2
    FLIP = 3
    DRAW = 4
    CHI = 5
    DUI = 6
    KAI = 7
    BAKUAI = 8
    PASS = 9
    HU = 10
    HUANG = 11
    BAOPAI = 12
    NOTE = 13
    SAO = 14
    SAOCHUAN = 15


class Code(IntEnum):
    """Codes of findings, as in `Verdicts.f_code`; the names of RULEBOOK §7 and FORMAT in capitals."""

    CHI_GUOZHANG = 0
    HOU_DUI = 1
    SHANGTU_XIAXIE = 2
    CHI_CUO = 3
    YOUBAI_BUBAI = 4
    SAN_DA_YI = 5
    DUO_MO = 6
    QI_SAN_DA_YI = 7
    YOUKAI_BUKAI = 8
    WEIKAI_HU = 9
    CHAI_KAN = 10
    ZHA_HU = 11
    HUSHU_BUGOU = 12
    HU_CUO = 13
    XIAO_BAO_DA = 14
    CHAI_LONGDENG_PIAO = 15
    HOU_DUI_HU = 16
    HU_GUOZHANG = 17
    HU_HUILONG = 18
    CUO_BAKUAI = 19
    LUAN_DA = 20
    SHAO_BAO = 21
    FIFTH_COPY = 22
    SHORT_DEAL = 23
    NOT_IN_HAND = 24
    NO_LIVE_CARD = 25
    WALL_OVERRUN = 26
    WALL_DIFFERS = 27
    EARLY_HUANG = 28
    AFTER_END = 29
    UNFINISHED = 30
    PAY_UNBALANCED = 31
    PAY_DIFFERS = 32


class Flag(IntEnum):
    """Bits of `Hands.flags`, of an event."""

    HIDDEN = 1
    OVERRULED = 2
    #: A `hu` that gives `melds` (an absent key and a declared arrangement are two things).
    MELDS = 4


class Slot(IntEnum):
    """Texts of a hand that no kernel reads, as rows of `Hands.slots`: where they stand in the line.

    A text is without its quotes; a list is with its brackets.
    """

    ID = 0
    RULES = 1
    HOUSE = 2
    SESSION = 3
    PLAYED_AT = 4
    VENUE = 5
    SOURCE = 6
    RECORDER = 7
    PLAYERS = 8
    REPLACES = 9
    MERGED_FROM = 10
    TAGS = 11
    #: From the first `_` key to the last, without the braces.
    KEPT = 12


class Hands(NamedTuple):
    """局: `n` hands with `e` events in all.

    A hand `h`: `ok[h]` 1 where it was read (0: all else of it is empty; the exact reader must see it);
    `begin[h]`, `end[h]`: its bytes in the text scanned, line end excluded (0, 0 where packed);
    `n_players`, `dealer`, `quan` (0: none), `view` (−1: none), `hand` (NOT_GIVEN: none); `stake` (NaN: none);
    `pay[h, seat]` with `has_pay[h]`; `wall[wall_at[h] : wall_at[h + 1]]`: the kinds of the recorded wall, with
    `has_wall[h]`; `slots[h, Slot.X]`: offset from `begin[h]` and length of a text, length −1 where absent.
    Its events are `event_at[h] : event_at[h + 1]`.

    An event `i`: `type`, `seat` (ABSENT: none), `card` (kind, UNSEEN, ABSENT), `flags`;
    `group_at[i] : group_at[i + 1]`: its groups, of which group `g` is `cards[card_at[g] : card_at[g + 1]]`. A
    deal has one group, a chi its two hand cards and then one group a `bai`, a hu one a declared meld.
    `whole`: `hushu` of a hu, `blocks` of a bakuai, the place of `code` in `erqishi_logs.record.types.CODES` of
    a baopai (NOT_GIVEN: none); `number`: `total` of a hu, `amount` of a baopai (NaN: none);
    `titles`: the declared titles as a mask (−1: not recorded); `ms` (−1: none);
    `text_at[i]`: offset from `begin[h]` and length of `text` (length −1: none).
    """

    ok: Array  # uint8[n]
    begin: Array  # int64[n]
    end: Array  # int64[n]
    n_players: Array  # int8[n]
    dealer: Array  # int8[n]
    quan: Array  # int8[n]
    view: Array  # int8[n]
    hand: Array  # int64[n]
    stake: Array  # float64[n]
    has_pay: Array  # uint8[n]
    pay: Array  # float64[n, 8]
    has_wall: Array  # uint8[n]
    wall_at: Array  # int64[n + 1]
    wall: Array  # int8
    slots: Array  # int32[n, len(Slot), 2]
    event_at: Array  # int64[n + 1]
    type: Array  # int8[e]
    seat: Array  # int8[e]
    card: Array  # int8[e]
    flags: Array  # uint8[e]
    group_at: Array  # int64[e + 1]
    card_at: Array  # int64[groups + 1]
    cards: Array  # int8
    whole: Array  # int64[e]
    number: Array  # float64[e]
    titles: Array  # int16[e]
    ms: Array  # int64[e]
    text_at: Array  # int32[e, 2]


class Done(IntEnum):
    """What the audit kernel made of a hand, in `Verdicts.done`."""

    #: Judged to the end.
    JUDGED = 1
    #: Left to the plain engine: unseen cards, another game, more findings than there is room for.
    LEFT = 0


class Verdicts(NamedTuple):
    """判: what the rules make of `n` hands with `e` events, as `erqishi_logs.audit.Verdict` says it.

    Of a hand: `done`; `outcome` (0 unfinished, 1 hu, 2 huang); `winner`, `from_seat`, `win_card` (−1 for none;
    the card ABSENT); `taipao`; `hushu`, `tier` (row of the rule set's tiers, −1 below the first, the
    number of tiers for 臺和), `titles` (mask), `total`: −1 (tier −2) where nothing is counted; `win_valid` (−1:
    nobody won); `has_pay` and `pay[h, seat]` as counted; `n_violations`, `n_faults`.
    Of an event: `wall_left`, `live` (kind after it, ABSENT for none).
    Findings in the order of the audit: `f_hand`, `f_severity` (0 fault, 1 violation, 2 note), `f_code`
    (`Code`), `f_seat`, `f_event` (−1 for none), and their evidence
    `evidence[evidence_at[f] : evidence_at[f + 1]]`.
    """

    done: Array  # uint8[n]
    outcome: Array  # int8[n]
    winner: Array  # int8[n]
    win_card: Array  # int8[n]
    from_seat: Array  # int8[n]
    taipao: Array  # uint8[n]
    hushu: Array  # int32[n]
    tier: Array  # int8[n]
    titles: Array  # int16[n]
    total: Array  # int64[n]
    win_valid: Array  # int8[n]
    has_pay: Array  # uint8[n]
    pay: Array  # float64[n, 8]
    n_violations: Array  # int16[n]
    n_faults: Array  # int16[n]
    wall_left: Array  # int16[e]
    live: Array  # int8[e]
    f_hand: Array  # int64[f]
    f_severity: Array  # int8[f]
    f_code: Array  # int8[f]
    f_seat: Array  # int8[f]
    f_event: Array  # int32[f]
    evidence_at: Array  # int64[f + 1]
    evidence: Array  # int32
