"""辭: a proposal in a sentence, and as a diff of 譜 lines."""

from __future__ import annotations

from difflib import unified_diff
from typing import TYPE_CHECKING

from msgspec.structs import replace

from erqishi_logs.record import dumps_pu
from erqishi_logs.repair.edit import apply_edit
from erqishi_logs.texts import code_name, name_of, text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from erqishi_logs.audit import Finding
    from erqishi_logs.record import Event, Record
    from erqishi_logs.repair.edit import Edit
    from erqishi_logs.repair.proposal import Proposal
    from erqishi_logs.texts import Lang

_OWN_CODES = ("late_deal", "double_cut")
#: Lines around a change that the diff shows.
CONTEXT = 2


def why(proposal: Proposal, old: Record, lang: Lang = "zh-Hant") -> str:
    """緣由: where the old record makes no sense, what may have been written wrongly, what is left, what is not known.

    Steps count from 1, as the replay shows them. Where a violation would be taken away it says that it may be real.

    >>> from msgspec.structs import replace
    >>> from erqishi_logs.repair import propose_repairs
    >>> from erqishi_logs.rules import load_preset
    >>> from erqishi_logs.simulate import simulate_hand
    >>> hand, rules = simulate_hand(load_preset("leshan"), 1), load_preset("leshan")
    >>> lost = replace(hand, events=hand.events[:-1])
    >>> why(propose_repairs(lost, rules)[0], lost).split("；")[0]
    '記錄到末尾不通（記錄未完）'
    """
    stop = text("repair.why.stop", lang)
    sentences = [sentence[0].upper() + sentence[1:] for sentence in _sentences(proposal, old, lang)]
    return stop.join(sentences) + stop.rstrip()


def diff_lines(proposal: Proposal, old: Record) -> list[str]:
    """異: the lines of 譜 that differ, each with `-`, `+` or a blank before it; ids and what a repair is for aside."""
    before, after = (
        dumps_pu(replace(one, id=None, replaces=None, merged_from=None)).splitlines() for one in (old, proposal.record)
    )
    return [line for line in unified_diff(before, after, lineterm="", n=CONTEXT) if not line.startswith(("---", "+++"))]


def _sentences(proposal: Proposal, old: Record, lang: Lang) -> Iterator[str]:
    code, event = proposal.explains
    yield _place(code, event, lang) + text("repair.why.then", lang) + _edits(proposal, old, lang)
    names = text("repair.why.comma", lang).join(dict.fromkeys(_name(code, lang) for code, _ in proposal.remains))
    yield text("repair.why.remains", lang, names=names) if names else text("repair.why.whole", lang)
    blank = [edit for edit in proposal.edits if edit.is_blank]
    cards = [card for edit in blank for card in edit.could_be]
    if cards:
        yield text("repair.why.could_be", lang, cards=text("repair.why.comma", lang).join(cards))
    elif blank:
        yield text("repair.why.unknown", lang)
    for word in ("new", "gone"):
        if found := getattr(proposal, word):
            yield text(f"repair.why.{word}", lang, names=_names(found, lang))
    if proposal.tied:
        yield text("repair.why.tied", lang)


def _place(code: str, event: int | None, lang: Lang) -> str:
    name = _name(code, lang)
    if event is None:
        return text("repair.why.of_pay" if code.startswith("pay_") else "repair.why.at_end", lang, name=name)
    return text("repair.why.at", lang, step=event + 1, name=name)


def _name(code: str, lang: Lang) -> str:
    return text(f"repair.trouble.{code}", lang) if code in _OWN_CODES else code_name(code, lang)


def _edits(proposal: Proposal, old: Record, lang: Lang) -> str:
    told, record = [], old
    for edit in proposal.edits:
        told.append(_edit(edit, record, lang))
        record = apply_edit(record, edit)
    return text("repair.why.then", lang).join(told)


def _edit(edit: Edit, record: Record, lang: Lang) -> str:
    if edit.op == "pay":
        before, after = (" ".join(f"{won:g}" for won in pay or ()) for pay in (record.pay, edit.pay))
        return text("repair.edit.pay", lang, before=before, after=after)
    word: str = "append" if edit.op == "insert" and edit.index >= len(record.events) else edit.op
    word = "move" if edit.op == "change" and len(edit.before) > 1 else word
    comma = text("repair.why.comma", lang)
    before, after = (comma.join(_line(one, record, lang) for one in side) for side in _sides(edit))
    return text(f"repair.edit.{word}", lang, step=edit.index + 1, next=edit.index + 2, before=before, after=after)


def _sides(edit: Edit) -> tuple[list[Event], list[Event]]:
    """What gives way and what comes, without the lines between that stay."""
    if len(edit.before) != len(edit.after):
        return [*edit.before], [*edit.after]
    pairs = [(one, other) for one, other in zip(edit.before, edit.after, strict=True) if one != other]
    return [one for one, _ in pairs], [other for _, other in pairs]


def _line(event: Event, record: Record, lang: Lang) -> str:
    parts = [name_of("event", event.type, lang), "" if event.seat is None else record.players[event.seat]]
    parts += [event.card or "", event.cards or "", *(event.bai or ()), str(event.blocks or "")]
    return " ".join(part for part in parts if part)


def _names(findings: Iterable[Finding], lang: Lang) -> str:
    return text("repair.why.comma", lang).join(dict.fromkeys(code_name(f.code, lang) for f in findings))
