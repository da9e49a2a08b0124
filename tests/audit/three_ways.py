"""三答: one record three ways, its unseen card left unseen, named as what breaks a rule, named as what does not."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tests.audit.table import NAMES, findings, record

if TYPE_CHECKING:
    from erqishi_logs.audit import Finding
    from erqishi_logs.record import Record

#: What hangs on a whole hand hangs on every kind that is not all seen.
ANY = "一二三四五六七八九十壹貳叄肆伍陸柒捌玖拾"
#: One gun of 甲, and another if the `@` is 五.
GUNS = "五五五@一一一一九九十壹壹貳叄伍柒柒捌玖拾"


class Row(NamedTuple):
    """One record with `@` for what is unseen, in a hand or in an event.

    `event` counts after the deals; `depends` are the cards it must be said to hang on; `broken` and `clear`
    stand for the `@` where it was seen.
    """

    name: str
    code: str
    rules: str
    hands: dict[str, str]
    events: str
    seat: str
    event: int
    depends: str
    broken: str
    clear: str
    severity: str = "violation"
    unseen: str = "?"

    def fill(self, cards: str) -> Record:
        hands = {name: self.hands.get(name, "?").replace("@", cards) for name in NAMES[:3]}
        return record(self.rules, hands, self.events.replace("@", cards))

    def told(self, cards: str, *, cannot_tell: bool) -> list[Finding]:
        hand = self.fill(cards)
        deals = sum(event.type == "deal" for event in hand.events)
        place = (self.severity, self.code, NAMES.index(self.seat), self.event + deals)
        found = findings(hand, cannot_tell=cannot_tell)
        return [f for f in found if (f.severity, f.code, f.seat, f.event) == place]
