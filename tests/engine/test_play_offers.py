"""What the compiled players are offered is what the plain simulator offers at the same place (RULEBOOK §4, §5, §7)."""

from __future__ import annotations

import os
from random import Random
from typing import TYPE_CHECKING

import pytest

from erqishi_logs.engine.arrays import Type
from erqishi_logs.engine.play import course_of, play_offered
from erqishi_logs.engine.play_desk import Offer
from erqishi_logs.engine.write import write
from erqishi_logs.games import ERQISHI
from erqishi_logs.record import loads
from erqishi_logs.rules import load_preset
from erqishi_logs.simulate.bulk import block, policy_named, run_of
from erqishi_logs.simulate.desk import Desk
from erqishi_logs.simulate.offers import legal_claims, legal_discards, legal_win
from tests.simulate.clean import PRESETS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from erqishi_logs.record import Record

HANDS = 6 * int(os.environ.get("ERQISHI_SOAK", "1"))
BOTS = ("random", "greedy", "random", "counting")
Offered = set[tuple[object, ...]]


@pytest.mark.parametrize("preset", PRESETS)
def test_offers_are_those_of_the_plain_simulator(preset: str) -> None:
    rules = load_preset(preset)
    run = run_of(rules, 31, BOTS)
    course = course_of(rules, None, [policy_named(name) for name in BOTS])
    asked = 0
    for number in range(0, 24 * HANDS, 24):
        record = loads(write(*block(run, number, 1)).tobytes())
        _, offers = play_offered(course, 31, number)
        asked += check_offers(record, preset, offers.tolist())
    assert asked > 10 * HANDS


def check_offers(record: Record, preset: str, offers: Sequence[Sequence[int]]) -> int:
    """Compares seat by seat before each event; how many seats had a choice."""
    desk = Desk(ERQISHI, load_preset(preset), record.n_players, record.dealer, record.quan, Random(0))
    asked = 0
    for event in record.events:
        place = len(desk.events)
        asks = event.type in ("flip", "chi", "dui", "kai", "hu", "huang", "draw") and not desk.events[-1].overruled
        if event.type == "discard" or (asks and desk.live is not None):
            for seat in range(record.n_players):
                mine = set(told(offers, place, seat))
                its = set(plain(desk, seat))
                # Who takes a win is not asked for more.
                takes = [offer for offer in mine if offer[0] == "hu"]
                assert mine == its or (takes and mine <= its), (record.extra, place, seat)
                asked += bool(mine)
        desk.push(event)
    return asked


def told(offers: Sequence[Sequence[int]], place: int, seat: int) -> Iterator[tuple[object, ...]]:
    for row in offers:
        if (row[Offer.EVENT], row[Offer.SEAT]) != (place, seat):
            continue
        kind, one, two, n_bai, *pairs = row[Offer.CLAIM :]
        if kind == Type.DISCARD:
            yield "discard", tuple(k for k in range(20) if one >> k & 1)
        elif kind == Type.HU:
            yield "hu", one
        else:
            laid = tuple((pairs[2 * i], pairs[2 * i + 1]) for i in range(n_bai))
            yield (Type(kind).name.lower(), (one, two), laid) if kind == Type.CHI else (Type(kind).name.lower(), (), ())


def plain(desk: Desk, seat: int) -> Iterator[tuple[object, ...]]:
    parse = ERQISHI.deck.parse_cards
    if desk.table.phase.owes >= 0:
        if desk.table.phase.owes == seat:
            yield "discard", tuple(legal_discards(desk, seat))
        return
    count = legal_win(desk, seat)
    if count is not None:
        yield "hu", count.total
    for event in legal_claims(desk, seat):
        laid = tuple(tuple(parse(meld)[1:]) for meld in event.bai or ())
        yield event.type, tuple(parse(event.cards or "")), laid
