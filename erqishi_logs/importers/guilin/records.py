"""One hand of the log as a record of `erqishi-log/1`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from erqishi_logs.cards import UNSEEN_GLYPH
from erqishi_logs.errors import RecordError
from erqishi_logs.importers.guilin import messages as say
from erqishi_logs.importers.guilin.course import Course, glyphs
from erqishi_logs.importers.guilin.deals import rebuild_deal
from erqishi_logs.record import Event, Record, dumps, loads
from erqishi_logs.record.types import FORMAT
from erqishi_logs.rules import load_preset
from erqishi_logs.texts.phrase import Phrase

if TYPE_CHECKING:
    from erqishi_logs.importers.guilin.hands import HandLog
    from erqishi_logs.importers.guilin.lines import Message

SOURCE = "guilin-server-log"
RULES = "guilin"


def read_hand(log: HandLog) -> Record:
    """局: the record of a hand. Raises RecordError where the log does not hang together.

    Seat 0 is who made the table, the others follow counter-clockwise (`rightPlayer` is 下家).
    """
    first = log.messages[0]
    if not isinstance(first.body, say.Enter):
        raise _error(first, Phrase("guilin.no_deal"), Phrase("guilin.older_part"))
    room = first.body.room_info
    players = _seat_order(first, first.body)
    seats = {uid: seat for seat, uid in enumerate(players)}
    if room.lord_player not in seats:
        known = Phrase("part.one_of", words=", ".join(players))
        raise _error(first, Phrase("guilin.dealer", uid=room.lord_player), known)
    course = Course(seats, first.at)
    course.follow(log)
    dealer = seats[room.lord_player]
    record = Record(
        format=FORMAT,
        game="guilin",
        rules=RULES,
        house=_house(room),
        session=room.room_id,
        hand=room.circle,
        played_at=first.at.isoformat(timespec="milliseconds"),
        source=SOURCE,
        players=players,
        dealer=dealer,
        events=_deal_events(course, dealer) + course.events,
        pay=_pay(course),
        extra=_extra(course),
    )
    return _checked(record, first)


def _checked(record: Record, first: Message) -> Record:
    """The record if the format takes it (FORMAT): a garbled log may say what no record can."""
    try:
        return loads(dumps(record))
    except RecordError as error:
        raise _error(first, Phrase("guilin.no_record", found=error.found), error.expected) from None


def _seat_order(message: Message, body: say.Enter) -> tuple[str, ...]:
    users = body.user_list
    creator = body.room_info.creator_uid
    uid = creator if creator in users else min(users, default="")
    order: list[str] = []
    while uid in users and uid not in order:
        order.append(uid)
        uid = users[uid].right_player
    if len(order) != len(users) or not order or uid != order[0]:
        raise _error(message, Phrase("guilin.no_round"), Phrase("guilin.round"))
    return tuple(order)


def _house(room: say.Room) -> tuple[str, ...] | None:
    if room.min_hu in (None, load_preset(RULES).min_hushu):
        return None
    return (f"min_hushu={room.min_hu}",)


def _deal_events(course: Course, dealer: int) -> list[Event]:
    dealt = rebuild_deal(course, dealer)
    n_players = len(course.seats)
    order = [(dealer + step) % n_players for step in range(n_players)]
    last = course.last_card
    return [
        Event(type="deal", seat=seat, cards=_dealt(dealt, seat, last if seat == dealer else None), ms=0)
        for seat in order
    ]


def _dealt(dealt: list[list[int]] | None, seat: int, last: int | None) -> str:
    """A seat's deal in the order of the kinds, the dealer's 21st card last; `?` where it is not known."""
    if dealt is None:
        return UNSEEN_GLYPH * 20 + ("" if last is None else glyphs([last]))
    cards = sorted(dealt[seat])
    if last in cards:
        cards.remove(last)
        cards.append(last)
    return glyphs(cards)


def _pay(course: Course) -> tuple[int, ...] | None:
    """What each seat won or paid, where it hangs on the 和數 alone: no 醒, no bonus for an own flip, 天和 or 地和."""
    if course.win is None or course.result is None or course.result.xing or course.win.type not in say.PLAIN_WINS:
        return None
    return _shares(course)


def _shares(course: Course) -> tuple[int, ...] | None:
    """抬炮: the discarder alone pays for both; else every other seat pays."""
    win, result = course.win, course.result
    if win is None or result is None or result.zi_num is None or result.from_uid not in course.seats:
        return None
    winner, others = course.seats[win.uid], len(course.seats) - 1
    alone = course.seats[result.from_uid] if win.type in say.TAIPAO else None
    payers = [seat for seat in course.seats.values() if seat != winner and alone in (None, seat)]
    each = result.zi_num * others // len(payers)
    return tuple(result.zi_num * others if seat == winner else -each * (seat in payers) for seat in range(others + 1))


def _extra(course: Course) -> dict[str, object] | None:
    """What the record has no key for: the 子 paid, the part of them by 醒, and who paid what where `pay` is absent."""
    result = course.result
    if result is None or result.uid is None:
        return None
    shares = None if _pay(course) else _shares(course)
    kept = {"_pay": shares and list(shares), "_xing": result.xing, "_zi": result.zi_num}
    return {key: value for key, value in kept.items() if value is not None}


def _error(message: Message, found: str, expected: str) -> RecordError:
    line = message.line
    return RecordError(line.file, line.number, None, found, expected)
