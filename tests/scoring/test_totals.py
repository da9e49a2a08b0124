"""From 和數 and titles to the total: every counting example of the sources, by clause (RULEBOOK §6, §8)."""

from __future__ import annotations

import pytest

from erqishi_logs.rules import load_rules, preset_ids
from erqishi_logs.scoring import TITLES, taipao_payment
from erqishi_logs.scoring.scale import round_to_ten, scale_of
from erqishi_logs.scoring.titles import TITLE_BIT


def total(rules: str, hushu: int, titles: str = "", *house: str) -> tuple[int, str]:
    mask = sum(TITLE_BIT[title] for title in titles.split())
    return scale_of(load_rules(rules, house)).total(hushu, mask)[:2]


TENS = [
    # RULEBOOK §6, worked examples
    ("S0-073", "leshan", 10, "", 10, "小和"),
    ("S0-073", "leshan", 14, "", 10, "小和"),
    ("S0-074", "leshan", 15, "", 20, "中和"),
    ("S0-074", "leshan", 20, "", 20, "中和"),
    ("S0-075", "leshan", 21, "", 40, "大和"),
    ("S0-075", "leshan", 24, "", 40, "大和"),
    ("S0-076", "leshan", 25, "", 60, "30和"),
    ("S0-076", "leshan", 30, "", 60, "30和"),
    ("S0-077", "leshan", 31, "", 120, "台和"),
    ("S0-077", "leshan", 35, "", 160, "台和"),
    ("S0-078", "leshan", 12, "tianhu", 20, "小和"),
    ("S0-079", "meishan", 12, "tianhu", 40, "小和"),
    ("S0-081", "leshan", 10, "dihu", 20, "小和"),
    ("S0-083", "leshan", 24, "kun", 80, "大和"),
    ("S0-085", "leshan", 10, "piao", 20, "小和"),
    ("S0-169", "leshan", 24, "quan", 80, "大和"),
    ("S0-169-no-double-quan", "leshan", 24, "quan shuangquan", 80, "大和"),
    ("S0-086-not-here", "leshan", 31, "kun quan", 480, "台和"),
    ("S0-087", "wutongqiao", 10, "", 10, "10和"),
    ("S0-088", "wutongqiao", 11, "", 20, "吃漂"),
    ("S0-088", "wutongqiao", 14, "quan", 40, "吃漂"),
    ("S0-088", "wutongqiao", 20, "", 20, "吃漂"),
    ("S0-088", "wutongqiao", 21, "", 40, "大和"),
    ("S0-088", "wutongqiao", 36, "", 160, "台和"),
    ("S2-082", "quan", 12, "tianhu", 20, "小和"),
    ("S2-085", "quan", 10, "dihu", 20, "小和"),
    ("S2-099", "quan", 24, "", 50, "大和"),
    ("S2-100", "quan", 24, "quan", 100, "大和"),
    ("S2-090", "quan", 30, "", 60, "大和"),
    ("S2-091", "quan", 31, "", 100, "臺和"),
    ("S2-094-quan-piao-is-two", "quan", 11, "piao quan", 40, "小和"),
    ("S2-094-kun-fang-quan-is-three", "quan", 21, "kun quan", 100, "大和"),
    ("S2-095", "quan", 25, "quan", 100, "大和"),
    ("S2-096", "quan", 22, "tianhu kun quan", 100, "大和"),
    ("S2-078-order", "old", 14, "", 10, "小和"),
    ("S2-078-order", "old", 14, "quan", 30, "小和"),
    ("S1-102", "quan-raw", 21, "", 42, "大胡"),
    ("S1-108", "quan-raw", 16, "kun", 32, "吃瞟"),
    ("S1-109", "quan-raw", 13, "piao", 26, "吃瞟"),
    ("S1-112", "quan-raw", 18, "quan", 36, "吃瞟"),
    ("S1-101-tianhu-is-not-paid", "quan-raw", 12, "tianhu", 12, "吃瞟"),
    ("S1-101-dihu-is-not-paid", "jiu", 12, "dihu", 12, "吃瞟"),
    ("S1-114", "quan-raw", 10, "", 10, "10胡"),
    ("S1-114", "quan-raw", 11, "", 11, "吃瞟"),
    ("S1-118", "quan-raw", 22, "kun quan", 176, "大胡"),
    ("S1-119", "quan-raw", 32, "", 64, "大胡"),
    ("S1-119", "quan-raw", 33, "", 132, "坤大"),
    ("S3-015", "folk", 24, "", 20, "和"),
    ("S3-012", "folk", 17, "kun", 30, "和"),
    ("S3-014", "folk", 18, "quan", 40, "和"),
    ("S3-017", "folk", 10, "piao", 20, "和"),
    ("S3-017", "folk", 13, "piao", 30, "和"),
    ("S3-019", "folk", 20, "kun", 40, "和"),
    ("S3-019", "folk", 21, "kun", 50, "和"),
    ("S3-019", "folk", 22, "kun", 80, "和"),
    ("S3-019", "folk", 23, "kun", 80, "和"),
    ("S3-019", "folk", 24, "kun", 100, "和"),
    ("S3-019", "folk", 40, "kun", 100, "和"),
    ("S3-021", "folk", 21, "kun quan", 100, "和"),
    ("P-leshan", "app-leshan", 16, "kun", 4, "2個"),
    ("P-leshan", "app-leshan", 13, "kun quan", 4, "1個"),
    ("P-leshan", "app-leshan", 12, "", 1, "1個"),
    ("P-leshan-cap", "app-leshan", 26, "kun quan", 10, "6個"),
    ("P-leshan", "app-leshan", 31, "", 10, "10個"),
    ("P-qianwei", "app-qianwei", 10, "", 1, "1個"),
    ("P-qianwei", "app-qianwei", 11, "piao", 4, "2個"),
    ("P-qianwei", "app-qianwei", 21, "", 4, "4個"),
    ("P-qianwei-cap", "app-qianwei", 31, "quan", 8, "8個"),
    ("P-meishan", "app-meishan", 14, "", 1, "和"),
    ("P-meishan-fan-first", "app-meishan", 14, "quan", 3, "和"),
    ("P-meishan-cap", "app-meishan", 40, "kun quan dihu", 30, "和"),
]


