"""答: what `erqishi score` tells a person: the receipt as asked, or why it is no win."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from erqishi_logs.cli.language import current_lang, say
from erqishi_logs.scoring import line_text, melds_needed
from erqishi_logs.texts import code_name

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from erqishi_logs.scoring import Line, WinContext, WinVerdict

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
    if reason == "zha_hu":
        yield from _missing_cards(question, ctx)
    elif count is not None:
        yield say(f"score.{reason}", hushu=count.hushu, least=ctx.min_hushu)
    else:
        yield say(f"score.{reason}")


def _missing_cards(question: dict[str, Any], ctx: WinContext) -> Iterator[str]:
    """How many cards there are and how many a complete hand has (RULEBOOK §2)."""
    parts = _parts(question.get("melds") or question.get("cards", ""), ctx)
    melds = melds_needed(ctx.rules, ctx.n_players, xiaojia=ctx.xiaojia)
    facts = {"cards": sum(map(len, parts)), "melds": melds, "whole": 3 * melds, "less": 3 * melds - 1}
    yield say("score.zha_hu", **facts)
    yield say("score.complete_xiaojia" if ctx.xiaojia else "score.complete", **facts)


def _parts(melds: str, ctx: WinContext) -> list[list[int]]:
    return [ctx.game.deck.parse_cards(_NO_CARD.sub("", part)) for part in _PART.findall(melds)]


def _place(given: list[list[int]], line: Line) -> int:
    kinds = sorted(int(kind) for kind in line.params[1:])
    return given.index(kinds) if kinds in given else len(given)
