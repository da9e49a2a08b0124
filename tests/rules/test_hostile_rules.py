"""Rules from strangers: whatever a `house` or a rules file holds, one RuleError and never another."""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import fields
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, strategies as st

from erqishi_logs.errors import RuleError
from erqishi_logs.rules import RuleSet, load_preset, load_rules_file, parse_rules, preset_ids, with_house

if TYPE_CHECKING:
    from pathlib import Path

HOUSE = {
    "tiers=[]": "tiers is empty",
    "tiers=[[]]": "option tiers: found [[]]",
    "tiers=[[1]]": "option tiers: found [[1]]",
    "tiers=[[10,'a',1,99999999999]]": "option tiers: found 99999999999; expected at most 20",
    "tiers=[" + "[1,'a']," * 51 + "]": "option tiers: found 51; expected at most 50",
    "cap=" + "[" * 490: "option cap: found",
    "cap=" + "[" * 600: "option house: found 604; expected at most 500",
    f"cap={10**38}": "option cap: found a number of 127 bits; expected at most 1000000000",
    "cap=1000000001": "option cap: found 1000000001; expected at most 1000000000",
    "cap=0x" + "f" * 400: "option cap: found a number of 1600 bits",
    "cap=" + "9" * 490: "option cap: found a number of",
    "hand_size=41": "option hand_size: found 41; expected at most 40",
    "players=[9]": "option players: found 9; expected at most 8",
    "fan_piao=21": "option fan_piao: found 21; expected at most 20",
    "ladder_literal=[[1]]": "option ladder_literal",
    "kun_table=[[1,2,3]]": "option kun_table",
    "xiaojia_values=3": "option xiaojia_values",
    "cap=nan": "option cap",
    "cap": "expected option=value",
}


@pytest.mark.parametrize("item", HOUSE, ids=lambda item: item[:20])
def test_house_of_any_shape_is_one_rule_error(item: str) -> None:
    with pytest.raises(RuleError) as error:
        with_house(load_preset("quan"), [item])
    assert HOUSE[item] in str(error.value)
    assert len(str(error.value)) < 1000


def test_house_has_a_hundred_differences_at_most() -> None:
    with pytest.raises(RuleError, match="option house: found 101; expected at most 100"):
        with_house(load_preset("quan"), ["cap=1"] * 101)


_VALUES = st.recursive(
    st.sampled_from(["1", "0", "-1", "999999999999", "nan", "true", "'甲'", "1979-05-27", "{}", "x", "[", "players"]),
    lambda inner: st.lists(inner, max_size=4).map(lambda parts: f"[{','.join(parts)}]"),
)


@given(st.sampled_from([f.name for f in fields(RuleSet)]), _VALUES)
def test_house_raises_no_other_error(name: str, value: str) -> None:
    item, house = f"{name}={value}", ()
    with suppress(RuleError):
        house = with_house(load_preset("leshan"), [item]).house
    assert house in ((), (item,))


FILES = {
    'id=5\nbase="quan"': "key id: found 5",
    'id="x"\nbase="quan"\nname=5': "key name: found 5",
    'id="x"\nbase=["quan"]': "key base: found ['quan']",
    'id="x"\nbase="quan"\ngame="chess"': "unknown game 'chess'",
    'id="x"\nbase="quan"\ngame={}': "key game: found {}",
    'id="x"\nbase="quan"\noptions=3': "key options: found 3",
    'id="x"\nbase="quan"\n[options]\ncap={is=1,source=2}': "option cap: found 2; expected str",
    'id="x"\nbase="quan"\n[options]\ncap={a={b={is=1}}}': "unknown option 'cap_a'",
    'id="x"\nbase="quan"\noptions.' + "a." * 5000 + "a=1": "unknown option 'a_a'",
    'id="x"\nbase="quan"\noptions.cap=' + "[" * 5000: "not TOML",
    'id="x"\nbase="quan"\n[options]\ncap=' + "9" * 5000: "not TOML",
    'id="' + "x" * 501 + '"\nbase="quan"': "key id: found",
    "=": "not TOML",
    "": "found no id",
}


@pytest.mark.parametrize("text", FILES, ids=lambda text: text[:40])
def test_rules_file_of_any_shape_is_one_rule_error(text: str) -> None:
    with pytest.raises(RuleError) as error:
        parse_rules(text, "x.toml")
    assert FILES[text] in str(error.value)
    assert len(str(error.value)) < 1000


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes on this system")
@pytest.mark.parametrize("kind", ["device", "pipe", "folder", "large"])
def test_rules_are_read_from_plain_files_of_their_size(kind: str, tmp_path: Path) -> None:
    path = tmp_path / "x.toml"
    if kind == "device":
        path.symlink_to("/dev/zero")
    elif kind == "pipe":
        os.mkfifo(path)
    elif kind == "folder":
        path.mkdir()
    else:
        path.write_text("#" * 2**21)
    with pytest.raises(RuleError) as error:
        load_rules_file(path)
    assert str(path) in str(error.value)


def test_every_preset_is_within_the_bounds() -> None:
    assert all(load_preset(preset) for preset in preset_ids())
