"""桂林字牌, the sister game: the same deck, 一二三 and 壹貳叄 count too (RULEBOOK §9).

Its own events: `sao` 掃 (a hidden flip makes the flipper's pair three, taken concealed) and
`saochuan` 掃穿 (it makes his three four).
"""

from erqishi_logs.cards import ERQISHI_DECK
from erqishi_logs.games.game import Game
from erqishi_logs.melds import MeldTable

GUILIN_MELDS = MeldTable(ERQISHI_DECK, special={(0, 1, 2): 3, (10, 11, 12): 6})
GUILIN = Game("guilin", "桂林字牌", ERQISHI_DECK, GUILIN_MELDS, own_events=("sao", "saochuan"))
