"""指紋: what makes two hands the same, whatever they are called."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

import msgspec

from erqishi_logs.record import dump_bytes

if TYPE_CHECKING:
    from erqishi_logs.record import Record


def content_digest(record: Record) -> bytes:
    """指紋: 32 bytes of the canonical record without its id; `archive.digest_of` of it, which needs no archive here.

    >>> from erqishi_logs.archive import digest_of
    >>> from erqishi_logs.record import loads
    >>> hand = loads('{"format":"erqishi-log/1","rules":"leshan","players":["甲","乙"],"dealer":0,"events":[]}')
    >>> content_digest(msgspec.structs.replace(hand, id="x")) == digest_of(dump_bytes(hand))
    True
    """
    return line_digest(dump_bytes(msgspec.structs.replace(record, id=None)))


def line_digest(line: bytes) -> bytes:
    """指紋: as `content_digest`, of the canonical line itself, without its id.

    >>> len(line_digest(b"{}"))
    32
    """
    return hashlib.sha256(len(line).to_bytes(8, "big") + line).digest()
