"""輸出: a record in the form of the operation list (PLATFORMS, B)."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import msgspec

from erqishi_logs.cards import ERQISHI_DECK
from erqishi_logs.errors import ErqishiError
from erqishi_logs.importers.dumped import Dumped
from erqishi_logs.importers.operations import messages as say
from erqishi_logs.importers.operations.complaints import FormError
from erqishi_logs.importers.operations.course import barred
from erqishi_logs.importers.operations.lost import compare, turn_to_dealer
from erqishi_logs.importers.operations.records import read_hand
from erqishi_logs.importers.operations.result import write_result
from erqishi_logs.record.types import DEFAULT_GAME
from erqishi_logs.texts.phrase import Phrase

if TYPE_CHECKING:
    from erqishi_logs.record.types import Event, Record

#: 庄家 下家 上家 數底.
_MOST_PLAYERS = 4
_PLAIN = {"discard": say.DISCARD, "flip": say.FLIP, "draw": say.DRAW, "pass": say.PASS, "hu": say.HU}
_ALIKE = {"dui": say.DUI, "kai": say.KAI}


def dump(record: Record) -> Dumped:
    """輸出: one hand in the form, a line of JSON, and what of it the form does not hold.

    What is lost is found by reading the line again: nothing is left out that is not named. Raises
    ErqishiError for a hand of another game, of more than four players or with 聽.

    >>> from erqishi_logs.record import loads
    >>> hand = loads(
    ...     '{"format":"erqishi-log/1","rules":"app-leshan","players":["甲","乙"],"dealer":0,'
    ...     '"source":"2710","events":[{"type":"deal","seat":0,"cards":"一二"}]}'
    ... )
    >>> print(dump(hand).raw.decode(), end="")
    {"players":[{"uid":1,"name":"甲","hand_cards":[1,2]},{"uid":2,"name":"乙"}],"player_ops":[{"oper":1,"k":4}]}
    >>> [str(what) for what in dump(hand).lost]
    ['a deal in takes or only in part', 'the cards dealt']
    """
    if record.game != DEFAULT_GAME or record.n_players > _MOST_PLAYERS:
        raise ErqishiError(Phrase("operations.other_game", game=record.game, n=record.n_players))
    turned = turn_to_dealer(record)
    plain = _hand(turned)
    raw = json.dumps(plain, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
    try:
        back = read_hand(msgspec.convert(plain, say.Hand), plain)
    except (FormError, msgspec.ValidationError) as error:
        found = error.found if isinstance(error, FormError) else str(error)
        raise ErqishiError(Phrase("operations.not_written", found=found)) from None
    return Dumped(raw, compare(record, turned, back))


def _hand(record: Record) -> dict[str, Any]:
    extra = record.extra or {}
    uids = _by_seat(extra, "_uids", record.n_players) or list(range(1, record.n_players + 1))
    fields = {
        "uid": extra.get("_uid"),
        "rule": extra.get("_rule"),
        "cur_game_num": record.hand,
        "total_game_num": extra.get("_total_game_num"),
        "room_id": _number(record.session),
        "players": _players(record, uids),
        "bottom_card": codes(record.wall or ""),
        "player_ops": _operations(record, uids),
    }
    written = {key: value for key, value in fields.items() if value}
    result = extra.get("_result") or write_result(record, uids)
    if result is not None:
        # An empty one says that nobody won.
        written["result"] = result
    more = extra.get("_more")
    return written | (more if isinstance(more, dict) else {})


def codes(cards: str) -> list[int]:
    """牌: the numbers of cards, 0 for `?`. Raises CardError for 聽, which has none.

    >>> codes("一拾?")
    [1, 20, 0]
    """
    return [kind + 1 for kind in ERQISHI_DECK.parse_cards(cards)]


def _number(session: str | None) -> int | str | None:
    """A room's number; a sitting of another name stays a word, which the reader takes, too."""
    if session and session.isascii() and session.isdigit() and str(int(session[:18])) == session:
        return int(session)
    return session


def _by_seat(extra: dict[str, Any], key: str, n_players: int) -> list[Any] | None:
    value = extra.get(key)
    return value if isinstance(value, list) and len(value) == n_players else None


def _players(record: Record, uids: list[Any]) -> list[dict[str, Any]]:
    sexes = _by_seat(record.extra or {}, "_sexes", record.n_players) or [0] * record.n_players
    dealt = [_dealt(record, seat) for seat in range(record.n_players)]
    rows = zip(uids, record.players, sexes, dealt, strict=True)
    whole = [{"uid": uid, "name": name, "sex": sex, "hand_cards": codes(cards)} for uid, name, sex, cards in rows]
    return [{key: value for key, value in player.items() if value} for player in whole]


def _dealt(record: Record, seat: int) -> str:
    return "".join(event.cards or "" for event in record.events if (event.type, event.seat) == ("deal", seat))


def _operations(record: Record, uids: list[Any]) -> list[Any]:
    """The operations: 庄家 and 圈 first, the events, between them what an import put aside."""
    ops: list[Any] = [{"oper": uids[0], "k": say.DEALER}]
    if record.quan is not None:
        ops.append({"oper": uids[0], "k": say.QUAN, "v": [record.quan]})
    extra = record.extra or {}
    aside = [item for item in extra.get("_ops") or () if isinstance(item, list) and len(item) == 2]
    course = [event for event in record.events if event.type != "deal"]
    for index, event in enumerate(course):
        ops += [op for at, op in aside if at == index]
        ops += _operation(event, uids)
    ops += [op for at, op in aside if at >= len(course)]
    return ops + list(extra.get("_rest") or ())


def _operation(event: Event, uids: list[Any]) -> list[Any]:
    """The operation of an event; none for what the form has none for."""
    kept = event.extra or {}
    if event.type == "note":
        return [kept["_op"]] if "_op" in kept else []
    if event.seat is None:
        return []
    oper, card = uids[event.seat], codes(event.card or "")
    if event.type == "chi":
        cards = codes((event.card or "") + (event.cards or "") + "".join(event.bai or ()))
        forbidden = kept.get("_barred", barred(event.card or "", event.cards or ""))
        return [{"oper": oper, "k": say.CHI, "v": [*cards, 0, *forbidden]}]
    k = _PLAIN.get(event.type) or _ALIKE.get(event.type)
    return [{"oper": oper, "k": k} | ({"v": card} if card else {})] if k else []
