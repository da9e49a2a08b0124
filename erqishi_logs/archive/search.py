"""尋: moments of hands by a pattern, over all events of an archive: what a seat held, the wall, what lay on the table.

It goes through the archive file by file. What is cheap to ask comes first; cards are followed only of the seats that
are left. No hand becomes a Python object before it fits.
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
from erqishi_logs.archive.scan import NOBODY, DamagedEventsError, Scan
from erqishi_logs.games import ERQISHI

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from pathlib import Path

    from erqishi_logs.archive.layout import Layout

Array = Any

_THREADS = 2
_CLAIMS = ("chi", "dui", "kai")
#: More than the seats of any table: hand and seat make one number by it.
_SEATS = NOBODY + 1


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
    threads = ThreadPoolExecutor(_THREADS)
    try:
        found = threads.map(lambda home: _moments(home, pattern, needed), homes)
        for done, moments in enumerate(found, 1):
            yield from moments
            if progress is not None:
                progress(done, len(homes))
    finally:  # who has seen enough does not wait for the rest of the archive
        threads.shutdown(cancel_futures=True)


def _moments(home: Path, pattern: Pattern, needed: Mapping[str, int]) -> list[Moment]:
    """The moments in the files of one folder; none where one is damaged, which `Archive.damaged` tells."""
    hands = read_whole(home / "hands.parquet", ("game", "rules", "n_players", "n_events", "n_faults"))
    names = read_whole(home / "hands.parquet", ("players",)) if pattern.player is not None else None
    if hands is None or not len(hands):
        return []
    bounds = np.concatenate([[0], np.cumsum(np.asarray(hands["n_events"], np.int64))])
    events = Scan(home / "events.parquet")
    try:
        found = _from_when(events, pattern, bounds, _seats(hands, names, pattern, needed))
        found = _held(events, needed, bounds, found) if needed and len(found.hand) else found
    except DamagedEventsError:
        return []
    ids = read_whole(home / "hands.parquet", ("id",)) if len(found.hand) else None
    if ids is None:
        return []
    of_hands = ids["id"].take(pa.array(found.hand)).to_pylist()
    return list(map(Moment, of_hands, found.seat.tolist(), found.when.tolist()))


class _Found(NamedTuple):
    """Seats of hands, in order, and the event after which all that was looked at so far holds, for good."""

    hand: Array
    seat: Array
    when: Array

    @property
    def keys(self) -> Array:
        """Hand and seat as one number, sorted."""
        return self.hand * _SEATS + self.seat


def _seats(hands: Any, names: Any, pattern: Pattern, needed: Mapping[str, int]) -> _Found:
    """The seats that may fit as far as `hands` tells; `names`: the players, where one is asked for."""
    fits = np.asarray(hands["n_faults"]) == 0
    if needed:
        fits = fits & np.asarray(pc.equal(hands["game"], ERQISHI.id))
    if pattern.rules is not None:
        fits = fits & np.asarray(pc.equal(hands["rules"], pattern.rules))
    seats = np.where(fits, np.asarray(hands["n_players"]), 0)
    hand = np.repeat(np.arange(len(seats)), seats)
    found = _Found(hand, spans(np.zeros(len(seats), np.int64), seats), np.zeros(len(hand), np.int64))
    if names is None:
        return found
    players = names["players"].combine_chunks()
    sits = np.asarray(pc.equal(players.flatten(), pattern.player))
    first = np.cumsum(np.asarray(pc.list_value_length(players))) - np.asarray(pc.list_value_length(players))
    return _only(found, found.when, sits[first[found.hand] + found.seat])


def _from_when(events: Scan, pattern: Pattern, bounds: Array, found: _Found) -> _Found:
    """Of these the seats for which the wall goes so low and the claims come: either then holds to the end."""
    if pattern.wall_below is not None and len(found.hand):
        low = np.append(events.low_rows(pattern.wall_below), bounds[-1])
        first = low[np.searchsorted(low, bounds[:-1])]
        found = _only(found, (first - bounds[:-1])[found.hand], (first < bounds[1:])[found.hand])
    for claim in _CLAIMS:
        least = getattr(pattern, claim)
        if least and len(found.hand):
            keys, when = _nth_claims(events, claim, least, bounds)
            place = np.searchsorted(keys, found.keys)
            found = _only(found, np.append(when, 0)[place], np.append(keys, -1)[place] == found.keys)
    return found


def _only(found: _Found, when: Array, fits: Array) -> _Found:
    return _Found(found.hand[fits], found.seat[fits], np.maximum(found.when, when)[fits])


def _nth_claims(events: Scan, claim: str, least: int, bounds: Array) -> tuple[Array, Array]:
    """Seats of hands as one number, sorted, and the event that is the `least`th such claim of the seat."""
    rows = events.claim_rows(claim)
    hand = _hand_of(rows, bounds)
    keys = hand * _SEATS + events.seats(rows)
    order = np.argsort(keys, kind="stable")
    keys, when = keys[order], (rows - bounds[hand])[order]
    last = len(keys) - least + 1
    nth = np.flatnonzero((keys[: max(last, 0)] == keys[least - 1 :]) & (np.diff(keys[: max(last, 0)], prepend=-1) != 0))
    return keys[nth], when[nth + least - 1]


def _hand_of(rows: Array, bounds: Array) -> Array:
    """By row its hand; of many rows written out is quicker than looked up."""
    return np.repeat(np.arange(len(bounds) - 1, dtype=np.int32), np.diff(bounds))[rows].astype(np.int64)


def _held(events: Scan, needed: Mapping[str, int], bounds: Array, found: _Found) -> _Found:
    """Of these seats those that hold the cards at some time from `when` on, and the first such."""
    rows, keys, gained = _acts(events, tuple(needed), bounds, found)
    holds = np.ones(len(rows), bool)
    begins = np.flatnonzero(np.diff(keys, prepend=-1))
    group = np.cumsum(np.diff(keys, prepend=-1) != 0) - 1
    for glyph, least in needed.items():
        sums = np.cumsum(gained[glyph])
        holds &= sums - (sums[begins] - gained[glyph][begins])[group] >= least
    # What a seat holds it holds until it acts again.
    last = np.append(keys[1:] != keys[:-1], True)[: len(keys)]
    hand = keys // _SEATS
    begin = rows - bounds[hand]
    end = np.where(last, np.diff(bounds)[hand], np.append(begin[1:], 0)[: len(keys)])
    when = np.maximum(begin, found.when[np.searchsorted(found.keys, keys)])
    fits = np.flatnonzero(holds & (when < end))
    _, first = np.unique(keys[fits], return_index=True)
    chosen = fits[first]
    return _Found(hand[chosen], keys[chosen] % _SEATS, when[chosen])


def _acts(events: Scan, glyphs: Sequence[str], bounds: Array, found: _Found) -> tuple[Array, Array, dict[str, Array]]:
    """The events that change how many of these cards the seats hold, seat by seat: their rows, hand and seat as a
    number, and by card how many more are concealed.
    """
    wanted = np.zeros(len(bounds) * _SEATS, bool)
    wanted[found.keys] = True
    rows = events.rows_of_change(glyphs)
    keys = _hand_of(rows, bounds) * _SEATS + events.seats(rows)
    mine = wanted[keys]
    rows, keys = rows[mine], keys[mine]
    order = np.argsort(keys, kind="stable")
    gained = events.gained(rows, glyphs)
    return rows[order], keys[order], {glyph: more[order] for glyph, more in gained.items()}
