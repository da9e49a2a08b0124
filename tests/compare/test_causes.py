"""Which options make a difference: exact, none of them idle, one where one does it."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings, strategies as st

from erqishi_logs.compare import Cause, find_causes
from erqishi_logs.errors import ErqishiError
from erqishi_logs.rules import RuleSet, diff_rules, load_preset, load_rules

if TYPE_CHECKING:
    from collections.abc import Callable

LESHAN, QUAN = load_preset("leshan"), load_preset("quan")
OPTIONS = list(diff_rules(LESHAN, QUAN))


def _switched(rules: RuleSet) -> frozenset[str]:
    return frozenset(option for option in OPTIONS if getattr(rules, option) == getattr(QUAN, option))


def _ask(wanted: dict[str, list[frozenset[str]]]) -> Callable[[RuleSet], dict[Any, Any]]:
    """Each thing is there where all options of one of its sets are switched."""
    return lambda rules: {
        name: True if any(needed <= _switched(rules) for needed in sets) else None for name, sets in wanted.items()
    }


@given(st.lists(st.frozensets(st.sampled_from(OPTIONS), min_size=1, max_size=4), min_size=1, max_size=4))
@settings(max_examples=60)
def test_what_needs_certain_options_is_put_down_to_just_these(sets: list[frozenset[str]]) -> None:
    ask = _ask({f"thing {place}": [needed] for place, needed in enumerate(sets)})
    for cause in find_causes(LESHAN, QUAN, ask):
        for name, change in cause.changes.items():
            assert frozenset(cause.options) == sets[int(str(name).split()[1])]
            assert change == (None, True)


@given(st.lists(st.frozensets(st.sampled_from(OPTIONS), min_size=1, max_size=4), min_size=2, max_size=4))
@settings(max_examples=60)
def test_of_several_ways_one_is_told_whole_and_a_single_option_before_all(sets: list[frozenset[str]]) -> None:
    ((options, _),) = find_causes(LESHAN, QUAN, _ask({"thing": sets}))
    told = frozenset(options)
    assert any(needed == told for needed in sets)
    if any(len(needed) == 1 for needed in sets):
        assert len(told) == 1


def test_nothing_changes_nothing_is_told() -> None:
    assert find_causes(LESHAN, QUAN, lambda _: {"total": 40}) == []
    assert find_causes(LESHAN, LESHAN, lambda rules: {"total": rules.cap}) == []


def test_a_mixture_that_cannot_answer_decides_nothing() -> None:
    def ask(rules: RuleSet) -> dict[Any, Any]:
        both = {"cap", "rounding"}
        if len(both & _switched(rules)) == 1:
            raise ErqishiError("neither here nor there")
        return {"total": 2 if both <= _switched(rules) else 1}

    assert find_causes(LESHAN, QUAN, ask) == [Cause(("rounding", "cap"), {"total": (1, 2)})]


def test_each_mixture_is_asked_once() -> None:
    asked: list[frozenset[str]] = []

    def ask(rules: RuleSet) -> dict[Any, Any]:
        asked.append(_switched(rules))
        return dict.fromkeys(("total", "pay", "tier"), rules.cap)

    assert [cause.options for cause in find_causes(LESHAN, QUAN, ask)] == [("cap",)]
    assert len(asked) == len(set(asked)) <= 16


@pytest.mark.parametrize("size", [1, 2])
def test_every_option_and_every_pair_can_be_the_cause(size: int) -> None:
    for needed in map(frozenset, combinations(OPTIONS[:9], size)):
        ((options, _),) = find_causes(LESHAN, QUAN, _ask({"thing": [needed]}))
        assert frozenset(options) == needed


def test_the_cause_of_a_house_difference_is_the_option() -> None:
    ours = load_rules("quan", ["cap=200"])
    assert find_causes(QUAN, ours, lambda rules: {"cap": rules.cap}) == [Cause(("cap",), {"cap": (100, 200)})]
