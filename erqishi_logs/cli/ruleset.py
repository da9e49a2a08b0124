"""規則: the rule set that `--rules` names."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from erqishi_logs.rules import load_rules, load_rules_file

if TYPE_CHECKING:
    from collections.abc import Iterable

    from erqishi_logs.rules import RuleSet


def find_rules(name: str, archive: str | None = None, house: Iterable[str] = ()) -> RuleSet:
    """規則: a preset's id, the id of a rules file in the archive, or a path. Raises RuleError.

    >>> find_rules("leshan").id
    'leshan'
    """
    return load_rules(name, house=house, known=rules_of_archive(archive))


def rules_of_archive(archive: str | None) -> dict[str, RuleSet]:
    """The rules files that lie in an archive's folder `rules`, by id."""
    folder = Path(archive or "") / "rules"
    if not archive or not folder.is_dir():
        return {}
    found = [load_rules_file(path) for path in sorted(folder.glob("*.toml"))]
    return {ruleset.id: ruleset for ruleset in found}
