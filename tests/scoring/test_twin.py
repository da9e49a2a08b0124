"""A slow, obvious twin: arrangements and counts of random hands by other code than the engine's (RULEBOOK §2, §6).

It works on characters, takes the cards of a hand one by one, tries every block of two, three or
four with the first of them, and counts by the words of the rulebook.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import TYPE_CHECKING

from hypothesis import given, settings, strategies as st

from erqishi_logs.games import ERQISHI
from erqishi_logs.rules import load_preset, preset_ids
from erqishi_logs.scoring import (
    WinContext,
    all_counts,
    best_count,
    count_win,
    declared_groups,
    iter_arrangements,
    judge_win,
    table_group,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from erqishi_logs.scoring import Group

SMALL, BIG = "一二三四五六七八九十", "壹貳叄肆伍陸柒捌玖拾"
DECK = ERQISHI.deck
Blocks = tuple[str, ...]


def number(card: str) -> int:
    return (SMALL + BIG).index(card) % 10 + 1


def is_meld(cards: str) -> bool:
    numbers = sorted(number(card) for card in cards)
    one_colour = set(cards) <= set(SMALL) or set(cards) <= set(BIG)
    if len(set(cards)) == 1:
        return True
    if len(cards) != 3:
        return False
    run = numbers in ([n, n + 1, n + 2] for n in range(1, 9)) or numbers == [2, 7, 10]
    return (one_colour and run) or (len(set(numbers)) == 1 and len(set(cards)) == 2)


def partitions(cards: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    if not cards:
        yield ()
        return
    first, rest = cards[0], cards[1:]
    for size in (1, 2, 3):
        for others in sorted(set(combinations(rest, size))):
            block = first + "".join(others)
            if is_meld(block):
                left = Counter(rest) - Counter(others)
                yield from ((block, *more) for more in partitions(tuple(sorted(left.elements()))))


def twin_arrangements(concealed: str, win: str, n_groups: int, table_quads: int) -> set[Blocks]:
    found = set()
    held = Counter(concealed)
    for blocks in partitions(tuple(sorted(concealed + win))):
        whole = all(any(block.count(card) >= held[card] for block in blocks) for card in held if held[card] >= 3)
        quads = table_quads + sum(len(block) == 4 for block in blocks)
        pairs = sum(len(block) == 2 for block in blocks)
        if whole and len(blocks) == n_groups and pairs == (1 if quads else 0):
            found.add(tuple(sorted(blocks)))
    return found


def twin_hushu(block: str, concealed: str, win: str, *, on_table: bool) -> int:
    red = block[0] in BIG
    if len(set(block)) == 1 and len(block) > 2:
        held = len(block) - 1 if on_table else min(Counter(concealed)[block[0]], len(block))
        name = {(3, 2): "dui", (3, 3): "kan", (4, 3): "kai", (4, 4): "gun"}[len(block), held]
        return {"dui": (1, 3), "kan": (3, 6), "kai": (6, 9), "gun": (9, 12)}[name][red]
    return (3, 6)[red] if sorted(map(number, block)) == [2, 7, 10] else 0


THREES = {"".join(sorted(three)) for three in combinations((SMALL + BIG) * 2, 3)}
MELDS = sorted(three for three in THREES if is_meld(three) and len(set(three)) > 1)


TRIPLES = [card * 3 for card in SMALL + BIG]
QUADS = [card * 4 for card in SMALL + BIG]


def fitting(blocks: list[str], taken: Counter[str]) -> list[str]:
    """Those that leave no kind more than twice, kan and gun aside: what they are split into is no win."""
    return [b for b in blocks if all(taken[card] == 0 or taken[card] + n <= 2 for card, n in Counter(b).items())]


@st.composite
def hands(draw: st.DrawFn) -> tuple[str, str, list[str]]:
    """Concealed cards, the winning card, the groups on the table: complete, or one card beside it."""
    n_quads = draw(st.sampled_from([0, 0, 1, 2]))
    choices = [QUADS] * n_quads + [[card * 2 for card in SMALL + BIG]] * bool(n_quads)
    crowded = [meld for meld in MELDS if all(number(card) <= 5 for card in meld)]
    while len(choices) < 7:
        choices.append(draw(st.sampled_from([MELDS, crowded, crowded, TRIPLES])))
    taken: Counter[str] = Counter()
    blocks = []
    for choice in choices:
        block = draw(st.sampled_from(fitting(choice, taken) or fitting(TRIPLES, taken)))
        blocks.append(block)
        taken += Counter(block)
    n_table = draw(st.integers(0, 5))
    table = [block for block in blocks[:n_table] if len(block) > 2]
    plain = "".join(sorted((Counter("".join(blocks)) - Counter("".join(table))).elements()))
    win = draw(st.sampled_from(sorted(set(plain))))
    concealed = plain.replace(win, "", 1)
    if draw(st.integers(0, 9)) == 0:
        win = draw(st.sampled_from([card for card in SMALL + BIG if taken[card] < 4]))
    return concealed, win, table


def engine(concealed: str, win: str, table: list[str]) -> tuple[list[int], int, list[Group]]:
    exposed = [table_group(ERQISHI, DECK.parse_cards(block)) for block in table]
    return DECK.count_kinds(DECK.parse_cards(concealed)), DECK.parse_card(win), exposed


def written(groups: tuple[Group, ...]) -> Blocks:
    return tuple(sorted("".join(sorted(DECK.format_cards(group.kinds))) for group in groups))


@settings(max_examples=150, deadline=None)
@given(hands())
def test_arrangements_are_those_of_the_twin(hand: tuple[str, str, list[str]]) -> None:
    concealed, win, table = hand
    counts, kind, exposed = engine(*hand)
    arrangements = iter_arrangements(ERQISHI, load_preset("leshan"), counts, kind, exposed)
    found = [written(groups[len(exposed) :]) for groups in arrangements]
    assert len(found) == len(set(found))
    assert set(found) == twin_arrangements(concealed, win, 7 - len(table), sum(len(b) == 4 for b in table))


@settings(max_examples=100, deadline=None)
@given(hands(), st.sampled_from(preset_ids()), st.integers(1, 10))
def test_hushu_and_titles_are_those_of_the_twin(hand: tuple[str, str, list[str]], preset: str, quan: int) -> None:
    concealed, win, table = hand
    counts, kind, exposed = engine(*hand)
    rules = load_preset(preset)
    ctx = WinContext(rules, ERQISHI, 3, quan=quan, dealt=[0] * 20, win=kind)
    for groups in iter_arrangements(ERQISHI, rules, counts, kind, exposed):
        count = count_win(groups, ctx)
        blocks = ["".join(DECK.format_cards(group.kinds)) for group in groups]
        each = [twin_hushu(b, concealed, win, on_table=i < len(table)) for i, b in enumerate(blocks)]
        assert (count.hushu, list(count.meld_hushu)) == (sum(each), each)
        melds = [(b, n) for b, n in zip(blocks, each, strict=True) if len(b) > 2 or rules.zhuangzi_breaks_kun]
        assert ("kun" in count.titles) == all(n for _, n in melds)
        assert ("quan" in count.titles) == any(set(b) == {BIG[quan - 1]} and len(b) > 2 for b in blocks)
        kai = any(g.meld is not None and g.meld.name == "KAI" for g in groups)
        assert ("piao" in count.titles) == (not kai)


@settings(max_examples=60, deadline=None)
@given(hands(), st.sampled_from(preset_ids()))
def test_the_best_is_the_first_of_all(hand: tuple[str, str, list[str]], preset: str) -> None:
    counts, kind, exposed = engine(*hand)
    rules = load_preset(preset)
    ctx = WinContext(rules, ERQISHI, 3, dealt=counts, win=kind)
    found = list(iter_arrangements(ERQISHI, rules, counts, kind, exposed))
    best, every = best_count(found, ctx), all_counts(found, ctx)
    assert (best is None) == (not found)
    if best is not None:
        enough = [c for c in every if c.hushu >= rules.min_hushu] or every
        assert every[0] == best
        assert (best.total, best.hushu) == max((c.total, c.hushu) for c in enough)


@settings(max_examples=60, deadline=None)
@given(hands())
def test_each_arrangement_can_be_declared_and_no_other_can(hand: tuple[str, str, list[str]]) -> None:
    counts, kind, exposed = engine(*hand)
    ctx = WinContext(load_preset("leshan"), ERQISHI, 3, dealt=counts, win=kind)
    for groups in iter_arrangements(ERQISHI, ctx.rules, counts, kind, exposed):
        declared = [list(reversed(group.kinds)) for group in groups[len(exposed) :]]
        assert declared_groups(declared, counts, kind, exposed, ctx) == groups
        verdict = judge_win(declared, counts, kind, exposed, ctx)
        assert verdict.as_declared
        assert verdict.reason == (None if count_win(groups, ctx).hushu >= 10 else "hushu_bugou")
        if len(declared) > 1:
            assert declared_groups(declared[1:], counts, kind, exposed, ctx) is None


@settings(max_examples=40, deadline=None)
@given(hands())
def test_exactly_one_group_holds_the_winning_card(hand: tuple[str, str, list[str]]) -> None:
    counts, kind, exposed = engine(*hand)
    for groups in iter_arrangements(ERQISHI, load_preset("leshan"), counts, kind, exposed):
        won = [group for group in groups if group.won]
        assert len(won) == 1
        assert kind in won[0].kinds
        assert not won[0].exposed
