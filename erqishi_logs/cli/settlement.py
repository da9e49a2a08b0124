"""結算: a sitting for people, line by line, and as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from erqishi_logs.cli.language import current_lang, say
from erqishi_logs.cli.width import pad, width
from erqishi_logs.sitting import doubt_text, note_name, note_text, points
from erqishi_logs.sitting.tables import COLUMNS, heading, reasons, sheet_tables
from erqishi_logs.texts import code_name, rules_name, text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from erqishi_logs.sitting import Dispute, Due, Fine, Note, Sheet, Sitting, Transfer, Turn


def sitting_lines(sitting: Sitting, sheet: Sheet, notes: Sequence[Note], due: Due) -> Iterator[str]:
    """場: the lines of one sitting, the parts that hold something each under a heading."""
    yield say("sitting.heading", session=sitting.session, hands=len(sheet.entries), **_about(sitting))
    if sitting.replaced:
        yield "  " + say("sitting.replaced", ids=" ".join(sitting.replaced))
    yield from _part("balances", _balances(sheet))
    yield from _part("transfers", _transfers(sheet.transfers))
    if sheet.disputes:
        yield from _part("transfers_if_all", _transfers(sheet.transfers_if_all))
    yield from _part("fines", _fines(sheet))
    yield from _part("disputes", _disputes(sheet))
    yield from _part("notes", (f"{note_name(note.code, current_lang())}　{_note(note)}" for note in notes))
    yield "  " + due_line(due)
    yield ""


def due_line(due: Due) -> str:
    """下一局: who deals, shuffles and cuts next, or on what that hangs."""
    if not due.turns:
        comma = text("sitting.word.comma", current_lang())
        doubts = comma.join(doubt_text(doubt, current_lang()) for doubt in due.doubts)
        return say("sitting.due_unknown", hand=due.hand, doubts=doubts)
    return say("sitting.due", hand=due.hand, turns=say("sitting.or").join(map(_turn, due.turns)))


def as_data(sitting: Sitting, sheet: Sheet, notes: Sequence[Note], due: Due) -> dict[str, Any]:
    """場: a sitting as JSON; amounts in points, people by name."""
    balances = ({"person": row["person"], **_numbers(row)} for row in sheet_tables(sheet)[0].rows)
    return {
        "session": sitting.session,
        "people": list(sitting.people),
        "rules": _rules(sitting),
        "basis": sheet.basis,
        "bases": dict(sheet.bases),
        "balances": list(balances),
        "transfers": [_transfer(each) for each in sheet.transfers],
        "transfers_if_all": [_transfer(each) for each in sheet.transfers_if_all],
        "penalties": [_fine_data(fine) for fine in sheet.fines],
        "disputed": [_dispute_data(each) for each in sheet.disputes],
        "hands": list(_hands_data(sheet)),
        "replaced": list(sitting.replaced),
        "notes": [_note_data(note) for note in notes],
        "due": {
            "hand": due.hand,
            "turns": [turn._asdict() for turn in due.turns],
            "depends": [doubt_text(doubt, current_lang()) for doubt in due.doubts],
        },
    }


def _about(sitting: Sitting) -> dict[str, str]:
    names = {hand.rules.id: rules_name(hand.rules.id, hand.rules.name, current_lang()) for hand in sitting.hands}
    return {"people": " ".join(sitting.people), "rules": " ".join(names.values())}


def _rules(sitting: Sitting) -> list[str]:
    return list(dict.fromkeys(hand.rules.id for hand in sitting.hands))


def _part(name: str, lines: Iterable[str]) -> Iterator[str]:
    """Lines under their heading; nothing where there are none."""
    told = list(lines)
    if told:
        yield f"  {text(f'sitting.sheet.{name}', current_lang())}"
        yield from (f"    {line}" for line in told)


def _balances(sheet: Sheet) -> Iterator[str]:
    columns = COLUMNS["balances"][1:]
    rows = [[heading(column, current_lang()) for column in columns]]
    rows += [[_cell(row[column]) for column in columns] for row in sheet_tables(sheet)[0].rows]
    widths = [max(map(width, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        first, *rest = (cell if place else pad(cell, widths[0]) for place, cell in enumerate(row))
        right = (" " * (columns_ - width(cell)) + cell for cell, columns_ in zip(rest, widths[1:], strict=True))
        yield "  ".join((first, *right))
    used = {kind: sheet.bases.get(kind, 0) for kind in ("recorded", "counted")}
    yield say("sitting.based", disputed=len(sheet.disputes), **used)


def _transfers(transfers: Sequence[Transfer]) -> Iterator[str]:
    for each in transfers:
        yield say("sitting.transfer", payer=each.payer, payee=each.payee, amount=f"{points(each.amount):g}")
    if not transfers:
        yield say("sitting.even")


def _fines(sheet: Sheet) -> Iterator[str]:
    for fine in sheet.fines:
        facts = {"hand": fine.hand.number or fine.hand.id, "person": fine.offender, "others": fine.others}
        numbers = {"amount": fine.amount, "stake": fine.stake, "total": points(fine.paid)}
        apart = "" if fine.counted else say("sitting.apart")
        name = code_name(fine.code, current_lang())
        yield say("sitting.fine", name=name, apart=apart, **facts, **{key: f"{n:g}" for key, n in numbers.items()})


def _disputes(sheet: Sheet) -> Iterator[str]:
    for each in sheet.disputes:
        yield say(
            "sitting.dispute",
            hand=each.hand.number or each.hand.id,
            reasons=reasons(each.codes, current_lang()),
            stake=f"{each.hand.stake:g}",
            recorded=_amounts(each.recorded),
            counted=_amounts(each.counted),
        )


def _amounts(amounts: Mapping[str, int] | None) -> str:
    if amounts is None:
        return say("sitting.not_known")
    return " ".join(f"{name} {_cell(points(amount))}" for name, amount in amounts.items())


def _cell(value: object) -> str:
    return f"{value:+.12g}" if isinstance(value, int | float) and value else str(value)


def _note(note: Note) -> str:
    return note_text(note, current_lang())


def _turn(turn: Turn) -> str:
    unknown = text("sitting.word.unknown", current_lang())
    facts = {name: unknown if value is None else value for name, value in turn._asdict().items()}
    return say("sitting.turn_cut", **facts) if turn.dealer is None else say("sitting.turn_quan", **facts)


def _numbers(row: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in row.items() if name not in ("session", "person")}


def _points(amounts: Mapping[str, int] | None) -> dict[str, float] | None:
    return None if amounts is None else {name: points(amount) for name, amount in amounts.items()}


def _transfer(each: Transfer) -> dict[str, Any]:
    return {"from": each.payer, "to": each.payee, "amount": points(each.amount)}


def _fine_data(fine: Fine) -> dict[str, Any]:
    told = {name: getattr(fine, name) for name in ("offender", "code", "amount", "stake", "others", "counted")}
    return {"hand": fine.hand.number, "id": fine.hand.id, **told, "paid": points(fine.paid)}


def _dispute_data(each: Dispute) -> dict[str, Any]:
    amounts = {"recorded": _points(each.recorded), "counted": _points(each.counted)}
    hand = {"hand": each.hand.number, "id": each.hand.id, "stake": each.hand.stake}
    return {**hand, "codes": list(each.codes), **amounts, "basis": each.basis}


def _hands_data(sheet: Sheet) -> Iterator[dict[str, Any]]:
    for entry, stands in zip(sheet.entries, sheet.stands, strict=True):
        hand = entry.hand
        yield {
            "hand": hand.number,
            "id": hand.id,
            "rules": hand.rules.id,
            "dealer": hand.dealer_name,
            "quan": hand.quan,
            "outcome": hand.result.outcome,
            "winner": hand.winner_name,
            "basis": entry.basis,
            "play": _points(entry.play),
            "penalties": _points(entry.penalties),
            "disputed": list(entry.disputed),
            "stands": _points(stands),
        }


def _note_data(note: Note) -> dict[str, Any]:
    return {
        "severity": "note",
        "code": note.code,
        "name": note_name(note.code, current_lang()),
        "hand": note.hand,
        "evidence": list(note.evidence),
        "verdict": note.verdict,
        "depends": [doubt_text(doubt, current_lang()) for doubt in note.depends],
        "clause": note.clause,
        "message": _note(note),
    }
