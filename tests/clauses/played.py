"""Hands for the clauses: 乙's twenty cards, what was played, what is found."""

from __future__ import annotations

from typing import NamedTuple

from tests.audit.table import record, told

#: Fills a hand up to twenty: pairs that make no chi meld with 五, 七, 伍, 柒 or with each other's neighbours.
FILLER = "貳貳叄叄捌捌玖玖拾拾壹壹肆肆陸"
#: Six melds of 18 和, no longdeng split; with 玖玖 it waits for 玖 (21 和) and 九 (18 和).
SIX = "壹壹壹五五五貳柒拾二七十六七八伍陸柒"
WAIT = SIX + "玖玖"
#: Complete but for one card and of 9 和: no win.
TOO_SMALL = "壹壹壹二七十三四五伍陸柒六六陸捌捌八九九"
#: No way to be complete.
LOOSE = "一一三三四六八八九九十壹貳叄叄伍陸柒玖拾"


def fill(cards: str) -> str:
    """The cards and as much filler as makes twenty."""
    return cards + FILLER[: 20 - len(cards)]


def four(**hands: str) -> dict[str, str]:
    """A table with a 小家: 丁, for 甲 deals."""
    return {"甲": "?", "乙": "?", "丙": "?", "丁": "?", **hands}


def three(**hands: str) -> dict[str, str]:
    """A table of three, 甲 deals."""
    return {"甲": "?", "乙": "?", "丙": "?", **hands}


class Played(NamedTuple):
    """One row: clauses, rule set, hands, events (`;` between), the findings in the words of `told`."""

    clauses: str
    rules: str
    hands: dict[str, str]
    events: str
    expected: list[str]
    house: str = ""
    quan: int | None = None

    @property
    def got(self) -> list[str]:
        """What the audit finds."""
        return told(record(self.rules, self.hands, self.events, quan=self.quan, house=self.house))


def names(rows: list[Played]) -> list[str]:
    """Test ids: the clauses."""
    return [row.clauses for row in rows]
