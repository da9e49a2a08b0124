"""One line of JSON with the place of everything in it.

The typed reader is fast and says little; this one is slow and says exactly where and what.
Duplicate keys, numbers out of range, NUL, lone surrogates and deep nesting are faults here.
"""

from __future__ import annotations

import json.decoder
import re
from dataclasses import dataclass
from typing import Any

from erqishi_logs.texts.phrase import Phrase

#: Deeper than any record; a line of brackets alone must not exhaust the stack.
MAX_DEPTH = 32

#: The reader of strings behind `json.loads`; it tells where a string ends.
_scan_string = json.decoder.scanstring  # type: ignore[attr-defined]
_SPACE = re.compile(r"[ \t\n\r]*")
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?")
_WORD = re.compile(r"[A-Za-z_][A-Za-z_0-9]*|.", re.DOTALL)
_CONSTANTS = {"true": True, "false": False, "null": None}
_SURROGATE = re.compile("[\ud800-\udfff]")
_MAX_DIGITS = 19
_INT64 = range(-(2**63), 2**64)


@dataclass
class JsonError(Exception):
    """Text that is no JSON, or JSON that no record may hold; `at` is the offset in characters."""

    at: int
    found: str
    expected: str
    remedy: str = ""


@dataclass(slots=True)
class Node:
    """A value and the offset where it begins. Objects hold `members`, lists hold `items`."""

    value: Any
    at: int
    key_at: int = -1

    @property
    def plain(self) -> Any:
        """The value without places.

        >>> parse_json('{"_a":[1,{"b":null}]}').plain
        {'_a': [1, {'b': None}]}
        """
        if isinstance(self.value, dict):
            return {key: node.plain for key, node in self.value.items()}
        if isinstance(self.value, list):
            return [node.plain for node in self.value]
        return self.value

    @property
    def kind(self) -> str:
        """What JSON calls the value: object, list, string, integer, number, boolean, null."""
        names = {dict: "object", list: "list", str: "string", int: "integer", float: "number", bool: "boolean"}
        return names.get(type(self.value), "null")


def parse_json(text: str) -> Node:
    """The value of the whole text, each part a Node. Raises JsonError at the first fault.

    >>> parse_json('{"a": 1}').value["a"].at
    6
    """
    node, at = _value(text, _skip(text, 0), 0)
    at = _skip(text, at)
    if at < len(text):
        raise JsonError(at, Phrase("json.after_end", seen=_seen(text, at)), Phrase("json.one_record"))
    return node


def column_in_string(text: str, at: int, index: int) -> int:
    r"""The offset of character `index` of the string that begins at offset `at`; escapes are counted.

    >>> column_in_string(r'"a\u4e00b"', 0, 2)
    8
    """
    at += 1
    for _ in range(index):
        if text[at] != "\\":
            at += 1
        elif text[at + 1] != "u":
            at += 2
        else:
            high = 0xD800 <= int(text[at + 2 : at + 6], 16) < 0xDC00
            at += 12 if high else 6
    return at


def _skip(text: str, at: int) -> int:
    match = _SPACE.match(text, at)
    return match.end() if match else at


def _seen(text: str, at: int) -> str:
    if at >= len(text):
        return Phrase("json.end_of_line")
    match = _WORD.match(text, at)
    word = match.group()[:20] if match else text[at]
    return repr(word)


def _value(text: str, at: int, depth: int) -> tuple[Node, int]:
    first = text[at : at + 1]
    if depth > MAX_DEPTH:
        raise JsonError(at, Phrase("json.deep", depth=depth), Phrase("json.at_most", limit=MAX_DEPTH))
    if first == "{":
        return _object(text, at, depth)
    if first == "[":
        return _list(text, at, depth)
    if first == '"':
        string, end = _string(text, at)
        return Node(string, at), end
    return _number(text, at) if first in "-0123456789" and first else _constant(text, at)


