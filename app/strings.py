"""文字: the strings of the dashboard in three languages, from `texts.toml` alone."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path

from erqishi_logs.texts import LANGUAGES, Lang

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


def lang_of_browser(wanted: str | None, locale: str | None) -> Lang:
    """語言: the language asked for in the address, else the browser's, else traditional Chinese.

    >>> lang_of_browser(None, "zh-CN"), lang_of_browser(None, "en-GB"), lang_of_browser("zh-Hant", "en-GB")
    ('zh-Hans', 'en', 'zh-Hant')
    """
    for lang in LANGUAGES:
        if wanted == lang:
            return lang
    tag = (locale or "").lower()
    if tag.startswith("en"):
        return "en"
    return "zh-Hans" if tag.endswith(("cn", "sg", "hans")) else "zh-Hant"
