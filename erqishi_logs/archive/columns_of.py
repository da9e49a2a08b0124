"""列成: hands that the compiled engine judged, as rows of `hands` and `events`, cell for cell what
`erqishi_logs.archive.verdicts` makes of the plain engine's verdict.

Only hands without a finding come here: what there is to say of the others is the plain engine's.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import pyarrow as pa

from erqishi_logs.archive.gather import (
    cards_texts,
    flags,
    group_lists,
    number_lists,
    numbers,
    spans,
    text_lists,
    texts,
    words,
)
from erqishi_logs.archive.schema import VIEWS
from erqishi_logs.engine.arrays import ABSENT, NOT_GIVEN, UNSEEN, Flag, Hands, Slot, Type, Verdicts
from erqishi_logs.games import ERQISHI
from erqishi_logs.record.types import CODES, TITLES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from erqishi_logs.rules import RuleSet

Array = Any

_GLYPHS = (*ERQISHI.deck.glyphs, "?")
_CARDS = pa.array(_GLYPHS, pa.string())
_TYPES = pa.array([kind.name.lower() for kind in Type], pa.string())
_CODES = pa.array(CODES, pa.string())
#: Lists of titles by their mask.
_TITLES = pa.array(
    [[name for place, name in enumerate(TITLES) if mask >> place & 1] for mask in range(2 ** len(TITLES))],
    pa.list_(pa.string()),
)
_OUTCOMES = pa.array(["unfinished", "hu", "huang"], pa.string())
_HU = 1
_STATUSES = pa.array(["clean", "flagged", "faulty", "unfinished"], pa.string())
_UNFINISHED = 3


class Ruled(NamedTuple):
    """規則: a rule set that hands were judged under, and its hash before their house differences."""

    rules: RuleSet
    file_hash: str


class Block(NamedTuple):
    """塊: hands with their verdicts, and what stands in no array.

    `text` is what the hands were scanned from; `ids` (Arrow text) and `ruled` (rows of `known`) are by hand;
    `source` was named at the ingest.
    """

    text: Any
    hands: Hands
    verdicts: Verdicts
    ids: Any
    ruled: Array
    known: Sequence[Ruled]
    source: str | None
    engine: str


def hands_table(block: Block, rows: Array) -> Any:
    """局: the rows of `hands` of the hands in `rows`, in that order."""
    schema = VIEWS["hands"].schema
    columns = {**_told(block, rows), **_played(block, rows), **_judged(block, rows), **_under(block, rows)}
    return pa.Table.from_arrays([columns[name] for name in schema.names], schema=schema)


def _told(block: Block, rows: Array) -> dict[str, Any]:
    """What the record says in words."""
    hands = block.hands

    def slot(name: Slot, take: Any = texts) -> Any:
        return take(block.text, hands.begin + hands.slots[:, name, 0], hands.slots[:, name, 1], rows)

    source = slot(Slot.SOURCE)
    return {
        "id": block.ids.take(pa.array(rows)),
        "rules": slot(Slot.RULES),
        "house": slot(Slot.HOUSE, text_lists),
        "session": slot(Slot.SESSION),
        "played_at": slot(Slot.PLAYED_AT),
        "venue": slot(Slot.VENUE),
        "source": source if block.source is None else source.fill_null(block.source),
        "recorder": slot(Slot.RECORDER),
        "players": slot(Slot.PLAYERS, text_lists),
        "replaces": slot(Slot.REPLACES),
        "merged_from": slot(Slot.MERGED_FROM, text_lists),
        "tags": slot(Slot.TAGS, text_lists),
    }


def _played(block: Block, rows: Array) -> dict[str, Any]:
    """What the record says in numbers."""
    hands = block.hands
    quan, view, hand, stake = hands.quan[rows], hands.view[rows], hands.hand[rows], hands.stake[rows]
    hushu, total = _declared(block, rows)
    return {
        "game": pa.repeat(ERQISHI.id, len(rows)),
        "hand": numbers(hand, pa.int64(), hand == NOT_GIVEN),
        "dealer": numbers(hands.dealer[rows], pa.int16()),
        "quan": numbers(quan, pa.int64(), quan == 0),
        "stake": numbers(np.where(np.isnan(stake), 1.0, stake), pa.float64()),
        "view": numbers(view, pa.int16(), view < 0),
        "n_players": numbers(hands.n_players[rows], pa.int32()),
        "n_events": numbers(hands.event_at[rows + 1] - hands.event_at[rows], pa.int32()),
        "pay_recorded": number_lists(hands.pay[rows], hands.n_players[rows], hands.has_pay[rows] == 0),
        "declared_hushu": hushu,
        "declared_total": total,
    }


def _declared(block: Block, rows: Array) -> tuple[Any, Any]:
    """和數 and total as the winner declared them: his hu is the last that no claim overruled."""
    hands = block.hands
    stands = np.flatnonzero((hands.type == Type.HU) & (hands.flags & Flag.OVERRULED == 0))
    if not len(stands):
        return pa.nulls(len(rows), pa.int64()), pa.nulls(len(rows), pa.float64())
    last = stands[np.maximum(np.searchsorted(stands, hands.event_at[rows + 1]) - 1, 0)]
    lost = block.verdicts.outcome[rows] != _HU
    whole, number = hands.whole[last], hands.number[last]
    return (
        numbers(whole, pa.int64(), lost | (whole == NOT_GIVEN)),
        numbers(number, pa.float64(), lost | np.isnan(number)),
    )


def _judged(block: Block, rows: Array) -> dict[str, Any]:
    """What the rules make of it."""
    v, n_players = block.verdicts, block.hands.n_players[rows]

    def known(name: str, kind: Any) -> Any:
        values = getattr(v, name)[rows]
        return numbers(values, kind, values < 0)

    n_faults, n_violations = v.n_faults[rows], v.n_violations[rows]
    unfinished = np.where(v.outcome[rows] == 0, _UNFINISHED, 0)
    return {
        "winner": known("winner", pa.int16()),
        "outcome": words(_OUTCOMES, v.outcome[rows]),
        "win_card": cards(v.win_card[rows]),
        "from_seat": known("from_seat", pa.int16()),
        "taipao": flags(v.taipao[rows]),
        "hushu": known("hushu", pa.int16()),
        "titles": words(_TITLES, v.titles[rows]),
        "total": known("total", pa.int32()),
        "win_valid": flags(v.win_valid[rows], v.win_valid[rows] < 0),
        "pay": number_lists(v.pay[rows], n_players, v.has_pay[rows] == 0),
        "n_violations": numbers(n_violations, pa.int16()),
        "n_faults": numbers(n_faults, pa.int16()),
        "status": words(_STATUSES, np.where(n_faults > 0, 2, np.where(n_violations > 0, 1, unfinished))),
    }


def _under(block: Block, rows: Array) -> dict[str, Any]:
    """The rule set, and the names that it gives."""
    ruled = block.ruled[rows]
    names = [tier_names(one.rules) for one in block.known]
    all_names = pa.array([name for each in names for name in each], pa.string())
    first = np.cumsum([0, *map(len, names)])[:-1]
    tier = block.verdicts.tier[rows]
    known = [(one.rules.id, one.rules.hash, one.file_hash) for one in block.known]
    ids, hashes, file_hashes = (pa.array(column, pa.string()) for column in zip(*known, strict=True))
    return {
        "judged_rules": words(ids, ruled),
        "tier": words(all_names, first[ruled] + tier + 1, tier < -1),
        "engine": pa.repeat(block.engine, len(rows)),
        "rules_hash": words(hashes, ruled),
        "rules_file_hash": words(file_hashes, ruled),
    }


def tier_names(rules: RuleSet) -> list[str]:
    """階: what `Verdicts.tier` + 1 stands for: none, the tiers, 臺和, the names of a 小家's wins.

    >>> from erqishi_logs.rules import load_preset
    >>> tier_names(load_preset("leshan"))[:2]
    ['', '小和']
    """
    return ["", *(tier.name for tier in rules.tiers), rules.tai_name, *rules.xiaojia_names]


def cards(kinds: Array) -> Any:
    """牌: a column of cards by kind; null where ABSENT.

    >>> cards(np.array([10, UNSEEN, ABSENT])).to_pylist()
    ['壹', '?', None]
    """
    return words(_CARDS, np.where(kinds == UNSEEN, len(_GLYPHS) - 1, kinds), kinds == ABSENT)


def events_table(block: Block, rows: Array) -> Any:
    """事: the rows of `events` of the hands in `rows`, hand by hand in that order."""
    hands = block.hands
    counts = hands.event_at[rows + 1] - hands.event_at[rows]
    at = spans(hands.event_at[rows], counts)
    columns = {
        "id": block.ids.take(pa.array(np.repeat(rows, counts))),
        "seq": numbers(spans(np.zeros(len(rows), np.int64), counts), pa.int32()),
        **_acts(hands, at),
        **_claims(hands, at),
        "text": texts(block.text, *_comments(hands), at),
        "wall_left": numbers(block.verdicts.wall_left[at], pa.int16()),
        "live_card": cards(block.verdicts.live[at]),
    }
    schema = VIEWS["events"].schema
    return pa.Table.from_arrays([columns[name] for name in schema.names], schema=schema)


def _comments(hands: Hands) -> tuple[Array, Array]:
    """Where the text of each event begins, and its length."""
    per_hand = np.diff(hands.event_at)
    return np.repeat(hands.begin, per_hand) + hands.text_at[:, 0], hands.text_at[:, 1]


def _acts(hands: Hands, at: Array) -> dict[str, Any]:
    kind, seat, ms = hands.type[at], hands.seat[at], hands.ms[at]
    whole, number = hands.whole[at], hands.number[at]
    bakuai, baopai = kind == Type.BAKUAI, kind == Type.BAOPAI
    return {
        "type": words(_TYPES, kind),
        "seat": numbers(seat, pa.int16(), seat == ABSENT),
        "card": cards(hands.card[at]),
        "blocks": numbers(whole, pa.int64(), ~bakuai),
        "code": words(_CODES, whole, ~baopai),
        "amount": numbers(number, pa.float64(), ~baopai),
        "hidden": flags(hands.flags[at] & Flag.HIDDEN),
        "overruled": flags(hands.flags[at] & Flag.OVERRULED),
        "ms": numbers(ms, pa.int64(), ms < 0),
    }


def _claims(hands: Hands, at: Array) -> dict[str, Any]:
    """What a chi lays and a hu declares."""
    kind, whole, number, titles = hands.type[at], hands.whole[at], hands.number[at], hands.titles[at]
    groups = cards_texts(_GLYPHS, hands.cards, hands.card_at)
    first, last = hands.group_at[at], hands.group_at[at + 1]
    hu = kind == Type.HU
    no_bai = (kind != Type.CHI) | (last - first < 2)
    return {
        "cards": words(groups, first, (kind != Type.DEAL) & (kind != Type.CHI)),
        "bai": group_lists(groups, first + 1, last, no_bai),
        "melds": group_lists(groups, first, last, ~hu | (hands.flags[at] & Flag.MELDS == 0)),
        "hushu": numbers(whole, pa.int64(), ~hu | (whole == NOT_GIVEN)),
        "titles": words(_TITLES, titles, titles < 0),
        "total": numbers(number, pa.float64(), ~hu | np.isnan(number)),
    }
