"""The lines of interleaved tables, hand by hand."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from erqishi_logs.importers.guilin.lines import Message  # noqa: TC001 - a field of a dataclass
from erqishi_logs.importers.guilin.messages import Enter

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


@dataclass
class HandLog:
    """局: the messages of one hand in order. `begins` is False where the log sets in after the deal."""

    begins: bool
    messages: list[Message] = field(default_factory=list)
    players: set[str] = field(default_factory=set)

    @property
    def raw(self) -> bytes:
        """The lines of the hand, byte for byte."""
        return b"".join(message.line.raw for message in self.messages)

    @property
    def plays(self) -> bool:
        """Whether any of its messages moves a card."""
        return any(message.body is not None for message in self.messages)

    def add(self, message: Message) -> None:
        self.messages.append(message)
        self.players.update(message.to)


def split_hands(messages: Iterable[Message]) -> Iterator[HandLog]:
    """局: the hands of a log, each given out as soon as one of its players enters another, the rest at the end.

    A message belongs to the hand that its receivers are in; what a player is told before any
    deal is left out unless it moves a card.
    """
    current: dict[str, HandLog] = {}
    for message in messages:
        begins = isinstance(message.body, Enter) and message.body.re_connect == 0
        if begins:
            yield from _leave(current, message.to)
        log = _hand_of(current, message) or HandLog(begins=begins)
        log.add(message)
        for uid in message.to:
            current[uid] = log
    yield from _leave(current, list(current))


def _hand_of(current: dict[str, HandLog], message: Message) -> HandLog | None:
    return next((current[uid] for uid in message.to if uid in current), None)


def _leave(current: dict[str, HandLog], uids: Iterable[str]) -> Iterator[HandLog]:
    """The hands that these players leave; nobody is in them any more."""
    for uid in list(uids):
        log = current.get(uid)
        if log is None:
            continue
        for player in [player for player, its in current.items() if its is log]:
            del current[player]
        if log.begins or log.plays:
            yield log
