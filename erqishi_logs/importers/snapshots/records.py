"""One hand of snapshots as a record of `erqishi-log/1`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from erqishi_logs.audit import Verdict, audit_record
from erqishi_logs.cards import UNSEEN
from erqishi_logs.errors import ErqishiError, RecordError
from erqishi_logs.importers.snapshots import shapes as say
from erqishi_logs.importers.snapshots.acts import Act
from erqishi_logs.importers.snapshots.course import Course
from erqishi_logs.importers.snapshots.numbers import glyphs, kind_of, kinds_of
from erqishi_logs.importers.snapshots.odd import OddError
from erqishi_logs.importers.snapshots.room import Room, read_room
from erqishi_logs.importers.snapshots.settlement import Settled, read_settlement, total_of
from erqishi_logs.record import Event, Record, as_dict, dumps, loads
from erqishi_logs.record.types import FORMAT
from erqishi_logs.texts.phrase import Phrase

if TYPE_CHECKING:
    from collections.abc import Sequence

    from erqishi_logs.importers.snapshots.hands import HandText, Placed
    from erqishi_logs.importers.snapshots.shapes import Number, Snapshot, User
    from erqishi_logs.rules import RuleSet
    from erqishi_logs.texts import Lang

SOURCE = "eqs-snapshots"
#: The language of the notes that the importer adds: what a record says does not hang on who reads it.
NOTES_IN: Lang = "zh-Hant"
_MOST_QUAN = 10


def read_hand(text: HandText) -> Record:
    """局: the record of a hand. Raises RecordError with the number of the snapshot and the field."""
    if text.error is not None:
        raise text.error
    placed = text.snapshots[0]
    try:
        room = read_room(placed.shape)
        hand = _Hand(room)
        for placed in text.snapshots:
            hand.take(placed.shape)
        record = hand.record(text.snapshots[0].shape)
    except OddError as odd:
        raise _error(text, placed, odd) from None
    try:
        return loads(dumps(record))
    except (RecordError, ValueError) as error:
        found = error.found if isinstance(error, RecordError) else str(error)
        expected = error.expected if isinstance(error, RecordError) else Phrase("eqs.replay")
        no_record = Phrase("guilin.no_record", found=found)
        raise RecordError(text.file, text.line, None, no_record, expected) from None


def _error(text: HandText, placed: Placed, odd: OddError) -> RecordError:
    found = Phrase("eqs.at", number=placed.number, field=odd.field, found=odd.found)
    return RecordError(text.file, placed.line, None, found, odd.expected)


class _Hand:
    """A hand as its snapshots come."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.seats = room.seats
        n_players = len(room.users)
        self.course = Course(n_players, room.dealer, room.rules.cards_each(n_players))
        self.settled: Settled | None = None
        self._resting: set[str] = set()

    def take(self, shape: Snapshot) -> None:
        looks = self._looks(shape)
        playing = {seat: user for seat, user in looks.items() if not user.settles}
        acting = None
        if shape.oper_uid is not None and shape.oper not in (None, 0):
            acting = self._seat(shape.oper_uid, "operUid")
        self.course.take(shape, playing, acting)
        if shape.settles:
            self._settle({seat: user for seat, user in looks.items() if user.settles})

    def _looks(self, shape: Snapshot) -> dict[int, User]:
        """The seats told of; what `users` and `userCard` say of one is put together."""
        looks: dict[int, User] = {}
        for user in shape.seats:
            if user.uid is None or str(user.uid) in self._absent(shape):
                continue
            seat = self._seat(user.uid, "users.uid")
            looks[seat] = _together(looks[seat], user) if seat in looks else user
        return looks

    def _absent(self, shape: Snapshot) -> set[str]:
        if shape.zhuang_id is not None and not self.course.began:
            self._resting |= {str(user.uid) for user in shape.seats if str(user.uid) not in self.seats}
        return self._resting

    def _seat(self, uid: say.Uid, field: str) -> int:
        seat = self.seats.get(str(uid))
        if seat is None:
            known = Phrase("part.one_of", words=", ".join(self.seats))
            raise OddError(field, Phrase("guilin.stranger", uid=uid), known)
        return seat

    # -- the end

    def _settle(self, users: dict[int, User]) -> None:
        course = self.course
        hu = self._hu()
        winner = None if hu is None else hu.seat
        settled = read_settlement(users, len(self.seats), winner, course.outside)
        if settled.winner is None:
            course.settle(None)
            course.bakuai()
            if not course.wall:  # with cards left it was broken off
                course.add(Event("huang"))
        elif hu is None:
            hu = self._told_hu(settled)
        if hu is not None:
            settled.declare(hu)
        self.settled = settled
        for seat, user in users.items():
            self._reveal(seat, user)

    def _hu(self) -> Event | None:
        said = self.course.rest or self.course.events
        return next((event for event in reversed(said) if event.type == "hu" and not event.overruled), None)

    def _told_hu(self, settled: Settled) -> Event:
        """和: a win that only the settlement tells of."""
        course, seat = self.course, settled.winner or 0
        live = course.flow.live
        if settled.win_card is not None and live is not None and settled.win_card != glyphs([live]):
            raise OddError("rightCard", Phrase("eqs.right_card", card=settled.win_card), Phrase("eqs.the_live"))
        course.settle(Act(say.HU, seat))
        hu = Event("hu", seat, None if live is None else glyphs([live]))
        course.add(hu)
        return hu

    def _reveal(self, seat: int, user: User) -> None:
        """攤牌: a hand that nobody saw, from the cards left at the end and those that it put out."""
        dealt, left = self.course.dealt[seat], user.hand_cards
        if dealt is None or set(dealt) != {UNSEEN} or not isinstance(left, list) or self.course.outside:
            return
        cards = [*self.course.used[seat], *kinds_of(left, "handCards")]
        won = user.right_card and kind_of(user.right_card, "rightCard")
        if len(cards) == len(dealt) + 1 and won in cards:
            cards.remove(won)
        drew = any(event.type == "draw" and event.seat == seat for event in self.course.events)
        if len(cards) == len(dealt) and UNSEEN not in cards and not drew:
            self.course.dealt[seat] = sorted(cards)

    def record(self, first: Snapshot) -> Record:
        room, course, settled = self.room, self.course, self.settled
        if settled is None:
            course.settle(None)
            settled = Settled(None, outside=[Phrase(f"eqs.extra_{name}") for name in course.outside])
        kept: dict[str, Any] = {**room.kept, **settled.kept, **_numbers_kept(first)}
        record = Record(
            format=FORMAT,
            rules=room.preset,
            house=room.house or None,
            session=None if first.room_id in (None, "") else str(first.room_id),
            hand=first.ju_shu if (first.ju_shu or 0) >= 1 else None,
            source=SOURCE,
            players=room.names,
            dealer=room.dealer,
            quan=first.circle if first.circle in range(1, _MOST_QUAN + 1) else None,
            stake=room.stake,
            events=[*self._deals(), *course.events],
            pay=settled.pay,
        )
        if course.rest:
            kept["_rest"] = as_dict(Record(format=FORMAT, rules="", players=(), dealer=0, events=course.rest))["events"]
        self._compare(record)
        if settled.outside:
            names = "、".join(name.told(NOTES_IN) for name in settled.outside)
            told = Phrase("eqs.outside", names=names).told(NOTES_IN)
            record.events.append(Event("note", text=told, extra={"_outside": True}))
        record.extra = kept or None
        return record

    def _deals(self) -> list[Event]:
        """叨牌, 發牌: dealer first; a hand of which not even the number is told has none."""
        n_players = len(self.seats)
        order = [(self.room.dealer + step) % n_players for step in range(n_players)]
        cuts = [Event("cut", seat, glyphs([kind])) for seat, kind in self.room.cuts]
        return [*cuts, *(Event("deal", seat, cards=glyphs(dealt)) for seat in order if (dealt := self._dealt(seat)))]

    def _dealt(self, seat: int) -> list[int] | None:
        if self.course.dealt[seat] is not None:
            return self.course.dealt[seat]
        rules, n_players = self.room.rules, len(self.seats)
        if rules.has_xiaojia(n_players) and seat == (self.room.dealer - 1) % n_players:
            return None
        extra = rules.dealer_extra if seat == self.room.dealer else 0
        return [UNSEEN] * (rules.cards_each(n_players) + extra)

    def _compare(self, record: Record) -> None:
        """總, 底: what the payment tells where it is what the rules give for what is declared; else nothing.

        The total is before 抬炮, at stake 1; where the room names neither rules nor stake, the payment tells the stake.
        """
        hu = self._hu()
        if hu is None or hu.seat is None or record.pay is None or not any(record.pay):
            return
        verdict = _judged(record, self.room.rules)
        factor = _ratio(record.pay, verdict.pay) if verdict is not None and verdict.pay is not None else None
        if verdict is None or factor is None:
            return
        if factor == 1 and self.room.told:
            discarder = verdict.from_seat if verdict.taipao else None
            hu.total = total_of(record.pay, hu.seat, discarder, record.stake or 1, self.room.rules)
        elif factor != 1 and not self.room.told and record.stake is None:
            record.stake = factor


def _judged(record: Record, rules: RuleSet) -> Verdict | None:
    try:
        return audit_record(record, rules)
    except ErqishiError:
        return None


def _ratio(paid: Sequence[Number], counted: Sequence[float]) -> Number | None:
    """How many times what the rules give was paid; None where no such number is."""
    if max(counted) <= 0:
        return None
    factor = max(paid) / max(counted)
    fits = factor > 0 and all(abs(one - factor * other) < 1e-6 for one, other in zip(paid, counted, strict=True))
    return None if not fits else int(factor) if factor == int(factor) else factor


def _numbers_kept(first: Snapshot) -> dict[str, Any]:
    """圈 and 局 that are no number of a record."""
    kept: dict[str, Any] = {}
    if first.circle is not None and first.circle not in range(1, _MOST_QUAN + 1):
        kept["_circle"] = first.circle
    if first.ju_shu is not None and first.ju_shu < 1:
        kept["_juShu"] = first.ju_shu
    return kept


def _together(one: User, other: User) -> User:
    told = {name: getattr(other, name) for name in other.__struct_fields__ if getattr(other, name) is not None}
    return say.User(**{name: told.get(name, getattr(one, name)) for name in one.__struct_fields__})
