"""原文改名: what a file said of a hand, with names replaced, so that it still reads as that hand."""

from __future__ import annotations

import io
from pathlib import PurePath
from typing import TYPE_CHECKING, NamedTuple

from erqishi_logs.errors import ErqishiError
from erqishi_logs.record import dumps
from erqishi_logs.record.files import iter_records

if TYPE_CHECKING:
    from collections.abc import Mapping

    from erqishi_logs.people.renaming import Renaming
    from erqishi_logs.record import Record
    from erqishi_logs.rules import RuleSet

#: Forms that can be read again by themselves, hand by hand.
_OWN_FORMS = ("jsonl", "pu")


class Written(NamedTuple):
    """文: what a file says of a hand, in which form, and the canonical line (None where `raw` is that)."""

    raw: bytes
    form: str
    record: str | None


def rename_raw(
    was: Written,
    hand: tuple[Record, Record],
    renaming: Renaming,
    file: str,
    known: Mapping[str, RuleSet],
) -> Written:
    """原文改名: `was` with the names replaced; `hand` is the record as it was and as it is now.

    In bytes a name may look like a card or a word of the form: what would not read as the renamed hand, or could not
    be read again by itself and has a name of one letter or of ASCII, becomes the canonical line. `known` has rule sets
    beside the presets, by which a 譜 is read.
    """
    before, after = hand
    line = dumps(after)
    canonical = Written(line.encode(), "jsonl", None)
    if was.record is None:
        return canonical
    raw = renaming.raw(was.raw)
    if raw == was.raw and before == after:
        return was
    if not _stands(was, raw, hand, renaming, file, known):
        return was if before == after and not renaming.is_plain else canonical
    return Written(raw, was.form, None if raw == canonical.raw else line)


def _stands(
    was: Written,
    raw: bytes,
    hand: tuple[Record, Record],
    renaming: Renaming,
    file: str,
    known: Mapping[str, RuleSet],
) -> bool:
    """Whether the replaced bytes may stand: they read as the hand does now, or nothing else can have been hit."""
    if was.form in _OWN_FORMS and _reads_as(was.raw, hand[0], file, known):
        return _reads_as(raw, hand[1], file, known)
    return renaming.is_plain


def _reads_as(raw: bytes, record: Record, file: str, known: Mapping[str, RuleSet]) -> bool:
    try:
        found = [item.record for item in iter_records(io.BytesIO(raw), PurePath(file).name, known)]
    except ErqishiError:
        return False
    return found == [record]
