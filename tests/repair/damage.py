"""One event of a clean record lost, doubled or swapped with the next; whether a proposal brings the record back."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace

from erqishi_logs.rules import load_preset
from erqishi_logs.simulate import as_seen_by, iter_hands

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

    from erqishi_logs.record import Event, Record
    from erqishi_logs.rules import RuleSet

SOAK = int(os.environ.get("ERQISHI_SOAK", "1"))
PRESETS = ("leshan", "leshan-4", "quan", "duikou", "quan-raw", "muchuan-8")
WAYS = ("lost", "doubled", "swapped")
_OPENING = ("cut", "deal")


class Damaged(NamedTuple):
    """A clean record, the same with one slip, the kind of slip and the event it is about."""

    record: Record
    damaged: Record
    rules: RuleSet
    way: str
    event: str
    seen_by: str


def cases(hands: int, rng: Random) -> Iterator[Damaged]:
    """So many slips, preset by preset and way by way, every other record as one seat saw it."""
    each = -(-hands // len(PRESETS))
    for preset in PRESETS:
        rules = load_preset(preset)
        for number, hand in enumerate(iter_hands(rules, each, 71, bots=("random", "greedy"))):
            is_view = number % 2 == 1
            record = as_seen_by(hand, rng.randrange(hand.n_players)) if is_view else hand
            way = WAYS[number // 2 % len(WAYS)]
            damaged, event = damage(record, way, rng)
            yield Damaged(record, damaged, rules, way, event, "one seat" if is_view else "all")


def damage(record: Record, way: str, rng: Random) -> tuple[Record, str]:
    """The record with one slip, and the type of the event; what is swapped is not the same event twice."""
    events = record.events
    while True:
        at = rng.randrange(len(events) - (way == "swapped"))
        if way != "swapped" or not same_course([*events[:at], events[at + 1], events[at], *events[at + 2 :]], events):
            break
    parts = {"lost": [], "doubled": [events[at]] * 2, "swapped": [*events[at : at + 2][::-1]]}
    made = [*events[:at], *parts[way], *events[at + (2 if way == "swapped" else 1) :]]
    return replace(record, events=made), events[at].type


def same_course(one: list[Event], other: list[Event]) -> bool:
    """Whether the events are the same; in which order the hands were written down is no part of it."""
    return _split(one) == _split(other)


def _split(events: list[Event]) -> tuple[list[str], list[Event]]:
    first = next((i for i, event in enumerate(events) if event.type not in _OPENING), len(events))
    return sorted(map(repr, events[:first])), events[first:]


def is_original(proposed: list[Event], original: list[Event]) -> bool:
    """Whether it is the original up to what cannot be known: `?` for a card, nothing declared at the win."""
    if len(proposed) != len(original):
        return False
    one, other = (sorted(e, key=_place) for e in (proposed, original))
    return all(_fits(a, b) for a, b in zip(one, other, strict=True))


def _place(event: Event) -> tuple[int, int]:
    return (_OPENING.index(event.type), event.seat or 0) if event.type in _OPENING else (9, 0)


def _fits(proposed: Event, original: Event) -> bool:
    if proposed == original:
        return True
    if (proposed.type, proposed.seat, proposed.blocks) != (original.type, original.seat, original.blocks):
        return False
    texts = ((proposed.card, original.card), (proposed.cards, original.cards))
    laid = list(zip(proposed.bai or (), original.bai or (), strict=False))
    if len(proposed.bai or ()) != len(original.bai or ()):
        return False
    return all(_covers(a or "", b or "") for a, b in (*texts, *laid))


def _covers(noted: str, cards: str) -> bool:
    """Whether what is noted is these cards in any order, some of them `?`."""
    if len(noted) != len(cards):
        return False
    left = list(cards)
    for card in noted.replace("?", ""):
        if card not in left:
            return False
        left.remove(card)
    return True


# --- other slips --------------------------------------------------------------------------------


def slipped(record: Record, way: str, rng: Random) -> Record | None:
    """The record with a slip of the pen; None where the hands are not all seen and the slip needs it."""
    events = list(record.events)
    first = next(i for i, event in enumerate(events) if event.type not in _OPENING)
    deals = [i for i in range(first) if events[i].type == "deal" and "?" not in (events[i].cards or "")]
    if way in ("card", "seat"):
        at = rng.choice([i for i in range(first, len(events)) if events[i].card not in (None, "?")])
        other = (events[at].seat + rng.choice((1, -1))) % record.n_players
        new = {"card": look_alike(events[at].card, rng)} if way == "card" else {"seat": other}
        events[at] = replace(events[at], **new)
    elif way == "moved":
        if len(deals) < 2:
            return None
        giver, taker = rng.sample(deals, 2)
        card = rng.choice(events[giver].cards)
        events[giver] = replace(events[giver], cards=events[giver].cards.replace(card, "", 1))
        events[taker] = replace(events[taker], cards=events[taker].cards + card)
    else:
        at = rng.choice(deals)
        card = rng.choice(events[at].cards)
        new = look_alike(card, rng) if way == "dealt" else ""
        events[at] = replace(events[at], cards=events[at].cards.replace(card, new, 1))
    return replace(record, events=events)


_GLYPHS = "一二三四五六七八九十壹貳叄肆伍陸柒捌玖拾"


def look_alike(card: str, rng: Random) -> str:
    """The same number in the other size, or a neighbouring number."""
    place = _GLYPHS.index(card)
    near = [n for n in (place - 1, place + 1) if 0 <= n < 20 and n // 10 == place // 10]
    return _GLYPHS[rng.choice([(place + 10) % 20, *near])]
