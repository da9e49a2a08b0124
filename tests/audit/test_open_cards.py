"""明牌未見: a card that lay open and was not seen, in hands that broke rules (RULEBOOK §7.24)."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import msgspec
import pytest

from erqishi_logs.audit import audit_record
from erqishi_logs.record import loads
from erqishi_logs.replay import replay_record
from erqishi_logs.rules import RuleSet, load_rules
from tests.audit.table import findings, record, told
from tests.audit.test_wins import SIX, WAIT
from tests.twin.test_twin import mutated

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from erqishi_logs.audit import Finding
    from erqishi_logs.record import Event, Record

Key = tuple[str, str, int | None, int | None]
OPEN = ("chi", "dui", "kai", "hu", "pass")


def by_key(found: Iterable[Finding], verdict: str = "violated") -> dict[Key, set[int]]:
    return {(f.severity, f.code, f.seat, f.event): set(f.evidence) for f in found if f.verdict == verdict}


def blot(text: str, rng: Random) -> str:
    place = rng.randrange(len(text))
    return f"{text[:place]}?{text[place + 1 :]}"


def blotted(event: Event, rng: Random) -> Event:
    """One card of the event, with which it was taken or which was turned up, is not seen."""
    if event.type == "chi":
        return msgspec.structs.replace(event, cards=blot(event.cards or "", rng))
    if event.type == "hu":
        melds = list(event.melds or ())
        place = rng.randrange(len(melds))
        melds[place] = blot(melds[place], rng)
        return msgspec.structs.replace(event, melds=tuple(melds))
    return msgspec.structs.replace(event, card="?")


def with_an_open_card_unseen(hand: Record, rng: Random) -> Record:
    """The record without one open card; nobody who claims a card turned up says then which it was."""
    events = list(hand.events)
    places = [i for i, e in enumerate(events) if e.type in ("discard", "flip", "chi") or (e.type == "hu" and e.melds)]
    place = rng.choice(places)
    events[place] = blotted(events[place], rng)
    if events[place].type in ("discard", "flip"):
        for later in range(place + 1, len(events)):
            if events[later].type not in OPEN:
                break
            if events[later].card:
                events[later] = msgspec.structs.replace(events[later], card="?")
    return msgspec.structs.replace(hand, events=events)


def with_cards_of_the_winner_unseen(hand: Record, rng: Random) -> Record:
    """One card, two or all cards dealt to the last who declared a win are not seen, and he laid nothing out."""
    winner = [e.seat for e in hand.events if e.type == "hu"][-1]
    places = [(i, n) for i, e in enumerate(hand.events) if e.type == "deal" and e.seat == winner
              for n in range(len(e.cards or ""))]  # fmt: skip
    hidden = set(rng.sample(places, rng.choice((1, 2, len(places)))))
    events = [_as_hidden(i, e, winner, hidden) for i, e in enumerate(hand.events)]
    return msgspec.structs.replace(hand, events=events)


def _as_hidden(index: int, event: Event, winner: int | None, hidden: set[tuple[int, int]]) -> Event:
    if event.type == "deal":
        cards = "".join("?" if (index, n) in hidden else card for n, card in enumerate(event.cards or ""))
        return msgspec.structs.replace(event, cards=cards)
    if event.type == "hu" and event.seat == winner:
        return msgspec.structs.replace(event, melds=None)
    return event


def is_possible(hand: Record, rules: RuleSet) -> bool:
    return not any(step.faults for step in replay_record(hand, rules).steps)


def contradictions(whole: Record, part: Record, rules: RuleSet) -> list[str]:
    """Where a part of the record says what the whole does not, or clears what the whole finds."""
    full = by_key(audit_record(whole, rules).findings)
    found = by_key(audit_record(part, rules).findings)
    wider = audit_record(part, rules, cannot_tell=True).findings
    certain, unsure = by_key(wider), by_key(wider, "cannot_tell")
    said = [f"accused: {key}" for key in found if key[0] != "fault" and not found[key] <= full.get(key, set())]
    said += [f"not in the whole record: {key}" for key in found if key[0] != "fault" and key not in full]
    said += [
        f"hangs on what else is asked: {key}" for key in {**certain, **found} if certain.get(key) != found.get(key)
    ]
    said += [f"certain and open at once: {key}" for key in unsure.keys() & found.keys()]
    said += [f"taken for clear: {key}" for key in full if key[0] == "violation" and key not in {**found, **unsure}]
    return said + [f"hangs on nothing: {f.code}" for f in wider if f.verdict == "cannot_tell" and not f.depends]


def broken_hands(seed: int) -> Iterator[tuple[Record, RuleSet]]:
    for line in mutated(seed):
        hand = loads(line)
        rules = load_rules(hand.rules, hand.house or ())
        if is_possible(hand, rules):
            yield hand, rules


@pytest.mark.parametrize("seed", range(15))
def test_an_open_card_that_was_not_seen_accuses_and_clears_nobody(seed: int) -> None:
    compared, wrong = 0, []
    for number, (hand, rules) in enumerate(broken_hands(seed)):
        part = with_an_open_card_unseen(hand, Random(f"open/{seed}/{number}"))
        if is_possible(part, rules):
            compared += 1
            wrong += contradictions(hand, part, rules)
    assert wrong == []
    assert compared


@pytest.mark.parametrize("part", range(5))
def test_a_winner_whose_cards_were_not_seen_is_neither_accused_nor_cleared(part: int) -> None:
    """Few of the broken hands still come to a win, so each part looks through many seeds."""
    compared, wrong = 0, []
    for seed in range(20 * part, 20 * (part + 1)):
        for number, (hand, rules) in enumerate(broken_hands(seed)):
            if any(e.type == "hu" for e in hand.events):
                compared += 1
                unseen = with_cards_of_the_winner_unseen(hand, Random(f"winner/{seed}/{number}"))
                wrong += contradictions(_as_bare(hand), unseen, rules)
    assert wrong == []
    assert compared >= 10


def _as_bare(hand: Record) -> Record:
    winner = [e.seat for e in hand.events if e.type == "hu"][-1]
    return msgspec.structs.replace(hand, events=[_as_hidden(i, e, winner, set()) for i, e in enumerate(hand.events)])


THREE = {"甲": "?", "乙": "?", "丙": "?"}
DECLARED = "壹壹壹 五五五 貳柒拾 二七十 六七八 伍陸? 玖玖玖"


def test_an_unseen_card_among_declared_melds_is_no_wrong_declaration() -> None:
    hand = record("leshan", {**THREE, "乙": WAIT}, f"打 甲 三; 翻 乙 肆; 翻 丙 玖; 和 乙: {DECLARED} 21和 = 40")
    assert told(hand) == []
    assert audit_record(hand, load_rules("leshan")).total is None, "what he declared is not known"
    assert {line for line in told(hand, cannot_tell=True) if "乙" in line} == {"? hu_cuo 乙 3"}


def test_two_unseen_cards_of_one_chi_are_named_together() -> None:
    hand = record("leshan", THREE, "打 甲 五; 吃 乙 ??; 打 乙 一")
    assert {"? chi_cuo 乙 1", "? shangtu_xiaxie 乙 2 <1"} <= set(told(hand, cannot_tell=True))
    assert told(hand) == []


def test_three_unseen_cards_of_one_act_are_left_alone() -> None:
    hand = record("leshan", THREE, "打 甲 五; 吃 乙 四六 擺 ???")
    assert not [line for line in told(hand, cannot_tell=True) if "san_da_yi" in line]


def test_nothing_is_named_in_a_record_that_makes_no_sense() -> None:
    hand = record("leshan", THREE, "打 甲 ?; 吃 乙 二三; 打 乙 一; 對 乙 九")
    assert not [line for line in told(hand, cannot_tell=True) if "shangtu_xiaxie" in line]


def test_what_a_name_would_break_is_said_with_the_sentence_of_the_code() -> None:
    hand = record("leshan", {**THREE, "乙": SIX + "玖?"}, "打 甲 三; 翻 乙 肆; 翻 丙 玖; 和 乙")
    assert {f.clause for f in findings(hand, cannot_tell=True) if f.code == "zha_hu"} == {"S0-146"}
