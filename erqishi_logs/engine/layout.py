"""牌型: the layouts of a hand and the best of its arrangements, compiled (RULEBOOK §2, §6).

The twin of `erqishi_logs.scoring.arrange` and `best_count`, in their order of arrangements. What differs between the
arrangements of one layout (which kan, gun, kai and dui are taken out of the hand) is only how many chi melds count, so
these are chosen and the rest is asked whether it can be laid at all (`can_cover`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from erqishi_logs.engine.compiled import built_in
from erqishi_logs.engine.cover import KIND, LAMP, can_cover, has_left
from erqishi_logs.engine.group import (
    ALL_DUI,
    ANY_KAI,
    BEST_BITS,
    BEST_ENOUGH,
    BEST_HUSHU,
    BEST_PLACE,
    BEST_TITLES,
    BEST_TOTAL,
    BITS,
    BLACK,
    FREE,
    GROUPS,
    HUSHU,
    LAYOUT,
    LEAST,
    MODE,
    NEEDED,
    OWN_DUI,
    OWN_KAI,
    PICKS,
    PLACE,
    POSSIBLE,
    QUAD,
    RED,
    SEARCH,
    SPLIT,
    SURE,
    TABLE,
    TIMES,
    UNCOUNTED,
    Ask,
    copy_sums,
    put_free,
    put_own,
    titles_of,
)
from erqishi_logs.engine.tables import Opt
from erqishi_logs.engine.total import total_of, xiaojia_total
from erqishi_logs.melds import MeldKind

if TYPE_CHECKING:
    from erqishi_logs.engine.cover import CoverArrays
    from erqishi_logs.engine.tables import RuleArrays

Array = Any

#: What is asked of the arrangements: whether there is one, the best, the best and what is possible.
ANY, BEST, ALL = range(3)


@built_in
def search(
    room: Array,
    ask: Array,
    held: Array,
    rules: RuleArrays,
    row: int,
    covers: CoverArrays,
) -> bool:
    """牌型: goes through the layouts of a hand that `begin_hand` began; whether any was found, where that was asked.

    The best and what is possible are left in the room.
    """
    if room[TABLE + GROUPS] > room[NEEDED]:
        return False
    win = ask[Ask.WIN]
    n_picks = _sort_out(room, win, held, covers.kinds)
    while True:
        copy_sums(room, SURE, LAYOUT)
        for pick in range(n_picks):
            kind = room[PICKS + 3 * pick]
            _choose(room, covers.kinds, kind, held[kind], kind == win, room[PICKS + 3 * pick + 2])
        if _weigh(room, ask, rules, row, covers):
            return True
        if not _next_layout(room, n_picks):
            return False


@built_in
def _sort_out(room: Array, win: int, held: Array, kinds: Array) -> int:
    """Sums up the kinds of which only one thing can become; how many are left, listed with their choices."""
    n_picks = black = red = free = 0
    copy_sums(room, TABLE, LAYOUT)
    for kind in range(held.size):
        won = kind == win
        cards = held[kind] + won
        if cards < 3:
            # The most usual by far, so it is done in place and without a branch.
            is_red = kinds[KIND * kind]
            word = cards * kinds[KIND * kind + 1]
            red += word * is_red
            black += word * (1 - is_red)
            free += cards
            continue
        choices = _n_choices(held[kind], won, room[SPLIT] >> kind & 1)
        if choices == 1:
            _choose(room, kinds, kind, held[kind], won, choices - 1)
            continue
        room[PICKS + 3 * n_picks] = kind
        room[PICKS + 3 * n_picks + 1] = choices
        room[PICKS + 3 * n_picks + 2] = 0
        n_picks += 1
    room[LAYOUT + BLACK] += black
    room[LAYOUT + RED] += red
    room[LAYOUT + FREE] += free
    copy_sums(room, LAYOUT, SURE)
    return n_picks


@built_in
def _n_choices(held: int, won: bool, split: int) -> int:
    """How many things three or more alike may be, the winning card among them."""
    if held == 2:
        return 2
    return 1 + won + split if held == 3 else 1 + 2 * split


@built_in
def _choose(room: Array, kinds: Array, kind: int, held: int, won: bool, choice: int) -> None:
    """Takes the choice of a place, in the order of the plain engine (`_whole`, `_split`)."""
    meld = _chosen(held, won, choice)
    used = 0
    if meld >= 0:
        put_own(room, kinds, meld, kind)
        used = 4 if meld == MeldKind.KAI or meld == MeldKind.GUN else 3
    if held + won > used:
        put_free(room, kinds, kind, held + won - used)


@built_in
def _chosen(held: int, won: bool, choice: int) -> int:
    """The meld of a choice, −1 where all cards are free."""
    if held == 2:
        return -1 if choice else MeldKind.DUI
    if held == 3:
        if choice == 0 and won:
            return MeldKind.KAI
        return MeldKind.KAN if choice == won else -1
    if choice == 0:
        return MeldKind.GUN
    return MeldKind.KAN if choice == 1 else -1


@built_in
def _next_layout(room: Array, n_picks: int) -> bool:
    """The next choice of each kind, the last kind's first; false after the last."""
    for pick in range(n_picks - 1, -1, -1):
        room[PICKS + 3 * pick + 2] += 1
        if room[PICKS + 3 * pick + 2] < room[PICKS + 3 * pick + 1]:
            return True
        room[PICKS + 3 * pick + 2] = 0
    return False


