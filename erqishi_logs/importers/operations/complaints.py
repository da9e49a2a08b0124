"""句: why a piece of the file is no hand, and at which line and column (PLATFORMS, B)."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NoReturn

import msgspec

from erqishi_logs.errors import RecordError
from erqishi_logs.importers.operations.messages import Hand
from erqishi_logs.record.jsontext import JsonError, parse_json
from erqishi_logs.texts.phrase import Phrase, either

if TYPE_CHECKING:
    from erqishi_logs.importers.operations.pieces import Piece

_MISSING = re.compile(r"Object missing required field `(\w+)`")
_TYPE = re.compile(r"Expected `([^`]+)`, got `(\w+)`")
_RANGE = re.compile(r"Expected `(?:int|float)` [<>]= ")
_PATH = re.compile(r" - at `([^`]+)`$")
_STEP = re.compile(r"\.(\w+)|\[(\d+)\]")

_TYPES = {
    "int": Phrase("value.whole_number"),
    "float": Phrase("value.number"),
    "str": Phrase("value.string"),
    "bool": Phrase("value.boolean"),
    "array": Phrase("value.a_list"),
    "object": Phrase("value.an_object"),
    "null": Phrase("operations.nothing"),
}


@dataclass
class FormError(Exception):
    """What in a hand cannot be: `path` as `$.player_ops[3].v[0]`, what was found, what was expected."""

    path: str
    found: str
    expected: str


def parse_hand(piece: Piece, file: str) -> tuple[Hand, dict[str, Any]]:
    """局: a piece as the structs of the form and as plain data. Raises RecordError with line and column.

    >>> from erqishi_logs.importers.operations.pieces import Piece
    >>> parse_hand(Piece(7, 1, b'{"players":[{"uid":1}, {"uid":[]}]}'), "x.json")
    Traceback (most recent call last):
    ...
    erqishi_logs.errors.RecordError: x.json:7:31: found a list as $.players[1].uid; expected a whole number or a string
    """
    if piece.why:
        raise _no_object(piece, file)
    try:
        text = piece.raw.decode()
        plain = json.loads(text, object_pairs_hook=_once, parse_constant=_no_constant)
        return msgspec.convert(plain, Hand), plain
    except msgspec.ValidationError as error:
        raise place_error(_type_fault(str(error)), piece, file) from None
    except (ValueError, RecursionError) as error:
        raise _bad_text(piece, file, error) from None


def place_error(error: FormError, piece: Piece, file: str) -> RecordError:
    """句: the error with the line and column of its path in the file."""
    line, column = _position(piece, _offset(piece, error.path))
    return RecordError(file, line, column, error.found, error.expected)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) < len(pairs):
        msg = "a key stands twice"
        raise ValueError(msg)
    return members


def _no_constant(word: str) -> NoReturn:
    raise ValueError(word)


def _no_object(piece: Piece, file: str) -> RecordError:
    shown = repr(piece.raw[:40].decode("utf-8", "replace"))
    found = Phrase(f"operations.{piece.why}", seen=shown)
    return RecordError(file, piece.line, piece.column, found, Phrase("operations.whole_object"))


def _bad_text(piece: Piece, file: str, error: Exception) -> RecordError:
    if isinstance(error, UnicodeDecodeError):
        line, column = _position(piece, len(piece.raw[: error.start].decode("utf-8", "replace")))
        found = Phrase("line.not_codec", byte=piece.raw[error.start], codec="utf-8")
        return RecordError(file, line, column, found, Phrase("line.one_encoding"))
    try:
        parse_json(piece.raw.decode())
    except JsonError as fault:
        return RecordError(file, *_position(piece, fault.at), fault.found, fault.expected, fault.remedy)
    return RecordError(file, piece.line, piece.column, str(error)[:80], Phrase("operations.whole_object"))


def _type_fault(said: str) -> FormError:
    place = _PATH.search(said)
    path = place[1] if place else "$"
    missing, types = _MISSING.match(said), _TYPE.match(said)
    if missing:
        return FormError(path, Phrase("operations.missing", path=path, name=missing[1]), Phrase("operations.fields"))
    if types:
        known = [_TYPES.get(word, word) for word in types[1].split(" | ") if word != "null"]
        found = Phrase("operations.wrong_type", path=path, found=_TYPES.get(types[2], types[2]))
        return FormError(path, found, either(known))
    if _RANGE.match(said):
        return FormError(path, Phrase("operations.too_large", path=path), Phrase("operations.number"))
    return FormError(path, said, Phrase("operations.fields"))


def _offset(piece: Piece, path: str) -> int:
    """Where in the text of the piece the value of a path begins; the nearest that is there."""
    try:
        node = parse_json(piece.raw.decode())
    except JsonError:
        return 0
    for name, number in _STEP.findall(path):
        inner = node.value
        if name and isinstance(inner, dict) and name in inner:
            node = inner[name]
        elif number and isinstance(inner, list) and int(number) < len(inner):
            node = inner[int(number)]
        else:
            break
    return node.at


def _position(piece: Piece, offset: int) -> tuple[int, int]:
    before = piece.raw.decode("utf-8", "replace")[:offset]
    lines = before.count("\n")
    column = len(before) - before.rfind("\n") if lines else len(before) + piece.column
    return piece.line + lines, column
