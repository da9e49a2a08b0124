"""評判: a record, the rules it was judged under, and what they make of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from erqishi_logs.audit.verdict import Verdict
    from erqishi_logs.record.types import Record
    from erqishi_logs.rules import RuleSet


class Judged(NamedTuple):
    """評判: a record under a rule set.

    `states` gives for each event the cards left in the wall and the live card (None: none) after it;
    `file_hash` is the hash of the rule set before the record's house differences; `source` was
    named at the ingest.
    """

    id: str
    record: Record
    rules: RuleSet
    verdict: Verdict
    states: Sequence[tuple[int, str | None]]
    file_hash: str
    source: str | None
