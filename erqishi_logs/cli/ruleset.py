"""規則: the rule set that `--rules` names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from erqishi_logs.cli.language import current_lang
from erqishi_logs.rules import load_rules
from erqishi_logs.texts import rules_name

if TYPE_CHECKING:
    from erqishi_logs.rules import RuleSet


def find_rules(name: str, archive: str | None = None) -> RuleSet:
    """規則: a preset's id, the id of a rules file in the archive, or a path. Raises RuleError, ArchiveError.

    >>> find_rules("leshan").id
    'leshan'
    """
    if archive is None:
        return load_rules(name)
    from erqishi_logs.archive import Archive

    return load_rules(name, known=Archive.open(archive).club_rules())


def name_of_rules(ruleset: RuleSet) -> str:
    """規則名: what a rule set is called in the run's language.

    >>> from erqishi_logs.cli.language import choose_lang
    >>> _ = choose_lang(["--lang", "en"], {})
    >>> name_of_rules(find_rules("leshan"))
    'Leshan (city)'
    """
    return rules_name(ruleset.id, ruleset.name, current_lang())
