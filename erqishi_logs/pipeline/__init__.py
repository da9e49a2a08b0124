"""流水: files → records → verdicts → archive, and stored hands judged again."""

from __future__ import annotations

from erqishi_logs.pipeline.audit import Audited, iter_audit
from erqishi_logs.pipeline.ingest import IngestReport, Progress, ingest
from erqishi_logs.pipeline.judge import Judge
from erqishi_logs.pipeline.reaudit import Change, FindingKey, ReauditReport, judge_missing, reaudit
from erqishi_logs.pipeline.sources import FORMS, find_sources, form_named

__all__ = [
    "FORMS",
    "Audited",
    "Change",
    "FindingKey",
    "IngestReport",
    "Judge",
    "Progress",
    "ReauditReport",
    "find_sources",
    "form_named",
    "ingest",
    "iter_audit",
    "judge_missing",
    "reaudit",
]
