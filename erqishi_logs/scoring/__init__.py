"""計和: arrangements, 和數, titles, tiers, totals, payments, and whether a declared hand wins (RULEBOOK §2, §6, §7)."""

from erqishi_logs.rules.options import TITLES
from erqishi_logs.scoring.arrange import iter_arrangements, melds_needed
from erqishi_logs.scoring.context import WinContext
from erqishi_logs.scoring.count import Count, all_counts, best_count, count_win
from erqishi_logs.scoring.declared import declared_faults, declared_total, has_dealt_longdeng
from erqishi_logs.scoring.group import Arrangement, Group
from erqishi_logs.scoring.judge import WinVerdict, declared_groups, is_enough, judge_win, laid_alike
from erqishi_logs.scoring.lines import Line, line_text
from erqishi_logs.scoring.question import (
    QuestionError,
    all_answers,
    count_question,
    judge_question,
    score_question,
    split_parts,
    table_group,
)
from erqishi_logs.scoring.settle import settle, taipao_payment

__all__ = [
    "TITLES",
    "Arrangement",
    "Count",
    "Group",
    "Line",
    "QuestionError",
    "WinContext",
    "WinVerdict",
    "all_answers",
    "all_counts",
    "best_count",
    "count_question",
    "count_win",
    "declared_faults",
    "declared_groups",
    "declared_total",
    "has_dealt_longdeng",
    "is_enough",
    "iter_arrangements",
    "judge_question",
    "judge_win",
    "laid_alike",
    "line_text",
    "melds_needed",
    "score_question",
    "settle",
    "split_parts",
    "table_group",
    "taipao_payment",
]