@built_in
def _weigh(room: Array, ask: Array, rules: RuleArrays, row: int, covers: CoverArrays) -> bool:
    """Tries a layout with each number of chi melds that count, many first; whether that ends a search for any."""
    pairs = 1 if room[LAYOUT + BITS] & QUAD else 0
    if room[LAYOUT + FREE] != 3 * (room[NEEDED] - room[LAYOUT + GROUPS]) - pairs:
        return False
    if pairs and rules.num[row, Opt.ZHUANGZI_BREAKS_KUN]:
        room[LAYOUT + BITS] |= UNCOUNTED
    room[LAYOUT + TIMES] = 0
    _take_lamps(room, covers.lamps, covers.lamps.size)
    while True:
        if room[MODE] == ANY:
            if can_cover(room[LAYOUT + BLACK], room[LAYOUT + RED], pairs, covers.ways, covers.ways_at, room, SEARCH):
                return True
        else:
            _try(room, ask, rules, row, covers, pairs)
        if not _fewer_lamps(room, covers.lamps):
            return False


@built_in
def _take_lamps(room: Array, lamps: Array, end: int) -> None:
    """Lays as many as there are of each of the first chi melds that count, of those before `end`."""
    for lamp in range(end - LAMP, -1, -LAMP):
        while has_left(room[LAYOUT + BLACK], lamps[lamp]) and has_left(room[LAYOUT + RED], lamps[lamp + 1]):
            _lay_lamp(room, lamps, lamp, 1)


@built_in
def _lay_lamp(room: Array, lamps: Array, lamp: int, times: int) -> None:
    """Lays a chi meld that counts, or takes it back (−1)."""
    room[LAYOUT + BLACK] -= times * lamps[lamp]
    room[LAYOUT + RED] -= times * lamps[lamp + 1]
    room[LAYOUT + HUSHU] += times * lamps[lamp + 2]
    room[LAYOUT + GROUPS] += times
    # As LAMP is 4, the place of a lamp is that of its four bits.
    room[LAYOUT + TIMES] += times << lamp
    room[LAYOUT + PLACE] = lamps[lamp + 3]


@built_in
def _fewer_lamps(room: Array, lamps: Array) -> bool:
    """The next choice of chi melds that count; false after the one without any."""
    for lamp in range(0, lamps.size, LAMP):
        if room[LAYOUT + TIMES] >> lamp & 15:
            _lay_lamp(room, lamps, lamp, -1)
            _take_lamps(room, lamps, lamp)
            return True
    return False


@built_in
def _try(room: Array, ask: Array, rules: RuleArrays, row: int, covers: CoverArrays, pairs: int) -> None:
    """Weighs an arrangement by what it counts, and if that is anything new, asks whether it can be laid."""
    bits = room[LAYOUT + BITS]
    if room[LAYOUT + GROUPS] + pairs != room[NEEDED]:
        bits |= UNCOUNTED
    hushu = room[LAYOUT + HUSHU]
    enough = 1 if hushu >= room[LEAST] else 0
    titles = titles_of(room, bits, ask[Ask.XIAOJIA], rules.num[row, Opt.QUAN_QUAD_FAN] > 1)
    total = worth(rules, row, ask, hushu, titles, room[LAYOUT + PLACE])
    better = _is_better(room, enough, total, hushu)
    news = room[MODE] == ALL and enough and _is_news(room, bits)
    if not (better or news) or not can_cover(
        room[LAYOUT + BLACK], room[LAYOUT + RED], pairs, covers.ways, covers.ways_at, room, SEARCH
    ):
        return
    if better:
        room[BEST_ENOUGH], room[BEST_TOTAL], room[BEST_HUSHU] = enough, total, hushu
        room[BEST_TITLES], room[BEST_BITS], room[BEST_PLACE] = titles, bits, room[LAYOUT + PLACE]
    if news:
        note_possible(room, bits)


@built_in
def worth(rules: RuleArrays, row: int, ask: Array, hushu: int, titles: int, place: int) -> int:
    """總數 of an arrangement; `place`: of a 小家's one meld, as in `xiaojia_total`."""
    if ask[Ask.XIAOJIA] and hushu:
        return xiaojia_total(rules, row, place, titles, ask[Ask.OWN_DRAW])
    return total_of(rules, row, hushu, titles)


@built_in
def _is_better(room: Array, enough: int, total: int, hushu: int) -> bool:
    """最大: enough 和數 before all, then the higher total, then the higher 和數; of equals the first."""
    if enough != room[BEST_ENOUGH]:
        return bool(enough > room[BEST_ENOUGH])
    if total != room[BEST_TOTAL]:
        return bool(total > room[BEST_TOTAL])
    return bool(hushu > room[BEST_HUSHU])


@built_in
def _is_news(room: Array, bits: int) -> bool:
    """Whether an arrangement that may be meant says what none before said."""
    if not room[POSSIBLE] or (bits & OWN_KAI and not room[ANY_KAI]):
        return True
    return room[ALL_DUI] and not bits & OWN_DUI


@built_in
def note_possible(room: Array, bits: int) -> None:
    """Takes note of an arrangement that may be meant."""
    if not room[POSSIBLE]:
        room[POSSIBLE] = room[ALL_DUI] = 1
    if bits & OWN_KAI:
        room[ANY_KAI] = 1
    if not bits & OWN_DUI:
        room[ALL_DUI] = 0
