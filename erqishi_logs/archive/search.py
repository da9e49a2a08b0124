"""尋: moments of hands by a pattern, over all events of an archive: what a seat held, the wall, what lay on the table.

It goes through the archive file by file, column by column; no hand becomes a Python object before it fits.
"""

from __future__ import annotations

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from erqishi_logs.archive.damage import read_whole, whole_facts, whole_folders
from erqishi_logs.archive.gather import spans
from erqishi_logs.games import ERQISHI

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from pathlib import Path

    from erqishi_logs.archive.layout import Layout

Array = Any

_THREADS = 2
#: Cards of the hand that an event of this type takes, of the kind of its `card`.
_TAKES = {"discard": 1, "draw": -1, "dui": 2, "kai": 3}
_CLAIMS = ("chi", "dui", "kai")
_CHANGES = ("deal", "chi", *_TAKES)
#: More than the seats of any table: hand and seat make one number by it.
_SEATS = 16


@dataclass(frozen=True)
class Pattern:
    """式: a moment of a seat, after an event. What is not given is not looked at.

    `held`: cards among those concealed, each as often as it is written (seen when dealt). `wall_below`: fewer cards
    in the wall. `chi`, `dui`, `kai`: at least so many of these claims of the seat on the table. `player`: the name of
    who sits there. `rules`: the rule set that the record names.
    """

    held: str = ""
    wall_below: int | None = None
    chi: int = 0
    dui: int = 0
    kai: int = 0
    player: str | None = None
    rules: str | None = None

    def needed(self) -> dict[str, int]:
        """The cards of `held` with their number. Raises ErqishiError for what is no card.

        >>> Pattern("二七拾七").needed()
        {'二': 1, '七': 2, '拾': 1}
        """
        deck = ERQISHI.deck
        return dict(Counter(deck.glyphs[kind] for kind in deck.parse_cards(self.held)))


class Moment(NamedTuple):
    """刻: a hand, a seat, and the index of the first event after which the pattern is there."""

    id: str
    seat: int
    seq: int


def find_moments(
    layout: Layout, pattern: Pattern, progress: Callable[[int, int], None] | None = None
) -> Iterator[Moment]:
    """尋: the first moment of each seat of each hand that fits, as they are found.

    Records with faults are left out, and where cards are asked for other games. `progress` is told (files done,
    files in all). Raises ErqishiError where `held` has what is no card.

    >>> import tempfile
    >>> from erqishi_logs.archive import Archive
    >>> list(find_moments(Archive.open(tempfile.mkdtemp(), create=True).layout, Pattern("二七拾", wall_below=10)))
    []
    """
    needed = pattern.needed()
    folders = whole_folders(layout)
    homes = [layout.verdicts / folders[name].name for name in whole_facts(layout) if name in folders]
    with ThreadPoolExecutor(_THREADS) as threads:
        found = threads.map(lambda home: _moments(home, pattern, needed), homes)
        for done, moments in enumerate(found, 1):
            yield from moments
            if progress is not None:
                progress(done, len(homes))


def _moments(home: Path, pattern: Pattern, needed: Mapping[str, int]) -> list[Moment]:
    """The moments in the files of one folder; none where one is damaged, which `Archive.damaged` tells."""
    hands = read_whole(home / "hands.parquet", ("id", "game", "rules", "players", "n_events", "n_faults"))
    if hands is None or not len(hands):
        return []
    counts = np.asarray(hands["n_events"], np.int64)
    bounds = np.concatenate([[0], np.cumsum(counts)])
    claims = any(getattr(pattern, claim) for claim in _CLAIMS)
    told = _read_events(home, ("type", "seat", "overruled"), ("type",)) if claims or needed else None
    found = _from_when(home, pattern, bounds, _may_fit(hands, pattern, needed), told)
    if found is not None and needed:
        found = _held(home, needed, bounds, found, told)
    if found is None or not len(found.hand):
        return []
    ids = hands["id"].take(pa.array(found.hand)).to_pylist()
    moments = map(Moment, ids, found.seat.tolist(), found.when.tolist())
    if pattern.player is None:
        return list(moments)
    players = hands["players"].take(pa.array(found.hand)).to_pylist()
    return [one for one, names in zip(moments, players, strict=True) if names[one.seat] == pattern.player]


class _Found(NamedTuple):
    """Seats of hands, in order, and the event after which all that was looked at so far holds, for good."""

    hand: Array
    seat: Array
    when: Array


def _may_fit(hands: Any, pattern: Pattern, needed: Mapping[str, int]) -> Array:
    """By hand how many seats may be looked at; 0 where what `hands` tells of it is not as asked."""
    fits = np.asarray(hands["n_faults"]) == 0
    if needed:
        fits = fits & np.asarray(pc.equal(hands["game"], ERQISHI.id))
    if pattern.rules is not None:
        fits = fits & np.asarray(pc.equal(hands["rules"], pattern.rules))
    players = hands["players"].combine_chunks()
    if pattern.player is not None:
        sits = np.asarray(pc.equal(players.flatten(), pattern.player))
        fits = fits & np.isin(np.arange(len(hands)), np.asarray(pc.list_parent_indices(players))[sits])
    return np.where(fits, np.asarray(pc.list_value_length(players)), 0)


def _read_events(home: Path, columns: Sequence[str], words: Sequence[str] = ()) -> Any:
    return read_whole(home / "events.parquet", columns, words)


