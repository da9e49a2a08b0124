"""A hand played on from some event by players who know their cards but not the rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from erqishi_logs.rules import load_rules
from tests.twin import naive_hands as hands
from tests.twin.naive_audit import Auditor

if TYPE_CHECKING:
    from random import Random

    from tests.twin.naive_table import Table

Event = dict[str, Any]


def play_on(record: dict[str, Any], rng: Random) -> None:
    """Cuts the record off and plays it on; the `wall` and `pay` of the old one are lost."""
    events = record["events"]
    first = next((i for i, e in enumerate(events) if e["type"] not in ("cut", "deal")), len(events))
    wins = [i for i, e in enumerate(events) if e["type"] == "hu" and i > first]
    passes = bool(wins) and rng.random() < 0.5
    del events[(wins[0] if passes else rng.randrange(first, len(events) + 1)) :]
    record.pop("wall", None)
    record.pop("pay", None)
    auditor = Auditor(record, load_rules(record["rules"], record.get("house") or ()))
    for index, event in enumerate(events):
        auditor.step(index, event)
    wildness = rng.choice((0.0, 0.02, 0.1))
    for turn in range(rng.randrange(5, 60)):
        if auditor.t.ended is not None:
            return
        event = _from_wall(auditor.t, _next(auditor.t), rng) if passes and not turn else _act(auditor.t, rng, wildness)
        if event is None:
            return
        events.append(event)
        auditor.step(len(events) - 1, event)


def _act(t: Table, rng: Random, wildness: float) -> Event | None:
    what, seat = t.turn
    if rng.random() < wildness:
        return _discard(t, rng.randrange(t.n), rng) or _from_wall(t, rng.randrange(t.n), rng)
    if what == "open" and t.owes_call(seat):
        what = "call"
    if what in ("open", "discard") or (what == "call" and rng.random() < 0.05):
        return _discard(t, seat, rng)
    if what == "call":
        return {"type": "bakuai", "seat": seat, "blocks": 4 * t.quads(seat)}
    if what == "live":
        claims = [claim for s in range(t.n) for claim in _claims(t, s, rng)]
        if claims and rng.random() < 0.4:
            return rng.choice(claims)
        seat = t.next(seat)
    return _from_wall(t, seat, rng)


def _discard(t: Table, seat: int, rng: Random) -> Event | None:
    cards = sorted(t.seats[seat].hand.elements())
    loose = [card for card in cards if card not in t.wholes(seat)]
    if loose and rng.random() < 0.9:
        cards = loose
    return {"type": "discard", "seat": seat, "card": rng.choice(cards)} if cards else None


def _from_wall(t: Table, seat: int, rng: Random) -> Event | None:
    if t.wall_left <= 0:
        return {"type": "huang"}
    left = [card for card in hands.GLYPHS for _ in range(4 - t.seen[card])]
    if not left:
        return None
    kind = "draw" if seat == t.xiaojia and rng.random() < 0.5 else "flip"
    card = rng.choice(left)
    if rng.random() < 0.2:
        winning = [c for c in sorted(set(left)) if any(hands.arrangements(t.held(s, c)) for s in range(t.n))]
        card = rng.choice(winning or [card])
    return {"type": kind, "seat": seat, "card": card}


def _next(t: Table) -> int:
    return t.next(t.live.seat) if t.live else t.turn[1]


def _claims(t: Table, seat: int, rng: Random) -> list[Event]:
    live, hand = t.live, t.seats[seat].hand
    assert live is not None
    card = live.card
    claim = {"seat": seat, "card": card}
    found: list[Event] = []
    if hands.arrangements(t.held(seat, card), split=rng.random() < 0.1):
        found += [{"type": "hu", **claim}] * 3
    if hand[card] >= 2:
        found += [{"type": "dui", **claim}] * (1 if hand[card] > 2 else 3)
    if hand[card] >= 3:
        found += [{"type": "kai", **claim}] * 3
    if seat in (live.seat, t.next(live.seat)) or rng.random() < 0.1:
        free = hand if rng.random() < 0.1 else t.free(seat)
        pairs = hands.chi_pairs(free, card)
        if pairs:
            found.append(_chi(free, claim, rng.choice(pairs), rng))
    for event in found:
        if rng.random() < 0.03:
            event["overruled"] = True
    return found


def _chi(free: hands.Cards, claim: Event, pair: str, rng: Random) -> Event:
    event = {"type": "chi", **claim, "cards": pair}
    left = hands.without(free, pair)
    bai: list[str] = []
    while left[claim["card"]] and rng.random() < 0.8:
        laid = [meld for meld in hands.CHI_MELDS if claim["card"] in meld and hands.contains(left, meld)]
        if not laid:
            break
        bai.append(rng.choice(laid))
        left = hands.without(left, bai[-1])
    return {**event, "bai": bai} if bai else event
