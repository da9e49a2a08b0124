"""條件: what the calculator asks beside the cards, as fields that the component draws."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.calculator.asked import ALL, MAX_QUAN
from app.calculator.elsewhere import other_presets
from app.strings import say
from erqishi_logs.rules import load_preset, preset_ids, rules_title
from erqishi_logs.scoring.question import GIVEN_TITLES
from erqishi_logs.texts import name_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from app.calculator.asked import Asked
    from erqishi_logs.rules import RuleSet
    from erqishi_logs.texts import Lang


def fields(asked: Asked, rules: RuleSet, lang: Lang) -> list[dict[str, Any]]:
    """條件: the fields in their order; `kind` choice, check, text or many; `key` as in the address.

    小家 is asked only where the rules have one, or it was said.

    >>> from app.calculator.asked import Asked
    >>> [field["key"] for field in fields(Asked(), load_preset("leshan"), "en")]
    ['rules', 'quan', 'title', 'players', 'taipao', 'dealt', 'with']
    >>> [field["key"] for field in fields(Asked(), load_preset("leshan-4"), "en")][4:7]
    ['taipao', 'xiaojia', 'own_draw']
    """
    unsaid = [("", say("calculator.unsaid", lang))]
    plain = [(str(n), str(n)) for n in range(1, MAX_QUAN + 1)]
    titles = [(title, name_of("title", title, lang)) for title in GIVEN_TITLES]
    tables = [(str(n), str(n)) for n in rules.players]
    has_xiaojia = any(rules.has_xiaojia(n) for n in rules.players)
    small = ("xiaojia", "own_draw") if has_xiaojia or asked.xiaojia or asked.own_draw else ()
    return [
        _field("choice", "rules", lang, choices=_named(preset_ids(), lang)),
        _field("choice", "quan", lang, choices=[*unsaid, *plain]),
        _field("choice", "title", lang, choices=[*unsaid, *titles]),
        _field("choice", "players", lang, choices=[*unsaid, *tables]),
        *(_field("check", key, lang) for key in ("taipao", *small)),
        _field("text", "dealt", lang),
        _field("many", "with", lang, choices=[(ALL, say("calculator.all", lang)), *_named(other_presets(rules), lang)]),
    ]


def _field(kind: str, key: str, lang: Lang, choices: Iterable[tuple[str, str]] = ()) -> dict[str, Any]:
    return {"kind": kind, "key": key, "label": say(f"calculator.ask_{key}", lang), "choices": [*map(list, choices)]}


def _named(presets: Iterable[str], lang: Lang) -> list[tuple[str, str]]:
    return [(name, rules_title(load_preset(name), lang)) for name in presets]
