"""文字: every string a person reads, in three languages side by side.

A key is `file.table.name`; the files lie beside this one, each line `name = [zh-Hant, zh-Hans, en]`.
"""

from __future__ import annotations

import re
import tomllib
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Literal, get_args

if TYPE_CHECKING:
    from collections.abc import Mapping

Lang = Literal["zh-Hant", "zh-Hans", "en"]
LANGUAGES: tuple[Lang, ...] = get_args(Lang)

_TRADITIONAL = {"tw", "hk", "mo", "hant"}
_CODE_TABLES = ("violation", "fault", "note")


def text(key: str, lang: Lang, **facts: object) -> str:
    """文字: the string of a key in a language, `facts` filled in. Raises KeyError.

    >>> text("names.event.chi", "zh-Hant"), text("names.event.dui", "zh-Hans")
    ('吃', '对')
    """
    file, table, name = key.split(".", 2)
    words = _load(file)[table][name][LANGUAGES.index(lang)]
    return words.format(**facts) if facts else words


def name_of(table: str, name: str, lang: Lang) -> str:
    """名: what a value of a record or verdict is called; the value itself where no name is known.

    `table` is a table of `names.toml`: event, meld, title, tier, rules, severity, verdict, outcome, status,
    seat, column.

    >>> name_of("title", "piao", "zh-Hant"), name_of("event", "hop", "en")
    ('瞟和', 'hop')
    """
    words = _load("names")[table].get(name)
    return name if words is None else words[LANGUAGES.index(lang)]


def code_name(code: str, lang: Lang = "zh-Hant") -> str:
    """違規名: the name of a violation, fault or note (RULEBOOK §7; FORMAT, Faults).

    >>> code_name("chi_guozhang"), code_name("unfinished", "en")
    ('吃過張', 'record without an end')
    """
    tables = _load("names")
    found = next((tables[table][code] for table in _CODE_TABLES if code in tables[table]), None)
    return code if found is None else found[LANGUAGES.index(lang)]


def rules_name(rules_id: str, name: str, lang: Lang) -> str:
    """規則名: a rule set's own `name`; a preset's in a language. A club's rules keep theirs, whatever their id.

    >>> rules_name("leshan", "樂山市中區", "en"), rules_name("leshan", "橋頭茶樓", "en")
    ('Leshan (city)', '橋頭茶樓')
    """
    return name_of("rules", rules_id, lang) if name == name_of("rules", rules_id, "zh-Hant") else name


def codes(table: Literal["violation", "fault", "note"]) -> tuple[str, ...]:
    """Every code of a kind, in the order of the rulebook.

    >>> codes("violation")[:2], len(codes("violation"))
    (('chi_guozhang', 'hou_dui'), 21)
    """
    return tuple(_load("names")[table])


def lang_of(locale: Mapping[str, str]) -> Lang:
    """The language of an environment, from LC_ALL, LC_MESSAGES and LANG in that order.

    >>> lang_of({"LANG": "zh_TW.UTF-8"}), lang_of({"LANG": "zh_CN.UTF-8"}), lang_of({"LANG": "C"})
    ('zh-Hant', 'zh-Hans', 'en')
    >>> lang_of({"LANG": "zh_CN.UTF-8", "LC_ALL": "en_GB.UTF-8"})
    'en'
    """
    names = (locale.get(key) for key in ("LC_ALL", "LC_MESSAGES", "LANG"))
    name = next((name.lower() for name in names if name), "")
    if not name.startswith("zh"):
        return "en"
    return "zh-Hant" if _TRADITIONAL & set(re.split(r"[_.@-]", name)) else "zh-Hans"


@cache
def _load(file: str) -> dict[str, dict[str, list[str]]]:
    source = files("erqishi_logs.texts") / f"{file}.toml"
    return tomllib.loads(source.read_text(encoding="utf-8"))
