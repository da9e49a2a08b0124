"""認局: the records of one hand among many, by blocking keys and comparison, in one pass.

A key is a thing that two records of one hand have in common though an event is told apart or was not seen, and
that hands have by chance hardly ever: five acts in a row, seats left out; the whole of a short course, or all of
it but one act; the winner's shown cards; a whole dealt hand.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING

from erqishi_logs.cards import UNSEEN_GLYPH
from erqishi_logs.merge.same import acts, same_hand
from erqishi_logs.record import content_id

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from erqishi_logs.record import Event, Record

Token = tuple[str, ...]
Key = tuple[object, ...]

#: Acts in a row that make a key; a course of less than twice as many, and one, is also keyed by all but one act.
ROW = 5
SHORT = 2 * ROW + 1
#: The fewest acts that make a key of a short course.
FEWEST = 3
#: Groups that one key leads to; what more hands than that have in common tells none of them.
MOST_OF_A_KEY = 32
#: Groups that a record is compared with, those of most common keys; and records of each.
MOST_COMPARED, MOST_WITNESSES = 8, 12


def course_keys(record: Record) -> set[Key]:
    """鑰: the blocking keys of a record, independent of names and of who sits where.

    >>> from erqishi_logs.rules import load_preset
    >>> from erqishi_logs.simulate import as_seen_by, simulate_hand
    >>> hand = simulate_hand(load_preset("leshan"), 1)
    >>> bool(course_keys(as_seen_by(hand, 0)) & course_keys(as_seen_by(hand, 1)))
    True
    """
    course = acts(record)
    tokens = [_token(event) for event in course]
    keys: set[Key] = {key for key in _rows(tokens) if None not in key}
    if len(tokens) <= SHORT:
        keys.update(key for key in _short(tokens) if None not in key)
    keys.update(_shown(course))
    keys.update(_hands(record))
    if record.session and record.hand:
        keys.add(("sitting", record.session, record.hand))
    return keys


def _token(event: Event) -> Token | None:
    if UNSEEN_GLYPH in (event.card or "") + (event.cards or ""):
        return None
    return event.type, event.card or "", "".join(sorted(event.cards or ""))


def _rows(tokens: Sequence[Token | None]) -> Iterator[Key]:
    for start in range(len(tokens) - ROW + 1):
        yield tuple(tokens[start : start + ROW])


def _short(tokens: Sequence[Token | None]) -> Iterator[Key]:
    """Two sequences that one change, one more or one less tells apart have one of these in common."""
    if len(tokens) >= FEWEST:
        yield ("all", *tokens)
    for place in range(len(tokens) if len(tokens) > FEWEST else 0):
        yield ("all", *tokens[:place], *tokens[place + 1 :])


def _shown(course: Sequence[Event]) -> Iterator[Key]:
    for event in course:
        cards = "".join(event.melds or ())
        if event.type == "hu" and len(cards) > ROW and UNSEEN_GLYPH not in cards:
            yield "hu", "".join(sorted(cards))


def _hands(record: Record) -> Iterator[Key]:
    hands: dict[int | None, str] = defaultdict(str)
    for event in record.events:
        if event.type == "deal":
            hands[event.seat] += event.cards or ""
    for hand in hands.values():
        if len(hand) > ROW and UNSEEN_GLYPH not in hand:
            yield "deal", "".join(sorted(hand))


def group_records(records: Iterable[Record]) -> list[list[int]]:
    """認局: the places of the records of each hand, hands and places in the order in which they came.

    A record joins a group only if it is the same hand as every record there. A record that is there already, word
    for word but its `id`, is with it. One pass; a record is compared with a handful of groups that share keys.

    >>> from erqishi_logs.rules import load_preset
    >>> from erqishi_logs.simulate import as_seen_by, iter_hands
    >>> hands = list(iter_hands(load_preset("leshan"), 3, 1))
    >>> group_records([*hands, *(as_seen_by(hand, 1) for hand in hands)])
    [[0, 3], [1, 4], [2, 5]]
    """
    return _Grouping().run(records)


class _Grouping:
    """The groups so far, and which of them each key leads to."""

    def __init__(self) -> None:
        self.places: list[list[int]] = []
        self.witnesses: list[list[Record]] = []
        self.by_key: dict[Key, list[int]] = defaultdict(list)
        self.by_content: dict[str, int] = {}

    def run(self, records: Iterable[Record]) -> list[list[int]]:
        for place, record in enumerate(records):
            content = content_id(record)
            if content not in self.by_content:
                self.by_content[content] = self._join(record)
            self.places[self.by_content[content]].append(place)
        return self.places

    def _join(self, record: Record) -> int:
        keys = course_keys(record)
        found = next((number for number in self._near(keys) if self._is_one_hand(number, record)), None)
        if found is None:
            found = len(self.places)
            self.places.append([])
            self.witnesses.append([])
        self.witnesses[found].append(record)
        for key in keys:
            numbers = self.by_key[key]
            if found not in numbers and len(numbers) < MOST_OF_A_KEY:
                numbers.append(found)
        return found

    def _near(self, keys: Iterable[Key]) -> list[int]:
        shared = Counter(number for key in keys for number in self.by_key.get(key, ()))
        ranked = sorted(shared, key=lambda number: (-shared[number], number))
        return ranked[:MOST_COMPARED]

    def _is_one_hand(self, number: int, record: Record) -> bool:
        return all(same_hand(witness, record) for witness in self.witnesses[number][:MOST_WITNESSES])
