"""文: what an option's value means in words, and how two rule sets differ, in sentences (RULEBOOK §8)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from erqishi_logs.rules.difference import diff_rules, format_option
from erqishi_logs.texts import name_of, rules_name, text

if TYPE_CHECKING:
    from collections.abc import Iterable

    from erqishi_logs.rules.ruleset import RuleSet
    from erqishi_logs.texts import Lang


class Difference(NamedTuple):
    """異: an option, its value on each side as a rules file writes it, and the sentence that tells both."""

    option: str
    one: Any
    other: Any
    sentence: str


def explain_value(rules: RuleSet, option: str, lang: Lang) -> str:
    """值: what an option of a rule set says, in words.

    >>> from erqishi_logs.rules import load_rules
    >>> explain_value(load_rules("quan"), "rounding", "zh-Hant")
    '先翻再四捨五入'
    >>> explain_value(load_rules("quan"), "tiers", "en")
    'the tiers: small (小和) from 10, middle (中和) from 15, big (大和) from 21 ×2'
    """
    value = format_option(option, getattr(rules, option))
    words = _words(option, value, lang)
    if words is not None:
        return words
    key = "penalty_stakes" if option == "penalty" and rules.penalty_is_stake else option
    return text(f"values.number.{key}", lang, n=_shown(option, value, lang))


def explain_difference(
    one: RuleSet, other: RuleSet, option: str, lang: Lang, names: tuple[str, str] | None = None
) -> str:
    """異: an option in which two rule sets differ, in one sentence: what it is in each, by which clause.

    `names` says what the two are called where their own names would not tell them apart.

    >>> from erqishi_logs.rules import load_rules
    >>> explain_difference(load_rules("leshan"), load_rules("quan"), "rounding", "zh-Hant")
    '樂山市中區：先四捨五入再翻（S0-072）；打圈：先翻再四捨五入（S2-077）'
    """
    titles = names or (rules_title(one, lang), rules_title(other, lang))
    sides = [
        text(
            "values.sentence.side",
            lang,
            name=name,
            value=explain_value(rules, option, lang),
            source=_source(rules, option, lang),
        )
        for name, rules in zip(titles, (one, other), strict=True)
    ]
    return text("values.sentence.difference", lang, one=sides[0], other=sides[1])


def explain_rules(one: RuleSet, other: RuleSet, lang: Lang, names: tuple[str, str] | None = None) -> list[Difference]:
    """異: every option in which two rule sets differ, in the order of the rulebook, each with its sentence.

    >>> from erqishi_logs.rules import load_rules
    >>> [each.option for each in explain_rules(load_rules("leshan"), load_rules("duikou"), "en")]
    ['players', 'chi_from']
    """
    return [
        Difference(option, *values, explain_difference(one, other, option, lang, names))
        for option, values in diff_rules(one, other).items()
    ]


def rules_title(rules: RuleSet, lang: Lang) -> str:
    """規則名: what a rule set is called, its house differences with it.

    >>> from erqishi_logs.rules import load_rules
    >>> rules_title(load_rules("quan", ["cap=200"]), "zh-Hans")
    '打圈（同规 cap=200）'
    """
    name = rules_name(rules.id, rules.name, lang)
    return text("values.sentence.with_house", lang, name=name, house=" ".join(rules.house)) if rules.house else name


def _source(rules: RuleSet, option: str, lang: Lang) -> str:
    source = rules.sources.get(option, "")
    return text("values.sentence.source", lang, source=source) if source else ""


def _words(option: str, value: Any, lang: Lang) -> str | None:
    """The words that a value has of its own; None where it is told as a number or a list."""
    plain = ("no", "yes")[value] if isinstance(value, bool) else value
    try:
        return text(f"values.word.{option}_{plain}", lang)
    except KeyError:
        return None


def _shown(option: str, value: Any, lang: Lang) -> str:
    if not isinstance(value, list):
        return name_of("tier", value, lang) if option == "tai_name" else str(value)
    return _row("joint", lang).join(_parts(option, value, lang))


def _parts(option: str, value: list[Any], lang: Lang) -> Iterable[str]:
    if option == "tiers":
        return [_tier(row, lang) for row in value]
    if option == "ladder_literal":
        return [_step(row, lang) for row in value]
    if option in ("kun_table", "hand_sizes"):
        key = "pair" if option == "kun_table" else "size"
        return [_row(key, lang, least=least, n=n) for least, n in value]
    return [name_of("tier", str(part), lang) for part in value]


def _tier(row: list[Any], lang: Lang) -> str:
    least, name, value, fan = row
    words = _row("tier", lang, least=least, name=name_of("tier", name, lang))
    words += _row("tier_value", lang, n=value) if value else ""
    return words + (_row("tier_fan", lang, n=fan, times=1 << fan) if fan else "")


def _step(row: list[Any], lang: Lang) -> str:
    least, value, *titles = row
    named = _row("plus", lang).join(name_of("title", title, lang) for title in titles)
    return _row("step", lang, least=least, titles=named, n=value)


def _row(key: str, lang: Lang, **facts: object) -> str:
    return text(f"values.row.{key}", lang, **facts)
