"""改: one edit of a record, as a value."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from msgspec.structs import replace

from erqishi_logs.record import as_dict

if TYPE_CHECKING:
    from collections.abc import Sequence

    from erqishi_logs.record import Event, Record

Op = Literal["insert", "delete", "swap", "change", "pay"]
Pay = tuple[float, ...]


@dataclass(frozen=True)
class Edit:
    """改: events `before`, from `index` on, give way to `after`; with `op` `pay` the payment does (`pay`, new).

    `cost` is how unlikely such a slip is (1: a lost line). `is_blank`: a card of it is written `?` for want of
    knowing; `could_be` are the cards it may have been. `slot` is what it would be but for its cards.
    """

    op: Op
    index: int
    before: tuple[Event, ...] = ()
    after: tuple[Event, ...] = ()
    cost: float = 1.0
    is_blank: bool = False
    could_be: tuple[str, ...] = ()
    pay: Pay | None = None

    @property
    def slot(self) -> tuple[object, ...]:
        """What and where it is, its cards aside."""
        shape = tuple((e.type, e.seat, len(e.bai or ()), len(e.cards or "")) for e in self.after)
        return (self.op, self.index, shape if self.op == "insert" else repr(self.after), self.pay)

    def as_data(self, record: Record) -> dict[str, Any]:
        """The edit for JSON: `op`, `event` (None for the payment), `before`, `after`, `could_be`."""
        if self.op == "pay":
            return {"op": "pay", "event": None, "before": _listed(record.pay), "after": _listed(self.pay)}

        def told(events: Sequence[Event]) -> list[dict[str, Any]]:
            return list(as_dict(replace(record, events=[*events]))["events"])

        data = {"op": self.op, "event": self.index, "before": told(self.before), "after": told(self.after)}
        return data | ({"could_be": list(self.could_be)} if self.could_be else {})


def apply_edit(record: Record, edit: Edit) -> Record:
    """改: the record with the edit done; its `id` and all else stay as they are.

    >>> from erqishi_logs.rules import load_preset
    >>> from erqishi_logs.simulate import simulate_hand
    >>> hand = simulate_hand(load_preset("leshan"), 1)
    >>> apply_edit(hand, Edit("delete", 0, before=(hand.events[0],))).events == hand.events[1:]
    True
    """
    if edit.op == "pay":
        return replace(record, pay=edit.pay)
    return replace(record, events=spliced(record.events, edit))


def spliced(events: Sequence[Event], edit: Edit) -> list[Event]:
    """改: the events with the edit done."""
    return [*events[: edit.index], *edit.after, *events[edit.index + len(edit.before) :]]


def _listed(pay: Sequence[float] | None) -> list[float] | None:
    return None if pay is None else list(pay)
