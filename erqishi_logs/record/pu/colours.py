"""譜: cards called by their colour, 大一 紅一 for 壹, 小一 黑一 for 一, and 紅龍燈 for 貳柒拾 (S0-008, S1-096)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from erqishi_logs.cards import BIG, ERQISHI_DECK, SMALL
from erqishi_logs.record.pu.words import BLACK_WORDS, LONGDENG, RED_WORDS
from erqishi_logs.rules import fold

if TYPE_CHECKING:
    from erqishi_logs.cards import Deck

_COLOURS = dict.fromkeys(RED_WORDS, BIG) | dict.fromkeys(BLACK_WORDS, SMALL)
_HEAD = re.compile(f"([{''.join(_COLOURS)}])([{SMALL}{BIG}]+)")
_EACH = re.compile(f"(?:[{''.join(_COLOURS)}][{SMALL}{BIG}])+")
_VARIANTS = str.maketrans(dict(ERQISHI_DECK.variants))
_ALL_SMALL = str.maketrans(BIG, SMALL)
#: 二七十 and 貳柒拾, in the order in which they are called.
LONGDENGS = ("二七十", "貳柒拾")


def said_cards(word: str, deck: Deck) -> str | None:
    """牌: the cards of a word that says their colour, once before all or before each; None for any other word.

    A colour that a glyph contradicts (小壹) is none, and so is one that stands before some only: which of the
    others it means is not guessed.

    >>> said_cards("大一二三", ERQISHI_DECK), said_cards("红一红一黑一", ERQISHI_DECK)
    ('壹貳叄', '壹壹一')
    >>> said_cards("小龍燈", ERQISHI_DECK), said_cards("小壹", ERQISHI_DECK), said_cards("一紅一", ERQISHI_DECK)
    ('二七十', None, None)
    """
    if word[:1] not in "大紅红小黑" or not set(SMALL + BIG) <= set(deck.glyphs):
        return None
    word = fold(word).translate(_VARIANTS).replace(LONGDENG, LONGDENGS[0])
    if _EACH.fullmatch(word):
        cards = [_coloured(word[at + 1], word[at]) for at in range(0, len(word), 2)]
    elif match := _HEAD.fullmatch(word):
        cards = [_coloured(glyph, match.group(1)) for glyph in match.group(2)]
    else:
        return None
    return None if None in cards else "".join(filter(None, cards))


def said_longdeng(word: str, card: str) -> str | None:
    """龍燈: the longdeng of a card that a bare 龍燈 lays; None for other words, and where the card is in none.

    >>> said_longdeng("龙灯", "柒"), said_longdeng("龍燈", "六")
    ('貳柒拾', None)
    """
    if fold(word) != LONGDENG:
        return None
    return next((meld for meld in LONGDENGS if card in meld), None)


def say_cards(cards: str, red: str | None, black: str | None) -> str:
    """牌: cards called by the colour words given, so that `said_cards` gives them back; else as they are.

    >>> say_cards("壹貳叄", "大", None), say_cards("壹一", "紅", "黑"), say_cards("壹一", "紅", None)
    ('大一二三', '紅一黑一', '壹一')
    """
    colours = [_word(card, red, black) for card in cards]
    if None in colours:
        return cards
    numbers = cards.translate(_ALL_SMALL)
    if len(set(colours)) == 1:
        return f"{colours[0]}{numbers}"
    return "".join(f"{colour}{number}" for colour, number in zip(colours, numbers, strict=True))


def _word(card: str, red: str | None, black: str | None) -> str | None:
    return red if card in BIG else black if card in SMALL else None


def _coloured(glyph: str, colour: str) -> str | None:
    """The card of a number and a colour; None where the glyph is of the other."""
    glyphs = _COLOURS[colour]
    if glyph in glyphs:
        return glyph
    return glyphs[SMALL.index(glyph)] if glyph in SMALL else None
