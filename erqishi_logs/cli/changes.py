"""變: what changes from one rule set to another, and the options that make it, for people and as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from erqishi_logs.cli.language import current_lang, say
from erqishi_logs.rules import explain_difference
from erqishi_logs.texts import code_name, name_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from erqishi_logs.compare import Cause
    from erqishi_logs.rules import RuleSet

#: Columns whose values have names, and the table of `names.toml` that holds them.
_TABLES = {"outcome": "outcome", "status": "status", "tier": "tier", "titles": "title"}


def shown(column: str, value: Any) -> str:
    """值: a value of a column of `hands` in the run's language.

    >>> from erqishi_logs.cli.language import choose_lang
    >>> _ = choose_lang(["--lang", "en"], {})
    >>> shown("pay", [-10.0, 0.0, 10.0]), shown("tier", "小和")
    ('-10, 0, +10', 'small (小和)')
    """
    if isinstance(value, list | tuple):
        return say("reaudit.comma").join(shown(column, part) for part in value) or say("reaudit.none")
    if value in (None, ""):
        return say("reaudit.none")
    if isinstance(value, bool):
        return say("reaudit.yes" if value else "reaudit.no")
    if isinstance(value, float) or column == "pay":
        return f"{value:+g}" if value else "0"
    return name_of(_TABLES[column], value, current_lang()) if column in _TABLES else str(value)


def cause_lines(cause: Cause, one: RuleSet, other: RuleSet, players: Sequence[str]) -> Iterator[str]:
    """緣由: a line for each option that makes the change, then, further in, what it changes."""
    for place, sentence in enumerate(_sentences(cause, one, other)):
        yield say("changes.because" if place == 0 else "changes.and", sentence=sentence)
    for key, (before, after) in cause.changes.items():
        yield "  " + _change(key, before, after, players)


def cause_data(cause: Cause, one: RuleSet, other: RuleSet) -> dict[str, Any]:
    """緣由: as JSON: options and sentences, `fields` with before and after, findings that come and go."""
    fields = {key: _pair(change) for key, change in cause.changes.items() if isinstance(key, str)}
    findings = [(key, change) for key, change in cause.changes.items() if not isinstance(key, str)]
    return {
        "options": list(cause.options),
        "sentences": _sentences(cause, one, other),
        "fields": fields,
        "added": [_key(key) for key, (before, _) in findings if before is None],
        "removed": [_key(key) for key, (_, after) in findings if after is None],
    }


def payers_words(payers: Sequence[dict[str, Any]]) -> str:
    """付: who pays what, as `erqishi score` answers it.

    >>> from erqishi_logs.cli.language import choose_lang
    >>> _ = choose_lang(["--lang", "zh-Hant"], {})
    >>> payers_words([{"payer": "others", "count": 2, "amount": 40}])
    '2 家各 40'
    """
    key = {"discarder": "discarder", "others": "each"}
    words = [say(f"changes.{key[each['payer']]}", n=each["count"], amount=each["amount"]) for each in payers]
    return " ".join(words) or say("reaudit.none")


def _sentences(cause: Cause, one: RuleSet, other: RuleSet) -> list[str]:
    return [explain_difference(one, other, option, current_lang()) for option in cause.options]


def _pair(change: tuple[Any, Any]) -> dict[str, Any]:
    return dict(zip(("before", "after"), change, strict=True))


def _key(key: Any) -> dict[str, Any]:
    return dict(key._asdict())


def _change(key: Any, before: Any, after: Any, players: Sequence[str]) -> str:
    lang = current_lang()
    if isinstance(key, str):
        pair = [_value(key, value, players) for value in (before, after)]
        return say("reaudit.column", name=name_of("column", key, lang), before=pair[0], after=pair[1])
    where = say("reaudit.at", steps=key.event + 1) if key.event is not None else ""
    severity, name = name_of("severity", key.severity, lang), code_name(key.code, lang)
    return say(
        "reaudit.added" if before is None else "reaudit.removed", severity=severity, name=name, where=where, times=""
    )


def _value(key: str, value: Any, players: Sequence[str]) -> str:
    if key == "payers":
        return payers_words(value or ())
    if key == "reason":
        return code_name(value, current_lang()) if value else shown(key, value)
    return players[value] if key == "winner" and value is not None else shown(key, value)
