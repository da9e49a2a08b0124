"""Totals of every preset against the words of RULEBOOK §6 and §8 written out, options aside."""

from __future__ import annotations

from itertools import combinations

import pytest

from erqishi_logs.rules import load_preset, preset_ids
from erqishi_logs.scoring.scale import scale_of
from erqishi_logs.scoring.titles import TITLE_BIT

FIVE = ("tianhu", "dihu", "kun", "piao", "quan")


def tens(value: int) -> int:
    return value // 10 * 10 + (10 if value % 10 >= 5 else 0)


def twin_s0(preset: str, hushu: int, titles: set[str]) -> int:
    doublings = len(titles) + (preset == "meishan" and "tianhu" in titles)
    doublings += 2 if hushu >= 31 else 1 if hushu >= 21 else 0
    value = tens(hushu)
    if preset == "wutongqiao" and 11 <= hushu <= 20:
        value = 20
    return int(value * 2**doublings)


def twin_s2(_: str, hushu: int, titles: set[str]) -> int:
    doublings = len(titles) + (2 if hushu >= 31 else 1 if hushu >= 21 else 0)
    return int(min(100, tens(hushu * 2**doublings)))


def twin_s1(_: str, hushu: int, titles: set[str]) -> int:
    doublings = len(titles - {"tianhu", "dihu"}) + (2 if hushu >= 33 else 1 if hushu >= 21 else 0)
    return int(hushu * 2**doublings)


def twin_folk(_: str, hushu: int, titles: set[str]) -> int:
    if "kun" not in titles or hushu < 20:
        return int(tens(hushu * 2 ** len(titles)))
    value = 40 if hushu == 20 else 50 if hushu == 21 else 80 if hushu <= 23 else 100
    return int(value * 2 ** (len(titles) - 1))


def twin_ladder(preset: str, hushu: int, titles: set[str]) -> int:
    starts, values = {
        "leshan-kezi": ((10, 15, 20, 25, 31), (1, 2, 4, 8, 10)),
        "muchuan": ((10, 11, 21, 31, 33, 36), (1, 3, 6, 12, 24, 48)),
    }[preset.removesuffix("-8").removesuffix("-14")]
    place = max(0, sum(hushu >= start for start in starts) - 1) + len(titles & {"quan", "kun", "piao"})
    return values[min(place, len(values) - 1)]


def twin_bracket(preset: str, hushu: int, titles: set[str]) -> int:
    doubled = 2 ** len(titles)
    if preset == "app-14":
        return int(min(50, hushu * doubled))
    if preset == "app-meishan":
        return int(min(30, tens(hushu * doubled) // 10))
    if preset == "app-qianwei":
        return int(min(8, (1 if hushu == 10 else 2 if hushu <= 20 else 4 if hushu <= 30 else 8) * doubled))
    value = 1 if hushu < 15 else 2 if hushu < 21 else 4 if hushu < 25 else 6 if hushu < 31 else 10
    return int(min(10, value * doubled))


TWINS = {
    **dict.fromkeys(["leshan", "leshan-4", "duikou", "quan-leshan", "meishan", "wutongqiao"], twin_s0),
    **dict.fromkeys(["quan", "old"], twin_s2),
    **dict.fromkeys(["quan-raw", "jiu", "online", "many"], twin_s1),
    **dict.fromkeys(["leshan-kezi", "muchuan", "muchuan-8", "muchuan-14"], twin_ladder),
    **dict.fromkeys(["app-leshan", "app-qianwei", "app-meishan", "app-14"], twin_bracket),
    "folk": twin_folk,
}


@pytest.mark.parametrize("preset", [preset for preset in preset_ids() if preset in TWINS])
def test_totals_are_those_of_the_twin(preset: str) -> None:
    rules = load_preset(preset)
    scale = scale_of(rules)
    for size in range(6):
        for titles in combinations(FIVE, size):
            mask = sum(TITLE_BIT[title] for title in titles)
            for hushu in range(rules.min_hushu, 85):
                assert scale.total(hushu, mask).total == TWINS[preset](preset, hushu, set(titles)), (hushu, titles)


def test_every_preset_has_a_twin() -> None:
    assert {preset for preset in preset_ids() if load_preset(preset).game == "erqishi"} == TWINS.keys()
