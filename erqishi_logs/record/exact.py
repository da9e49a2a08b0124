"""記錄: the slow, exact reader of one JSON line.

It reads what the fast reader refuses: it names the fault to the column, or, where the line is
a record after all (keys beginning with `_`, null or empty values), gives it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from erqishi_logs.cards import ERQISHI_DECK
from erqishi_logs.errors import RecordError
from erqishi_logs.games import written_deck
from erqishi_logs.record import jsontext
from erqishi_logs.record.fields import RECORD_FIELDS, Fault, Field, Table, did_you_mean, event_field, shown
from erqishi_logs.record.jsontext import JsonError, Node
from erqishi_logs.record.types import DEFAULT_GAME, EVENT_FIELDS, RECORD_KEYS, Event, Record, event_keys
from erqishi_logs.texts.phrase import Phrase

if TYPE_CHECKING:
    from collections.abc import Iterable

_REQUIRED = ("format", "rules", "players", "dealer", "events")
_CARD_KEYS = ("card", "cards", "wall")
_MELD_KEYS = ("bai", "melds")
_ITEM_WORDS = {"strings": "key.a_string", "numbers": "key.a_number", "objects": "key.event_object"}
_ITEMS = {"strings": "string", "numbers": "number", "objects": "object"}


def read_exact(text: str, file: str = "-", line_number: int = 1) -> Record:
    """局: the record of one JSON line, or RecordError with the column of the first fault.

    >>> read_exact('{"format":"erqishi-log/1","rule":"leshan"}')
    Traceback (most recent call last):
    erqishi_logs.errors.RecordError: -:1:27: found key 'rule'; expected a key of records; did you mean 'rules'?
    """
    try:
        return _record(text, jsontext.parse_json(text))
    except JsonError as fault:
        raise RecordError(file, line_number, fault.at + 1, fault.found, fault.expected, fault.remedy) from None


def _record(text: str, root: Node) -> Record:
    if not isinstance(root.value, dict):
        raise JsonError(root.at, shown(root.plain), Phrase("key.one_object"))
    members: dict[str, Node] = root.value
    _known_keys(members, RECORD_KEYS, Phrase("key.of_records"))
    _required_keys(members, _REQUIRED, root.at, Phrase("key.a_record"))
    values, extra = _split(members)
    table = _table(text, values)
    read = {key: _read(text, key, node, RECORD_FIELDS[key], table) for key, node in values.items() if key != "events"}
    game = read.get("game", DEFAULT_GAME)
    nodes = _items(values["events"], RECORD_FIELDS["events"], "events")
    fault = RECORD_FIELDS["events"].check(nodes, table)
    if fault:
        raise JsonError(values["events"].at, fault.found, fault.expected)
    events = [_event(text, node, table, game) for node in nodes]
    writes_game = read.get("game") == DEFAULT_GAME
    return Record(**_present(read), events=events, extra=extra, writes_game=writes_game)


def _table(text: str, values: dict[str, Node]) -> Table:
    """The deck and the players' number, which every other value is judged by."""
    table = Table(0, ERQISHI_DECK)
    for key in ("format", "game"):
        if key in values:
            _read(text, key, values[key], RECORD_FIELDS[key], table)
    players = _read(text, "players", values["players"], RECORD_FIELDS["players"], table)
    game = values["game"].value if "game" in values else DEFAULT_GAME
    return Table(len(players), written_deck(game))


def _event(text: str, node: Node, table: Table, game: str) -> Event:
    members: dict[str, Node] = node.value
    types = event_keys(game)
    kind = _event_type(text, members, node.at, table, tuple(types))
    must, may = types[kind]
    _known_keys(members, ("type", *must, *may, "ms", "text"), Phrase("key.of_events", kind=kind), EVENT_FIELDS)
    _required_keys(members, must, node.at, Phrase("key.an_event", kind=kind))
    values, extra = _split(members)
    read = {key: _read(text, key, value, event_field(kind, key), table) for key, value in values.items()}
    return Event(**_present(read, ("titles",)), extra=extra)


