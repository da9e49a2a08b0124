"""記錄改名: a record with names replaced wherever a person may have written one."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Any

import msgspec

from erqishi_logs.record.identity import content_id

if TYPE_CHECKING:
    from collections.abc import Callable

    from erqishi_logs.people.renaming import Renaming
    from erqishi_logs.record.types import Event, Record

#: Beside `players`, the keys of a record that hold what a person called something.
TEXT_KEYS = ("session", "venue", "source", "recorder")


def new_pseudonym() -> str:
    """化名: a name that nothing leads from to the person: chance alone, in ASCII, no word of any form.

    >>> len(new_pseudonym())
    9
    """
    return f"X{secrets.token_hex(4)}"


def rename_record(record: Record, renaming: Renaming, id_of: Callable[[str], str]) -> Record:
    """改名: `players` by the whole name; session, venue, source, recorder, tags, comments, `_` keys and the id wherever
    the name stands in them. `id_of` gives the new id of another hand that `replaces` or `merged_from` names.

    Where nothing is replaced it is an equal record. An id that is the hash of the content becomes that of the new one.

    >>> from erqishi_logs.people.renaming import Renaming
    >>> from erqishi_logs.record.types import Record
    >>> hand = Record(format="erqishi-log/1", rules="leshan", players=("甲", "乙"), dealer=0, events=[], venue="甲家")
    >>> renamed = rename_record(hand, Renaming({"甲": "X1"}), str)
    >>> renamed.players, renamed.venue
    (('X1', '乙'), 'X1家')
    """
    text = renaming.text
    changed = msgspec.structs.replace(
        record,
        players=_players(record.players, renaming),
        events=[_event(event, renaming) for event in record.events],
        tags=record.tags and tuple(map(text, record.tags)),
        replaces=record.replaces and text(id_of(record.replaces)),
        merged_from=record.merged_from and tuple(text(id_of(one)) for one in record.merged_from),
        extra=_deep(record.extra, text),
        **{key: text(value) for key in TEXT_KEYS if (value := getattr(record, key)) is not None},
    )
    if record.id is None or changed == record:
        return changed
    is_hash = record.id == content_id(record)
    return msgspec.structs.replace(changed, id=content_id(changed) if is_hash else text(record.id))


def _players(players: tuple[str, ...], renaming: Renaming) -> tuple[str, ...]:
    found: list[str] = []
    for name in players:
        renamed = renaming.names.get(name, name)
        # Two names of one person at one table stay two players.
        found.append(f"{renamed}-{len(found)}" if renamed in found else renamed)
    return tuple(found)


def _event(event: Event, renaming: Renaming) -> Event:
    if event.text is None and event.extra is None:
        return event
    text = None if event.text is None else renaming.text(event.text)
    return msgspec.structs.replace(event, text=text, extra=_deep(event.extra, renaming.text))


def _deep(value: Any, text: Callable[[str], str]) -> Any:
    """Plain data with every text in it replaced, keys too."""
    if isinstance(value, str):
        return text(value)
    if isinstance(value, list):
        return [_deep(one, text) for one in value]
    if isinstance(value, dict):
        return {text(key): _deep(one, text) for key, one in value.items()}
    return value
