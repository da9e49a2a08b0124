"""Random questions about a hu, and what the plain engine answers them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import chain
from typing import TYPE_CHECKING

from erqishi_logs.cards import Colour
from erqishi_logs.engine.arrays import Code
from erqishi_logs.games import ERQISHI, GUILIN
from erqishi_logs.melds import QUADS, MeldKind
from erqishi_logs.rules import load_preset, preset_ids
from erqishi_logs.rules.options import TITLES, DealerBy, LadderTitles
from erqishi_logs.scoring import (
    Group,
    WinContext,
    all_counts,
    best_count,
    declared_faults,
    declared_total,
    is_enough,
    iter_arrangements,
    judge_win,
)
from erqishi_logs.scoring.arrange import melds_needed

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from erqishi_logs.rules import RuleSet
    from erqishi_logs.scoring import Arrangement, Count, WinVerdict

KINDS = range(20)
CHI = sorted(ERQISHI.melds.chi_melds)
LAMPS = [kinds for kinds, meld in ERQISHI.melds.chi_melds.items() if meld == MeldKind.LONGDENG]
LOW = [kinds for kinds in CHI if all(kind % 10 < 5 for kind in kinds)]
ALIKE = [(kind,) * 3 for kind in KINDS]
FOURS = [(kind,) * 4 for kind in KINDS]
PAIRS = [(kind,) * 2 for kind in KINDS]
#: 掃 is left to the plain engine. Beside the presets what none of them plays.
RULES = [
    *(rules for rules in map(load_preset, preset_ids()) if not rules.sao),
    replace(load_preset("leshan-kezi"), ladder_titles=LadderTitles.LITERAL),
    replace(load_preset("quan"), quan_quad_fan=2, zhuangzi_breaks_kun=True, min_hushu=14, cap=0),
    replace(load_preset("muchuan"), fan_piao=0, quan_quad_fan=3, dealer_by=DealerBy.QUAN),
    replace(load_preset("guilin"), sao=False),
]

Melds = list[tuple[int, ...]]


@dataclass
class Question:
    """A declared hu: the hand, what lies on the table, what was declared, `row` the place in `RULES`."""

    row: int
    ctx: WinContext
    held: list[int]
    table: list[Group]
    declared: Melds | None = None
    hushu: int | None = None
    titles: list[str] | None = None
    total: float | None = None

    @property
    def rules(self) -> RuleSet:
        return RULES[self.row]


def random_question(dice: Random) -> Question:
    row = dice.randrange(len(RULES))
    rules = RULES[row]
    players = dice.choice(rules.players)
    xiaojia = rules.has_xiaojia(players) and dice.random() < 0.4
    melds = random_melds(dice, melds_needed(rules, players, xiaojia=xiaojia))
    on_table = [m for m in melds if len(m) > 2 and not xiaojia and dice.random() < 0.35]
    table = [Group(meld_on_table(m), m, exposed=True) for m in on_table]
    if table and dice.random() < 0.02:
        table[0] = Group(None, table[0].kinds, exposed=True)
    held, win = concealed(dice, melds, on_table)
    used = list(chain.from_iterable(m[:-1] for m in on_table))
    used += [dice.choice(KINDS) for _ in range(dice.choice([0, 0, 1, 3]))]
    ctx = WinContext(
        rules,
        GUILIN if rules.game == GUILIN.id else ERQISHI,
        players,
        quan=dice.choice([None, dice.randint(1, 10), *(m[0] % 10 + 1 for m in melds if m[0] == m[-1] and m[0] > 9)]),
        dealt=[h + used.count(k) for k, h in enumerate(held)],
        win=win,
        tianhu=win is None,
        dihu=win is not None and dice.random() < 0.1,
        xiaojia=xiaojia,
        own_draw=xiaojia and dice.random() < 0.5,
        kan_split=frozenset(k for k in KINDS if dice.random() < dice.choice([0, 0, 0.3])),
    )
    asked = Question(row, ctx, held, table)
    declare(dice, asked, [m for m in melds if m not in on_table])
    return asked


def meld_on_table(kinds: tuple[int, ...]) -> MeldKind:
    if kinds[0] == kinds[-1]:
        return MeldKind.KAI if len(kinds) == 4 else MeldKind.DUI
    return ERQISHI.melds.chi_melds[kinds]  # type: ignore[index]


def random_melds(dice: Random, needed: int) -> Melds:
    """Melds of a complete hand, no kind more than four times."""
    while True:
        quads = dice.choice([0, 0, 0, 1, 2]) if needed > 1 else 0
        usual = dice.choice(
            [[ALIKE, CHI, CHI, LAMPS], [ALIKE, LOW, LOW, LOW], [ALIKE, ALIKE, LAMPS], [LAMPS, ALIKE, LOW]]
        )
        choices = [FOURS] * quads + [PAIRS] * bool(quads)
        choices += [dice.choice(usual) for _ in range(needed - len(choices))]
        colour = dice.choice([None, None, None, 0, 1])
        melds = [dice.choice([m for m in c if colour is None or all(k // 10 == colour for k in m)]) for c in choices]
        cards = list(chain.from_iterable(melds))
        if max(map(cards.count, cards)) <= 4:
            return melds


def concealed(dice: Random, melds: Melds, on_table: Melds) -> tuple[list[int], int | None]:
    """The concealed counts and the kind won on; sometimes a card is another, or one too many."""
    cards = list(chain.from_iterable(m for m in melds if m not in on_table)) or [0]
    dice.shuffle(cards)
    if dice.random() < 0.25:
        cards[0] = dice.choice(KINDS)
    if dice.random() < 0.03:
        cards.append(dice.choice(KINDS))
    win = cards.pop() if dice.random() < 0.93 else None
    held = [min(cards.count(k), 4) for k in KINDS]
    if win is not None and held[win] == 4:
        held[win] = 3
    return held, win


def declare(dice: Random, asked: Question, melds: Melds) -> None:
    """Lays out groups, right ones, permuted ones and wrong ones, and says what they count."""
    right = list(arrangements(asked))
    if dice.random() < 0.7:
        groups = [g.kinds for g in dice.choice(right)[len(asked.table) :]] if right else melds
        asked.declared = disturbed(dice, groups) if dice.random() < 0.3 else permuted(dice, groups)
    count = judged(asked).count
    said = TITLES if count is None else count.titles
    if dice.random() < 0.6:
        asked.hushu = max(0, (count.hushu if count else 10) + dice.choice([0, 0, 0, 1, -1, 30]))
        if dice.random() < 0.3:
            asked.hushu = dice.choice([*asked.rules.xiaojia_values, asked.rules.xiaojia_quan_value, 10**9])
    if dice.random() < 0.7:
        asked.titles = [title for title in TITLES if (title in said) != (dice.random() < 0.15)]
    if dice.random() < 0.5:
        asked.total = max(0, (count.total if count else 20) * dice.choice([1, 1, 2, 0.5]) + dice.choice([0, 0, 0.5]))


def permuted(dice: Random, groups: Sequence[Sequence[int]]) -> Melds:
    return [tuple(dice.sample(kinds, len(kinds))) for kinds in dice.sample(list(groups), len(groups))]


def disturbed(dice: Random, groups: Sequence[Sequence[int]]) -> Melds:
    """Groups made wrong (or not, by chance): cards exchanged, a group missing, cut, joined, or of another card."""
    wrong = [list(kinds) for kinds in groups] or [[0]]
    one, other = dice.choice(wrong), dice.choice(wrong)
    how = dice.randrange(6)
    if how == 0:
        a, b = dice.randrange(len(one)), dice.randrange(len(other))
        one[a], other[b] = other[b], one[a]
    elif how == 1:
        wrong.remove(one)
    elif how == 2:
        one[0] = dice.choice(KINDS)
    elif how == 3:
        wrong.append([one.pop()])
    elif how == 4 and one is not other:
        one += other
        wrong.remove(other)
    else:
        wrong.append(dice.choice([[], [dice.choice(KINDS)] * 2, [dice.choice(KINDS)] * 3]))
    return [tuple(kinds) for kinds in wrong]


# --- the answers of the plain engine ----------------------------------------------------------


def arrangements(asked: Question, every_kind: bool = False) -> list[Arrangement]:
    ctx = asked.ctx
    split = KINDS if every_kind else ctx.kan_split
    return list(
        iter_arrangements(
            ctx.game, ctx.rules, asked.held, ctx.win, asked.table, ctx.n_players, xiaojia=ctx.xiaojia, kan_split=split
        )
    )


def judged(asked: Question) -> WinVerdict:
    return judge_win(asked.declared, asked.held, asked.ctx.win, asked.table, asked.ctx)


def plain_best_total(asked: Question) -> int:
    best = best_count(arrangements(asked), asked.ctx)
    return best.total if best is not None and is_enough(best, asked.ctx) else -1


def possible(asked: Question, verdict: WinVerdict) -> list[Arrangement]:
    """Those that may be meant, as `read_win` of the audit has them."""
    if verdict.as_declared and verdict.count is not None:
        return [verdict.count.groups]
    if asked.declared is not None:
        return []
    return [c.groups for c in all_counts(arrangements(asked), asked.ctx) if is_enough(c, asked.ctx)]


def plain_answer(asked: Question) -> dict[str, object]:
    """What `Answer` holds, by name, the tier by its own name."""
    verdict = judged(asked)
    meant = possible(asked, verdict)
    win = asked.ctx.win
    answer: dict[str, object] = {
        "reason": Code[verdict.reason.upper()] if verdict.reason else 0,
        "as_declared": verdict.as_declared,
        "has_count": verdict.count is not None,
        "possible": bool(meant),
        "any_kai": any(g.meld == MeldKind.KAI and g.won and g.kinds[0] == win for groups in meant for g in groups),
        "all_dui": bool(meant)
        and all(
            any(g.meld == MeldKind.DUI and g.kinds[0] == win and not g.exposed for g in groups) for groups in meant
        ),
    }
    return answer | (_counted(asked, verdict.count) if verdict.count is not None else {})


def _counted(asked: Question, count: Count) -> dict[str, object]:
    alike = (MeldKind.DUI, MeldKind.KAN, *QUADS)
    red = [g for g in count.groups if g.meld in alike and ERQISHI.deck.colours[g.kinds[0]] == Colour.RED]
    return {
        "hushu": count.hushu,
        "titles": sum(1 << TITLES.index(title) for title in count.titles),
        "total": count.total,
        "tier": count.tier,
        "left_of_gun": any(
            g.meld == MeldKind.KAN and not g.exposed and g.kinds[0] in asked.ctx.kan_split for g in count.groups
        ),
        "by_win": any(
            g.won and g.meld in (MeldKind.DUI, MeldKind.KAI) and g.kinds[0] == asked.ctx.win for g in count.groups
        ),
        "red": bool(red),
        "red_quad": any(g.meld in QUADS for g in red),
        "faults": set(declared_faults(asked.hushu, asked.titles, asked.total, count, asked.ctx)),
        "declared_total": float(declared_total(asked.hushu, asked.titles, asked.total, count, asked.ctx)),
    }
