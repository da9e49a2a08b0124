"""One hand of the file as a record of `erqishi-log/1`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from erqishi_logs.cards import ERQISHI_DECK, UNSEEN_GLYPH
from erqishi_logs.errors import RecordError
from erqishi_logs.importers.operations import messages as say
from erqishi_logs.importers.operations.complaints import FormError
from erqishi_logs.importers.operations.course import Course, glyphs
from erqishi_logs.importers.operations.seats import XIAOJIA_CARDS, XIAOJIA_TABLE, hand_size, seat_order
from erqishi_logs.importers.operations.settlement import Settlement, is_drawn, read_settlement
from erqishi_logs.record import Event, Record, dumps, loads
from erqishi_logs.record.types import FORMAT
from erqishi_logs.texts.phrase import Phrase

if TYPE_CHECKING:
    from collections.abc import Sequence

SOURCE: Final = "2710"
#: The rules that a file, which does not name them, is taken to be played by: those of 20 cards, those of 14.
RULES: Final = {20: "app-leshan", 14: "app-14"}
#: Who plays with so many has no 小家.
_FOURTEEN = 14


def read_hand(hand: say.Hand, plain: dict[str, Any]) -> Record:
    """局: the record of a hand; `plain` is the hand as the file has it. Raises FormError with a path in it.

    Seat 0 is the dealer. What the file has and the record has no key for is kept under `_` keys, and a
    `note` at the end names what of it lies outside the rules.
    """
    players = seat_order(hand)
    size = hand_size(players)
    seats = {str(player.uid): seat for seat, player in enumerate(players)}
    dealt = [_dealt(hand, player) for player in players]
    huer = hand.result.huer if hand.result is not None else None
    course = Course(seats, dealt, size, seats.get(str(huer)) if huer else None)
    wall = _wall(hand, course)
    course.follow(hand.player_ops or (), plain.get("player_ops") or ())
    course.finish(drawn=is_drawn(hand.result))
    _fill(dealt, size)
    found = Settlement()
    if hand.result is not None:
        found = read_settlement(hand.result, plain["result"], course)
    outside = [*dict.fromkeys(course.outside + found.outside)]
    record = Record(
        format=FORMAT,
        rules=RULES[size],
        house=found.house,
        session=str(hand.room_id) if hand.room_id else None,
        hand=hand.cur_game_num or None,
        source=SOURCE,
        players=tuple(player.name or str(player.uid) for player in players),
        dealer=0,
        quan=course.quan,
        stake=found.stake,
        wall=wall or None,
        events=[*_deals(dealt), *course.events, *_named(outside)],
        pay=found.pay,
        extra=_extra(hand, plain, players, course, found) or None,
    )
    return _checked(record)


def _checked(record: Record) -> Record:
    """The record if the format takes it (FORMAT): a garbled file may say what no record can."""
    try:
        return loads(dumps(record))
    except RecordError as error:
        raise FormError("$", Phrase("operations.no_record", found=error.found), error.expected) from None
    except (ArithmeticError, RecursionError, TypeError, ValueError) as error:
        found = Phrase("operations.no_record", found=str(error)[:80])
        raise FormError("$", found, Phrase("operations.fields")) from None


def _dealt(hand: say.Hand, player: say.Player) -> str:
    return glyphs(player.hand_cards or (), f"$.players[{hand.players.index(player)}].hand_cards")


def _wall(hand: say.Hand, course: Course) -> str:
    """牌墩, top first; one card too many is the dealer's last, where he lacks it."""
    wall = glyphs(hand.bottom_card or (), "$.bottom_card")
    due = ERQISHI_DECK.n_cards - sum(map(len, course.dealt)) - 1
    if len(course.dealt[0]) == course.size and all(course.dealt) and len(wall) == due + 1:
        course.dealt[0] += wall[0]
        return wall[1:]
    return wall


def _fill(dealt: list[str], size: int) -> None:
    """A hand that was not seen is so many `?`; the dealer's last card is one where it alone was not."""
    xiaojia = len(dealt) - 1 if len(dealt) == XIAOJIA_TABLE and size != _FOURTEEN else -1
    for seat, cards in enumerate(dealt):
        if not cards:
            dealt[seat] = UNSEEN_GLYPH * (XIAOJIA_CARDS if seat == xiaojia else size + (seat == 0))
    if len(dealt[0]) == size:
        dealt[0] += UNSEEN_GLYPH


def _deals(dealt: Sequence[str]) -> list[Event]:
    return [Event("deal", seat=seat, cards=cards) for seat, cards in enumerate(dealt)]


def _named(outside: Sequence[str]) -> list[Event]:
    """註: the names of what lies outside the rules and was left out of what is judged."""
    if not outside:
        return []
    return [Event("note", text="規則之外，不評：" + "、".join(outside), extra={"_outside": list(outside)})]


def _extra(
    hand: say.Hand, plain: dict[str, Any], players: Sequence[say.Player], course: Course, found: Settlement
) -> dict[str, Any]:
    """What the record has no key for, as the file has it."""
    uids = [player.uid for player in players]
    sexes = [player.sex or 0 for player in players]
    left_out = found.outside or course.outside
    kept = {
        "_more": {key: value for key, value in plain.items() if key not in say.Hand.__struct_fields__},
        "_ops": course.aside,
        "_pay": found.unjudged,
        "_rest": course.rest,
        "_result": plain.get("result") if left_out else None,
        "_rule": hand.rule,
        "_sexes": sexes if any(sexes) else None,
        "_total_game_num": hand.total_game_num,
        "_uid": hand.uid,
        "_uids": uids if uids != list(range(1, len(uids) + 1)) else None,
    }
    return {key: value for key, value in kept.items() if value}
