"""重演: a record, event by event, past every wrong move."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from erqishi_logs.games import game_of
from erqishi_logs.replay.apply import apply_event
from erqishi_logs.replay.table import Live, Phase, Table

if TYPE_CHECKING:
    from erqishi_logs.games import Game
    from erqishi_logs.record.types import Event, Record
    from erqishi_logs.replay.faults import Fault
    from erqishi_logs.replay.table import Seat
    from erqishi_logs.rules import RuleSet


class Step(NamedTuple):
    """What one event did: the faults for which it was skipped, the turn before and after it, the wall after it."""

    event: int
    faults: tuple[Fault, ...]
    before: Phase
    after: Phase
    wall_left: int


@dataclass(frozen=True)
class Replay:
    """重演: every step of a record, the table at its end, every live card in order."""

    record: Record
    rules: RuleSet
    table: Table
    steps: list[Step]
    lives: list[Live]

    @property
    def stopped_making_sense(self) -> int | None:
        """The first event that was impossible, or None."""
        return next((step.event for step in self.steps if step.faults), None)

    @property
    def events(self) -> list[Event]:
        """The record's events."""
        return self.record.events

    @property
    def game(self) -> Game:
        """The game played."""
        return self.table.game

    @property
    def seats(self) -> list[Seat]:
        """What is known of each seat at the end."""
        return self.table.seats

    @property
    def n_players(self) -> int:
        """Seats at the table."""
        return self.table.n_players

    @cached_property
    def lives_of(self) -> dict[int, list[Live]]:
        """Live cards by kind, in order."""
        found: dict[int, list[Live]] = {}
        for live in self.lives:
            found.setdefault(live.kind, []).append(live)
        return found


def new_table(record: Record, rules: RuleSet) -> Table:
    """The table before the first event."""
    game = game_of(record.game, rules.wilds)
    wall = game.deck.parse_cards(record.wall) if record.wall else None
    return Table(game, rules, record.n_players, record.dealer, wall)


def replay_record(record: Record, rules: RuleSet) -> Replay:
    """重演: replay all of a record; it never stops at a wrong move (DESIGN, principle 2).

    >>> from erqishi_logs.record import loads
    >>> from erqishi_logs.rules import load_preset
    >>> flip = '{"type":"flip","seat":1,"card":"七"}'
    >>> line = '{"format":"erqishi-log/1","rules":"leshan","players":["甲","乙","丙"],"dealer":0,"events":[%s]}' % flip
    >>> replay_record(loads(line), load_preset("leshan")).steps[0].wall_left
    79
    """
    table = new_table(record, rules)
    events = record.events
    steps: list[Step] = []
    lives: list[Live] = []
    before = table.phase
    for index in range(len(events)):
        faults = apply_event(table, events, index)
        after = table.phase
        if after.live is not None and after.live is not before.live:
            lives.append(after.live)
        steps.append(Step(index, faults, before, after, table.wall_left))
        before = after
    return Replay(record, rules, table, steps, lives)