def _from_when(home: Path, pattern: Pattern, bounds: Array, seats: Array, claims: Any) -> _Found | None:
    """The seats for which the wall goes so low and the claims come: either holds from then on to the end."""
    hand = np.repeat(np.arange(len(seats)), seats)
    found = _Found(hand, spans(np.zeros(len(seats), np.int64), seats), np.zeros(len(hand), np.int64))
    if pattern.wall_below is not None:
        told = _read_events(home, ("wall_left",))
        if told is None:
            return None
        high = np.asarray(told["wall_left"]) >= pattern.wall_below
        when = np.add.reduceat(high, bounds[:-1], dtype=np.int64)[found.hand]
        found = _only(found, when, when < np.diff(bounds)[found.hand])
    asked = [(claim, least) for claim in _CLAIMS if (least := getattr(pattern, claim))]
    if asked and claims is None:
        return None
    for claim, least in asked:
        keys, when = _nth_claims(claims, claim, least, bounds)
        place = np.searchsorted(keys, found.hand * _SEATS + found.seat)
        there = np.append(keys, -1)[place] == found.hand * _SEATS + found.seat
        found = _only(found, np.append(when, 0)[place], there)
    return found


def _only(found: _Found, when: Array, fits: Array) -> _Found:
    return _Found(found.hand[fits], found.seat[fits], np.maximum(found.when, when)[fits])


def _nth_claims(told: Any, claim: str, least: int, bounds: Array) -> tuple[Array, Array]:
    """Seats of hands as one number, sorted, and the event that is the `least`th such claim of the seat."""
    rows = np.flatnonzero(_is(told["type"], claim))
    rows = rows[~np.asarray(told["overruled"].take(pa.array(rows)))]
    hand = np.searchsorted(bounds, rows, "right") - 1
    keys = hand * _SEATS + np.asarray(told["seat"].take(pa.array(rows)))
    order = np.argsort(keys, kind="stable")
    keys, when = keys[order], (rows - bounds[hand])[order]
    last = len(keys) - least + 1
    nth = np.flatnonzero((keys[: max(last, 0)] == keys[least - 1 :]) & (np.diff(keys[: max(last, 0)], prepend=-1) != 0))
    return keys[nth], when[nth + least - 1]


def _is(words: Any, name: str) -> Array:
    """Whether each is this word; `words` may come in pieces, each with numbers of its own."""
    parts = [
        np.asarray(pc.fill_null(pc.equal(piece.indices, pc.index(piece.dictionary, name)), False))
        for piece in words.chunks
    ]
    return np.concatenate(parts) if parts else np.zeros(0, bool)


def _held(home: Path, needed: Mapping[str, int], bounds: Array, found: _Found, told: Any) -> _Found | None:
    """Of these seats those that hold the cards at some time from `when` on, and the first such."""
    wanted = np.unique(found.hand)
    rows = spans(bounds[wanted], np.diff(bounds)[wanted])
    acts = _acts(home, rows, np.repeat(wanted, np.diff(bounds)[wanted]), found, told)
    if acts is None:
        return None
    rows, keys, table = acts
    holds = np.ones(len(rows), bool)
    begins = np.flatnonzero(np.diff(keys, prepend=-1))
    group = np.cumsum(np.diff(keys, prepend=-1) != 0) - 1
    for glyph, least in needed.items():
        more = _taken_in(table, glyph)
        sums = np.cumsum(more)
        holds &= sums - (sums[begins] - more[begins])[group] >= least
    # What a seat holds it holds until it acts again.
    last = np.append(keys[1:] != keys[:-1], True)
    hand = keys // _SEATS
    begin = rows - bounds[hand]
    end = np.where(last, np.diff(bounds)[hand], np.append(begin[1:], 0))
    place = np.searchsorted(found.hand * _SEATS + found.seat, keys)
    when = np.maximum(begin, found.when[place])
    fits = np.flatnonzero(holds & (when < end))
    _, first = np.unique(keys[fits], return_index=True)
    chosen = fits[first]
    return _Found(hand[chosen], keys[chosen] % _SEATS, when[chosen])


def _acts(home: Path, rows: Array, hand: Array, found: _Found, told: Any) -> tuple[Array, Array, Any] | None:
    """The events that change what these seats hold, seat by seat: their rows, hand and seat as a number, the cards."""
    table = _read_events(home, ("card", "cards", "bai"), ("card",))
    if told is None or table is None:
        return None
    keys = hand * _SEATS + np.asarray(pc.fill_null(told["seat"], _SEATS - 1))[rows]
    changes = np.logical_or.reduce([_is(told["type"], name) for name in _CHANGES])
    changes &= ~np.asarray(told["overruled"])
    mine = changes[rows] & np.isin(keys, found.hand * _SEATS + found.seat)
    rows, keys = rows[mine], keys[mine]
    order = np.argsort(keys, kind="stable")
    rows, keys = rows[order], keys[order]
    some = pa.array(rows)
    return rows, keys, table.append_column("type", told["type"]).take(some)


def _taken_in(table: Any, glyph: str) -> Array:
    """How many more cards of a kind whoever acts has concealed after each event."""
    number = np.asarray(pc.fill_null(pc.count_substring(table["cards"], glyph), 0), np.int64)
    bai = table["bai"].combine_chunks()
    parents, laid = np.asarray(pc.list_parent_indices(bai)), np.asarray(pc.count_substring(bai.flatten(), glyph))
    number += np.bincount(parents, laid, minlength=len(number)).astype(np.int64)
    this = _is(table["card"], glyph)
    more = np.where(_is(table["type"], "deal"), number, -number)
    for name, taken in _TAKES.items():
        more -= taken * (_is(table["type"], name) & this)
    return more
