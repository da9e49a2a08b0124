"""Strings: three languages for each key; every key the command line uses is there."""

from __future__ import annotations

import re
import string
import tomllib
from importlib.resources import files
from pathlib import Path

import pytest

from erqishi_logs.pipeline.rejudge import COMPARED
from erqishi_logs.record.types import EVENT_KEYS, GUILIN_EVENT_KEYS, TITLES
from erqishi_logs.rules import load_preset, preset_ids
from erqishi_logs.texts import LANGUAGES, code_name, codes, lang_of, name_of, text

ROOT = Path(__file__).resolve().parents[2]
TEXTS = files("erqishi_logs.texts")
STRINGS = [
    (f"{file.name.removesuffix('.toml')}.{table}.{name}", words)
    for file in sorted(TEXTS.iterdir(), key=lambda entry: entry.name)
    if file.name.endswith(".toml")
    for table, rows in tomllib.loads(file.read_text(encoding="utf-8")).items()
    for name, words in rows.items()
]
#: Characters that only traditional or only simplified text has, in the words used here.
TRADITIONAL = set("過張吃對開擺滾黃記錄牌莊樁瀉詐數後龍網頁檔條點選項標輸這個幾") - set("吃牌")
SIMPLIFIED = set("过张对开摆滚黄记录庄桩泻诈数后龙网页档条点选项标输这个几") - TRADITIONAL


def facts_of(words: str) -> set[str]:
    return {field for _, field, _, _ in string.Formatter().parse(words) if field}


@pytest.mark.parametrize(("key", "words"), STRINGS, ids=[key for key, _ in STRINGS])
def test_a_string_stands_in_three_languages_and_both_chinese_ones_name_the_same_facts(
    key: str, words: list[str]
) -> None:
    assert len(words) == len(LANGUAGES), key
    assert all(words), key
    assert facts_of(words[0]) == facts_of(words[1]), key


@pytest.mark.parametrize(("key", "words"), STRINGS, ids=[key for key, _ in STRINGS])
def test_traditional_and_simplified_are_not_mixed(key: str, words: list[str]) -> None:
    assert not set(words[0]) & (SIMPLIFIED - set("黄录")), (key, words[0])
    assert not set(words[1]) & TRADITIONAL - set("貳"), (key, words[1])


@pytest.mark.parametrize("path", sorted((ROOT / "erqishi_logs" / "cli").glob("*.py")), ids=lambda path: path.name)
def test_every_key_that_the_command_line_says_is_there(path: Path) -> None:
    source = path.read_text(encoding="utf-8")
    keys = set(re.findall(r'\bsay\(\s*"([a-z_]+\.[a-z_]+)"', source))
    keys |= {f"option.{words}" for words in re.findall(r'\bwords="([a-z_]+)"', source)}
    for key in keys:
        assert text(f"cli.{key}", "en"), key


@pytest.mark.parametrize(
    ("code", "hant", "hans"),
    [
        ("chi_guozhang", "吃過張", "吃过张"),
        ("hou_dui", "後對牌", "后对牌"),
        ("shangtu_xiaxie", "上吐下瀉", "上吐下泻"),
        ("hu_huilong", "和回龍", "和回龙"),
        ("pay_unbalanced", "賬不平", "账不平"),
        ("shao_bao", "少報", "少报"),
    ],
)
def test_rulebook_7_names_of_codes(code: str, hant: str, hans: str) -> None:
    assert (code_name(code, "zh-Hant"), code_name(code, "zh-Hans")) == (hant, hans)


def test_rulebook_7_and_format_have_21_violations_and_11_faults() -> None:
    assert (len(codes("violation")), len(codes("fault"))) == (21, 11)


def test_every_event_and_title_has_a_name() -> None:
    for event in (*EVENT_KEYS, *GUILIN_EVENT_KEYS):
        assert name_of("event", event, "zh-Hant") != event
    for title in TITLES:
        assert name_of("title", title, "zh-Hans") != title


@pytest.mark.parametrize("preset", preset_ids())
def test_rulebook_8_every_preset_and_every_tier_has_a_name(preset: str) -> None:
    rules = load_preset(preset)
    assert text(f"names.rules.{preset}", "zh-Hant") == rules.name
    for tier in [*(tier.name for tier in rules.tiers), *([rules.tai_name] if rules.tai_from else [])]:
        assert text(f"names.tier.{tier}", "zh-Hant") == tier


def test_every_option_of_a_rule_set_has_its_meaning() -> None:
    meant = tomllib.loads((TEXTS / "options.toml").read_text(encoding="utf-8"))["option"]
    assert list(meant) == [name for name in load_preset("leshan").options() if name != "game"]


def test_every_story_has_its_line() -> None:
    told = tomllib.loads((TEXTS / "stories.toml").read_text(encoding="utf-8"))["story"]
    assert list(told) == [path.stem for path in sorted((ROOT / "data").glob("*.pu"))]


def test_every_column_that_a_second_judgement_tells_has_a_name() -> None:
    assert all(text(f"names.column.{column}", "zh-Hans") for column in COMPARED)


@pytest.mark.parametrize(
    ("locale", "lang"),
    [
        ({"LANG": "zh_TW.UTF-8"}, "zh-Hant"),
        ({"LANG": "zh_HK"}, "zh-Hant"),
        ({"LANG": "zh-Hant"}, "zh-Hant"),
        ({"LANG": "zh_CN.GB18030"}, "zh-Hans"),
        ({"LANG": "zh_SG.UTF-8"}, "zh-Hans"),
        ({"LC_ALL": "zh_CN.UTF-8", "LANG": "zh_TW.UTF-8"}, "zh-Hans"),
        ({"LC_ALL": "", "LANG": "zh_TW.UTF-8"}, "zh-Hant"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({}, "en"),
    ],
)
def test_the_language_follows_the_locale(locale: dict[str, str], lang: str) -> None:
    assert lang_of(locale) == lang
