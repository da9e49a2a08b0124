"""流水: files → records → verdicts → archive, and stored hands judged again.

What needs an archive is loaded when it is asked for: an audit of a few hands does not wait for it.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from erqishi_logs.pipeline.audit import iter_audit
from erqishi_logs.pipeline.audited import Audited
from erqishi_logs.pipeline.judge import Judge
from erqishi_logs.pipeline.pace import Pace
from erqishi_logs.pipeline.sources import FORMS, find_sources, form_named

if TYPE_CHECKING:
    from erqishi_logs.pipeline.intake import IngestReport, Progress, ingest
    from erqishi_logs.pipeline.rejudge import Change, FindingKey, ReauditReport, judge_missing, reaudit
    from erqishi_logs.pipeline.stored import Failed

__all__ = [
    "FORMS",
    "Audited",
    "Change",
    "Failed",
    "FindingKey",
    "IngestReport",
    "Judge",
    "Pace",
    "Progress",
    "ReauditReport",
    "find_sources",
    "form_named",
    "ingest",
    "iter_audit",
    "judge_missing",
    "reaudit",
]

_OF_ARCHIVE = {
    **dict.fromkeys(("IngestReport", "Progress", "ingest"), "intake"),
    **dict.fromkeys(("Change", "FindingKey", "ReauditReport", "judge_missing", "reaudit"), "rejudge"),
    "Failed": "stored",
}


def __getattr__(name: str) -> Any:
    if name not in _OF_ARCHIVE:
        msg = f"module {__name__!r} has no attribute {name!r}"
        raise AttributeError(msg)
    return getattr(import_module(f"{__name__}.{_OF_ARCHIVE[name]}"), name)
