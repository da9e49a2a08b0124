"""審: findings of files without storing them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from erqishi_logs.errors import ErqishiError
from erqishi_logs.pipeline.audited import Audited, unread
from erqishi_logs.pipeline.digests import content_digest
from erqishi_logs.pipeline.judge import Judge
from erqishi_logs.pipeline.pace import NotWorthItError, Pace, is_much, only_if_worth_it
from erqishi_logs.pipeline.sources import find_sources
from erqishi_logs.record import record_id
from erqishi_logs.rules import RuleSet, load_rules

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from pathlib import Path

    from erqishi_logs.importers import Item


def iter_audit(
    paths: Iterable[str | Path],
    rules: str | RuleSet | None = None,
    known: Mapping[str, RuleSet] | None = None,
    *,
    cannot_tell: bool = False,
    pace: Pace = Pace(),  # noqa: B008 - a value that nobody can change
    on_compile: Callable[[], None] | None = None,
) -> Iterator[Audited]:
    """審: every hand of files and folders, judged, in order; nothing is stored.

    `rules` (a rule set, a preset's id, an id in `known`, or a path) takes the place of those that the
    records name, in hands of its game; `known` has rule sets beside the presets; `cannot_tell`
    adds what hangs on unknown cards, always by the plain engine in this process. A path that cannot be read is
    one item with its reason. Much input goes as `pace` says by the compiled engine; `on_compile` is called where
    the compiler must run first. Raises RuleError for unknown `rules`.
    """
    instead = load_rules(rules, known=known) if isinstance(rules, str) else rules
    sources = find_sources(paths)
    yield from (unread(error, error.file, error.line) for error in sources.errors)
    with_own = dict(known or {}) | ({instead.id: instead} if instead else {})
    # What hangs on unknown cards only the plain engine can tell.
    if not cannot_tell and is_much(sources.logs, pace):
        from erqishi_logs.pipeline.audit_blocks import BeginAudit, audit_blocks  # noqa: PLC0415 - as in `ingest`

        begin = BeginAudit(dict(known or {}), instead)
        worth_it = only_if_worth_it(sources.logs, pace, on_compile)
        try:
            yield from audit_blocks(sources.logs, begin, with_own, pace, worth_it)
        except NotWorthItError:  # the compiler would take longer than the plain engine
            pass
        else:
            return
    judge = Judge(known or {}, instead, cannot_tell=cannot_tell)
    for log in sources.logs:
        for _, item in log.hands(with_own):
            yield _audited(item, judge)


def _audited(item: Item, judge: Judge) -> Audited:
    if item.record is None:
        return unread(item.error, item.file, item.line)
    id_ = record_id(item.record)
    try:
        judged = judge.judge(id_, item.record)
    except ErqishiError as error:
        return Audited(item.file, item.line, id_, item.record, reason=str(error), error=error)
    digest = content_digest(item.record)
    return Audited(item.file, item.line, id_, item.record, judged.rules, judged.verdict, digest=digest)