def _object(text: str, at: int, depth: int) -> tuple[Node, int]:
    members: dict[str, Node] = {}
    end = _skip(text, at + 1)
    if text[end : end + 1] == "}":
        return Node(members, at), end + 1
    while True:
        end = _member(text, end, depth, members)
        end = _skip(text, end)
        mark = text[end : end + 1]
        if mark == "}":
            return Node(members, at), end + 1
        if mark != ",":
            raise JsonError(end, _seen(text, end), Phrase("json.comma_brace"), _cut_off(text, end))
        end = _skip(text, end + 1)


def _member(text: str, at: int, depth: int, members: dict[str, Node]) -> int:
    if text[at : at + 1] != '"':
        raise JsonError(at, _seen(text, at), Phrase("json.key_in_quotes"), _cut_off(text, at))
    key, end = _string(text, at)
    if key in members:
        raise JsonError(at, Phrase("json.key_again", key=key), Phrase("json.each_once"), Phrase("remedy.keep_one"))
    end = _skip(text, end)
    if text[end : end + 1] != ":":
        raise JsonError(end, _seen(text, end), Phrase("json.colon", key=key), _cut_off(text, end))
    node, end = _value(text, _skip(text, end + 1), depth + 1)
    node.key_at = at
    members[key] = node
    return end


def _list(text: str, at: int, depth: int) -> tuple[Node, int]:
    items: list[Node] = []
    end = _skip(text, at + 1)
    if text[end : end + 1] == "]":
        return Node(items, at), end + 1
    while True:
        node, end = _value(text, end, depth + 1)
        items.append(node)
        end = _skip(text, end)
        mark = text[end : end + 1]
        if mark == "]":
            return Node(items, at), end + 1
        if mark != ",":
            raise JsonError(end, _seen(text, end), Phrase("json.comma_bracket"), _cut_off(text, end))
        end = _skip(text, end + 1)


def _string(text: str, at: int) -> tuple[str, int]:
    try:
        string, end = _scan_string(text, at + 1, True)
    except json.JSONDecodeError as error:
        raise _string_fault(text, at, error) from None
    if "\0" in string:
        raise JsonError(at, Phrase("json.nul"), Phrase("json.some_text"), Phrase("remedy.no_nul"))
    if _SURROGATE.search(string):
        raise JsonError(at, Phrase("json.surrogate"), Phrase("json.whole_characters"))
    return string, end


def _string_fault(text: str, at: int, error: json.JSONDecodeError) -> JsonError:
    if error.msg.startswith("Unterminated"):
        return JsonError(at, Phrase("json.open_string"), Phrase("json.closing_quote"), _cut_off(text, len(text)))
    if error.msg.startswith("Invalid control"):
        return JsonError(error.pos, Phrase("json.raw_character", code=ord(text[error.pos])), Phrase("json.an_escape"))
    return JsonError(
        error.pos, Phrase("json.wrong_escape", escape=text[error.pos : error.pos + 6]), Phrase("json.escapes")
    )


def _number(text: str, at: int) -> tuple[Node, int]:
    match = _NUMBER.match(text, at)
    if match is None:
        raise JsonError(at, _seen(text, at), Phrase("json.a_number"))
    word = match.group()
    if match.group(1) is None and match.group(2) is None:
        return Node(_integer(word, at), at), match.end()
    number = float(word)
    if number in (float("inf"), float("-inf")):
        raise JsonError(at, Phrase("json.the_number", word=word[:20]), Phrase("json.finite"))
    return Node(number, at), match.end()


def _integer(word: str, at: int) -> int:
    n_digits = len(word.lstrip("-"))
    if n_digits <= _MAX_DIGITS + 1 and int(word) in _INT64:
        return int(word)
    raise JsonError(at, Phrase("json.digits", count=n_digits), Phrase("json.at_most_digits", limit=_MAX_DIGITS))


def _constant(text: str, at: int) -> tuple[Node, int]:
    match = _WORD.match(text, at)
    word = match.group() if match else ""
    if word in _CONSTANTS:
        return Node(_CONSTANTS[word], at), at + len(word)
    raise JsonError(at, _seen(text, at), Phrase("json.a_value"), _cut_off(text, at))


def _cut_off(text: str, at: int) -> str:
    return Phrase("remedy.cut_off") if at >= len(text) else ""
