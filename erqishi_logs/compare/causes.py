"""緣由: which of the options that two rule sets differ in make the difference in an answer."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from erqishi_logs.errors import ErqishiError
from erqishi_logs.rules.difference import diff_rules

if TYPE_CHECKING:
    from erqishi_logs.rules import RuleSet

#: What is asked of a rule set: each thing that may change, by a name, with its value; what is absent is None.
Answer = Mapping[Hashable, Any]
Judged = TypeVar("Judged")
Ask = Callable[["RuleSet"], Answer]


class Cause(NamedTuple):
    """緣由: options that together make what is in `changes`: by its name (before, after).

    Put into the one rule set they give what the other gives, and none of them can be left out. An option
    that does so alone is found whenever there is one.
    """

    options: tuple[str, ...]
    changes: dict[Hashable, tuple[Any, Any]]


def find_causes(one: RuleSet, other: RuleSet, ask: Ask) -> list[Cause]:
    """緣由: everything in which the answers differ, by the options that make it, in the rulebook's order.

    `ask` answers for a rule set; between the two it is asked of mixtures of them, of each once. Where it
    raises ErqishiError for a mixture, that mixture decides nothing. Raises ErqishiError where it cannot
    answer for one of the two.

    >>> from erqishi_logs.rules import load_rules
    >>> from erqishi_logs.scoring.scale import scale_of
    >>> pays = lambda rules: {"total": scale_of(rules).total(24, 0).total}
    >>> find_causes(load_rules("leshan"), load_rules("quan"), pays)
    [Cause(options=('rounding',), changes={'total': (40, 50)})]
    """
    before, after = ask(one), ask(other)
    names = [name for name in {**before, **after} if before.get(name) != after.get(name)]
    search = _Search(one, other, ask, after)
    found: dict[frozenset[str], dict[Hashable, tuple[Any, Any]]] = {}
    for name in names:
        found.setdefault(search.cause_of(name), {})[name] = (before.get(name), after.get(name))
    order = {option: place for place, option in enumerate(search.options)}
    causes = [Cause(tuple(sorted(options, key=order.__getitem__)), changes) for options, changes in found.items()]
    return sorted(causes, key=lambda cause: [order[option] for option in cause.options])


def judged_once(judge: Callable[[RuleSet], Judged]) -> Callable[[RuleSet], Judged]:
    """一判: the same judgement, made but once for rule sets that are alike in every option."""
    known: dict[tuple[object, ...], Judged] = {}

    def judgement(rules: RuleSet) -> Judged:
        key = tuple(rules.options().values())
        if key not in known:
            known[key] = judge(rules)
        return known[key]

    return judgement


class _Search:
    """The mixtures of two rule sets, each asked once."""

    def __init__(self, one: RuleSet, other: RuleSet, ask: Ask, after: Answer) -> None:
        self.options = list(diff_rules(one, other))
        self._one, self._theirs, self._ask, self._after = one, other.options(), ask, after
        self._known: dict[frozenset[str], Answer | None] = {frozenset(self.options): after}

    def cause_of(self, name: Hashable) -> frozenset[str]:
        """A set that makes `name` what it is in the other, of which none can be left out; of one option if one does."""
        options = self._reduced(frozenset(self.options), name)
        if len(options) == 1:
            return options
        return next((frozenset([each]) for each in self.options if self._makes(frozenset([each]), name)), options)

    def _reduced(self, options: frozenset[str], name: Hashable) -> frozenset[str]:
        """Halves, then quarters … then single options are left out as long as the rest still does it."""
        size = max(1, len(options) // 2)
        while True:
            smaller = self._without_parts(options, size, name)
            if size == 1 and smaller == options:
                return options
            size = 1 if smaller == options and size == 1 else max(1, size // 2)
            options = smaller

    def _without_parts(self, options: frozenset[str], size: int, name: Hashable) -> frozenset[str]:
        # From the end: the first of the rulebook stay, how it is counted before what the tiers are called.
        listed = [option for option in reversed(self.options) if option in options]
        for start in range(0, len(listed), size):
            rest = options.difference(listed[start : start + size])
            if rest and self._makes(rest, name):
                options = rest
        return options

    def _makes(self, options: frozenset[str], name: Hashable) -> bool:
        if options not in self._known:
            self._known[options] = self._answer(options)
        answer = self._known[options]
        return answer is not None and answer.get(name) == self._after.get(name)

    def _answer(self, options: frozenset[str]) -> Answer | None:
        mixed = replace(self._one, **{option: self._theirs[option] for option in options})  # type: ignore[arg-type]
        try:
            return self._ask(mixed)
        except ErqishiError:
            return None
