"""聽用 in the count: every arrangement against a slow twin, what a 聽 counts and what it does not (RULEBOOK §1, §2)."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from random import Random
from typing import TYPE_CHECKING

from erqishi_logs.games import game_of
from erqishi_logs.melds import HUSHU, MeldKind
from erqishi_logs.rules import load_preset
from erqishi_logs.scoring import WinContext, best_count, count_win, iter_arrangements
from erqishi_logs.scoring.judge import laid_alike

if TYPE_CHECKING:
    from collections.abc import Iterator

GAME = game_of("erqishi", 4)
DECK, WILD = GAME.deck, GAME.deck.wild
RULES = replace(load_preset("leshan"), wilds=4, hand_size=8, min_hushu=1)
PLAIN: dict[tuple[int, ...], MeldKind] = dict(game_of("erqishi").melds.chi_melds.items())
#: A card: its kind, whether it is the one won on.
Card = tuple[int, bool]
Part = tuple[str, tuple[int, ...]]


def meanings(kinds: list[int]) -> Iterator[list[int]]:
    """The cards with the 聽 among them named, in every way; none with two."""
    if kinds.count(WILD) > 1:
        return
    for named in range(20) if WILD in kinds else [-1]:
        yield [named if kind == WILD else kind for kind in kinds]


def parts(cards: tuple[Card, ...], whole: set[int]) -> Iterator[Part]:
    """The melds that these cards may be, by the words of RULEBOOK §2; `whole`: kinds of a kan or gun."""
    kinds = sorted(kind for kind, _ in cards)
    won = any(flag for _, flag in cards)
    held = [kind for kind, flag in cards if not flag]
    if len(set(kinds)) == 1 and kinds[0] != WILD and set(held) <= whole and held:
        alike = {(3, False): "KAN", (4, False): "GUN", (4, True): "KAI"}.get((len(kinds), won))
        if alike:
            yield alike, tuple(kinds)
    if set(held) & whole:
        return
    found = set()
    for named in meanings(kinds):
        if len(named) == 2 and named[0] == named[1]:
            found.add("ZHUANGZI")
        if len(named) == 3 and len(set(named)) == 1 and won:
            found.add("DUI")
        if tuple(sorted(named)) in PLAIN:
            found.add(PLAIN[tuple(sorted(named))].name)
    yield from ((name, tuple(kinds)) for name in found)


def partitions(cards: tuple[Card, ...], whole: set[int]) -> Iterator[tuple[Part, ...]]:
    """Every way to lay all cards into melds."""
    if not cards:
        yield ()
        return
    first, rest = cards[0], cards[1:]
    for size in (1, 2, 3):
        for chosen in combinations(range(len(rest)), size):
            left = tuple(card for place, card in enumerate(rest) if place not in chosen)
            for part in parts((first, *(rest[place] for place in chosen)), whole):
                for more in partitions(left, whole):
                    yield (part, *more)


def twin(concealed: list[int], win: int, needed: int) -> set[tuple[Part, ...]]:
    """All complete arrangements, found by trying every partition of the cards."""
    held = DECK.expand(concealed)
    whole = {kind for kind in held if held.count(kind) > 2 and kind != WILD}
    found = set()
    for laid in partitions(((win, True), *((kind, False) for kind in held)), whole):
        quads = sum(name in ("KAI", "GUN") for name, _ in laid)
        eyes = sum(name == "ZHUANGZI" for name, _ in laid)
        if len(laid) == needed and eyes == (1 if quads else 0):
            found.add(tuple(sorted(laid)))
    return found


def dealt(rng: Random) -> tuple[list[int], int]:
    """A hand that is near three melds: some of their cards are 聽, one is won on."""
    melds = [list(kinds) for kinds in PLAIN] + [[kind] * n for kind in range(20) for n in (3, 4)]
    cards = [kind for meld in rng.choices(melds, k=3) for kind in meld]
    for place in rng.sample(range(len(cards)), rng.choice([0, 1, 1, 2, 3])):
        cards[place] = WILD
    while len(cards) > 9 and rng.random() < 0.7:
        cards.pop(rng.randrange(len(cards)))
    counts = DECK.count_kinds(cards)
    if any(count > copies for count, copies in zip(counts, DECK.copies, strict=True)):
        return dealt(rng)
    win = rng.choice(cards)
    counts[win] -= 1
    return counts, win


def found(concealed: list[int], win: int) -> list[tuple[Part, ...]]:
    arranged = iter_arrangements(GAME, RULES, concealed, win, (), 3)
    return [tuple(sorted((MeldKind(group.meld or 0).name, group.kinds) for group in groups)) for groups in arranged]


def test_s0_001_all_arrangements_are_those_of_a_slow_twin() -> None:
    rng = Random(1)
    n_found = 0
    for _ in range(150):
        concealed, win = dealt(rng)
        expected = twin(concealed, win, 3)
        got = found(concealed, win)
        assert set(got) == expected, (DECK.format_cards(DECK.expand(concealed)), DECK.format_card(win))
        assert len(got) == len(set(got))
        n_found += bool(expected)
    assert n_found > 50


def test_s0_001_the_best_is_the_best_of_all_that_the_twin_finds() -> None:
    rng = Random(2)
    for _ in range(60):
        concealed, win = dealt(rng)
        ctx = WinContext(RULES, GAME, 3, win=win)
        best = best_count(iter_arrangements(GAME, RULES, concealed, win, (), 3), ctx)
        sums = [
            sum(HUSHU[MeldKind[name]][DECK.colours[kinds[0]]] for name, kinds in laid)
            for laid in twin(concealed, win, 3)
        ]
        # The payment goes before the 和數; without a title it grows with it.
        assert (best is not None) == bool(sums)
        if best is not None and not best.titles:
            assert best.hushu == max(sums)


def test_an_ambiguous_group_is_declared_as_its_best_meaning() -> None:
    ctx = WinContext(RULES, GAME, 3, win=DECK.parse_card("陸"))
    concealed = DECK.count_kinds(DECK.parse_cards("陸聽一二三七八九"))
    laid = [DECK.parse_cards(meld) for meld in ("陸陸聽", "一二三", "七八九")]
    alike = list(laid_alike(iter_arrangements(GAME, RULES, concealed, ctx.win, (), 3), laid, 0))
    assert sorted(count_win(groups, ctx).hushu for groups in alike) == [0, 3]
    best = best_count(alike, ctx)
    assert best is not None
    assert best.hushu == 3
