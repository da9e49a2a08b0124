"""局: one hand out of a file, and the rules it was played under."""

from __future__ import annotations

from typing import TYPE_CHECKING

from erqishi_logs.cli.complaint import UsageProblemError
from erqishi_logs.cli.language import current_lang, say
from erqishi_logs.cli.ruleset import find_rules
from erqishi_logs.pipeline import find_sources
from erqishi_logs.record import record_id
from erqishi_logs.rules import load_known_rules

if TYPE_CHECKING:
    from collections.abc import Iterator

    from erqishi_logs.errors import RecordError
    from erqishi_logs.record import Record
    from erqishi_logs.rules import RuleSet


def find_hand(path: str, hand_id: str | None, rules: str | None = None) -> Record:
    """局: the hand of an id, the first that can be read where it is None.

    `rules`, as `--rules` has it, may be those that a 譜 names. Raises UsageProblemError where there is
    none, with what could not be read.
    """
    errors: list[RecordError] = []
    named = [find_rules(rules)] if rules else []
    for record in _iter_hands(path, errors, {each.id: each for each in named}):
        if hand_id is None or record_id(record) == hand_id:
            return record
    if errors:
        raise UsageProblemError(say("error.nothing_read", reason=errors[0].text(current_lang())))
    raise UsageProblemError(say("error.no_hand", id=hand_id) if hand_id else f"{path}: {say('error.no_records')}")


def rules_for(record: Record, name: str | None) -> RuleSet:
    """規則: the named rule set, else the record's own, house differences included. Raises RuleError."""
    return find_rules(name) if name else load_known_rules(record.rules, record.house or ())


def _iter_hands(path: str, errors: list[RecordError], known: dict[str, RuleSet]) -> Iterator[Record]:
    sources = find_sources([path])
    errors += sources.errors
    for log in sources.logs:
        for _, item in log.hands(known):
            if item.record is not None:
                yield item.record
            elif item.error is not None:
                errors.append(item.error)
