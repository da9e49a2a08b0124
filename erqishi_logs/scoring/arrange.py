"""All arrangements of a hand that may win (RULEBOOK §2, §6)."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

from erqishi_logs.melds import QUADS, MeldKind
from erqishi_logs.scoring.tables import tables_of
from erqishi_logs.scoring.wilds import wild_duis

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from erqishi_logs.games import Game
    from erqishi_logs.rules import RuleSet
    from erqishi_logs.scoring.group import Arrangement, Group
    from erqishi_logs.scoring.tables import MeldTables

#: Cards in a 小家's hand (RULEBOOK §2).
XIAOJIA_CARDS = 2

#: What may become of one kind: the groups made of it alone, the cards left for other melds.
Choice = tuple["Arrangement", int]


def melds_needed(rules: RuleSet, n_players: int, *, xiaojia: bool = False) -> int:
    """房數: groups of a complete hand, m = (H + 1) / 3 (RULEBOOK §2).

    >>> from erqishi_logs.rules import load_preset
    >>> melds_needed(load_preset("leshan"), 3), melds_needed(load_preset("leshan-4"), 4, xiaojia=True)
    (7, 1)
    """
    cards = XIAOJIA_CARDS if xiaojia else rules.cards_each(n_players)
    return (cards + 1) // 3


def iter_arrangements(  # noqa: PLR0913 - a hand, its card and its course
    game: Game,
    rules: RuleSet,
    concealed: Sequence[int],
    win: int | None,
    exposed: Sequence[Group] = (),
    n_players: int = 3,
    *,
    xiaojia: bool = False,
    kan_split: Collection[int] = (),
    own_flip: bool = False,
) -> Iterator[Arrangement]:
    """牌型: every arrangement of the hand, 和數 aside; the groups on the table first (RULEBOOK §2).

    `concealed` are counts by kind without the winning card; `win` is its kind, None for 天和.
    Kan and gun stay whole, but those of the kinds in `kan_split`: split before, so that what is left
    is none, or all kinds, to ask what splitting could make. `own_flip`: the winner turned the card up
    himself, which counts where 掃 is played (§9). A hand that cannot be complete yields nothing.

    >>> from erqishi_logs.games import ERQISHI
    >>> from erqishi_logs.rules import load_preset
    >>> held = ERQISHI.deck.count_kinds(ERQISHI.deck.parse_cards("玖玖"))
    >>> [a[0].meld.name for a in iter_arrangements(ERQISHI, load_preset("leshan-4"), held, 18, (), 4, xiaojia=True)]
    ['DUI']
    """
    tables = tables_of(game)
    needed = melds_needed(rules, n_players, xiaojia=xiaojia) - len(exposed)
    quads = sum(group.meld in QUADS for group in exposed)
    table_groups = tuple(exposed)
    if needed < 0 or any(group.meld is None for group in exposed) or not _may_fit(concealed, win, needed):
        return
    hands = [(concealed, win, table_groups)]
    if tables.wild >= 0 and win is not None:
        hands += [(rest, None, (*table_groups, dui)) for dui, rest in wild_duis(tables, concealed, win, kan_split)]
    for held, card, laid in hands:
        wanted = needed + len(table_groups) - len(laid)
        for groups, rest, zhuangzi in _fitting(tables, held, card, kan_split, wanted, quads):
            made = _with_sao(tables, groups, card, own_flip=own_flip) if rules.sao else groups
            for more in tables.covers(rest, zhuangzi):
                yield laid + _marked(made + more, card)


def _may_fit(concealed: Sequence[int], win: int | None, needed: int) -> bool:
    """Whether so many cards could be so many melds: three each, one more a quad, one less for the 樁子."""
    held = [count + (kind == win) for kind, count in enumerate(concealed)]
    beyond = sum(held) - 3 * needed
    fours = sum(count > 3 for count in held)
    return beyond == 0 or -1 <= beyond < fours


def _fitting(
    tables: MeldTables,
    concealed: Sequence[int],
    win: int | None,
    kan_split: Collection[int],
    needed: int,
    quads: int,
) -> Iterator[tuple[Arrangement, int, int]]:
    """The layouts of which the rest may be so many melds: those groups, the packed rest, the zhuangzi it needs."""
    for groups, rest, n_free in _layouts(tables, concealed, win, kan_split):
        zhuangzi = 1 if quads or any(len(group.kinds) > 3 for group in groups) else 0
        if n_free == 3 * (needed - len(groups)) - zhuangzi:
            yield groups, rest, zhuangzi


def _layouts(
    tables: MeldTables, concealed: Sequence[int], win: int | None, kan_split: Collection[int]
) -> Iterator[tuple[Arrangement, int, int]]:
    """Each way to take the kan, gun, kai and dui out of the hand: those groups, the packed rest, its cards."""
    choices: list[list[tuple[Arrangement, int, int]]] = []
    rest = n_free = 0
    units = tables.units
    for kind, held in enumerate(concealed):
        won = 1 if kind == win else 0
        if held + won < 3 or kind == tables.wild:
            rest += (held + won) * units[kind]
            n_free += held + won
            continue
        found = _whole(tables, kind, held, won)
        if kind in kan_split:
            found += _split(tables, kind, held, won)
        choices.append([(made, free * units[kind], free) for made, free in found])
    for chosen in product(*choices):
        groups = tuple(group for made, _, _ in chosen for group in made)
        yield groups, rest + sum(c[1] for c in chosen), n_free + sum(c[2] for c in chosen)


def _whole(tables: MeldTables, kind: int, held: int, won: int) -> list[Choice]:
    """What three or four alike, or two with the winning card, may be (RULEBOOK §2, §6)."""
    if held == 2:
        return [((tables.dui[kind],), 0), ((), 3)]
    if held > 3:
        return [((tables.gun[kind],), held - 4 + won)]
    kan: Choice = ((tables.kan[kind],), won)
    return [((tables.kai[kind],), 0), kan] if won else [kan]


def _with_sao(tables: MeldTables, groups: Arrangement, win: int | None, *, own_flip: bool) -> Arrangement:
    """掃: one's own flip makes a kan or a gun; of three alike another's card is always one (RULEBOOK §9)."""
    if own_flip:
        became = {MeldKind.DUI: MeldKind.KAN, MeldKind.KAI: MeldKind.GUN}
        return tuple(g._replace(meld=became[g.meld]) if g.won and g.meld in became else g for g in groups)
    return tuple(tables.dui[g.kinds[0]] if win in g.kinds and g.meld == MeldKind.KAN else g for g in groups)


def _split(tables: MeldTables, kind: int, held: int, won: int) -> list[Choice]:
    """What a split kan or gun may be beside that: all cards free, or three of four still together."""
    apart: Choice = ((), held + won)
    if held == 2:
        return []
    return [((tables.kan[kind],), held - 3 + won), apart] if held > 3 else [apart]


def _marked(groups: Arrangement, win: int | None) -> Arrangement:
    """The groups, the one that holds the winning card marked (where several could, the first)."""
    if win is None or any(group.won for group in groups):
        return groups
    for place, group in enumerate(groups):
        # A kan was whole before the winning card came.
        if win in group.kinds and (group.kinds[0] != group.kinds[-1] or len(group.kinds) == 2):
            return (*groups[:place], group._replace(won=True), *groups[place + 1 :])
    return groups
