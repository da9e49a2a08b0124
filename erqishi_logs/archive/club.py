"""本會規則: the rules files that an archive keeps, known by their id (FORMAT, `rules`)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from erqishi_logs.archive.layout import put_file
from erqishi_logs.archive.lock import locked
from erqishi_logs.errors import ArchiveError
from erqishi_logs.rules import RuleSet, check_club, load_rules_file, preset_ids
from erqishi_logs.texts.phrase import Phrase

if TYPE_CHECKING:
    from pathlib import Path

    from erqishi_logs.archive.layout import Layout

_ID = re.compile(r"\w[\w-]{0,63}")


def club_rules(layout: Layout) -> dict[str, RuleSet]:
    """本會規則: the archive's rule sets by id. Raises RuleError for a file that is none."""
    paths = (path for path in sorted(layout.rules.glob("*.toml")) if _ID.fullmatch(path.stem))
    return {path.stem: load_rules_file(path) for path in paths}


def add_rules(layout: Layout, path: Path, *, replace: bool) -> RuleSet:
    """Keeps a rules file in the archive. Raises RuleError, or ArchiveError where its id is taken."""
    rules = load_rules_file(path)
    check_club(rules)
    if rules.id in preset_ids() or not _ID.fullmatch(rules.id):
        msg = Phrase("rules.in_file", where=path, reason=Phrase("archive.rules_id", id=rules.id))
        raise ArchiveError(msg)
    target = layout.rules / f"{rules.id}.toml"
    with locked(layout):
        if target.exists() and not replace and load_rules_file(target) != rules:
            msg = Phrase("rules.in_file", where=path, reason=Phrase("archive.rules_taken", id=rules.id))
            raise ArchiveError(msg)
        put_file(layout.tmp / "rules", target, path.read_bytes())
    return rules
