"""同局: whether two records tell of one hand."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from erqishi_logs.cards import UNSEEN_GLYPH
from erqishi_logs.merge.align import align
from erqishi_logs.merge.course import is_finished, is_optional, opening_end, turned
from erqishi_logs.merge.differ import differences, event_cost, gap_cost
from erqishi_logs.merge.meet import n_known

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from erqishi_logs.merge.align import Pairs
    from erqishi_logs.record import Event, Record

#: Cards that both must have told alike before two records are one hand, and so many more for each event told apart.
ENOUGH_CARDS, CARDS_A_DIFFERENCE = 8, 4
#: The same where both give the hand one number in one sitting.
ENOUGH_OF_A_NUMBER = 4
#: One event may be told apart, and one more for every so many told alike.
EVENTS_A_DIFFERENCE = 16
#: Cards of one hand that may be told apart.
HAND_DIFFERENCE = 2
#: No hand has so many events; a longer record is compared with none.
MOST_EVENTS = 600
#: Events that everybody at the table must have noted alike, or gone wrong.
_ACTS = ("discard", "flip", "draw", "chi", "dui", "kai", "sao", "saochuan", "hu", "huang")
#: Those that turn a card up.
_TURNING = ("discard", "flip", "draw")


class Same(NamedTuple):
    """同局: the second record turned by `turn` is the first; `told_apart` events differ, `cards` are told alike."""

    turn: int
    told_apart: int
    cards: int


def same_hand(one: Record, other: Record) -> Same | None:
    """同局: how two records tell of one hand, or None; names, seat numbers and what was not seen count for nothing.

    What everybody saw is compared, event by event: discards, flips, claims, the end. One event may be told apart,
    one more for every 16 told alike, and only one where the ends differ; a record that breaks off is compared as
    far as it goes. Records that tell too little alike are not one hand, nor those that number themselves apart
    within one sitting, nor those of other deals.

    >>> from erqishi_logs.rules import load_preset
    >>> from erqishi_logs.simulate import as_seen_by, simulate_hand
    >>> hand = simulate_hand(load_preset("leshan"), 1)
    >>> same_hand(hand, turned(as_seen_by(hand, 0), 1)).turn
    2
    """
    if not _may_be_same(one, other):
        return None
    mine = acts(one)
    first = (one.dealer - other.dealer) % one.n_players
    for turn in (first, *(t for t in range(one.n_players) if t != first)):
        same = _compare(one, mine, turned(other, turn), turn)
        if same is not None:
            return same
    return None


def acts(record: Record) -> list[Event]:
    """眾見: the acts that everybody at the table saw, in order.

    >>> from erqishi_logs.record import loads
    >>> head = '{"format":"erqishi-log/1","rules":"leshan","players":["甲","乙"],"dealer":0,'
    >>> [e.type for e in acts(loads(head + '"events":[{"type":"deal","seat":0,"cards":"?"},{"type":"huang"}]}'))]
    ['huang']
    """
    return [event for event in record.events if event.type in _ACTS and not is_optional(event)]


def _may_be_same(one: Record, other: Record) -> bool:
    if one.game != other.game or one.n_players != other.n_players:
        return False
    if one.session and one.session == other.session and one.hand and other.hand and one.hand != other.hand:
        return False
    if max(len(one.events), len(other.events)) > MOST_EVENTS:
        return False
    mine, yours = (Counter(event.card for event in acts(record)) for record in (one, other))
    unseen = mine[UNSEEN_GLYPH] + yours[UNSEEN_GLYPH]
    alike = (mine & yours).total() + unseen
    return alike + _allowed(alike) >= min(mine.total(), yours.total())


def _allowed(alike: int) -> int:
    return 1 + alike // EVENTS_A_DIFFERENCE


def _compare(one: Record, mine: Sequence[Event], other: Record, turn: int) -> Same | None:
    yours = acts(other)
    pairs = align(mine, yours, event_cost, gap_cost, gap_cost)
    pairs = pairs[: told_by_both(pairs, is_finished(one), is_finished(other))]
    alike = [(i, j) for i, j in pairs if i is not None and j is not None and not event_cost(mine[i], yours[j])]
    apart = len(pairs) - len(alike)
    allowed = _allowed(len(alike)) if _ends_alike(one, mine, other, yours) else 1
    if apart > allowed:
        return None
    common = [_common_cards(one, other, seat) for seat in range(one.n_players)]
    if None in common:
        return None
    both = [(mine[i], yours[j]) for i, j in pairs if i is not None and j is not None]
    cards = sum(_cards_told(a, b) for a, b in both) + sum(count or 0 for count in common)
    cards += _cut(one) & _cut(other) != set()
    enough = ENOUGH_OF_A_NUMBER if is_one_number(one, other) else ENOUGH_CARDS
    return Same(turn, apart, cards) if cards >= enough + CARDS_A_DIFFERENCE * apart else None


def is_one_number(one: Record, other: Record) -> bool:
    """同場同局: whether both say of which sitting they are and which hand of it, and say the same.

    >>> from erqishi_logs.rules import load_preset
    >>> from erqishi_logs.simulate import simulate_hand
    >>> hand = simulate_hand(load_preset("leshan"), 1)
    >>> is_one_number(hand, hand)
    False
    """
    return bool(one.session and one.hand) and (one.session, one.hand) == (other.session, other.hand)


def _cut(record: Record) -> set[str | None]:
    return {event.card for event in record.events if event.type == "cut" and event.card != UNSEEN_GLYPH}


def told_by_both(pairs: Pairs, left_ends: bool, right_ends: bool) -> int:
    """共記: how many pairs of an alignment there are before a record that is not finished breaks off.

    >>> told_by_both([(0, 0), (1, None), (2, None)], True, False), told_by_both([(0, 0), (1, None)], True, True)
    (1, 2)
    """
    sides = [side for side, ends in ((0, left_ends), (1, right_ends)) if not ends]
    last = [max((k for k, pair in enumerate(pairs) if pair[side] is not None), default=-1) for side in sides]
    return min(last, default=len(pairs) - 1) + 1


def _ends_alike(one: Record, mine: Sequence[Event], other: Record, yours: Sequence[Event]) -> bool:
    if not (is_finished(one) and is_finished(other)):
        return True
    return (mine[-1].type, mine[-1].seat) == (yours[-1].type, yours[-1].seat)


def _cards_told(one: Event, other: Event) -> int:
    """Cards that an event brings to light and both tell alike; of a claim its taker's, the live card is told before."""
    apart = differences(one, other)
    if "type" in apart:
        return 0
    told = [
        (one.card or "", other.card or "") if "card" not in apart and one.type in _TURNING else ("", ""),
        (one.cards or "", other.cards or "") if "cards" not in apart else ("", ""),
        ("".join(one.melds or ()), "".join(other.melds or ())) if "melds" not in apart else ("", ""),
    ]
    return sum(min(n_known(mine), n_known(yours)) for mine, yours in told)


def _common_cards(one: Record, other: Record, seat: int) -> int | None:
    """Dealt cards of a seat that both name; None where they name a hand that is not the same."""
    mine, yours = (Counter("".join(_dealt(record, seat))) for record in (one, other))
    size = max(mine.total(), yours.total())
    del mine[UNSEEN_GLYPH], yours[UNSEEN_GLYPH]
    return (mine & yours).total() if (mine | yours).total() <= size + HAND_DIFFERENCE else None


def _dealt(record: Record, seat: int) -> Iterator[str]:
    for event in record.events[: opening_end(record.events)]:
        if event.type == "deal" and event.seat == seat:
            yield event.cards or ""
