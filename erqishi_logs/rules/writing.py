"""寫規則: a club's own rules as the text of a rules file (RULEBOOK §8)."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from erqishi_logs.errors import RuleError
from erqishi_logs.rules.clash import check_club
from erqishi_logs.rules.difference import diff_rules
from erqishi_logs.rules.load import load_preset, preset_ids, with_house
from erqishi_logs.rules.wording import explain_difference
from erqishi_logs.texts.phrase import Phrase

if TYPE_CHECKING:
    from collections.abc import Iterable

    from erqishi_logs.rules.ruleset import RuleSet
    from erqishi_logs.texts import Lang


def make_rules(base: RuleSet, house: Iterable[str], *, rules_id: str, name: str, source: str) -> RuleSet:
    """立規: a club's rule set of its own: a preset, or what is built on one, and what differs.

    `source` is cited for each option that differs from the preset. Raises RuleError for options that
    are unknown or contradict each other.

    >>> from erqishi_logs.rules import load_rules
    >>> ours = make_rules(load_rules("quan"), ["cap=200"], rules_id="ours", name="橋頭茶樓", source="本會")
    >>> ours.base, ours.cap, ours.sources["cap"]
    ('quan', 200, '本會')
    """
    if not name.isprintable():
        raise RuleError(Phrase("rules.bad_key", name="name", raw=repr(name), expected=Phrase("rules.str")))
    preset = _preset_of(base)
    changed = with_house(base, house)
    differing = diff_rules(preset, changed)
    sources = {**preset.sources, **dict.fromkeys(differing, source)}
    ours = replace(changed, id=rules_id, name=name, base=preset.id, house=(), sources=sources)
    check_club(ours)
    return ours


def format_rules(rules: RuleSet, lang: Lang) -> str:
    """寫規則: the text of a rules file, which `parse_rules` reads as the same options; each with what it changes.

    Raises RuleError where `rules` is not built on a preset.

    >>> from erqishi_logs.rules import load_rules
    >>> ours = make_rules(load_rules("quan"), ["cap=200"], rules_id="ours", name="橋頭茶樓", source="本會")
    >>> print(format_rules(ours, "zh-Hant"))
    id = "ours"
    name = "橋頭茶樓"
    base = "quan"
    <BLANKLINE>
    [options]
    # 打圈：每家最多付 100（S2-095）；橋頭茶樓：每家最多付 200（本會）
    cap = { is = 200, source = "本會" }
    <BLANKLINE>
    """
    preset = load_preset(rules.base)
    lines = [f"{key} = {_toml(getattr(rules, key))}" for key in ("id", "name", "base")]
    lines += ["", "[options]"]
    for option, (_, value) in diff_rules(preset, rules).items():
        lines.append(f"# {_one_line(explain_difference(preset, rules, option, lang))}")
        lines.append(f"{option} = {{ is = {_toml(value)}, source = {_toml(rules.sources.get(option, ''))} }}")
    return "\n".join(lines) + "\n"


def _preset_of(rules: RuleSet) -> RuleSet:
    """The preset that a rule set is, house differences aside, or is built on."""
    own = rules.id in preset_ids() and load_preset(rules.id).game == rules.game
    return load_preset(rules.id if own else rules.base)


def _toml(value: Any) -> str:
    if isinstance(value, bool):
        return '"yes"' if value else '"no"'
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    return f"[{', '.join(map(_toml, value))}]" if isinstance(value, list) else str(value)


def _one_line(sentence: str) -> str:
    return "".join(sign if sign.isprintable() else " " for sign in sentence)
