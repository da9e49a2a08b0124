"""An option, and a hand whose result it changes: what is asked, and how."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from erqishi_logs.audit import audit_record
from erqishi_logs.record import loads
from erqishi_logs.rules import load_rules
from erqishi_logs.scoring.question import score_question
from erqishi_logs.simulate import iter_hands, simulate_hand
from erqishi_logs.simulate.sitting import Round, next_round, seat_dealer
from tests.audit.table import record, told

if TYPE_CHECKING:
    from collections.abc import Callable

    from erqishi_logs.rules import RuleSet

Ask = "Callable[[RuleSet], Any]"


class Change(NamedTuple):
    """異: with `base` the answer is `before`, with the one difference `house` it is `after`; `clause`: whence."""

    option: str
    clause: str
    base: str
    house: str
    ask: Callable[[RuleSet], Any]
    before: Any
    after: Any

    @property
    def rules(self) -> tuple[RuleSet, RuleSet]:
        """The rule set without the difference, and with it; `base` may have differences of its own."""
        base, *more = self.base.split()
        return load_rules(base, more), load_rules(base, [*more, self.house])


def _written(rules: RuleSet) -> dict[str, Any]:
    return {"house": " ".join(rules.house)}


def dealt(n_players: int) -> Callable[[RuleSet], Any]:
    """發牌: cards of each seat from the dealer on, of the wall, and what is done next."""

    def ask(rules: RuleSet) -> Any:
        hand = simulate_hand(rules, "0", n_players)
        sizes: dict[int, int] = {}
        for event in hand.events:
            if event.type == "deal":
                sizes[event.seat or 0] = sizes.get(event.seat or 0, 0) + len(event.cards or "")
        first = next(event.type for event in hand.events if event.type not in ("cut", "deal"))
        return list(sizes.values()), len(hand.wall or ""), first

    return ask


def cut_out(rules: RuleSet) -> Any:
    """叨牌: whether a card was turned up, cards in the wall, copies of that card among hands and wall."""
    hand = simulate_hand(rules, "0", 3)
    cut = next((event.card for event in hand.events if event.type == "cut"), None)
    cards = "".join(event.cards or "" for event in hand.events if event.type == "deal") + (hand.wall or "")
    return cut is not None, len(hand.wall or ""), cards.count(cut or "一")


def tables(rules: RuleSet) -> Any:
    """桌: at how many seats the sittings are played."""
    return sorted({hand.n_players for hand in iter_hands(rules, 49, 1)})


def cutter(rules: RuleSet) -> Any:
    """切牌: who cuts where seat 0 shuffled, and who deals if a 2 is turned up."""
    return seat_dealer(rules, 2, 3, None, 0)


def first_hand(rules: RuleSet) -> Any:
    """莊: the 圈 of a sitting's first hand, and whether a card names its dealer."""
    hand = next(iter_hands(rules, 1, 1))
    return hand.quan, hand.events[0].type == "cut"


def next_dealer(rules: RuleSet) -> Any:
    """拉莊: who deals after seat 1 dealt and won."""
    won = loads(
        '{"format":"erqishi-log/1","rules":"quan","players":["甲","乙","丙"],"dealer":1,'
        '"events":[{"type":"hu","seat":1}]}'
    )
    return next_round(rules, 3, Round(1, 0, 1, 1), won, Random(1)).dealer


def found(hands: dict[str, str], events: str, quan: int | None = None) -> Callable[[RuleSet], Any]:
    """審: what is found, as `told`."""
    return lambda rules: told(record(rules.id, hands, events, quan=quan, **_written(rules)))


def paid(hands: dict[str, str], events: str, quan: int | None = None) -> Callable[[RuleSet], Any]:
    """付: what each seat wins or pays."""

    def ask(rules: RuleSet) -> Any:
        verdict = audit_record(record(rules.id, hands, events, quan=quan, **_written(rules)), rules)
        return list(verdict.pay or ())

    return ask


def ended(hands: dict[str, str], events: str) -> Callable[[RuleSet], Any]:
    """終: how the hand ended, and what is found."""

    def ask(rules: RuleSet) -> Any:
        hand = record(rules.id, hands, events, **_written(rules))
        return audit_record(hand, rules).outcome, told(hand)

    return ask


def declared(hands: dict[str, str], events: str) -> Callable[[RuleSet], Any]:
    """報: the titles that the last line of a 譜 declares, and what is found."""

    def ask(rules: RuleSet) -> Any:
        hand = record(rules.id, hands, events, **_written(rules))
        return hand.events[-1].titles, told(hand)

    return ask


def counted(melds: str, **question: Any) -> Callable[[RuleSet], Any]:
    """算: 和數, tier, titles and total, or why it is no win."""

    def ask(rules: RuleSet) -> Any:
        got = score_question({"melds": melds, "rules": rules.id, "house": list(rules.house), **question})
        return (got["hushu"], got["tier"], " ".join(got["titles"]), got["total"]) if got["valid"] else got["reason"]

    return ask


def swept(rules: RuleSet) -> Any:
    """掃: the melds on the table after a dui on the table met its fourth card (RULEBOOK §9)."""
    hand = record("leshan", {"甲": "?", "乙": "五五" + "一二四七九十壹貳叄伍陸柒捌玖拾二九十", "丙": "?"}, GROWN)
    hand = msgspec.structs.replace(hand, game="guilin", rules="guilin", house=rules.house or None)
    return [f.code for f in audit_record(hand, rules).findings if f.severity == "fault"]


GROWN = "打 甲 五; 對 乙; 打 乙 二; 翻 丙 五; 開 乙"
