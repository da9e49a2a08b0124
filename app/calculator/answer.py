"""所答: every arrangement of the cards, counted under one rule set, or why they are no win."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.calculator.asked import as_question
from app.receipt import amount, meld_rows, row, step_rows
from app.strings import say
from erqishi_logs.cli.answer import missing_for_win
from erqishi_logs.errors import ErqishiError
from erqishi_logs.rules import rules_title
from erqishi_logs.scoring import count_question, is_enough, judge_question, taipao_payment
from erqishi_logs.texts import code_name, name_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.calculator.asked import Asked
    from erqishi_logs.rules import RuleSet
    from erqishi_logs.scoring import Count, WinContext
    from erqishi_logs.texts import Lang

#: A page need not hold more receipts; how many there are is said.
MAX_SHOWN = 60


def answer(asked: Asked, rules: RuleSet, lang: Lang) -> dict[str, Any]:
    """所答: `kind` empty, error, no_win or win; a headline, sentences, and the arrangements, best first.

    >>> from app.calculator.asked import Asked
    >>> from erqishi_logs.rules import load_preset
    >>> found = answer(Asked(cards="玖玖玖", win="玖", players=4, xiaojia=True), load_preset("leshan-4"), "zh-Hant")
    >>> found["kind"], found["head"], found["arrangements"][0]["receipt"]["lines"][-1]["value"]
    ('win', '3和，每家付 40', '40')
    """
    if not asked.cards:
        return _told("empty", say("calculator.empty", lang), [say("calculator.empty_how", lang)])
    question = {**as_question(asked), "rules": rules.id}
    try:
        ctx, verdict = judge_question(question)
        counts = count_question(question)[1]
    except ErqishiError as error:
        return _told("error", say("calculator.unreadable", lang), [error.text(lang)])
    found = [_arrangement(count, ctx, lang) for count in counts[:MAX_SHOWN]]
    many = say("calculator.arrangements", lang, n=len(counts), shown=len(found)) if len(counts) > 1 else ""
    if verdict.reason:
        head = say("calculator.no_win", lang, name=code_name(verdict.reason, lang), code=verdict.reason)
        return _told("no_win", head, list(missing_for_win(verdict, question, ctx, lang)), found, many)
    return _told("win", found[0]["head"], [rules_title(rules, lang)], found, many)


def _told(
    kind: str, head: str, sentences: list[str], found: Sequence[dict[str, Any]] = (), many: str = ""
) -> dict[str, Any]:
    return {"kind": kind, "head": head, "sentences": sentences, "arrangements": list(found), "many": many}


def _arrangement(count: Count, ctx: WinContext, lang: Lang) -> dict[str, Any]:
    melds = meld_rows(count, ctx.game.deck, lang)
    title = say("calculator.receipt", lang, rules=rules_title(ctx.rules, lang))
    return {
        "head": _head(count, ctx, lang),
        "tags": [_name("tier", count.tier, lang), *(_name("title", title, lang) for title in count.titles)],
        "valid": is_enough(count, ctx),
        "receipt": {"title": title, "melds": melds, "lines": _lines(count, ctx, lang)},
    }


def _head(count: Count, ctx: WinContext, lang: Lang) -> str:
    if not is_enough(count, ctx):
        return say("calculator.too_few", lang, hushu=count.hushu, least=ctx.min_hushu)
    key = "pays_discarder" if ctx.taipao else "pays_others"
    return say(f"calculator.{key}", lang, hushu=count.hushu, total=amount(_due(count, ctx)))


def _lines(count: Count, ctx: WinContext, lang: Lang) -> list[dict[str, Any]]:
    """Of an arrangement too small to win only the 和數; with 抬炮 the discarder's payment below."""
    lines = step_rows(count, ctx.rules.game, lang)
    if not is_enough(count, ctx):
        return lines[:1]
    due = [row(say("calculator.discarder", lang), amount(_due(count, ctx)), "sum")] if ctx.taipao else []
    return [*lines, *due]


def _due(count: Count, ctx: WinContext) -> float:
    return taipao_payment(count.total, ctx.rules, ctx.n_players) if ctx.taipao else count.total


def _name(table: str, name: str, lang: Lang) -> str:
    """Its name alone: the gloss in brackets would not fit a line."""
    return name_of(table, name, lang).split(" (")[0]