@pytest.mark.parametrize(("clause", "rules", "hushu", "titles", "pays", "tier"), TENS)
def test_total_and_tier(clause: str, rules: str, hushu: int, titles: str, pays: int, tier: str) -> None:
    assert total(rules, hushu, titles) == (pays, tier), clause


HOUSE = [
    ("S2-081-three-fan", "quan", 12, "tianhu", "fan_tianhu=3", 100),
    ("S2-085-two-fan", "quan", 10, "dihu", "fan_dihu=2", 40),
    ("S2-093-two-for-a-kai", "quan", 11, "quan shuangquan", "quan_quad_fan=2", 40),
    ("S1-112-shuangquan", "quan-raw", 11, "quan shuangquan", "quan_quad_fan=2", 44),
    ("S2-095-some-200", "quan", 31, "quan", "cap=200", 200),
    ("S2-095-some-200", "quan", 31, "", "cap=200", 120),
    ("S0-086-manbai", "leshan", 31, "", "cap=100", 100),
    ("S1-119-from-31", "quan-raw", 31, "", "tai_from=31", 124),
    ("S2-078-round-first", "quan", 24, "", "rounding=round_then_double", 40),
    ("P-qianwei-16", "app-qianwei", 31, "quan", "cap=16", 16),
]


@pytest.mark.parametrize(("clause", "rules", "hushu", "titles", "house", "pays"), HOUSE)
def test_total_under_a_house_rule(clause: str, rules: str, hushu: int, titles: str, house: str, pays: int) -> None:
    assert total(rules, hushu, titles, house)[0] == pays, clause


#: 顆子 by clause: what S1 names, [和數 from, to], titles, value.
LADDERS = [
    ("S1-143", "leshan-kezi", 10, 14, "", 1),
    ("S1-144", "leshan-kezi", 15, 19, "", 2),
    ("S1-144", "leshan-kezi", 10, 10, "quan", 2),
    ("S1-144", "leshan-kezi", 10, 10, "piao", 2),
    ("S1-145", "leshan-kezi", 20, 24, "", 4),
    ("S1-145", "leshan-kezi", 15, 19, "quan", 4),
    ("S1-145", "leshan-kezi", 15, 19, "kun", 4),
    ("S1-145", "leshan-kezi", 15, 19, "piao", 4),
    ("S1-146", "leshan-kezi", 25, 30, "", 8),
    ("S1-146", "leshan-kezi", 20, 24, "kun", 8),
    ("S1-146", "leshan-kezi", 20, 24, "piao", 8),
    ("S1-147", "leshan-kezi", 31, 60, "", 10),
    ("S1-147", "leshan-kezi", 25, 30, "kun", 10),
    ("S1-147", "leshan-kezi", 25, 30, "piao", 10),
    ("S1-148", "leshan-kezi", 31, 60, "kun quan", 10),
    ("S1-151", "muchuan", 10, 10, "", 1),
    ("S1-152", "muchuan", 11, 20, "", 3),
    ("S1-152", "muchuan", 10, 10, "quan", 3),
    ("S1-152", "muchuan", 10, 10, "piao", 3),
    ("S1-153", "muchuan", 21, 30, "", 6),
    ("S1-153", "muchuan", 11, 20, "quan", 6),
    ("S1-153", "muchuan", 11, 20, "kun", 6),
    ("S1-153", "muchuan", 11, 20, "piao", 6),
    ("S1-153", "muchuan", 10, 10, "quan piao", 6),
    ("S1-154", "muchuan", 31, 32, "", 12),
    ("S1-154", "muchuan", 21, 30, "quan", 12),
    ("S1-154", "muchuan", 21, 30, "kun", 12),
    ("S1-154", "muchuan", 21, 30, "piao", 12),
    ("S1-154", "muchuan", 11, 20, "quan kun", 12),
    ("S1-154", "muchuan", 11, 20, "quan piao", 12),
    ("S1-154", "muchuan", 11, 20, "kun piao", 12),
    ("S1-155", "muchuan", 33, 35, "", 24),
    ("S1-155", "muchuan", 31, 32, "quan", 24),
    ("S1-155", "muchuan", 31, 32, "kun", 24),
    ("S1-155", "muchuan", 31, 32, "piao", 24),
    ("S1-155", "muchuan", 21, 30, "quan kun", 24),
    ("S1-155", "muchuan", 21, 30, "quan piao", 24),
    ("S1-155", "muchuan", 21, 30, "kun piao", 24),
    ("S1-155", "muchuan", 11, 20, "quan kun piao", 24),
    ("S1-155", "muchuan", 10, 30, "quanhong", 24),
    ("S1-155", "muchuan", 10, 30, "quanhei", 24),
    ("S1-156", "muchuan", 36, 60, "", 48),
    ("S1-156", "muchuan", 33, 35, "quan", 48),
    ("S1-156", "muchuan", 33, 35, "kun", 48),
    ("S1-156", "muchuan", 31, 32, "quan kun", 48),
    ("S1-157", "muchuan", 36, 60, "quan kun quanhong", 48),
]


