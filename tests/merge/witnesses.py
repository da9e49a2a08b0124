"""Witnesses of simulated hands: one-seat views, seats turned, players renamed, one event told otherwise."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from msgspec.structs import replace

from erqishi_logs.merge import turned
from erqishi_logs.merge.course import is_optional
from erqishi_logs.rules import load_preset
from erqishi_logs.simulate import as_seen_by, iter_hands

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

    from erqishi_logs.record import Event, Record

SOAK = int(os.environ.get("ERQISHI_SOAK", "1"))
CARDS = "一二三四五六七八九十壹貳叄肆伍陸柒捌玖拾"
#: Two, three and four at the table, 小家, a cut card or none.
PRESETS = ("leshan", "leshan-4", "quan", "duikou", "muchuan-8")
BOTS = ("random", "greedy")
NAMES = ("王五", "李四", "張三", "趙六", "錢七", "孫八", "周九", "吳十")


def hands_of(preset: str, hands: int, seed: int) -> Iterator[Record]:
    """So many hands, with a seat among the players that does anything legal."""
    return iter_hands(load_preset(preset), hands, seed, bots=BOTS)


def views(hand: Record, rng: Random, *, renamed: bool = True) -> list[Record]:
    """What each seat notes, in any order, each counting the seats from anywhere and naming the players as it likes."""
    noted = [turned(as_seen_by(hand, seat), rng.randrange(hand.n_players)) for seat in range(hand.n_players)]
    if renamed:
        noted = [replace(view, players=tuple(rng.sample(NAMES, view.n_players))) for view in noted]
    rng.shuffle(noted)
    return noted


def seen_by_some(hand: Record) -> Record:
    """What some seat saw: all but the wall; `id` and names of the whole record aside."""
    return replace(hand, id=None, wall=None)


def altered(record: Record, rng: Random, way: str) -> Record:
    """The record with one event of the course told otherwise: another `card`, `missing`, or `doubled`."""
    events = list(record.events)
    at = rng.choice([k for k, event in enumerate(events) if can_alter(event, way)])
    if way == "card":
        events[at] = replace(events[at], card=rng.choice(CARDS.replace(events[at].card or "", "")))
    elif way == "missing":
        del events[at]
    else:
        events.insert(at, events[at])
    return replace(record, events=events)


def can_alter(event: Event, way: str) -> bool:
    """Whether two witnesses must have noted it: no deal or draw, nothing that may be left out."""
    if event.type in ("deal", "draw") or is_optional(event):
        return False
    return way != "card" or bool(event.card)
