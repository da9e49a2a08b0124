"""句: a message as data: the key of a string and its facts, told in any language later."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

from erqishi_logs.texts import text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from erqishi_logs.texts import Lang


class Phrase(str):
    """句: English text that knows its key in `texts/errors.toml` and its facts, phrases among them.

    >>> Phrase("remedy.did_you_mean", word="leshan")
    "did you mean 'leshan'?"
    >>> Phrase("remedy.did_you_mean", word="leshan").told("zh-Hant")
    '是不是「leshan」？'
    """

    __slots__ = ("facts", "key")
    key: str
    facts: dict[str, Any]

    def __new__(cls, key: str, /, **facts: object) -> Self:
        """The phrase of a key. Raises KeyError where there is none."""
        phrase = super().__new__(cls, _filled(key, "en", facts))
        phrase.key = key
        phrase.facts = facts
        return phrase

    def __reduce__(self) -> tuple[Any, ...]:
        """For pickle and copy."""
        return _again, (self.key, self.facts)

    def told(self, lang: Lang) -> str:
        """The same in a language."""
        return _filled(self.key, lang, self.facts)


def told(part: object, lang: Lang) -> str:
    """句: a phrase in a language; anything else as it is.

    >>> told(3, "zh-Hans")
    '3'
    """
    return part.told(lang) if isinstance(part, Phrase) else str(part)


def either(words: Sequence[object]) -> Phrase:
    """或: all of some words, of which any would be right.

    >>> either(["yes", "no"]).told("zh-Hans")
    'yes 或 no'
    """
    joined = Phrase("part.as_is", words=words[0])
    for word in words[1:]:
        joined = Phrase("part.either", one=joined, other=word)
    return joined


def _again(key: str, facts: dict[str, Any]) -> Phrase:
    return Phrase(key, **facts)


def _filled(key: str, lang: Lang, facts: dict[str, Any]) -> str:
    known = {name: fact.told(lang) if isinstance(fact, Phrase) else fact for name, fact in facts.items()}
    # `format` also turns {{ into {, with facts or without.
    return text(f"errors.{key}", lang).format(**known)