def _event_type(text: str, members: dict[str, Node], at: int, table: Table, types: tuple[str, ...]) -> str:
    if "type" not in members or members["type"].value is None:
        raise JsonError(at, Phrase("key.no_type"), Phrase("part.one_of", words=", ".join(types)))
    node = members["type"]
    kind: str = _read(text, "type", node, event_field("", "type"), table)
    if kind not in types:
        expected = Phrase("part.one_of", words=", ".join(types))
        raise JsonError(node.at, Phrase("key.event_type", kind=shown(kind)), expected, did_you_mean(kind, types))
    return kind


def _known_keys(members: dict[str, Node], known: tuple[str, ...], what: str, others: Iterable[str] = ()) -> None:
    for key, node in members.items():
        if key not in known and not key.startswith("_"):
            remedy = Phrase("remedy.take_out") if key in others else did_you_mean(key, known)
            expected = Phrase("key.listed", what=what, keys=", ".join(known)) if key in others or not remedy else what
            raise JsonError(node.key_at, Phrase("key.key", key=shown(key)[1:-1]), expected, remedy)


def _required_keys(members: dict[str, Node], must: tuple[str, ...], at: int, what: str) -> None:
    needed = Phrase("key.needed", keys=", ".join(must), what=what)
    for key in must:
        node = members.get(key)
        if node is None or node.value is None:
            found = Phrase("key.without", what=what, key=key) if node is None else Phrase("key.null", key=key)
            raise JsonError(at if node is None else node.at, found, needed)
        if node.value == "" or (node.value == [] and key != "events"):
            raise JsonError(node.at, Phrase("key.nothing", key=key), needed)


def _split(members: dict[str, Node]) -> tuple[dict[str, Node], dict[str, Any] | None]:
    """The keys that are read, without null ones, and those that are only kept."""
    values = {k: node for k, node in members.items() if not k.startswith("_") and node.value is not None}
    extra = {k: members[k].plain for k in sorted(members) if k.startswith("_")}
    return values, extra or None


def _present(read: dict[str, Any], kept: tuple[str, ...] = ()) -> dict[str, Any]:
    return {key: value for key, value in read.items() if value not in ("", ()) or key in kept}


def _read(text: str, key: str, node: Node, field: Field, table: Table) -> Any:
    if field.kind in _ITEMS:
        value: Any = [item.value for item in _items(node, field, key)]
    else:
        _right_kind(node, field.kind, field.expected, key)
        value = node.value
    if value in ("", []) and key not in ("players", "rules"):
        return () if value == [] else ""
    fault = field.check(value, table)
    if fault:
        raise _placed(text, key, node, fault)
    return _canonical(key, value, table)


def _canonical(key: str, value: Any, table: Table) -> Any:
    if key in _CARD_KEYS:
        return table.deck.normalise(value)
    if key in _MELD_KEYS:
        return tuple(map(table.deck.normalise, value))
    return tuple(value) if isinstance(value, list) else value


def _items(node: Node, field: Field, key: str) -> list[Node]:
    _right_kind(node, "list", field.expected, key)
    items: list[Node] = node.value
    for item in items:
        _right_kind(item, _ITEMS[field.kind], Phrase("key.in_list", item=Phrase(_ITEM_WORDS[field.kind])), key)
    return items


def _right_kind(node: Node, kind: str, expected: str, key: str) -> None:
    if node.kind == kind or (kind == "number" and node.kind == "integer"):
        return
    remedy = ""
    if kind in ("integer", "number") and node.kind == "string":
        remedy = Phrase("remedy.no_quotes")
    raise JsonError(node.at, Phrase("key.for_key", found=shown(node.value), key=key), expected, remedy)


def _placed(text: str, key: str, node: Node, fault: Fault) -> JsonError:
    at = node.at
    if fault.at is not None and isinstance(node.value, list):
        at = node.value[fault.at].at
    elif fault.at is not None:
        at = jsontext.column_in_string(text, node.at, fault.at)
    return JsonError(at, Phrase("key.for_key", found=fault.found, key=key), fault.expected, fault.remedy)
