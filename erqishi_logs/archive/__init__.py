"""檔案庫: facts and verdicts as Parquet, read by DuckDB (DESIGN, The archive).

Each name is loaded when it is asked for: a process that only writes does not wait for what queries need.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from erqishi_logs.archive.archive import Archive
    from erqishi_logs.archive.compaction import CompactReport, compact
    from erqishi_logs.archive.damage import Damage, DamagedFactsError
    from erqishi_logs.archive.engine import engine_version
    from erqishi_logs.archive.facts import Fact, digest_of, read_facts
    from erqishi_logs.archive.known import KnownIndex
    from erqishi_logs.archive.lock import locked
    from erqishi_logs.archive.publish import drop_superseded, publish_verdicts
    from erqishi_logs.archive.render import FORMATS, render
    from erqishi_logs.archive.schema import VIEWS
    from erqishi_logs.archive.search import Moment, Pattern, find_moments
    from erqishi_logs.archive.store import as_lost, lost_digest, sift, write_batch
    from erqishi_logs.archive.verdicts import read_verdicts, verdict_tables, with_rows_of
    from erqishi_logs.audit.judged import Judged

__all__ = [
    "FORMATS",
    "VIEWS",
    "Archive",
    "CompactReport",
    "Damage",
    "DamagedFactsError",
    "Fact",
    "Judged",
    "KnownIndex",
    "Moment",
    "Pattern",
    "as_lost",
    "compact",
    "digest_of",
    "drop_superseded",
    "engine_version",
    "find_moments",
    "locked",
    "lost_digest",
    "publish_verdicts",
    "read_facts",
    "read_verdicts",
    "render",
    "sift",
    "verdict_tables",
    "with_rows_of",
    "write_batch",
]

_ROOMS = {
    "archive": ("Archive",),
    "compaction": ("CompactReport", "compact"),
    "damage": ("Damage", "DamagedFactsError"),
    "engine": ("engine_version",),
    "facts": ("Fact", "digest_of", "read_facts"),
    "known": ("KnownIndex",),
    "lock": ("locked",),
    "publish": ("drop_superseded", "publish_verdicts"),
    "render": ("FORMATS", "render"),
    "schema": ("VIEWS",),
    "search": ("Moment", "Pattern", "find_moments"),
    "store": ("as_lost", "lost_digest", "sift", "write_batch"),
    "verdicts": ("read_verdicts", "verdict_tables", "with_rows_of"),
}
_HOMES = {name: f"{__name__}.{room}" for room, names in _ROOMS.items() for name in names}
_HOMES["Judged"] = "erqishi_logs.audit.judged"


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        msg = f"module {__name__!r} has no attribute {name!r}"
        raise AttributeError(msg)
    return getattr(import_module(_HOMES[name]), name)
