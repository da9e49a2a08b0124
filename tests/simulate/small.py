"""Small decks: every deal that fits one seat's record is tried, so that what is certain is known.

Two colours of five numbers, hands of five cards. A deal fits if the record can be replayed with it
and the winner's shown cards are his. What the audit finds under every such deal is certain; it is
compared with what the audit finds from the one seat's record alone.
"""

from __future__ import annotations

import dataclasses
from collections import Counter
from itertools import product
from math import prod
from random import Random
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from erqishi_logs.audit import audit_record
from erqishi_logs.cards import ERQISHI_DECK, UNSEEN_GLYPH, Deck
from erqishi_logs.games import GAMES, Game
from erqishi_logs.legal import iter_chi, may_chi, may_dui, may_hu, may_kai
from erqishi_logs.melds import MeldTable
from erqishi_logs.record import Event, Record
from erqishi_logs.replay import new_table
from erqishi_logs.replay.apply import apply_event
from erqishi_logs.rules import load_preset
from erqishi_logs.rules.options import Cut
from erqishi_logs.simulate import RandomBot, as_seen_by, simulate_hand
from erqishi_logs.simulate.offers import hu_event, legal_discards, owed_call
from tests.simulate.views import by_key

if TYPE_CHECKING:
    from collections.abc import Iterator

    from erqishi_logs.rules import RuleSet
    from erqishi_logs.simulate.desk import Desk
    from tests.simulate.views import Key

#: More deals than these are not tried: the view is left out.
MOST_DEALS = 1_500
_KINDS = [k for k, number in enumerate(ERQISHI_DECK.numbers) if number in (1, 2, 3, 7, 10)]
_DECK = Deck(
    glyphs=tuple(ERQISHI_DECK.glyphs[k] for k in _KINDS),
    numbers=tuple(ERQISHI_DECK.numbers[k] for k in _KINDS),
    colours=tuple(ERQISHI_DECK.colours[k] for k in _KINDS),
    copies=(4, 3, 2, 3, 4) * 2,
)
SMALL = Game("small", "小", _DECK, MeldTable(_DECK))


def small_rules(base: str) -> RuleSet:
    """A preset's rules for the small deck; the game is known from then on."""
    GAMES.setdefault(SMALL.id, SMALL)
    return dataclasses.replace(
        load_preset(base), id=f"small-{base}", game=SMALL.id, players=(2, 3), hand_size=5, min_hushu=1, cut=Cut.NONE
    )


class Reckless(RandomBot):
    """Does anything its cards allow, whatever it passed up or kept: much is broken."""

    def act(self, desk: Desk, seat: int) -> Event:
        if desk.rng.random() < 0.06:
            return Event("bakuai", seat=seat, blocks=desk.rng.choice((8, 8, 12)))
        if owed_call(desk, seat) or (legal_discards(desk, seat) and desk.rng.random() < 0.3):
            return super().act(desk, seat)
        held = desk.table.seats[seat].concealed
        kind = desk.rng.choice([k for k, count in enumerate(held) if count])
        return Event("discard", seat=seat, card=desk.game.deck.format_card(kind))

    def answer(self, desk: Desk, seat: int) -> Event | None:
        live = desk.live
        if live is not None and may_hu(live.seat, live.flip, seat) and desk.rng.random() < 0.02:
            return Event("hu", seat=seat, card=desk.game.deck.format_card(live.kind))
        choices = list(by_cards(desk, seat))
        if choices and choices[0].type == "hu" and desk.rng.random() < 0.6:
            return choices[0]
        return desk.rng.choice(choices) if choices and desk.rng.random() < 0.5 else None


def by_cards(desk: Desk, seat: int) -> Iterator[Event]:
    """Every claim that cards and place allow; a chi with what must be laid, or without."""
    live, hand, deck = desk.live, desk.table.seats[seat], desk.game.deck
    if live is None:
        return
    card, held = deck.format_card(live.kind), hand.concealed
    count = desk.best_of(desk.arrangements(seat), seat) if may_hu(live.seat, live.flip, seat) else None
    if count is not None:
        yield hu_event(desk, seat, count)
    if sum(held) < 3:
        return
    if may_dui(desk.rules, live.seat, live.flip, seat) and held[live.kind] >= 2:
        yield Event("dui", seat=seat, card=card)
    if may_kai(live.seat, live.flip, seat) and held[live.kind] == 3 and sum(held) > 3:
        yield Event("kai", seat=seat, card=card)
    if may_chi(desk.rules, desk.n_players, live.seat, live.flip, seat):
        for cards, bai in iter_chi(desk.game.melds, desk.rules, held, hand.dealt, live.kind):
            laid = tuple(card + deck.format_cards(pair) for pair in bai)
            if sum(held) > 2 + 3 * len(laid):
                yield Event("chi", seat=seat, card=card, cards=deck.format_cards(cards), bai=laid or None)
            if laid:
                yield Event("chi", seat=seat, card=card, cards=deck.format_cards(cards))


# --- the deals that fit -----------------------------------------------------------------------


