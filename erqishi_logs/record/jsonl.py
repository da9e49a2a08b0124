"""記錄: one JSON line to a Record and back, in canonical form (FORMAT, Canonical form)."""

from __future__ import annotations

import json
import re
from typing import Any

import msgspec

from erqishi_logs.errors import RecordError
from erqishi_logs.games import written_deck
from erqishi_logs.record.exact import read_exact
from erqishi_logs.record.fits import fits
from erqishi_logs.record.types import DEFAULT_GAME, EVENT_FIELDS, KEPT_MARK, RECORD_KEYS, Event, Record
from erqishi_logs.texts.phrase import Phrase

#: A hand is some 2 KB; a line beyond this is no hand.
MAX_LINE_BYTES = 8 * 2**20

_DECODER = msgspec.json.Decoder(Record)
_ENCODER = msgspec.json.Encoder()
_KEPT = KEPT_MARK.encode()
_EMPTY_LIST = re.compile(rb"\[\s*\]")
_MAY_BE_EMPTY = re.compile(rb'"(?:titles|events)"\s*:\s*\[\s*\]')
_UNUSUAL_OUT = (_KEPT, b":null", b':""', *(glyph.encode() for glyph in written_deck("erqishi").variants))


def loads(line: str | bytes, *, file: str = "-", line_number: int = 1) -> Record:
    """局: the record of one JSON line. Raises RecordError with file, line, column, found, expected.

    Reads more than is written: null and empty optional keys count as absent, spaces and the
    order of keys are free, variant glyphs are put into canonical ones (FORMAT, Cards).

    >>> loads('{"format":"erqishi-log/1","rules":"leshan","players":["甲","乙"],"dealer":0,"events":[]}').dealer
    0
    >>> loads('{"format":"erqishi-log/1","rules":"leshan","players":["甲","乙"],"dealer":2,"events":[]}')
    Traceback (most recent call last):
    erqishi_logs.errors.RecordError: -:1:73: found seat 2 for 'dealer'; expected a seat from 0 to 1 (2 players)
    """
    if len(line) > MAX_LINE_BYTES:
        unit = "bytes" if isinstance(line, bytes) else "characters"
        raise too_long(Phrase(f"line.too_long_{unit}", size=len(line)), file, line_number)
    line = line.removeprefix("\ufeff") if isinstance(line, str) else line.removeprefix(b"\xef\xbb\xbf")
    record = _read_fast(line)
    if record is not None:
        return record
    text = line if isinstance(line, str) else decode(line, "utf-8", file, line_number)
    return read_exact(text, file, line_number)


def dumps(record: Record) -> str:
    """局: the canonical JSON line of a record, without a line end (FORMAT, Canonical form).

    >>> dumps(Record(format="erqishi-log/1", rules="leshan", players=("甲", "乙"), dealer=0, events=[Event("huang")]))
    '{"format":"erqishi-log/1","rules":"leshan","players":["甲","乙"],"dealer":0,"events":[{"type":"huang"}]}'
    """
    return dump_bytes(record).decode()


def dump_bytes(record: Record) -> bytes:
    """局: `dumps` as UTF-8."""
    raw = _ENCODER.encode(record)
    if any(mark in raw for mark in _UNUSUAL_OUT) or _has_empty_list(raw):
        return _ENCODER.encode(as_dict(record))
    return raw


def as_dict(record: Record) -> dict[str, Any]:
    """局: the record as plain data in canonical order, `_` keys last.

    >>> hand = Record(format="erqishi-log/1", rules="x", players=("甲", "乙"), dealer=0, events=[], extra={"_a": 1})
    >>> as_dict(hand)
    {'format': 'erqishi-log/1', 'rules': 'x', 'players': ['甲', '乙'], 'dealer': 0, 'events': [], '_a': 1}
    """
    deck = written_deck(record.game)
    plain: dict[str, Any] = {}
    for key in RECORD_KEYS:
        value = getattr(record, key)
        if key == "events":
            plain[key] = [_event_dict(event, deck.normalise) for event in value]
        elif key == "wall" and value:
            plain[key] = deck.normalise(value)
        elif key == "game" and value == DEFAULT_GAME and not record.writes_game:
            continue
        elif value not in (None, "", (), []):
            plain[key] = list(value) if isinstance(value, tuple) else value
    return plain | dict(sorted((record.extra or {}).items()))


def _event_dict(event: Event, canonical: Any) -> dict[str, Any]:
    plain: dict[str, Any] = {}
    for key in EVENT_FIELDS:
        value = getattr(event, key)
        if value is None or value is False or (key != "titles" and value in ("", (), [])):
            continue
        if key in ("card", "cards"):
            value = canonical(value)
        elif key in ("bai", "melds"):
            value = list(map(canonical, value))
        plain[key] = list(value) if isinstance(value, tuple) else value
    return plain | dict(sorted((event.extra or {}).items()))


def too_long(found: str, file: str, line_number: int) -> RecordError:
    """The error for a line that is no hand by its size alone."""
    expected = Phrase("line.at_most", limit=MAX_LINE_BYTES)
    return RecordError(file, line_number, None, found, expected, Phrase("remedy.one_line"))


def decode(raw: bytes, codec: str, file: str, line_number: int) -> str:
    r"""The text of one line. Raises RecordError at the first byte that is none.

    >>> decode(b"\xe4\xb8\x80\xff", "utf-8", "x", 1)
    Traceback (most recent call last):
    erqishi_logs.errors.RecordError: x:1:2: found the byte 0xFF, which is no utf-8; expected text in one encoding
    """
    try:
        return raw.decode(codec)
    except UnicodeDecodeError as error:
        column = len(raw[: error.start].decode(codec, "replace")) + 1
        found = Phrase("line.not_codec", byte=raw[error.start], codec=codec)
        raise RecordError(file, line_number, column, found, Phrase("line.one_encoding")) from None


def _read_fast(line: str | bytes) -> Record | None:
    """The record, or None where a closer look is needed; most lines end here."""
    try:
        raw = line.encode() if isinstance(line, str) else line
        if _needs_care(raw):
            return None
        record = _DECODER.decode(raw)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return None
    if b'""' in raw or _has_empty_list(raw) or not fits(record):
        return None
    return record if _ENCODER.encode(record) == raw or _plainly_written(raw) else None


def _needs_care(raw: bytes) -> bool:
    """Whether the line has characters that the typed reader takes and a record may not hold."""
    return b"\0" in raw or b"\\u0000" in raw


def _has_empty_list(raw: bytes) -> bool:
    """Whether a list is empty that would not be written so; only `titles` and `events` may be."""
    n_empty = len(_EMPTY_LIST.findall(raw))
    return n_empty > 0 and n_empty > len(_MAY_BE_EMPTY.findall(raw))


def _plainly_written(raw: bytes) -> bool:
    """Whether no key stands twice, no inner name is used, and the default game is not spelt out."""
    if _KEPT in raw or b"\\uffff" in raw.lower():
        return False
    try:
        return "game" not in json.loads(raw, object_pairs_hook=_once)
    except (ValueError, RecursionError):
        return False


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) < len(pairs):
        msg = "a key stands twice"
        raise ValueError(msg)
    return members
