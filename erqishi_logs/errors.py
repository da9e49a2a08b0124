"""Errors a person can act on.

Exceptions are for misuse of the code and for input that cannot be read; what a player did
wrong is never an exception but a `Finding` (see `erqishi_logs.audit`).
"""

from __future__ import annotations

from dataclasses import dataclass
from difflib import get_close_matches
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


class ErqishiError(Exception):
    """Base of every error of this package; `str(error)` is one clear line."""


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
        return f"column {self.column}: {self.reason}" if self.column else self.reason

    @property
    def reason(self) -> str:
        """What was found, expected and to be done, without the place.

        >>> RecordError("x", 1, None, "a", "b").reason
        'found a; expected b'
        """
        parts = [f"found {self.found}", f"expected {self.expected}"]
        if self.remedy:
            parts.append(self.remedy)
        return "; ".join(parts)


def nearest(word: str, known: Iterable[str]) -> str | None:
    """The known word that is most like `word`, or None.

    >>> nearest("leshann", ["leshan", "quan"])
    'leshan'
    >>> nearest("zzz", ["leshan"]) is None
    True
    """
    matches = get_close_matches(word, list(known), n=1, cutoff=0.5)
    return matches[0] if matches else None
