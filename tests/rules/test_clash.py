"""Options that contradict each other in a club's own rules: each is refused with a value that does."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from erqishi_logs.archive import Archive
from erqishi_logs.errors import RuleError
from erqishi_logs.rules import iter_clashes, load_preset, load_rules, parse_rules, preset_ids

if TYPE_CHECKING:
    from pathlib import Path

#: Preset and house, what is said of it, and the house of the remedy that it names.
CLASHES = {
    "players_without_a_deal_s0_091": ("leshan players=[3,8]", "who are dealt 161 cards of 80", "players=[3]"),
    "four_without_xiaojia_s0_092": ("leshan-4 xiaojia_at=[]", "hand_sizes [[4, 17]]", "hand_sizes=[[4,17]]"),
    "hand_that_is_no_melds_2": ("leshan hand_size=19", "expected 17 or 20", "hand_size=17"),
    "hand_sizes_no_melds_2": ("many hand_sizes=[[5,12],[6,8],[7,8]]", "expected 11 or 14", "hand_sizes=[[5,11]]"),
    "hand_sizes_twice_3": ("many hand_sizes=[[5,11],[5,8],[6,11],[7,8]]", "twice", "hand_sizes=[[5,11]]"),
    "dealer_of_22_s0_111": ("leshan dealer_extra=2", "expected 1 or 0", "dealer_extra=1"),
    "no_cut_card_s0_106": ("leshan cut=none", "cut out or back, or dealer_by quan", "cut=back"),
    "cut_and_kept_s0_106": ("leshan dealer_keeps=may", "dealer_keeps none", "dealer_by=quan"),
    "false_call_without_a_21st_s2_040": ("quan dealer_extra=0", "dealer_extra 1", "bakuai_false=none"),
    "tai_on_a_ladder_s1_150": ("muchuan tai_from=50", "tai_from 0", "tai_from=0"),
    "win_above_every_tier_s0_049": ("quan min_hushu=40", "expected 31 or less", "min_hushu=31"),
    "cap_below_the_first_tier_s2_095": ("quan cap=5", "expected 10 or more", "cap=10"),
    "cap_below_the_first_step_s1_157": ("app-meishan cap=2 min_hushu=25", "expected 3 or more", "cap=3"),
    "kun_table_that_falls_s3_019": ("folk kun_table=[[21,40],[20,50]]", "rising", "kun_table=[[20,40],[21,50]]"),
    "no_step_named_s1_144": ("muchuan ladder_titles=literal ladder_literal=[]", "titles step", "ladder_titles=step"),
    "floor_of_no_title_s1_155": ("muchuan fan_quanhong=0 fan_quanhei=0", "fan_quanhong 1", "one_colour_floor=0"),
    "double_quan_without_quan_s2_093": ("quan fan_quan=0 quan_quad_fan=2", "fan_quan 1", "fan_quan=1"),
    "xiaojia_nobody_needs_s0_170": ("muchuan-8 xiaojia_at=[4]", "xiaojia_at []", "xiaojia_at=[]"),
    "xiaojia_of_eight_cards_s0_170": ("quan hand_size=8", "xiaojia_at []", "xiaojia_at=[]"),
    "quan_dui_for_nothing_s2_105": ("quan xiaojia_quan_value=0", "20 or more", "xiaojia_quan_value=20"),
}  # fmt: skip


@pytest.mark.parametrize("case", CLASHES, ids=str)
def test_a_contradiction_is_refused_and_its_remedy_is_not(case: str) -> None:
    given, said, remedy = CLASHES[case]
    base, *house = given.split()
    told = [str(clash) for clash in iter_clashes(load_rules(base, house))]
    assert any(said in clash for clash in told), told
    left = [str(clash) for clash in iter_clashes(load_rules(base, [*house, remedy]))]
    assert not any(said in clash for clash in left), left


@pytest.mark.parametrize("preset", preset_ids())
def test_no_preset_contradicts_itself(preset: str) -> None:
    assert list(iter_clashes(load_preset(preset))) == []


@pytest.mark.parametrize(
    "house",
    ["quan cap=200", "app-qianwei cap=16 cap_taipao=48", "app-14 min_hushu=3", "app-14 cap=300", "leshan tai_from=32",
     "muchuan-14 min_hushu=1", "quan-raw tai_from=31", "quan fan_tianhu=3 fan_dihu=2", "quan quan_quad_fan=2",
     "leshan quan_pays_alone=yes", "leshan players=[3,4]", "quan players=[2,3,4]"],
)  # fmt: skip
def test_what_the_rulebook_lets_a_club_choose_is_no_contradiction(house: str) -> None:
    base, *changes = house.split()
    assert list(iter_clashes(load_rules(base, changes))) == []


FILE = 'id = "ours"\nbase = "quan"\n[options]\ncap = 5\n'


def test_a_file_is_refused_where_it_is_named_or_added_and_an_archive_that_holds_it_opens(tmp_path: Path) -> None:
    path = tmp_path / "ours.toml"
    path.write_text(FILE, encoding="utf-8")
    with pytest.raises(RuleError, match="cap 5 is less than the least win pays"):
        load_rules(str(path))
    archive = Archive.open(tmp_path / "A", create=True)
    with pytest.raises(RuleError, match="expected 10 or more, or 0"):
        archive.add_rules(path)
    (tmp_path / "A" / "rules").mkdir(exist_ok=True)
    (tmp_path / "A" / "rules" / "ours.toml").write_text(FILE, encoding="utf-8")
    assert archive.club_rules()["ours"].cap == 5
    assert parse_rules(FILE, "ours.toml").cap == 5
    assert load_rules("quan", ["cap=5"]).cap == 5, "a record's house is judged as it stands"


def test_a_word_of_an_option_is_refused_with_the_nearest() -> None:
    with pytest.raises(RuleError, match="did you mean 'double_then_round'"):
        load_rules("quan", ["rounding=doble_then_round"])
    with pytest.raises(RuleError, match="did you mean 'rounding'"):
        load_rules("quan", ["roundin=none"])
