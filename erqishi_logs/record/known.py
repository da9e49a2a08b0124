"""Whether the rules that a record names are there to judge it by."""

from __future__ import annotations

from typing import TYPE_CHECKING

from erqishi_logs.errors import RecordError, RuleError
from erqishi_logs.record.fields import shown
from erqishi_logs.rules import load_known_rules, nearest_rules, preset_ids
from erqishi_logs.texts.phrase import Phrase

if TYPE_CHECKING:
    from collections.abc import Mapping

    from erqishi_logs.record.types import Record
    from erqishi_logs.rules import RuleSet


def check_rules_known(
    record: Record, known: Mapping[str, RuleSet] | None = None, *, file: str = "-", line_number: int = 1
) -> RuleSet:
    """規則: the rule set of a record, a preset or one of `known` (by id), `house` applied.

    A path is never followed: a record is a stranger's. Raises RecordError for rules that are not
    known or differences that are none (FORMAT, Record, `rules`).

    >>> from erqishi_logs.record.types import Record
    >>> hand = Record(format="erqishi-log/1", rules="leshann", players=("甲", "乙"), dealer=0, events=[])
    >>> check_rules_known(hand)
    Traceback (most recent call last):
    erqishi_logs.errors.RecordError: -:1: found the rules "leshann"; expected a known rule set; did you mean 'leshan'?
    """
    if record.rules not in preset_ids() and record.rules not in (known or ()):
        near = nearest_rules(record.rules, known)
        remedy = Phrase("remedy.did_you_mean", word=near) if near else ""
        found = Phrase("known.rules", rules=shown(record.rules))
        raise RecordError(file, line_number, None, found, Phrase("known.a_rule_set"), remedy)
    try:
        return load_known_rules(record.rules, record.house or (), known)
    except RuleError as error:
        found = Phrase("known.house", error=error.message)
        raise RecordError(file, line_number, None, found, Phrase("pu.house_as")) from None
