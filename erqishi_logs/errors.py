"""Errors a person can act on.

Exceptions are for misuse of the code and for input that cannot be read; what a player did
wrong is never an exception but a `Finding` (see `erqishi_logs.audit`).
"""

from __future__ import annotations

import errno
from dataclasses import dataclass
from difflib import get_close_matches
from typing import TYPE_CHECKING

from erqishi_logs.texts.phrase import Phrase, told

if TYPE_CHECKING:
    from collections.abc import Iterable

    from erqishi_logs.texts import Lang


class ErqishiError(Exception):
    """Base of every error of this package; `str(error)` is one clear line.

    >>> ErqishiError(Phrase("cards.no_card", glyph="Z", cards="一二")).text("zh-Hant")
    "'Z' 不是牌；牌有 一二 和 ?"
    """

    @property
    def message(self) -> str:
        """The line, a `Phrase` where it can be told in other languages."""
        return self.args[0] if self.args and isinstance(self.args[0], str) else str(self)

    def text(self, lang: Lang) -> str:
        """句: the same line in a language."""
        return told(self.message, lang)


class CardError(ErqishiError):
    """A character that is no card of the deck."""


class RuleError(ErqishiError):
    """A rule set or option that does not exist or contradicts itself."""


class ArchiveError(ErqishiError):
    """An archive that cannot be opened or written."""


@dataclass
class RecordError(ErqishiError):
    """Text that is no record: where, what was found, what was expected, what to do.

    `line` and `column` count from 1; `line` is 0 where it is the whole file, `column` None where it is
    not known.

    >>> print(RecordError("x.jsonl", 3, 17, "key 'card_'", "a key of events", "did you mean 'card'?"))
    x.jsonl:3:17: found key 'card_'; expected a key of events; did you mean 'card'?
    """

    file: str
    line: int
    column: int | None
    found: str
    expected: str
    remedy: str = ""

    def __str__(self) -> str:
        return f"{self.place}: {self.reason}"

    @property
    def place(self) -> str:
        """處: file, line and column, as far as they are known.

        >>> RecordError("x.pu", 11, 6, "a", "b").place, RecordError("x.pu", 0, None, "a", "b").place
        ('x.pu:11:6', 'x.pu')
        """
        return ":".join([self.file, *(str(part) for part in (self.line, self.column) if part)])

    @property
    def placed_reason(self) -> str:
        """`reason` with the column before it, for where file and line are told apart from it.

        >>> RecordError("x", 1, 6, "a", "b").placed_reason
        'column 6: found a; expected b'
        """
        return Phrase("place.column", column=self.column, reason=self.reason) if self.column else self.reason

    @property
    def reason(self) -> str:
        """What was found, expected and to be done, without the place.

        >>> RecordError("x", 1, None, "a", "b").reason
        'found a; expected b'
        """
        if self.remedy:
            return Phrase("place.reason_remedy", found=self.found, expected=self.expected, remedy=self.remedy)
        key = "place.reason" if self.line else "place.whole_file"
        return Phrase(key, found=self.found, expected=self.expected)

    def text(self, lang: Lang) -> str:
        """句: place and reason in a language.

        >>> print(RecordError("x.pu", 11, 6, Phrase("pu.end_of_line"), Phrase("pu.a_card")).text("zh-Hans"))
        x.pu:11:6: 读到行尾；应为一张牌
        """
        return f"{self.place}: {told(self.reason, lang)}"


def explain_error(error: Exception, lang: Lang) -> str:
    """句: what an error says, in a language; that of others than this package as they say it.

    >>> explain_error(ValueError("why"), "zh-Hant")
    'why'
    """
    return error.text(lang) if isinstance(error, ErqishiError) else str(error)


_SYSTEM_WORDS = {errno.ENOENT: "is_missing", errno.EISDIR: "is_folder", errno.EACCES: "not_allowed"}


def system_reason(error: OSError) -> str:
    """句: why the system does not give a file, the common reasons in three languages.

    >>> told(system_reason(FileNotFoundError(errno.ENOENT, "")), "zh-Hant")
    '沒有這個檔案或目錄'
    """
    word = _SYSTEM_WORDS.get(error.errno or 0)
    return Phrase(f"file.{word}") if word else error.strerror or Phrase("file.cannot_be_read")


def nearest(word: str, known: Iterable[str]) -> str | None:
    """The known word that is most like `word`, or None.

    >>> nearest("leshann", ["leshan", "quan"])
    'leshan'
    >>> nearest("zzz", ["leshan"]) is None
    True
    """
    matches = get_close_matches(word, list(known), n=1, cutoff=0.5)
    return matches[0] if matches else None
