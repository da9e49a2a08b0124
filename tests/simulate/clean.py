"""Clean hands: what must hold of every hand that nobody cheated in."""

from __future__ import annotations

from operator import add
from typing import TYPE_CHECKING

from erqishi_logs.audit import judge_replay
from erqishi_logs.replay import Table, new_table, replay_record
from erqishi_logs.replay.apply import apply_event
from erqishi_logs.rules import load_preset, preset_ids
from erqishi_logs.rules.options import Cut
from erqishi_logs.simulate import iter_hands

if TYPE_CHECKING:
    from collections.abc import Iterator

    from erqishi_logs.record import Record
    from erqishi_logs.rules import RuleSet

#: 桂林 has flips that no bot plays (RULEBOOK §9).
PRESETS = tuple(preset for preset in preset_ids() if not load_preset(preset).sao)
#: By the source that they come from; what is left are ladders, platforms and whatever is added.
S0 = ("leshan", "leshan-4", "duikou", "quan-leshan", "meishan", "wutongqiao")
S1_TO_S3 = ("quan", "quan-raw", "old", "jiu", "folk", "online")
OTHERS = tuple(preset for preset in PRESETS if preset not in (*S0, *S1_TO_S3))
#: Who sits at the table: half of the hands each.
TABLES = (("greedy",), ("random", "greedy"))


def hands_of(preset: str, hands: int, seed: int) -> Iterator[Record]:
    """So many hands of a preset, half of them with a seat that plays anything legal."""
    rules = load_preset(preset)
    for number, bots in enumerate(TABLES):
        yield from iter_hands(rules, hands // len(TABLES), seed + number, bots=bots)


def accusations(record: Record, rules: RuleSet) -> list[str]:
    """Findings of the hand that are more than a note."""
    replay = replay_record(record, rules)
    assert not replay.stopped_making_sense
    return [f"{f.code} {f.seat} {f.event}" for f in judge_replay(replay).findings if f.severity != "note"]


def check_hand(record: Record, rules: RuleSet) -> None:
    """No violation, no fault, payments that sum to zero, a whole deck at every step."""
    assert accusations(record, rules) == [], record.extra
    assert record.pay is not None
    assert sum(record.pay) == 0
    check_deck(record, rules)


def check_deck(record: Record, rules: RuleSet) -> None:
    """After every event the cards in hands, on the table, in the wall and cut out are the deck."""
    table = new_table(record, rules)
    parse = table.game.deck.parse_cards
    apart: list[int] = []
    for index, event in enumerate(record.events):
        assert not apply_event(table, record.events, index)
        if event.type == "cut" and rules.cut == Cut.OUT:
            apart += parse(event.card or "")
        if event.type == "hu" and not event.overruled:
            apart += parse(event.card or "")
        if event.type not in ("cut", "deal"):
            assert cards_of(table, apart) == list(table.game.deck.copies), (record.extra, index)
            assert len(table.wall or []) - table.wall_next == table.wall_left


def cards_of(table: Table, apart: list[int]) -> list[int]:
    """All cards of the table by kind, each place asked on its own; `apart`: cut out, or won on."""
    loose = [*apart, *(table.wall or [])[table.wall_next :]]
    if table.phase.live is not None:
        loose.append(table.phase.live.kind)
    for seat in table.seats:
        assert seat.unseen == 0
        loose += [kind for meld in seat.exposed for kind in meld.kinds]
        loose += [kind for _, kind in seat.turned]
    counts = table.game.deck.count_kinds(loose)
    for seat in table.seats:
        assert min(seat.concealed) >= 0
        counts = list(map(add, counts, seat.concealed))
    return counts
