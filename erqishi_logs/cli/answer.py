"""答: what `erqishi score` tells a person: the receipt as asked, or why it is no win."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from erqishi_logs.cli.language import current_lang, say
from erqishi_logs.scoring import line_text, melds_needed
from erqishi_logs.texts import code_name, text

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from erqishi_logs.scoring import Line, WinContext, WinVerdict
    from erqishi_logs.texts import Lang

_PART = re.compile(r"[(（][^()（）]*[)）]|[^()（）\s]+")
_NO_CARD = re.compile(r"[()（）\s]+")


def receipt_lines(lines: Sequence[Line], question: dict[str, Any], ctx: WinContext) -> Iterator[str]:
    """和數單: the lines of a count in words, the melds in the order in which they were given."""
    given = [sorted(part) for part in _parts(question.get("melds", ""), ctx)]
    melds = [line for line in lines if line.code == "meld"]
    rest = [line for line in lines if line.code != "meld"]
    for line in (*sorted(melds, key=lambda line: _place(given, line)), *rest):
        yield line_text(line, ctx.game.deck, current_lang())


def why_no_win(verdict: WinVerdict, question: dict[str, Any], ctx: WinContext) -> Iterator[str]:
    """為何不能和: the code's name, then what is missing: cards, 和數, or another arrangement (RULEBOOK §6, §7)."""
    reason, count = verdict.reason or "", verdict.count
    if reason == "hushu_bugou" and count is not None:
        counted = [line for line in count.lines if line.code in ("meld", "sum")]
        yield from receipt_lines(counted, question, ctx)
    yield say("score.invalid", name=code_name(reason, current_lang()))
    yield from missing_for_win(verdict, question, ctx, current_lang())


def missing_for_win(verdict: WinVerdict, question: Mapping[str, Any], ctx: WinContext, lang: Lang) -> Iterator[str]:
    """缺何: in sentences what a win would need that these cards are not (RULEBOOK §2, §6, §7).

    >>> from erqishi_logs.scoring import judge_question
    >>> asked = {"cards": "捌玖拾", "win": "捌", "rules": "quan", "xiaojia": True}
    >>> ctx, verdict = judge_question(asked)
    >>> list(missing_for_win(verdict, asked, ctx, "zh-Hant"))
    ['只有0和，至少要1和。']
    """
    if verdict.reason == "zha_hu":
        yield from _missing_cards(question, ctx, lang)
    elif verdict.count is not None:
        yield text(f"cli.score.{verdict.reason}", lang, hushu=verdict.count.hushu, least=ctx.min_hushu)
    else:
        yield text(f"cli.score.{verdict.reason}", lang)


def _missing_cards(question: Mapping[str, Any], ctx: WinContext, lang: Lang) -> Iterator[str]:
    """How many cards there are and how many a complete hand has (RULEBOOK §2)."""
    parts = _parts(question.get("melds") or question.get("cards", ""), ctx)
    melds = melds_needed(ctx.rules, ctx.n_players, xiaojia=ctx.xiaojia)
    facts = {"cards": sum(map(len, parts)), "melds": melds, "whole": 3 * melds, "less": 3 * melds - 1}
    yield text("cli.score.zha_hu", lang, **facts)
    yield text("cli.score.complete_xiaojia" if ctx.xiaojia else "cli.score.complete", lang, **facts)


def _parts(melds: str, ctx: WinContext) -> list[list[int]]:
    return [ctx.game.deck.parse_cards(_NO_CARD.sub("", part)) for part in _PART.findall(melds)]


def _place(given: list[list[int]], line: Line) -> int:
    kinds = sorted(int(kind) for kind in line.params[1:])
    return given.index(kinds) if kinds in given else len(given)
