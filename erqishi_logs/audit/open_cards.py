"""明牌未見: cards that lay open on the table and that the recorder did not see.

A hand holds what its seat may have been dealt (`Case.decide`); a discard, a flip, a card of a chi or of
declared melds written as `?` is one card that may be of any kind. It is named, once as each kind that leaves
the record possible, and the hand judged anew: what all names find is violated, what some find cannot be told
(RULEBOOK §7, Hidden cards).
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

import msgspec

from erqishi_logs.audit.case import weigh
from erqishi_logs.cards import UNSEEN
from erqishi_logs.replay import replay_record

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from erqishi_logs.audit.case import Case
    from erqishi_logs.audit.finding import Finding
    from erqishi_logs.record.types import Event
    from erqishi_logs.replay import Replay

#: Cards of one event that are named together; an event with more of them unseen is left alone.
MOST_NAMED = 2
_UNSEEN = "?"


def judge_named(case: Case, judge: Callable[[Replay], list[Finding]]) -> list[Finding]:
    """明牌未見: the findings that naming one open unseen card brings, beside those of the case.

    `judge` gives the findings of a replay. In a record with an impossible event it cannot be asked which
    names fit: it is left alone.
    """
    known = {_key(f) for f in case.findings if f.verdict == "violated"}
    named: list[Finding] = []
    for place in open_places(case):
        certain, possible = weigh(iter_fits(case, place), lambda replay: _new(judge(replay), known), case.cannot_tell)
        named += certain
        if case.cannot_tell:
            named += [msgspec.structs.replace(f, verdict="cannot_tell", depends=(_UNSEEN,)) for f in possible]
    return named


def _key(finding: Finding) -> tuple[object, ...]:
    return finding.severity, finding.code, finding.seat, finding.event


def _new(findings: list[Finding], known: set[tuple[object, ...]]) -> list[Finding]:
    return [f for f in findings if f.severity != "fault" and _key(f) not in known]


def open_places(case: Case) -> list[int]:
    """明牌未見: the events with an open unseen card that no claim named; none in a record with an impossible event."""
    if any(step.faults for step in case.replay.steps):
        return []
    turned = [live.event for live in case.replay.lives if live.kind == UNSEEN and not live.hidden]
    laid = [
        index
        for index, event in enumerate(case.events)
        if event.type in ("chi", "hu") and not event.overruled and any(_UNSEEN in text for text in _laid(event))
    ]
    return sorted(place for place in (*turned, *laid) if _count(case.events[place]) <= MOST_NAMED)


def _laid(event: Event) -> Sequence[str]:
    return (event.cards or "", *(event.bai or ())) if event.type == "chi" else (event.melds or ())


def _count(event: Event) -> int:
    return sum(text.count(_UNSEEN) for text in _laid(event))


def iter_fits(case: Case, place: int) -> Iterator[Replay]:
    """明牌未見: the record with the open cards of one event named, in every way that leaves it possible."""
    deck = case.game.deck
    cards = [deck.format_card(kind) for kind in range(deck.n_kinds)]
    event = case.events[place]
    for names in product(cards, repeat=max(1, _count(event))):
        events = [*case.events]
        events[place] = _named(event, names)
        replay = replay_record(msgspec.structs.replace(case.record, events=events), case.rules)
        if not any(step.faults for step in replay.steps):
            yield replay


def _named(event: Event, names: Sequence[str]) -> Event:
    left = iter(names)

    def name(text: str) -> str:
        return "".join(next(left) if card == _UNSEEN else card for card in text)

    if event.type == "chi":
        cards = name(event.cards or "")
        return msgspec.structs.replace(event, cards=cards, bai=event.bai and type(event.bai)(map(name, event.bai)))
    if event.type == "hu":
        return msgspec.structs.replace(event, melds=tuple(map(name, event.melds or ())))
    return msgspec.structs.replace(event, card=name(event.card or ""))
