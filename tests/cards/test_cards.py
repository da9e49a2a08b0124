"""牌 (RULEBOOK §1): kinds, glyphs, variants, counts; 房 (§2): the meld table."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given, strategies as st

from erqishi_logs.cards import BIG, ERQISHI_DECK, SMALL, UNSEEN
from erqishi_logs.errors import CardError
from erqishi_logs.games import GUILIN
from erqishi_logs.melds import ERQISHI_MELDS, MeldKind

DECK = ERQISHI_DECK


def test_s0_007_eighty_cards_ten_numbers_two_colours_four_of_each() -> None:
    assert DECK.n_cards == 80
    assert DECK.n_kinds == 20
    assert set(DECK.copies) == {4}
    assert sorted(zip(DECK.colours, DECK.numbers, strict=True)) == [(c, n) for c in (0, 1) for n in range(1, 11)]


def test_s0_009_red_formal_black_ordinary_numerals() -> None:
    assert "".join(DECK.glyphs) == SMALL + BIG == "一二三四五六七八九十壹貳叄肆伍陸柒捌玖拾"


@pytest.mark.parametrize(
    ("variant", "card"),
    [("贰", "貳"), ("弍", "貳"), ("叁", "叄"), ("參", "叄"), ("参", "叄"), ("弎", "叄"), ("陆", "陸")],
)
def test_variant_glyphs(variant: str, card: str) -> None:
    assert DECK.normalise(variant) == card


def test_compatibility_forms_of_one_character() -> None:
    forms = [
        c
        for c in map(chr, range(0xF900, 0x2FA20))
        if unicodedata.normalize("NFKC", c) in DECK.glyphs and c not in DECK.glyphs
    ]
    assert forms, "Unicode has such forms of 六, 陸, 拾 …"
    assert all(DECK.parse_card(c) == DECK.parse_card(unicodedata.normalize("NFKC", c)) for c in forms)


@pytest.mark.parametrize("glyph", ["两", "X", "1", "零", "福", ""])
def test_nothing_else_is_guessed(glyph: str) -> None:
    with pytest.raises(CardError, match="is no card"):
        DECK.parse_card(glyph)


@given(st.lists(st.integers(UNSEEN, 19), max_size=30))
def test_parse_undoes_format(kinds: list[int]) -> None:
    assert DECK.parse_cards(DECK.format_cards(kinds)) == kinds
    assert DECK.expand(DECK.count_kinds(kinds)) == sorted(k for k in kinds if k != UNSEEN)


HUSHU = [
    ("s0_061", MeldKind.DUI, "八八八", 1),
    ("s0_062", MeldKind.DUI, "捌捌捌", 3),
    ("s0_063", MeldKind.KAN, "八八八", 3),
    ("s0_064", MeldKind.KAN, "捌捌捌", 6),
    ("s0_065", MeldKind.KAI, "八八八八", 6),
    ("s0_066", MeldKind.KAI, "捌捌捌捌", 9),
    ("s0_067", MeldKind.GUN, "八八八八", 9),
    ("s0_068", MeldKind.GUN, "捌捌捌捌", 12),
    ("s0_069", MeldKind.LONGDENG, "二七十", 3),
    ("s0_070", MeldKind.LONGDENG, "貳柒拾", 6),
    ("s0_071_lianzi", MeldKind.LIANZI, "壹貳叄", 0),
    ("s0_071_banbianzi", MeldKind.BANBIANZI, "一壹壹", 0),
    ("s0_071_zhuangzi", MeldKind.ZHUANGZI, "捌捌", 0),
]


@pytest.mark.parametrize(("meld", "cards", "hushu"), [h[1:] for h in HUSHU], ids=[h[0] for h in HUSHU])
def test_hushu(meld: MeldKind, cards: str, hushu: int) -> None:
    assert ERQISHI_MELDS.hushu(meld, DECK.parse_cards(cards)) == hushu


def test_s9_guilin_counts_one_two_three() -> None:
    assert GUILIN.melds.hushu(MeldKind.LIANZI, [0, 1, 2]) == 3
    assert GUILIN.melds.hushu(MeldKind.LIANZI, [10, 11, 12]) == 6
    assert GUILIN.melds.hushu(MeldKind.LIANZI, [1, 2, 3]) == 0


CHI = [
    ("s0_017_lianzi", "一二三", MeldKind.LIANZI),
    ("s0_018_colours_do_not_mix", "一二叄", None),
    ("s0_019_longdeng", "拾貳柒", MeldKind.LONGDENG),
    ("s0_020_longdeng_colours_do_not_mix", "二七拾", None),
    ("s0_022_banbianzi", "壹壹一", MeldKind.BANBIANZI),
    ("three_alike_are_no_chi", "一一一", None),
    ("no_run_over_the_end", "九十一", None),
    ("two_cards", "一二", None),
]


@pytest.mark.parametrize(("cards", "kind"), [c[1:] for c in CHI], ids=[c[0] for c in CHI])
def test_chi_kind(cards: str, kind: MeldKind | None) -> None:
    for order in (cards, cards[::-1]):
        assert ERQISHI_MELDS.chi_kind(DECK.parse_cards(order)) == kind


def test_chi_pairs_are_the_melds_seen_from_each_card() -> None:
    table = ERQISHI_MELDS
    from_pairs = {tuple(sorted((k, *pair))) for k, pairs in enumerate(table.chi_pairs) for pair in pairs}
    assert from_pairs == set(table.chi_melds)
    assert len(table.chi_melds) == 2 * 8 + 2 + 20
