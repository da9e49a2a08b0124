"""註: one thing in which hands of a sitting do not go together, as a value; never a violation."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from erqishi_logs.texts import text

if TYPE_CHECKING:
    from erqishi_logs.sitting.course import Doubt
    from erqishi_logs.texts import Lang

#: Every code, in the order in which the docs explain them.
CODES = (
    "hand_missing",
    "hand_doubled",
    "number_doubled",
    "hand_unnumbered",
    "order_differs",
    "same_name",
    "players_changed",
    "seats_changed",
    "rules_changed",
    "dealer_differs",
    "quan_differs",
    "cutter_differs",
)


@dataclass(frozen=True)
class Note:
    """註: a contradiction between hands, `holds` or `cannot_tell`, then `depends` says on what it hangs.

    `hand` is the number where it shows, None for a hand without one; `evidence` are the ids of the records that
    show it, the one where it shows last; `clause` cites the rulebook or its source; `facts` are the
    words of its sentence. It says that records do not go together, not who is wrong.
    """

    code: str
    hand: int | None
    evidence: tuple[str, ...]
    clause: str = ""
    facts: tuple[tuple[str, str], ...] = ()
    verdict: Literal["holds", "cannot_tell"] = "holds"
    depends: tuple[Doubt, ...] = ()


def note_name(code: str, lang: Lang = "zh-Hant") -> str:
    """名: what a note of this code is called.

    >>> note_name("quan_differs")
    '圈數不符'
    """
    return text(f"sitting.note.{code}", lang)


def note_text(note: Note, lang: Lang = "zh-Hant") -> str:
    """話: a note in one sentence.

    >>> note_text(Note("hand_missing", 5, ("a", "b"), facts=(("before", "3"), ("first", "4"))))
    '第3局與第5局之間缺第4局。'
    """
    if note.verdict == "cannot_tell":
        depends = text("sitting.word.comma", lang).join(doubt_text(doubt, lang) for doubt in note.depends)
        return text(f"sitting.cannot_tell.{note.code}", lang, hand=note.hand, depends=depends)
    facts = dict(note.facts)
    form = facts.pop("form", "")
    key = f"sitting.sentence.{note.code}{'_' * bool(form)}{form}"
    return text(key, lang, **{"hand": str(note.hand), **_listed(facts, lang)})


def doubt_text(doubt: Doubt, lang: Lang = "zh-Hant") -> str:
    """疑: on what an answer hangs.

    >>> from erqishi_logs.sitting.course import Doubt
    >>> doubt_text(Doubt("missing", 4, 4)), doubt_text(Doubt("unfinished", 7), "en")
    ('缺第4局', 'hand 7 is unfinished')
    """
    form = "many" if doubt.code == "missing" and doubt.first != doubt.last else ""
    key = f"sitting.doubt.{doubt.code}{'_' * bool(form)}{form}"
    return text(key, lang, first=doubt.first, last=doubt.last)


def _listed(facts: dict[str, str], lang: Lang) -> dict[str, str]:
    """The facts, names and numbers that are several with the language's "or" or comma between them."""
    joints = {"expected": text("sitting.word.or", lang)}
    comma = text("sitting.word.comma", lang)
    return {name: joints.get(name, comma).join(value.split("\n")) for name, value in facts.items()}
