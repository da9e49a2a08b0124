"""譜: one line cut into words (docs/format.md, grammar of 譜)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import NamedTuple

from erqishi_logs.texts.phrase import Phrase

#: Full-width forms of ASCII, the ideographic space, and the minus signs that people type.
_NARROW = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}
_NARROW |= {0x3000: 0x20, 0xA0: 0x20, 0x2212: 0x2D, 0x2013: 0x2D}
_QUOTES = {"「": "」", "“": "”", '"': '"', "『": "』"}
_SEPARATORS = frozenset(" \t\r\v\f,;、。，；")
_ESCAPES = {"n": "\n", "r": "\r", "t": "\t", "\\": "\\"}
_ESCAPE_OUT = {ord(letter): "\\" + name for name, letter in _ESCAPES.items()} | {ord("」"): "\\」"}
_HEX = re.compile(r"[0-9a-fA-F]{4}")


@dataclass
class PuError(Exception):
    """Why a line of a 譜 cannot be read; `at` is the offset in it, in characters."""

    at: int
    found: str
    expected: str
    remedy: str = ""


class Token(NamedTuple):
    """A word: `text` with full-width ASCII made narrow, `raw` as it stands, `at` its offset.

    In a quoted word both are what stands between the quotes. `colon`: a colon follows.
    """

    text: str
    raw: str
    at: int
    end: int
    quoted: bool = False
    colon: bool = False


def split_line(line: str) -> list[Token]:
    """譜: the words of a line, its comment left out. Raises PuError at a quote without an end.

    >>> [token.text for token in split_line("和　乙：六陸陸 16和＝20 # 註解")]
    ['和', '乙', '六陸陸', '16和=20']
    >>> split_line("家 「王 五」")[1].text
    '王 五'
    """
    narrow = line.translate(_NARROW)
    tokens: list[Token] = []
    at = 0
    while at < len(line) and narrow[at] != "#":
        if narrow[at] in _SEPARATORS or _is_colon(narrow, at):
            if narrow[at] == ":" and tokens and tokens[-1].end == at:
                tokens[-1] = tokens[-1]._replace(colon=True)
            at += 1
            continue
        token = _quoted(line, at) if line[at] in _QUOTES else _bare(line, narrow, at)
        tokens.append(token)
        at = token.end
    return tokens


def rest_of_line(line: str, tokens: list[Token]) -> str:
    """What stands from the first of `tokens` to the last, as it was written.

    >>> rest_of_line("地 樂山 茶樓 # 老地方", split_line("地 樂山 茶樓 # 老地方")[1:])
    '樂山 茶樓'
    """
    if len(tokens) == 1:
        return tokens[0].raw
    return line[tokens[0].at : tokens[-1].end] if tokens else ""


def quote(text: str) -> str:
    r"""譜: `text` between 「 and 」, so that it is read back as it is.

    >>> quote("王 五」")
    '「王 五\\」」'
    """
    escaped = text.translate(_ESCAPE_OUT)
    return "「" + "".join(c if c.isprintable() or c == " " else _escape(c) for c in escaped) + "」"


def word_or_quoted(text: str) -> str:
    """譜: `text` as one word, in quotes only where it needs them.

    >>> word_or_quoted("甲"), word_or_quoted("王 五")
    ('甲', '「王 五」')
    """
    return text if _reads_as(text, one_word=True) else quote(text)


def key_or_quoted(text: str) -> str:
    """譜: `text` as a word of which full-width characters are not to be read as narrow ones.

    >>> key_or_quoted("_甲"), key_or_quoted("_？")
    ('_甲', '「_？」')
    """
    return quote(text) if text.translate(_NARROW) != text else word_or_quoted(text)


def line_or_quoted(text: str) -> str:
    """譜: `text` as the rest of a line, in quotes only where it needs them.

    >>> line_or_quoted("想了 很久"), line_or_quoted("第 #3")
    ('想了 很久', '「第 #3」')
    """
    return text if _reads_as(text, one_word=False) else quote(text)


def _reads_as(text: str, *, one_word: bool) -> bool:
    if not text.isprintable() or any(mark in text for mark in (*_QUOTES, ":", "：")):
        return False
    tokens = split_line(text)
    return rest_of_line(text, tokens) == text and (len(tokens) == 1 or not one_word)


def _is_colon(narrow: str, at: int) -> bool:
    """A colon divides words, but not the digits of a time."""
    return narrow[at] == ":" and not (narrow[at - 1 : at].isdigit() and narrow[at + 1 : at + 2].isdigit())


def _bare(line: str, narrow: str, at: int) -> Token:
    end = at
    while end < len(line) and not _ends_word(line, narrow, end):
        end += 1
    return Token(narrow[at:end], line[at:end], at, end)


def _ends_word(line: str, narrow: str, at: int) -> bool:
    return narrow[at] in _SEPARATORS or narrow[at] == "#" or line[at] in _QUOTES or _is_colon(narrow, at)


def _quoted(line: str, at: int) -> Token:
    closing = _QUOTES[line[at]]
    parts: list[str] = []
    end = at + 1
    while end < len(line) and line[end] != closing:
        part, end = _unescaped(line, end) if line[end] == "\\" else (line[end], end + 1)
        parts.append(part)
    if end >= len(line):
        raise PuError(at, Phrase("pu.open_quote", mark=line[at]), Phrase("pu.closing", mark=closing))
    text = "".join(parts)
    return Token(text, text, at, end + 1, quoted=True)


def _unescaped(line: str, at: int) -> tuple[str, int]:
    letter = line[at + 1 : at + 2]
    if letter == "u" and (match := _HEX.match(line, at + 2)):
        code = int(match.group(), 16)
        if code == 0 or 0xD800 <= code < 0xE000:
            raise PuError(at, Phrase("pu.escape", escape=line[at : at + 6]), Phrase("pu.whole_character"))
        return chr(code), at + 6
    if letter in _ESCAPES:
        return _ESCAPES[letter], at + 2
    if letter in ("」", "』", "”", '"') and letter:
        return letter, at + 2
    raise PuError(at, Phrase("pu.escape_quoted", escape=line[at : at + 2]), Phrase("pu.escapes"))


def _escape(character: str) -> str:
    code = ord(character)
    return f"\\u{code:04x}" if code <= 0xFFFF else character
