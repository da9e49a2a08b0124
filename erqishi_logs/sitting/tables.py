"""表: the sheet and the notes of a sitting as rows, for a terminal, CSV and Excel."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from erqishi_logs.sitting.money import points
from erqishi_logs.sitting.note import note_name, note_text
from erqishi_logs.texts import code_name, text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from erqishi_logs.sitting.note import Note
    from erqishi_logs.sitting.played import Played
    from erqishi_logs.sitting.sheet import Sheet
    from erqishi_logs.sitting.transfers import Transfer
    from erqishi_logs.texts import Lang

Cell = str | int | float | None
Row = dict[str, Cell]

#: Every table with its columns, in their order; what each column is called stands in `texts/sitting.toml`.
COLUMNS: dict[str, tuple[str, ...]] = {
    "balances": ("session", "person", "play", "penalties", "total", "disputed", "if_all"),
    "transfers": ("session", "payer", "payee", "amount"),
    "transfers_if_all": ("session", "payer", "payee", "amount"),
    "fines": ("session", "hand", "id", "person", "reason", "amount", "stake", "total", "counted_in"),
    "disputes": ("session", "hand", "id", "reason", "stake", "person", "recorded", "counted"),
    "hands": ("session", "hand", "id", "dealer", "quan", "winner", "basis", "person", "play", "penalties", "total"),
    "notes": ("session", "hand", "name", "text", "id"),
}


class Table(NamedTuple):
    """表: rows of one kind, each by column; a column of no value is None. Amounts are points."""

    name: str
    rows: list[Row]


def sheet_tables(sheet: Sheet, notes: Sequence[Note] = (), lang: Lang = "zh-Hant") -> list[Table]:
    """表: a sheet and notes as tables, in the order of `COLUMNS`; what is empty is there without rows.

    In `hands`, `total` is where the person stood after the hand; `play` of a disputed hand is not in it.

    >>> from erqishi_logs.sitting.sheet import settle_sitting
    >>> from erqishi_logs.sitting.sitting import sitting_of
    >>> [table.name for table in sheet_tables(settle_sitting(sitting_of("茶樓", [])))][:2]
    ['balances', 'transfers']
    """
    made: dict[str, Iterable[Row]] = {
        "balances": _balances(sheet),
        "transfers": _transfers(sheet.transfers),
        "transfers_if_all": _transfers(sheet.transfers_if_all) if sheet.disputes else (),
        "fines": _fines(sheet, lang),
        "disputes": _disputes(sheet, lang),
        "hands": _hands(sheet, lang),
        "notes": _notes(notes, lang),
    }
    return [Table(name, [{"session": sheet.session, **row} for row in made[name]]) for name in COLUMNS]


def heading(column: str, lang: Lang) -> str:
    """欄: what a column is called.

    >>> heading("payee", "zh-Hant")
    '收'
    """
    return text(f"sitting.head.{column}", lang)


def reasons(codes: Iterable[str], lang: Lang) -> str:
    """事由: the names of codes for which a hand is disputed.

    >>> reasons(("pay_differs", "no_pay"), "zh-Hant")
    '賬不符、不知輸贏'
    """
    return text("sitting.word.comma", lang).join(reason(code, lang) for code in codes)


def reason(code: str, lang: Lang) -> str:
    """事由: the name of one code, of a finding or of the sitting's own.

    >>> reason("hand_doubled", "en")
    'hand recorded twice'
    """
    if code == "no_pay":
        return text("sitting.dispute.no_pay", lang)
    return note_name(code, lang) if code in ("hand_doubled", "number_doubled") else code_name(code, lang)


def _balances(sheet: Sheet) -> Iterator[Row]:
    for each in sheet.balances:
        amounts = {"play": each.play, "penalties": each.penalties, "total": each.total, "disputed": each.disputed}
        amounts["if_all"] = each.total + each.disputed
        yield {"person": each.person, **{name: points(amount) for name, amount in amounts.items()}}


def _transfers(transfers: Iterable[Transfer]) -> Iterator[Row]:
    for each in transfers:
        yield {"payer": each.payer, "payee": each.payee, "amount": points(each.amount)}


def _fines(sheet: Sheet, lang: Lang) -> Iterator[Row]:
    for fine in sheet.fines:
        yield {
            **_of(fine.hand),
            "person": fine.offender,
            "reason": code_name(fine.code, lang),
            "amount": fine.amount,
            "stake": fine.stake,
            "total": points(fine.paid),
            "counted_in": text(f"sitting.head.{'yes' if fine.counted else 'no'}", lang),
        }


def _disputes(sheet: Sheet, lang: Lang) -> Iterator[Row]:
    for each in sheet.disputes:
        for person in dict.fromkeys(each.hand.players):
            yield {
                **_of(each.hand),
                "reason": reasons(each.codes, lang),
                "stake": each.hand.stake,
                "person": person,
                "recorded": _part(each.recorded, person),
                "counted": _part(each.counted, person),
            }


def _hands(sheet: Sheet, lang: Lang) -> Iterator[Row]:
    for entry, stands in zip(sheet.entries, sheet.stands, strict=True):
        hand = entry.hand
        basis = text(f"sitting.head.{entry.basis}", lang) if entry.basis else None
        if entry.disputed:
            basis = text("sitting.head.disputed", lang)
        told: Row = {"dealer": hand.dealer_name, "quan": hand.quan, "winner": hand.winner_name, "basis": basis}
        for person in dict.fromkeys(hand.players):
            amounts = {"play": entry.play, "penalties": entry.penalties, "total": stands}
            yield {
                **_of(hand),
                **told,
                "person": person,
                **{name: _part(all_, person) for name, all_ in amounts.items()},
            }


def _notes(notes: Iterable[Note], lang: Lang) -> Iterator[Row]:
    for note in notes:
        name, words = note_name(note.code, lang), note_text(note, lang)
        yield {"hand": note.hand, "name": name, "text": words, "id": " ".join(note.evidence)}


def _of(hand: Played) -> Row:
    return {"hand": hand.number, "id": hand.id}


def _part(amounts: Mapping[str, int] | None, person: str) -> int | float | None:
    return None if amounts is None else points(amounts[person])
