"""和數單: the count of a winning hand as the lines of a receipt."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.captions import player
from app.strings import say
from erqishi_logs.games import written_deck
from erqishi_logs.scoring import line_text
from erqishi_logs.texts import name_of

if TYPE_CHECKING:
    from app.source import Hand
    from erqishi_logs.cards import Deck
    from erqishi_logs.scoring import Count, Group, Line
    from erqishi_logs.texts import Lang


def receipt(hand: Hand, lang: Lang) -> dict[str, Any] | None:
    """和數單: title, one entry a meld, then what came of it; None where nobody won or nothing can be counted."""
    verdict = hand.verdict
    if verdict.count is None or verdict.winner is None:
        return None
    deck = written_deck(hand.record.game)
    return {
        "title": say("receipt.title", lang, name=player(hand.record, verdict.winner)),
        "melds": meld_rows(verdict.count, deck, lang),
        "lines": [*step_rows(verdict.count, hand.record.game, lang), *_declared(hand, lang), *_pays(hand)],
    }


def meld_rows(count: Count, deck: Deck, lang: Lang) -> list[dict[str, Any]]:
    """逐房: one entry a meld: its cards, its name, its 和數."""
    return [
        {"cards": deck.format_cards(group.kinds), "label": _meld_name(group, lang), "value": str(hushu)}
        for group, hushu in zip(count.groups, count.meld_hushu, strict=True)
    ]


def _meld_name(group: Group, lang: Lang) -> str:
    """Its name alone: the gloss in brackets would not fit a line of the receipt."""
    return name_of("meld", group.meld.name.lower(), lang).split(" (")[0] if group.meld is not None else ""


def step_rows(count: Count, game: str, lang: Lang) -> list[dict[str, Any]]:
    """逐步: from the 和數 to what each pays at stake 1, before 抬炮."""
    between = [line for line in count.lines if line.code not in ("meld", "sum")]
    return [
        row(say("receipt.hushu", lang), str(count.hushu), "sum"),
        *(row(_step(line, game, lang)) for line in between),
        row(say("receipt.total", lang), str(count.total), "sum"),
    ]


def _step(line: Line, game: str, lang: Lang) -> str:
    """A line of the count; a title of fan 0 is listed, not paid (RULEBOOK §6), 桂林's 子 say how they grow (§9)."""
    if line.code == "title" and not line.params[1]:
        return say("receipt.unpaid", lang, name=name_of("title", str(line.params[0]), lang))
    if line.code == "step" and game == "guilin":
        return say("receipt.guilin_step", lang, value=line.value)
    return line_text(line, written_deck(game), lang)


def _declared(hand: Hand, lang: Lang) -> list[dict[str, Any]]:
    verdict = hand.verdict
    said = {"declared_hushu": verdict.declared_hushu, "declared_total": verdict.declared_total}
    return [row(say(f"receipt.{key}", lang), amount(value)) for key, value in said.items() if value is not None]


def _pays(hand: Hand) -> list[dict[str, Any]]:
    pay = hand.verdict.pay or ()
    return [
        row(name, f"{'+' if value > 0 else ''}{amount(value)}", "pay gap" if seat == 0 else "pay")
        for seat, (name, value) in enumerate(zip(hand.record.players, pay, strict=False))
    ]


def row(label: str, value: str = "", kind: str = "") -> dict[str, Any]:
    """一行: of a receipt; `kind` is how it is drawn: sum, pay, gap."""
    return {"label": label, "value": value, "kind": kind}


def amount(value: float) -> str:
    """數: a number without a needless fraction, the minus sign as printed.

    >>> amount(40.0), amount(-2.5)
    ('40', '−2.5')
    """
    return f"{value:g}".replace("-", "−")