def hands_of_size(room: list[int], size: int, start: int = 0) -> Iterator[list[int]]:
    """Every multiset of so many cards, as kinds, no kind more often than there is room."""
    if size == 0:
        yield []
        return
    for kind in range(start, len(room)):
        if room[kind]:
            room[kind] -= 1
            for rest in hands_of_size(room, size - 1, kind):
                yield [kind, *rest]
            room[kind] += 1


def with_hand(view: Record, seat: int, cards: str) -> Record:
    """The view with one hidden hand filled in."""
    events = [
        msgspec.structs.replace(e, cards=cards) if e.type == "deal" and e.seat == seat else e for e in view.events
    ]
    return msgspec.structs.replace(view, events=events, view=None)


def fits(record: Record, rules: RuleSet) -> bool:
    """Whether the record can be replayed, and who won showed his own cards."""
    table = new_table(record, rules)
    for index, event in enumerate(record.events):
        if apply_event(table, record.events, index):
            return False
        if event.type == "hu" and not event.overruled and event.melds is not None and event.seat is not None:
            shown = table.game.deck.count_kinds(table.game.deck.parse_cards("".join(event.melds)))
            if event.card:
                shown[table.game.deck.parse_card(event.card)] -= 1
            seat = table.seats[event.seat]
            if seat.unseen == 0 and shown != seat.concealed:
                return False
    return True


def fitting(view: Record, rules: RuleSet) -> list[Record] | None:
    """Every whole record that looks so from this seat; None if they are too many."""
    deals = [e for e in view.events if e.type == "deal"]
    if len(deals) > view.n_players:
        return None  # dealt take by take: the same hands, written at more length
    hidden = [e for e in deals if UNSEEN_GLYPH in (e.cards or "")]
    deck = SMALL.deck
    seen = "".join((e.cards if e.type == "deal" else e.card) or "" for e in view.events if e.type in ("deal", "flip"))
    room = [c - s for c, s in zip(deck.copies, deck.count_kinds(deck.parse_cards(seen)), strict=True)]
    choices = []
    for deal in hidden:
        hands = (deck.format_cards(hand) for hand in hands_of_size(room, len(deal.cards or "")))
        choices.append([hand for hand in hands if fits(with_hand(view, deal.seat or 0, hand), rules)])
    if prod(map(len, choices)) > MOST_DEALS:
        return None
    records = []
    for hands in product(*choices):
        record = view
        for deal, hand in zip(hidden, hands, strict=True):
            record = with_hand(record, deal.seat or 0, hand)
        if fits(record, rules):
            records.append(record)
    return records


def certain(records: list[Record], rules: RuleSet) -> dict[Key, set[int]]:
    """What the audit finds in every one of them, with the evidence common to all."""
    common: dict[Key, set[int]] | None = None
    for record in records:
        found = by_key(audit_record(record, rules).findings)
        if common is None:
            common = found
        common = {key: evidence & found[key] for key, evidence in common.items() if key in found}
        if not common:
            break
    return common or {}


def dealt(record: Record) -> list[str | None]:
    """The hands dealt."""
    return [event.cards for event in record.events if event.type == "deal"]


class Measure(NamedTuple):
    """Of all views: how many deals fitted, what was certain and found by code, what was found and is not certain."""

    views: int
    deals: int
    certain: Counter[str]
    found: Counter[str]
    false: list[str]


def small_hand(base: str, n_players: int, seed: int) -> Record:
    """A hand of the small deck in which everybody is reckless; half of the wins have no melds written down."""
    record = simulate_hand(small_rules(base), seed, n_players, bots=[Reckless()])
    record = msgspec.structs.replace(record, pay=None)
    if record.events[-1].type == "hu" and seed % 2:
        record.events[-1] = Event("hu", seat=record.events[-1].seat, card=record.events[-1].card)
    return record


def measure(views: int, bases: tuple[str, ...] = ("leshan", "quan", "online")) -> Measure:
    """So many one-seat records of small hands, about the other seats only: what one knows of oneself is no art."""
    total, seed, n_deals = 0, 0, 0
    sure: Counter[str] = Counter()
    told: Counter[str] = Counter()
    false: list[str] = []
    rng = Random("small")
    while total < views:
        seed += 1
        base = bases[seed % len(bases)]
        rules = small_rules(base)
        record = small_hand(base, rng.choice((2, 2, 3)), seed)
        seat = rng.randrange(record.n_players)
        view = as_seen_by(record, seat)
        records = fitting(view, rules)
        if records is None:
            continue
        assert dealt(record) in map(dealt, records), "the true deal fits"
        total += 1
        n_deals += len(records)
        truth = certain(records, rules)
        found = by_key(audit_record(view, rules).findings)
        false += [
            f"{base} #{seed} seat {seat}: {k} {v}" for k, v in found.items() if k not in truth or not v <= truth[k]
        ]
        for key in truth:
            if key[2] not in (seat, None):
                sure[key[1]] += 1
                told[key[1]] += key in found
    return Measure(total, n_deals, sure, told, false)
