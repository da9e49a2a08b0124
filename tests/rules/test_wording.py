"""What a rule set says in words, how two differ, and a club's own written down and read again."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, strategies as st

from erqishi_logs.errors import RuleError
from erqishi_logs.rules import (
    diff_rules,
    explain_rules,
    explain_value,
    iter_clashes,
    load_preset,
    load_rules,
    parse_rules,
    preset_ids,
)
from erqishi_logs.rules.asked import ASKED, asked_of, choices
from erqishi_logs.rules.writing import format_rules, make_rules
from erqishi_logs.texts import LANGUAGES, Lang

PRESETS = st.sampled_from(preset_ids())


@pytest.mark.parametrize(
    ("one", "other", "lang", "sentence"),
    [
        ("leshan", "quan", "zh-Hant", "樂山市中區：先四捨五入再翻（S0-072）；打圈：先翻再四捨五入（S2-077）"),
        ("leshan", "quan", "zh-Hans", "乐山市中区：先四舍五入再翻（S0-072）；打圈：先翻再四舍五入（S2-077）"),
        ("quan", "online", "zh-Hant", "打圈：包牌付每家 20 和（S2-108）；網路版：包牌付每家 2 底（S1-140）"),
        ("leshan", "duikou", "en", "Leshan (city): 3 players (S0-091); duikou, two players: 2 players (S0-093)"),
        ("leshan", "meishan", "zh-Hans", "乐山市中区：天和 1 番（S0-078）；眉山、仁寿：天和 2 番（S0-079）"),
        ("muchuan", "muchuan-8", "zh-Hant", "沐川：至少 10 和才能和（S1-100）；沐川打八張：至少 1 和才能和（S0-174）"),
    ],
)  # fmt: skip
def test_a_difference_is_a_sentence_with_the_clause_of_each(one: str, other: str, lang: Lang, sentence: str) -> None:
    assert sentence in [each.sentence for each in explain_rules(load_rules(one), load_rules(other), lang)]


@given(PRESETS, PRESETS, st.sampled_from(LANGUAGES))
def test_two_presets_differ_in_as_many_sentences_as_options_and_none_shows_a_code(
    one: str, other: str, lang: Lang
) -> None:
    pair = load_preset(one), load_preset(other)
    told = explain_rules(*pair, lang)
    assert [(each.option, (each.one, each.other)) for each in told] == list(diff_rules(*pair).items())
    assert not any("_" in each.sentence or "{" in each.sentence for each in told)


@pytest.mark.parametrize(
    "option", [name for name in load_preset("leshan").options() if name not in ("game", "tai_name")]
)
def test_each_value_of_an_option_has_words_of_its_own(option: str) -> None:
    values = {getattr(load_preset(preset), option) for preset in preset_ids()}
    values |= set(choices(load_preset("quan"), option))
    for lang in LANGUAGES:
        told = [explain_value(replace(load_preset("quan"), **{option: value}), option, lang) for value in values]
        assert len(set(told)) == len(values), told


@given(PRESETS, PRESETS, st.text(max_size=20), st.sampled_from(LANGUAGES))
def test_a_written_rules_file_is_read_as_the_same_options(base: str, other: str, name: str, lang: Lang) -> None:
    theirs = load_preset(other).options()
    mixed = replace(
        load_preset(base), **{option: theirs[option] for option in ("rounding", "cap", "taipao", "penalty")}
    )
    try:
        ours = make_rules(mixed, [], rules_id="ours", name=name, source="本會")
    except RuleError:
        return
    again = parse_rules(format_rules(ours, lang), "ours.toml")
    assert (again, again.sources) == (ours, ours.sources)


def test_every_asked_option_is_one_in_which_clubs_differ() -> None:
    chosen = {"quan_pays_alone", "quan_quad_fan"}  # RULEBOOK §6, §8: an option though no two presets differ
    for option in ASKED:
        assert option in chosen or len({getattr(load_preset(preset), option) for preset in preset_ids()}) > 1, option
    assert set(asked_of(load_preset("quan"))) == set(ASKED)


@given(PRESETS, st.sampled_from(ASKED))
def test_no_value_that_is_offered_is_refused(preset: str, option: str) -> None:
    rules = load_preset(preset)
    for value in choices(rules, option):
        assert not list(iter_clashes(replace(rules, **{option: value})))


def test_rules_built_on_rules_are_written_from_the_preset_below_them() -> None:
    first = make_rules(load_preset("quan"), ["cap=200"], rules_id="first", name="一", source="甲")
    second = make_rules(first, ["taipao=2"], rules_id="second", name="二", source="乙")
    assert (second.base, list(diff_rules(load_preset("quan"), second))) == ("quan", ["cap", "taipao"])
    assert (second.sources["cap"], second.sources["taipao"]) == ("乙", "乙")


def test_a_name_of_control_characters_is_refused() -> None:
    with pytest.raises(RuleError, match="key name"):
        make_rules(load_preset("quan"), [], rules_id="ours", name="甲\x1b[2J", source="本會")
