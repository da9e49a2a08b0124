"""A table of the platform, written from PLATFORMS A alone: moves in, snapshots out as its servers send them.

It shares no code with the importer or the writer and does otherwise where the description leaves it open: copies of
cards are numbered, a card that is claimed leaves `chuPai`, `oper` stays till the next one, offers stand beside it.
"""

from __future__ import annotations

import copy
from collections import Counter
from typing import Any

SMALL, BIG = "一二三四五六七八九十", "壹貳叄肆伍陸柒捌玖拾"


class Table:
    def __init__(self, hands: list[str], dealer: int = 0, *, hidden: tuple[int, ...] = (), **room: Any) -> None:
        self.copies: Counter[str] = Counter()
        self.hands = [[self.number(card) for card in hand] for hand in hands]
        self.hidden = hidden
        self.left = 80 - sum(map(len, hands))
        self.melds: list[list[dict[str, int]]] = [[] for _ in hands]
        self.chus: list[list[int]] = [[] for _ in hands]
        self.live: tuple[int, int, bool] | None = None
        self.last: dict[str, Any] = {}
        users = [
            {"uid": 70 + seat, "userName": "甲乙丙丁"[seat], "seatId": seat + 1, "score": 0, **self.seat(seat)}
            for seat in range(len(hands))
        ]
        rules = {"name": "乐山二七十"}
        head = {"roomId": 271027, "circle": 1, "juShu": 1, "zhuangId": 70 + dealer, "rules": rules} | room
        self.shots: list[dict[str, Any]] = [head | {"users": users, "leftCard": self.left}]

    def number(self, card: str) -> int:
        """A card as the platform numbers it, each copy once."""
        self.copies[card] += 1
        rank = (SMALL + BIG).index(card)
        return (rank % 10 + 1) * 100 + (rank // 10 + 1) * 10 + self.copies[card]

    def seat(self, seat: int) -> dict[str, Any]:
        cards = list(self.hands[seat])
        shown = len(cards) if seat in self.hidden else cards
        return {"handCards": shown, "leftCards": copy.deepcopy(self.melds[seat]), "chuPai": list(self.chus[seat])}

    def shoot(self, **clicks: dict[str, Any]) -> Table:
        users = [{"uid": 70 + s, **self.seat(s), **clicks.get(f"s{s}", {})} for s in range(len(self.hands))]
        self.shots.append({"userCard": users, "leftCard": self.left, **self.last})
        return self

    def held(self, seat: int, card: str) -> int:
        """The copy of a card that a seat holds."""
        rank = (SMALL + BIG).index(card)
        base = (rank % 10 + 1) * 100 + (rank // 10 + 1) * 10
        return next(number for number in self.hands[seat] if number // 10 * 10 == base)

    def oper(self, seat: int, code: int, **facts: int) -> None:
        self.last = {"operUid": 70 + seat, "oper": {"oper": code, **facts}}

    # -- moves; `quiet` ones show in the next snapshot only

    def discard(self, seat: int, card: str, *, quiet: bool = False, **clicks: Any) -> Table:
        number = self.held(seat, card)
        self.hands[seat].remove(number)
        self.chus[seat].append(number)
        self.live = (number, seat, False)
        self.oper(seat, 48, targetId=number, **{"from": 0})
        return self if quiet else self.shoot(**clicks)

    def flip(self, seat: int, card: str, *, quiet: bool = False, **clicks: Any) -> Table:
        number = self.number(card)
        self.left -= 1
        self.chus[seat].append(number)
        self.live = (number, seat, True)
        self.oper(seat, 50, targetId=number, **{"from": -1})
        return self if quiet else self.shoot(**clicks)

    def draw(self, seat: int, card: str, *, quiet: bool = False) -> Table:
        number = self.number(card)
        self.left -= 1
        self.hands[seat].append(number)
        self.oper(seat, 50, targetId=0 if seat in self.hidden else number, **{"from": -1})
        return self if quiet else self.shoot()

    def claim(self, seat: int, code: int, cards: str, *, quiet: bool = False, **clicks: Any) -> Table:
        number, turner, flipped = self.live  # type: ignore[misc]
        self.chus[turner].remove(number)
        used = [self.held(seat, card) for card in cards]
        if len(set(cards)) == 1 and len(cards) > 1:
            base = used[0] // 10 * 10
            used = [n for n in self.hands[seat] if n // 10 * 10 == base][: len(cards)]
        for one in used:
            self.hands[seat].remove(one)
        ids = {f"id{place}": one for place, one in enumerate((*used, 0, 0, 0)[:3], 1)}
        facts = {"targetId": number, "from": -1 if flipped else turner + 1, **ids}
        self.melds[seat].append({"oper": code, **facts})
        self.live = None
        self.oper(seat, code, **facts)
        return self if quiet else self.shoot(**clicks)

    def bai(self, seat: int, cards: str, *, quiet: bool = False) -> Table:
        used = []
        for card in cards:
            used.append(self.held(seat, card))
            self.hands[seat].remove(used[-1])
        facts = {"targetId": self.melds[seat][-1]["targetId"], "id1": used[0], "id2": used[1], "id3": used[2]}
        self.melds[seat].append({"oper": 47, **facts})
        self.oper(seat, 47, **facts)
        return self if quiet else self.shoot()

    def hu(self, seat: int, **clicks: Any) -> Table:
        number, turner, flipped = self.live or (0, 0, True)
        self.oper(seat, 42, targetId=number, **{"from": -1 if flipped else turner + 1})
        return self.shoot(**clicks)

    def settle(self, scores: list[int], **won: Any) -> list[dict[str, Any]]:
        """The settlement; `won` is of the winner, `winner` his seat."""
        winner = won.pop("winner", None)
        users = []
        for seat, score in enumerate(scores):
            user = {"uid": 70 + seat, "huType": 0, "totalScore": score, "handCards": list(self.hands[seat])}
            if seat == winner:
                number, _, flipped = self.live or (0, 0, True)
                user |= {"huType": 10 if flipped else 1, "rightCard": number, **won}
            elif winner is not None and self.live and not self.live[2] and seat == self.live[1]:
                user["huType"] = 3
            users.append(user)
        self.shots.append({"users": users})
        return self.shots
