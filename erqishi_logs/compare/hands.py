"""判於異地: a hand judged under its own rules and under others, side by side."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec.structs import replace

from erqishi_logs.audit import audit_record
from erqishi_logs.compare.causes import Cause, find_causes, judged_once
from erqishi_logs.compare.fit import why_unfit
from erqishi_logs.rules.table import check_table

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable

    from erqishi_logs.audit import Verdict
    from erqishi_logs.record import Record
    from erqishi_logs.rules import RuleSet
    from erqishi_logs.texts.phrase import Phrase

#: What of a verdict is set side by side, beside its findings.
COLUMNS = ("outcome", "winner", "win_valid", "hushu", "tier", "titles", "total", "pay")

#: A title declared that the hand has not, among them.
_WRONG_TITLES = ("xiao_bao_da", "chai_longdeng_piao")


class FindingKey(NamedTuple):
    """判: what makes two findings of a hand the same."""

    severity: str
    code: str
    seat: int | None
    event: int | None
    verdict: str


class View(NamedTuple):
    """判: a hand under a rule set, and by which options it differs from the hand under its own."""

    rules: RuleSet
    verdict: Verdict
    causes: tuple[Cause, ...] = ()


class Comparison(NamedTuple):
    """異地之判: a hand under its own rules, under others, and the rules that it does not fit, each with the reason."""

    own: View
    others: tuple[View, ...]
    unfit: tuple[tuple[RuleSet, Phrase], ...] = ()


def compare_record(record: Record, own: RuleSet, others: Iterable[RuleSet]) -> Comparison:
    """異地: judges a hand under other rules too. Raises RuleError where its own cannot be played at its table.

    Elsewhere a player would have declared by the rules there: totals, titles that hold at home and what was paid
    are left aside there (`as_elsewhere`), and so are they in what the causes tell.

    >>> from erqishi_logs.record import loads
    >>> from erqishi_logs.rules import load_rules
    >>> head = '{"format":"erqishi-log/1","rules":"leshan","players":["甲","乙","丙"],"dealer":0,"events":[]}'
    >>> found = compare_record(loads(head), load_rules("leshan"), [load_rules("quan"), load_rules("duikou")])
    >>> [view.rules.id for view in found.others], [rules.id for rules, _ in found.unfit]
    (['quan'], ['duikou'])
    """
    check_table(own, record.game, record.n_players)
    verdict = audit_record(record, own)
    elsewhere = as_elsewhere(record, verdict)
    judge = judged_once(lambda rules: audit_record(elsewhere, rules))
    views: list[View] = []
    unfit: list[tuple[RuleSet, Phrase]] = []
    for rules in others:
        reason = why_unfit(record, own, rules)
        if reason is None:
            causes = find_causes(own, rules, lambda mixed: outline(judge(mixed)))
            views.append(View(rules, judge(rules), tuple(causes)))
        else:
            unfit.append((rules, reason))
    return Comparison(View(own, verdict), tuple(views), tuple(unfit))


def as_elsewhere(record: Record, verdict: Verdict) -> Record:
    """異地之譜: a hand without what only its own rules make right: the totals declared, the titles, what was paid.

    A title that it had not at home stays declared: it is wrong wherever one sits.
    """
    wrong = {(f.seat, f.event) for f in verdict.findings if f.code in _WRONG_TITLES}
    events = tuple(
        replace(e, total=None, titles=e.titles if (e.seat, index) in wrong else None) if e.type == "hu" else e
        for index, e in enumerate(record.events)
    )
    return replace(record, events=events, pay=None)


def explain_change(record: Record, own: RuleSet, other: RuleSet) -> list[Cause]:
    """緣由: what changes in the verdict of a record as it stands, from one rule set to another, by the options."""
    return find_causes(own, other, lambda rules: outline(audit_record(record, rules)))


def outline(verdict: Verdict) -> dict[Hashable, Any]:
    """大要: of a verdict what is compared: `COLUMNS` by name, each finding by its key (True).

    >>> from erqishi_logs.audit import Finding, Verdict
    >>> told = outline(Verdict((Finding("note", "unfinished", None, None),), "unfinished"))
    >>> told["outcome"], told[FindingKey("note", "unfinished", None, None, "violated")]
    ('unfinished', True)
    """
    columns: dict[Hashable, Any] = {name: getattr(verdict, name) for name in COLUMNS}
    keys = (FindingKey(f.severity, f.code, f.seat, f.event, f.verdict) for f in verdict.findings)
    return columns | dict.fromkeys(keys, True)
