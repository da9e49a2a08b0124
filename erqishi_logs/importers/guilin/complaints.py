"""句: why a message of the server cannot be read (PLATFORMS, C)."""

from __future__ import annotations

import re

import msgspec

from erqishi_logs.texts.phrase import Phrase, either

_MISSING = re.compile(r"Object missing required field `(\w+)`")
_RANGE = re.compile(r"Expected `int` [<>]= .*")
_TYPE = re.compile(r"Expected `([^`]+)`, got `(\w+)`")
_PATH = re.compile(r" - at `([^`]+)`$")
_NOT_UTF8 = "Invalid UTF-8 encoded string"

_TYPES = {
    "int": Phrase("value.whole_number"),
    "float": Phrase("value.number"),
    "str": Phrase("value.string"),
    "bool": Phrase("value.boolean"),
    "array": Phrase("value.a_list"),
    "object": Phrase("value.an_object"),
}


def message_fault(route: str, error: msgspec.MsgspecError) -> tuple[str, str]:
    """句: what was found in the message of a route, and what was expected, both `Phrase` (PLATFORMS, C).

    >>> found, expected = message_fault("onWin", msgspec.ValidationError("Object missing required field `uid`"))
    >>> found.told("zh-Hant"), expected
    ('沒有 uid 的 onWin', 'the fields that onWin has')
    >>> message_fault("onWin", msgspec.ValidationError("Expected `array`, got `int` - at `$.cardArr`"))
    ('a whole number as $.cardArr in onWin', 'a list')
    """
    said = str(error)
    if not isinstance(error, msgspec.ValidationError):
        return _text_fault(route, said)
    missing = _MISSING.match(said)
    if missing:
        return Phrase("guilin.missing", route=route, name=missing[1]), Phrase("guilin.fields", route=route)
    place = _PATH.search(said)
    path = place[1] if place else "$"
    types = _TYPE.match(said)
    if types:
        return Phrase("guilin.wrong_type", route=route, path=path, found=_type(types[2])), _any_of(types[1])
    if _RANGE.match(said):
        return Phrase("guilin.no_card", route=route, path=path), Phrase("guilin.card")
    return Phrase("guilin.unfit", route=route, error=said), Phrase("guilin.fields", route=route)


def _text_fault(route: str, said: str) -> tuple[Phrase, Phrase]:
    if said == _NOT_UTF8:
        return Phrase("guilin.not_utf8", route=route), Phrase("guilin.utf8")
    return Phrase("guilin.bad_json", route=route), Phrase("guilin.whole_json")


def _any_of(types: str) -> Phrase:
    return either([_type(word) for word in types.split(" | ")])


def _type(word: str) -> str:
    return _TYPES.get(word, word)
