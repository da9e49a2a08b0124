"""How many bytes a hand of this game holds: what the best coder one can think of would need, and what xz needs.

The estimate is the length of a code, in two parts. The deal is exact: the chance that shuffled cards fall so, as who
holds which kinds and which wall remains, order in a hand left out. The course is modelled: given the deal, a flip
says nothing new; which kind of event comes, by whom, after which; which of the kinds held is discarded, by how many
alike and how many neighbours are in hand; which of the ways to chi the cards allow. Frequencies are learnt on the
way. What the rules determine (和數, titles, totals, payments, the arrangement) is taken as free, as are names, dates
and ids.

Beside it: the same things as small numbers, column by column over all hands, by xz at its strongest.
"""

from __future__ import annotations

import lzma
import math
from collections import Counter
from typing import TYPE_CHECKING

from rows import Figure

from erqishi_logs.games import GAMES
from erqishi_logs.legal import iter_chi
from erqishi_logs.rules import load_rules

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from erqishi_logs.record import Event, Record

#: Event types that lay cards of a hand on the table beside the live card, and how many.
_TAKES = {"dui": 2, "kai": 3}
_EVENTS = 128
_STRENGTH = lzma.PRESET_EXTREME | 9


def figures(records: Sequence[Record]) -> Iterator[Figure]:
    """The estimate with its two parts, and what xz makes of the same."""
    model = Model(records[0].rules)
    deal = sum(map(bits_of_deal, records)) / len(records) / 8
    course = sum(map(model.bits_of_course, records)) / len(records) / 8
    parts = f"deal {deal:.1f} exact, course {course:.1f} modelled"
    yield Figure(f"entropy of a hand, estimated ({parts})", deal + course, "bytes a hand")
    packed = len(lzma.compress(columns(records), preset=_STRENGTH)) / len(records)
    yield Figure("the same cards and moves as columns of small numbers, xz -9e", packed, "bytes a hand")


def bits_of_deal(record: Record) -> float:
    """Minus log₂ of the chance of this deal: all orders of the deck, less the orders within each hand."""
    deck = GAMES[record.game].deck
    bits = _log2_orders(list(deck.copies))
    for held in _dealt(record):
        bits -= _log2_orders(held)
    return bits


class Model:
    """Frequencies of moves, learnt hand by hand; a move costs what it was expected to."""

    def __init__(self, rules: str) -> None:
        self._rules = load_rules(rules)
        self._game = GAMES[self._rules.game]
        self._next: dict[tuple[str, str], Counter[tuple[str, int]]] = {}
        self._offered: Counter[tuple[int, int]] = Counter()
        self._chosen: Counter[tuple[int, int]] = Counter()

    def bits_of_course(self, record: Record) -> float:
        """Bits of the events after the deal."""
        dealt = _dealt(record)
        held = [list(counts) for counts in dealt]
        bits, before, last = 0.0, ("", ""), 0
        for event in (event for event in record.events if event.type not in ("cut", "deal")):
            seat = event.seat if event.seat is not None else last
            bits += self._bits_of_type(before, (event.type, (seat - last) % record.n_players))
            bits += self._bits_of_cards(event, held[seat], dealt[seat])
            if not event.overruled:
                self._move(event, held[seat])
            before, last = (before[1], event.type), seat
        return bits

    def _bits_of_type(self, before: tuple[str, str], event: tuple[str, int]) -> float:
        seen = self._next.setdefault(before, Counter())
        chance = (seen[event] + 0.05) / (seen.total() + 0.05 * _EVENTS)
        seen[event] += 1
        return -math.log2(chance)

    def _bits_of_cards(self, event: Event, held: list[int], dealt: list[int]) -> float:
        if event.type == "chi" and event.card:
            options = list(iter_chi(self._game.melds, self._rules, held, dealt, self._game.deck.parse_card(event.card)))
            return math.log2(max(len(options), 1))
        if event.type == "discard" and event.card:
            return self._bits_of_discard(held, self._game.deck.parse_card(event.card))
        return 0.0

    def _bits_of_discard(self, held: list[int], kind: int) -> float:
        looks = {k: self._look(held, k) for k, count in enumerate(held) if count}
        weight = {k: (self._chosen[look] + 0.5) / (self._offered[look] + 1) for k, look in looks.items()}
        self._offered.update(looks.values())
        self._chosen[looks[kind]] += 1
        return -math.log2(weight[kind] / sum(weight.values()))

    def _look(self, held: list[int], kind: int) -> tuple[int, int]:
        """What a player looks at before a discard: how many alike, how many melds it may become part of."""
        pairs = self._game.melds.chi_pairs[kind]
        return held[kind], sum(held[a] > (a == kind) and held[b] > (b == kind) + (a == b) for a, b in pairs)

    def _move(self, event: Event, held: list[int]) -> None:
        for text in (event.cards or "", *(event.bai or ())):
            for kind in self._game.deck.parse_cards(text):
                held[kind] -= held[kind] > 0
        if event.card and (event.type == "discard" or event.type in _TAKES):
            kind = self._game.deck.parse_card(event.card)
            held[kind] = max(held[kind] - _TAKES.get(event.type, 1), 0)


def columns(records: Sequence[Record]) -> bytes:
    """Hands, walls, moves and discards of all records, a byte each, one after another; flips follow from the wall."""
    deck = GAMES[records[0].game].deck
    parts: list[bytearray] = [bytearray() for _ in range(4)]
    hands, walls, moves, cards = parts
    types: dict[str, int] = {}
    for record in records:
        hands += bytes(count for held in _dealt(record) for count in held)
        walls += bytes(deck.parse_cards(record.wall or ""))
        for event in record.events:
            moves.append(types.setdefault(event.type, len(types)) * 8 + (event.seat or 0))
            if event.type in ("cut", "discard", "chi"):
                cards += bytes(deck.parse_cards("".join((event.card or "", event.cards or "", *(event.bai or ())))))
    return b"".join(parts)


def _dealt(record: Record) -> list[list[int]]:
    """Counts by seat of what was dealt."""
    deck = GAMES[record.game].deck
    texts = [
        "".join(e.cards or "" for e in record.events if e.type == "deal" and e.seat == s)
        for s in range(record.n_players)
    ]
    return [list(deck.count_kinds(deck.parse_cards(text))) for text in texts]


def _log2_orders(counts: list[int]) -> float:
    """log₂ of the number of orders of so many cards of each kind."""
    return (math.lgamma(sum(counts) + 1) - sum(math.lgamma(count + 1) for count in counts)) / math.log(2)
