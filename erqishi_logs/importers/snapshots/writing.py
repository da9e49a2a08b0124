"""寫: a record as the snapshots of the platform (PLATFORMS, A)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from erqishi_logs.cards import ERQISHI_DECK, UNSEEN
from erqishi_logs.errors import ErqishiError
from erqishi_logs.importers.snapshots import shapes as say
from erqishi_logs.importers.snapshots.clicks import CLAIM_TYPES
from erqishi_logs.importers.snapshots.kept import kept, kept_by_seat, kept_offers, kept_rest, kept_uids
from erqishi_logs.importers.snapshots.numbers import number_of
from erqishi_logs.importers.snapshots.room import CUT, HOUSE, PRESET, STAKE, rules_of
from erqishi_logs.importers.snapshots.settlement import ON_DISCARD, ON_FLIP, TAIPAO, TITLE_CODES
from erqishi_logs.rules.options import Cut
from erqishi_logs.texts.phrase import Phrase

if TYPE_CHECKING:
    from collections.abc import Sequence

    from erqishi_logs.record import Event, Record

_CODES: Final = {kind: code for code, kind in CLAIM_TYPES.items()} | {"pass": say.PASS}
_DECK_CARDS: Final = ERQISHI_DECK.n_cards


def snapshots_of(record: Record) -> list[dict[str, Any]]:
    """快照: the snapshots of a hand as plain data, one after every event. Raises ErqishiError for another game."""
    if record.game != "erqishi":
        msg = Phrase("eqs.other_game", game=record.game)
        raise ErqishiError(msg)
    return _Writer(record).snapshots()


class _Writer:
    """The table after each event, as the platform shows it. Copies of cards are not told."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.uids = kept_uids(record)
        n_players = record.n_players
        self.hands: list[list[int]] = [[] for _ in range(n_players)]
        self.lefts: list[list[dict[str, Any]]] = [[] for _ in range(n_players)]
        self.chus: list[list[int]] = [[] for _ in range(n_players)]
        self.live: tuple[int, Event] | None = None
        self.hu: Event | None = None
        for event in record.events:
            if event.type == "deal" and event.seat is not None:
                self.hands[event.seat] += ERQISHI_DECK.parse_cards(event.cards or "")
        self.dealt = {event.seat for event in record.events if event.type == "deal"}
        gone = sum(map(len, self.hands)) + _n_cut(record)
        self.wall = len(record.wall) if record.wall else max(0, _DECK_CARDS - gone)

    def snapshots(self) -> list[dict[str, Any]]:
        shown = [self._first()]
        events = [*self.record.events, *kept_rest(self.record)]
        for event in events:
            shown += self._after(event)
        paid = self.record.pay is not None or kept_by_seat(self.record, "_pay") is not None
        if paid or self.hu is not None or any(event.type == "huang" for event in events):
            shown.append(self._settlement())
        return shown

    def _first(self) -> dict[str, Any]:
        record = self.record
        room = {
            "roomId": _room_id(record.session),
            "circle": kept(record, "_circle", int) if record.quan is None else record.quan,
            "juShu": kept(record, "_juShu", int) if record.hand is None else record.hand,
            "zhuangId": self._uid(record.dealer),
            "rules": self._rules(),
        }
        scores = kept_by_seat(record, "_scores") or [0] * record.n_players
        users = [
            {"uid": self._uid(seat), "userName": name, "seatId": seat + 1, "score": scores[seat], **self._seat(seat)}
            for seat, name in enumerate(record.players)
        ]
        told = {key: value for key, value in room.items() if value is not None}
        return told | {"users": users, "leftCount": self.wall}

    def _rules(self) -> dict[str, Any]:
        record = self.record
        named: dict[str, Any] = {PRESET: record.rules}
        if record.house:
            named[HOUSE] = list(record.house)
        if record.stake is not None:
            named[STAKE] = record.stake
        cuts = [
            [event.seat + 1, _number(event.card)]
            for event in record.events
            if _is_cut(event) and event.seat is not None
        ]
        if cuts:
            named[CUT] = cuts
        return {**(kept(record, "_rules", dict[str, Any]) or {}), **named}

    def _uid(self, seat: int) -> say.Uid:
        return self.uids[seat]

    def _seat(self, seat: int) -> dict[str, Any]:
        hand = self.hands[seat]
        cards = len(hand) if hand and set(hand) == {UNSEEN} else list(map(number_of, hand))
        shown = {"handCards": cards, "leftCards": list(self.lefts[seat]), "chuPai": list(self.chus[seat])}
        if seat not in self.dealt:
            del shown["handCards"]
        return shown

    # -- after an event

    def _after(self, event: Event) -> list[dict[str, Any]]:
        if event.overruled or event.type == "pass":
            return [self._clicked(event)]
        if event.type in ("discard", "flip", "draw"):
            return [self._turned(event)]
        if event.type == "hu":
            self.hu = event
            return [self._shown(event.seat, {"oper": say.HU, "targetId": _number(event.card), "from": self._from()})]
        if event.type in CLAIM_TYPES.values():
            return self._claimed(event)
        oper = kept(event, "_oper", dict[str, int])
        card = kept(event, "_card", str)
        return [self._shown(event.seat, {**oper, "targetId": _number(card)})] if oper else []

    def _shown(
        self, seat: int | None, oper: dict[str, Any] | None = None, clicks: dict[str, Any] | None = None
    ) -> dict[str, Any]:
        cards = [{"uid": self._uid(one), **self._seat(one)} for one in range(self.record.n_players)]
        if seat is None:
            return {"userCard": cards, "leftCount": self.wall}
        cards[seat] |= clicks or {}
        self._offer(cards)
        told = {} if oper is None else {"operUid": self._uid(seat), "oper": oper}
        return {"userCard": cards, "leftCount": self.wall, **told}

    def _offer(self, cards: list[dict[str, Any]]) -> None:
        """The offers at the live card that nobody answered, which the importer keeps at its event."""
        if self.live is None:
            return
        for seat, offers in kept_offers(self.live[1], len(cards)).items():
            cards[seat].setdefault("opers", offers)

    def _turned(self, event: Event) -> dict[str, Any]:
        seat, number = event.seat or 0, _number(event.card)
        if event.type == "discard":
            self._use(seat, event.card)
        else:
            self.wall = max(0, self.wall - 1)
        if event.type == "draw":
            self.hands[seat] += ERQISHI_DECK.parse_cards(event.card or "")
            self.live = None
        else:
            self.chus[seat].append(number)
            self.live = (seat, event)
        code = say.DISCARD if event.type == "discard" else say.FLIP
        return self._shown(seat, {"oper": code, "targetId": number, "from": 0 if event.type == "discard" else -1})

    def _clicked(self, event: Event) -> dict[str, Any]:
        code = _CODES[event.type]
        offers = list((event.extra or {})["_offers"]) if kept(event, "_offers", list[say.Operation]) else []
        if event.type == "chi":
            offers.append(self._operation(event, event.cards or ""))
        clicks = {"currOper": code, "opers": offers} if offers else {"currOper": code}
        return self._shown(event.seat, None, clicks)

    def _claimed(self, event: Event) -> list[dict[str, Any]]:
        seat = event.seat or 0
        joined = event.cards or "" if event.type == "chi" else (event.card or "") * (3 if event.type == "kai" else 2)
        oper = self._operation(event, joined)
        self.live = None
        target = _number(event.card)
        laid = [({"oper": say.BAI, "targetId": target, **_ids(meld)}, meld) for meld in event.bai or ()]
        return [self._laid(seat, *pair) for pair in [(oper, joined), *laid]]

    def _operation(self, event: Event, joined: str) -> dict[str, Any]:
        return {"oper": _CODES[event.type], "targetId": _number(event.card), "from": self._from(), **_ids(joined)}

    def _laid(self, seat: int, oper: dict[str, Any], cards: str) -> dict[str, Any]:
        self._use(seat, cards)
        self.lefts[seat].append(oper)
        return self._shown(seat, oper)

    def _from(self) -> int:
        if self.live is None:
            return 0
        seat, event = self.live
        return -1 if event.type == "flip" else seat + 1

    def _use(self, seat: int, cards: str | None) -> None:
        hand = self.hands[seat]
        for kind in ERQISHI_DECK.parse_cards(cards or ""):
            known = kind if kind in hand else UNSEEN
            if known in hand:
                hand.remove(known)

    # -- the settlement

    def _settlement(self) -> dict[str, Any]:
        pay = self.record.pay or kept_by_seat(self.record, "_pay")
        rain = kept_by_seat(self.record, "_yu")
        users = []
        for seat in range(self.record.n_players):
            user = {"uid": self._uid(seat), "huType": self._hu_type(seat), **_hand_of(self._seat(seat))}
            if rain:
                user["yuScore"] = rain[seat]
            if pay is not None:
                user["totalScore"] = pay[seat]
            users.append(user | self._won(seat))
        return {"users": users}

    def _hu_type(self, seat: int) -> int:
        if self.hu is None:
            return 0
        discards = self.live is not None and self.live[1].type == "discard" and bool(self.hu.card)
        if seat == self.hu.seat:
            return kept(self.hu, "_huType", int) or (ON_DISCARD if discards else ON_FLIP)
        return TAIPAO if discards and self.live is not None and seat == self.live[0] else 0

    def _won(self, seat: int) -> dict[str, Any]:
        hu = self.hu
        if hu is None or seat != hu.seat:
            return {}
        codes: Sequence[int] | None = kept(hu, "_huRules", list[int])
        if hu.titles is not None:
            codes = [*(TITLE_CODES[title] for title in hu.titles if title in TITLE_CODES), *(codes or ())]
        hushu = kept(hu, "_huShu", int) if hu.hushu is None else hu.hushu
        told = {"huShu": hushu, "huRules": codes, "rightCard": _number(hu.card) or None}
        return {key: value for key, value in told.items() if value is not None}


def _n_cut(record: Record) -> int:
    """叨牌: the cards that were turned up and are out of the hand, where its rules say so."""
    if rules_of(record.rules, record.house or ()).cut != Cut.OUT:
        return 0
    return sum(map(_is_cut, record.events))


def _is_cut(event: Event) -> bool:
    return event.type == "cut"


def _hand_of(seat: dict[str, Any]) -> dict[str, Any]:
    return {key: seat[key] for key in ("handCards",) if key in seat}


def _number(card: str | None) -> int:
    return number_of(ERQISHI_DECK.parse_card(card)) if card else 0


def _ids(cards: str) -> dict[str, int]:
    return {f"id{place}": _number(card) for place, card in enumerate(cards, 1)}


def _room_id(session: str | None) -> say.Uid | None:
    """The room: a number where it is written as one."""
    if session is not None and session.isascii() and session.isdigit() and str(int(session[:15])) == session:
        return int(session)
    return session
