"""合譜: the records of one hand united into one, contradictions kept beside it."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import TYPE_CHECKING

from msgspec.structs import replace

from erqishi_logs.errors import ErqishiError
from erqishi_logs.merge.column import line_up
from erqishi_logs.merge.course import is_finished, opening_end, turned
from erqishi_logs.merge.head import CONFLICTS, names_of, unite_head
from erqishi_logs.merge.infer import Inference, infer_cards
from erqishi_logs.merge.opening import Deal, unite_deals
from erqishi_logs.merge.same import same_hand
from erqishi_logs.merge.settle import Settled, settle
from erqishi_logs.merge.undo import without_inferred
from erqishi_logs.record import Record, content_id, record_id
from erqishi_logs.texts.phrase import Phrase

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from erqishi_logs.merge.column import Noted
    from erqishi_logs.merge.conflict import Conflict
    from erqishi_logs.record import Event
    from erqishi_logs.rules import RuleSet


class MergeError(ErqishiError):
    """Records that are not of one hand."""


@dataclass(frozen=True)
class Merged:
    """合譜: `record`, what the witnesses say together, seats as the first counts them; of what they dispute it has
    what most say, or the first, and `conflicts` tell who says what. `witnesses` are ids, those of
    `record.merged_from`; `names`: by seat, what they call its player; `inferred`: what nobody saw and must be so.
    """

    record: Record
    conflicts: tuple[Conflict, ...]
    witnesses: tuple[str, ...]
    names: tuple[tuple[str, ...], ...]
    inferred: Inference | None = None

    def marked(self) -> Record:
        """The record with conflicts and further names under `_conflicts` and `_names`, which nothing reads.

        >>> from erqishi_logs.record import loads
        >>> line = '{"format":"erqishi-log/1","rules":"leshan","players":["甲","乙"],"dealer":0,"events":[]}'
        >>> merge_records([loads(line)]).marked() == loads(line)
        True
        """
        extra = dict(self.record.extra or {})
        if self.conflicts:
            extra[CONFLICTS] = [conflict.as_data() for conflict in self.conflicts] + extra.get(CONFLICTS, [])
        if any(len(names) > 1 for names in self.names):
            extra["_names"] = [list(names) for names in self.names]
        return replace(self.record, extra=extra or None)


def merge_records(records: Iterable[Record], rules: RuleSet | None = None) -> Merged:
    """合譜: unites the records of one hand. Raises MergeError where one tells of another hand than the first.

    `?` is filled by who saw the card; what is optional is united; nothing is repaired, and no dispute is settled
    without a conflict. Records alike word for word but the `id` are one witness; a single one is given back. Cards
    that an inference named are nobody's; under `rules` it is told what must be where nobody looked.

    >>> from erqishi_logs.rules import load_preset
    >>> from erqishi_logs.simulate import as_seen_by, simulate_hand
    >>> hand = simulate_hand(load_preset("leshan"), 1)
    >>> merged = merge_records([as_seen_by(hand, 0), turned(as_seen_by(hand, 1), 2), as_seen_by(hand, 2)])
    >>> merged.record.events == hand.events, merged.conflicts, len(merged.record.merged_from)
    (True, (), 3)
    """
    merged = _merge(distinct_records(map(without_inferred, records)))
    return dataclasses.replace(merged, inferred=infer_cards(merged.record, rules)) if rules else merged


def _merge(distinct: list[Record]) -> Merged:
    if not distinct:
        raise MergeError(Phrase("merge.none"))
    if len(distinct) == 1:
        return Merged(distinct[0], (), (record_id(distinct[0]),), names_of(distinct))
    ids = _ids(distinct)
    seated = [distinct[0], *(_seated(distinct[0], record, ids) for record in distinct[1:])]
    head, of_head = unite_head(seated, ids)
    events, of_events = _number([*_opening(seated, ids), *_course(seated, ids)])
    kept = {"format": seated[0].format, "game": seated[0].game, "players": seated[0].players, "merged_from": ids}
    return Merged(Record(**{**head, **kept}, events=events), (*of_head, *of_events), ids, names_of(seated))


def distinct_records(records: Iterable[Record]) -> list[Record]:
    """異文: the records without those that repeat another word for word, the `id` aside.

    >>> from erqishi_logs.rules import load_preset
    >>> from erqishi_logs.simulate import simulate_hand
    >>> hand = simulate_hand(load_preset("leshan"), 1)
    >>> len(distinct_records([hand, replace(hand, id="again")]))
    1
    """
    found: dict[str, Record] = {}
    for record in records:
        found.setdefault(content_id(record), record)
    return list(found.values())


def _ids(records: Sequence[Record]) -> tuple[str, ...]:
    """Their ids; what the contents give where two bear the same."""
    ids = tuple(map(record_id, records))
    return ids if len(set(ids)) == len(ids) else tuple(map(content_id, records))


def _seated(first: Record, record: Record, ids: Sequence[str]) -> Record:
    same = same_hand(first, record)
    if same is None:
        raise MergeError(Phrase("merge.other_hand", one=ids[0], other=record_id(record)))
    return turned(record, same.turn)


def _number(told: Iterable[Settled]) -> tuple[list[Event], list[Conflict]]:
    events: list[Event] = []
    conflicts: list[Conflict] = []
    for settled in told:
        place = None if settled.event is None else len(events)
        conflicts += [conflict._replace(event=place) for conflict in settled.conflicts]
        if settled.event is not None:
            events.append(settled.event)
    return events, conflicts


def _course(witnesses: Sequence[Record], ids: Sequence[str]) -> list[Settled]:
    columns = line_up([_noted(record, opening_end(record.events)) for record in witnesses])
    return settle(columns, ids, [is_finished(record) for record in witnesses])


def _noted(record: Record, start: int, stop: int | None = None) -> list[Noted]:
    return list(enumerate(record.events[start:stop], start))


def _opening(witnesses: Sequence[Record], ids: Sequence[str]) -> Iterator[Settled]:
    """Cut, deals and comments in the order of the first witness; cuts that he lacks come first, all else last."""
    openings = [_noted(record, 0, opening_end(record.events)) for record in witnesses]
    columns = line_up([[noted for noted in opening if noted[1].type != "deal"] for opening in openings])
    told = settle(columns, ids, [True] * len(ids))
    deals = unite_deals(witnesses, ids)
    yield from (each for each in told if each.place is None and _is_cut(each))
    by_place = {each.place: each for each in told}
    for place, event in openings[0]:
        if event.type == "deal":
            is_last = all(e.type != "deal" or e.seat != event.seat for _, e in openings[0][place + 1 :])
            yield from _take(deals, event.seat, 0 if is_last else 1)
        else:
            yield by_place[place]
    for seat in deals:
        yield from _take(deals, seat, 0)
    yield from (each for each in told if each.place is None and not _is_cut(each))


def _is_cut(settled: Settled) -> bool:
    return settled.event is None or settled.event.type == "cut"


def _take(deals: dict[int, Deal], seat: int | None, most: int) -> Iterator[Settled]:
    """So many of the seat's deal events that are still to come, all for 0; its dispute with the first of them."""
    for _ in range(most or len(deals[seat or 0].events)):
        events, dispute = deals[seat or 0]
        if events:
            yield Settled(events[0], (dispute,) if dispute else ())
            deals[seat or 0] = Deal(events[1:], None)
