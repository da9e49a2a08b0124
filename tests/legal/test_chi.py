"""吃 and 擺 (RULEBOOK §4.4): examples of the sources, and a slow twin on random hands."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given, strategies as st

from erqishi_logs.games import ERQISHI
from erqishi_logs.legal import can_chi, can_dui, can_kai, is_kan, iter_chi
from erqishi_logs.rules import load_preset, load_rules

DECK = ERQISHI.deck
MELDS = ERQISHI.melds
LESHAN = load_preset("leshan")


def options(hand: str, card: str, rules=LESHAN, dealt: str | None = None) -> set[tuple[str, tuple[str, ...]]]:
    held = DECK.count_kinds(DECK.parse_cards(hand))
    first = DECK.count_kinds(DECK.parse_cards(dealt or hand))
    found = iter_chi(MELDS, rules, held, first, DECK.parse_card(card))
    return {(DECK.format_cards(o.cards), tuple(sorted(DECK.format_cards(p) for p in o.bai))) for o in found}


EXAMPLES = [
    # id, hand, card, a chi that must be there or None, a pair that must not be
    ("s0_035_lay_down_example_1", "二七十五六", "七", ("五六", ("二十",)), None),
    ("s0_036_lay_down_example_2", "二七十", "七", None, "二十"),
    ("s1_044_every_one_laid_as_banbianzi", "二三一一壹", "一", ("二三", ("一壹",)), None),
    ("s1_045_cannot_be_laid", "二三一", "一", None, "二三"),
    ("s1_046_kan_of_x_no_chi", "二三一一一", "一", None, "二三"),
    ("s1_134_one_to_five", "一二三四五", "三", ("四五", ("一二",)), None),
    ("s1_054_kan_not_used", "八八八九", "七", None, "八九"),
    ("s1_027_lianzi", "一二", "三", ("一二", ()), None),
    ("s1_028_banbianzi", "一一", "壹", ("一一", ()), None),
    ("s1_029_longdeng", "貳柒", "拾", ("貳柒", ()), None),
    ("s0_018_no_mixed_colours", "壹二", "三", None, "二壹"),
    ("s0_020_no_mixed_longdeng", "貳七", "十", None, "七貳"),
]


@pytest.mark.parametrize(("hand", "card", "there", "absent"), [e[1:] for e in EXAMPLES], ids=[e[0] for e in EXAMPLES])
def test_source_examples(hand: str, card: str, there: tuple[str, tuple[str, ...]] | None, absent: str | None) -> None:
    found = options(hand, card)
    assert there is None or there in found
    assert absent is None or absent not in {cards for cards, _ in found}


def test_s1_166_glossary_allows_what_cannot_be_laid() -> None:
    lenient = load_rules("leshan", ["bai_impossible=allow"])
    assert ("二三", ()) in options("二三一", "一", lenient)
    assert options("二三一", "一") == set()


def test_s0_014_split_gun_is_none() -> None:
    # 磙 of 八 dealt, one already used: the three left are no kan and may be used (RULEBOOK §2).
    assert ("八九", ()) in options("八八八九", "七", dealt="八八八八九")


def twin(hand: list[int], dealt: list[int], kind: int) -> set[tuple[tuple[int, int], tuple[tuple[int, ...], ...]]]:
    """Every chi by trying all pairs and all ways to pick disjoint triples of physical cards."""
    kans = {k for k in set(hand) if hand.count(k) >= 3 and hand.count(k) == dealt.count(k)}
    if kind in kans:
        return set()
    cards = [(k, n) for n, k in enumerate(hand) if k not in kans]
    found = set()
    for pair in combinations(cards, 2):
        if MELDS.chi_kind([kind, pair[0][0], pair[1][0]]) is None:
            continue
        rest = [c for c in cards if c not in pair]
        need = sum(k == kind for k, _ in rest)
        for laying in layings(rest, kind, need):
            found.add((tuple(sorted(k for k, _ in pair)), tuple(sorted(laying))))
    return found


def layings(cards: list[tuple[int, int]], kind: int, need: int) -> list[tuple[tuple[int, ...], ...]]:
    if need == 0:
        return [()]
    found = []
    for triple in combinations(cards, 3):
        kinds = tuple(sorted(k for k, _ in triple))
        count = kinds.count(kind)
        if count and MELDS.chi_kind(kinds) is not None:
            rest = [c for c in cards if c not in triple]
            found += [(kinds, *more) for more in layings(rest, kind, need - count)]
    return found


@st.composite
def positions(draw: st.DrawFn) -> tuple[list[int], list[int], int]:
    kind = draw(st.integers(0, 19))
    near = MELDS.neighbours[kind]
    hand: list[int] = []
    for k in near:
        hand += [k] * draw(st.integers(0, 3 if k == kind else 4))
    used = draw(st.sampled_from([None, *near]))
    dealt = hand + ([used] if used is not None and hand.count(used) < 4 else [])
    return hand, dealt, kind


@given(positions())
def test_twin_agrees_on_every_chi_and_laying(position: tuple[list[int], list[int], int]) -> None:
    hand, dealt, kind = position
    held, first = DECK.count_kinds(hand), DECK.count_kinds(dealt)
    listed = list(iter_chi(MELDS, LESHAN, held, first, kind))
    engine = {(o.cards, tuple(sorted(tuple(sorted((kind, *p))) for p in o.bai))) for o in listed}
    assert engine == twin(hand, dealt, kind)
    assert len(listed) == len(engine), "a chi is listed twice"
    assert can_chi(MELDS, LESHAN, held, first, kind) == bool(engine)


@given(positions())
def test_one_of_dui_kai_chi_by_the_count_alone(position: tuple[list[int], list[int], int]) -> None:
    hand, dealt, kind = position
    held, first = DECK.count_kinds(hand), DECK.count_kinds(dealt)
    assert can_kai(held, first, kind) == (hand.count(kind) == 3 == dealt.count(kind))
    assert can_dui(held, first, kind) == (hand.count(kind) >= 2 and not is_kan(held, first, kind))
