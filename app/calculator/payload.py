"""算和: a question and its answers as the data that the component draws."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.calculator.answer import answer
from app.calculator.asked import ALL, address, write_asked
from app.calculator.elsewhere import elsewhere
from app.calculator.fields import fields
from app.strings import table
from erqishi_logs.errors import ErqishiError
from erqishi_logs.rules import load_preset
from erqishi_logs.scoring import count_question, split_parts

if TYPE_CHECKING:
    from app.calculator.asked import Asked
    from erqishi_logs.games import Game
    from erqishi_logs.texts import Lang


def payload(asked: Asked, lang: Lang, number: int = 0) -> dict[str, Any]:
    """算和: everything that the component needs, plain text and numbers; `number` of the asking that it answers.

    `hand` and `melds` are None where the text cannot be read: the tray then stays as it is. The winning card
    is among the hand.

    >>> from app.calculator.asked import Asked
    >>> data = payload(Asked(cards="八五（柒柒柒）", win="八"), "zh-Hant")
    >>> data["hand"], data["melds"], data["asked"]["win"], len(data["kinds"])
    ('五八', ['柒柒柒'], '八', 20)
    """
    rules = load_preset(asked.rules)
    # The game as the counter plays it: with 聽 in its deck where the rules have it.
    game = count_question({"cards": "", "rules": rules.id})[0].game
    return {
        "number": number,
        "texts": {**table("table", lang), **table("calculator", lang), "lang": lang},
        "kinds": [{"card": card, "copies": n} for card, n in zip(game.deck.glyphs, game.deck.copies, strict=True)],
        "asked": write_asked(_canonical(asked, game)),
        **_cards(asked, game),
        "fields": fields(asked, rules, lang),
        "all": ALL,
        "address": address(asked, lang),
        "answer": answer(asked, rules, lang),
        "elsewhere": elsewhere(asked, rules, lang),
    }


def _cards(asked: Asked, game: Game) -> dict[str, Any]:
    try:
        plain, exposed = split_parts(asked.cards, game)
    except ErqishiError:
        return {"hand": None, "melds": None}
    hand = game.deck.format_cards(sorted(kind for part in plain for kind in part))
    return {"hand": hand, "melds": [game.deck.format_cards(group.kinds) for group in exposed]}


def _canonical(asked: Asked, game: Game) -> Asked:
    """The winning card as this deck writes it, so that it is found among the hand."""
    try:
        return asked._replace(win=game.deck.format_card(game.deck.parse_card(asked.win))) if asked.win else asked
    except ErqishiError:
        return asked
