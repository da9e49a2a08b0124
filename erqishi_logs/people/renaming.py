"""改名: names found and replaced in text and in bytes, however they are written there.

A name may stand as it is or with JSON escapes, in UTF-8, GB18030, Big5 or UTF-16. A name that a longer one holds is
left there where that one is protected; one in Latin letters is not found within a word. What stands instead in bytes is
best ASCII: it is the same in all of these.
"""

from __future__ import annotations

import json
import re
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

#: Beside UTF-8, what the bytes of a file may be read as (`erqishi_logs.record.encoding`).
_OTHERS = ("gb18030", "big5hkscs", "utf-16-le", "utf-16-be")
CODECS = ("utf-8", *_OTHERS)
#: Letters and digits that make a word with their neighbours.
_WORD = "0-9A-Za-z\u00c0-\u024f\u0370-\u04ff"
_WORD_BYTES = "0-9A-Za-z"
_IS_WORD = re.compile(f"[{_WORD}]")


class _Pattern(NamedTuple):
    codec: str
    found: re.Pattern[bytes]


class Renaming:
    """改名: what stands instead of which name; `protected` are longer names in which one of these is left.

    >>> renaming = Renaming({"王五": "X1", "An": "X2"}, ["王五妹"])
    >>> renaming.text("王五、王五妹、An、Anna"), renaming.raw("王五".encode("gb18030"))
    ('X1、王五妹、X2、Anna', b'X1')
    """

    def __init__(self, names: Mapping[str, str], protected: Iterable[str] = ()) -> None:
        self.names = dict(names)
        inner = (name for name in protected if name not in self.names and any(one in name for one in self.names))
        self.protected = frozenset(inner)
        self._words = sorted((*self.names, *self.protected), key=len, reverse=True)

    @cached_property
    def _text(self) -> re.Pattern[str]:
        return re.compile("|".join(_bounded(name, _spelt(name), _WORD) for name in self._words) or "(?!)")

    @cached_property
    def _bytes(self) -> tuple[_Pattern, ...]:
        return tuple(_Pattern(codec, re.compile(self._in_codec(codec))) for codec in CODECS)

    def _in_codec(self, codec: str) -> bytes:
        bounds = "" if codec.startswith("utf-16") else _WORD_BYTES
        # One byte a character: a pattern of text that stands for one of bytes.
        patterns = (_bounded(name, _spelt_in(name, codec), bounds) for name in self._words)
        return "|".join(pattern for pattern in patterns).encode("latin-1") or b"(?!)"

    @property
    def is_plain(self) -> bool:
        """Whether no name may be taken for something else: for a card, a number, a word of the format.

        >>> Renaming({"王五": ""}).is_plain, Renaming({"五": ""}).is_plain, Renaming({"seat": ""}).is_plain
        (True, False, False)
        """
        return all(len(name) > 1 and not name.isascii() for name in self.names)

    def text(self, text: str) -> str:
        r"""文: a text with every name replaced, those in JSON escapes too.

        >>> Renaming({"王五": "X"}).text('"\\u738b五"')
        '"X"'
        """
        return self._text.sub(lambda found: self._instead(found[0]), text)

    def _instead(self, found: str) -> str:
        name = found if found in self.names or found in self.protected else _plain(found)
        return self.names.get(name, found)

    def raw(self, raw: bytes) -> bytes:
        """原文: the bytes of some text, of whatever encoding, with every name replaced in that encoding."""
        if _is_utf8(raw):
            return self.text(raw.decode()).encode()
        for codec, pattern in self._bytes:
            raw = pattern.sub(lambda found, codec=codec: self._instead_bytes(found[0], codec), raw)  # type: ignore[misc]
        return raw

    def _instead_bytes(self, found: bytes, codec: str) -> bytes:
        instead = self._instead(found.decode(codec))
        try:
            return instead.encode(codec)
        except UnicodeEncodeError:
            return instead.encode("ascii", "backslashreplace").decode().encode(codec)

    def is_in(self, raw: bytes | memoryview) -> bool:
        """有: whether bytes hold a name in any encoding, protected ones aside; by chance two bytes may seem to.

        >>> (
        ...     Renaming({"王五": ""}).is_in("王五".encode("utf-16-le")),
        ...     Renaming({"王五": ""}, ["王五妹"]).is_in("王五妹".encode()),
        ... )
        (True, False)
        """
        for codec, pattern in self._bytes:
            kept = {name.encode(codec, "replace") for name in self.protected}
            if any(found[0] not in kept for found in pattern.finditer(raw)):
                return True
        return False


def _is_utf8(raw: bytes) -> bool:
    if b"\0" in raw:  # UTF-16 of Latin letters is UTF-8, too
        return False
    try:
        raw.decode()
    except UnicodeDecodeError:
        return False
    return True


def _plain(found: str) -> str:
    try:
        return str(json.loads(f'"{found}"'))
    except ValueError:
        return found


def _bounded(name: str, pattern: str, word: str) -> str:
    before = f"(?<![{word}])" if word and _IS_WORD.match(name[0]) else ""
    behind = f"(?![{word}])" if word and _IS_WORD.match(name[-1]) else ""
    return f"{before}{pattern}{behind}"


def _spelt(name: str) -> str:
    """A pattern of a name in text; each sign as it is or escaped."""
    return "".join(f"(?:{re.escape(sign)}|{_escaped(sign)})" for sign in name)


def _spelt_in(name: str, codec: str) -> str:
    return "".join(f"(?:{'|'.join(_ways(sign, codec))})" for sign in name)


def _ways(sign: str, codec: str) -> Iterable[str]:
    """Patterns of bytes, one character a byte, of one sign of a name."""
    written = sign.encode(codec, "ignore")
    if written:
        yield re.escape(written.decode("latin-1"))
    escape = _escaped(sign)
    if codec.startswith("utf-16"):
        # Every other byte of an escape is nought; a class of two hex digits stays one sign.
        yield re.sub(r"\[..\]|\\\\|\\.|.", lambda found: _wide(found[0], codec), escape)
    else:
        yield escape


def _wide(part: str, codec: str) -> str:
    return f"{part}\\x00" if codec == "utf-16-le" else f"\\x00{part}"


def _escaped(sign: str) -> str:
    r"""A pattern of the JSON escape of a sign: `\u738[bB]`."""
    units = sign.encode("utf-16-be", "surrogatepass").hex()
    escape = "".join(rf"\\u{''.join(map(_digit, units[at : at + 4]))}" for at in range(0, len(units), 4))
    return escape + (rf"|\\{re.escape(sign)}" if sign in '"\\/' else "")


def _digit(digit: str) -> str:
    return f"[{digit}{digit.upper()}]" if digit.isalpha() else digit
