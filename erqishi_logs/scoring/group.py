"""一房: one meld of a hand as the counter sees it (RULEBOOK §2)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from erqishi_logs.melds import MeldKind


class Group(NamedTuple):
    """一房: a meld, its sorted kinds, whether it lay on the table, whether it holds the winning card.

    `meld` is None for cards on the table that are no meld (三搭一): no arrangement holds them.

    >>> from erqishi_logs.melds import MeldKind
    >>> Group(MeldKind.DUI, (4, 4, 4), exposed=True).meld.name
    'DUI'
    """

    meld: MeldKind | None
    kinds: tuple[int, ...]
    exposed: bool = False
    won: bool = False


Arrangement = tuple[Group, ...]
