"""語言: the language of this run's output."""

from __future__ import annotations

from contextvars import ContextVar
from itertools import pairwise
from typing import TYPE_CHECKING

from erqishi_logs.texts import LANGUAGES, Lang, lang_of, text

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_LANG: ContextVar[Lang] = ContextVar("lang", default="en")


def choose_lang(args: Sequence[str], environ: Mapping[str, str]) -> Lang:
    """語言: what `--lang` says wherever it stands, else the environment; becomes this run's.

    >>> choose_lang(["audit", "--lang", "zh-Hant", "x"], {}), choose_lang(["--lang=en"], {"LANG": "zh_CN"})
    ('zh-Hant', 'en')
    """
    words = [word for arg in args for word in arg.split("=", 1)]
    asked = [after for before, after in pairwise(words) if before == "--lang"]
    lang = asked[-1] if asked and asked[-1] in LANGUAGES else lang_of(environ)
    _LANG.set(lang)
    return lang


def current_lang() -> Lang:
    """The language that `choose_lang` chose."""
    return _LANG.get()


def say(key: str, **facts: object) -> str:
    """文字: a string of `texts/cli.toml` in this run's language; `key` is `table.name`.

    >>> _ = choose_lang(["--lang", "en"], {})
    >>> say("word.options")
    'Options'
    """
    return text(f"cli.{key}", current_lang(), **facts)
