"""合局頭: the keys of a record beside its events, as several witnesses have them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from erqishi_logs.merge.conflict import Conflict, gather_readings
from erqishi_logs.merge.meet import meet_wall, n_known
from erqishi_logs.merge.prevail import meet_equal, prevail

if TYPE_CHECKING:
    from collections.abc import Sequence

    from erqishi_logs.record import Record

#: What is one thing for all who note it.
_ONE = ("rules", "session", "hand", "played_at", "venue", "dealer", "quan", "stake", "pay")
#: What each recorder has of his own.
_OWN = ("source", "recorder")
CONFLICTS = "_conflicts"
#: Signs of seats, not names: who writes 甲乙丙 counts from where he sits.
_SIGNS = "甲乙丙丁戊己庚辛"


def unite_head(witnesses: Sequence[Record], ids: Sequence[str]) -> tuple[dict[str, Any], list[Conflict]]:
    """合局頭: the keys that the merged record gets, and those in dispute; the witnesses seated alike.

    >>> from erqishi_logs.record import loads
    >>> line = '{"format":"erqishi-log/1","rules":"leshan","players":["甲","乙"],"dealer":0,"quan":%d,"events":[]}'
    >>> head, conflicts = unite_head([loads(line % 3), loads(line % 4)], ("a", "b"))
    >>> head["quan"], [conflict.fields for conflict in conflicts]
    (3, [('quan',)])
    """
    head: dict[str, Any] = {}
    conflicts: list[Conflict] = []
    for key in (*_ONE, "house", "wall"):
        values = [getattr(record, key) for record in witnesses]
        told = [value for value in values if value is not None]
        if not told:
            continue
        kept = prevail(told, *_MEETS.get(key, (meet_equal, _tells)))
        head[key] = kept.value
        if kept.is_disputed:
            conflicts.append(_conflict(key, kept.value, values, ids))
    conflicts += _moved_names(witnesses, ids)
    return head | _joined(witnesses, ids), conflicts


def _tells(_value: object) -> int:
    return 1


def _meet_sets(one: tuple[str, ...], other: tuple[str, ...]) -> tuple[str, ...] | None:
    return one if set(one) == set(other) else None


_MEETS: dict[str, tuple[Any, Any]] = {"house": (_meet_sets, _tells), "wall": (meet_wall, n_known)}


def _conflict(key: str, kept: object, values: Sequence[object], ids: Sequence[str]) -> Conflict:
    told = [(name, value) for name, value in zip(ids, values, strict=True) if value is not None]
    said = [(name, None, list(value) if isinstance(value, tuple) else value) for name, value in told]
    plain = list(kept) if isinstance(kept, tuple) else kept
    readings = sorted(gather_readings(said), key=lambda reading: reading.says != plain)
    return Conflict("head", (key,), None, tuple(readings))


def _joined(witnesses: Sequence[Record], ids: Sequence[str]) -> dict[str, Any]:
    """What is united without dispute: sources, recorders, tags, `_` keys; a view where all have the same one."""
    own = {key: "、".join(dict.fromkeys(v for w in witnesses if (v := getattr(w, key)))) or None for key in _OWN}
    extra: dict[str, Any] = {}
    for record in witnesses:
        extra = {**(record.extra or {}), **extra}
    extra.pop(CONFLICTS, None)
    earlier = [each for record, name in zip(witnesses, ids, strict=True) for each in _earlier(record, name)]
    extra |= {CONFLICTS: earlier} if earlier else {}
    views = {record.view for record in witnesses}
    replaced = {record.replaces for record in witnesses}
    tags = tuple(dict.fromkeys(tag for record in witnesses for tag in record.tags or ()))
    return {
        **own,
        "tags": tags or None,
        "extra": extra or None,
        "view": views.pop() if len(views) == 1 else None,
        "replaces": replaced.pop() if len(replaced) == 1 else None,
        "writes_game": any(record.writes_game for record in witnesses),
    }


def _earlier(record: Record, name: str) -> list[dict[str, Any]]:
    """Conflicts of a witness that is merged itself, marked as of it: they are not settled by merging again."""
    listed = (record.extra or {}).get(CONFLICTS)
    return [{"of": name, **each} for each in listed if isinstance(each, dict)] if isinstance(listed, list) else []


def names_of(witnesses: Sequence[Record]) -> tuple[tuple[str, ...], ...]:
    """眾名: by seat, what the witnesses call its player, the first witness's name first.

    >>> from erqishi_logs.record import loads
    >>> line = '{"format":"erqishi-log/1","rules":"leshan","players":["%s","乙"],"dealer":0,"events":[]}'
    >>> names_of([loads(line % "甲"), loads(line % "老甲")])
    (('甲', '老甲'), ('乙',))
    """
    seats = zip(*(record.players for record in witnesses), strict=True)
    return tuple(tuple(dict.fromkeys(names)) for names in seats)


def _moved_names(witnesses: Sequence[Record], ids: Sequence[str]) -> list[Conflict]:
    """A name that two witnesses give to two seats; 甲乙丙 are no names, but signs of seats."""
    named = [(name, record.players) for name, record in zip(ids, witnesses, strict=True) if not _are_signs(record)]
    seats: dict[str, set[int]] = {}
    for _, players in named:
        for seat, player in enumerate(players):
            seats.setdefault(player, set()).add(seat)
    if not any(len(places) > 1 for places in seats.values()):
        return []
    return [Conflict("head", ("players",), None, gather_readings((name, None, list(p)) for name, p in named))]


def _are_signs(record: Record) -> bool:
    """Whether the players, before the table was turned, are the signs of the seats in order."""
    doubled = _SIGNS[: record.n_players] * 2
    return "".join(record.players) in doubled
