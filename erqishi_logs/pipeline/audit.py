"""審: findings of files without storing them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from erqishi_logs.errors import ErqishiError, RecordError
from erqishi_logs.pipeline.judge import Judge
from erqishi_logs.pipeline.sources import find_sources
from erqishi_logs.record import record_id
from erqishi_logs.rules import RuleSet, load_rules
from erqishi_logs.texts.phrase import Phrase, told

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path

    from erqishi_logs.audit.verdict import Verdict
    from erqishi_logs.importers import Item
    from erqishi_logs.record import Record
    from erqishi_logs.texts import Lang


@dataclass(frozen=True)
class Audited:
    """審: a hand with its verdict, or what cannot be read or judged with its `reason`.

    `line` counts from 1: the first of the hand, of what cannot be read the one at fault, 0 where it is
    the whole file. Where `reason` is there, `verdict` is None, and `error` says the same as a value.
    """

    file: str
    line: int
    id: str | None = None
    record: Record | None = None
    rules: RuleSet | None = None
    verdict: Verdict | None = None
    reason: str | None = None
    error: ErqishiError | None = None

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


def iter_audit(
    paths: Iterable[str | Path],
    rules: str | RuleSet | None = None,
    known: Mapping[str, RuleSet] | None = None,
    *,
    cannot_tell: bool = False,
) -> Iterator[Audited]:
    """審: every hand of files and folders, judged, one at a time; nothing is stored.

    `rules` (a rule set, a preset's id, an id in `known`, or a path) takes the place of those that the
    records name, in hands of its game; `known` has rule sets beside the presets; `cannot_tell`
    adds what hangs on unknown cards. A path that cannot be read is one item with its reason. Raises
    RuleError for unknown `rules`.
    """
    instead = load_rules(rules, known=known) if isinstance(rules, str) else rules
    judge = Judge(known or {}, instead, cannot_tell=cannot_tell)
    sources = find_sources(paths)
    yield from map(_unread, sources.errors)
    known = dict(known or {}) | ({instead.id: instead} if instead else {})
    for log in sources.logs:
        for _, item in log.hands(known):
            yield _audited(item, judge)


def _audited(item: Item, judge: Judge) -> Audited:
    if item.record is None:
        return _unread(item.error) if item.error else Audited(item.file, item.line, reason=Phrase("file.no_record"))
    id_ = record_id(item.record)
    try:
        judged = judge.judge(id_, item.record)
    except ErqishiError as error:
        return Audited(item.file, item.line, id_, item.record, reason=str(error), error=error)
    return Audited(item.file, item.line, id_, item.record, judged.rules, judged.verdict)


def _unread(error: RecordError) -> Audited:
    return Audited(error.file, error.line, reason=error.placed_reason, error=error)
