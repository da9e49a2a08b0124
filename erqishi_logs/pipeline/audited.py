"""審得: one hand of a file, judged, or what of it cannot be read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from erqishi_logs.errors import ErqishiError, RecordError
from erqishi_logs.texts.phrase import Phrase, told

if TYPE_CHECKING:
    from erqishi_logs.audit.finding import Finding
    from erqishi_logs.audit.verdict import Verdict
    from erqishi_logs.record import Record
    from erqishi_logs.rules import RuleSet
    from erqishi_logs.texts import Lang


@dataclass(frozen=True)
class Audited:
    """審: a hand with its verdict, or what cannot be read or judged with its `reason`.

    `line` counts from 1: the first of the hand, of what cannot be read the one at fault, 0 where it is
    the whole file. Where `reason` is there, `verdict` is None, and `error` says the same as a value. Two hands of
    one `digest` have the same content, whatever they are called.
    """

    file: str
    line: int
    id: str | None = None
    record: Record | None = None
    rules: RuleSet | None = None
    verdict: Verdict | None = None
    reason: str | None = None
    error: ErqishiError | None = None
    digest: bytes = b""

    @property
    def is_judged(self) -> bool:
        """判: whether it is a hand that could be judged.

        >>> Audited("x.pu", 3, reason="why").is_judged
        False
        """
        return self.verdict is not None

    @property
    def findings(self) -> tuple[Finding, ...]:
        """判: the findings of its verdict, without waiting for the rest of it.

        >>> Audited("x.pu", 3, reason="why").findings
        ()
        """
        return self.verdict.findings if self.verdict is not None else ()

    def reason_in(self, lang: Lang) -> str:
        """句: `reason` in a language."""
        if isinstance(self.error, RecordError):
            return told(self.error.placed_reason, lang)
        return self.error.text(lang) if self.error else told(self.reason, lang)

    def line_in(self, lang: Lang) -> str:
        """句: the place and `reason` in a language, for people.

        >>> Audited("x.pu", 3, reason="why").line_in("en")
        'x.pu:3: why'
        """
        if isinstance(self.error, RecordError):
            return self.error.text(lang)
        return f"{self.file}:{self.line}: {self.reason_in(lang)}"


def unread(error: ErqishiError | None, file: str, line: int) -> Audited:
    """讀不出: what cannot be read, by the error that tells why.

    >>> unread(RecordError("x.pu", 3, 2, "a", "b"), "x.pu", 1).line
    3
    """
    if isinstance(error, RecordError):
        return Audited(error.file, error.line, reason=error.placed_reason, error=error)
    return Audited(file, line, reason=Phrase("file.no_record"))