@pytest.mark.parametrize("reading", ["step", "literal"])
@pytest.mark.parametrize(("clause", "rules", "low", "high", "titles", "value"), LADDERS)
def test_every_value_that_s1_names_under_both_readings(
    clause: str, rules: str, low: int, high: int, titles: str, value: int, reading: str
) -> None:
    found = {total(rules, hushu, titles, f"ladder_titles={reading}")[0] for hushu in (low, high)}
    assert found == {value}, clause


@pytest.mark.parametrize(
    ("rules", "hushu", "titles", "step", "literal"),
    [
        ("leshan-kezi", 10, "kun", 2, 1),  # S1-144 does not name kun
        ("leshan-kezi", 20, "quan", 8, 4),  # S1-146 does not name quan
        ("leshan-kezi", 25, "quan", 10, 8),  # S1-147 neither
        ("leshan-kezi", 10, "quan piao", 4, 2),
        ("muchuan", 10, "kun", 3, 1),  # S1-152 does not name kun
        ("muchuan", 21, "quan kun piao", 48, 24),
        ("muchuan", 33, "piao", 48, 24),  # S1-156 does not name piao
        ("muchuan", 10, "quan quanhei", 24, 24),
        ("muchuan", 31, "quan kun quanhong", 48, 48),
    ],
)
def test_s1_144_to_156_where_the_readings_part(rules: str, hushu: int, titles: str, step: int, literal: int) -> None:
    assert total(rules, hushu, titles)[0] == step
    assert total(rules, hushu, titles, "ladder_titles=literal")[0] == literal


def test_rulebook_6_below_ten_a_ladder_gives_one() -> None:
    assert total("muchuan", 3)[0] == total("leshan-kezi", 9)[0] == 1


@pytest.mark.parametrize(
    ("clause", "rules", "n_players", "due", "pays"),
    [
        ("S0-089", "leshan", 3, 120, 360),
        ("S0-089", "leshan-4", 4, 20, 80),
        ("S0-089", "duikou", 2, 20, 40),
        ("S1-104", "quan-raw", 4, 10, 30),
        ("S1-107", "quan-raw", 3, 10, 20),
        ("S1-106", "jiu", 3, 10, 20),
        ("S1-149", "leshan-kezi", 3, 4, 12),
        ("S1-158", "muchuan", 4, 6, 18),
        ("S2-107", "quan", 4, 100, 300),
        ("S2-107", "quan", 3, 100, 300),
        ("S3-011", "folk", 3, 20, 60),
        ("P-leshan", "app-leshan", 3, 10, 30),
        ("P-leshan", "app-leshan", 2, 10, 20),
        ("P-qianwei", "app-qianwei", 3, 8, 24),
        ("P-meishan", "app-meishan", 3, 30, 30),
        ("P-meishan", "app-meishan", 3, 8, 24),
    ],
)
def test_taipao(clause: str, rules: str, n_players: int, due: int, pays: int) -> None:
    assert taipao_payment(due, load_rules(rules), n_players) == pays, clause


@pytest.mark.parametrize("rules", preset_ids())
@pytest.mark.parametrize("title", ["", "quan", "piao", "kun quan"])
def test_more_hushu_never_pays_less(rules: str, title: str) -> None:
    paid = [total(rules, hushu, title)[0] for hushu in range(10, 70)]
    assert paid == sorted(paid)
    assert all(value >= 1 for value in paid)


@pytest.mark.parametrize("rules", preset_ids())
@pytest.mark.parametrize("title", TITLES)
def test_a_title_never_costs(rules: str, title: str) -> None:
    for hushu in range(10, 50):
        assert total(rules, hushu, title)[0] >= total(rules, hushu)[0]


@pytest.mark.parametrize(("value", "rounded"), [(0, 0), (4, 0), (5, 10), (14, 10), (15, 20), (96, 100), (24, 20)])
def test_s0_072_rounds_half_up(value: int, rounded: int) -> None:
    assert round_to_ten(value) == rounded
