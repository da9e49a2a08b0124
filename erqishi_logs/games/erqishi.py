"""貳柒拾: 80 cards, 20 kinds; the four 聽 of the historic deck are not played yet (RULEBOOK §1, §2)."""

from erqishi_logs.cards import ERQISHI_DECK
from erqishi_logs.games.game import Game
from erqishi_logs.melds import ERQISHI_MELDS

ERQISHI = Game("erqishi", "貳柒拾", ERQISHI_DECK, ERQISHI_MELDS)
