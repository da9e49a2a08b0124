"""Records spoilt so that exactly one fault of FORMAT is in them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import msgspec

from erqishi_logs.record import Event, Record
from erqishi_logs.replay import new_table, replay_record
from erqishi_logs.replay.apply import apply_event

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from erqishi_logs.replay import Table
    from erqishi_logs.rules import RuleSet


class Spoilt(NamedTuple):
    """The record and where the fault must be reported."""

    record: Record
    seat: int | None
    event: int | None


def first_turn(record: Record) -> int:
    """The first event after the deal."""
    return next(i for i, event in enumerate(record.events) if event.type not in ("cut", "deal"))


def table_before(record: Record, rules: RuleSet, index: int) -> Table:
    """The table before an event."""
    table = new_table(record, rules)
    for place in range(index):
        apply_event(table, record.events, place)
    return table


def inserted(record: Record, index: int, event: Event) -> Spoilt:
    """One more event, which is impossible and so changes nothing."""
    events = [*record.events[:index], event, *record.events[index:]]
    return Spoilt(msgspec.structs.replace(record, events=events), event.seat, index)


def fifth_copy(record: Record, rules: RuleSet, rng: Random) -> Spoilt | None:
    """A flip of a kind that has been seen four times already; the wall is not recorded."""
    record = msgspec.structs.replace(record, wall=None)
    index = rng.randrange(first_turn(record), len(record.events))
    table = table_before(record, rules, index)
    gone = [kind for kind, seen in enumerate(table.seen) if seen == table.game.deck.copies[kind]]
    if not gone or table.wall_left == 0:
        return None
    card = table.game.deck.format_card(rng.choice(gone))
    return inserted(record, index, Event("flip", seat=rng.randrange(record.n_players), card=card))


def short_deal(record: Record, rules: RuleSet, rng: Random) -> Spoilt | None:
    """A card that a loser never used is missing from the deal; the hand was won."""
    replay = replay_record(record, rules)
    losers = [s for s in range(record.n_players) if s != replay.table.winner and not replay.table.seats[s].is_xiaojia]
    seat = rng.choice(losers)
    hand = replay.table.seats[seat]
    quads = sum(count > 3 for count in hand.dealt) + sum(len(meld.kinds) > 3 for meld in hand.exposed)
    spare = [k for k, count in enumerate(hand.concealed) if count and hand.dealt[k] < 3]
    if replay.table.winner < 0 or quads or not spare or len(hand.takes) > 1:
        return None
    card = replay.table.game.deck.format_card(rng.choice(spare))
    events = list(record.events)
    at = hand.takes[0][0]
    events[at] = msgspec.structs.replace(events[at], cards=(events[at].cards or "").replace(card, "", 1))
    return Spoilt(msgspec.structs.replace(record, events=events), seat, first_turn(record))


def not_in_hand(record: Record, rules: RuleSet, rng: Random) -> Spoilt | None:
    """A discard of a card that the seat has not."""
    index = rng.randrange(first_turn(record), len(record.events))
    table = table_before(record, rules, index)
    seat = rng.randrange(record.n_players)
    none = [kind for kind, count in enumerate(table.seats[seat].concealed) if not count]
    return inserted(record, index, Event("discard", seat=seat, card=table.game.deck.format_card(rng.choice(none))))


def no_live_card(record: Record, rules: RuleSet, rng: Random) -> Spoilt | None:
    """A claim of a card that is not the live one, or when nothing is live."""
    index = rng.randrange(first_turn(record), len(record.events))
    table = table_before(record, rules, index)
    live = table.phase.live
    others = [k for k in range(table.game.deck.n_kinds) if live is None or k != live.kind]
    card = table.game.deck.format_card(rng.choice(others))
    seat = rng.randrange(record.n_players)
    kinds = [Event("dui", seat=seat, card=card), Event("kai", seat=seat, card=card), Event("hu", seat=seat, card=card)]
    return inserted(record, index, rng.choice(kinds))


def wall_overrun(record: Record, rules: RuleSet, rng: Random) -> Spoilt | None:
    """A flip when the wall is empty."""
    index = len(record.events) - 1
    table = table_before(record, rules, index)
    if table.wall_left:
        return None
    return inserted(record, index, Event("flip", seat=max(0, table.phase.flips_next), card=rng.choice("一二三")))


def wall_differs(record: Record, rules: RuleSet, rng: Random) -> Spoilt | None:
    """A flip of a card that is not the wall's next."""
    index = rng.randrange(first_turn(record), len(record.events))
    table = table_before(record, rules, index)
    if not table.wall_left or table.wall is None:
        return None
    others = [k for k in range(table.game.deck.n_kinds) if k != table.wall[table.wall_next]]
    card = table.game.deck.format_card(rng.choice(others))
    return inserted(record, index, Event("flip", seat=rng.randrange(record.n_players), card=card))


def early_huang(record: Record, rules: RuleSet, rng: Random) -> Spoilt | None:
    """黃 while the wall has cards."""
    index = rng.randrange(first_turn(record), len(record.events))
    return inserted(record, index, Event("huang")) if table_before(record, rules, index).wall_left else None


def after_end(record: Record, rules: RuleSet, rng: Random) -> Spoilt | None:
    """One more event after the last."""
    event = rng.choice([Event("flip", seat=0, card="一"), Event("discard", seat=1, card="十"), Event("huang")])
    return inserted(record, len(record.events), event)


def unfinished(record: Record, rules: RuleSet, rng: Random) -> Spoilt | None:
    """Broken off somewhere; the payment was not written down."""
    index = rng.randrange(first_turn(record), len(record.events))
    return Spoilt(msgspec.structs.replace(record, events=record.events[:index], pay=None), None, None)


def pay_unbalanced(record: Record, rules: RuleSet, rng: Random) -> Spoilt | None:
    """A payment that went nowhere."""
    pay = list(record.pay or ())
    pay[rng.randrange(len(pay))] += rng.choice([-10, 10, 20])
    return Spoilt(msgspec.structs.replace(record, pay=tuple(pay)), None, None)


def pay_differs(record: Record, rules: RuleSet, rng: Random) -> Spoilt | None:
    """One seat paid another too much."""
    pay = list(record.pay or ())
    one, two = rng.sample(range(len(pay)), 2)
    pay[one] += 10
    pay[two] -= 10
    return Spoilt(msgspec.structs.replace(record, pay=tuple(pay)), None, None)


SPOIL: dict[str, Callable[[Record, RuleSet, Random], Spoilt | None]] = {
    spoil.__name__: spoil
    for spoil in (
        fifth_copy,
        short_deal,
        not_in_hand,
        no_live_card,
        wall_overrun,
        wall_differs,
        early_huang,
        after_end,
        unfinished,
        pay_unbalanced,
        pay_differs,
    )
}
