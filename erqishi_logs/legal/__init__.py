"""What a seat may do: rights by position, chi with 擺, dui, kai (RULEBOOK §4)."""

from erqishi_logs.legal.chi import (
    ChiOption,
    Laying,
    can_chi,
    can_dui,
    can_kai,
    can_use,
    count_laid,
    free_count,
    free_counts,
    is_kan,
    iter_chi,
    iter_layings,
    layings_after,
)
from erqishi_logs.legal.rights import answers_for, distance, is_taipao, may_chi, may_dui, may_hu, may_kai

__all__ = [
    "ChiOption",
    "Laying",
    "answers_for",
    "can_chi",
    "can_dui",
    "can_kai",
    "can_use",
    "count_laid",
    "distance",
    "free_count",
    "free_counts",
    "is_kan",
    "is_taipao",
    "iter_chi",
    "iter_layings",
    "layings_after",
    "may_chi",
    "may_dui",
    "may_hu",
    "may_kai",
]
