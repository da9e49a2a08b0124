"""來源: all that the dashboard asks of the library. No page knows how an archive or an audit works."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from erqishi_logs.archive import Archive
from erqishi_logs.audit import audit_record, message
from erqishi_logs.pipeline.judge import as_judged
from erqishi_logs.replay import frames

if TYPE_CHECKING:
    import pandas as pd

    from erqishi_logs.audit.finding import Finding
    from erqishi_logs.audit.verdict import Verdict
    from erqishi_logs.record.types import Record
    from erqishi_logs.rules import RuleSet
    from erqishi_logs.texts import Lang

MAX_ROWS = 1000

_COLUMNS = """h.id, h.played_at, h.session, h.hand, h.players, h.rules, h.outcome, h.winner, h.hushu, h.total,
    h.titles, h.n_violations, h.n_faults, h.status"""
_WRONG = "verdict = 'violated' AND severity <> 'note'"
_ORDER = "ORDER BY h.played_at NULLS LAST, h.session NULLS LAST, h.hand NULLS LAST, h.id"
_TEXT = "lower(concat_ws(' ', h.id, h.played_at, h.session, h.venue, array_to_string(h.players, ' ')))"

_CHOICES = f"""SELECT 'rules' AS what, rules AS name FROM hands GROUP BY rules
    UNION ALL SELECT 'status', status FROM hands GROUP BY status
    UNION ALL SELECT 'codes', code FROM findings WHERE {_WRONG} GROUP BY code ORDER BY what, name"""  # noqa: S608


class Filters(NamedTuple):
    """篩: what the list of hands is narrowed to; empty is everything."""

    words: str = ""
    rules: tuple[str, ...] = ()
    status: tuple[str, ...] = ()
    codes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Hand:
    """局: one hand, replayed and judged, ready to be shown.

    `frames` show what the record shows; `seen`, seat by seat, the `hands` and `passed` that this seat could know.
    """

    record: Record
    rules: RuleSet
    frames: list[dict[str, Any]]
    seen: list[list[dict[str, Any]]]
    verdict: Verdict


def archive_path() -> str | None:
    """檔案夾: the archive named after `--` on the command line, else by ERQISHI_ARCHIVE, else none."""
    return next(iter(sys.argv[1:]), None) or os.environ.get("ERQISHI_ARCHIVE") or None


def open_archive(path: str) -> Archive:
    """檔案: the archive in a directory. Raises ErqishiError where there is none."""
    return Archive.open(path)


def count_hands(archive: Archive) -> int:
    """局數: how many hands the archive holds."""
    return int(archive.frame("SELECT count(*) AS n FROM hands")["n"][0])


def list_hands(archive: Archive, filters: Filters) -> pd.DataFrame:
    """局目: one row a hand that passes the filters, oldest sitting first, at most MAX_ROWS; `codes`: what is wrong."""
    where, values = _where(filters)
    shown = f"SELECT {_COLUMNS} FROM hands h {where} {_ORDER} LIMIT {MAX_ROWS}"  # noqa: S608
    wrong = f"SELECT id, list(DISTINCT code) AS codes FROM findings WHERE {_WRONG} AND id IN (FROM ids) GROUP BY id"  # noqa: S608
    return archive.frame(
        f"WITH h AS ({shown}), ids AS (SELECT id FROM h), f AS ({wrong}) "  # noqa: S608
        f"SELECT h.*, f.codes FROM h LEFT JOIN f USING (id) {_ORDER}",
        values,
    )


def list_choices(archive: Archive) -> dict[str, list[str]]:
    """選項: the rule sets, statuses and codes of findings that occur in the archive."""
    found = archive.frame(_CHOICES)
    names = {what: found["name"][found["what"] == what] for what in ("rules", "status", "codes")}
    return {what: [str(name) for name in rows] for what, rows in names.items()}


def load_hand(archive: Archive, hand_id: str, *, cannot_tell: bool = False) -> Hand:
    """局: a hand of the archive, replayed and judged. Raises ErqishiError where there is none.

    `cannot_tell` adds the findings that hang on unknown cards.
    """
    return judge(*as_judged(archive, hand_id), cannot_tell=cannot_tell)


def judge(record: Record, rules: RuleSet, *, cannot_tell: bool = False) -> Hand:
    """局: a record replayed, as a whole and as each seat could see it, and judged."""
    seen = [
        [{key: frame[key] for key in ("hands", "passed")} for frame in frames(record, rules, seat)]
        for seat in range(record.n_players)
    ]
    return Hand(record, rules, frames(record, rules), seen, audit_record(record, rules, cannot_tell=cannot_tell))


def sentence(finding: Finding, hand: Hand, lang: Lang) -> str:
    """句: a finding as a sentence that a player understands."""
    return message(finding, hand.record, lang, faulty=hand.verdict.n_faults > 0)


def _where(filters: Filters) -> tuple[str, list[object]]:
    clauses, values = [], list[object]()
    for word in filters.words.lower().split():
        clauses.append(f"contains({_TEXT}, ?)")
        values.append(word)
    for column, wanted in (("h.rules", filters.rules), ("h.status", filters.status)):
        if wanted:
            clauses.append(f"{column} IN ({_marks(wanted)})")
            values += wanted
    if filters.codes:
        with_code = f"SELECT id FROM findings WHERE {_WRONG} AND code IN ({_marks(filters.codes)})"  # noqa: S608
        clauses.append(f"h.id IN ({with_code})")
        values += filters.codes
    return ("WHERE " + " AND ".join(clauses) if clauses else ""), values


def _marks(values: tuple[str, ...]) -> str:
    return ", ".join("?" * len(values))
