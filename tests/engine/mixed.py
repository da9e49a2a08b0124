"""Mixed hands: clean ones, ones in which a seat cheats, and ones made wrong in every way that keeps them records."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import msgspec

from erqishi_logs.games import ERQISHI
from erqishi_logs.record.types import BLOCKS, CODES, TITLES, Event, Record
from tests.simulate.cheating import CHEATS, JUDGED, play_cheated
from tests.simulate.clean import PRESETS, hands_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

from erqishi_logs.rules import load_preset

CARDS = ERQISHI.deck.glyphs
_replace = msgspec.structs.replace


def clean_hands(n: int, seed: int) -> list[Record]:
    """So many simulated hands of all presets in turn, not one of them the same for two presets."""
    each = -(-n // len(PRESETS) // 2) * 2
    hands = [list(hands_of(preset, each, seed)) for preset in PRESETS]
    return [hand for round_ in zip(*hands, strict=True) for hand in round_][:n]


def cheated_hands(n: int, seed: int) -> Iterator[Record]:
    """So many hands in which a seat cheats at its first chance, if it comes, code by code and preset by preset."""
    for number in range(n):
        code = JUDGED[number % len(JUDGED)]
        presets = [p for p in PRESETS if CHEATS[code].judged_in(load_preset(p))]
        rules = load_preset(presets[number // len(JUDGED) % len(presets)])
        players = rules.players[number % len(rules.players)]
        yield play_cheated(rules, players, CHEATS[code], seed + number).record


def spoilt_hands(bases: Sequence[Record], n: int, seed: int) -> Iterator[Record]:
    """So many hands, each a base with one to four things made wrong."""
    rng = Random(seed)
    for number in range(n):
        hand = bases[number % len(bases)]
        for _ in range(rng.choice((1, 1, 1, 2, 2, 3, 4))):
            hand = rng.choice(_SPOILS)(hand, rng)
        yield hand


def _with(hand: Record, events: list[Event]) -> Record:
    return _replace(hand, events=events)


def _place(hand: Record, rng: Random) -> int:
    """Any event, those after the deal more often."""
    n = len(hand.events)
    return rng.randrange(n) if rng.random() < 0.15 else rng.randrange(min(4, n - 1), n)


def _drop(hand: Record, rng: Random) -> Record:
    if len(hand.events) < 2:
        return hand
    events = list(hand.events)
    del events[_place(hand, rng)]
    return _with(hand, events)


def _double(hand: Record, rng: Random) -> Record:
    events = list(hand.events)
    events.insert(_place(hand, rng), events[_place(hand, rng)])
    return _with(hand, events)


def _swap(hand: Record, rng: Random) -> Record:
    events = list(hand.events)
    one, two = _place(hand, rng), _place(hand, rng)
    events[one], events[two] = events[two], events[one]
    return _with(hand, events)


def _reseat(hand: Record, rng: Random) -> Record:
    events = list(hand.events)
    place = _place(hand, rng)
    if events[place].seat is not None:
        events[place] = _replace(events[place], seat=rng.randrange(hand.n_players))
    return _with(hand, events)


def _recard(hand: Record, rng: Random) -> Record:
    events = list(hand.events)
    place = _place(hand, rng)
    event = events[place]
    if event.cards and rng.random() < 0.7:
        cards = list(event.cards)
        cards[rng.randrange(len(cards))] = rng.choice(CARDS)
        event = _replace(event, cards="".join(cards))
    elif event.card:
        event = _replace(event, card=rng.choice(CARDS))
    events[place] = event
    return _with(hand, events)


def _regroup(hand: Record, rng: Random) -> Record:
    """Another card, group or order in what was laid or declared."""
    places = [i for i, e in enumerate(hand.events) if e.melds or e.bai]
    if not places:
        return hand
    events = list(hand.events)
    event = events[rng.choice(places)]
    groups = [list(text) for text in event.melds or event.bai or ()]
    group = rng.choice(groups)
    way = rng.randrange(4)
    if way == 0:
        group[rng.randrange(len(group))] = rng.choice(CARDS)
    elif way == 1 and len(groups) > 1:
        other = rng.choice(groups)
        one, two = rng.randrange(len(group)), rng.randrange(len(other))
        group[one], other[two] = other[two], group[one]
    elif way == 2:
        group.append(rng.choice(CARDS))
    else:
        groups.remove(group)
    texts = tuple("".join(g) for g in groups if g) or None
    place = next(i for i, e in enumerate(events) if e is event)
    events[place] = _replace(event, melds=texts) if event.melds else _replace(event, bai=texts)
    return _with(hand, events)


def _redeclare(hand: Record, rng: Random) -> Record:
    """A win that says more, less, or nothing."""
    events = [
        _replace(
            e,
            melds=rng.choice((e.melds, e.melds, None)),
            hushu=rng.choice((e.hushu, None, rng.randrange(40))),
            titles=rng.choice((e.titles, None, (), (rng.choice(TITLES),), tuple(rng.sample(TITLES, 2)))),
            total=rng.choice((e.total, None, rng.randrange(120), rng.randrange(200) / 2)),
        )
        if e.type == "hu"
        else e
        for e in hand.events
    ]
    return _with(hand, events)


def _head(hand: Record, rng: Random) -> Record:
    """Another dealer, 圈, stake, payment, wall."""
    way = rng.randrange(6)
    if way == 0:
        return _replace(hand, dealer=rng.randrange(hand.n_players))
    if way == 1:
        return _replace(hand, quan=rng.choice((None, *range(1, 11))))
    if way == 2:
        return _replace(hand, stake=rng.choice((None, 0.5, 2, 0.1)))
    if way == 3:
        return _replace(hand, wall=None)
    if way == 4 and hand.pay:
        pay = list(hand.pay)
        pay[rng.randrange(len(pay))] += rng.choice((-10, 10, 0.5))
        return _replace(hand, pay=tuple(pay))
    return _replace(hand, pay=None)


def _penalise(hand: Record, rng: Random) -> Record:
    event = Event("baopai", seat=rng.randrange(hand.n_players), code=rng.choice(CODES), amount=rng.choice((20, 10.5)))
    return _put(hand, event, rng)


def _act(hand: Record, rng: Random) -> Record:
    """An act out of nowhere."""
    seat, card = rng.randrange(hand.n_players), rng.choice(CARDS)
    event = rng.choice(
        (
            Event("discard", seat, card),
            Event("flip", seat, card, hidden=rng.random() < 0.1),
            Event("draw", seat, card),
            Event("dui", seat, card, overruled=rng.random() < 0.3),
            Event("kai", seat, card, overruled=rng.random() < 0.3),
            Event("bakuai", seat, blocks=rng.choice(BLOCKS)),
            Event("pass", seat, card),
            Event("hu", seat, rng.choice((card, None)), overruled=rng.random() < 0.2),
            Event("huang"),
            Event("note", text="註"),
        )
    )
    return _put(hand, event, rng)


def _put(hand: Record, event: Event, rng: Random) -> Record:
    events = list(hand.events)
    events.insert(_place(hand, rng) + (rng.random() < 0.2), event)
    return _with(hand, events)


def _take_up(hand: Record, rng: Random) -> Record:
    """A claim of a card that was turned up, with cards the seat may well hold."""
    places = [i for i, e in enumerate(hand.events) if e.type in ("discard", "flip")]
    if not places:
        return hand
    place = rng.choice(places)
    card = hand.events[place].card
    seat = rng.randrange(hand.n_players)
    kind = CARDS.index(card or CARDS[0])
    pairs = ERQISHI.melds.chi_pairs[kind]
    cards = ERQISHI.deck.format_cards(rng.choice(pairs))
    event = rng.choice(
        (
            Event("chi", seat, card, cards=cards),
            Event("chi", seat, card, cards=cards, overruled=True),
            Event("dui", seat, card),
            Event("kai", seat, card),
            Event("hu", seat, card),
        )
    )
    events = list(hand.events)
    events.insert(place + 1, event)
    return _with(hand, events)


def _end(hand: Record, rng: Random) -> Record:
    return _with(hand, list(hand.events[: rng.randrange(1, len(hand.events) + 1)]))


def _deal_by_takes(hand: Record, rng: Random) -> Record:
    """The deal take by take, one of them perhaps wrong."""
    events: list[Event] = []
    for event in hand.events:
        if event.type != "deal" or not event.cards or len(event.cards) < 4:
            events.append(event)
            continue
        size = rng.choice((2, 2, 3))
        parts = [event.cards[i : i + size] for i in range(0, len(event.cards), size)]
        events += [_replace(event, cards=part) for part in parts]
    return _with(hand, events)


def _move_card(hand: Record, rng: Random) -> Record:
    """A card of one hand dealt to another."""
    places = [i for i, e in enumerate(hand.events) if e.type == "deal" and e.cards and len(e.cards) > 2]
    if len(places) < 2:
        return hand
    one, two = rng.sample(places, 2)
    events = list(hand.events)
    cards, more = list(events[one].cards or ""), list(events[two].cards or "")
    more.append(cards.pop(rng.randrange(len(cards))))
    if rng.random() < 0.7:
        cards.append(more.pop(rng.randrange(len(more))))
    events[one] = _replace(events[one], cards="".join(cards))
    events[two] = _replace(events[two], cards="".join(more))
    return _with(hand, events)


def _other_rules(hand: Record, rng: Random) -> Record:
    """The same hand under another preset."""
    return _replace(hand, rules=rng.choice(PRESETS))


_SPOILS: tuple[Callable[[Record, Random], Record], ...] = (
    *(_drop, _double, _swap, _reseat, _recard, _regroup, _regroup, _redeclare, _redeclare, _head),
    *(_penalise, _act, _act, _take_up, _take_up, _take_up, _end, _deal_by_takes, _move_card, _move_card),
    *(_other_rules, _other_rules),
)
