"""聽用 in a win: the dui that one 聽 makes with the winning card, or as it (RULEBOOK §1, §2, S0-001).

In a lianzi, longdeng, banbianzi or zhuangzi a 聽 is one more card of the meld table; a dui is none but by the card
won on, and a kan or gun holds no 聽.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from erqishi_logs.melds import MeldKind
from erqishi_logs.scoring.group import Group

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from erqishi_logs.scoring.tables import MeldTables


def wild_duis(
    tables: MeldTables, concealed: Sequence[int], win: int, kan_split: Collection[int]
) -> Iterator[tuple[Group, list[int]]]:
    """對: each dui of two alike and a 聽 that holds the card won on, with the concealed cards that are left.

    Two alike and a live 聽, or one, a 聽 and its like won on; none of them out of a whole kan.

    >>> from erqishi_logs.games import game_of
    >>> from erqishi_logs.scoring.tables import tables_of
    >>> game = game_of("erqishi", 4)
    >>> held = game.deck.count_kinds(game.deck.parse_cards("五聽七七"))
    >>> [game.deck.format_cards(dui.kinds) for dui, _ in wild_duis(tables_of(game), held, 4, ())]
    ['五五聽']
    >>> [game.deck.format_cards(dui.kinds) for dui, _ in wild_duis(tables_of(game), held, game.deck.wild, ())]
    ['七七聽']
    """
    wild = tables.wild
    for kind in range(wild) if win == wild else (win,):
        used = (kind, kind) if win == wild else (kind, wild)
        rest = list(concealed)
        for card in used:
            rest[card] -= 1
        is_whole = concealed[kind] > 2 and kind not in kan_split
        if rest[kind] >= 0 and rest[wild] >= 0 and not is_whole:
            yield Group(MeldKind.DUI, (kind, kind, wild), won=True), rest
