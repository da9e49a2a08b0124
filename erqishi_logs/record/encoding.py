"""How the bytes of a file are to be read as text (FORMAT: UTF-8; what people have is often older).

UTF-8 with or without BOM, UTF-16 of both byte orders, GB18030 and Big5 are recognised from the
first bytes. Nothing is converted silently: the bytes of each line are kept beside its record.
"""

from __future__ import annotations

import codecs
from typing import NamedTuple

from erqishi_logs.cards import ERQISHI_DECK
from erqishi_logs.record.pu.words import all_characters


class Encoding(NamedTuple):
    """A codec's name, the bytes of its BOM in this file (may be none), and those of a line end."""

    codec: str
    bom: bytes = b""
    newline: bytes = b"\n"


UTF8 = Encoding("utf-8")
_BOMS = (
    Encoding("utf-8", codecs.BOM_UTF8),
    Encoding("utf-16-le", codecs.BOM_UTF16_LE, b"\n\0"),
    Encoding("utf-16-be", codecs.BOM_UTF16_BE, b"\0\n"),
)
_UTF16 = (Encoding("utf-16-le", b"", b"\n\0"), Encoding("utf-16-be", b"", b"\0\n"))
# HKSCS has the 叄 that plain Big5 lacks.
_OLDER = (Encoding("gb18030"), Encoding("big5hkscs"))
_CARDS = frozenset(ERQISHI_DECK.glyphs) | set(ERQISHI_DECK.variants)
#: Of ten characters beyond ASCII one may be broken in a file that is UTF-8 all the same.
_BROKEN_SHARE = 0.1


def detect_encoding(head: bytes) -> Encoding:
    r"""The encoding of a text from its first bytes, a few KB; the last character may be cut.

    >>> detect_encoding("譜 1\n規則 樂山".encode("big5")).codec
    'big5hkscs'
    >>> detect_encoding("谱 1\n规则 乐山".encode("gb18030")).codec
    'gb18030'
    >>> detect_encoding("譜 1".encode("utf-16")).bom
    b'\xff\xfe'
    """
    for encoding in _BOMS:
        if head.startswith(encoding.bom):
            return encoding
    if b"\0" in head:
        return max((UTF8, *_UTF16), key=lambda encoding: _score(head, encoding))
    if head.isascii() or _is_utf8(head):
        return UTF8
    return max(_OLDER, key=lambda encoding: _score(head, encoding))


def _is_utf8(head: bytes) -> bool:
    # Cutting off the last three bytes' worth of an unfinished character.
    text = codecs.getincrementaldecoder("utf-8")("replace").decode(head, final=False)
    beyond = sum(character > "\x7f" for character in text)
    return text.count("\ufffd") <= beyond * _BROKEN_SHARE


def _score(head: bytes, encoding: Encoding) -> int:
    text = codecs.getincrementaldecoder(encoding.codec)("replace").decode(head, final=False)
    familiar = sum(character in _CARDS or character in all_characters() for character in text)
    # Broken text also shows as private or rare characters; only the outright failures count against it.
    return familiar + text.count(" ") + text.count("\n") + text.count('"') - 4 * text.count("\ufffd")
