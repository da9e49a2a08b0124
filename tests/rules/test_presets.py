"""Presets (RULEBOOK §8) and rules files: values, sources, packing, exact errors."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from erqishi_logs.errors import RuleError
from erqishi_logs.rules import load_preset, load_rules, pack_rules, parse_rules, preset_ids, unpack_rules
from erqishi_logs.rules.options import BakuaiFalse, ChiFrom, Cut, HouDuiHu, HuGuozhang, Judged, Rounding, Scheme

if TYPE_CHECKING:
    from pathlib import Path

HERE = [
    "leshan",
    "leshan-4",
    "duikou",
    "quan",
    "quan-raw",
    "quan-leshan",
    "old",
    "jiu",
    "online",
    "leshan-kezi",
    "muchuan",
    "muchuan-8",
    "muchuan-14",
    "many",
    "wutongqiao",
    "meishan",
    "folk",
    "app-leshan",
    "app-qianwei",
    "app-meishan",
    "app-14",
    "guilin",
]

A, W = Judged.ACT, Judged.WIN
#: preset: players, (youkai, youbai, chai_kan) judged, hu_guozhang, hou_dui_hu, rounding, cap, 抬炮 factor by players
TABLE = {
    "leshan": ((3,), (W, W, W), HuGuozhang.ANY, HouDuiHu.ANY, Rounding.ROUND_THEN_DOUBLE, 0, {3: 3}),
    "leshan-4": ((4,), (W, W, W), HuGuozhang.ANY, HouDuiHu.ANY, Rounding.ROUND_THEN_DOUBLE, 0, {4: 4}),
    "duikou": ((2,), (W, W, W), HuGuozhang.ANY, HouDuiHu.ANY, Rounding.ROUND_THEN_DOUBLE, 0, {2: 2}),
    "quan-leshan": ((3, 4), (W, W, W), HuGuozhang.ANY, HouDuiHu.ANY, Rounding.ROUND_THEN_DOUBLE, 0, {3: 3, 4: 4}),
    "wutongqiao": ((3,), (W, W, W), HuGuozhang.ANY, HouDuiHu.ANY, Rounding.ROUND_THEN_DOUBLE, 0, {3: 3}),
    "meishan": ((3, 4), (W, W, W), HuGuozhang.ANY, HouDuiHu.ANY, Rounding.ROUND_THEN_DOUBLE, 0, {3: 3, 4: 4}),
    "quan": ((3, 4), (A, W, W), HuGuozhang.KIND, HouDuiHu.AS_DUI, Rounding.DOUBLE_THEN_ROUND, 100, {3: 3, 4: 3}),
    "old": ((3,), (A, W, W), HuGuozhang.KIND, HouDuiHu.AS_DUI, Rounding.DOUBLE_THEN_ROUND, 100, {3: 3}),
    "folk": ((3,), (A, W, W), HuGuozhang.KIND, HouDuiHu.AS_DUI, Rounding.DOUBLE_THEN_ROUND, 0, {3: 3}),
    "quan-raw": ((2, 3, 4), (W, A, A), HuGuozhang.KIND, HouDuiHu.AS_DUI, Rounding.NONE, 0, {2: 1, 3: 2, 4: 3}),
    "jiu": ((2, 3), (W, A, A), HuGuozhang.KIND, HouDuiHu.AS_DUI, Rounding.NONE, 0, {2: 1, 3: 2}),
    "online": ((3,), (A, A, A), HuGuozhang.KIND, HouDuiHu.AS_DUI, Rounding.NONE, 0, {3: 2}),
    "leshan-kezi": ((3,), (W, A, A), HuGuozhang.KIND, HouDuiHu.AS_DUI, Rounding.NONE, 10, {3: 3}),
    "muchuan": ((3, 4), (W, A, A), HuGuozhang.KIND, HouDuiHu.AS_DUI, Rounding.NONE, 48, {3: 2, 4: 3}),
    "muchuan-8": (
        (4, 5, 6, 7, 8),
        (W, A, A),
        HuGuozhang.KIND,
        HouDuiHu.AS_DUI,
        Rounding.NONE,
        48,
        {4: 3, 5: 4, 6: 5, 7: 6, 8: 7},
    ),
    "muchuan-14": ((3, 4), (W, A, A), HuGuozhang.KIND, HouDuiHu.AS_DUI, Rounding.NONE, 48, {3: 2, 4: 3}),
    "many": ((5, 6, 7), (W, A, A), HuGuozhang.KIND, HouDuiHu.AS_DUI, Rounding.NONE, 0, {5: 4, 6: 5, 7: 6}),
    "app-leshan": ((2, 3), (A, A, A), HuGuozhang.ANY, HouDuiHu.AS_DUI, Rounding.NONE, 10, {2: 2, 3: 3}),
    "app-qianwei": ((2, 3), (A, A, A), HuGuozhang.ANY, HouDuiHu.AS_DUI, Rounding.NONE, 8, {2: 2, 3: 3}),
    "app-meishan": ((2, 3), (A, A, A), HuGuozhang.ANY, HouDuiHu.AS_DUI, Rounding.DOUBLE_THEN_ROUND, 30, {2: 2, 3: 3}),
    "app-14": ((2, 3, 4), (A, A, A), HuGuozhang.ANY, HouDuiHu.AS_DUI, Rounding.NONE, 50, {2: 2, 3: 3, 4: 4}),
}


def test_every_preset_of_this_version_is_there() -> None:
    assert sorted(preset_ids()) == sorted(HERE)


@pytest.mark.parametrize("preset", TABLE)
def test_s8_table(preset: str) -> None:
    rules = load_preset(preset)
    players, judged, hu_guozhang, hou_dui_hu, rounding, cap, taipao = TABLE[preset]
    assert rules.players == players
    assert (rules.judged_youkai_bukai, rules.judged_youbai_bubai, rules.judged_chai_kan) == judged
    assert (rules.hu_guozhang, rules.hou_dui_hu, rules.rounding, rules.cap) == (hu_guozhang, hou_dui_hu, rounding, cap)
    assert {n: rules.taipao_factor(n) for n in players} == taipao


def test_s8_what_single_presets_differ_in() -> None:
    assert load_preset("duikou").chi_from == ChiFrom.OWN_FLIP
    assert [load_preset(p).cut for p in ("leshan", "old", "jiu", "quan", "quan-leshan")] == [
        Cut.OUT,
        Cut.BACK,
        Cut.OUT,
        Cut.NONE,
        Cut.NONE,
    ]
    assert [p for p in HERE if load_preset(p).bakuai_false == BakuaiFalse.DEALER] == ["quan", "old", "folk"]
    assert [p for p in HERE if load_preset(p).hushu_bugou_is_zha_hu] == ["quan", "old", "folk"]
    assert [p for p in HERE if load_preset(p).scheme == Scheme.LADDER] == [
        "leshan-kezi",
        "muchuan",
        "muchuan-8",
        "muchuan-14",
    ]
    assert load_preset("meishan").fan_tianhu == 2
    assert load_preset("meishan").xiaojia_own_draw == 2
    assert load_preset("online").own_discard_dead
    assert load_preset("app-leshan").cap_taipao == 30


@pytest.mark.parametrize("preset", HERE)
def test_every_option_has_a_source(preset: str) -> None:
    rules = load_preset(preset)
    cited = re.compile(r"^(S[0-3]-\d{3}|§\d+(\.\d+)?|P)( (S[0-3]-\d{3}|§\d+(\.\d+)?|P))*$")
    for option in rules.options():
        if option != "game":
            assert cited.match(rules.sources[option]), (option, rules.sources.get(option))


def test_cited_clauses_exist(shared: Path) -> None:
    ids = set()
    for name in ("CLAUSES-S0S2S3.tsv", "CLAUSES-S1S4.tsv"):
        rows = (shared / "rules" / name).read_text(encoding="utf-8").splitlines()
        ids |= {row.split("\t")[0] for row in rows}
    for preset in HERE:
        for source in load_preset(preset).sources.values():
            assert set(re.findall(r"S\d-\d{3}", source)) <= ids


@pytest.mark.parametrize("preset", HERE)
def test_packed_integers_decide_as_the_rule_set(preset: str) -> None:
    rules = load_preset(preset)
    packed = pack_rules(rules)
    assert all(isinstance(n, int) for numbers in packed.values() for n in numbers)
    assert unpack_rules(packed, like=rules) == rules


def test_a_clubs_file_is_a_preset_and_what_differs() -> None:
    club = parse_rules(
        'id = "ours"\nname = "老茶館"\nbase = "quan"\n[options]\ncap = 200\njudged.youkai_bukai = "win"\n', "ours.toml"
    )
    assert (club.cap, club.judged_youkai_bukai, club.base) == (200, Judged.WIN, "quan")
    assert club.hash != load_preset("quan").hash
    assert club.sources["cap"] == "ours.toml"


def test_house_differences_of_a_record() -> None:
    rules = load_rules("quan-raw", ["tai_from=31", "quan_pays_alone=yes", "taipao=3"])
    assert (rules.tai_from, rules.quan_pays_alone, rules.taipao_factor(3)) == (31, True, 3)
    assert rules.house == ("tai_from=31", "quan_pays_alone=yes", "taipao=3")


ERRORS = [
    ("preset", lambda: load_preset("leshann"), "unknown rule set 'leshann'; did you mean 'leshan"),
    ("option", lambda: load_rules("quan", ["capp=200"]), "unknown option 'capp'; did you mean 'cap'"),
    ("no_value", lambda: load_rules("quan", ["cap"]), "expected option=value"),
    ("not_a_number", lambda: load_rules("quan", ["cap=many"]), "option cap: found 'many'; expected int"),
    ("not_a_word", lambda: load_rules("quan", ["cut=away"]), "option cut: found 'away'; expected none or out or back"),
    ("not_yes_no", lambda: load_rules("quan", ["own_discard_dead=maybe"]), "expected yes or no"),
    ("taipao", lambda: load_rules("quan", ["taipao=0"]), "expected players, players-1 or a number of 1 or more"),
    ("not_toml", lambda: parse_rules("id = ", "club.toml"), "rules file club.toml: not TOML"),
    (
        "unknown_key",
        lambda: parse_rules('id = "x"\nbaze = "quan"', "club.toml"),
        "unknown key 'baze'; did you mean 'base'",
    ),
    ("no_id", lambda: parse_rules('base = "quan"', "club.toml"), "found no id"),
    (
        "no_base",
        lambda: parse_rules('id = "x"\ngame = "erqishi"\n[options]\ncap = 1', "club.toml"),
        "every option is needed; missing: players",
    ),
    (
        "tiers",
        lambda: parse_rules('id = "x"\nbase = "quan"\n[options]\ntiers = [[20, "b"], [10, "a"]]', "c"),
        "tiers begin at [20, 10]; expected rising numbers",
    ),
    (
        "ladder",
        lambda: parse_rules('id = "x"\nbase = "muchuan"\n[options]\ntiers = [[10, "a"]]', "c"),
        "needs a value in each tier",
    ),
    ("wilds", lambda: load_rules("leshan", ["wilds=4"]), "聽用 are not there yet"),
    ("no_file", lambda: load_rules("nowhere.toml"), "cannot be read"),
]


@pytest.mark.parametrize(("act", "sentence"), [e[1:] for e in ERRORS], ids=[e[0] for e in ERRORS])
def test_errors_say_what_to_do(act, sentence: str) -> None:
    with pytest.raises(RuleError) as error:
        act()
    assert sentence in str(error.value)
    assert "\n" not in str(error.value)
