"""異地: one hand, or one count, judged under other rules, and the options that make the difference."""

from erqishi_logs.compare.causes import Cause, find_causes
from erqishi_logs.compare.fit import fitting_rules, why_unfit
from erqishi_logs.compare.hands import (
    COLUMNS,
    Comparison,
    FindingKey,
    View,
    as_elsewhere,
    compare_record,
    explain_change,
    outline,
)
from erqishi_logs.compare.scores import ScoreView, compare_score

__all__ = [
    "COLUMNS",
    "Cause",
    "Comparison",
    "FindingKey",
    "ScoreView",
    "View",
    "as_elsewhere",
    "compare_record",
    "compare_score",
    "explain_change",
    "find_causes",
    "fitting_rules",
    "outline",
    "why_unfit",
]
