"""Hands in which one seat cheats: played, audited, compared with what the cheat knows it did."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from erqishi_logs.audit import audit_record
from erqishi_logs.games import GAMES
from erqishi_logs.record import Record
from erqishi_logs.record.types import CODES, FORMAT
from erqishi_logs.replay import replay_record
from erqishi_logs.rules import load_preset
from erqishi_logs.rules.options import DealerBy
from erqishi_logs.simulate import GreedyBot
from erqishi_logs.simulate.deal import deal_cards, deal_events
from erqishi_logs.simulate.desk import Desk
from erqishi_logs.simulate.play import play_out
from erqishi_logs.simulate.sitting import NAMES, pay_of
from tests.simulate import cheat_claims, cheat_turns, cheat_wins
from tests.simulate.cheat import Cheat, Expected, Meek, StuckError, grant
from tests.simulate.clean import PRESETS

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import ModuleType

    from erqishi_logs.audit import Finding
    from erqishi_logs.rules import RuleSet

CHEATS: dict[str, type[Cheat]] = {
    found.code: found
    for room in (cheat_claims, cheat_turns, cheat_wins)
    for found in vars(room).values()
    if isinstance(found, type) and issubclass(found, Cheat) and found.code
}
#: What the rulebook judges (少報 is a note about a mistake in the others' favour).
JUDGED = tuple(code for code in CODES if code != "shao_bao")


def codes_of(*rooms: ModuleType) -> list[str]:
    """The codes whose cheats are written in these modules."""
    return [code for code, cheat in CHEATS.items() if cheat.__module__ in {room.__name__ for room in rooms}]


class Cheated(NamedTuple):
    """One hand with a cheat: who cheated, what must be found, what else is explained by it."""

    record: Record
    rules: RuleSet
    seat: int
    expected: list[Expected]
    explained: frozenset[str]


class Tally(NamedTuple):
    """Of one code: hands played and cheated in, those found, findings that nothing explains."""

    code: str
    played: int
    cheated: int
    found: int
    false: int
    failures: list[str]


def play_cheated(rules: RuleSet, n_players: int, cheat: type[Cheat], seed: int) -> Cheated:
    """A hand in which a seat, no 小家, cheats at its first chance; the others play greedily."""
    rng = Random(f"cheat/{cheat.code}/{rules.id}/{n_players}/{seed}")
    game = GAMES[rules.game]
    dealer = rng.randrange(n_players)
    quan = None if rules.dealer_by == DealerBy.CUT_CARD else rng.randint(1, 10)
    desk = Desk(game, rules, n_players, dealer, quan, rng)
    cheater = cheat(rng)
    xiaojia = [s for s in range(n_players) if desk.table.seats[s].is_xiaojia]
    seats = xiaojia if cheater.way == "xiaojia" else []
    seat = rng.choice(seats or [s for s in range(n_players) if s not in xiaojia])
    deals = [deal_cards(game, rules, n_players, rng) for _ in range(cheat.deals)]
    place, count = (seat - dealer) % n_players, game.deck.count_kinds
    deal = max(deals, key=lambda d: cheater.luck(count(d.hands[place]), count(d.wall)))
    deal = grant(deal, place, *cheater.wish(rng))
    desk.table.wall = list(deal.wall)
    events = list(deal_events(game.deck, deal, dealer, dealer, takes=cheat.code == "qi_san_da_yi"))
    for event in cheater.tamper(desk, seat, events, rng):
        desk.push(event)
    wall = desk.table.wall
    others = Meek() if cheat.patient and rng.random() < 0.75 else GreedyBot()
    with suppress(StuckError):
        play_out(desk, [cheater if s == seat else others for s in range(n_players)], wall)
    record = Record(
        format=FORMAT,
        game=rules.game,
        rules=rules.id,
        players=NAMES[:n_players],
        dealer=dealer,
        quan=quan,
        wall=game.deck.format_cards(wall),
        events=desk.events,
        pay=pay_of(desk) if desk.table.ended is not None else None,
    )
    expected = cheater.expected(record, replay_record(record, rules), seat)
    return Cheated(record, rules, seat, expected, cheater.explained | {cheater.code})


def iter_cheated(code: str, hands: int, presets: tuple[str, ...] = PRESETS) -> Iterator[tuple[int, Cheated]]:
    """Hands in which the code is broken beyond doubt, (hands played so far, hand), over all presets that judge it."""
    cheat = CHEATS[code]
    tables = [(rules, n) for rules in map(load_preset, presets) if cheat.judged_in(rules) for n in rules.players]
    seed = cheated = 0
    while cheated < hands:
        rules, n_players = tables[seed % len(tables)]
        seed += 1
        hand = play_cheated(rules, n_players, cheat, seed)
        if any(expected.severity == "violation" for expected in hand.expected):
            cheated += 1
            yield seed, hand


def misses(hand: Cheated, findings: tuple[Finding, ...]) -> list[Expected]:
    """What must be found and is not."""
    found = {(f.severity, f.code, f.seat, f.event) for f in findings}
    return [e for e in hand.expected if (e.severity, e.code, hand.seat, e.event) not in found]


def unexplained(hand: Cheated, findings: tuple[Finding, ...]) -> list[Finding]:
    """Accusations and faults that the cheat does not explain."""
    return [f for f in findings if f.severity != "note" and not (f.seat == hand.seat and f.code in hand.explained)]


def tally(code: str, hands: int) -> Tally:
    """Plays until the code was broken in so many hands, and counts what the audit found."""
    counts: Counter[str] = Counter()
    failures: list[str] = []
    played = 0
    for played, hand in iter_cheated(code, hands):
        findings = audit_record(hand.record, hand.rules).findings
        missed, false = misses(hand, findings), unexplained(hand, findings)
        counts["cheated"] += 1
        counts["found"] += not missed
        counts["false"] += len(false)
        failures += [f"{hand.rules.id} #{played} missed {missed} false {false}"] if missed or false else []
    return Tally(code, played, counts["cheated"], counts["found"], counts["false"], failures)
