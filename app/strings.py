"""文字: the strings of the dashboard in three languages, from `texts.toml` alone."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path

from erqishi_logs.texts import LANGUAGES, Lang, name_of

LANGUAGE_NAMES: dict[Lang, str] = {"zh-Hant": "繁體", "zh-Hans": "简体", "en": "English"}


@cache
def _load() -> dict[str, dict[str, list[str]]]:
    return tomllib.loads((Path(__file__).parent / "texts.toml").read_text(encoding="utf-8"))


@cache
def table(name: str, lang: Lang) -> dict[str, str]:
    """文字: every string of one table of `texts.toml` in a language.

    >>> table("page", "zh-Hant")["replay"], table("page", "en")["replay"]
    ('復盤', 'Replay')
    """
    return {key: words[LANGUAGES.index(lang)] for key, words in _load()[name].items()}


def say(key: str, lang: Lang, **facts: object) -> str:
    """文字: the string of `table.name` with its facts filled in. Raises KeyError.

    >>> say("page.shown", "zh-Hans", n=3, of=12)
    '3 / 12 局'
    """
    name, word = key.split(".", 1)
    return table(name, lang)[word].format(**facts)


def plain(text: object) -> str:
    r"""白文: a stranger's text so that Streamlit's Markdown shows it as it stands and loads nothing.

    >>> print(plain("![圖](x)"))
    \!\[圖\]\(x\)
    """
    return re.sub(r"([!-/:-@\[-`{-~])", r"\\\1", str(text))


def rules_name(rules_id: str, name: str, lang: Lang) -> str:
    """規則名: what a rule set is called; the name that it gives itself where it is a club's own.

    >>> rules_name("duikou", "對摳", "zh-Hans"), rules_name("茶樓", "茶樓規則", "en")
    ('对抠', '茶樓規則')
    """
    known = name_of("rules", rules_id, lang)
    return name if known == rules_id else known


def choose_lang(wanted: str | None, started: str | None, locale: str | None) -> Lang:
    """語言: the one asked for in the address, else the server's, else the browser's, else traditional Chinese.

    >>> choose_lang(None, None, "zh-CN"), choose_lang(None, "en", "zh-CN"), choose_lang("zh-Hant", "en", "en-GB")
    ('zh-Hans', 'en', 'zh-Hant')
    """
    for named in (wanted, started):
        for lang in LANGUAGES:
            if named == lang:
                return lang
    tag = (locale or "").lower()
    if tag.startswith("en"):
        return "en"
    return "zh-Hans" if tag.endswith(("cn", "sg", "hans")) else "zh-Hant"
