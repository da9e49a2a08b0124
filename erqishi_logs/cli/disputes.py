"""不合之辭: conflicts of witnesses and inferred cards in words."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from erqishi_logs.cli.language import current_lang, say
from erqishi_logs.texts import code_name, name_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from erqishi_logs.merge import Conflict, Contradiction, Inference, Inferred
    from erqishi_logs.record import Record


def conflict_lines(conflict: Conflict, record: Record, places: Mapping[str, str]) -> Iterator[str]:
    """不合: a line of what is in dispute, then a line for each reading; `places`: by id, where a witness stands."""
    keys = " ".join(conflict.fields)
    where = say("merge.left_out") if conflict.event is None else say("merge.step", step=conflict.event + 1)
    yield say(f"merge.{conflict.kind}", keys=keys, where=where)
    for reading in conflict.readings:
        told = zip(reading.records, reading.events, strict=True)
        who = say("merge.comma").join(_witness(places.get(name, name), event) for name, event in told)
        yield say("merge.reading", who=who, says=_says(reading.says, record, conflict.kind))


def _witness(place: str, event: int | None) -> str:
    return place if event is None else say("merge.witness", place=place, step=event + 1)


def _says(says: Any, record: Record, kind: str) -> str:
    if says is None:
        return say("merge.nothing")
    if kind == "head":
        return says if isinstance(says, str) else json.dumps(says, ensure_ascii=False)
    parts = [record.players[says["seat"]]] if "seat" in says else []
    parts.append(name_of("event", says["type"], current_lang()))
    rest = (value for key, value in says.items() if key not in ("type", "seat"))
    return " ".join([*parts, *(" ".join(map(str, v)) if isinstance(v, list) else str(v) for v in rest)])


def inference_lines(inference: Inference) -> Iterator[str]:
    """推牌: how many deals fit and why, then a line for each place of which something is known."""
    yield say(f"infer.{inference.fits}")
    for reason in inference.reasons:
        yield _reason(reason, inference.record)
    for inferred in inference.cards:
        yield _inferred(inferred, inference.record)


def _reason(reason: Contradiction, record: Record) -> str:
    parts = [code_name(reason.code, current_lang())]
    if reason.event is not None:
        parts.append(say("merge.step", step=reason.event + 1))
    if reason.seat is not None:
        parts.append(record.players[reason.seat])
    return say("infer.line", words=" ".join([*parts, *filter(None, [reason.card])]))


def _inferred(inferred: Inferred, record: Record) -> str:
    parts = [say("merge.step", step=inferred.event + 1)] if inferred.event is not None else []
    parts += [record.players[inferred.seat]] if inferred.seat is not None else []
    words = say(f"infer.{inferred.place}") if inferred.place in _PLACES else _event_name(inferred.place)
    return say("infer.line", words=" ".join([*parts, words, inferred.cards]))


_PLACES = ("hand", "wall", "claim")


def _event_name(place: str) -> str:
    return name_of("event", place, current_lang())


def inference_data(inference: Inference | None) -> dict[str, Any]:
    """推牌: as JSON has it; `fits` is null where the rules are not known."""
    return {
        "fits": inference.fits if inference else None,
        "inferred": [inferred._asdict() for inferred in inference.cards] if inference else [],
        "reasons": [reason._asdict() for reason in inference.reasons] if inference else [],
    }
