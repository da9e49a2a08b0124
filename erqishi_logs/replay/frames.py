"""逐步: the table after each event as plain data, for pages and the command line (CLI.md, replay)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from erqishi_logs.cards import UNSEEN_GLYPH
from erqishi_logs.replay.apply import apply_event
from erqishi_logs.replay.passed import iter_passed
from erqishi_logs.replay.replay import new_table, replay_record

if TYPE_CHECKING:
    from erqishi_logs.record.types import Record
    from erqishi_logs.replay.passed import Passed
    from erqishi_logs.replay.replay import Replay
    from erqishi_logs.replay.table import Table
    from erqishi_logs.rules import RuleSet


def frames(record: Record, rules: RuleSet, seat: int | None = None) -> list[dict[str, Any]]:
    """逐步: the table before any event and after each, `len(events) + 1` of them.

    Each: `step`, `event` (its index, None before any), `wall_left`, `live` (character or None),
    `turn` (the seat to act next or None), `hands` (a string a seat, sorted, `?` for a card not
    known from the whole record), `table` (the melds of each seat, claimed card first),
    `discards` (what each seat turned up and nobody took), `passed` (seat → claim → card → the
    event that opened it). With `seat` only what that seat could know: other hands are `?`.

    >>> from erqishi_logs.record import loads
    >>> from erqishi_logs.rules import load_preset
    >>> line = '{"format":"erqishi-log/1","rules":"leshan","players":["甲","乙","丙"],"dealer":0,"events":[]}'
    >>> frames(loads(line), load_preset("leshan"))[0]["wall_left"]
    80
    """
    replay = replay_record(record, rules)
    watched = range(replay.n_players) if seat is None else [seat]
    passed = [one for number in watched for one in iter_passed(replay, number)]
    table = new_table(record, rules)
    made = [_frame(table, replay, passed, -1, seat)]
    for index in range(len(record.events)):
        apply_event(table, record.events, index)
        made.append(_frame(table, replay, passed, index, seat))
    return made


def _frame(table: Table, replay: Replay, passed: list[Passed], event: int, seat: int | None) -> dict[str, Any]:
    deck = table.game.deck
    phase = table.phase
    turn = phase.owes if phase.owes >= 0 else phase.flips_next
    return {
        "step": event + 1,
        "event": event if event >= 0 else None,
        "wall_left": table.wall_left,
        "live": deck.format_card(phase.live.kind) if phase.live is not None and table.ended is None else None,
        "turn": turn if turn >= 0 else None,
        "hands": [_hand(table, replay, number, event, seat) for number in range(table.n_players)],
        "table": [[deck.format_cards(meld.kinds) for meld in owner.exposed] for owner in table.seats],
        "discards": [deck.format_cards(kind for _, kind in owner.turned) for owner in table.seats],
        "passed": _open(replay, passed, event),
    }


def _hand(table: Table, replay: Replay, number: int, event: int, seat: int | None) -> str:
    """The hand as the whole record shows it; to another seat only its size, until it is shown."""
    size = table.seats[number].n_held
    shown = table.ended is not None and number == table.winner
    if seat is not None and number != seat and not shown:
        return UNSEEN_GLYPH * size
    if event < 0 or not size:
        return ""
    if not table.seats[number].takes:
        return UNSEEN_GLYPH * size
    if len(table.seats[number].takes) < len(replay.seats[number].takes):
        held = list(table.seats[number].concealed)
    else:
        held = [max(0, count) for count in replay.seats[number].held_at(event, replay.seats[number].dealt)]
    known = table.game.deck.format_cards(table.game.deck.expand(held))[:size]
    return known + UNSEEN_GLYPH * (size - len(known))


def _open(replay: Replay, passed: list[Passed], event: int) -> dict[str, dict[str, dict[str, int]]]:
    found: dict[str, dict[str, dict[str, int]]] = {}
    for one in passed:
        if one.settled <= event and (one.cleared is None or one.cleared > event):
            cards = found.setdefault(str(one.seat), {}).setdefault(one.claim, {})
            cards.setdefault(replay.game.deck.format_card(one.kind), one.opened)
    return found
